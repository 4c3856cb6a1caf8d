//! The arithmetic operator traits, and primitives by value and by reference. Inside the impls the operator on
//! primitives is the built-in one with its checks.

macro_rules! operators {
    ($($lang:literal $Trait:ident $method:ident $lang_assign:literal $Assign:ident $assign:ident $op:tt $op_assign:tt;)*) => { $(
        #[lang = $lang]
        pub trait $Trait<Rhs = Self> {
            type Output;

            #[track_caller]
            fn $method(self, rhs: Rhs) -> Self::Output;
        }

        #[lang = $lang_assign]
        pub trait $Assign<Rhs = Self> {
            #[track_caller]
            fn $assign(&mut self, rhs: Rhs);
        }

        operator_impls! { $Trait $method $Assign $assign $op $op_assign;
            u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }
    )* };
}

macro_rules! operator_impls {
    ($Trait:ident $method:ident $Assign:ident $assign:ident $op:tt $op_assign:tt; $($t:ty)*) => { $(
        impl $Trait for $t {
            type Output = $t;

            #[track_caller]
            fn $method(self, rhs: $t) -> $t {
                self $op rhs
            }
        }

        impl $Trait<&$t> for $t {
            type Output = $t;

            #[track_caller]
            fn $method(self, rhs: &$t) -> $t {
                self $op *rhs
            }
        }

        impl $Trait<$t> for &$t {
            type Output = $t;

            #[track_caller]
            fn $method(self, rhs: $t) -> $t {
                *self $op rhs
            }
        }

        impl $Trait<&$t> for &$t {
            type Output = $t;

            #[track_caller]
            fn $method(self, rhs: &$t) -> $t {
                *self $op *rhs
            }
        }

        impl $Assign for $t {
            #[track_caller]
            fn $assign(&mut self, rhs: $t) {
                *self $op_assign rhs
            }
        }

        impl $Assign<&$t> for $t {
            #[track_caller]
            fn $assign(&mut self, rhs: &$t) {
                *self $op_assign *rhs
            }
        }
    )* };
}

operators! {
    "add" Add add "add_assign" AddAssign add_assign + +=;
    "sub" Sub sub "sub_assign" SubAssign sub_assign - -=;
    "mul" Mul mul "mul_assign" MulAssign mul_assign * *=;
    "div" Div div "div_assign" DivAssign div_assign / /=;
    "rem" Rem rem "rem_assign" RemAssign rem_assign % %=;
}

#[lang = "neg"]
pub trait Neg {
    type Output;

    #[track_caller]
    fn neg(self) -> Self::Output;
}

macro_rules! neg {
    ($($t:ty)*) => { $(
        impl Neg for $t {
            type Output = $t;

            #[track_caller]
            fn neg(self) -> $t {
                -self
            }
        }

        impl Neg for &$t {
            type Output = $t;

            #[track_caller]
            fn neg(self) -> $t {
                -*self
            }
        }
    )* };
}
neg! { i8 i16 i32 i64 i128 isize f32 f64 }
