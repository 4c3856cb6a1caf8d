//! The library behind `cargo falsify`: see `docs/architecture.md` for the rooms and their contracts.

pub mod bv;
pub mod cli;
pub mod diagnostic;
pub mod effects;
pub mod ir;
pub mod list;
pub mod lower;
pub mod notation;
pub mod report;
pub mod simulate;
pub mod source;
pub mod syntax;
pub mod typeck;
