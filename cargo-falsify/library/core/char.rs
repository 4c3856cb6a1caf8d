//! `core::char`, and the inherent methods of `char` but those that map case beyond ASCII.

use crate::fmt;
use crate::intrinsics;
use crate::str::FromStr;
use crate::unicode;

pub use crate::num::{CharTryFromError, TryFromCharError};

pub const MAX: char = char::MAX;
pub const REPLACEMENT_CHARACTER: char = char::REPLACEMENT_CHARACTER;

pub const fn from_u32(i: u32) -> Option<char> {
    char::from_u32(i)
}

pub const unsafe fn from_u32_unchecked(i: u32) -> char {
    intrinsics::char_from_u32(i)
}

pub const fn from_digit(num: u32, radix: u32) -> Option<char> {
    char::from_digit(num, radix)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCharError {
    kind: CharErrorKind,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum CharErrorKind {
    EmptyString,
    TooManyChars,
}

impl fmt::Display for ParseCharError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for char {
    type Err = ParseCharError;

    fn from_str(s: &str) -> Result<char, ParseCharError> {
        let mut chars = s.chars();
        match (chars.next(), chars.next()) {
            (None, _) => Err(ParseCharError { kind: CharErrorKind::EmptyString }),
            (Some(c), None) => Ok(c),
            _ => Err(ParseCharError { kind: CharErrorKind::TooManyChars }),
        }
    }
}

impl char {
    pub const MIN: char = '\0';
    pub const MAX: char = '\u{10FFFF}';
    pub const REPLACEMENT_CHARACTER: char = '\u{FFFD}';

    pub const fn from_u32(i: u32) -> Option<char> {
        match i {
            0..=0xD7FF | 0xE000..=0x10FFFF => Some(intrinsics::char_from_u32(i)),
            _ => None,
        }
    }

    pub const unsafe fn from_u32_unchecked(i: u32) -> char {
        intrinsics::char_from_u32(i)
    }

    pub const fn from_digit(num: u32, radix: u32) -> Option<char> {
        if radix > 36 {
            intrinsics::fail_library()
        }
        if num >= radix {
            None
        } else if num < 10 {
            Some((b'0' + num as u8) as char)
        } else {
            Some((b'a' + (num as u8 - 10)) as char)
        }
    }

    #[track_caller]
    pub const fn is_digit(self, radix: u32) -> bool {
        self.to_digit(radix).is_some()
    }

    #[track_caller]
    pub const fn to_digit(self, radix: u32) -> Option<u32> {
        if radix < 2 || radix > 36 {
            intrinsics::fail_assert()
        }
        let value = match self {
            '0'..='9' => self as u32 - '0' as u32,
            'a'..='z' => self as u32 - 'a' as u32 + 10,
            'A'..='Z' => self as u32 - 'A' as u32 + 10,
            _ => return None,
        };
        if value < radix {
            Some(value)
        } else {
            None
        }
    }

    pub const fn len_utf8(self) -> usize {
        match self as u32 {
            0..=0x7F => 1,
            0x80..=0x7FF => 2,
            0x800..=0xFFFF => 3,
            _ => 4,
        }
    }

    pub const fn len_utf16(self) -> usize {
        if (self as u32) < 0x10000 {
            1
        } else {
            2
        }
    }

    #[track_caller]
    pub const fn encode_utf8(self, dst: &mut [u8]) -> &mut str {
        let code = self as u32;
        let len = self.len_utf8();
        if dst.len() < len {
            intrinsics::fail_library()
        }
        if len == 1 {
            dst[0] = code as u8;
        } else {
            let mut i = len - 1;
            let mut rest = code;
            while i > 0 {
                dst[i] = 0x80 | (rest & 0x3F) as u8;
                rest >>= 6;
                i -= 1;
            }
            let lead: u8 = match len {
                2 => 0xC0,
                3 => 0xE0,
                _ => 0xF0,
            };
            dst[0] = lead | rest as u8;
        }
        intrinsics::interior_mut(intrinsics::str_from_bytes(intrinsics::slice_part(dst, 0, len)))
    }

    pub const fn is_ascii(&self) -> bool {
        (*self as u32) < 128
    }

    pub const fn to_ascii_uppercase(&self) -> char {
        if self.is_ascii_lowercase() {
            (*self as u8 - 32) as char
        } else {
            *self
        }
    }

    pub const fn to_ascii_lowercase(&self) -> char {
        if self.is_ascii_uppercase() {
            (*self as u8 + 32) as char
        } else {
            *self
        }
    }

    pub const fn eq_ignore_ascii_case(&self, other: &char) -> bool {
        self.to_ascii_lowercase() == other.to_ascii_lowercase()
    }

    pub const fn make_ascii_uppercase(&mut self) {
        *self = self.to_ascii_uppercase();
    }

    pub const fn make_ascii_lowercase(&mut self) {
        *self = self.to_ascii_lowercase();
    }

    pub const fn is_ascii_alphabetic(&self) -> bool {
        matches!(*self, 'A'..='Z' | 'a'..='z')
    }

    pub const fn is_ascii_uppercase(&self) -> bool {
        matches!(*self, 'A'..='Z')
    }

    pub const fn is_ascii_lowercase(&self) -> bool {
        matches!(*self, 'a'..='z')
    }

    pub const fn is_ascii_alphanumeric(&self) -> bool {
        matches!(*self, '0'..='9' | 'A'..='Z' | 'a'..='z')
    }

    pub const fn is_ascii_digit(&self) -> bool {
        matches!(*self, '0'..='9')
    }

    pub const fn is_ascii_hexdigit(&self) -> bool {
        matches!(*self, '0'..='9' | 'A'..='F' | 'a'..='f')
    }

    pub const fn is_ascii_punctuation(&self) -> bool {
        matches!(*self, '!'..='/' | ':'..='@' | '['..='`' | '{'..='~')
    }

    pub const fn is_ascii_graphic(&self) -> bool {
        matches!(*self, '!'..='~')
    }

    pub const fn is_ascii_whitespace(&self) -> bool {
        matches!(*self, '\t' | '\n' | '\x0C' | '\r' | ' ')
    }

    pub const fn is_ascii_control(&self) -> bool {
        matches!(*self, '\0'..='\x1F' | '\x7F')
    }

    pub fn is_alphabetic(self) -> bool {
        self.is_ascii_alphabetic() || unicode::contains(unicode::ALPHABETIC, self)
    }

    pub fn is_numeric(self) -> bool {
        self.is_ascii_digit() || unicode::contains(unicode::NUMERIC, self)
    }

    pub fn is_alphanumeric(self) -> bool {
        self.is_alphabetic() || self.is_numeric()
    }

    pub const fn is_lowercase(self) -> bool {
        self.is_ascii_lowercase() || unicode::contains(unicode::LOWERCASE, self)
    }

    pub const fn is_uppercase(self) -> bool {
        self.is_ascii_uppercase() || unicode::contains(unicode::UPPERCASE, self)
    }

    pub const fn is_control(self) -> bool {
        matches!(self, '\0'..='\x1F' | '\x7F'..='\u{9F}')
    }

    pub const fn is_whitespace(self) -> bool {
        matches!(
            self,
            '\t'..='\r'
                | ' '
                | '\u{85}'
                | '\u{A0}'
                | '\u{1680}'
                | '\u{2000}'..='\u{200A}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{202F}'
                | '\u{205F}'
                | '\u{3000}'
        )
    }
}
