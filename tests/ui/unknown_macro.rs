//! A macro that nothing defines.
#![no_std]
use falsify::control_loop;


#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = device_value!(input); //~ ERROR typeck::unsupported
}
