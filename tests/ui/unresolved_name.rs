//! A name that nothing defines.
#![no_std]
use falsify::control_loop;


#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = generated_by_a_macro(input); //~ ERROR typeck::unresolved
}
