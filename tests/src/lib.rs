//! Tests that span the crates of the workspace.
//!
//! Conformance: [`compare::compare_file`] runs every `pub fn` of a Rust file
//! both compiled by the installed `rustc` and in the tool's interpreter.

pub mod asking;
pub mod batch;
pub mod bench;
pub mod book;
pub mod case;
pub mod compare;
pub mod crates;
pub mod depth;
pub mod encoding;
pub mod exported;
pub mod fake;
pub mod frontend;
pub mod generate;
pub mod large;
pub mod lockstep;
pub mod loops;
pub mod mutate;
pub mod native;
pub mod outcome;
pub mod random;
pub mod replay;
pub mod schema;
pub mod shrink;
pub mod system;
pub mod systems;
pub mod tables;
pub mod tool;
pub mod user;
pub mod value;
