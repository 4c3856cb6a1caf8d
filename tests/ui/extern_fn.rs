//! A foreign function without an attribute.
#![no_std]
use falsify::control_loop;

extern "C" {
    fn adc_read(channel: u8) -> u16;
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(unsafe { adc_read(input) }); //~ ERROR lower::no-body
}
