//! The bit operator traits, and primitives by value and by reference.

use crate::intrinsics;

macro_rules! operators {
    ($($lang:literal $Trait:ident $method:ident $lang_assign:literal $Assign:ident $assign:ident $op:tt $op_assign:tt;)*) => { $(
        #[lang = $lang]
        pub trait $Trait<Rhs = Self> {
            type Output;

            fn $method(self, rhs: Rhs) -> Self::Output;
        }

        #[lang = $lang_assign]
        pub trait $Assign<Rhs = Self> {
            fn $assign(&mut self, rhs: Rhs);
        }

        operator_impls! { $Trait $method $Assign $assign $op $op_assign;
            u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool }
    )* };
}

macro_rules! operator_impls {
    ($Trait:ident $method:ident $Assign:ident $assign:ident $op:tt $op_assign:tt; $($t:ty)*) => { $(
        impl $Trait for $t {
            type Output = $t;

            fn $method(self, rhs: $t) -> $t {
                self $op rhs
            }
        }

        impl $Trait<&$t> for $t {
            type Output = $t;

            fn $method(self, rhs: &$t) -> $t {
                self $op *rhs
            }
        }

        impl $Trait<$t> for &$t {
            type Output = $t;

            fn $method(self, rhs: $t) -> $t {
                *self $op rhs
            }
        }

        impl $Trait<&$t> for &$t {
            type Output = $t;

            fn $method(self, rhs: &$t) -> $t {
                *self $op *rhs
            }
        }

        impl $Assign for $t {
            fn $assign(&mut self, rhs: $t) {
                *self $op_assign rhs
            }
        }

        impl $Assign<&$t> for $t {
            fn $assign(&mut self, rhs: &$t) {
                *self $op_assign *rhs
            }
        }
    )* };
}

operators! {
    "bitand" BitAnd bitand "bitand_assign" BitAndAssign bitand_assign & &=;
    "bitor" BitOr bitor "bitor_assign" BitOrAssign bitor_assign | |=;
    "bitxor" BitXor bitxor "bitxor_assign" BitXorAssign bitxor_assign ^ ^=;
}

#[lang = "not"]
pub trait Not {
    type Output;

    fn not(self) -> Self::Output;
}

macro_rules! not {
    ($($t:ty)*) => { $(
        impl Not for $t {
            type Output = $t;

            fn not(self) -> $t {
                !self
            }
        }

        impl Not for &$t {
            type Output = $t;

            fn not(self) -> $t {
                !*self
            }
        }
    )* };
}
not! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool }

impl Not for ! {
    type Output = !;

    fn not(self) -> ! {
        self
    }
}

#[lang = "shl"]
pub trait Shl<Rhs = Self> {
    type Output;

    #[track_caller]
    fn shl(self, rhs: Rhs) -> Self::Output;
}

#[lang = "shr"]
pub trait Shr<Rhs = Self> {
    type Output;

    #[track_caller]
    fn shr(self, rhs: Rhs) -> Self::Output;
}

#[lang = "shl_assign"]
pub trait ShlAssign<Rhs = Self> {
    #[track_caller]
    fn shl_assign(&mut self, rhs: Rhs);
}

#[lang = "shr_assign"]
pub trait ShrAssign<Rhs = Self> {
    #[track_caller]
    fn shr_assign(&mut self, rhs: Rhs);
}

/// What an integer can be shifted by: any integer, or a reference to one. Core spells out the pairs.
pub trait ShiftAmount {
    /// The amount if it is below `bits`.
    #[track_caller]
    fn amount(self, bits: u32) -> u32;
}

macro_rules! shift_amount {
    ($($t:ty)*) => { $(
        impl ShiftAmount for $t {
            #[track_caller]
            fn amount(self, bits: u32) -> u32 {
                if (self as u128) < (bits as u128) {
                    self as u32
                } else {
                    intrinsics::fail_shift()
                }
            }
        }

        impl ShiftAmount for &$t {
            #[track_caller]
            fn amount(self, bits: u32) -> u32 {
                (*self).amount(bits)
            }
        }
    )* };
}
shift_amount! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

macro_rules! shifts {
    ($($t:ty)*) => { $(
        impl<R: ShiftAmount> Shl<R> for $t {
            type Output = $t;

            #[track_caller]
            fn shl(self, rhs: R) -> $t {
                intrinsics::unchecked_shl(self, rhs.amount(<$t>::BITS))
            }
        }

        impl<R: ShiftAmount> Shl<R> for &$t {
            type Output = $t;

            #[track_caller]
            fn shl(self, rhs: R) -> $t {
                intrinsics::unchecked_shl(*self, rhs.amount(<$t>::BITS))
            }
        }

        impl<R: ShiftAmount> Shr<R> for $t {
            type Output = $t;

            #[track_caller]
            fn shr(self, rhs: R) -> $t {
                intrinsics::unchecked_shr(self, rhs.amount(<$t>::BITS))
            }
        }

        impl<R: ShiftAmount> Shr<R> for &$t {
            type Output = $t;

            #[track_caller]
            fn shr(self, rhs: R) -> $t {
                intrinsics::unchecked_shr(*self, rhs.amount(<$t>::BITS))
            }
        }

        impl<R: ShiftAmount> ShlAssign<R> for $t {
            #[track_caller]
            fn shl_assign(&mut self, rhs: R) {
                *self = intrinsics::unchecked_shl(*self, rhs.amount(<$t>::BITS));
            }
        }

        impl<R: ShiftAmount> ShrAssign<R> for $t {
            #[track_caller]
            fn shr_assign(&mut self, rhs: R) {
                *self = intrinsics::unchecked_shr(*self, rhs.amount(<$t>::BITS));
            }
        }
    )* };
}
shifts! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
