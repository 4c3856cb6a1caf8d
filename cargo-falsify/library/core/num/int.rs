//! The inherent methods of the integer types. The byte order is little-endian, as on every target we model.

use crate::intrinsics;

/// The way from a checked operation to the one that panics.
#[track_caller]
const fn or_overflow<T>(checked: Option<T>) -> T {
    match checked {
        Some(value) => value,
        None => intrinsics::fail_overflow(),
    }
}

/// What signed and unsigned types have in common.
macro_rules! integer {
    ($t:ident, $Unsigned:ident, $bytes:expr) => {
        impl $t {
            pub const BITS: u32 = intrinsics::ctpop(!(0 as $Unsigned));

            pub const fn min_value() -> Self {
                Self::MIN
            }

            pub const fn max_value() -> Self {
                Self::MAX
            }

            pub const fn count_ones(self) -> u32 {
                intrinsics::ctpop(self)
            }

            pub const fn count_zeros(self) -> u32 {
                intrinsics::ctpop(!self)
            }

            pub const fn leading_zeros(self) -> u32 {
                intrinsics::ctlz(self)
            }

            pub const fn trailing_zeros(self) -> u32 {
                intrinsics::cttz(self)
            }

            pub const fn leading_ones(self) -> u32 {
                intrinsics::ctlz(!self)
            }

            pub const fn trailing_ones(self) -> u32 {
                intrinsics::cttz(!self)
            }

            pub const fn rotate_left(self, n: u32) -> Self {
                intrinsics::rotate_left(self, n)
            }

            pub const fn rotate_right(self, n: u32) -> Self {
                intrinsics::rotate_right(self, n)
            }

            pub const fn swap_bytes(self) -> Self {
                intrinsics::bswap(self)
            }

            pub const fn reverse_bits(self) -> Self {
                intrinsics::bitreverse(self)
            }

            pub const fn from_be(x: Self) -> Self {
                intrinsics::bswap(x)
            }

            pub const fn from_le(x: Self) -> Self {
                x
            }

            pub const fn to_be(self) -> Self {
                intrinsics::bswap(self)
            }

            pub const fn to_le(self) -> Self {
                self
            }

            pub const fn to_le_bytes(self) -> [u8; $bytes] {
                let mut bytes = [0; $bytes];
                let mut i = 0;
                while i < $bytes {
                    bytes[i] = intrinsics::unchecked_shr(self, 8 * (i as u32)) as u8;
                    i += 1;
                }
                bytes
            }

            pub const fn to_be_bytes(self) -> [u8; $bytes] {
                self.to_be().to_le_bytes()
            }

            pub const fn to_ne_bytes(self) -> [u8; $bytes] {
                self.to_le_bytes()
            }

            pub const fn from_le_bytes(bytes: [u8; $bytes]) -> Self {
                let mut value: Self = 0;
                let mut i = 0;
                while i < $bytes {
                    value = value | intrinsics::unchecked_shl(bytes[i] as Self, 8 * (i as u32));
                    i += 1;
                }
                value
            }

            pub const fn from_be_bytes(bytes: [u8; $bytes]) -> Self {
                Self::from_be(Self::from_le_bytes(bytes))
            }

            pub const fn from_ne_bytes(bytes: [u8; $bytes]) -> Self {
                Self::from_le_bytes(bytes)
            }

            pub const fn checked_add(self, rhs: Self) -> Option<Self> {
                let (value, overflow) = intrinsics::overflowing_add(self, rhs);
                if overflow {
                    None
                } else {
                    Some(value)
                }
            }

            pub const fn checked_sub(self, rhs: Self) -> Option<Self> {
                let (value, overflow) = intrinsics::overflowing_sub(self, rhs);
                if overflow {
                    None
                } else {
                    Some(value)
                }
            }

            pub const fn checked_mul(self, rhs: Self) -> Option<Self> {
                let (value, overflow) = intrinsics::overflowing_mul(self, rhs);
                if overflow {
                    None
                } else {
                    Some(value)
                }
            }

            pub const fn checked_div(self, rhs: Self) -> Option<Self> {
                if rhs == 0 || Self::division_overflows(self, rhs) {
                    None
                } else {
                    Some(intrinsics::unchecked_div(self, rhs))
                }
            }

            pub const fn checked_rem(self, rhs: Self) -> Option<Self> {
                if rhs == 0 || Self::division_overflows(self, rhs) {
                    None
                } else {
                    Some(intrinsics::unchecked_rem(self, rhs))
                }
            }

            pub const fn checked_div_euclid(self, rhs: Self) -> Option<Self> {
                if rhs == 0 || Self::division_overflows(self, rhs) {
                    None
                } else {
                    Some(self.div_euclid(rhs))
                }
            }

            pub const fn checked_rem_euclid(self, rhs: Self) -> Option<Self> {
                if rhs == 0 || Self::division_overflows(self, rhs) {
                    None
                } else {
                    Some(self.rem_euclid(rhs))
                }
            }

            pub const fn checked_neg(self) -> Option<Self> {
                let (value, overflow) = self.overflowing_neg();
                if overflow {
                    None
                } else {
                    Some(value)
                }
            }

            pub const fn checked_shl(self, rhs: u32) -> Option<Self> {
                if rhs < Self::BITS {
                    Some(intrinsics::unchecked_shl(self, rhs))
                } else {
                    None
                }
            }

            pub const fn checked_shr(self, rhs: u32) -> Option<Self> {
                if rhs < Self::BITS {
                    Some(intrinsics::unchecked_shr(self, rhs))
                } else {
                    None
                }
            }

            pub const fn checked_pow(self, mut exp: u32) -> Option<Self> {
                if exp == 0 {
                    return Some(1);
                }
                let mut base = self;
                let mut acc: Self = 1;
                loop {
                    if exp & 1 == 1 {
                        match acc.checked_mul(base) {
                            Some(product) => acc = product,
                            None => return None,
                        }
                        if exp == 1 {
                            return Some(acc);
                        }
                    }
                    exp /= 2;
                    match base.checked_mul(base) {
                        Some(square) => base = square,
                        None => return None,
                    }
                }
            }

            pub const fn wrapping_add(self, rhs: Self) -> Self {
                intrinsics::wrapping_add(self, rhs)
            }

            pub const fn wrapping_sub(self, rhs: Self) -> Self {
                intrinsics::wrapping_sub(self, rhs)
            }

            pub const fn wrapping_mul(self, rhs: Self) -> Self {
                intrinsics::wrapping_mul(self, rhs)
            }

            #[track_caller]
            pub const fn wrapping_div(self, rhs: Self) -> Self {
                self.overflowing_div(rhs).0
            }

            #[track_caller]
            pub const fn wrapping_rem(self, rhs: Self) -> Self {
                self.overflowing_rem(rhs).0
            }

            #[track_caller]
            pub const fn wrapping_div_euclid(self, rhs: Self) -> Self {
                self.overflowing_div_euclid(rhs).0
            }

            #[track_caller]
            pub const fn wrapping_rem_euclid(self, rhs: Self) -> Self {
                self.overflowing_rem_euclid(rhs).0
            }

            pub const fn wrapping_neg(self) -> Self {
                intrinsics::wrapping_sub(0 as Self, self)
            }

            pub const fn wrapping_shl(self, rhs: u32) -> Self {
                intrinsics::unchecked_shl(self, rhs & (Self::BITS - 1))
            }

            pub const fn wrapping_shr(self, rhs: u32) -> Self {
                intrinsics::unchecked_shr(self, rhs & (Self::BITS - 1))
            }

            pub const fn wrapping_pow(self, exp: u32) -> Self {
                self.overflowing_pow(exp).0
            }

            pub const fn overflowing_add(self, rhs: Self) -> (Self, bool) {
                intrinsics::overflowing_add(self, rhs)
            }

            pub const fn overflowing_sub(self, rhs: Self) -> (Self, bool) {
                intrinsics::overflowing_sub(self, rhs)
            }

            pub const fn overflowing_mul(self, rhs: Self) -> (Self, bool) {
                intrinsics::overflowing_mul(self, rhs)
            }

            #[track_caller]
            pub const fn overflowing_div(self, rhs: Self) -> (Self, bool) {
                if Self::division_overflows(self, rhs) {
                    (self, true)
                } else {
                    (self / rhs, false)
                }
            }

            #[track_caller]
            pub const fn overflowing_rem(self, rhs: Self) -> (Self, bool) {
                if Self::division_overflows(self, rhs) {
                    (0, true)
                } else {
                    (self % rhs, false)
                }
            }

            #[track_caller]
            pub const fn overflowing_div_euclid(self, rhs: Self) -> (Self, bool) {
                if Self::division_overflows(self, rhs) {
                    (self, true)
                } else {
                    (self.div_euclid(rhs), false)
                }
            }

            #[track_caller]
            pub const fn overflowing_rem_euclid(self, rhs: Self) -> (Self, bool) {
                if Self::division_overflows(self, rhs) {
                    (0, true)
                } else {
                    (self.rem_euclid(rhs), false)
                }
            }

            pub const fn overflowing_shl(self, rhs: u32) -> (Self, bool) {
                (self.wrapping_shl(rhs), rhs >= Self::BITS)
            }

            pub const fn overflowing_shr(self, rhs: u32) -> (Self, bool) {
                (self.wrapping_shr(rhs), rhs >= Self::BITS)
            }

            pub const fn overflowing_pow(self, mut exp: u32) -> (Self, bool) {
                if exp == 0 {
                    return (1, false);
                }
                let mut base = self;
                let mut acc: Self = 1;
                let mut overflow = false;
                loop {
                    if exp & 1 == 1 {
                        let (product, over) = acc.overflowing_mul(base);
                        acc = product;
                        overflow |= over;
                        if exp == 1 {
                            return (acc, overflow);
                        }
                    }
                    exp /= 2;
                    let (square, over) = base.overflowing_mul(base);
                    base = square;
                    overflow |= over;
                }
            }

            pub const fn saturating_add(self, rhs: Self) -> Self {
                intrinsics::saturating_add(self, rhs)
            }

            pub const fn saturating_sub(self, rhs: Self) -> Self {
                intrinsics::saturating_sub(self, rhs)
            }

            pub const fn unbounded_shl(self, rhs: u32) -> Self {
                if rhs < Self::BITS {
                    intrinsics::unchecked_shl(self, rhs)
                } else {
                    0
                }
            }

            pub const fn unbounded_shr(self, rhs: u32) -> Self {
                if rhs < Self::BITS {
                    intrinsics::unchecked_shr(self, rhs)
                } else {
                    intrinsics::unchecked_shr(intrinsics::unchecked_shr(self, Self::BITS - 1), 1)
                }
            }

            #[track_caller]
            pub const fn strict_add(self, rhs: Self) -> Self {
                or_overflow(self.checked_add(rhs))
            }

            #[track_caller]
            pub const fn strict_sub(self, rhs: Self) -> Self {
                or_overflow(self.checked_sub(rhs))
            }

            #[track_caller]
            pub const fn strict_mul(self, rhs: Self) -> Self {
                or_overflow(self.checked_mul(rhs))
            }

            #[track_caller]
            pub const fn strict_div(self, rhs: Self) -> Self {
                self / rhs
            }

            #[track_caller]
            pub const fn strict_rem(self, rhs: Self) -> Self {
                self % rhs
            }

            #[track_caller]
            pub const fn strict_div_euclid(self, rhs: Self) -> Self {
                self.div_euclid(rhs)
            }

            #[track_caller]
            pub const fn strict_rem_euclid(self, rhs: Self) -> Self {
                self.rem_euclid(rhs)
            }

            #[track_caller]
            pub const fn strict_neg(self) -> Self {
                or_overflow(self.checked_neg())
            }

            #[track_caller]
            pub const fn strict_shl(self, rhs: u32) -> Self {
                match self.checked_shl(rhs) {
                    Some(value) => value,
                    None => intrinsics::fail_shift(),
                }
            }

            #[track_caller]
            pub const fn strict_shr(self, rhs: u32) -> Self {
                match self.checked_shr(rhs) {
                    Some(value) => value,
                    None => intrinsics::fail_shift(),
                }
            }

            #[track_caller]
            pub const fn strict_pow(self, exp: u32) -> Self {
                or_overflow(self.checked_pow(exp))
            }

            /// Undefined in Rust on overflow; a panic here, so that it is found.
            #[track_caller]
            pub const unsafe fn unchecked_add(self, rhs: Self) -> Self {
                self + rhs
            }

            /// Undefined in Rust on overflow; a panic here, so that it is found.
            #[track_caller]
            pub const unsafe fn unchecked_sub(self, rhs: Self) -> Self {
                self - rhs
            }

            /// Undefined in Rust on overflow; a panic here, so that it is found.
            #[track_caller]
            pub const unsafe fn unchecked_mul(self, rhs: Self) -> Self {
                self * rhs
            }

            pub const fn pow(self, exp: u32) -> Self {
                or_overflow(self.checked_pow(exp))
            }

            #[track_caller]
            pub const fn ilog(self, base: Self) -> u32 {
                if base < 2 {
                    intrinsics::fail_assert()
                }
                match self.checked_ilog(base) {
                    Some(log) => log,
                    None => intrinsics::fail_library(),
                }
            }

            #[track_caller]
            pub const fn ilog2(self) -> u32 {
                match self.checked_ilog2() {
                    Some(log) => log,
                    None => intrinsics::fail_library(),
                }
            }

            #[track_caller]
            pub const fn ilog10(self) -> u32 {
                match self.checked_ilog10() {
                    Some(log) => log,
                    None => intrinsics::fail_library(),
                }
            }

            pub const fn checked_ilog(self, base: Self) -> Option<u32> {
                if self <= 0 || base < 2 {
                    return None;
                }
                let mut log = 0;
                let mut rest = self;
                while rest >= base {
                    rest = intrinsics::unchecked_div(rest, base);
                    log += 1;
                }
                Some(log)
            }

            pub const fn checked_ilog2(self) -> Option<u32> {
                if self <= 0 {
                    None
                } else {
                    Some(Self::BITS - 1 - intrinsics::ctlz(self))
                }
            }

            pub const fn checked_ilog10(self) -> Option<u32> {
                self.checked_ilog(10)
            }
        }
    };
}

macro_rules! unsigned {
    ($($t:ident $Signed:ident $bytes:expr;)*) => { $(
        integer! { $t, $t, $bytes }

        impl $t {
            pub const MIN: Self = 0;
            pub const MAX: Self = !0;

            const fn division_overflows(_lhs: Self, _rhs: Self) -> bool {
                false
            }

            pub const fn cast_signed(self) -> $Signed {
                self as $Signed
            }

            pub const fn overflowing_neg(self) -> (Self, bool) {
                (self.wrapping_neg(), self != 0)
            }

            pub const fn saturating_mul(self, rhs: Self) -> Self {
                match self.checked_mul(rhs) {
                    Some(product) => product,
                    None => Self::MAX,
                }
            }

            #[track_caller]
            pub const fn saturating_div(self, rhs: Self) -> Self {
                self / rhs
            }

            pub const fn saturating_pow(self, exp: u32) -> Self {
                match self.checked_pow(exp) {
                    Some(power) => power,
                    None => Self::MAX,
                }
            }

            #[track_caller]
            pub const fn div_euclid(self, rhs: Self) -> Self {
                self / rhs
            }

            #[track_caller]
            pub const fn rem_euclid(self, rhs: Self) -> Self {
                self % rhs
            }

            #[track_caller]
            pub const fn div_ceil(self, rhs: Self) -> Self {
                let quotient = self / rhs;
                if intrinsics::unchecked_rem(self, rhs) > 0 {
                    quotient + 1
                } else {
                    quotient
                }
            }

            pub const fn next_multiple_of(self, rhs: Self) -> Self {
                match self % rhs {
                    0 => self,
                    r => self + (rhs - r),
                }
            }

            pub const fn checked_next_multiple_of(self, rhs: Self) -> Option<Self> {
                match self.checked_rem(rhs) {
                    None => None,
                    Some(0) => Some(self),
                    Some(r) => self.checked_add(rhs - r),
                }
            }

            pub const fn is_multiple_of(self, rhs: Self) -> bool {
                match self.checked_rem(rhs) {
                    None => self == 0,
                    Some(r) => r == 0,
                }
            }

            pub const fn abs_diff(self, other: Self) -> Self {
                if self < other {
                    intrinsics::wrapping_sub(other, self)
                } else {
                    intrinsics::wrapping_sub(self, other)
                }
            }

            pub const fn midpoint(self, rhs: Self) -> Self {
                intrinsics::wrapping_add(intrinsics::unchecked_shr(self ^ rhs, 1), self & rhs)
            }

            pub const fn isqrt(self) -> Self {
                let mut rest = self;
                let mut root: Self = 0;
                let mut bit: Self = intrinsics::unchecked_shl(1, Self::BITS - 2);
                while bit > rest {
                    bit = intrinsics::unchecked_shr(bit, 2);
                }
                while bit != 0 {
                    let trial = root | bit;
                    root = intrinsics::unchecked_shr(root, 1);
                    if rest >= trial {
                        rest = intrinsics::wrapping_sub(rest, trial);
                        root = root | bit;
                    }
                    bit = intrinsics::unchecked_shr(bit, 2);
                }
                root
            }

            pub const fn is_power_of_two(self) -> bool {
                intrinsics::ctpop(self) == 1
            }

            pub const fn checked_next_power_of_two(self) -> Option<Self> {
                if self <= 1 {
                    return Some(1);
                }
                let zeros = intrinsics::ctlz(self - 1);
                if zeros == 0 {
                    None
                } else {
                    Some(intrinsics::unchecked_shl(1, Self::BITS - zeros))
                }
            }

            pub const fn next_power_of_two(self) -> Self {
                or_overflow(self.checked_next_power_of_two())
            }

            pub const fn overflowing_add_signed(self, rhs: $Signed) -> (Self, bool) {
                let (value, overflow) = self.overflowing_add(rhs as Self);
                (value, overflow ^ (rhs < 0))
            }

            pub const fn checked_add_signed(self, rhs: $Signed) -> Option<Self> {
                let (value, overflow) = self.overflowing_add_signed(rhs);
                if overflow {
                    None
                } else {
                    Some(value)
                }
            }

            #[track_caller]
            pub const fn strict_add_signed(self, rhs: $Signed) -> Self {
                or_overflow(self.checked_add_signed(rhs))
            }

            pub const fn wrapping_add_signed(self, rhs: $Signed) -> Self {
                self.wrapping_add(rhs as Self)
            }

            pub const fn saturating_add_signed(self, rhs: $Signed) -> Self {
                let (value, overflow) = self.overflowing_add_signed(rhs);
                if !overflow {
                    value
                } else if rhs < 0 {
                    0
                } else {
                    Self::MAX
                }
            }

            pub const fn overflowing_sub_signed(self, rhs: $Signed) -> (Self, bool) {
                let (value, overflow) = self.overflowing_sub(rhs as Self);
                (value, overflow ^ (rhs < 0))
            }

            pub const fn checked_sub_signed(self, rhs: $Signed) -> Option<Self> {
                let (value, overflow) = self.overflowing_sub_signed(rhs);
                if overflow {
                    None
                } else {
                    Some(value)
                }
            }

            #[track_caller]
            pub const fn strict_sub_signed(self, rhs: $Signed) -> Self {
                or_overflow(self.checked_sub_signed(rhs))
            }

            pub const fn wrapping_sub_signed(self, rhs: $Signed) -> Self {
                self.wrapping_sub(rhs as Self)
            }

            pub const fn saturating_sub_signed(self, rhs: $Signed) -> Self {
                let (value, overflow) = self.overflowing_sub_signed(rhs);
                if !overflow {
                    value
                } else if rhs < 0 {
                    Self::MAX
                } else {
                    0
                }
            }

            pub const fn checked_signed_diff(self, rhs: Self) -> Option<$Signed> {
                let difference = self.wrapping_sub(rhs) as $Signed;
                if (self >= rhs) == (difference < 0) {
                    None
                } else {
                    Some(difference)
                }
            }

            pub const fn carrying_add(self, rhs: Self, carry: bool) -> (Self, bool) {
                let (sum, first) = self.overflowing_add(rhs);
                let (sum, second) = sum.overflowing_add(carry as Self);
                (sum, first || second)
            }

            pub const fn borrowing_sub(self, rhs: Self, borrow: bool) -> (Self, bool) {
                let (difference, first) = self.overflowing_sub(rhs);
                let (difference, second) = difference.overflowing_sub(borrow as Self);
                (difference, first || second)
            }
        }
    )* };
}

macro_rules! signed {
    ($($t:ident $Unsigned:ident $bytes:expr;)*) => { $(
        integer! { $t, $Unsigned, $bytes }

        impl $t {
            pub const MIN: Self = !Self::MAX;
            pub const MAX: Self = intrinsics::unchecked_shr(!(0 as $Unsigned), 1) as $t;

            const fn division_overflows(lhs: Self, rhs: Self) -> bool {
                rhs == -1 && lhs == Self::MIN
            }

            pub const fn cast_unsigned(self) -> $Unsigned {
                self as $Unsigned
            }

            pub const fn overflowing_neg(self) -> (Self, bool) {
                (self.wrapping_neg(), self == Self::MIN)
            }

            pub const fn saturating_neg(self) -> Self {
                intrinsics::saturating_sub(0 as Self, self)
            }

            pub const fn saturating_mul(self, rhs: Self) -> Self {
                match self.checked_mul(rhs) {
                    Some(product) => product,
                    None if (self < 0) == (rhs < 0) => Self::MAX,
                    None => Self::MIN,
                }
            }

            #[track_caller]
            pub const fn saturating_div(self, rhs: Self) -> Self {
                if Self::division_overflows(self, rhs) {
                    Self::MAX
                } else {
                    self / rhs
                }
            }

            pub const fn saturating_pow(self, exp: u32) -> Self {
                match self.checked_pow(exp) {
                    Some(power) => power,
                    None if self < 0 && exp % 2 == 1 => Self::MIN,
                    None => Self::MAX,
                }
            }

            #[track_caller]
            pub const fn div_euclid(self, rhs: Self) -> Self {
                let quotient = self / rhs;
                if intrinsics::unchecked_rem(self, rhs) >= 0 {
                    quotient
                } else if rhs > 0 {
                    quotient - 1
                } else {
                    quotient + 1
                }
            }

            #[track_caller]
            pub const fn rem_euclid(self, rhs: Self) -> Self {
                let rest = self % rhs;
                if rest < 0 {
                    intrinsics::wrapping_add(rest, rhs.wrapping_abs())
                } else {
                    rest
                }
            }

            pub const fn abs(self) -> Self {
                if self < 0 {
                    -self
                } else {
                    self
                }
            }

            pub const fn unsigned_abs(self) -> $Unsigned {
                self.wrapping_abs() as $Unsigned
            }

            pub const fn wrapping_abs(self) -> Self {
                if self < 0 {
                    self.wrapping_neg()
                } else {
                    self
                }
            }

            pub const fn overflowing_abs(self) -> (Self, bool) {
                (self.wrapping_abs(), self == Self::MIN)
            }

            pub const fn checked_abs(self) -> Option<Self> {
                if self < 0 {
                    self.checked_neg()
                } else {
                    Some(self)
                }
            }

            #[track_caller]
            pub const fn strict_abs(self) -> Self {
                or_overflow(self.checked_abs())
            }

            pub const fn saturating_abs(self) -> Self {
                if self < 0 {
                    self.saturating_neg()
                } else {
                    self
                }
            }

            pub const fn abs_diff(self, other: Self) -> $Unsigned {
                if self < other {
                    intrinsics::wrapping_sub(other as $Unsigned, self as $Unsigned)
                } else {
                    intrinsics::wrapping_sub(self as $Unsigned, other as $Unsigned)
                }
            }

            pub const fn signum(self) -> Self {
                if self < 0 {
                    -1
                } else if self == 0 {
                    0
                } else {
                    1
                }
            }

            pub const fn is_positive(self) -> bool {
                self > 0
            }

            pub const fn is_negative(self) -> bool {
                self < 0
            }

            /// Rounded towards zero, where the shift alone rounds down.
            pub const fn midpoint(self, rhs: Self) -> Self {
                let down = intrinsics::wrapping_add(intrinsics::unchecked_shr(self ^ rhs, 1), self & rhs);
                if down < 0 {
                    intrinsics::wrapping_add(down, (self ^ rhs) & 1)
                } else {
                    down
                }
            }

            pub const fn checked_isqrt(self) -> Option<Self> {
                if self < 0 {
                    None
                } else {
                    Some((self as $Unsigned).isqrt() as Self)
                }
            }

            #[track_caller]
            pub const fn isqrt(self) -> Self {
                match self.checked_isqrt() {
                    Some(root) => root,
                    None => intrinsics::fail_library(),
                }
            }

            pub const fn overflowing_add_unsigned(self, rhs: $Unsigned) -> (Self, bool) {
                let value = self.wrapping_add(rhs as Self);
                (value, value < self)
            }

            pub const fn checked_add_unsigned(self, rhs: $Unsigned) -> Option<Self> {
                let (value, overflow) = self.overflowing_add_unsigned(rhs);
                if overflow {
                    None
                } else {
                    Some(value)
                }
            }

            #[track_caller]
            pub const fn strict_add_unsigned(self, rhs: $Unsigned) -> Self {
                or_overflow(self.checked_add_unsigned(rhs))
            }

            pub const fn wrapping_add_unsigned(self, rhs: $Unsigned) -> Self {
                self.wrapping_add(rhs as Self)
            }

            pub const fn saturating_add_unsigned(self, rhs: $Unsigned) -> Self {
                match self.checked_add_unsigned(rhs) {
                    Some(sum) => sum,
                    None => Self::MAX,
                }
            }

            pub const fn overflowing_sub_unsigned(self, rhs: $Unsigned) -> (Self, bool) {
                let value = self.wrapping_sub(rhs as Self);
                (value, value > self)
            }

            pub const fn checked_sub_unsigned(self, rhs: $Unsigned) -> Option<Self> {
                let (value, overflow) = self.overflowing_sub_unsigned(rhs);
                if overflow {
                    None
                } else {
                    Some(value)
                }
            }

            #[track_caller]
            pub const fn strict_sub_unsigned(self, rhs: $Unsigned) -> Self {
                or_overflow(self.checked_sub_unsigned(rhs))
            }

            pub const fn wrapping_sub_unsigned(self, rhs: $Unsigned) -> Self {
                self.wrapping_sub(rhs as Self)
            }

            pub const fn saturating_sub_unsigned(self, rhs: $Unsigned) -> Self {
                match self.checked_sub_unsigned(rhs) {
                    Some(difference) => difference,
                    None => Self::MIN,
                }
            }
        }
    )* };
}

unsigned! {
    u8 i8 1;
    u16 i16 2;
    u32 i32 4;
    u64 i64 8;
    u128 i128 16;
    usize isize intrinsics::size_of::<usize>();
}

signed! {
    i8 u8 1;
    i16 u16 2;
    i32 u32 4;
    i64 u64 8;
    i128 u128 16;
    isize usize intrinsics::size_of::<usize>();
}

impl u8 {
    pub const fn is_ascii(&self) -> bool {
        *self < 128
    }

    pub const fn to_ascii_uppercase(&self) -> u8 {
        if self.is_ascii_lowercase() {
            *self - 32
        } else {
            *self
        }
    }

    pub const fn to_ascii_lowercase(&self) -> u8 {
        if self.is_ascii_uppercase() {
            *self + 32
        } else {
            *self
        }
    }

    pub const fn eq_ignore_ascii_case(&self, other: &u8) -> bool {
        self.to_ascii_lowercase() == other.to_ascii_lowercase()
    }

    pub const fn make_ascii_uppercase(&mut self) {
        *self = self.to_ascii_uppercase();
    }

    pub const fn make_ascii_lowercase(&mut self) {
        *self = self.to_ascii_lowercase();
    }

    pub const fn is_ascii_alphabetic(&self) -> bool {
        self.is_ascii_lowercase() || self.is_ascii_uppercase()
    }

    pub const fn is_ascii_uppercase(&self) -> bool {
        matches!(*self, b'A'..=b'Z')
    }

    pub const fn is_ascii_lowercase(&self) -> bool {
        matches!(*self, b'a'..=b'z')
    }

    pub const fn is_ascii_alphanumeric(&self) -> bool {
        self.is_ascii_alphabetic() || self.is_ascii_digit()
    }

    pub const fn is_ascii_digit(&self) -> bool {
        matches!(*self, b'0'..=b'9')
    }

    pub const fn is_ascii_hexdigit(&self) -> bool {
        matches!(*self, b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f')
    }

    pub const fn is_ascii_punctuation(&self) -> bool {
        matches!(*self, b'!'..=b'/' | b':'..=b'@' | b'['..=b'`' | b'{'..=b'~')
    }

    pub const fn is_ascii_graphic(&self) -> bool {
        matches!(*self, b'!'..=b'~')
    }

    pub const fn is_ascii_whitespace(&self) -> bool {
        matches!(*self, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
    }

    pub const fn is_ascii_control(&self) -> bool {
        matches!(*self, b'\0'..=b'\x1F' | b'\x7F')
    }
}
