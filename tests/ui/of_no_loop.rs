//! `of` names something that is no loop.
#![no_std]
use falsify::{control_loop, monitor};

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
}

fn helper() {}

/// Small.
#[monitor(of = helper)] //~ ERROR roots::which-loop
fn small(state: &i32) -> bool {
    *state < 10
}
