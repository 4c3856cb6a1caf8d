//! `Sum` and `Product`.

use crate::num::{Saturating, Wrapping};

pub trait Sum<A = Self>: Sized {
    fn sum<I: Iterator<Item = A>>(iter: I) -> Self;
}

pub trait Product<A = Self>: Sized {
    fn product<I: Iterator<Item = A>>(iter: I) -> Self;
}

macro_rules! accumulate {
    ($($t:ty, $zero:expr, $one:expr;)*) => { $(
        impl Sum for $t {
            fn sum<I: Iterator<Item = $t>>(iter: I) -> $t {
                iter.fold($zero, |a, b| a + b)
            }
        }

        impl<'a> Sum<&'a $t> for $t {
            fn sum<I: Iterator<Item = &'a $t>>(iter: I) -> $t {
                iter.fold($zero, |a, b| a + *b)
            }
        }

        impl Product for $t {
            fn product<I: Iterator<Item = $t>>(iter: I) -> $t {
                iter.fold($one, |a, b| a * b)
            }
        }

        impl<'a> Product<&'a $t> for $t {
            fn product<I: Iterator<Item = &'a $t>>(iter: I) -> $t {
                iter.fold($one, |a, b| a * *b)
            }
        }
    )* };
}

macro_rules! integers {
    ($($t:ty)*) => { $(
        accumulate! {
            $t, 0, 1;
            Wrapping<$t>, Wrapping(0), Wrapping(1);
            Saturating<$t>, Saturating(0), Saturating(1);
        }
    )* };
}
integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

// The neutral element of float addition is the negative zero.
accumulate! {
    f32, -0.0, 1.0;
    f64, -0.0, 1.0;
}
