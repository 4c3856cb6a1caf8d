//! The library behind `cargo falsify`: see `docs/architecture.md` for the rooms and their contracts.

pub mod cli;
pub mod diagnostic;
pub mod source;
pub mod syntax;
pub mod typeck;
