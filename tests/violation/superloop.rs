//! inputs: 1 1 0 1 1 1
//! handlers: 0
//! A superloop: its locals are the state; reads, events and a handler have columns.
#![no_std]
use core::sync::atomic::{AtomicU8, Ordering};
use falsify::{control_loop, input, isr, monitor, output};

static BEATS: AtomicU8 = AtomicU8::new(0);

#[input]
fn door() -> bool {
    false
}

#[output]
fn heat(_power: u8) {}

#[isr]
fn on_timer() {
    BEATS.store(BEATS.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
}

#[control_loop]
pub fn run() -> ! {
    let mut power: u8 = 0;
    loop {
        let open = door();
        let again = door();
        power = if open && again { power.saturating_add(10) } else { 0 };
        heat(power);
    }
}

/// The heater is weak.
#[monitor]
fn weak(power: u8, heat: Option<u8>) -> bool {
    power < 20 && heat != Some(99)
}
