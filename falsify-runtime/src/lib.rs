//! What firmware writes for `cargo falsify`: the attributes, values that only the tool can choose, and temporal
//! operators for monitors.
//!
//! ```
//! use falsify::temporal::Within;
//! use falsify::{control_loop, monitor};
//!
//! #[derive(Default)]
//! pub struct Fan {
//!     on: bool,
//! }
//!
//! #[control_loop]
//! pub fn tick(fan: &mut Fan, #[input(-40..=125)] celsius: i16) {
//!     fan.on = celsius > 60;
//! }
//!
//! /// A hot board is cooled within two ticks.
//! #[monitor]
//! fn cools(fan: &Fan, celsius: i16, deadline: &mut Within<2>) -> bool {
//!     deadline.check(celsius > 70, fan.on)
//! }
//! ```
//!
//! Outside the tool all of this has no effect: the attributes hand their items through, [`assume`] and [`check!`] do
//! nothing, [`any`] panics. The operators of [`temporal`] are ordinary types that a device can run as well.
#![cfg_attr(not(any(falsify_replay, falsify_record)), no_std)]
#![cfg_attr(not(falsify_replay), forbid(unsafe_code))]
#![deny(missing_docs)]

#[cfg(not(falsify_replay))]
mod hooks;
#[cfg(falsify_record)]
pub mod record;
#[cfg(falsify_replay)]
pub mod replay;
pub mod temporal;

pub use falsify_macros::{aux, control_loop, environment, input, isr, monitor, output};
#[cfg(not(falsify_replay))]
pub use hooks::{any, any_in, assume};
#[cfg(falsify_replay)]
pub use replay::{any, any_in, assume};
