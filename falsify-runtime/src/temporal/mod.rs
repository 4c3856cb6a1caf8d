//! Temporal operators: requirements over several ticks, as small state machines.
//!
//! Call an operator's method exactly once a tick. The current tick counts: what is true now is already seen now.
//! Operators start as at the first tick, with [`Default`] or `new()`, and each answers about the ticks it was asked at.
//!
//! The tool analyses this very source, so it is kept to plain integers, booleans and arrays, and to as little memory as
//! the requirement allows. Counters stop at their bound, so no bound (`u32::MAX` included) overflows.
mod deadline;
mod edge;
mod past;
mod rate;

pub use deadline::{UntilWithin, Within};
pub use edge::{Changed, Fell, Prev, Rose};
pub use past::{HeldFor, Historically, Once, Precedes, Since};
pub use rate::{AtMost, Separated};

/// A requirement says something only if this is true at some time: the tool tells if it never is.
///
/// Does nothing in an ordinary build.
#[inline(always)]
fn cover(condition: bool) {
    let _ = condition;
}
