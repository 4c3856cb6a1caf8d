//! Summaries of aux functions: which calls may be abstracted, and by what.
//!
//! [`classify`] follows the data through the whole program ([`dependence`]) and says of each call of an aux function whether it
//! stays as it is, may be replaced by any value, or is a candidate for a synthesized summary. [`example`] is what is known
//! about what a function answers.

mod classify;
mod dependence;
pub mod example;

pub use classify::{classify, Call, Class};
