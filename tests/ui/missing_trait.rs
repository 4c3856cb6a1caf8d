//! An operator on a type that has no impl of it.
#![no_std]
use falsify::control_loop;

struct Volt(i32);

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    let sum = Volt(1) + Volt(2); //~ ERROR typeck::bound
    *state = i32::from(input);
}
