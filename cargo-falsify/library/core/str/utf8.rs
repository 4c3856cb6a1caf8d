//! Whether bytes are UTF-8.

use crate::fmt;
use crate::intrinsics;

#[derive(Copy, Eq, PartialEq, Clone, Debug)]
pub struct Utf8Error {
    valid_up_to: usize,
    error_len: Option<u8>,
}

impl Utf8Error {
    pub const fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    pub const fn error_len(&self) -> Option<usize> {
        match self.error_len {
            Some(len) => Some(len as usize),
            None => None,
        }
    }
}

impl fmt::Display for Utf8Error {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

pub const unsafe fn from_utf8_unchecked(v: &[u8]) -> &str {
    intrinsics::str_from_bytes(v)
}

pub const fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error> {
    let mut i = 0;
    while i < v.len() {
        match sequence(v, i) {
            Ok(len) => i += len,
            Err(error_len) => return Err(Utf8Error { valid_up_to: i, error_len }),
        }
    }
    Ok(intrinsics::str_from_bytes(v))
}

/// The length of the sequence at `start`, or how many of its bytes are wrong (`None`: the text ends in its middle).
const fn sequence(v: &[u8], start: usize) -> Result<usize, Option<u8>> {
    let (len, second) = match v[start] {
        0x00..=0x7F => return Ok(1),
        0xC2..=0xDF => (2, 0x80..=0xBF),
        0xE0 => (3, 0xA0..=0xBF),
        0xE1..=0xEC | 0xEE..=0xEF => (3, 0x80..=0xBF),
        0xED => (3, 0x80..=0x9F),
        0xF0 => (4, 0x90..=0xBF),
        0xF1..=0xF3 => (4, 0x80..=0xBF),
        0xF4 => (4, 0x80..=0x8F),
        _ => return Err(Some(1)),
    };
    let mut i = 1;
    while i < len {
        if start + i >= v.len() {
            return Err(None);
        }
        let byte = v[start + i];
        let fits = if i == 1 { second.contains(&byte) } else { byte & 0xC0 == 0x80 };
        if !fits {
            return Err(Some(i as u8));
        }
        i += 1;
    }
    Ok(len)
}
