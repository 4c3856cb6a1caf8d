//! What text can be searched for: a char, one of several chars, a char with a property, a text.

/// Core's trait has searchers; one question is enough here.
pub trait Pattern: Sized {
    /// The length in bytes of the match at the very start of the text.
    fn match_at(&mut self, text: &str) -> Option<usize>;
}

impl Pattern for char {
    fn match_at(&mut self, text: &str) -> Option<usize> {
        let first = text.chars().next()?;
        if first == *self {
            Some(first.len_utf8())
        } else {
            None
        }
    }
}

impl Pattern for &str {
    fn match_at(&mut self, text: &str) -> Option<usize> {
        if text.as_bytes().starts_with(self.as_bytes()) {
            Some(self.len())
        } else {
            None
        }
    }
}

impl Pattern for &&str {
    fn match_at(&mut self, text: &str) -> Option<usize> {
        let mut plain: &str = *self;
        plain.match_at(text)
    }
}

impl Pattern for &[char] {
    fn match_at(&mut self, text: &str) -> Option<usize> {
        let first = text.chars().next()?;
        if self.contains(&first) {
            Some(first.len_utf8())
        } else {
            None
        }
    }
}

impl<const N: usize> Pattern for [char; N] {
    fn match_at(&mut self, text: &str) -> Option<usize> {
        self.as_slice().match_at(text)
    }
}

impl<const N: usize> Pattern for &[char; N] {
    fn match_at(&mut self, text: &str) -> Option<usize> {
        self.as_slice().match_at(text)
    }
}

impl<F: FnMut(char) -> bool> Pattern for F {
    fn match_at(&mut self, text: &str) -> Option<usize> {
        let first = text.chars().next()?;
        if self(first) {
            Some(first.len_utf8())
        } else {
            None
        }
    }
}

/// Where the next match from a position on starts and ends.
pub(crate) fn next_match<P: Pattern>(text: &str, from: usize, pattern: &mut P) -> Option<(usize, usize)> {
    let mut at = from;
    while at <= text.len() {
        if text.is_char_boundary(at) {
            if let Some(len) = pattern.match_at(&text[at..]) {
                return Some((at, at + len));
            }
        }
        at += 1;
    }
    None
}

/// Where the last match that starts at a position or before it starts and ends.
pub(crate) fn last_match<P: Pattern>(text: &str, from: usize, pattern: &mut P) -> Option<(usize, usize)> {
    let mut at = from + 1;
    while at > 0 {
        at -= 1;
        if text.is_char_boundary(at) {
            if let Some(len) = pattern.match_at(&text[at..]) {
                return Some((at, at + len));
            }
        }
    }
    None
}

/// Where a match starts that ends with the text; the shortest one.
pub(crate) fn suffix_match<P: Pattern>(text: &str, pattern: &mut P) -> Option<usize> {
    let mut at = text.len() + 1;
    while at > 0 {
        at -= 1;
        if text.is_char_boundary(at) && pattern.match_at(&text[at..]) == Some(text.len() - at) {
            return Some(at);
        }
    }
    None
}

/// The text without matches at its start.
pub(crate) fn trim_start<'a, P: Pattern>(text: &'a str, pattern: &mut P) -> &'a str {
    let mut rest = text;
    loop {
        match pattern.match_at(rest) {
            Some(len) if len > 0 => rest = &rest[len..],
            _ => return rest,
        }
    }
}

/// The text without matches at its end.
pub(crate) fn trim_end<'a, P: Pattern>(text: &'a str, pattern: &mut P) -> &'a str {
    let mut rest = text;
    loop {
        match suffix_match(rest, pattern) {
            Some(start) if start < rest.len() => rest = &rest[..start],
            _ => return rest,
        }
    }
}
