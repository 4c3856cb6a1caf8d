//! A constant whose evaluation panics.
#![no_std]
use falsify::control_loop;

const LIMIT: u8 = 200 + 100; //~ ERROR lower::constant

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(LIMIT);
    *state += i32::from(input);
}
