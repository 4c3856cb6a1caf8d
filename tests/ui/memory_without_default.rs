//! The memory of a monitor has no `Default`.
#![no_std]
use falsify::{control_loop, monitor};

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
}

struct Seen {
    count: u8,
}

/// Small.
#[monitor]
fn small(seen: &mut Seen) -> bool { //~ ERROR roots::no-default
    seen.count < 10
}
