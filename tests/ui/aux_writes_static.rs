//! An aux function that writes a static.
#![no_std]
use falsify::{aux, control_loop};

use core::sync::atomic::{AtomicU32, Ordering};

static CALLS: AtomicU32 = AtomicU32::new(0);

#[aux]
fn scaled(x: i32) -> i32 {
    CALLS.store(1, Ordering::Relaxed); //~ ERROR roots::aux
    x / 3
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = scaled(i32::from(input));
}
