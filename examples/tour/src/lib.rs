//! A greenhouse controller that uses much of the Rust that firmware is written in.
//!
//! Two loops run on their own timers: [`climate`] keeps the air warm with a heater and a vent and takes commands,
//! [`irrigation`] waters the beds one after another. Each has monitors of its own.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[macro_use]
mod steps;

pub mod climate;
pub mod command;
pub mod filter;
pub mod irrigation;
pub mod units;
