//! An aux function that returns nothing.
#![no_std]
use falsify::{aux, control_loop};

#[aux]
fn nothing(x: i32) { //~ ERROR roots::aux
    let _ = x;
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
    nothing(*state);
}
