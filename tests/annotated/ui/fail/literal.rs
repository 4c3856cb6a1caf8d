//! A bound that its type does not have.
#![allow(unused)]
use falsify::control_loop;

#[control_loop]
fn literal_too_large(#[input(0..=256)] x: u8) {}

fn main() {}
