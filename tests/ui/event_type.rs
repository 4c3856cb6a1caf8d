//! The arguments of an output come as an `Option`.
#![no_std]
use falsify::{control_loop, monitor, output};

#[output]
fn set(duty: u16) {
    let _ = duty;
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
    set(u16::from(input));
}

/// Small.
#[monitor]
fn small(set: u16) -> bool { //~ ERROR roots::binding-type
    set < 10
}
