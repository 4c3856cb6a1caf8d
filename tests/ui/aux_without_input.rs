//! An aux function that takes nothing.
#![no_std]
use falsify::{aux, control_loop};

#[aux]
fn seven() -> i32 { //~ ERROR roots::aux
    7
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = seven() + i32::from(input);
}
