//! A monitor that writes a cell inside the state.
#![no_std]
use falsify::{control_loop, monitor};

use core::cell::Cell;

#[derive(Default)]
pub struct State {
    seen: Cell<u8>,
    level: u8,
}

#[control_loop]
pub fn tick(state: &mut State, input: u8) {
    state.level = input;
}

/// Small.
#[monitor]
fn small(state: &State) -> bool {
    state.seen.set(1); //~ ERROR roots::monitor-writes
    state.level < 10
}
