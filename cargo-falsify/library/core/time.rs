//! `core::time`.

use crate::fmt;
use crate::intrinsics;
use crate::iter::Sum;
use crate::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};

const NANOS_PER_SEC: u32 = 1_000_000_000;
const NANOS_PER_MILLI: u32 = 1_000_000;
const NANOS_PER_MICRO: u32 = 1_000;
const MILLIS_PER_SEC: u64 = 1_000;
const MICROS_PER_SEC: u64 = 1_000_000;

/// `nanos` is always below a second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Duration {
    secs: u64,
    nanos: u32,
}

impl Duration {
    pub const SECOND: Duration = Duration { secs: 1, nanos: 0 };
    pub const MILLISECOND: Duration = Duration { secs: 0, nanos: NANOS_PER_MILLI };
    pub const MICROSECOND: Duration = Duration { secs: 0, nanos: NANOS_PER_MICRO };
    pub const NANOSECOND: Duration = Duration { secs: 0, nanos: 1 };
    pub const ZERO: Duration = Duration { secs: 0, nanos: 0 };
    pub const MAX: Duration = Duration { secs: u64::MAX, nanos: NANOS_PER_SEC - 1 };

    #[track_caller]
    pub const fn new(secs: u64, nanos: u32) -> Duration {
        match secs.checked_add((nanos / NANOS_PER_SEC) as u64) {
            Some(secs) => Duration { secs, nanos: nanos % NANOS_PER_SEC },
            None => intrinsics::fail_expect(),
        }
    }

    pub const fn from_secs(secs: u64) -> Duration {
        Duration { secs, nanos: 0 }
    }

    pub const fn from_millis(millis: u64) -> Duration {
        let nanos = (millis % MILLIS_PER_SEC) as u32 * NANOS_PER_MILLI;
        Duration { secs: millis / MILLIS_PER_SEC, nanos }
    }

    pub const fn from_micros(micros: u64) -> Duration {
        let nanos = (micros % MICROS_PER_SEC) as u32 * NANOS_PER_MICRO;
        Duration { secs: micros / MICROS_PER_SEC, nanos }
    }

    pub const fn from_nanos(nanos: u64) -> Duration {
        Duration { secs: nanos / (NANOS_PER_SEC as u64), nanos: (nanos % (NANOS_PER_SEC as u64)) as u32 }
    }

    #[track_caller]
    pub const fn from_mins(mins: u64) -> Duration {
        match mins.checked_mul(60) {
            Some(secs) => Duration { secs, nanos: 0 },
            None => intrinsics::fail_library(),
        }
    }

    #[track_caller]
    pub const fn from_hours(hours: u64) -> Duration {
        match hours.checked_mul(3600) {
            Some(secs) => Duration { secs, nanos: 0 },
            None => intrinsics::fail_library(),
        }
    }

    pub const fn is_zero(&self) -> bool {
        self.secs == 0 && self.nanos == 0
    }

    pub const fn as_secs(&self) -> u64 {
        self.secs
    }

    pub const fn subsec_millis(&self) -> u32 {
        self.nanos / NANOS_PER_MILLI
    }

    pub const fn subsec_micros(&self) -> u32 {
        self.nanos / NANOS_PER_MICRO
    }

    pub const fn subsec_nanos(&self) -> u32 {
        self.nanos
    }

    pub const fn as_millis(&self) -> u128 {
        self.secs as u128 * MILLIS_PER_SEC as u128 + self.subsec_millis() as u128
    }

    pub const fn as_micros(&self) -> u128 {
        self.secs as u128 * MICROS_PER_SEC as u128 + self.subsec_micros() as u128
    }

    pub const fn as_nanos(&self) -> u128 {
        self.secs as u128 * NANOS_PER_SEC as u128 + self.nanos as u128
    }

    pub const fn abs_diff(self, other: Duration) -> Duration {
        match self.checked_sub(other) {
            Some(difference) => difference,
            None => other.saturating_sub(self),
        }
    }

    pub const fn checked_add(self, rhs: Duration) -> Option<Duration> {
        let nanos = self.nanos + rhs.nanos;
        let carry = nanos >= NANOS_PER_SEC;
        let nanos = if carry { nanos - NANOS_PER_SEC } else { nanos };
        match self.secs.checked_add(rhs.secs) {
            Some(secs) => match secs.checked_add(carry as u64) {
                Some(secs) => Some(Duration { secs, nanos }),
                None => None,
            },
            None => None,
        }
    }

    pub const fn saturating_add(self, rhs: Duration) -> Duration {
        match self.checked_add(rhs) {
            Some(sum) => sum,
            None => Duration::MAX,
        }
    }

    pub const fn checked_sub(self, rhs: Duration) -> Option<Duration> {
        let borrow = self.nanos < rhs.nanos;
        let nanos = if borrow { self.nanos + NANOS_PER_SEC - rhs.nanos } else { self.nanos - rhs.nanos };
        match self.secs.checked_sub(rhs.secs) {
            Some(secs) => match secs.checked_sub(borrow as u64) {
                Some(secs) => Some(Duration { secs, nanos }),
                None => None,
            },
            None => None,
        }
    }

    pub const fn saturating_sub(self, rhs: Duration) -> Duration {
        match self.checked_sub(rhs) {
            Some(difference) => difference,
            None => Duration::ZERO,
        }
    }

    pub const fn checked_mul(self, rhs: u32) -> Option<Duration> {
        let total = self.nanos as u64 * rhs as u64;
        let carry = total / (NANOS_PER_SEC as u64);
        let nanos = (total % (NANOS_PER_SEC as u64)) as u32;
        match self.secs.checked_mul(rhs as u64) {
            Some(secs) => match secs.checked_add(carry) {
                Some(secs) => Some(Duration { secs, nanos }),
                None => None,
            },
            None => None,
        }
    }

    pub const fn saturating_mul(self, rhs: u32) -> Duration {
        match self.checked_mul(rhs) {
            Some(product) => product,
            None => Duration::MAX,
        }
    }

    pub const fn checked_div(self, rhs: u32) -> Option<Duration> {
        if rhs == 0 {
            return None;
        }
        let secs = self.secs / (rhs as u64);
        let rest = self.secs % (rhs as u64);
        let nanos = (rest * NANOS_PER_SEC as u64 + self.nanos as u64) / (rhs as u64);
        Some(Duration { secs, nanos: nanos as u32 })
    }

    pub const fn as_secs_f64(&self) -> f64 {
        self.secs as f64 + self.nanos as f64 / NANOS_PER_SEC as f64
    }

    pub const fn as_secs_f32(&self) -> f32 {
        self.secs as f32 + self.nanos as f32 / NANOS_PER_SEC as f32
    }

    #[track_caller]
    pub fn from_secs_f64(secs: f64) -> Duration {
        match Duration::try_from_secs_f64(secs) {
            Ok(duration) => duration,
            Err(_) => intrinsics::fail_library(),
        }
    }

    #[track_caller]
    pub fn from_secs_f32(secs: f32) -> Duration {
        match Duration::try_from_secs_f32(secs) {
            Ok(duration) => duration,
            Err(_) => intrinsics::fail_library(),
        }
    }

    pub fn try_from_secs_f64(secs: f64) -> Result<Duration, TryFromFloatSecsError> {
        if secs < 0.0 {
            return Err(TryFromFloatSecsError { kind: TryFromFloatSecsErrorKind::Negative });
        }
        let bits = secs.to_bits();
        let exponent = (bits >> 52) as i32 & 0x7ff;
        let mantissa = bits & 0x000f_ffff_ffff_ffff | 1 << 52;
        from_binary(mantissa, exponent - 1023 - 52, exponent == 0, exponent == 0x7ff)
    }

    pub fn try_from_secs_f32(secs: f32) -> Result<Duration, TryFromFloatSecsError> {
        if secs < 0.0 {
            return Err(TryFromFloatSecsError { kind: TryFromFloatSecsErrorKind::Negative });
        }
        let bits = secs.to_bits();
        let exponent = (bits >> 23) as i32 & 0xff;
        let mantissa = bits & 0x007f_ffff | 1 << 23;
        from_binary(mantissa as u64, exponent - 127 - 23, exponent == 0, exponent == 0xff)
    }

    #[track_caller]
    pub fn mul_f64(self, rhs: f64) -> Duration {
        Duration::from_secs_f64(rhs * self.as_secs_f64())
    }

    #[track_caller]
    pub fn mul_f32(self, rhs: f32) -> Duration {
        Duration::from_secs_f32(rhs * self.as_secs_f32())
    }

    #[track_caller]
    pub fn div_f64(self, rhs: f64) -> Duration {
        Duration::from_secs_f64(self.as_secs_f64() / rhs)
    }

    #[track_caller]
    pub fn div_f32(self, rhs: f32) -> Duration {
        Duration::from_secs_f32(self.as_secs_f32() / rhs)
    }

    pub const fn div_duration_f64(self, rhs: Duration) -> f64 {
        let left = self.secs as f64 * NANOS_PER_SEC as f64 + self.nanos as f64;
        let right = rhs.secs as f64 * NANOS_PER_SEC as f64 + rhs.nanos as f64;
        left / right
    }

    pub const fn div_duration_f32(self, rhs: Duration) -> f32 {
        let left = self.secs as f32 * NANOS_PER_SEC as f32 + self.nanos as f32;
        let right = rhs.secs as f32 * NANOS_PER_SEC as f32 + rhs.nanos as f32;
        left / right
    }
}

/// `mantissa * 2^exponent` seconds to the nearest nanosecond, ties to even. What is below the least normal number
/// (`tiny`) rounds to zero; infinities and NaN (`special`) do not fit.
fn from_binary(mantissa: u64, exponent: i32, tiny: bool, special: bool) -> Result<Duration, TryFromFloatSecsError> {
    let overflow = Err(TryFromFloatSecsError { kind: TryFromFloatSecsErrorKind::OverflowOrNan });
    if special {
        return overflow;
    }
    if tiny || exponent < -90 {
        return Ok(Duration::ZERO);
    }
    if exponent >= 0 {
        if exponent as u32 > mantissa.leading_zeros() {
            return overflow;
        }
        return Ok(Duration::from_secs(mantissa << exponent));
    }
    let point = -exponent as u32;
    let mantissa = mantissa as u128;
    let secs = (mantissa >> point) as u64;
    let fraction = mantissa & ((1 << point) - 1);
    let scaled = fraction * NANOS_PER_SEC as u128;
    let nanos = (scaled >> point) as u32;
    let rest = scaled & ((1 << point) - 1);
    let half: u128 = 1 << (point - 1);
    let up = rest > half || rest == half && nanos & 1 == 1;
    let nanos = if up { nanos + 1 } else { nanos };
    if nanos < NANOS_PER_SEC {
        return Ok(Duration { secs, nanos });
    }
    match secs.checked_add(1) {
        Some(secs) => Ok(Duration { secs, nanos: 0 }),
        None => overflow,
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TryFromFloatSecsError {
    kind: TryFromFloatSecsErrorKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum TryFromFloatSecsErrorKind {
    Negative,
    OverflowOrNan,
}

impl fmt::Display for TryFromFloatSecsError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl fmt::Debug for Duration {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl Add for Duration {
    type Output = Duration;

    #[track_caller]
    fn add(self, rhs: Duration) -> Duration {
        match self.checked_add(rhs) {
            Some(sum) => sum,
            None => intrinsics::fail_expect(),
        }
    }
}

impl AddAssign for Duration {
    #[track_caller]
    fn add_assign(&mut self, rhs: Duration) {
        *self = *self + rhs;
    }
}

impl Sub for Duration {
    type Output = Duration;

    #[track_caller]
    fn sub(self, rhs: Duration) -> Duration {
        match self.checked_sub(rhs) {
            Some(difference) => difference,
            None => intrinsics::fail_expect(),
        }
    }
}

impl SubAssign for Duration {
    #[track_caller]
    fn sub_assign(&mut self, rhs: Duration) {
        *self = *self - rhs;
    }
}

impl Mul<u32> for Duration {
    type Output = Duration;

    #[track_caller]
    fn mul(self, rhs: u32) -> Duration {
        match self.checked_mul(rhs) {
            Some(product) => product,
            None => intrinsics::fail_expect(),
        }
    }
}

impl Mul<Duration> for u32 {
    type Output = Duration;

    #[track_caller]
    fn mul(self, rhs: Duration) -> Duration {
        rhs * self
    }
}

impl MulAssign<u32> for Duration {
    #[track_caller]
    fn mul_assign(&mut self, rhs: u32) {
        *self = *self * rhs;
    }
}

impl Div<u32> for Duration {
    type Output = Duration;

    #[track_caller]
    fn div(self, rhs: u32) -> Duration {
        match self.checked_div(rhs) {
            Some(quotient) => quotient,
            None => intrinsics::fail_expect(),
        }
    }
}

impl DivAssign<u32> for Duration {
    #[track_caller]
    fn div_assign(&mut self, rhs: u32) {
        *self = *self / rhs;
    }
}

impl Sum for Duration {
    fn sum<I: Iterator<Item = Duration>>(iter: I) -> Duration {
        iter.fold(Duration::ZERO, |a, b| a + b)
    }
}

impl<'a> Sum<&'a Duration> for Duration {
    fn sum<I: Iterator<Item = &'a Duration>>(iter: I) -> Duration {
        iter.fold(Duration::ZERO, |a, b| a + *b)
    }
}
