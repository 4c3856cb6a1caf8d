//! What a verdict rests on, and what checks it. Nothing here uses an engine: evidence is judged by code that did not
//! produce it.

pub mod artifact;
pub mod certificate;
mod execute;
mod minimise;
pub mod record;
pub mod replay;
pub mod sabotage;
mod trace;
mod verdict;
mod whole;

pub use certificate::{Argument, Certificate};
pub use execute::{execute, execute_in, Execution};
pub use minimise::minimise;
pub use trace::{Property, Reading, TickInputs, Trace, Violation};
pub use verdict::{Certified, Decision, Ended, Falsified, Proof, StopReason, Vacuity, Verdict};
pub use whole::write_whole;
