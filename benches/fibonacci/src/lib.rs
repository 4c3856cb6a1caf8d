//! Two devices that try again after pauses that grow like the numbers of Fibonacci. Both let the pauses grow too far. The feature
//! `repaired` stops the growth.
#![no_std]
#![forbid(unsafe_code)]

use falsify::temporal::HeldFor;
use falsify::{aux, control_loop, monitor};

const REPAIRED: bool = cfg!(feature = "repaired");

/// After so many attempts the pause grows no further.
const MODEM_ATTEMPTS: u8 = if REPAIRED { 8 } else { 20 };
const BEACON_ATTEMPTS: u8 = if REPAIRED { 12 } else { 20 };

/// The nth number of Fibonacci, as it is defined.
#[aux]
fn fibonacci(n: u8) -> u16 {
    match n {
        0 | 1 => n.into(),
        _ => fibonacci(n - 1) + fibonacci(n - 2),
    }
}

/// The number so many places after two neighbours.
#[aux]
fn fibonacci_from(n: u8, this: u16, next: u16) -> u16 {
    match n {
        0 => this,
        _ => fibonacci_from(n - 1, next, this + next),
    }
}

/// A row of attempts.
#[derive(Debug, Default)]
pub struct Attempts {
    made: u8,
    pause: u16,
}

impl Attempts {
    /// One tick: counts the pause down, or makes an attempt and starts the next pause.
    fn tick(&mut self, success: bool, most: u8, pause_after: impl Fn(u8) -> u16) {
        if success {
            *self = Attempts::default();
        } else if self.pause > 0 {
            self.pause -= 1;
        } else {
            self.made = most.min(self.made + 1);
            self.pause = pause_after(self.made);
        }
    }
}

/// A modem that calls until there is a carrier.
#[control_loop]
pub fn modem(attempts: &mut Attempts, carrier: bool) {
    attempts.tick(carrier, MODEM_ATTEMPTS, fibonacci);
}

/// A beacon that calls until somebody answers, unless its battery is low.
#[control_loop]
pub fn beacon(attempts: &mut Attempts, #[input(0..=1023)] signal: u16, battery_is_low: bool) {
    if !battery_is_low {
        attempts.tick(signal > 600, BEACON_ATTEMPTS, |n| fibonacci_from(n, 0, 1));
    }
}

/// The modem does not pause for 30 ticks.
#[monitor(of = modem)]
fn modem_keeps_trying(attempts: &Attempts, pause: &mut HeldFor<30>) -> bool {
    !pause.check(attempts.pause > 0)
}

/// A beacon with a good battery does not pause for 200 ticks.
#[monitor(of = beacon)]
fn beacon_keeps_trying(
    attempts: &Attempts,
    battery_is_low: bool,
    pause: &mut HeldFor<200>,
) -> bool {
    !pause.check(attempts.pause > 0 && !battery_is_low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_the_numbers_agree() {
        for n in 0..=20 {
            assert_eq!(fibonacci(n), fibonacci_from(n, 0, 1));
        }
        assert_eq!(fibonacci(20), 6765);
    }

    #[test]
    fn pauses_grow() {
        let mut attempts = Attempts::default();
        for pause in [1, 1, 2, 3, 5, 8, 13] {
            modem(&mut attempts, false);
            assert_eq!(attempts.pause, pause);
            (0..pause).for_each(|_| modem(&mut attempts, false));
        }
        modem(&mut attempts, true);
        assert_eq!(attempts.made, 0);
    }
}
