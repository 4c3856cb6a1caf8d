//! Conversions between the primitive number types, exactly those of core.

use crate::char;
use crate::convert::{Infallible, TryFrom};
use crate::fmt;

#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct TryFromIntError(pub(crate) ());

impl fmt::Display for TryFromIntError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl From<Infallible> for TryFromIntError {
    fn from(x: Infallible) -> TryFromIntError {
        match x {}
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CharTryFromError(pub(crate) ());

impl fmt::Display for CharTryFromError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TryFromCharError(pub(crate) ());

impl fmt::Display for TryFromCharError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

macro_rules! lossless {
    ($($from:ty => $($to:ty)*;)*) => { $( $(
        impl From<$from> for $to {
            fn from(value: $from) -> $to {
                value as $to
            }
        }
    )* )* };
}
lossless! {
    bool => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    u8 => u16 u32 u64 u128 usize i16 i32 i64 i128 isize f32 f64 char;
    u16 => u32 u64 u128 usize i32 i64 i128 f32 f64;
    u32 => u64 u128 i64 i128 f64;
    u64 => u128 i128;
    i8 => i16 i32 i64 i128 isize f32 f64;
    i16 => i32 i64 i128 isize f32 f64;
    i32 => i64 i128 f64;
    i64 => i128;
    f32 => f64;
    char => u32 u64 u128;
}

impl From<bool> for f32 {
    fn from(value: bool) -> f32 {
        value as u8 as f32
    }
}

impl From<bool> for f64 {
    fn from(value: bool) -> f64 {
        value as u8 as f64
    }
}

/// A cast there and back that changes neither the bits nor the sign has lost nothing.
macro_rules! checked {
    ($($from:ty => $($to:ty)*;)*) => { $( $(
        impl TryFrom<$from> for $to {
            type Error = TryFromIntError;

            fn try_from(value: $from) -> Result<$to, TryFromIntError> {
                let cast = value as $to;
                if cast as $from == value && (cast < 0 as $to) == (value < 0 as $from) {
                    Ok(cast)
                } else {
                    Err(TryFromIntError(()))
                }
            }
        }
    )* )* };
}
checked! {
    u8 => i8;
    u16 => u8 i8 i16 isize;
    u32 => u8 u16 usize i8 i16 i32 isize;
    u64 => u8 u16 u32 usize i8 i16 i32 i64 isize;
    u128 => u8 u16 u32 u64 usize i8 i16 i32 i64 i128 isize;
    usize => u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 isize;
    i8 => u8 u16 u32 u64 u128 usize;
    i16 => u8 u16 u32 u64 u128 usize i8;
    i32 => u8 u16 u32 u64 u128 usize i8 i16 isize;
    i64 => u8 u16 u32 u64 u128 usize i8 i16 i32 isize;
    i128 => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 isize;
    isize => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128;
}

impl TryFrom<u32> for char {
    type Error = CharTryFromError;

    fn try_from(value: u32) -> Result<char, CharTryFromError> {
        match char::from_u32(value) {
            Some(c) => Ok(c),
            None => Err(CharTryFromError(())),
        }
    }
}

impl TryFrom<char> for u8 {
    type Error = TryFromCharError;

    fn try_from(c: char) -> Result<u8, TryFromCharError> {
        if (c as u32) < 0x100 {
            Ok(c as u8)
        } else {
            Err(TryFromCharError(()))
        }
    }
}

impl TryFrom<char> for u16 {
    type Error = TryFromCharError;

    fn try_from(c: char) -> Result<u16, TryFromCharError> {
        if (c as u32) < 0x10000 {
            Ok(c as u32 as u16)
        } else {
            Err(TryFromCharError(()))
        }
    }
}
