//! What a verdict rests on, and what checks it. Nothing here uses an engine: evidence is judged by code that did not
//! produce it.

mod execute;
pub mod replay;
mod trace;

pub use execute::{execute, Execution};
pub use trace::{Property, Reading, TickInputs, Trace, Violation};
