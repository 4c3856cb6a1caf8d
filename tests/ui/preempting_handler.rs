//! Preemption is written down, and that it is not looked at is said.
#![no_std]
use core::sync::atomic::{AtomicU8, Ordering};
use falsify::{control_loop, isr};

static EDGES: AtomicU8 = AtomicU8::new(0);

#[isr(max = 2, preempt)]
fn on_edge() { //~ WARNING roots::preempt
    EDGES.store(1, Ordering::Relaxed);
}

#[isr]
fn on_timer() {}

#[control_loop]
pub fn tick(state: &mut u8, input: u8) {
    *state = input ^ EDGES.load(Ordering::Relaxed);
}
