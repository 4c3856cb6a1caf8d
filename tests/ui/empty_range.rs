//! A range without a value.
#![no_std]
use falsify::{control_loop};

#[control_loop]
pub fn tick(state: &mut u16, #[input(10..=0)] level: u16) { //~ ERROR roots::input-range
    *state = level;
}
