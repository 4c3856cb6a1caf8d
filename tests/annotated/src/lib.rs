//! Every attribute in every place it may stand, in a crate that tolerates no warning: that it compiles is the test.
#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unused, dead_code, unreachable_pub)]
#![deny(clippy::all, clippy::pedantic, clippy::allow_attributes)]
#![deny(
    clippy::allow_attributes_without_reason,
    clippy::let_underscore_untyped
)]

pub mod handles;
mod hidden;
pub mod operators;
pub mod step;
pub mod superloop;
