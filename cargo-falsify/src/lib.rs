//! The library behind `cargo falsify`: see `docs/architecture.md` for the rooms and their contracts.
//!
//! Tests start at [`lower::analyse_source`]: one source text through the whole front end, in memory. The
//! [`lower::Analysis`] it gives has the program, the functions of the crate with what is wrong with each, and
//! [`lower::Analysis::run`] to call one by name in the interpreter.

pub mod bv;
pub mod cli;
pub mod diagnostic;
pub mod domain;
pub mod driver;
pub mod effects;
pub mod engine;
pub mod evidence;
pub mod export;
pub mod ir;
pub mod list;
pub mod lower;
pub mod native;
pub mod notation;
pub mod preempt;
pub mod project;
pub mod report;
pub mod simulate;
pub mod solver;
pub mod source;
pub mod strategy;
pub mod summary;
pub mod syntax;
pub mod synth;
pub mod system;
pub mod term;
pub mod typeck;
