//! `core::str`: text as bytes, its chars, parsing. Searching and splitting are not modelled.

mod chars;
mod index;
mod utf8;

pub use self::chars::{Bytes, CharIndices, Chars};
pub use self::utf8::{from_utf8, from_utf8_unchecked, Utf8Error};

use crate::cmp::Ordering;
use crate::fmt;
use crate::intrinsics;
use crate::slice::SliceIndex;

pub trait FromStr: Sized {
    type Err;

    fn from_str(s: &str) -> Result<Self, Self::Err>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseBoolError(());

impl fmt::Display for ParseBoolError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for bool {
    type Err = ParseBoolError;

    fn from_str(s: &str) -> Result<bool, ParseBoolError> {
        if s == "true" {
            Ok(true)
        } else if s == "false" {
            Ok(false)
        } else {
            Err(ParseBoolError(()))
        }
    }
}

impl PartialEq for str {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for str {}

impl PartialOrd for str {
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for str {
    fn cmp(&self, other: &str) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl str {
    pub const fn len(&self) -> usize {
        self.as_bytes().len()
    }

    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub const fn as_bytes(&self) -> &[u8] {
        intrinsics::str_bytes(self)
    }

    pub const fn is_char_boundary(&self, index: usize) -> bool {
        let bytes = self.as_bytes();
        if index == 0 || index == bytes.len() {
            true
        } else {
            index < bytes.len() && bytes[index] & 0xC0 != 0x80
        }
    }

    pub fn get<I: SliceIndex<str>>(&self, i: I) -> Option<&I::Output> {
        i.get(self)
    }

    pub fn split_at(&self, mid: usize) -> (&str, &str) {
        match self.split_at_checked(mid) {
            Some(parts) => parts,
            None => intrinsics::fail_slice(),
        }
    }

    pub fn split_at_checked(&self, mid: usize) -> Option<(&str, &str)> {
        if self.is_char_boundary(mid) {
            Some((&self[..mid], &self[mid..]))
        } else {
            None
        }
    }

    pub fn chars(&self) -> Chars<'_> {
        Chars::new(self)
    }

    pub fn char_indices(&self) -> CharIndices<'_> {
        CharIndices::new(self)
    }

    pub fn bytes(&self) -> Bytes<'_> {
        Bytes::new(self)
    }

    pub fn parse<F: FromStr>(&self) -> Result<F, F::Err> {
        FromStr::from_str(self)
    }

    pub const fn is_ascii(&self) -> bool {
        self.as_bytes().is_ascii()
    }

    pub const fn eq_ignore_ascii_case(&self, other: &str) -> bool {
        self.as_bytes().eq_ignore_ascii_case(other.as_bytes())
    }

    pub const fn trim_ascii(&self) -> &str {
        intrinsics::str_from_bytes(self.as_bytes().trim_ascii())
    }
}
