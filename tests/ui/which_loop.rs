//! Two loops, and a monitor that does not say which.
#![no_std]
use falsify::{control_loop, monitor};

#[control_loop]
pub fn fast(state: &mut i32, input: u8) {
    *state = i32::from(input);
}

#[control_loop]
pub fn slow(state: &mut i32, input: u8) {
    *state = i32::from(input);
}

/// Small.
#[monitor]
fn small(state: &i32) -> bool { //~ ERROR roots::which-loop
    *state < 10
}

/// Small.
#[monitor(of = slow)]
fn fine(state: &i32) -> bool {
    *state < 10
}
