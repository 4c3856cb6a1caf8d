//! The model of `cargo falsify list`: what was found in a crate, read off the IR and its harnesses.
//!
//! Nothing here looks at syntax: what is listed is what would be analysed.

mod functions;
mod loops;

use crate::diagnostic::Diagnostic;
use crate::effects::{EffectsOf, Witness};
use crate::ir::{FuncId, PanicKind, Program, StaticId, TypeId, Value};
pub use crate::lower::Spellings;
use crate::lower::{Role, Surveyed};
use crate::preempt::Woven;
use crate::source::{Span, Symbol};

/// Everything found in one crate.
#[derive(Debug)]
pub struct Listing {
    pub loops: Vec<Loop>,
    /// Functions marked `#[aux]`.
    pub aux: Vec<Helper>,
    /// Unmarked functions that would qualify.
    pub candidates: Vec<Helper>,
    pub not_analysable: Vec<Rejected>,
}

/// A type with the spelling of the source, where the program would show another: `usize`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Typed {
    pub id: TypeId,
    pub written: Option<Symbol>,
}

#[derive(Debug)]
pub struct Loop {
    pub name: Symbol,
    pub span: Span,
    pub form: Form,
    pub state: Vec<StateVariable>,
    pub inputs: Vec<Input>,
    pub outputs: Vec<Output>,
    pub environment: Option<Plant>,
    pub handlers: Vec<Handler>,
    pub monitors: Vec<Monitor>,
    /// Names given to `falsify::check!`.
    pub properties: Vec<(Symbol, Span)>,
    pub panic_sites: Vec<PanicSite>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Step,
    Superloop,
}

#[derive(Debug)]
pub struct StateVariable {
    pub name: Symbol,
    pub kind: StateKind,
    pub ty: Typed,
    /// The fields, of a struct.
    pub fields: Vec<(Symbol, Typed)>,
    /// Known without running anything: of statics.
    pub initial: Option<Value>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StateKind {
    Parameter,
    /// Of the superloop, alive across iterations.
    Local,
    Static(StaticId),
}

#[derive(Debug)]
pub struct Input {
    pub name: Symbol,
    pub kind: InputKind,
    pub ty: Typed,
    pub range: Option<(Value, Value)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// Of the step function.
    Parameter,
    /// A call in the loop, a handler or a plant.
    Call,
}

#[derive(Debug)]
pub enum Output {
    Returned(Typed),
    Event { name: Symbol, args: Vec<Typed> },
}

#[derive(Debug)]
pub struct Plant {
    pub name: Symbol,
    pub span: Span,
    pub memory: Option<Typed>,
}

#[derive(Debug)]
pub struct Handler {
    pub name: Symbol,
    pub span: Span,
    pub max: u32,
    pub preempt: bool,
    /// Where it may run in the middle of a tick.
    pub points: Vec<Span>,
    /// What it shares with the tick.
    pub shared: Vec<StaticId>,
}

#[derive(Debug)]
pub struct Monitor {
    pub name: Symbol,
    pub span: Span,
    pub requirement: String,
    pub params: Vec<Bound>,
}

/// Adds to the handlers that preempt where they do.
pub fn note_preemption(listing: &mut Listing, woven: &Woven) {
    let loops = woven.interruptions.handlers.iter().zip(&woven.loops);
    for (found, (preempting, of)) in listing.loops.iter_mut().zip(loops) {
        for it in preempting {
            let handler = &mut found.handlers[it.handler];
            handler.points = of.points.clone();
            handler.shared = of.shared.clone();
        }
    }
}

/// A parameter of a monitor and what it is bound to.
#[derive(Debug)]
pub struct Bound {
    pub name: Option<Symbol>,
    pub ty: Typed,
    pub to: Binding,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    State,
    Input(Symbol),
    Out,
    Local(Symbol),
    Event(Symbol),
    Memory,
}

/// A place where the code may panic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PanicSite {
    pub kind: PanicKind,
    pub span: Span,
}

/// An aux function or one that could be.
#[derive(Debug)]
pub struct Helper {
    pub path: String,
    /// One unless it is generic.
    pub instances: Vec<FuncId>,
    pub span: Span,
    pub params: Vec<(Option<Symbol>, Typed)>,
    pub output: Typed,
    /// Statics that it reads: inputs that are not parameters.
    pub reads: Vec<StaticId>,
    /// What speaks against replacing it by a summary; none for candidates.
    pub breaches: Vec<Breach>,
}

/// Why a function does not qualify as aux.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breach {
    NoInput,
    NoOutput,
    WritesStatic(StaticId, Witness),
    WritesParameter(u32, Witness),
    /// Its result is not a function of its inputs.
    DrawsInput(Symbol, Witness),
    EmitsEvent(Symbol, Witness),
}

#[derive(Debug)]
pub struct Rejected {
    pub path: String,
    pub span: Span,
    pub problems: Vec<Diagnostic>,
}

/// Reads the model off a program and the functions of the user's crate.
pub fn build(
    program: &Program,
    effects: &EffectsOf,
    functions: &[Surveyed],
    spellings: &Spellings,
) -> Listing {
    let helpers = |role| functions::helpers(program, effects, functions, spellings, role);
    Listing {
        loops: loops::loops(program, effects, spellings),
        aux: helpers(Role::Aux),
        candidates: helpers(Role::Plain)
            .into_iter()
            .filter(|helper| helper.breaches.is_empty())
            .collect(),
        not_analysable: functions::rejected(functions),
    }
}
