//! The iterators over parts of a text.

use crate::iter::FusedIterator;
use crate::str::pattern::{last_match, next_match, Pattern};

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

/// Core asks for a pattern that is never empty and means the same from both ends.
impl<'a, P: Pattern> DoubleEndedIterator for Split<'a, P> {
    fn next_back(&mut self) -> Option<&'a str> {
        let rest = self.rest.take()?;
        match last_match(rest, rest.len(), &mut self.pattern) {
            Some((start, end)) => {
                self.rest = Some(&rest[..start]);
                Some(&rest[end..])
            }
            None => Some(rest),
        }
    }
}

impl<'a, P: Pattern> FusedIterator for Split<'a, P> {}

/// Splitting from the end. `searched` is where the next match starts at the latest, if anywhere.
pub struct RSplit<'a, P> {
    rest: Option<&'a str>,
    searched: Option<usize>,
    pattern: P,
}

impl<'a, P> RSplit<'a, P> {
    pub(crate) fn new(text: &'a str, pattern: P) -> RSplit<'a, P> {
        RSplit { rest: Some(text), searched: Some(text.len()), pattern }
    }
}

impl<'a, P: Pattern> Iterator for RSplit<'a, P> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.take()?;
        let found = match self.searched {
            Some(from) => last_match(rest, from, &mut self.pattern),
            None => None,
        };
        match found {
            Some((start, end)) => {
                self.rest = Some(&rest[..start]);
                self.searched = if start == end { start.checked_sub(1) } else { Some(start) };
                Some(&rest[end..])
            }
            None => Some(rest),
        }
    }
}

impl<'a, P: Pattern> FusedIterator for RSplit<'a, P> {}

/// Splitting into so many parts at most: the last one is what remains.
macro_rules! limited_split {
    ($Name:ident, $Parts:ident) => {
        pub struct $Name<'a, P> {
            parts: $Parts<'a, P>,
            left: usize,
        }

        impl<'a, P> $Name<'a, P> {
            pub(crate) fn new(text: &'a str, n: usize, pattern: P) -> $Name<'a, P> {
                $Name { parts: $Parts::new(text, pattern), left: n }
            }
        }

        impl<'a, P: Pattern> Iterator for $Name<'a, P> {
            type Item = &'a str;

            fn next(&mut self) -> Option<&'a str> {
                if self.left == 0 {
                    return None;
                }
                self.left -= 1;
                if self.left == 0 {
                    self.parts.rest.take()
                } else {
                    self.parts.next()
                }
            }
        }

        impl<'a, P: Pattern> FusedIterator for $Name<'a, P> {}
    };
}
limited_split!(SplitN, Split);
limited_split!(RSplitN, RSplit);

/// Splitting where nothing follows the last match.
pub struct SplitTerminator<'a, P> {
    parts: Split<'a, P>,
}

impl<'a, P> SplitTerminator<'a, P> {
    pub(crate) fn new(text: &'a str, pattern: P) -> SplitTerminator<'a, P> {
        SplitTerminator { parts: Split::new(text, pattern) }
    }
}

impl<'a, P: Pattern> Iterator for SplitTerminator<'a, P> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let part = self.parts.next()?;
        if part.is_empty() && self.parts.rest.is_none() {
            return None;
        }
        Some(part)
    }
}

impl<'a, P: Pattern> FusedIterator for SplitTerminator<'a, P> {}

/// Splitting behind the matches.
pub struct SplitInclusive<'a, P> {
    rest: &'a str,
    searched: usize,
    pattern: P,
}

impl<'a, P> SplitInclusive<'a, P> {
    pub(crate) fn new(text: &'a str, pattern: P) -> SplitInclusive<'a, P> {
        SplitInclusive { rest: text, searched: 0, pattern }
    }
}

impl<'a, P: Pattern> Iterator for SplitInclusive<'a, P> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (start, end) = match next_match(self.rest, self.searched, &mut self.pattern) {
            Some(found) => found,
            None => (0, self.rest.len()),
        };
        self.searched = if start == end { 1 } else { 0 };
        let (part, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(part)
    }
}

impl<'a, P: Pattern> FusedIterator for SplitInclusive<'a, P> {}

/// The matches, with their places.
pub struct MatchIndices<'a, P> {
    text: &'a str,
    searched: usize,
    pattern: P,
}

impl<'a, P> MatchIndices<'a, P> {
    pub(crate) fn new(text: &'a str, pattern: P) -> MatchIndices<'a, P> {
        MatchIndices { text, searched: 0, pattern }
    }
}

impl<'a, P: Pattern> Iterator for MatchIndices<'a, P> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let found = next_match(self.text, self.searched, &mut self.pattern);
        let Some((start, end)) = found else {
            self.searched = self.text.len() + 1;
            return None;
        };
        self.searched = if start == end { end + 1 } else { end };
        Some((start, &self.text[start..end]))
    }
}

impl<'a, P: Pattern> FusedIterator for MatchIndices<'a, P> {}

pub struct Matches<'a, P> {
    places: MatchIndices<'a, P>,
}

impl<'a, P> Matches<'a, P> {
    pub(crate) fn new(text: &'a str, pattern: P) -> Matches<'a, P> {
        Matches { places: MatchIndices::new(text, pattern) }
    }
}

impl<'a, P: Pattern> Iterator for Matches<'a, P> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (_, found) = self.places.next()?;
        Some(found)
    }
}

impl<'a, P: Pattern> FusedIterator for Matches<'a, P> {}

#[derive(Clone, Debug)]
pub struct SplitAsciiWhitespace<'a> {
    rest: &'a str,
}

impl<'a> SplitAsciiWhitespace<'a> {
    pub(crate) fn new(text: &'a str) -> SplitAsciiWhitespace<'a> {
        SplitAsciiWhitespace { rest: text }
    }
}

impl<'a> Iterator for SplitAsciiWhitespace<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_ascii_start();
        if rest.is_empty() {
            self.rest = rest;
            return None;
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        self.rest = &rest[end..];
        Some(&rest[..end])
    }
}

impl<'a> DoubleEndedIterator for SplitAsciiWhitespace<'a> {
    fn next_back(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_ascii_end();
        if rest.is_empty() {
            self.rest = rest;
            return None;
        }
        let start = rest.rfind(|c: char| c.is_ascii_whitespace()).map_or(0, |at| at + 1);
        self.rest = &rest[..start];
        Some(&rest[start..])
    }
}

impl<'a> FusedIterator for SplitAsciiWhitespace<'a> {}

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

impl<'a> DoubleEndedIterator for SplitWhitespace<'a> {
    fn next_back(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_end();
        if rest.is_empty() {
            self.rest = rest;
            return None;
        }
        let (space, word) = match last_match(rest, rest.len(), &mut char::is_whitespace) {
            Some((_, end)) => rest.split_at(end),
            None => ("", rest),
        };
        self.rest = space;
        Some(word)
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

impl<'a> DoubleEndedIterator for Lines<'a> {
    fn next_back(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let ended = self.rest.strip_suffix('\n');
        let body = ended.unwrap_or(self.rest);
        let start = body.rfind('\n').map_or(0, |at| at + 1);
        let (rest, line) = body.split_at(start);
        self.rest = rest;
        if ended.is_none() {
            return Some(line);
        }
        Some(line.strip_suffix('\r').unwrap_or(line))
    }
}

impl<'a> FusedIterator for Lines<'a> {}
