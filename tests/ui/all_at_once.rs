//! All errors of a crate are shown in one run.
#![no_std]
use falsify::{control_loop, monitor};

fn one() -> i32 {
    first() //~ ERROR typeck::unresolved
}

fn two() -> i32 {
    second() //~ ERROR typeck::unresolved
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = one() + two() + i32::from(input);
}

/// Small.
#[monitor]
fn small(sped: u8) -> bool { //~ ERROR roots::unbound-parameter
    sped < 10
}
