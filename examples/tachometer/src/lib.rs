//! A wheel's speed: an interrupt counts the pulses of a sensor, and once in every period the loop takes what was counted.
//!
//! The loop reads the counter and clears it afterwards. A pulse that comes in between is cleared with the others, and the
//! distance that is shown falls behind. With the feature `repaired` the loop takes the pulses by one instruction.
#![no_std]
#![forbid(unsafe_code)]

use core::sync::atomic::{AtomicU16, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};

/// Pulses that the loop has not taken yet.
static PULSES: AtomicU16 = AtomicU16::new(0);
/// All pulses since the start, modulo 65,536.
static SEEN: AtomicU16 = AtomicU16::new(0);

/// What is shown.
#[derive(Debug, Default)]
pub struct Tachometer {
    /// Pulses in the last period.
    pub speed: u16,
    /// Pulses since the start, modulo 65,536.
    pub distance: u16,
}

/// The sensor has seen a mark on the wheel.
#[isr(preempt)]
fn on_pulse() {
    PULSES.fetch_add(1, Relaxed);
    SEEN.fetch_add(1, Relaxed);
}

/// The pulses since the last call.
#[cfg(not(feature = "repaired"))]
fn take_pulses() -> u16 {
    let pulses = PULSES.load(Relaxed);
    PULSES.store(0, Relaxed);
    pulses
}

/// The pulses since the last call.
#[cfg(feature = "repaired")]
fn take_pulses() -> u16 {
    PULSES.swap(0, Relaxed)
}

/// The end of a period.
#[control_loop]
pub fn period(shown: &mut Tachometer) {
    shown.speed = take_pulses();
    shown.distance = shown.distance.wrapping_add(shown.speed);
}

/// No pulse is lost: what is shown and what waits is all that was seen.
#[monitor]
fn no_pulse_is_lost(shown: &Tachometer) -> bool {
    let known = shown.distance.wrapping_add(PULSES.load(Relaxed));
    known == SEEN.load(Relaxed)
}

/// Faster than one pulse in a period, and one that waits from before, no wheel turns.
#[monitor]
fn speed_is_plausible(shown: &Tachometer) -> bool {
    shown.speed <= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statics are shared by all tests of this crate, so one test drives them.
    #[test]
    fn pulses_become_speed_and_distance() {
        let mut shown = Tachometer::default();
        for pulses in [0, 2, 1] {
            (0..pulses).for_each(|_| on_pulse());
            period(&mut shown);
            assert_eq!(shown.speed, pulses);
            assert!(no_pulse_is_lost(&shown) && speed_is_plausible(&shown));
        }
        assert_eq!(shown.distance, 3);
    }
}
