//! Summaries of aux functions: which calls may be abstracted, and by what.
//!
//! [`classify`] follows the data through the whole program ([`dependence`]) and says of each call of an aux function whether it
//! stays as it is, may be replaced by any value, or is a candidate for a synthesized summary. A summary is a term for each
//! scalar of the function's [`Signature`]; a [`Replacement`] makes it code.

mod classify;
mod complexity;
mod dependence;
pub mod example;
mod grammar;
mod guard;
mod exact;
mod question;
mod replacement;
mod signature;
mod writer;

pub use classify::{classify, Call, Class};
pub use guard::Range;
pub use replacement::{replaced, Body, Calls, Guarded, Replacement};
pub use signature::{Kind, Leaf, Reason, Row, Signature};
