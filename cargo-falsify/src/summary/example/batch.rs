//! Examples from elsewhere: recordings, files of a device, the store. None is believed: a line that is not one, that does not fit
//! the function, that another one contradicts or that the function itself contradicts is named and left out.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use serde_json::Value as Json;

use super::signature::signature;
use super::{observable, Observation, Unwritable, STEPS};
use crate::ir::interp::{Limits, Machine, NoInputs, Stop};
use crate::ir::{FuncId, Program, TypeId, Value};
use crate::notation::{from_json, show, to_json};
use crate::source::stable_hash;

/// A function with one instance, and its path in the crate.
#[derive(Clone, Debug)]
pub struct Named {
    pub path: String,
    pub function: FuncId,
}

impl Named {
    /// Stands for its path and the types of its arguments and result.
    pub fn fingerprint(&self, program: &Program) -> String {
        let types = signature(program, self.function);
        format!("{:016x}", stable_hash([self.path.as_str(), &types]))
    }
}

/// Where an example comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    pub file: String,
    pub line: usize,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}

/// Why something is left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    pub origin: Origin,
    pub why: String,
}

/// Examples by function, the first to come first, and what was left out.
#[derive(Clone, Debug, Default)]
pub struct Settled {
    pub examples: BTreeMap<FuncId, Vec<Observation>>,
    pub remarks: Vec<Remark>,
}

/// Examples that are to be looked at together.
pub struct Batch<'a> {
    program: &'a Program,
    functions: BTreeMap<FuncId, Function<'a>>,
    by_path: HashMap<&'a str, FuncId>,
    /// Of other crates of the package.
    elsewhere: &'a BTreeSet<String>,
    claims: BTreeMap<FuncId, Vec<Claim>>,
    remarks: Vec<Remark>,
}

/// What is known about a function before the first example.
struct Function<'a> {
    path: &'a str,
    fingerprint: String,
    /// Why there can be no examples.
    obstacle: Option<Unwritable>,
}

/// That a function answered this.
struct Claim {
    origin: Origin,
    observation: Observation,
}

impl<'a> Batch<'a> {
    /// Lines about functions at paths of `elsewhere` are nobody's fault: those are of other crates of the package.
    pub fn new(
        program: &'a Program,
        known: &'a [Named],
        elsewhere: &'a BTreeSet<String>,
    ) -> Batch<'a> {
        let functions = known.iter().map(|named| {
            let function = Function {
                path: &named.path,
                fingerprint: named.fingerprint(program),
                obstacle: observable(program, named.function).err(),
            };
            (named.function, function)
        });
        let by_path = known.iter().map(|it| (it.path.as_str(), it.function));
        Batch {
            program,
            functions: functions.collect(),
            by_path: by_path.collect(),
            elsewhere,
            claims: BTreeMap::new(),
            remarks: Vec::new(),
        }
    }

    /// Takes the lines of a file.
    pub fn lines(&mut self, file: &str, bytes: &[u8]) {
        for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            let origin = Origin {
                file: file.to_owned(),
                line: index + 1,
            };
            let Ok(text) = std::str::from_utf8(line) else {
                self.refuse(origin, "this is not UTF-8".into());
                continue;
            };
            if text.trim().is_empty() {
                continue;
            }
            if let Err(why) = self.line(&origin, text) {
                self.refuse(origin, why);
            }
        }
    }

    fn line(&mut self, origin: &Origin, text: &str) -> Result<(), String> {
        let json: Json =
            serde_json::from_str(text).map_err(|why| format!("this is not JSON: {why}"))?;
        let path = json.get("function").and_then(Json::as_str);
        let path = path.ok_or("`function` is missing: the path of the function in the crate")?;
        let arguments = json.get("arguments").and_then(Json::as_array);
        let arguments = arguments.ok_or("`arguments` is missing: the list of the arguments")?;
        let result = json.get("result").ok_or("`result` is missing")?;
        let Some(&function) = self.by_path.get(path) else {
            return match self.elsewhere.contains(path) {
                true => Ok(()),
                false => Err(format!("there is no aux function `{path}`")),
            };
        };
        let current = &self.functions[&function].fingerprint;
        let said = json.get("signature");
        if said.is_some_and(|said| said.as_str() != Some(current)) {
            return Err(format!(
                "`{path}` has other types than when this was recorded"
            ));
        }
        self.claim(origin.clone(), function, arguments, result)
    }

    /// Whether there can be examples of a function.
    pub fn admits(&self, function: FuncId) -> bool {
        let known = self.functions.get(&function);
        known.is_some_and(|it| it.obstacle.is_none())
    }

    /// Takes one example.
    pub fn claim(
        &mut self,
        origin: Origin,
        function: FuncId,
        arguments: &[Json],
        result: &Json,
    ) -> Result<(), String> {
        let program = self.program;
        let known = self.functions.get(&function);
        if let Some(why) = known.and_then(|it| it.obstacle.as_ref()) {
            return Err(format!("this function has no examples: {why}"));
        }
        let func = &program.funcs[function.0 as usize];
        let types: Vec<TypeId> = func.param_types().collect();
        if types.len() != arguments.len() {
            let (wanted, found) = (types.len(), arguments.len());
            return Err(format!(
                "the function takes {wanted} arguments, here are {found}"
            ));
        }
        let read = |what: String, ty: TypeId, json: &Json| {
            let value = from_json(program, ty, json).map_err(|why| format!("{what}: {why}"))?;
            match program.is_possible(ty, &value) {
                true => Ok(value),
                false => Err(format!("{what}: the type has no such value")),
            }
        };
        let pairs = types.iter().zip(arguments).enumerate();
        let arguments =
            pairs.map(|(at, (ty, json))| read(format!("argument {}", at + 1), *ty, json));
        let observation = Observation {
            arguments: arguments.collect::<Result<_, String>>()?,
            result: read(
                "the result".into(),
                func.locals[func.ret().0 as usize].ty,
                result,
            )?,
        };
        let claims = self.claims.entry(function).or_default();
        claims.push(Claim {
            origin,
            observation,
        });
        Ok(())
    }

    /// Takes examples that were read already.
    pub fn accept(&mut self, origin: &Origin, function: FuncId, examples: &[Observation]) {
        let claims = self.claims.entry(function).or_default();
        claims.extend(examples.iter().map(|observation| Claim {
            origin: origin.clone(),
            observation: observation.clone(),
        }));
    }

    /// Names something that is left out.
    pub fn refuse(&mut self, origin: Origin, why: String) {
        self.remarks.push(Remark { origin, why });
    }

    /// What is left when the examples have been held against each other and against the function.
    pub fn settle(mut self) -> Settled {
        let mut examples = BTreeMap::new();
        for (function, claims) in std::mem::take(&mut self.claims) {
            let agreed = self.without_contradictions(function, claims);
            let limits = Limits {
                steps: STEPS,
                ..Limits::default()
            };
            let mut machine = Machine::with(self.program, limits, true);
            let mut kept = Vec::new();
            for claim in agreed {
                match contradiction(self.program, &mut machine, function, &claim.observation) {
                    None => kept.push(claim.observation),
                    Some(why) => self.refuse(claim.origin, why),
                }
            }
            if !kept.is_empty() {
                examples.insert(function, kept);
            }
        }
        Settled {
            examples,
            remarks: self.remarks,
        }
    }

    /// Of examples with equal arguments, one; none if they have different results.
    fn without_contradictions(&mut self, function: FuncId, claims: Vec<Claim>) -> Vec<Claim> {
        let mut first: HashMap<&[Value], &Claim> = HashMap::new();
        // Of each argument list, two that differ.
        let mut disputed: HashMap<&[Value], [&Claim; 2]> = HashMap::new();
        let mut keep = vec![false; claims.len()];
        for (at, claim) in claims.iter().enumerate() {
            let arguments = claim.observation.arguments.as_slice();
            let other = *first.entry(arguments).or_insert(claim);
            keep[at] = std::ptr::eq(other, claim);
            if other.observation.result != claim.observation.result {
                disputed.entry(arguments).or_insert([other, claim]);
            }
        }
        let mut remarks = Vec::new();
        for (at, claim) in claims.iter().enumerate() {
            let dispute = disputed.get(claim.observation.arguments.as_slice());
            if let Some(&[one, two]) = dispute {
                keep[at] = false;
                let other = if std::ptr::eq(one, claim) { two } else { one };
                let path = self.path(function);
                let call = shown(self.program, path, function, &claim.observation);
                let why = format!(
                    "{call} here, something else at {}: none of these is used",
                    other.origin
                );
                remarks.push((claim.origin.clone(), why));
            }
        }
        remarks
            .into_iter()
            .for_each(|(origin, why)| self.refuse(origin, why));
        let pairs = claims.into_iter().zip(keep);
        pairs
            .filter_map(|(claim, keep)| keep.then_some(claim))
            .collect()
    }

    fn path(&self, function: FuncId) -> &'a str {
        let known = self.functions.get(&function);
        known.map_or("the function", |it| it.path)
    }
}

/// What speaks against an example: the function itself, in the interpreter.
fn contradiction(
    program: &Program,
    machine: &mut Machine<'_>,
    function: FuncId,
    claimed: &Observation,
) -> Option<String> {
    let func = &program.funcs[function.0 as usize];
    let ty = func.locals[func.ret().0 as usize].ty;
    let said = shown(program, "the call", function, claimed);
    match machine.call(function, &claimed.arguments, &mut NoInputs) {
        Ok(result) if result == claimed.result => None,
        Ok(result) => {
            let result = show(program, ty, &result);
            Some(format!(
                "{said} here, but the code of the function gives {result}"
            ))
        }
        Err(Stop::Panicked(_)) => Some(format!("{said} here, but the code of the function panics")),
        Err(_) => Some(format!(
            "{said} here, but the code of the function gives no answer in time"
        )),
    }
}

/// `f(1, 2)` is 3.
fn shown(program: &Program, name: &str, function: FuncId, observation: &Observation) -> String {
    let func = &program.funcs[function.0 as usize];
    let arguments = func.param_types().zip(&observation.arguments);
    let arguments = arguments.map(|(ty, value)| show(program, ty, value));
    let arguments: Vec<String> = arguments.collect();
    let result = func.locals[func.ret().0 as usize].ty;
    let result = show(program, result, &observation.result);
    format!("{name}({}) is {result}", arguments.join(", "))
}

/// An example as a line.
pub fn line(program: &Program, named: &Named, observation: &Observation) -> Json {
    let func = &program.funcs[named.function.0 as usize];
    let arguments = func.param_types().zip(&observation.arguments);
    let arguments: Vec<Json> = arguments
        .map(|(ty, value)| to_json(program, ty, value))
        .collect();
    let result = func.locals[func.ret().0 as usize].ty;
    serde_json::json!({
        "function": named.path,
        "signature": named.fingerprint(program),
        "arguments": arguments,
        "result": to_json(program, result, &observation.result),
    })
}
