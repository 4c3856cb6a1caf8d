//! The inherent methods of `f32` and `f64`: those of core, and of std those that are exactly rounded everywhere.

use crate::cmp::Ordering;
use crate::intrinsics;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FpCategory {
    Nan,
    Infinite,
    Zero,
    Subnormal,
    Normal,
}

macro_rules! float {
    ($t:ident $Bits:ident $Int:ident $bytes:literal $to_bits:ident $from_bits:ident
     $exponent_mask:literal $mantissa_mask:literal $degrees:literal) => {
        impl $t {
            pub const fn is_nan(self) -> bool {
                self != self
            }

            pub const fn is_infinite(self) -> bool {
                self == Self::INFINITY || self == Self::NEG_INFINITY
            }

            pub const fn is_finite(self) -> bool {
                self.abs() < Self::INFINITY
            }

            pub const fn is_subnormal(self) -> bool {
                matches!(self.classify(), FpCategory::Subnormal)
            }

            pub const fn is_normal(self) -> bool {
                matches!(self.classify(), FpCategory::Normal)
            }

            pub const fn classify(self) -> FpCategory {
                let bits = self.to_bits();
                match (bits & $mantissa_mask, bits & $exponent_mask) {
                    (0, $exponent_mask) => FpCategory::Infinite,
                    (_, $exponent_mask) => FpCategory::Nan,
                    (0, 0) => FpCategory::Zero,
                    (_, 0) => FpCategory::Subnormal,
                    _ => FpCategory::Normal,
                }
            }

            pub const fn is_sign_negative(self) -> bool {
                (self.to_bits() as $Int) < 0
            }

            pub const fn is_sign_positive(self) -> bool {
                !self.is_sign_negative()
            }

            pub const fn next_up(self) -> Self {
                let bits = self.to_bits();
                if self.is_nan() || self == Self::INFINITY {
                    self
                } else if self == 0.0 {
                    Self::from_bits(1)
                } else if self > 0.0 {
                    Self::from_bits(bits + 1)
                } else {
                    Self::from_bits(bits - 1)
                }
            }

            pub const fn next_down(self) -> Self {
                -(-self).next_up()
            }

            pub const fn recip(self) -> Self {
                1.0 / self
            }

            pub const fn to_degrees(self) -> Self {
                self * $degrees
            }

            pub const fn to_radians(self) -> Self {
                const RADIANS: $t = crate::$t::consts::PI / 180.0;
                self * RADIANS
            }

            /// The other one if one is NaN. Which of two zeros of different sign comes out is not specified.
            pub const fn max(self, other: Self) -> Self {
                if self.is_nan() || self < other {
                    other
                } else {
                    self
                }
            }

            /// The other one if one is NaN. Which of two zeros of different sign comes out is not specified.
            pub const fn min(self, other: Self) -> Self {
                if self.is_nan() || other < self {
                    other
                } else {
                    self
                }
            }

            #[track_caller]
            pub const fn clamp(self, min: Self, max: Self) -> Self {
                if !(min <= max) {
                    intrinsics::fail_assert()
                }
                if self < min {
                    min
                } else if self > max {
                    max
                } else {
                    self
                }
            }

            pub const fn abs(self) -> Self {
                intrinsics::abs(self)
            }

            pub const fn signum(self) -> Self {
                if self.is_nan() {
                    Self::NAN
                } else {
                    intrinsics::copysign(1.0 as $t, self)
                }
            }

            pub const fn copysign(self, sign: Self) -> Self {
                intrinsics::copysign(self, sign)
            }

            pub const fn to_bits(self) -> $Bits {
                intrinsics::$to_bits(self)
            }

            pub const fn from_bits(v: $Bits) -> Self {
                intrinsics::$from_bits(v)
            }

            pub const fn to_be_bytes(self) -> [u8; $bytes] {
                self.to_bits().to_be_bytes()
            }

            pub const fn to_le_bytes(self) -> [u8; $bytes] {
                self.to_bits().to_le_bytes()
            }

            pub const fn to_ne_bytes(self) -> [u8; $bytes] {
                self.to_bits().to_ne_bytes()
            }

            pub const fn from_be_bytes(bytes: [u8; $bytes]) -> Self {
                Self::from_bits($Bits::from_be_bytes(bytes))
            }

            pub const fn from_le_bytes(bytes: [u8; $bytes]) -> Self {
                Self::from_bits($Bits::from_le_bytes(bytes))
            }

            pub const fn from_ne_bytes(bytes: [u8; $bytes]) -> Self {
                Self::from_bits($Bits::from_ne_bytes(bytes))
            }

            /// Negative numbers order by their bits the wrong way round, so these are turned.
            pub const fn total_cmp(&self, other: &Self) -> Ordering {
                let left = self.to_bits() as $Int;
                let right = other.to_bits() as $Int;
                let left = if left < 0 { left ^ $Int::MAX } else { left };
                let right = if right < 0 { right ^ $Int::MAX } else { right };
                left.cmp(&right)
            }

            pub const fn floor(self) -> Self {
                intrinsics::floor(self)
            }

            pub const fn ceil(self) -> Self {
                intrinsics::ceil(self)
            }

            pub const fn round(self) -> Self {
                intrinsics::round(self)
            }

            pub const fn round_ties_even(self) -> Self {
                intrinsics::round_ties_even(self)
            }

            pub const fn trunc(self) -> Self {
                intrinsics::trunc(self)
            }

            pub const fn fract(self) -> Self {
                self - self.trunc()
            }

            pub fn sqrt(self) -> Self {
                intrinsics::sqrt(self)
            }

            pub fn div_euclid(self, rhs: Self) -> Self {
                let quotient = (self / rhs).trunc();
                if self % rhs >= 0.0 {
                    quotient
                } else if rhs > 0.0 {
                    quotient - 1.0
                } else if rhs < 0.0 {
                    quotient + 1.0
                } else {
                    quotient
                }
            }

            pub fn rem_euclid(self, rhs: Self) -> Self {
                let rest = self % rhs;
                if rest < 0.0 {
                    rest + rhs.abs()
                } else {
                    rest
                }
            }

            pub fn powi(self, n: i32) -> Self {
                let mut exponent = n.unsigned_abs();
                let mut base = self;
                let mut power: Self = 1.0;
                loop {
                    if exponent & 1 == 1 {
                        power *= base;
                    }
                    exponent /= 2;
                    if exponent == 0 {
                        break;
                    }
                    base *= base;
                }
                if n < 0 {
                    1.0 / power
                } else {
                    power
                }
            }
        }
    };
}
float! { f32 u32 i32 4 float_to_bits32 float_from_bits32
0x7f80_0000 0x007f_ffff 57.2957795130823208767981548141051703 }
float! { f64 u64 i64 8 float_to_bits64 float_from_bits64
0x7ff0_0000_0000_0000 0x000f_ffff_ffff_ffff 57.295779513082320876798154814105170 }

impl f32 {
    pub const RADIX: u32 = 2;
    pub const MANTISSA_DIGITS: u32 = 24;
    pub const DIGITS: u32 = 6;
    pub const EPSILON: f32 = 1.19209290e-07;
    pub const MIN: f32 = -3.40282347e+38;
    pub const MIN_POSITIVE: f32 = 1.17549435e-38;
    pub const MAX: f32 = 3.40282347e+38;
    pub const MIN_EXP: i32 = -125;
    pub const MAX_EXP: i32 = 128;
    pub const MIN_10_EXP: i32 = -37;
    pub const MAX_10_EXP: i32 = 38;
    pub const NAN: f32 = 0.0 / 0.0;
    pub const INFINITY: f32 = 1.0 / 0.0;
    pub const NEG_INFINITY: f32 = -1.0 / 0.0;

    pub const fn midpoint(self, other: f32) -> f32 {
        ((self as f64 + other as f64) / 2.0) as f32
    }
}

impl f64 {
    pub const RADIX: u32 = 2;
    pub const MANTISSA_DIGITS: u32 = 53;
    pub const DIGITS: u32 = 15;
    pub const EPSILON: f64 = 2.2204460492503131e-16;
    pub const MIN: f64 = -1.7976931348623157e+308;
    pub const MIN_POSITIVE: f64 = 2.2250738585072014e-308;
    pub const MAX: f64 = 1.7976931348623157e+308;
    pub const MIN_EXP: i32 = -1021;
    pub const MAX_EXP: i32 = 1024;
    pub const MIN_10_EXP: i32 = -307;
    pub const MAX_10_EXP: i32 = 308;
    pub const NAN: f64 = 0.0 / 0.0;
    pub const INFINITY: f64 = 1.0 / 0.0;
    pub const NEG_INFINITY: f64 = -1.0 / 0.0;

    /// Halves before adding only where the sum could overflow.
    pub const fn midpoint(self, other: f64) -> f64 {
        let low = f64::MIN_POSITIVE * 2.0;
        let high = f64::MAX / 2.0;
        if self.abs() <= high && other.abs() <= high {
            (self + other) / 2.0
        } else if self.abs() < low {
            self + other / 2.0
        } else if other.abs() < low {
            self / 2.0 + other
        } else {
            self / 2.0 + other / 2.0
        }
    }
}
