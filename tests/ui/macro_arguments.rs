//! A macro of the library with too few arguments.
#![no_std]
use falsify::control_loop;

#[control_loop]
pub fn tick(state: &mut u8, input: u8) {
    assert_eq!(input); //~ ERROR syntax::macro
    *state = input;
}
