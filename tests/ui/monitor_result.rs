//! A monitor that does not return `bool`.
#![no_std]
use falsify::{control_loop, monitor};

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
}

/// Small.
#[monitor]
fn small(state: &i32) -> i32 { //~ ERROR roots::monitor-result
    *state
}
