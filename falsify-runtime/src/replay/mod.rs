//! A recorded run on the compiled crate. Only `cargo falsify` builds this, with `--cfg falsify_replay`: no other build has it,
//! and nothing here is for users.
//!
//! The tool adds modules to a copy of the crate. They tell a [`Registry`] how to call its loops, monitors, plants and
//! handlers and how to make its inputs out of numbers, all by index. [`main`] then reads a script (what to call, with
//! what, in which tick), runs it in the order that a tick has, and writes down what happened. Values travel as pointers
//! whose types only the added modules know.
//!
//! Points at which handlers may interrupt a tick are added as well: see [`interrupt`].
//!
//! The order of a tick: the handlers that the script names, the plant or the inputs, the tick itself, the monitors. The
//! first thing that stops (a panic, a false assumption, an input that the script has not) ends the run.

mod hooks;
mod interrupt;
mod registry;
mod report;
mod run;
mod script;

pub use hooks::{any, any_in, assume, check, fill, input, keep_behind, output};
pub use interrupt::{after, interrupt, mask, masked, unmask, Masked};
pub use registry::{Frame, Registry};
pub use run::{keep, main, tick_end, tick_start, watch, Kept};
