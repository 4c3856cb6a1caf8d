//! `Wrapping`.

use crate::fmt;
use crate::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul, MulAssign, Neg,
    Not, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign,
};

#[derive(PartialEq, PartialOrd, Eq, Ord, Clone, Copy, Default, Hash)]
pub struct Wrapping<T>(pub T);

impl<T: fmt::Debug> fmt::Debug for Wrapping<T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<T: fmt::Display> fmt::Display for Wrapping<T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

macro_rules! operator {
    ($t:ty; $($Trait:ident $method:ident $Assign:ident $assign:ident |$a:ident, $b:ident| $value:expr;)*) => { $(
        impl $Trait for Wrapping<$t> {
            type Output = Wrapping<$t>;

            #[track_caller]
            fn $method(self, rhs: Wrapping<$t>) -> Wrapping<$t> {
                let ($a, $b) = (self.0, rhs.0);
                Wrapping($value)
            }
        }

        impl $Trait<&Wrapping<$t>> for Wrapping<$t> {
            type Output = Wrapping<$t>;

            #[track_caller]
            fn $method(self, rhs: &Wrapping<$t>) -> Wrapping<$t> {
                $Trait::$method(self, *rhs)
            }
        }

        impl $Trait<Wrapping<$t>> for &Wrapping<$t> {
            type Output = Wrapping<$t>;

            #[track_caller]
            fn $method(self, rhs: Wrapping<$t>) -> Wrapping<$t> {
                $Trait::$method(*self, rhs)
            }
        }

        impl $Trait<&Wrapping<$t>> for &Wrapping<$t> {
            type Output = Wrapping<$t>;

            #[track_caller]
            fn $method(self, rhs: &Wrapping<$t>) -> Wrapping<$t> {
                $Trait::$method(*self, *rhs)
            }
        }

        impl $Assign for Wrapping<$t> {
            #[track_caller]
            fn $assign(&mut self, rhs: Wrapping<$t>) {
                *self = $Trait::$method(*self, rhs);
            }
        }

        impl $Assign<&Wrapping<$t>> for Wrapping<$t> {
            #[track_caller]
            fn $assign(&mut self, rhs: &Wrapping<$t>) {
                *self = $Trait::$method(*self, *rhs);
            }
        }

        impl $Assign<$t> for Wrapping<$t> {
            #[track_caller]
            fn $assign(&mut self, rhs: $t) {
                *self = $Trait::$method(*self, Wrapping(rhs));
            }
        }

        impl $Assign<&$t> for Wrapping<$t> {
            #[track_caller]
            fn $assign(&mut self, rhs: &$t) {
                *self = $Trait::$method(*self, Wrapping(*rhs));
            }
        }
    )* };
}

macro_rules! wrapping {
    ($($t:ident)*) => { $(
        operator! { $t;
            Add add AddAssign add_assign |a, b| a.wrapping_add(b);
            Sub sub SubAssign sub_assign |a, b| a.wrapping_sub(b);
            Mul mul MulAssign mul_assign |a, b| a.wrapping_mul(b);
            Div div DivAssign div_assign |a, b| a.wrapping_div(b);
            Rem rem RemAssign rem_assign |a, b| a.wrapping_rem(b);
            BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
            BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
            BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
        }

        impl Neg for Wrapping<$t> {
            type Output = Self;

            fn neg(self) -> Self {
                Wrapping(self.0.wrapping_neg())
            }
        }

        impl Not for Wrapping<$t> {
            type Output = Self;

            fn not(self) -> Self {
                Wrapping(!self.0)
            }
        }

        impl Shl<usize> for Wrapping<$t> {
            type Output = Self;

            fn shl(self, rhs: usize) -> Self {
                Wrapping(self.0.wrapping_shl(rhs as u32))
            }
        }

        impl Shr<usize> for Wrapping<$t> {
            type Output = Self;

            fn shr(self, rhs: usize) -> Self {
                Wrapping(self.0.wrapping_shr(rhs as u32))
            }
        }

        impl ShlAssign<usize> for Wrapping<$t> {
            fn shl_assign(&mut self, rhs: usize) {
                *self = *self << rhs;
            }
        }

        impl ShrAssign<usize> for Wrapping<$t> {
            fn shr_assign(&mut self, rhs: usize) {
                *self = *self >> rhs;
            }
        }
    )* };
}
wrapping! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
