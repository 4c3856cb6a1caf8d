//! Scripted inputs: one JSON object a tick, as `cargo falsify run --message-format json` prints them.
//!
//! `inputs` has a value for each input parameter of the loop. `reads` has, for each other source, the list of values that
//! its calls return, in order. `handlers` names the handlers that run before the tick. Other keys are not looked at.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value as Json;

use crate::ir::blueprint::decided;
use crate::ir::interp::InputRequest;
use crate::ir::{Handler, Harness, LoopForm, Program, Statement, TickParam, Type, TypeId, Value};
use crate::list::Loop;
use crate::notation;
use crate::source::Symbol;

/// What is wrong with a script, in words.
pub type ScriptError = String;

/// The inputs of a run.
pub struct Script {
    /// By tick; 0 is the initialisation.
    ticks: BTreeMap<u64, Tick>,
    now: Tick,
}

#[derive(Clone, Default)]
struct Tick {
    values: BTreeMap<&'static str, VecDeque<Value>>,
    handlers: Vec<usize>,
}

impl Script {
    /// Reads lines of JSON, or one array of the same objects.
    pub fn parse(
        text: &str,
        program: &Program,
        harness: &Harness,
        found: &Loop,
    ) -> Result<Script, ScriptError> {
        let reader = Reader {
            program,
            harness,
            found,
        };
        let mut ticks = BTreeMap::new();
        for object in objects(text)? {
            if object.get("reason").is_some_and(|reason| reason != "tick") {
                continue;
            }
            let next = ticks.keys().next_back().map_or(1, |last| last + 1);
            let number = object.get("tick").and_then(Json::as_u64).unwrap_or(next);
            let tick = reader
                .tick(&object)
                .map_err(|e| format!("tick {number}: {e}"))?;
            if ticks.insert(number, tick).is_some() {
                return Err(format!("tick {number} is given twice"));
            }
        }
        Ok(Script {
            ticks,
            now: Tick::default(),
        })
    }

    /// The last tick that it has inputs for.
    pub fn ticks(&self) -> u64 {
        self.ticks.keys().next_back().copied().unwrap_or(0)
    }

    pub(super) fn begin(&mut self, tick: u64) {
        self.now = self.ticks.get(&tick).cloned().unwrap_or_default();
    }

    pub(super) fn input(&mut self, request: &InputRequest<'_>) -> Option<Value> {
        let told = self.now.values.get_mut(request.source.as_str());
        // A handler that nobody mentions does not interrupt.
        let quiet = decided(request.source).map(|_| Value::Scalar(0));
        told.and_then(VecDeque::pop_front).or(quiet)
    }

    pub(super) fn handlers(&self, _tick: u64, _handlers: &[Handler]) -> Vec<usize> {
        self.now.handlers.clone()
    }
}

fn objects(text: &str) -> Result<Vec<Json>, ScriptError> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(|e| e.to_string());
    }
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let parsed = lines
        .map(|(at, line)| serde_json::from_str(line).map_err(|e| format!("line {}: {e}", at + 1)));
    parsed.collect()
}

struct Reader<'a> {
    program: &'a Program,
    harness: &'a Harness,
    found: &'a Loop,
}

impl Reader<'_> {
    fn tick(&self, object: &Json) -> Result<Tick, ScriptError> {
        let mut tick = Tick::default();
        for (name, value) in entries(object, "inputs")? {
            let (source, ty) = self.parameter(name)?;
            let value = notation::from_json(self.program, ty, value)?;
            tick.values
                .entry(source.as_str())
                .or_default()
                .push_back(value);
        }
        for (name, values) in entries(object, "reads")? {
            let (source, types) = self.call(name)?;
            let list = values
                .as_array()
                .ok_or_else(|| format!("`{name}` needs a list of values"))?;
            for value in list {
                let value = self.one_of(&types, value)?;
                tick.values
                    .entry(source.as_str())
                    .or_default()
                    .push_back(value);
            }
        }
        tick.handlers = self.handlers(object)?;
        Ok(tick)
    }

    fn parameter(&self, name: &str) -> Result<(Symbol, TypeId), ScriptError> {
        let params = match &self.harness.form {
            LoopForm::Step { params, .. } => params.as_slice(),
            LoopForm::Superloop { .. } => &[],
        };
        let mut inputs = params.iter().filter_map(|param| match param {
            TickParam::Input { name, ty, .. } => Some((*name, *ty)),
            TickParam::State | TickParam::Handle(_) => None,
        });
        let known = inputs.find(|(known, _)| known.as_str() == name);
        known.ok_or_else(|| format!("the loop has no input `{name}`"))
    }

    /// A source may give values of several types, such as `any` does: the first type that fits.
    fn one_of(&self, types: &[TypeId], json: &Json) -> Result<Value, ScriptError> {
        let read = |ty: &TypeId| notation::from_json(self.program, *ty, json);
        let mut tried = types.iter().map(read);
        let first = tried.next().unwrap_or(Err("no type is known".into()));
        first.or_else(|why| tried.find_map(Result::ok).ok_or(why))
    }

    /// By its full name, or by its last part where that is unique: the source with the types of its values.
    fn call(&self, name: &str) -> Result<(Symbol, Vec<TypeId>), ScriptError> {
        if let Some(known) = self.interruption(name) {
            return Ok(known);
        }
        let calls = self
            .found
            .inputs
            .iter()
            .filter(|i| i.kind == crate::list::InputKind::Call);
        let fits = |full: &str| full == name || notation::short_name(full) == name;
        let found: Vec<_> = calls
            .filter(|input| fits(input.name.as_str()))
            .map(|input| (input.name, input.ty.id))
            .collect();
        let Some((only, _)) = found.first() else {
            return Err(format!("nothing reads an input `{name}`"));
        };
        if found.iter().any(|(other, _)| other != only) {
            return Err(format!(
                "several inputs are called `{name}`: give the whole path"
            ));
        }
        Ok((*only, found.iter().map(|(_, ty)| *ty).collect()))
    }

    /// Whether a handler runs at a point in the middle of the tick.
    fn interruption(&self, name: &str) -> Option<(Symbol, Vec<TypeId>)> {
        let source = Symbol::new(name);
        decided(source)?;
        let blocks = self.program.funcs.iter().flat_map(|func| &func.blocks);
        let mut statements = blocks.flat_map(|block| &block.statements);
        let asks = |it: &Statement| matches!(it, Statement::Input { source: known, .. } if *known == source);
        statements.any(|(it, _)| asks(it)).then_some(())?;
        let bool = self.program.types.iter().position(|ty| *ty == Type::Bool)?;
        Some((source, vec![TypeId(bool as u32)]))
    }

    fn handlers(&self, object: &Json) -> Result<Vec<usize>, ScriptError> {
        let Some(names) = object.get("handlers") else {
            return Ok(Vec::new());
        };
        let names = names
            .as_array()
            .ok_or("`handlers` must be a list of names")?;
        names.iter().map(|name| self.handler(name)).collect()
    }

    fn handler(&self, name: &Json) -> Result<usize, ScriptError> {
        let known = self.harness.handlers.iter().position(|h| {
            name.as_str().is_some_and(|name| {
                h.name.as_str() == name || notation::short_name(h.name.as_str()) == name
            })
        });
        known.ok_or_else(|| format!("there is no handler {name}"))
    }
}

fn entries<'a>(object: &'a Json, key: &str) -> Result<Vec<(&'a str, &'a Json)>, ScriptError> {
    match object.get(key) {
        None => Ok(Vec::new()),
        Some(Json::Object(map)) => Ok(map.iter().map(|(k, v)| (k.as_str(), v)).collect()),
        Some(_) => Err(format!("`{key}` must be an object")),
    }
}
