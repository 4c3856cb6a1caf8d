//! A loop that is generic over a number.
#![no_std]
use falsify::{control_loop};

#[control_loop]
pub fn tick<const N: usize>(state: &mut [u8; N], input: u8) { //~ ERROR roots::generic
    state[0] = input;
}
