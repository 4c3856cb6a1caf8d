//! A private module whose functions nothing in the crate calls.
use core::sync::atomic::{AtomicU32, Ordering};
use falsify::{input, isr, output};

static EVENTS: AtomicU32 = AtomicU32::new(0);

const BURST: u32 = 3;

#[isr]
fn on_timer() {
    EVENTS.fetch_add(read_events(), Ordering::Relaxed);
    report(EVENTS.load(Ordering::Relaxed));
}

#[isr(max = BURST + 1)]
extern "C" fn on_button() {
    static PRESSES: AtomicU32 = AtomicU32::new(0);
    PRESSES.fetch_add(1, Ordering::Relaxed);
}

#[isr(preempt)]
fn on_overrun() {}

#[isr(max = 2, preempt, of = crate::step::tick)]
fn on_uart() {}

#[input(0..=u32::MAX / 2)]
fn read_events() -> u32 {
    7
}

#[output]
fn report(events: u32) {
    let _: u32 = events;
}
