//! A frequency synthesizer. Two dividers, reduced by their greatest common divisor, make the ratio; once the ratio has been the
//! same for some time, the bandwidth of the filter is set to the root of their product, found by Newton's iteration.
//!
//! Two synthesizers are built of it, each with one iteration too few. The feature `repaired` adds it.
#![no_std]
#![forbid(unsafe_code)]

use core::num::NonZeroU8;

use falsify::{aux, control_loop, monitor};

const REPAIRED: bool = cfg!(feature = "repaired");

/// Iterations of the two synthesizers.
const COARSE: usize = if REPAIRED { 2 } else { 1 };
const FINE: usize = if REPAIRED { 4 } else { 3 };

/// A ratio of two dividers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// By what the reference is multiplied.
    pub numerator: NonZeroU8,
    /// By what it is divided.
    pub denominator: NonZeroU8,
}

impl Ratio {
    const ONE: Ratio = Ratio {
        numerator: NonZeroU8::MIN,
        denominator: NonZeroU8::MIN,
    };

    /// The same ratio with the smallest dividers, each over the common divisor.
    fn reduced(self) -> (u8, u8) {
        let common = gcd(self.numerator.get(), self.denominator.get());
        (
            self.numerator.get() / common,
            self.denominator.get() / common,
        )
    }
}

/// The greatest common divisor (Euclid).
#[aux]
fn gcd(a: u8, b: u8) -> u8 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// So many iterations towards the square root, from a power of two that is not below it.
#[aux]
fn root<const ITERATIONS: usize>(square: u16) -> u16 {
    let mut guess = 1 << (u16::BITS - square.leading_zeros()).div_ceil(2);
    for _ in 0..ITERATIONS {
        guess = guess.min((guess + square / guess) / 2);
    }
    guess
}

/// A synthesizer that locks when its ratio was the same for `LOCK` ticks.
#[derive(Debug)]
pub struct Synthesizer<const LOCK: u8, const ITERATIONS: usize> {
    dividers: (u8, u8),
    steady: u8,
    bandwidth: u16,
}

impl<const LOCK: u8, const ITERATIONS: usize> Synthesizer<LOCK, ITERATIONS> {
    /// At the frequency of the reference, not locked.
    pub const fn new() -> Self {
        Synthesizer {
            dividers: (1, 1),
            steady: 0,
            bandwidth: 1,
        }
    }

    fn tune(&mut self, ratio: Ratio) {
        let dividers = ratio.reduced();
        if dividers != self.dividers {
            self.dividers = dividers;
            self.steady = 0;
        } else if !self.is_locked() {
            self.steady += 1;
            if self.is_locked() {
                self.bandwidth = root::<ITERATIONS>(self.product());
            }
        }
    }

    fn is_locked(&self) -> bool {
        self.steady == LOCK
    }

    fn product(&self) -> u16 {
        u16::from(self.dividers.0) * u16::from(self.dividers.1)
    }
}

impl<const LOCK: u8, const ITERATIONS: usize> Default for Synthesizer<LOCK, ITERATIONS> {
    fn default() -> Self {
        Self::new()
    }
}

/// A synthesizer that locks fast and may be a little off.
#[control_loop]
pub fn coarse(synthesizer: &mut Synthesizer<20, COARSE>, ratio: Option<Ratio>) {
    synthesizer.tune(ratio.unwrap_or(Ratio::ONE));
}

/// A synthesizer that takes its time and is exact.
#[control_loop]
pub fn fine(synthesizer: &mut Synthesizer<60, FINE>, ratio: Option<Ratio>) {
    synthesizer.tune(ratio.unwrap_or(Ratio::ONE));
}

/// The bandwidth is at most an eighth too large.
#[monitor(of = coarse)]
fn bandwidth_is_near(synthesizer: &Synthesizer<20, COARSE>) -> bool {
    let least = u32::from(synthesizer.bandwidth) * 8 / 9;
    !synthesizer.is_locked() || least * least <= u32::from(synthesizer.product())
}

/// The bandwidth is the root, rounded down.
#[monitor(of = fine)]
fn bandwidth_is_exact(synthesizer: &Synthesizer<60, FINE>) -> bool {
    let bandwidth = u32::from(synthesizer.bandwidth);
    !synthesizer.is_locked() || bandwidth * bandwidth <= u32::from(synthesizer.product())
}

/// Dividers that were reduced have no divisor left.
#[monitor(of = coarse)]
fn dividers_are_never_both_even(synthesizer: &Synthesizer<20, COARSE>) -> bool {
    let (numerator, denominator) = synthesizer.dividers;
    numerator % 2 == 1 || denominator % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: u8, denominator: u8) -> Option<Ratio> {
        Some(Ratio {
            numerator: NonZeroU8::new(numerator)?,
            denominator: NonZeroU8::new(denominator)?,
        })
    }

    #[test]
    fn equal_ratios_lock() {
        let mut synthesizer = Synthesizer::new();
        for at in 0..=20 {
            coarse(&mut synthesizer, ratio(4 * (at % 2 + 1), 6 * (at % 2 + 1)));
        }
        assert!(synthesizer.is_locked());
        assert_eq!(synthesizer.dividers, (2, 3));
    }

    #[cfg(feature = "repaired")]
    #[test]
    fn roots_are_as_promised() {
        for square in 1..=255 * 255 {
            let exact = square.isqrt();
            assert_eq!(root::<FINE>(square), exact, "{square}");
            let near = u32::from(root::<COARSE>(square)) * 8 / 9;
            assert!(near <= u32::from(exact), "{square}");
        }
    }
}
