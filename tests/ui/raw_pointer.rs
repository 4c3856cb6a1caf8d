//! A raw pointer is read in the loop.
#![no_std]
use falsify::control_loop;


#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    let register = 0x4000_0000 as *const u32; //~ ERROR typeck::unsupported
    *state = unsafe { *register } as i32;
    *state += i32::from(input);
}
