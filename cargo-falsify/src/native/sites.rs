//! Places of the program that native code names by number.

use crate::ir::interp::{CallSite, Panic, Stop};
use crate::ir::{FuncId, PanicKind, Program, TypeId, Value};
use crate::source::{Span, Symbol};

/// Why a run may stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    Fuel,
    Stack,
    /// The host had no valid value; it knows more.
    Input,
    Panic(PanicKind),
    Assume,
    /// The plant gave an input that is out of its range.
    Range(Symbol),
    Bug(&'static str),
}

/// A place where a run may stop.
#[derive(Clone, Debug)]
pub struct StopSite {
    pub cause: Cause,
    pub span: Span,
    pub at: Origin,
}

/// The function that a piece of code comes from, and the calls of it that were replaced by its body.
#[derive(Clone, Debug)]
pub struct Origin {
    pub func: FuncId,
    /// Innermost first.
    pub inlined: Vec<CallSite>,
}

impl Origin {
    pub fn of(func: FuncId) -> Origin {
        Origin {
            func,
            inlined: Vec::new(),
        }
    }
}

/// A call that a stop may leave.
#[derive(Clone, Debug)]
pub struct LeftCall {
    pub span: Span,
    pub at: Origin,
}

/// Something that asks the host for a value: an `Input` statement or an input parameter of the tick.
#[derive(Clone, Debug)]
pub struct InputSite {
    pub source: Symbol,
    pub ty: TypeId,
    pub range: Option<(Value, Value)>,
    pub span: Span,
    pub size: usize,
    /// Whether it is a parameter of the tick.
    pub is_parameter: bool,
}

#[derive(Clone, Debug)]
pub struct OutputSite {
    pub event: Symbol,
    /// Types of the arguments and their offsets from the first byte that the host gets.
    pub args: Vec<(TypeId, u32)>,
    pub span: Span,
}

/// `falsify::check!`
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PropertySite {
    pub name: Symbol,
    pub span: Span,
}

/// Stops that have no place.
pub const OUT_OF_FUEL: usize = 0;
pub const STACK_OVERFLOW: usize = 1;
pub const NO_INPUT: usize = 2;

/// All numbered places of a piece of code.
pub struct Sites {
    pub stops: Vec<StopSite>,
    pub calls: Vec<LeftCall>,
    pub inputs: Vec<InputSite>,
    pub outputs: Vec<OutputSite>,
    pub properties: Vec<PropertySite>,
    /// How many distances are noted.
    pub distances: usize,
}

impl Sites {
    pub fn new(span: Span) -> Sites {
        let nowhere = |cause| StopSite {
            cause,
            span,
            at: Origin::of(FuncId(0)),
        };
        Sites {
            // In the order of the constants above.
            stops: [Cause::Fuel, Cause::Stack, Cause::Input]
                .map(nowhere)
                .into(),
            calls: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            properties: Vec::new(),
            distances: 0,
        }
    }

    /// What a stop means; `unwound` are the calls that it left, innermost first. None if only the host knows.
    pub fn explain(&self, program: &Program, site: usize, unwound: &[u32]) -> Option<Stop> {
        let site = &self.stops[site];
        match site.cause {
            Cause::Fuel => Some(Stop::OutOfFuel),
            Cause::Stack => Some(Stop::StackOverflow),
            Cause::Input => None,
            Cause::Assume => Some(Stop::AssumeFailed(site.span)),
            Cause::Range(name) => {
                let why = "what the plant gave is out of range".to_owned();
                Some(Stop::InvalidInput(name, why))
            }
            Cause::Panic(kind) => Some(Stop::Panicked(self.panic(program, kind, site, unwound))),
            Cause::Bug(message) => {
                let func = program.func(site.at.func);
                let name = func.map_or("the tick", |func| func.name.as_str());
                Some(Stop::Bug(format!("{name}: {message}")))
            }
        }
    }

    fn panic(&self, program: &Program, kind: PanicKind, site: &StopSite, unwound: &[u32]) -> Panic {
        let mut calls = site.at.inlined.clone();
        for call in unwound {
            let call = &self.calls[*call as usize];
            calls.push(CallSite {
                caller: call.at.func,
                span: call.span,
            });
            calls.extend(&call.at.inlined);
        }
        // The tick itself is the compiler's own function.
        let own = calls
            .iter()
            .position(|call| call.caller.0 as usize >= program.funcs.len());
        calls.truncate(own.unwrap_or(calls.len()));
        Panic {
            kind,
            span: resolved(program, site.at.func, site.span, &calls),
            func: site.at.func,
            calls,
        }
    }
}

/// Where Rust says that a panic of a function happened: at the call, if the function tracks its caller.
fn resolved(program: &Program, func: FuncId, span: Span, calls: &[CallSite]) -> Span {
    let (mut span, mut func) = (span, func);
    for call in calls {
        if !program.funcs[func.0 as usize].track_caller {
            break;
        }
        span = call.span;
        func = call.caller;
    }
    span
}
