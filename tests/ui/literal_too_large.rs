//! A literal that no type can hold.
#![no_std]
use falsify::control_loop;

#[control_loop]
pub fn tick(state: &mut u64, input: u8) {
    *state = 999999999999999999999999999999999999999999; //~ ERROR syntax::literal
    *state += u64::from(input);
}
