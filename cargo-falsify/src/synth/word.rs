//! Machine words that hold a value of a problem: 64 bits where every width fits, 128 otherwise.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    const BITS: u32;
    const ZERO: Self;
    const ONE: Self;

    fn of(bits: u128) -> Self;
    fn bits(self) -> u128;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn quotient(self, other: Self) -> Option<Self>;
    fn remainder(self, other: Self) -> Option<Self>;
    fn ones(self) -> u32;
    /// Folded to the width of a hash.
    fn folded(self) -> u64;

    /// All bits of a width set.
    fn mask(width: u32) -> Self {
        !Self::ZERO >> (Self::BITS - width)
    }

    /// One if so.
    fn truth(so: bool) -> Self {
        if so {
            Self::ONE
        } else {
            Self::ZERO
        }
    }

    /// The sign bit of a width copied to all bits above.
    fn extended(self, width: u32) -> Self {
        let sign = Self::ONE << (width - 1);
        (self ^ sign).minus(sign)
    }
}

macro_rules! word {
    ($word:ident, $fold:expr) => {
        impl Word for $word {
            const BITS: u32 = $word::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn of(bits: u128) -> Self {
                bits as $word
            }
            #[inline(always)]
            fn bits(self) -> u128 {
                self.into()
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline(always)]
            fn quotient(self, other: Self) -> Option<Self> {
                self.checked_div(other)
            }
            #[inline(always)]
            fn remainder(self, other: Self) -> Option<Self> {
                self.checked_rem(other)
            }
            #[inline(always)]
            fn ones(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn folded(self) -> u64 {
                $fold(self)
            }
        }
    };
}

word!(u64, |word| word);
word!(u128, |word: u128| (word as u64)
    ^ ((word >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
