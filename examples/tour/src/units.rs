//! Quantities as types of their own, so that they do not mix.
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// A temperature in sixteenths of a degree, as the sensor gives it. Sums stop at the ends of what it can hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Celsius(i16);

impl Celsius {
    /// From sixteenths of a degree.
    pub const fn from_sixteenths(sixteenths: i16) -> Self {
        Self(sixteenths)
    }

    /// In sixteenths of a degree.
    pub const fn sixteenths(self) -> i16 {
        self.0
    }

    /// How far apart two temperatures are.
    pub fn distance(self, other: Self) -> Self {
        let difference = self - other;
        if difference < Self::default() {
            -difference
        } else {
            difference
        }
    }
}

impl From<i8> for Celsius {
    fn from(degrees: i8) -> Self {
        Self(i16::from(degrees) * 16)
    }
}

impl Add for Celsius {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Celsius {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Celsius {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Celsius {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl Mul<i16> for Celsius {
    type Output = Self;

    fn mul(self, factor: i16) -> Self {
        Self(self.0.saturating_mul(factor))
    }
}

impl Div<core::num::NonZeroU8> for Celsius {
    type Output = Self;

    fn div(self, parts: core::num::NonZeroU8) -> Self {
        Self(self.0 / i16::from(parts.get()))
    }
}

/// A share from 0 to 100.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percent(u8);

/// The number is no percentage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange(pub u8);

impl Percent {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// All of it.
    pub const FULL: Self = Self(100);

    /// As a number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// At most all of it.
    pub fn saturating(number: u8) -> Self {
        Self(number.min(Self::FULL.0))
    }

    /// A step from here towards a goal, of at most `most`.
    pub fn towards(self, goal: Self, most: u8) -> Self {
        let lowest = self.0.saturating_sub(most);
        let highest = self.0.saturating_add(most);
        Self(goal.0.clamp(lowest, highest))
    }
}

impl TryFrom<u8> for Percent {
    type Error = OutOfRange;

    fn try_from(number: u8) -> Result<Self, OutOfRange> {
        match number {
            0..=100 => Ok(Self(number)),
            _ => Err(OutOfRange(number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::num::NonZeroU8;

    #[test]
    fn temperatures_stop_at_their_ends() {
        let highest = Celsius::from_sixteenths(i16::MAX);
        assert_eq!(highest + Celsius::from(1), highest);
        assert_eq!(
            Celsius::from_sixteenths(i16::MIN).distance(Celsius::from(1)),
            highest
        );
        assert_eq!(Celsius::from(3) * 2 - Celsius::from(7), -Celsius::from(1));
        assert_eq!(Celsius::from(6) / NonZeroU8::MIN, Celsius::from(6));
    }

    #[test]
    fn percentages_end_at_a_hundred() {
        assert_eq!(Percent::try_from(100), Ok(Percent::FULL));
        assert_eq!(Percent::try_from(101), Err(OutOfRange(101)));
        assert_eq!(Percent::saturating(200), Percent::FULL);
    }

    #[test]
    fn steps_are_limited_both_ways() {
        let half = Percent::saturating(50);
        assert_eq!(half.towards(Percent::FULL, 5).get(), 55);
        assert_eq!(half.towards(Percent::ZERO, 5).get(), 45);
        assert_eq!(half.towards(Percent::saturating(52), 5).get(), 52);
    }
}
