//! A trace as JSON, and back; `docs/json.md` has the keys.
//!
//! Types go by their names, since the numbers of a program's types mean nothing to another one. A value is written as
//! `notation` does it; where that does not say everything (the bits of a NaN), its scalars are there as well.

use std::path::Path;

use serde_json::{json, Map, Value as Json};

use super::super::{Property, Reading, TickInputs, Trace, Violation};
use super::Of;
use crate::ir::{Harness, LoopForm, PanicKind, Program, Statement, TickParam, Type, TypeId, Value};
use crate::notation::{from_json, to_json};
use crate::source::{FileId, SourceMap, Span, Symbol};

/// Changes when older readers would misunderstand.
const VERSION: u64 = 1;

/// Why a text is no trace of a program's loops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// It is no trace at all, or one of another version.
    Malformed(String),
    /// The program has no such loop, property or input any more.
    Gone(String),
}

type Fitting<T> = Result<T, Misfit>;

fn malformed<T>(why: impl Into<String>) -> Fitting<T> {
    Err(Misfit::Malformed(why.into()))
}

fn gone<T>(why: impl Into<String>) -> Fitting<T> {
    Err(Misfit::Gone(why.into()))
}

/// The trace of a loop as the text of a file: a line for each tick.
pub fn text(of: Of<'_>, trace: &Trace) -> String {
    let json = json(of, trace);
    let mut text = String::from("{\n");
    let keys = [
        "falsify", "package", "loop", "property", "tick", "start", "ticks",
    ];
    for (at, key) in keys.iter().enumerate() {
        let value = match &json[*key] {
            Json::Array(entries) => lines(entries),
            other => other.to_string(),
        };
        let comma = if at + 1 < keys.len() { "," } else { "" };
        text += &format!("  \"{key}\": {value}{comma}\n");
    }
    text + "}\n"
}

fn lines(entries: &[Json]) -> String {
    let entries: Vec<String> = entries.iter().map(|it| format!("\n    {it}")).collect();
    match entries.is_empty() {
        true => "[]".into(),
        false => format!("[{}\n  ]", entries.join(",")),
    }
}

/// The trace of a loop.
pub fn json(of: Of<'_>, trace: &Trace) -> Json {
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

/// The package that a trace is about.
pub fn package(json: &Json) -> Fitting<&str> {
    if json["falsify"] != json!(VERSION) {
        return malformed(format!("it is no trace of version {VERSION}"));
    }
    word(json, "package")
}

/// Whether it has all parts of a trace; which crate it is about does not matter. The error says what is missing.
pub fn well_formed(json: &Json) -> Result<(), String> {
    let parts = || -> Fitting<()> {
        word(json, "loop")?;
        word(&json["property"], "kind")?;
        let ticks = list(json, "ticks")?;
        let mut readings: Vec<&Json> = list(json, "start")?.iter().collect();
        for tick in ticks {
            list(tick, "handlers")?;
            readings.extend(list(tick, "reads")?);
        }
        for reading in readings {
            word(reading, "source")?;
            word(reading, "type")?;
            if reading.get("value").is_none() {
                return malformed("an input has no `value`");
            }
        }
        match json["tick"].as_u64() == Some(ticks.len() as u64) {
            true => Ok(()),
            false => malformed("`tick` is not the number of the last tick"),
        }
    };
    parts().map_err(|(Misfit::Malformed(why) | Misfit::Gone(why))| why)
}

/// Reads a trace back: the loop, by its index in the program, and the trace.
pub fn read(
    json: &Json,
    program: &Program,
    sources: &SourceMap,
    root: &Path,
) -> Fitting<(usize, Trace)> {
    let (package, name) = (package(json)?, word(json, "loop")?);
    let mut harnesses = program.harnesses.iter();
    let index = harnesses.position(|it| it.name.as_str() == name && it.package.as_str() == package);
    let Some(index) = index else {
        return gone(format!("there is no loop `{name}`"));
    };
    let of = Of {
        program,
        harness: &program.harnesses[index],
        sources,
        root,
    };
    Ok((index, of.read(json)?))
}

fn word<'j>(json: &'j Json, key: &str) -> Fitting<&'j str> {
    match json[key].as_str() {
        Some(word) => Ok(word),
        None => malformed(format!("`{key}` is not a text")),
    }
}

fn list<'j>(json: &'j Json, key: &str) -> Fitting<&'j [Json]> {
    match &json[key] {
        Json::Array(entries) => Ok(entries),
        _ => malformed(format!("`{key}` is not a list")),
    }
}

impl Of<'_> {
    fn read(&self, json: &Json) -> Fitting<Trace> {
        let inputs = Inputs::of(self.program, self.harness);
        let ticks = list(json, "ticks")?.iter();
        let ticks = ticks.map(|it| self.read_tick(it, &inputs));
        let ticks: Vec<TickInputs> = ticks.collect::<Fitting<_>>()?;
        Ok(Trace {
            start: inputs.readings(self.program, list(json, "start")?)?,
            violation: Violation {
                property: self.read_property(&json["property"])?,
                tick: ticks.len() as u64,
            },
            ticks,
        })
    }

    fn read_tick(&self, json: &Json, inputs: &Inputs) -> Fitting<TickInputs> {
        let handlers = list(json, "handlers")?.iter().map(|name| {
            let mut known = self.harness.handlers.iter();
            match known.position(|it| *name == it.name.as_str()) {
                Some(found) => Ok(found),
                None => gone(format!("there is no handler {name}")),
            }
        });
        Ok(TickInputs {
            handlers: handlers.collect::<Fitting<_>>()?,
            readings: inputs.readings(self.program, list(json, "reads")?)?,
        })
    }

    fn read_property(&self, json: &Json) -> Fitting<Property> {
        match word(json, "kind")? {
            "monitor" => {
                let name = word(json, "name")?;
                let mut monitors = self.harness.monitors.iter();
                match monitors.position(|it| it.name.as_str() == name) {
                    Some(found) => Ok(Property::Monitor(found)),
                    None => gone(format!("there is no monitor `{name}`")),
                }
            }
            "check" => Ok(Property::Check {
                name: Symbol::new(word(json, "name")?),
                span: self.read_span(&json["span"])?,
            }),
            "panic" => {
                let name = word(json, "panic")?;
                let kind = PanicKind::ALL.into_iter().find(|it| it.name() == name);
                let span = self.read_span(&json["span"])?;
                match kind {
                    Some(kind) => Ok(Property::Panic { kind, span }),
                    None => malformed(format!("there is no panic of kind `{name}`")),
                }
            }
            other => malformed(format!("there is no property of kind `{other}`")),
        }
    }

    fn read_span(&self, json: &Json) -> Fitting<Span> {
        let path = word(json, "file")?;
        let absolute = self.root.join(path);
        let mut files = (0..self.sources.len()).map(FileId);
        // The file of this crate was read last, if one was read before.
        let file = files.rfind(|it| {
            let known = self.sources.path(*it);
            known == absolute || known == Path::new(path)
        });
        let offset = |key: &str| json[key].as_u64().and_then(|it| u32::try_from(it).ok());
        match (file, offset("start"), offset("end")) {
            (_, None, _) | (_, _, None) => malformed("a span has no `start` or no `end`"),
            (None, ..) => gone(format!("{path} is no file of the crate")),
            (Some(file), Some(start), Some(end)) => Ok(Span::new(file, start, end)),
        }
    }
}

/// The types of what a program can draw, by their sources and names.
struct Inputs {
    known: Vec<(Symbol, String, TypeId)>,
}

impl Inputs {
    fn of(program: &Program, harness: &Harness) -> Inputs {
        let mut known: Vec<(Symbol, String, TypeId)> = Vec::new();
        let mut add = |source: Symbol, ty: TypeId| {
            let is_known = |it: &(Symbol, String, TypeId)| (it.0, it.2) == (source, ty);
            if !known.iter().any(is_known) {
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

    fn readings(&self, program: &Program, json: &[Json]) -> Fitting<Vec<Reading>> {
        json.iter().map(|it| self.reading(program, it)).collect()
    }

    fn reading(&self, program: &Program, json: &Json) -> Fitting<Reading> {
        let (source, name) = (word(json, "source")?, word(json, "type")?);
        let Some((source, ty)) = self.find(source, name) else {
            return gone(format!("nothing reads a `{name}` from `{source}`"));
        };
        let value = match json.get("bits") {
            None => from_json(program, ty, &json["value"]).ok(),
            Some(_) => {
                let mut bits = list(json, "bits")?.iter();
                let mut next = || bits.next()?.as_str()?.parse().ok();
                from_scalars(program, ty, &mut next)
            }
        };
        match value {
            Some(value) => Ok(Reading { source, ty, value }),
            None => gone(format!("{} is no value for `{source}`", json["value"])),
        }
    }

    /// A source that now has another type takes the values that are of that type as well.
    fn find(&self, source: &str, name: &str) -> Option<(Symbol, TypeId)> {
        let of_source = || self.known.iter().filter(|it| it.0.as_str() == source);
        let exact = of_source().find(|it| it.1 == name);
        let found = match (exact, of_source().count()) {
            (None, 1) => of_source().next(),
            (exact, _) => exact,
        };
        found.map(|it| (it.0, it.2))
    }
}
