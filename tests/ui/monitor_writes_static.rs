//! A monitor that writes a static.
#![no_std]
use falsify::{control_loop, monitor};

use core::sync::atomic::{AtomicU32, Ordering};

static VIOLATIONS: AtomicU32 = AtomicU32::new(0);

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(input);
}

/// Small.
#[monitor]
fn small(state: &i32) -> bool {
    VIOLATIONS.store(1, Ordering::Relaxed); //~ ERROR roots::monitor-writes
    *state < 10
}
