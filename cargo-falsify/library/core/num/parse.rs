//! Integers from text.

use crate::fmt;
use crate::intrinsics;
use crate::str::FromStr;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseIntError {
    kind: IntErrorKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IntErrorKind {
    Empty,
    InvalidDigit,
    PosOverflow,
    NegOverflow,
    Zero,
}

impl ParseIntError {
    pub const fn kind(&self) -> &IntErrorKind {
        &self.kind
    }
}

impl fmt::Display for ParseIntError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// The value of a digit in the radix.
const fn digit(byte: u8, radix: u32) -> Option<u32> {
    let value = match byte {
        b'0'..=b'9' => byte - b'0',
        b'a'..=b'z' => byte - b'a' + 10,
        b'A'..=b'Z' => byte - b'A' + 10,
        _ => return None,
    };
    if (value as u32) < radix {
        Some(value as u32)
    } else {
        None
    }
}

/// The sign of the text and where its digits start.
const fn sign(bytes: &[u8], signed: bool) -> Result<(bool, usize), ParseIntError> {
    if bytes.is_empty() {
        return Err(ParseIntError { kind: IntErrorKind::Empty });
    }
    let (negative, start) = match bytes[0] {
        b'+' => (false, 1),
        b'-' if signed => (true, 1),
        _ => (false, 0),
    };
    if start == bytes.len() {
        return Err(ParseIntError { kind: IntErrorKind::InvalidDigit });
    }
    Ok((negative, start))
}

macro_rules! parse {
    ($($t:ident $signed:literal;)*) => { $(
        impl $t {
            #[track_caller]
            pub const fn from_str_radix(src: &str, radix: u32) -> Result<$t, ParseIntError> {
                if radix < 2 || radix > 36 {
                    intrinsics::fail_library()
                }
                let bytes = src.as_bytes();
                let (negative, start) = sign(bytes, $signed)?;
                let overflow = if negative { IntErrorKind::NegOverflow } else { IntErrorKind::PosOverflow };
                let mut value: $t = 0;
                let mut i = start;
                while i < bytes.len() {
                    let digit = match digit(bytes[i], radix) {
                        Some(digit) => digit as u8,
                        None => return Err(ParseIntError { kind: IntErrorKind::InvalidDigit }),
                    };
                    let shifted = value.wrapping_mul(radix as $t);
                    let fits = value.checked_mul(radix as $t).is_some();
                    let next = if negative { shifted.checked_sub(digit as $t) } else { shifted.checked_add(digit as $t) };
                    match next {
                        Some(next) if fits => value = next,
                        _ => return Err(ParseIntError { kind: overflow }),
                    }
                    i += 1;
                }
                Ok(value)
            }
        }

        impl FromStr for $t {
            type Err = ParseIntError;

            fn from_str(src: &str) -> Result<$t, ParseIntError> {
                $t::from_str_radix(src, 10)
            }
        }
    )* };
}
parse! {
    u8 false;
    u16 false;
    u32 false;
    u64 false;
    u128 false;
    usize false;
    i8 true;
    i16 true;
    i32 true;
    i64 true;
    i128 true;
    isize true;
}
