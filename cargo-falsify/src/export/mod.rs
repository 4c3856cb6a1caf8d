//! The transition system of a loop for other tools: SMT-LIB, BTOR2, AIGER, C.
//!
//! All formats write the same [`Machine`]: registers with constant initial values, inputs, and when each property is violated. What the
//! machine does is what [`crate::system`] says, and nothing here decides anything.

mod aiger;
mod btor;
mod c;
mod machine;
mod smtlib;

pub use aiger::aiger;
pub use btor::btor2;
pub use c::c;
pub use machine::{Bad, Input, Machine, Register};
pub use smtlib::smtlib;

/// A file format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Smtlib,
    Btor2,
    Aiger,
    C,
}

/// A question about a machine, in a format.
pub fn export(machine: &Machine, format: Format, bound: u64) -> Vec<u8> {
    match format {
        Format::Smtlib => smtlib(machine, bound).into_bytes(),
        Format::Btor2 => btor2(machine).into_bytes(),
        Format::Aiger => aiger(machine),
        Format::C => c(machine, bound).into_bytes(),
    }
}
