//! A type that nothing defines.
#![no_std]
use falsify::control_loop;

fn helper(x: Generated) -> i32 { //~ ERROR typeck::unresolved
    x.0
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = helper(input);
}
