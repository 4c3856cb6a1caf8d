//! A range of something that is no scalar.
#![no_std]
use falsify::{control_loop};

#[control_loop]
pub fn tick(state: &mut u8, #[input(0..4)] level: (u8, u8)) { //~ ERROR roots::input-range
    *state = level.0;
}
