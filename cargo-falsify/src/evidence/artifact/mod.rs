//! Evidence as files: the trace as JSON, to be replayed later, and as a Rust test for the user's own crate.

mod again;
mod rust;
mod test;
mod trace;

pub use again::{again, Again};
pub use test::test;
pub use trace::{json, package, read, text, well_formed, Misfit};

use std::path::Path;

use crate::ir::{Harness, Program};
use crate::source::SourceMap;

/// The loop that a trace belongs to.
#[derive(Clone, Copy)]
pub struct Of<'a> {
    pub program: &'a Program,
    pub harness: &'a Harness,
    pub sources: &'a SourceMap,
    /// The workspace: files in it are named relative to it.
    pub root: &'a Path,
}
