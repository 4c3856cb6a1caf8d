//! A macro whose meaning depends on files.
#![no_std]
use falsify::control_loop;

#[control_loop]
pub fn tick(state: &mut u8, input: u8) {
    *state = include!("table.in"); //~ ERROR typeck::unsupported
    *state = input;
}
