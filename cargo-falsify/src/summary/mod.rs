//! Summaries of aux functions: which calls may be abstracted, and by what.
//!
//! [`classify`] follows the data through the whole program ([`dependence`]) and says of each call of an aux function whether it
//! stays as it is, may be replaced by any value, or is a candidate for a synthesized summary. [`example`] is what is known
//! about what a function answers.
//!
//! A summary is a term for each scalar of the function's [`Signature`], forced into a [`Range`] that holds for the function.
//! [`synthesis`] finds it from examples in a [`grammar`] made of the function itself, [`exact`] asks whether it differs, [`select`]
//! chooses among those of a program, and a [`Replacement`] makes it code.

mod cache;
mod classify;
mod complexity;
mod dependence;
mod exact;
pub mod example;
mod grammar;
mod guard;
mod learn;
mod maker;
mod proof;
mod question;
mod replacement;
mod select;
mod signature;
mod synthesis;
pub mod text;
mod writer;

pub use cache::Cache;
pub use classify::{classify, Call, Class};
pub use complexity::branches;
pub use exact::{compare, Comparison};
pub use example::Observation;
pub use grammar::of as grammar_of;
pub use guard::{ranges, Range};
pub use learn::{any_result, refine, summarize, Summary, Task};
pub use maker::{Learning, Maker, Stand};
pub use proof::{recompare, Outside};
pub use replacement::{replaced, Body, Calls, Guarded, Replacement};
pub use select::select;
pub use signature::{Kind, Leaf, Reason, Row, Signature};
pub use synthesis::{Learner, Learnt, Settings};
