//! `core::fmt`: formatting is erased, so the traits only make bounds and derives resolve and never print.

use crate::cell::{Cell, RefCell};
use crate::marker::PhantomData;

#[derive(Copy, Clone, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Error;

pub type Result = crate::result::Result<(), Error>;

#[lang = "formatter"]
pub struct Formatter<'a> {
    target: PhantomData<&'a ()>,
}

/// What `format_args!` makes: its arguments have been evaluated, and no text remains.
#[lang = "format_arguments"]
#[derive(Copy, Clone)]
pub struct Arguments<'a> {}

impl<'a> Formatter<'a> {
    pub fn write_str(&mut self, _data: &str) -> Result {
        Ok(())
    }

    pub fn write_fmt(&mut self, _fmt: Arguments<'_>) -> Result {
        Ok(())
    }

    pub fn pad(&mut self, _s: &str) -> Result {
        Ok(())
    }
}

pub trait Write {
    fn write_str(&mut self, s: &str) -> Result;

    fn write_char(&mut self, c: char) -> Result {
        self.write_str(c.encode_utf8(&mut [0; 4]))
    }

    fn write_fmt(&mut self, args: Arguments<'_>) -> Result;
}

macro_rules! traits {
    ($($lang:literal $Trait:ident: $($t:ty)*;)*) => { $(
        #[lang = $lang]
        pub trait $Trait {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result;
        }

        $(
            impl $Trait for $t {
                fn fmt(&self, _f: &mut Formatter<'_>) -> Result {
                    Ok(())
                }
            }
        )*

        impl<T: ?Sized + $Trait> $Trait for &T {
            fn fmt(&self, _f: &mut Formatter<'_>) -> Result {
                Ok(())
            }
        }

        impl<T: ?Sized + $Trait> $Trait for &mut T {
            fn fmt(&self, _f: &mut Formatter<'_>) -> Result {
                Ok(())
            }
        }
    )* };
}
traits! {
    "debug" Debug: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str (!) Arguments<'_>;
    "display" Display: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str (!) Arguments<'_> Error;
    "lower_hex" LowerHex: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    "upper_hex" UpperHex: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    "octal" Octal: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    "binary" Binary: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    "lower_exp" LowerExp: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64;
    "upper_exp" UpperExp: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64;
}

impl<T: Debug> Debug for [T] {
    fn fmt(&self, _f: &mut Formatter<'_>) -> Result {
        Ok(())
    }
}

impl<T: Debug, const N: usize> Debug for [T; N] {
    fn fmt(&self, _f: &mut Formatter<'_>) -> Result {
        Ok(())
    }
}

impl<T: Copy + Debug> Debug for Cell<T> {
    fn fmt(&self, _f: &mut Formatter<'_>) -> Result {
        Ok(())
    }
}

impl<T: ?Sized + Debug> Debug for RefCell<T> {
    fn fmt(&self, _f: &mut Formatter<'_>) -> Result {
        Ok(())
    }
}
