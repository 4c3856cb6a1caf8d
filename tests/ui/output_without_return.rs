//! An output that does not come back.
#![no_std]
use falsify::{control_loop, output};

#[output]
fn halt() -> ! {
    loop {}
}

#[control_loop]
pub fn tick(state: &mut u8, input: u8) {
    if input > 200 {
        halt(); //~ ERROR lower::unsupported
    }
    *state = input;
}
