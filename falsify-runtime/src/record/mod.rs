//! Calls of `#[aux]` functions, written down while the crate's own tests run. Only `cargo falsify record` builds this, with
//! `--cfg falsify_record`: no other build has it, and nothing here is for users.
//!
//! The attribute puts a [`Call`] around the body of its function. Arguments and results are written as JSON, as far as their types
//! can be: [`Record`] is there for those of the library, the tool adds it to a copy of the crate for the crate's own, and
//! [`Probe`] finds out which types have it. A process keeps a limited number of different calls of each function.

mod call;
mod journal;
mod text;

pub use call::Call;
pub use text::{Known, Probe, Record, Text, Unknown};
