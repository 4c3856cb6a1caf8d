//! Summaries as Rust.

use super::example::Observation;
use super::guard::Range;
use super::learn::Summary;
use super::signature::{Kind, Leaf};
use crate::ir::{FuncId, Program, Type, Value};
use crate::notation::{short_name, show, type_name};
use crate::synth::rust::{expression, Parameter, View};
use crate::synth::Term;

/// The summary as a function; of a result with several scalars, what each of them is.
pub fn function(program: &Program, id: FuncId, summary: &Summary) -> String {
    let func = &program.funcs[id.0 as usize];
    let (inputs, outputs) = (&summary.signature.inputs, &summary.signature.outputs);
    let parameters = inputs.iter().map(|leaf| parameter(program, leaf));
    let parameters: Vec<Parameter> = parameters.collect();
    let bodies = outputs.iter().zip(summary.terms()).map(|(leaf, term)| {
        let body = body(program, term, &parameters, leaf);
        match outputs.len() {
            1 => body,
            _ => format!("{}: {body}", leaf.name),
        }
    });
    let bodies: Vec<String> = bodies.collect();
    let params = inputs
        .iter()
        .map(|leaf| format!("{}: {}", leaf.name, type_of(program, leaf)));
    let params: Vec<String> = params.collect();
    let name = short_name(func.name.as_str());
    let name = name.rsplit("::").next().unwrap_or(&name);
    let result = match (outputs.as_slice(), func.local_type(func.ret())) {
        ([leaf], _) | ([leaf, ..], Err(_)) => type_of(program, leaf),
        (_, Ok(ty)) => type_name(program, ty),
        ([], Err(_)) => "()".into(),
    };
    format!(
        "fn {name}({}) -> {result} {{\n    {}\n}}",
        params.join(", "),
        bodies.join("\n    ")
    )
}

fn body(program: &Program, term: &Term, parameters: &[Parameter], leaf: &Leaf) -> String {
    let text = expression(term, parameters, &view(program, leaf));
    text.unwrap_or_else(|| format!("{term:?}"))
}

fn parameter(program: &Program, leaf: &Leaf) -> Parameter {
    Parameter {
        name: leaf.name.clone(),
        sort: leaf.kind.sort(),
        view: view(program, leaf),
    }
}

fn view(program: &Program, leaf: &Leaf) -> View {
    match leaf.kind {
        Kind::Bool => View::Bool,
        Kind::Char => View::Char,
        Kind::Int { signed, bits } => View::Int {
            signed,
            width: bits.into(),
        },
        Kind::Enum(ty) => match &program.types[ty.0 as usize] {
            Type::Enum { name, variants, .. } => {
                let of = short_name(name.as_str());
                let variants = variants.iter().map(|it| format!("{of}::{}", it.name));
                View::Enum(variants.collect())
            }
            _ => View::Enum(Vec::new()),
        },
    }
}

fn type_of(program: &Program, leaf: &Leaf) -> String {
    match leaf.kind {
        Kind::Bool => "bool".into(),
        Kind::Char => "char".into(),
        Kind::Int { signed, bits } => format!("{}{bits}", if signed { "i" } else { "u" }),
        Kind::Enum(ty) => type_name(program, ty),
    }
}

/// A value of a scalar.
pub fn value(program: &Program, leaf: &Leaf, bits: u128) -> String {
    let term = Term::Constant(leaf.kind.sort(), bits);
    let text = body(program, &term, &[], leaf);
    text.trim_matches(['(', ')']).to_owned()
}

/// What a function answers, and what was answered in its place.
pub fn correction(
    program: &Program,
    id: FuncId,
    observation: &Observation,
    answered: &Value,
) -> String {
    let func = &program.funcs[id.0 as usize];
    let types = func.param_types();
    let arguments = types.zip(&observation.arguments);
    let arguments: Vec<String> = arguments.map(|(ty, it)| show(program, ty, it)).collect();
    let result = func.locals[func.ret().0 as usize].ty;
    format!(
        "{}({}) is {}, not {}",
        short_name(func.name.as_str()),
        arguments.join(", "),
        show(program, result, &observation.result),
        show(program, result, answered)
    )
}

/// The values that a scalar is among.
pub fn range(program: &Program, leaf: &Leaf, range: &Range) -> String {
    let (first, last) = (
        value(program, leaf, range.first),
        value(program, leaf, range.last),
    );
    let step = match range.step {
        0 | 1 => String::new(),
        step => format!(" in steps of {step}"),
    };
    match first == last {
        true => format!("{}: {first}", leaf.name),
        false => format!("{}: {first} to {last}{step}", leaf.name),
    }
}
