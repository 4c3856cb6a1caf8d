//! The iterators over parts of a text.

use crate::iter::FusedIterator;
use crate::str::pattern::{next_match, Pattern};

/// `rest` is `None` once the last part has been handed out. `searched` is how far into it no match can start: an empty
/// pattern matches once at every boundary.
pub struct Split<'a, P> {
    rest: Option<&'a str>,
    searched: usize,
    pattern: P,
}

impl<'a, P> Split<'a, P> {
    pub(crate) fn new(text: &'a str, pattern: P) -> Split<'a, P> {
        Split { rest: Some(text), searched: 0, pattern }
    }
}

impl<'a, P: Pattern> Iterator for Split<'a, P> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.take()?;
        match next_match(rest, self.searched, &mut self.pattern) {
            Some((start, end)) => {
                self.rest = Some(&rest[end..]);
                self.searched = if start == end { 1 } else { 0 };
                Some(&rest[..start])
            }
            None => Some(rest),
        }
    }
}

impl<'a, P: Pattern> FusedIterator for Split<'a, P> {}

#[derive(Clone, Debug)]
pub struct SplitWhitespace<'a> {
    rest: &'a str,
}

impl<'a> SplitWhitespace<'a> {
    pub(crate) fn new(text: &'a str) -> SplitWhitespace<'a> {
        SplitWhitespace { rest: text }
    }
}

impl<'a> Iterator for SplitWhitespace<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        if rest.is_empty() {
            self.rest = rest;
            return None;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.rest = &rest[end..];
        Some(&rest[..end])
    }
}

impl<'a> FusedIterator for SplitWhitespace<'a> {}

#[derive(Clone, Debug)]
pub struct Lines<'a> {
    rest: &'a str,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Lines<'a> {
        Lines { rest: text }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let line = match self.rest.split_once('\n') {
            Some((line, rest)) => {
                self.rest = rest;
                line
            }
            None => {
                let last = self.rest;
                self.rest = "";
                return Some(last);
            }
        };
        Some(line.strip_suffix('\r').unwrap_or(line))
    }
}

impl<'a> FusedIterator for Lines<'a> {}
