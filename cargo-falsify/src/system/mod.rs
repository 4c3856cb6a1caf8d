//! The transition system of a loop: initial state, one step, properties, over bit-vector terms.
//!
//! A run starts with the variables of [`System::state`] at `init`, which may depend on `start_inputs`. A step reads the
//! state and `inputs` and gives every variable its `next` value. It is one tick, unless the tick waits inside: then several
//! steps make a tick, and `tick_done` tells the last of them. A run goes on after a step only if `valid` was true in it; a
//! property is violated in a step of a run if its `bad` is true there, whatever `valid` says.
//!
//! [`build`] makes the system by symbolic execution of the IR ([`exec`]); [`System::trace`] turns values of the inputs back
//! into what a person, the interpreter and the compiled crate understand. [`explore`] executes a function alone, for arguments
//! that take every way through it.
//!
//! A [`PathProgram`] is made by the same execution, bound to one way through the first ticks: the branches that a run took
//! outside of chosen calls. Inside of those calls, and in the monitors, all paths are looked at.

mod build;
mod course;
mod cover;
mod exec;
mod explore;
mod finish;
mod flow;
mod harness;
mod input;
mod model;
mod name;
mod oracle;
mod path;
mod phase;
mod place;
mod retrace;
mod route;
mod rvalue;
mod shape;
mod state;
mod statement;
mod trace;
mod value;

pub use build::{build, build_cutting, build_within};
pub use course::Way;
pub use explore::explore;
pub use model::{Checked, System, Variable};
use oracle::Oracle;
pub use path::{rehearse, PathProgram};
pub use route::Route;
pub use trace::{InputValues, Observed};

use crate::evidence::StopReason;
use crate::ir::{BlockId, FuncId};
use crate::source::Span;

/// Why a step cannot be expressed.
#[derive(Clone, Debug)]
pub enum Halt {
    /// A loop or recursion whose bound is not established.
    LoopBound(Span),
    Unsupported(String, Span),
    /// The budget is used up.
    Stopped,
    /// A loop has to become a cut point; only inside of this module.
    Cut(FuncId, BlockId),
    /// A malformed program.
    Bug(String),
}

impl From<Halt> for StopReason {
    fn from(halt: Halt) -> StopReason {
        match halt {
            Halt::LoopBound(span) => StopReason::LoopBound(span),
            Halt::Unsupported(what, span) => StopReason::Unsupported(what, span),
            Halt::Stopped => StopReason::Timeout,
            Halt::Cut(..) => StopReason::Bug("a cut point leaves the builder".into()),
            Halt::Bug(what) => StopReason::Bug(what),
        }
    }
}
