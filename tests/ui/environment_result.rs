//! A plant that does not return the loop's inputs.
#![no_std]
use falsify::{control_loop, environment};

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
}

#[environment]
fn plant(state: &i32) -> u16 { //~ ERROR roots::environment
    *state as u16
}
