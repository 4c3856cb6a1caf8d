//! `Saturating`.

use crate::fmt;
use crate::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul, MulAssign, Neg,
    Not, Rem, RemAssign, Sub, SubAssign,
};

#[derive(PartialEq, PartialOrd, Eq, Ord, Clone, Copy, Default, Hash)]
pub struct Saturating<T>(pub T);

impl<T: fmt::Debug> fmt::Debug for Saturating<T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<T: fmt::Display> fmt::Display for Saturating<T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

macro_rules! operator {
    ($t:ty; $($Trait:ident $method:ident $Assign:ident $assign:ident |$a:ident, $b:ident| $value:expr;)*) => { $(
        impl $Trait for Saturating<$t> {
            type Output = Saturating<$t>;

            #[track_caller]
            fn $method(self, rhs: Saturating<$t>) -> Saturating<$t> {
                let ($a, $b) = (self.0, rhs.0);
                Saturating($value)
            }
        }

        impl $Trait<&Saturating<$t>> for Saturating<$t> {
            type Output = Saturating<$t>;

            #[track_caller]
            fn $method(self, rhs: &Saturating<$t>) -> Saturating<$t> {
                $Trait::$method(self, *rhs)
            }
        }

        impl $Trait<Saturating<$t>> for &Saturating<$t> {
            type Output = Saturating<$t>;

            #[track_caller]
            fn $method(self, rhs: Saturating<$t>) -> Saturating<$t> {
                $Trait::$method(*self, rhs)
            }
        }

        impl $Trait<&Saturating<$t>> for &Saturating<$t> {
            type Output = Saturating<$t>;

            #[track_caller]
            fn $method(self, rhs: &Saturating<$t>) -> Saturating<$t> {
                $Trait::$method(*self, *rhs)
            }
        }

        impl $Assign for Saturating<$t> {
            #[track_caller]
            fn $assign(&mut self, rhs: Saturating<$t>) {
                *self = $Trait::$method(*self, rhs);
            }
        }

        impl $Assign<&Saturating<$t>> for Saturating<$t> {
            #[track_caller]
            fn $assign(&mut self, rhs: &Saturating<$t>) {
                *self = $Trait::$method(*self, *rhs);
            }
        }

        impl $Assign<$t> for Saturating<$t> {
            #[track_caller]
            fn $assign(&mut self, rhs: $t) {
                *self = $Trait::$method(*self, Saturating(rhs));
            }
        }

        impl $Assign<&$t> for Saturating<$t> {
            #[track_caller]
            fn $assign(&mut self, rhs: &$t) {
                *self = $Trait::$method(*self, Saturating(*rhs));
            }
        }
    )* };
}

macro_rules! saturating {
    ($($t:ident)*) => { $(
        operator! { $t;
            Add add AddAssign add_assign |a, b| a.saturating_add(b);
            Sub sub SubAssign sub_assign |a, b| a.saturating_sub(b);
            Mul mul MulAssign mul_assign |a, b| a.saturating_mul(b);
            Div div DivAssign div_assign |a, b| a.saturating_div(b);
            Rem rem RemAssign rem_assign |a, b| a % b;
            BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
            BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
            BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
        }

        impl Not for Saturating<$t> {
            type Output = Self;

            fn not(self) -> Self {
                Saturating(!self.0)
            }
        }

        impl Saturating<$t> {
            pub const MIN: Self = Saturating($t::MIN);
            pub const MAX: Self = Saturating($t::MAX);
            pub const BITS: u32 = $t::BITS;

            pub const fn pow(self, exp: u32) -> Self {
                Saturating(self.0.saturating_pow(exp))
            }
        }
    )* };
}
saturating! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

macro_rules! signed {
    ($($t:ident)*) => { $(
        impl Neg for Saturating<$t> {
            type Output = Self;

            fn neg(self) -> Self {
                Saturating(self.0.saturating_neg())
            }
        }

        impl Saturating<$t> {
            pub const fn abs(self) -> Self {
                Saturating(self.0.saturating_abs())
            }

            pub const fn signum(self) -> Self {
                Saturating(self.0.signum())
            }

            pub const fn is_positive(self) -> bool {
                self.0 > 0
            }

            pub const fn is_negative(self) -> bool {
                self.0 < 0
            }
        }
    )* };
}
signed! { i8 i16 i32 i64 i128 isize }
