//! What values can be, without a solver: ranges, remainders and known bits, followed through the steps of a system.
//!
//! [`Known`] is a set of values of one width, given by what all of them have in common. [`transfer`] takes it through an
//! operator, [`Walk`] through terms, where a choice is looked at under its condition. [`Forward`] follows a system from its
//! initialisation: step by step, or at once to what holds in all of them.

mod forward;
mod known;
mod refine;
mod transfer;
mod walk;

pub use forward::{Excluded, Forward};
pub use known::Known;
pub use transfer::transfer;
pub use walk::Walk;

#[cfg(test)]
mod tests;
