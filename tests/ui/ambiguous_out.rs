//! `out` is an input and what the tick returned.
#![no_std]
use falsify::{control_loop, monitor};

#[control_loop]
pub fn tick(state: &mut i32, out: u8) -> u8 {
    *state = i32::from(out);
    out
}

/// Small.
#[monitor]
fn small(out: u8) -> bool { //~ ERROR roots::ambiguous-out
    out < 10
}
