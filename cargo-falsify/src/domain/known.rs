//! A set of values, by what all of them have in common.

use crate::term::mask;

/// Bits that are known, bounds of the value read without and with a sign, and its remainder. All of it holds at once,
/// and each part has been made as tight as the others allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    pub width: u32,
    /// Bits that are 0 in every value.
    pub zeros: u128,
    /// Bits that are 1 in every value.
    pub ones: u128,
    /// Bounds of the value read without a sign.
    pub low: u128,
    pub high: u128,
    /// Bounds of the value read with a sign.
    pub least: i128,
    pub most: i128,
    /// The value, read with a sign, differs from `residue` by a multiple of this; 0 if it is the residue.
    pub modulus: u128,
    pub residue: i128,
}

/// The parts may tighten each other by small amounts for long: then it is left at that.
const ROUNDS: u32 = 8;

/// Reading the bits of a width with a sign.
pub(super) fn signed(width: u32, bits: u128) -> i128 {
    ((bits << (128 - width)) as i128) >> (128 - width)
}

pub(super) fn gcd(a: u128, b: u128) -> u128 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

impl Known {
    /// Any value.
    pub fn any(width: u32) -> Known {
        Known {
            width,
            zeros: 0,
            ones: 0,
            low: 0,
            high: mask(width),
            least: i128::MIN >> (128 - width),
            most: i128::MAX >> (128 - width),
            modulus: 1,
            residue: 0,
        }
    }

    pub fn constant(width: u32, bits: u128) -> Known {
        let value = signed(width, bits);
        Known {
            width,
            zeros: !bits & mask(width),
            ones: bits,
            low: bits,
            high: bits,
            least: value,
            most: value,
            modulus: 0,
            residue: value,
        }
    }

    pub fn truth(value: bool) -> Known {
        Known::constant(1, value.into())
    }

    pub fn from_bits(width: u32, zeros: u128, ones: u128) -> Known {
        let any = Known::any(width);
        Known { zeros, ones, ..any }.tight_or_any()
    }

    pub fn between(width: u32, low: u128, high: u128) -> Known {
        let any = Known::any(width);
        Known { low, high, ..any }.tight_or_any()
    }

    /// Bounds with a sign; those that do not fit the width are no bounds.
    pub fn between_signed(width: u32, least: i128, most: i128) -> Known {
        let any = Known::any(width);
        if least < any.least || most > any.most {
            return any;
        }
        Known { least, most, ..any }.tight_or_any()
    }

    /// A set that was computed from sets that are not empty is not empty; if its parts say so, none of them is believed.
    fn tight_or_any(self) -> Known {
        self.tightened().unwrap_or(Known::any(self.width))
    }

    /// The only value, if there is one.
    pub fn value(&self) -> Option<u128> {
        (self.low == self.high).then_some(self.low)
    }

    pub fn contains(&self, bits: u128) -> bool {
        let value = signed(self.width, bits);
        let fits = self.is_remainder(value);
        let bounded = (self.low..=self.high).contains(&bits);
        let bounded = bounded && (self.least..=self.most).contains(&value);
        fits && bounded && bits & self.zeros == 0 && bits & self.ones == self.ones
    }

    /// Values of both; none if there is none.
    pub fn meet(self, other: Known) -> Option<Known> {
        if self == other {
            return Some(self);
        }
        // Of two remainders the one that says more is kept; both together would seldom say more than that.
        let finer = match (self.modulus, other.modulus) {
            (0, _) => self,
            (_, 0) => other,
            (mine, others) if mine >= others => self,
            _ => other,
        };
        let both = Known {
            width: self.width,
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            least: self.least.max(other.least),
            most: self.most.min(other.most),
            modulus: finer.modulus,
            residue: finer.residue,
        };
        both.tightened()
    }

    /// Values of either.
    pub fn join(self, other: Known) -> Known {
        let apart = self.residue.abs_diff(other.residue);
        Known {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            modulus: gcd(gcd(self.modulus, other.modulus), apart),
            residue: self.residue,
        }
        .tight_or_any()
    }

    /// The same with another remainder.
    pub(super) fn with_remainder(self, modulus: u128, residue: i128) -> Known {
        Known {
            modulus,
            residue,
            ..self
        }
        .tight_or_any()
    }

    /// Makes every part as tight as the others allow; none if no value is left.
    pub(super) fn tightened(mut self) -> Option<Known> {
        for _ in 0..ROUNDS {
            let before = self;
            self.bits_and_bounds();
            self.sign();
            self.remainder();
            if !self.is_possible() {
                return None;
            }
            if self == before {
                break;
            }
        }
        Some(self)
    }

    fn is_possible(&self) -> bool {
        self.zeros & self.ones == 0 && self.low <= self.high && self.least <= self.most
    }

    /// Bits bound the value, and where the bounds begin alike, those bits are known.
    fn bits_and_bounds(&mut self) {
        self.low = self.low.max(self.ones);
        self.high = self.high.min(!self.zeros & mask(self.width));
        let differing = 128 - (self.low ^ self.high).leading_zeros();
        let common = mask(self.width) & u128::MAX.checked_shl(differing).unwrap_or(0);
        if self.low <= self.high {
            self.zeros |= !self.low & common;
            self.ones |= self.low & common;
        }
    }

    /// If the sign is known, the two kinds of bounds say the same.
    fn sign(&mut self) {
        let top = 1 << (self.width - 1);
        if self.least >= 0 {
            self.zeros |= top;
        }
        if self.most < 0 {
            self.ones |= top;
        }
        if (self.zeros | self.ones) & top == 0 || self.low > self.high || self.least > self.most {
            return;
        }
        let bits = |value: i128| value as u128 & mask(self.width);
        if self.zeros & top != 0 {
            self.most = self.most.min(signed(self.width, top - 1));
            self.least = self.least.max(0);
            self.high = self.high.min(top - 1);
        } else {
            self.most = self.most.min(-1);
            self.least = self.least.max(signed(self.width, top));
            self.low = self.low.max(top);
        }
        if self.low > self.high || self.least > self.most {
            return;
        }
        self.low = self.low.max(bits(self.least));
        self.high = self.high.min(bits(self.most));
        if self.low <= self.high {
            self.least = self.least.max(signed(self.width, self.low));
            self.most = self.most.min(signed(self.width, self.high));
        }
    }

    /// Bounds are moved to values with the remainder; a power of two in the modulus knows the last bits.
    fn remainder(&mut self) {
        if self.least > self.most {
            return;
        }
        if self.least == self.most {
            let fits = self.is_remainder(self.least);
            (self.modulus, self.residue) = (0, self.least);
            self.low = if fits { self.low } else { mask(self.width) };
            self.high = if fits { self.high } else { 0 };
            return;
        }
        if self.modulus == 0 {
            self.least = self.least.max(self.residue);
            self.most = self.most.min(self.residue);
            return;
        }
        self.take_last_bits();
        let (modulus, residue) = (self.modulus, residue_of(self.residue, self.modulus));
        self.residue = residue;
        // Wider values are left alone: nothing here may overflow.
        if modulus > 1 && modulus < 1 << 100 && self.width < 120 {
            self.least += residue_of(residue - self.least, modulus);
            self.most -= residue_of(self.most - residue, modulus);
        }
    }

    fn is_remainder(&self, value: i128) -> bool {
        match self.modulus {
            0 => value == self.residue,
            modulus => value.abs_diff(self.residue).is_multiple_of(modulus),
        }
    }

    /// Last bits that are known are a remainder, and the other way round.
    fn take_last_bits(&mut self) {
        let known = (self.zeros | self.ones).trailing_ones().min(self.width);
        let twos = self.modulus.trailing_zeros().min(self.width);
        if twos > 0 {
            let last = mask(twos);
            let bits = self.residue as u128 & last;
            self.ones |= bits;
            self.zeros |= !bits & last;
        }
        if known > twos && known < 100 && self.modulus.is_power_of_two() {
            self.modulus = 1 << known;
            self.residue = (self.ones & mask(known)) as i128;
        }
    }
}

/// From 0 to the modulus.
pub(super) fn residue_of(value: i128, modulus: u128) -> i128 {
    match i128::try_from(modulus) {
        Ok(modulus) => value.rem_euclid(modulus),
        Err(_) => value,
    }
}
