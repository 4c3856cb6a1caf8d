//! A monitor's parameter that names nothing of the loop.
#![no_std]
use falsify::{control_loop, monitor};

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
}

/// Small.
#[monitor]
fn small(inptu: u8) -> bool { //~ ERROR roots::unbound-parameter
    inptu < 10
}
