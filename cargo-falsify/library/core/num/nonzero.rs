//! `NonZero` and its aliases.

use crate::convert::TryFrom;
use crate::fmt;
use crate::intrinsics;
use crate::num::TryFromIntError;
use crate::ops::{BitOr, Div, Rem};

pub trait ZeroablePrimitive: Copy {
    /// Whether the value is the one that `NonZero` excludes.
    fn is_zero(self) -> bool;
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NonZero<T: ZeroablePrimitive>(T);

pub type NonZeroU8 = NonZero<u8>;
pub type NonZeroU16 = NonZero<u16>;
pub type NonZeroU32 = NonZero<u32>;
pub type NonZeroU64 = NonZero<u64>;
pub type NonZeroU128 = NonZero<u128>;
pub type NonZeroUsize = NonZero<usize>;
pub type NonZeroI8 = NonZero<i8>;
pub type NonZeroI16 = NonZero<i16>;
pub type NonZeroI32 = NonZero<i32>;
pub type NonZeroI64 = NonZero<i64>;
pub type NonZeroI128 = NonZero<i128>;
pub type NonZeroIsize = NonZero<isize>;

impl<T: ZeroablePrimitive> NonZero<T> {
    pub const fn new(n: T) -> Option<Self> {
        if n.is_zero() {
            None
        } else {
            Some(NonZero(n))
        }
    }

    /// Undefined in Rust for zero; a panic here, so that it is found.
    #[track_caller]
    pub const unsafe fn new_unchecked(n: T) -> Self {
        if n.is_zero() {
            intrinsics::fail_assert()
        }
        NonZero(n)
    }

    pub const fn get(self) -> T {
        self.0
    }
}

impl<T: ZeroablePrimitive + fmt::Debug> fmt::Debug for NonZero<T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<T: ZeroablePrimitive + fmt::Display> fmt::Display for NonZero<T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

macro_rules! nonzero {
    ($($t:ident)*) => { $(
        impl ZeroablePrimitive for $t {
            fn is_zero(self) -> bool {
                self == 0
            }
        }

        impl From<NonZero<$t>> for $t {
            fn from(nonzero: NonZero<$t>) -> $t {
                nonzero.0
            }
        }

        impl TryFrom<$t> for NonZero<$t> {
            type Error = TryFromIntError;

            fn try_from(value: $t) -> Result<Self, TryFromIntError> {
                match NonZero::new(value) {
                    Some(nonzero) => Ok(nonzero),
                    None => Err(TryFromIntError(())),
                }
            }
        }

        impl BitOr for NonZero<$t> {
            type Output = Self;

            fn bitor(self, rhs: Self) -> Self {
                NonZero(self.0 | rhs.0)
            }
        }

        impl BitOr<$t> for NonZero<$t> {
            type Output = Self;

            fn bitor(self, rhs: $t) -> Self {
                NonZero(self.0 | rhs)
            }
        }

        impl NonZero<$t> {
            pub const BITS: u32 = $t::BITS;

            pub const fn leading_zeros(self) -> u32 {
                self.0.leading_zeros()
            }

            pub const fn trailing_zeros(self) -> u32 {
                self.0.trailing_zeros()
            }

            pub const fn count_ones(self) -> NonZero<u32> {
                NonZero(self.0.count_ones())
            }

            pub const fn checked_mul(self, other: Self) -> Option<Self> {
                match self.0.checked_mul(other.0) {
                    Some(product) => Some(NonZero(product)),
                    None => None,
                }
            }

            pub const fn saturating_mul(self, other: Self) -> Self {
                NonZero(self.0.saturating_mul(other.0))
            }

            pub const fn checked_pow(self, other: u32) -> Option<Self> {
                match self.0.checked_pow(other) {
                    Some(power) => Some(NonZero(power)),
                    None => None,
                }
            }

            pub const fn saturating_pow(self, other: u32) -> Self {
                NonZero(self.0.saturating_pow(other))
            }
        }
    )* };
}
nonzero! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

macro_rules! unsigned {
    ($($t:ident)*) => { $(
        impl NonZero<$t> {
            pub const MIN: Self = NonZero(1);
            pub const MAX: Self = NonZero($t::MAX);

            pub const fn checked_add(self, other: $t) -> Option<Self> {
                match self.0.checked_add(other) {
                    Some(sum) => Some(NonZero(sum)),
                    None => None,
                }
            }

            pub const fn saturating_add(self, other: $t) -> Self {
                NonZero(self.0.saturating_add(other))
            }

            pub const fn checked_next_power_of_two(self) -> Option<Self> {
                match self.0.checked_next_power_of_two() {
                    Some(power) => Some(NonZero(power)),
                    None => None,
                }
            }

            pub const fn is_power_of_two(self) -> bool {
                self.0.is_power_of_two()
            }

            pub const fn ilog2(self) -> u32 {
                self.0.ilog2()
            }

            pub const fn ilog10(self) -> u32 {
                self.0.ilog10()
            }

            pub const fn isqrt(self) -> Self {
                NonZero(self.0.isqrt())
            }

            pub const fn div_ceil(self, rhs: Self) -> Self {
                NonZero(self.0.div_ceil(rhs.0))
            }
        }

        impl Div<NonZero<$t>> for $t {
            type Output = $t;

            fn div(self, other: NonZero<$t>) -> $t {
                intrinsics::unchecked_div(self, other.0)
            }
        }

        impl Rem<NonZero<$t>> for $t {
            type Output = $t;

            fn rem(self, other: NonZero<$t>) -> $t {
                intrinsics::unchecked_rem(self, other.0)
            }
        }
    )* };
}
unsigned! { u8 u16 u32 u64 u128 usize }

macro_rules! signed {
    ($($t:ident $Unsigned:ident;)*) => { $(
        impl NonZero<$t> {
            pub const MIN: Self = NonZero($t::MIN);
            pub const MAX: Self = NonZero($t::MAX);

            pub const fn abs(self) -> Self {
                NonZero(self.0.abs())
            }

            pub const fn checked_abs(self) -> Option<Self> {
                match self.0.checked_abs() {
                    Some(value) => Some(NonZero(value)),
                    None => None,
                }
            }

            pub const fn wrapping_abs(self) -> Self {
                NonZero(self.0.wrapping_abs())
            }

            pub const fn saturating_abs(self) -> Self {
                NonZero(self.0.saturating_abs())
            }

            pub const fn unsigned_abs(self) -> NonZero<$Unsigned> {
                NonZero(self.0.unsigned_abs())
            }

            pub const fn is_positive(self) -> bool {
                self.0 > 0
            }

            pub const fn is_negative(self) -> bool {
                self.0 < 0
            }

            pub const fn checked_neg(self) -> Option<Self> {
                match self.0.checked_neg() {
                    Some(value) => Some(NonZero(value)),
                    None => None,
                }
            }

            pub const fn wrapping_neg(self) -> Self {
                NonZero(self.0.wrapping_neg())
            }
        }
    )* };
}
signed! {
    i8 u8;
    i16 u16;
    i32 u32;
    i64 u64;
    i128 u128;
    isize usize;
}

macro_rules! lossless {
    ($($from:ty => $($to:ty)*;)*) => { $( $(
        impl From<NonZero<$from>> for NonZero<$to> {
            fn from(small: NonZero<$from>) -> NonZero<$to> {
                NonZero(small.0 as $to)
            }
        }
    )* )* };
}
lossless! {
    u8 => u16 u32 u64 u128 usize i16 i32 i64 i128 isize;
    u16 => u32 u64 u128 usize i32 i64 i128;
    u32 => u64 u128 i64 i128;
    u64 => u128 i128;
    i8 => i16 i32 i64 i128 isize;
    i16 => i32 i64 i128 isize;
    i32 => i64 i128;
    i64 => i128;
}
