//! An argument that the attribute does not take.
#![no_std]
use falsify::control_loop;

#[control_loop(initial = 3)] //~ ERROR syntax::attribute
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
}
