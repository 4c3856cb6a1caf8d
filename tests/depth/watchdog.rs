//! A watchdog that a key starts and another one feeds; it expires after as many ticks without.
#![no_std]
use falsify::{control_loop, monitor};

const DEPTH: u16 = 50;

#[derive(Default)]
pub struct Watchdog {
    enabled: bool,
    missed: u32,
    expired: bool,
}

#[control_loop]
pub fn tick(w: &mut Watchdog, key: u16) {
    match key {
        0x1234 => w.enabled = true,
        0x00A5 => w.missed = 0,
        _ if w.enabled && !w.expired => w.missed += 1,
        _ => {}
    }
    w.expired |= w.missed >= u32::from(DEPTH);
}

/// The watchdog does not expire.
#[monitor]
fn is_fed(w: &Watchdog) -> bool {
    !w.expired
}
