//! A monitor's parameter of another type than the input.
#![no_std]
use falsify::{control_loop, monitor};

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
}

/// Small.
#[monitor]
fn small(input: u16) -> bool { //~ ERROR roots::binding-type
    input < 10
}
