//! What no loop reaches may be any Rust.
#![no_std]
use falsify::control_loop;

pub unsafe fn poke(register: *mut u32, value: u32) {
    register.write_volatile(value)
}

pub async fn slow() {}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
}
