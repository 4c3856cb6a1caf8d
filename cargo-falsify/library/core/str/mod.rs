//! `core::str`: text as bytes, its chars, parsing, searching and splitting.

mod chars;
mod index;
pub mod pattern;
mod split;
mod utf8;

pub use self::chars::{Bytes, CharIndices, Chars};
pub use self::split::{
    Lines, MatchIndices, Matches, RSplit, RSplitN, Split, SplitAsciiWhitespace, SplitInclusive, SplitN, SplitTerminator,
    SplitWhitespace,
};
pub use self::utf8::{from_utf8, from_utf8_unchecked, Utf8Error};

use crate::cmp::Ordering;
use crate::fmt;
use crate::intrinsics;
use crate::slice::SliceIndex;
use crate::str::pattern::Pattern;

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

    pub const fn trim_ascii_start(&self) -> &str {
        intrinsics::str_from_bytes(self.as_bytes().trim_ascii_start())
    }

    pub const fn trim_ascii_end(&self) -> &str {
        intrinsics::str_from_bytes(self.as_bytes().trim_ascii_end())
    }

    pub const fn floor_char_boundary(&self, index: usize) -> usize {
        let mut at = if index < self.len() { index } else { self.len() };
        while !self.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    pub const fn ceil_char_boundary(&self, index: usize) -> usize {
        let mut at = if index < self.len() { index } else { self.len() };
        while !self.is_char_boundary(at) {
            at += 1;
        }
        at
    }

    pub fn contains<P: Pattern>(&self, pat: P) -> bool {
        self.find(pat).is_some()
    }

    pub fn starts_with<P: Pattern>(&self, pat: P) -> bool {
        self.strip_prefix(pat).is_some()
    }

    pub fn ends_with<P: Pattern>(&self, pat: P) -> bool {
        self.strip_suffix(pat).is_some()
    }

    pub fn find<P: Pattern>(&self, pat: P) -> Option<usize> {
        let mut pat = pat;
        let (start, _) = pattern::next_match(self, 0, &mut pat)?;
        Some(start)
    }

    pub fn rfind<P: Pattern>(&self, pat: P) -> Option<usize> {
        let mut pat = pat;
        let (start, _) = pattern::last_match(self, self.len(), &mut pat)?;
        Some(start)
    }

    pub fn strip_prefix<P: Pattern>(&self, prefix: P) -> Option<&str> {
        let mut prefix = prefix;
        let len = prefix.match_at(self)?;
        Some(&self[len..])
    }

    pub fn strip_suffix<P: Pattern>(&self, suffix: P) -> Option<&str> {
        let mut suffix = suffix;
        let start = pattern::suffix_match(self, &mut suffix)?;
        Some(&self[..start])
    }

    pub fn split_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)> {
        let mut delimiter = delimiter;
        let (start, end) = pattern::next_match(self, 0, &mut delimiter)?;
        Some((&self[..start], &self[end..]))
    }

    pub fn split<P: Pattern>(&self, pat: P) -> Split<'_, P> {
        Split::new(self, pat)
    }

    pub fn rsplit_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)> {
        let mut delimiter = delimiter;
        let (start, end) = pattern::last_match(self, self.len(), &mut delimiter)?;
        Some((&self[..start], &self[end..]))
    }

    pub fn rsplit<P: Pattern>(&self, pat: P) -> RSplit<'_, P> {
        RSplit::new(self, pat)
    }

    pub fn splitn<P: Pattern>(&self, n: usize, pat: P) -> SplitN<'_, P> {
        SplitN::new(self, n, pat)
    }

    pub fn rsplitn<P: Pattern>(&self, n: usize, pat: P) -> RSplitN<'_, P> {
        RSplitN::new(self, n, pat)
    }

    pub fn split_terminator<P: Pattern>(&self, pat: P) -> SplitTerminator<'_, P> {
        SplitTerminator::new(self, pat)
    }

    pub fn split_inclusive<P: Pattern>(&self, pat: P) -> SplitInclusive<'_, P> {
        SplitInclusive::new(self, pat)
    }

    pub fn matches<P: Pattern>(&self, pat: P) -> Matches<'_, P> {
        Matches::new(self, pat)
    }

    pub fn match_indices<P: Pattern>(&self, pat: P) -> MatchIndices<'_, P> {
        MatchIndices::new(self, pat)
    }

    pub fn split_ascii_whitespace(&self) -> SplitAsciiWhitespace<'_> {
        SplitAsciiWhitespace::new(self)
    }

    pub fn split_whitespace(&self) -> SplitWhitespace<'_> {
        SplitWhitespace::new(self)
    }

    pub fn lines(&self) -> Lines<'_> {
        Lines::new(self)
    }

    pub fn trim(&self) -> &str {
        self.trim_start().trim_end()
    }

    pub fn trim_start(&self) -> &str {
        self.trim_start_matches(char::is_whitespace)
    }

    pub fn trim_end(&self) -> &str {
        self.trim_end_matches(char::is_whitespace)
    }

    pub fn trim_matches<P: Pattern>(&self, pat: P) -> &str {
        let mut pat = pat;
        pattern::trim_end(pattern::trim_start(self, &mut pat), &mut pat)
    }

    pub fn trim_start_matches<P: Pattern>(&self, pat: P) -> &str {
        let mut pat = pat;
        pattern::trim_start(self, &mut pat)
    }

    pub fn trim_end_matches<P: Pattern>(&self, pat: P) -> &str {
        let mut pat = pat;
        pattern::trim_end(self, &mut pat)
    }

    pub fn trim_left(&self) -> &str {
        self.trim_start()
    }

    pub fn trim_right(&self) -> &str {
        self.trim_end()
    }
}
