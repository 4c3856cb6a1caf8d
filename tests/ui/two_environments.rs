//! A loop with two plants.
#![no_std]
use falsify::{control_loop, environment};

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
}

#[environment]
fn one(state: &i32) -> u8 {
    *state as u8
}

#[environment]
fn two(state: &i32) -> u8 { //~ ERROR roots::environment
    *state as u8
}
