//! Inline assembly in the loop.
#![no_std]
use falsify::control_loop;


#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    unsafe { core::arch::asm!("nop") }; //~ ERROR typeck::unsupported
    *state = i32::from(input);
}
