//! The IR as native code: the functions that a loop reaches, compiled over a flat memory.
//!
//! # How it works
//!
//! [`Code`] is what a program compiles to, by cranelift: one native function for each function of the IR, and entries that the
//! host calls: for a loop its start, its tick (plant, inputs, body, monitors) and its handlers. It is made once and may be
//! shared by threads. A [`Loop`] is a [`Code`] with a memory of its own: it ticks, and its state can be saved and
//! restored by copying bytes (see `memory`).
//!
//! Scalars whose address nobody takes live in registers, everything else in frames of the flat memory, which is also what
//! references point to (see `layout`, `convention`). A function that stops the run (a panic, a false assumption, no
//! fuel) notes why in the header of the memory and returns; callers look there after each call that may stop, and note
//! the call on the way out.
//!
//! The meaning is the interpreter's, bit for bit, and operators without an instruction are evaluated by the table in `bv`.
//! What differs: fuel is counted in rounds of loops and recursive calls, the depth of recursion is limited by the host's
//! stack, and a malformed program may read wrong numbers where the interpreter says that it is malformed (but never
//! leaves its memory).

mod body;
mod code;
mod convention;
mod emit;
mod forward;
mod functions;
mod host;
mod layout;
mod memory;
mod observe;
mod plan;
mod reach;
mod run;
mod shape;
mod sites;
#[cfg(test)]
mod tests;
mod tick;
mod values;

pub use code::{Code, Options};
pub use functions::Functions;
pub use host::Outside;
pub use observe::Observed;
pub use run::{Loop, Outcome};
pub use shape::Part;
pub use sites::{Cause, InputSite, PropertySite};

/// Why a program cannot be compiled: run it in the interpreter instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
