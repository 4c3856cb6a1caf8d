//! A trace as JSON; `docs/json.md` has the keys.
//!
//! Types go by their names, since the numbers of a program's types mean nothing to another one. A value is written as
//! `notation` does it; where that does not say everything (the bits of a NaN), its scalars are there as well.

use serde_json::{json, Map, Value as Json};

use super::super::{Property, Reading, TickInputs, Trace, Violation};
use super::Of;
use crate::ir::{Harness, LoopForm, PanicKind, Program, Statement, TickParam, Type, TypeId, Value};
use crate::notation::{from_json, show, to_json};
use crate::source::{FileId, Span, Symbol};

/// Changes when older readers would misunderstand.
const VERSION: u64 = 1;

/// The trace of a loop.
pub fn write(of: Of<'_>, trace: &Trace) -> Json {
    let handler = |index: &usize| of.harness.handlers.get(*index).map(|it| it.name.as_str());
    let ticks = trace.ticks.iter().map(|tick| {
        json!({
            "handlers": tick.handlers.iter().filter_map(handler).collect::<Vec<_>>(),
            "reads": of.readings(&tick.readings),
        })
    });
    json!({
        "falsify": VERSION,
        "package": of.harness.package.as_str(),
        "loop": of.harness.name.as_str(),
        "property": of.property(trace.violation.property),
        "tick": trace.violation.tick,
        "start": of.readings(&trace.start),
        "ticks": ticks.collect::<Vec<_>>(),
    })
}

impl Of<'_> {
    fn property(&self, property: Property) -> Json {
        match property {
            Property::Monitor(index) => {
                let monitor = self.harness.monitors.get(index);
                json!({"kind": "monitor", "name": monitor.map(|it| it.name.as_str())})
            }
            Property::Check { name, span } => {
                json!({"kind": "check", "name": name.as_str(), "span": self.span(span)})
            }
            Property::Panic { kind, span } => {
                json!({"kind": "panic", "panic": kind.name(), "span": self.span(span)})
            }
        }
    }

    fn span(&self, span: Span) -> Json {
        let path = self.sources.path(span.file);
        let path = path.strip_prefix(self.root).unwrap_or(path);
        let (line, column) = self.sources.location(span);
        json!({
            "file": path.display().to_string(),
            "line": line,
            "column": column,
            "start": span.lo,
            "end": span.hi,
        })
    }

    fn readings(&self, readings: &[Reading]) -> Vec<Json> {
        readings.iter().map(|it| self.reading(it)).collect()
    }

    fn reading(&self, reading: &Reading) -> Json {
        let value = to_json(self.program, reading.ty, &reading.value);
        let mut written = Map::new();
        written.insert("source".into(), json!(reading.source.as_str()));
        written.insert("type".into(), json!(full_name(self.program, reading.ty)));
        let exact = from_json(self.program, reading.ty, &value).as_ref() == Ok(&reading.value);
        written.insert("value".into(), value);
        let text = show(self.program, reading.ty, &reading.value);
        written.insert("rust".into(), json!(text));
        if !exact {
            let mut bits = Vec::new();
            scalars(&reading.value, &mut bits);
            written.insert("bits".into(), json!(bits));
        }
        Json::Object(written)
    }
}

/// A type with the whole names of structs and enums, which are unique in a program.
fn full_name(program: &Program, ty: TypeId) -> String {
    let name = |ty: &TypeId| full_name(program, *ty);
    match &program.types[ty.0 as usize] {
        Type::Struct { name, .. } | Type::Enum { name, .. } => name.to_string(),
        Type::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(name).collect();
            format!("({})", parts.join(", "))
        }
        Type::Array(element, length) => format!("[{}; {length}]", name(element)),
        _ => crate::notation::type_name(program, ty),
    }
}

/// The scalars of a value in order, variants as their positions; as text, since they may have 128 bits.
fn scalars(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Scalar(bits) => out.push(bits.to_string()),
        Value::Aggregate(parts) => parts.iter().for_each(|part| scalars(part, out)),
        Value::Variant(index, parts) => {
            out.push(index.to_string());
            parts.iter().for_each(|part| scalars(part, out));
        }
        _ => {}
    }
}

fn from_scalars(
    program: &Program,
    ty: TypeId,
    next: &mut dyn FnMut() -> Option<u128>,
) -> Option<Value> {
    let all = |types: Vec<TypeId>, next: &mut dyn FnMut() -> Option<u128>| {
        let parts = types.into_iter().map(|ty| from_scalars(program, ty, next));
        parts.collect::<Option<Vec<Value>>>()
    };
    let types = |fields: &[(Symbol, TypeId)]| fields.iter().map(|(_, ty)| *ty).collect();
    Some(match &program.types[ty.0 as usize] {
        Type::Tuple(parts) => Value::Aggregate(all(parts.clone(), next)?),
        Type::Array(element, length) => {
            Value::Aggregate(all(vec![*element; *length as usize], next)?)
        }
        Type::Struct { fields, .. } => Value::Aggregate(all(types(fields), next)?),
        Type::Enum { variants, .. } => {
            let index = u32::try_from(next()?).ok()?;
            let fields = types(&variants.get(index as usize)?.fields);
            Value::Variant(index, all(fields, next)?)
        }
        other => {
            let bits = next()?;
            other.scalar().filter(|it| it.contains(bits))?;
            Value::Scalar(bits)
        }
    })
}

/// Reads a trace back: the loop, by its index in the program, and the trace. The error says what does not fit.
pub fn read(
    json: &Json,
    program: &Program,
    sources: &crate::source::SourceMap,
    root: &std::path::Path,
) -> Result<(usize, Trace), String> {
    if json["falsify"] != json!(VERSION) {
        return Err(format!("this is no trace of version {VERSION}"));
    }
    let name = text(json, "loop")?;
    let mut harnesses = program.harnesses.iter();
    let index =
        harnesses.position(|it| it.name.as_str() == name && json["package"] == it.package.as_str());
    let index = index.ok_or_else(|| format!("there is no loop `{name}`"))?;
    let of = Of {
        program,
        harness: &program.harnesses[index],
        sources,
        root,
    };
    let inputs = Inputs::of(program, of.harness);
    let tick = json["tick"].as_u64().ok_or("`tick` is not a number")?;
    let ticks = list(json, "ticks")?.iter();
    Ok((
        index,
        Trace {
            start: inputs.readings(program, list(json, "start")?)?,
            ticks: ticks
                .map(|it| of.read_tick(it, &inputs))
                .collect::<Result<_, String>>()?,
            violation: Violation {
                property: of.read_property(&json["property"])?,
                tick,
            },
        },
    ))
}

fn text<'j>(json: &'j Json, key: &str) -> Result<&'j str, String> {
    json[key]
        .as_str()
        .ok_or_else(|| format!("`{key}` is not a text"))
}

fn list<'j>(json: &'j Json, key: &str) -> Result<&'j [Json], String> {
    let found = json[key].as_array().map(Vec::as_slice);
    found.ok_or_else(|| format!("`{key}` is not a list"))
}

impl Of<'_> {
    fn read_tick(&self, json: &Json, inputs: &Inputs) -> Result<TickInputs, String> {
        let handlers = list(json, "handlers")?.iter().map(|name| {
            let mut known = self.harness.handlers.iter();
            let found = known.position(|it| *name == it.name.as_str());
            found.ok_or_else(|| format!("there is no handler {name}"))
        });
        Ok(TickInputs {
            handlers: handlers.collect::<Result<_, String>>()?,
            readings: inputs.readings(self.program, list(json, "reads")?)?,
        })
    }

    fn read_property(&self, json: &Json) -> Result<Property, String> {
        match text(json, "kind")? {
            "monitor" => {
                let name = text(json, "name")?;
                let mut monitors = self.harness.monitors.iter();
                let found = monitors.position(|it| it.name.as_str() == name);
                found
                    .map(Property::Monitor)
                    .ok_or_else(|| format!("there is no monitor `{name}`"))
            }
            "check" => Ok(Property::Check {
                name: Symbol::new(text(json, "name")?),
                span: self.read_span(&json["span"])?,
            }),
            "panic" => {
                let name = text(json, "panic")?;
                let kind = PanicKind::ALL.into_iter().find(|it| it.name() == name);
                let kind = kind.ok_or_else(|| format!("there is no panic of kind `{name}`"))?;
                let span = self.read_span(&json["span"])?;
                Ok(Property::Panic { kind, span })
            }
            other => Err(format!("there is no property of kind `{other}`")),
        }
    }

    fn read_span(&self, json: &Json) -> Result<Span, String> {
        let path = text(json, "file")?;
        let absolute = self.root.join(path);
        let mut files = (0..self.sources.len()).map(FileId);
        // The file of this crate was read last, if one was read before.
        let file = files.rfind(|it| {
            self.sources.path(*it) == absolute
                || self.sources.path(*it) == std::path::Path::new(path)
        });
        let file = file.ok_or_else(|| format!("{path} is not a file of the crate"))?;
        let offset = |key: &str| json[key].as_u64().and_then(|it| u32::try_from(it).ok());
        match (offset("start"), offset("end")) {
            (Some(start), Some(end)) => Ok(Span::new(file, start, end)),
            _ => Err("a span has no `start` or no `end`".into()),
        }
    }
}

/// The types of what a program can draw, by their sources and names.
struct Inputs {
    known: Vec<(Symbol, String, TypeId)>,
}

impl Inputs {
    fn of(program: &Program, harness: &Harness) -> Inputs {
        let mut known = Vec::new();
        let mut add = |source: Symbol, ty: TypeId| {
            if !known
                .iter()
                .any(|(name, _, id)| (*name, *id) == (source, ty))
            {
                known.push((source, full_name(program, ty), ty));
            }
        };
        if let LoopForm::Step { params, .. } = &harness.form {
            for param in params {
                if let TickParam::Input { name, ty, .. } = param {
                    add(*name, *ty);
                }
            }
        }
        for func in &program.funcs {
            let statements = func.blocks.iter().flat_map(|block| &block.statements);
            for (statement, _) in statements {
                if let Statement::Input { dest, source, .. } = statement {
                    program
                        .place_type(func, dest)
                        .into_iter()
                        .for_each(|ty| add(*source, ty));
                }
            }
        }
        Inputs { known }
    }

    fn readings(&self, program: &Program, json: &[Json]) -> Result<Vec<Reading>, String> {
        json.iter().map(|it| self.reading(program, it)).collect()
    }

    fn reading(&self, program: &Program, json: &Json) -> Result<Reading, String> {
        let (source, name) = (text(json, "source")?, text(json, "type")?);
        let mut known = self.known.iter();
        let found = known.find(|(known, ty, _)| known.as_str() == source && ty == name);
        let Some(&(source, _, ty)) = found else {
            return Err(format!("nothing reads a `{name}` from `{source}`"));
        };
        let value = match json.get("bits") {
            None => from_json(program, ty, &json["value"])?,
            Some(_) => {
                let mut bits = list(json, "bits")?.iter();
                let mut next = || bits.next()?.as_str()?.parse().ok();
                let value = from_scalars(program, ty, &mut next);
                value.ok_or_else(|| format!("the bits are no `{name}`"))?
            }
        };
        Ok(Reading { source, ty, value })
    }
}
