//! The tool's side of a comparison: its front end and IR interpreter.

use crate::batch::{Layout, Request};
use crate::case::Case;
use crate::outcome::{Kind, Outcome, Panic};
use crate::value::Value;
use cargo_falsify::diagnostic::Diagnostic;
use cargo_falsify::ir::interp::{self, Limits, Machine, NoInputs, Stop};
use cargo_falsify::ir::{self, FuncId, PanicKind, Program, Type, TypeId};
use cargo_falsify::lower::{analyse_source_with, Analysis, Function};
use cargo_falsify::source::{SourceMap, Span};
use cargo_falsify::syntax::ast::Edition;
use std::fmt::Write as _;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

/// Something that runs entries of cases.
pub trait Executor: Sync {
    /// Makes the runs, with places relative to the layout; `None` where this
    /// executor has nothing to say.
    fn run(&self, cases: &[Case], layout: &Layout, requests: &[Request]) -> Vec<Option<Outcome>>;

    /// Each case on its own, after one of them has spoiled the batch.
    fn apart(&self, cases: &[Case], layout: &Layout, requests: &[Request]) -> Vec<Option<Outcome>> {
        let mut outcomes = vec![None; requests.len()];
        for (index, case) in cases.iter().enumerate() {
            let alone = Layout::for_tool(std::slice::from_ref(case));
            let (at, own): (Vec<usize>, Vec<Request>) = requests
                .iter()
                .enumerate()
                .filter(|(_, request)| request.case == index)
                .map(|(at, request)| {
                    (
                        at,
                        Request {
                            case: 0,
                            ..request.clone()
                        },
                    )
                })
                .unzip();
            let lines = layout.offsets[index] - alone.offsets[0];
            for (at, outcome) in
                at.into_iter()
                    .zip(self.run(std::slice::from_ref(case), &alone, &own))
            {
                outcomes[at] = outcome.map(|outcome| outcome.moved_down(lines));
            }
        }
        outcomes
    }
}

/// The executor that tests compare with.
pub fn executor() -> &'static dyn Executor {
    &Interpreter
}

/// The front end and the interpreter of the IR.
pub struct Interpreter;

/// Generated programs are short; whatever runs longer does not end.
const LIMITS: Limits = Limits {
    steps: 20_000_000,
    frames: 2_000,
    words: 1 << 20,
};

impl Executor for Interpreter {
    fn run(&self, cases: &[Case], layout: &Layout, requests: &[Request]) -> Vec<Option<Outcome>> {
        let on = |analysis: &Analysis| {
            let mut machine = Machine::with(&analysis.program, LIMITS, true);
            let outcome = |request| Some(one(analysis, &mut machine, cases, request));
            requests.iter().map(outcome).collect()
        };
        run_with(self, &on, (cases, layout, requests))
    }
}

/// What calls the functions of a program.
pub trait Machinery {
    fn call(&mut self, func: FuncId, arguments: &[ir::Value]) -> Result<ir::Value, Stop>;

    /// Starts anew after it panicked.
    fn renew(&mut self);
}

impl Machinery for Machine<'_> {
    fn call(&mut self, func: FuncId, arguments: &[ir::Value]) -> Result<ir::Value, Stop> {
        Machine::call(self, func, arguments, &mut NoInputs)
    }

    fn renew(&mut self) {
        *self = Machine::with(self.program(), LIMITS, true);
    }
}

/// Cases as one text, and the runs to make.
type Batch<'a> = (&'a [Case], &'a Layout, &'a [Request]);

/// Analyses a batch and makes its runs; each case alone if they do not go together.
pub fn run_with(
    executor: &dyn Executor,
    on: &dyn Fn(&Analysis) -> Vec<Option<Outcome>>,
    (cases, layout, requests): Batch<'_>,
) -> Vec<Option<Outcome>> {
    let edition = layout.edition.parse().unwrap_or(Edition::E2021);
    let analysed = guarded(|| analyse_source_with(&layout.text, edition, 64));
    match analysed {
        Ok(analysis) if analysis.functions.is_empty() && cases.len() > 1 => {
            executor.apart(cases, layout, requests)
        }
        Ok(analysis) => on(&analysis),
        Err(_) if cases.len() > 1 => executor.apart(cases, layout, requests),
        Err(why) => {
            vec![Some(Outcome::Failed(format!("the front end panicked: {why}"))); requests.len()]
        }
    }
}

/// Runs code of the tool; a panic in it is a finding, not the end.
fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
        text.or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default()
    })
}

/// The name of the function that a request runs.
pub fn entry_name(cases: &[Case], request: &Request) -> String {
    let entry = &cases[request.case].entries[request.entry].name;
    format!("c{}::{entry}", request.case)
}

/// Makes one run.
pub fn one(
    analysis: &Analysis,
    machine: &mut dyn Machinery,
    cases: &[Case],
    request: &Request,
) -> Outcome {
    let name = entry_name(cases, request);
    let Some(function) = analysis.function(&name) else {
        let all: Vec<&Diagnostic> = analysis.diagnostics.iter().collect();
        return Outcome::Failed(format!("no function {name}: {}", problems(analysis, &all)));
    };
    guarded(|| call(analysis, machine, function, &request.arguments)).unwrap_or_else(|why| {
        machine.renew();
        Outcome::Failed(format!("the interpreter panicked: {why}"))
    })
}

fn call(
    analysis: &Analysis,
    machine: &mut dyn Machinery,
    function: &Function,
    arguments: &[Value],
) -> Outcome {
    let Some(func) = function.func else {
        let all: Vec<&Diagnostic> = function
            .problems
            .iter()
            .chain(&analysis.diagnostics)
            .collect();
        return Outcome::Failed(format!("not lowered: {}", problems(analysis, &all)));
    };
    let arguments: Vec<ir::Value> = arguments.iter().map(to_ir).collect();
    match machine.call(func, &arguments) {
        Ok(value) => {
            let lowered = &analysis.program.funcs[func.0 as usize];
            let ty = lowered.locals[lowered.params as usize].ty;
            let mut text = String::new();
            write_value(&analysis.program, &value, ty, &mut text);
            Outcome::Value(text)
        }
        Err(Stop::Panicked(panic)) => Outcome::Panic(panicked(&analysis.sources, &panic)),
        Err(other) => Outcome::Failed(format!("{other:?}")),
    }
}

/// The first few diagnostics with their places.
fn problems(analysis: &Analysis, diagnostics: &[&Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics.iter().take(3) {
        let _ = write!(text, "{}", diagnostic.message);
        if let Some((span, _)) = diagnostic.labels.first() {
            let (line, column) = analysis.sources.location(*span);
            let file = analysis
                .sources
                .path(span.file)
                .file_name()
                .unwrap_or_default();
            let source: String = analysis.sources.text(*span).chars().take(60).collect();
            let _ = write!(
                text,
                " at {}:{line}:{column} `{source}`",
                file.to_string_lossy()
            );
        }
        text.push_str("; ");
    }
    text
}

fn panicked(sources: &SourceMap, panic: &interp::Panic) -> Panic {
    let place = place(sources, panic.span);
    Panic {
        kind: kind(panic.kind),
        place,
        message: format!("({:?})", panic.kind),
    }
}

/// The place if it lies in the case, not in the library model.
fn place(sources: &SourceMap, span: Span) -> Option<(usize, usize)> {
    let (line, column) = sources.location(span);
    (sources.path(span.file) == Path::new("src/lib.rs")).then_some((line as usize, column as usize))
}

fn kind(kind: PanicKind) -> Kind {
    match kind {
        PanicKind::Overflow => Kind::Overflow,
        PanicKind::Shift => Kind::Shift,
        PanicKind::DivZero => Kind::DivisionByZero,
        PanicKind::DivOverflow => Kind::DivisionOverflow,
        PanicKind::Bounds => Kind::Bounds,
        PanicKind::Slice => Kind::Slice,
        PanicKind::Unwrap => Kind::Unwrap,
        PanicKind::Assert => Kind::Assert,
        PanicKind::Unreachable => Kind::Unreachable,
        PanicKind::Todo => Kind::Todo,
        PanicKind::Borrow => Kind::Borrow,
        PanicKind::Expect | PanicKind::Panic | PanicKind::Library => Kind::Message,
    }
}

fn to_ir(value: &Value) -> ir::Value {
    let all = |values: &[Value]| values.iter().map(to_ir).collect();
    match value {
        Value::Int { pattern, .. } => ir::Value::Scalar(*pattern),
        Value::Bool(value) => ir::Value::Scalar(u128::from(*value)),
        Value::Char(value) => ir::Value::Scalar(u128::from(*value as u32)),
        Value::F32(bits) => ir::Value::Scalar(u128::from(*bits)),
        Value::F64(bits) => ir::Value::Scalar(u128::from(*bits)),
        Value::Tuple(parts) | Value::Array(parts) => ir::Value::Aggregate(all(parts)),
        Value::Enum { variant, payload } => ir::Value::Variant(*variant as u32, all(payload)),
    }
}

/// Writes a value of the interpreter as canonical text.
fn write_value(program: &Program, value: &ir::Value, ty: TypeId, out: &mut String) {
    match (&program.types[ty.0 as usize], value) {
        (scalar, ir::Value::Scalar(bits)) => write_scalar(scalar, *bits, out),
        (Type::Tuple(types), ir::Value::Aggregate(parts)) => {
            write_list(program, "(", parts, types.iter().copied(), ")", out);
        }
        (Type::Struct { fields, .. }, ir::Value::Aggregate(parts)) => {
            write_list(
                program,
                "(",
                parts,
                fields.iter().map(|(_, ty)| *ty),
                ")",
                out,
            );
        }
        (Type::Array(element, _), ir::Value::Aggregate(parts)) => {
            write_list(program, "[", parts, std::iter::repeat(*element), "]", out);
        }
        (Type::Slice(element), ir::Value::Pointee(array)) => match &**array {
            ir::Value::Aggregate(parts) => {
                write_list(program, "[", parts, std::iter::repeat(*element), "]", out);
            }
            other => {
                let _ = write!(out, "<{other:?}>");
            }
        },
        (Type::Ref(target), ir::Value::Pointee(value)) => write_value(program, value, *target, out),
        (Type::Enum { variants, .. }, ir::Value::Variant(index, parts)) => {
            let _ = write!(out, "{index}");
            let types = variants[*index as usize].fields.iter().map(|(_, ty)| *ty);
            write_list(program, "(", parts, types, ")", out);
        }
        (ty, value) => {
            let _ = write!(out, "<{value:?} of {ty:?}>");
        }
    }
}

fn write_list(
    program: &Program,
    open: &str,
    parts: &[ir::Value],
    types: impl Iterator<Item = TypeId>,
    close: &str,
    out: &mut String,
) {
    out.push_str(open);
    for (index, (part, ty)) in parts.iter().zip(types).enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_value(program, part, ty, out);
    }
    out.push_str(close);
}

fn write_scalar(ty: &Type, pattern: u128, out: &mut String) {
    let value = match ty {
        Type::Bool => Value::Bool(pattern != 0),
        Type::Float { bits: 32 } => Value::F32(pattern as u32),
        Type::Float { .. } => Value::F64(pattern as u64),
        Type::Int { signed, bits } => Value::Int {
            bits: u32::from(*bits),
            signed: *signed,
            pattern,
        },
        _ => Value::Int {
            bits: 128,
            signed: false,
            pattern,
        },
    };
    let _ = write!(out, "{value}");
}
