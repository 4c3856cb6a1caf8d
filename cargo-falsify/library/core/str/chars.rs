//! The iterators over a text's chars and bytes.

use crate::intrinsics;
use crate::iter::FusedIterator;
use crate::slice;

/// The bytes of the chars that are still to come.
#[derive(Clone, Debug)]
pub struct Chars<'a> {
    rest: &'a [u8],
}

impl<'a> Chars<'a> {
    pub(crate) fn new(text: &'a str) -> Chars<'a> {
        Chars { rest: text.as_bytes() }
    }

    pub fn as_str(&self) -> &'a str {
        intrinsics::str_from_bytes(self.rest)
    }
}

/// The char whose bytes these are.
fn decode(bytes: &[u8]) -> char {
    let first = bytes[0] as u32;
    let mut code = match bytes.len() {
        1 => first,
        2 => first & 0x1F,
        3 => first & 0x0F,
        _ => first & 0x07,
    };
    let mut i = 1;
    while i < bytes.len() {
        code = code << 6 | (bytes[i] & 0x3F) as u32;
        i += 1;
    }
    intrinsics::char_from_u32(code)
}

/// The number of bytes of the char that starts with this one.
fn width(first: u8) -> usize {
    match first {
        0x00..=0x7F => 1,
        0x80..=0xDF => 2,
        0xE0..=0xEF => 3,
        _ => 4,
    }
}

impl<'a> Iterator for Chars<'a> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let first = *self.rest.first()?;
        let (bytes, rest) = self.rest.split_at(width(first));
        self.rest = rest;
        Some(decode(bytes))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest.len().div_ceil(4), Some(self.rest.len()))
    }
}

impl<'a> DoubleEndedIterator for Chars<'a> {
    fn next_back(&mut self) -> Option<char> {
        if self.rest.is_empty() {
            return None;
        }
        let mut start = self.rest.len() - 1;
        while self.rest[start] & 0xC0 == 0x80 {
            start -= 1;
        }
        let (rest, bytes) = self.rest.split_at(start);
        self.rest = rest;
        Some(decode(bytes))
    }
}

impl<'a> FusedIterator for Chars<'a> {}

#[derive(Clone, Debug)]
pub struct CharIndices<'a> {
    offset: usize,
    chars: Chars<'a>,
}

impl<'a> CharIndices<'a> {
    pub(crate) fn new(text: &'a str) -> CharIndices<'a> {
        CharIndices { offset: 0, chars: text.chars() }
    }

    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl<'a> Iterator for CharIndices<'a> {
    type Item = (usize, char);

    fn next(&mut self) -> Option<(usize, char)> {
        let at = self.offset;
        let c = self.chars.next()?;
        self.offset += c.len_utf8();
        Some((at, c))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.chars.size_hint()
    }
}

impl<'a> DoubleEndedIterator for CharIndices<'a> {
    fn next_back(&mut self) -> Option<(usize, char)> {
        let c = self.chars.next_back()?;
        Some((self.offset + self.chars.rest.len(), c))
    }
}

impl<'a> FusedIterator for CharIndices<'a> {}

#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    bytes: slice::Iter<'a, u8>,
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(text: &'a str) -> Bytes<'a> {
        Bytes { bytes: text.as_bytes().iter() }
    }
}

impl<'a> Iterator for Bytes<'a> {
    type Item = u8;
    const __TRUSTED_LEN: bool = true;
    const __RANDOM_ACCESS: bool = true;

    fn __element(&mut self, index: usize) -> u8 {
        *self.bytes.__element(index)
    }

    fn next(&mut self) -> Option<u8> {
        self.bytes.next().copied()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.bytes.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<u8> {
        self.bytes.nth(n).copied()
    }
}

impl<'a> DoubleEndedIterator for Bytes<'a> {
    fn next_back(&mut self) -> Option<u8> {
        self.bytes.next_back().copied()
    }
}

impl<'a> ExactSizeIterator for Bytes<'a> {}
impl<'a> FusedIterator for Bytes<'a> {}
