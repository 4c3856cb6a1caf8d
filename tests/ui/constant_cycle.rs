//! A constant that needs itself.
#![no_std]
use falsify::control_loop;

const A: i32 = B + 1;
const B: i32 = A - 1; //~ ERROR lower::constant

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = A;
    *state += i32::from(input);
}
