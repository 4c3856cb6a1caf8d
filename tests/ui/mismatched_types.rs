//! An expression of another type than its place.
#![no_std]
use falsify::control_loop;


#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = input; //~ ERROR typeck::mismatch
}
