//! A handler that takes something.
#![no_std]
use falsify::{control_loop, isr};

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
}

#[isr]
fn on_timer(count: u8) { //~ ERROR roots::handler
    let _ = count;
}
