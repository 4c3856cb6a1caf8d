//! Inference ends without a type.
#![no_std]
use falsify::control_loop;


#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    let nothing = None; //~ ERROR typeck::unknown
    *state = if nothing.is_some() { 1 } else { 0 };
    *state += i32::from(input);
}
