//! What takes several instructions is not interrupted in its middle, and that is said.
#![no_std]
use falsify::{control_loop, isr};

static mut SAMPLE: (u32, u32) = (0, 0);

#[isr(max = 2, preempt)]
fn on_sample() { //~ WARNING roots::preempt
    unsafe { SAMPLE = (1, 2) }
}

#[isr]
fn on_timer() {}

#[control_loop]
pub fn tick(state: &mut u32, input: u32) {
    let sample = unsafe { SAMPLE };
    *state = input ^ sample.0 ^ sample.1;
}
