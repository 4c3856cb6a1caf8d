//! Text → tokens, with the checks that keep the recursive parser within its stack.

use std::borrow::Cow;
use std::str::FromStr;

use proc_macro2::{Delimiter, Ident, LexError, Punct, Spacing, Span, TokenStream, TokenTree};
use syn::buffer::Cursor;

/// How deep delimiters and prefix operators may nest.
const MAX_NESTING: usize = 200;
/// Angle brackets cannot be told from comparisons without parsing, so that there may be more of them.
const MAX_ANGLES: usize = 2_000;
/// How many branches an `if` may have, and the like.
const MAX_KEYWORDS: usize = 1_000;
/// How many tokens may stand in one delimiter without a `;` or a `,` between them: such a run can be one
/// expression whose tree is as deep as the run is long.
const MAX_RUN: usize = 20_000;

/// The same text, byte for byte as long, with what is not Rust blanked out: the byte order mark and the `#!` line.
pub fn mask(text: &str) -> Cow<'_, str> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let shebang = shebang_length(body);
    let blank = text.len() - body.len() + shebang;
    if blank == 0 {
        return Cow::Borrowed(text);
    }
    Cow::Owned(" ".repeat(blank) + &text[blank..])
}

/// `#![attribute]` is not a shebang, even with space in between.
fn shebang_length(text: &str) -> usize {
    match text.strip_prefix("#!") {
        Some(rest) if !rest.trim_start().starts_with('[') => text.find('\n').unwrap_or(text.len()),
        _ => 0,
    }
}

/// `text` has been masked.
pub fn lex(text: &str) -> Result<TokenStream, LexError> {
    TokenStream::from_str(text)
}

/// The start of the first line that is longer than columns are counted.
pub fn endless_line(text: &str) -> Option<u32> {
    let mut start = 0;
    for line in text.split('\n') {
        if line.len() >= super::spans::MAX_COLUMNS {
            return Some(start);
        }
        start += line.len() as u32 + 1;
    }
    None
}

/// What is wrong with a text that cannot be lexed, given from where lexing stopped, and how many bytes show it.
pub fn explain(rest: &str) -> (&'static str, u32) {
    let message = match rest.chars().next() {
        Some('(' | '[' | '{') => "this delimiter is never closed",
        Some(')' | ']' | '}') => "this delimiter closes nothing",
        Some('"' | '\'') => "this literal never ends or is malformed",
        Some('/') => "this comment never ends",
        None => "the text ends too early",
        Some(_) => "this is not a token of Rust",
    };
    let length = rest.chars().next().map_or(0, char::len_utf8);
    (message, length as u32)
}

/// A place that nests too deeply to be parsed.
pub struct TooDeep {
    pub at: Span,
    pub what: String,
}

/// Refuses tokens whose delimiters nest too deeply even to be put into syn's buffer.
pub fn check_delimiters(tokens: &TokenStream) -> Result<(), TooDeep> {
    delimiters_within(tokens.clone(), MAX_NESTING)
}

fn delimiters_within(tokens: TokenStream, levels: usize) -> Result<(), TooDeep> {
    for token in tokens {
        if let TokenTree::Group(group) = token {
            if levels == 0 {
                return Err(TooDeep {
                    at: group.span_open(),
                    what: format!("delimiters nest more than {MAX_NESTING} levels deep"),
                });
            }
            delimiters_within(group.stream(), levels - 1)?;
        }
    }
    Ok(())
}

/// Refuses tokens on which a recursive parser would go deeper than it should.
pub fn check_nesting(tokens: Cursor<'_>) -> Result<(), TooDeep> {
    check_level(tokens)
}

fn check_level(mut tokens: Cursor<'_>) -> Result<(), TooDeep> {
    let mut level = Level::default();
    while !tokens.eof() {
        let here = tokens.span();
        if let Some((inside, delimiter, _, after)) = tokens.any_group() {
            level.count_group(delimiter);
            check_level(inside)?;
            tokens = after;
        } else if let Some((punct, after)) = tokens.punct() {
            level.count_punct(&punct);
            tokens = after;
        } else if let Some((ident, after)) = tokens.ident() {
            level.count_ident(&ident);
            tokens = after;
        } else if let Some((_, after)) = tokens.token_tree() {
            level.count_literal();
            tokens = after;
        }
        level.check(here)?;
    }
    Ok(())
}

/// What has been seen since the last separator of one delimiter.
#[derive(Default)]
struct Level {
    run: usize,
    prefixes: usize,
    angles: usize,
    keywords: usize,
    /// The last token, if it was an operator or a delimiter.
    last: Option<char>,
}

impl Level {
    fn check(&mut self, at: Span) -> Result<(), TooDeep> {
        self.run += 1;
        match self.excess() {
            Some(what) => Err(TooDeep { at, what }),
            None => Ok(()),
        }
    }

    fn excess(&self) -> Option<String> {
        if self.prefixes > MAX_NESTING || self.keywords > MAX_KEYWORDS {
            return Some(format!("more than {MAX_NESTING} operators in a row"));
        }
        if self.angles > MAX_ANGLES {
            return Some(format!(
                "angle brackets nest more than {MAX_ANGLES} levels deep"
            ));
        }
        (self.run > MAX_RUN).then(|| format!("an expression of more than {MAX_RUN} tokens"))
    }

    fn count_punct(&mut self, punct: &Punct) {
        let c = punct.as_char();
        let last = self.last.replace(c);
        match (last, c) {
            (_, ';') => *self = Level::default(),
            (_, ',') => self.separate(),
            (Some('}'), '#') => *self = Level::default(),
            (_, '-' | '!' | '*' | '&' | '|') => self.prefixes += 1,
            // A bracket, not `<<` or `<=`.
            (last, '<') if last != Some('<') && punct.spacing() == Spacing::Alone => {
                self.angles += 1;
            }
            (last, '>') if !matches!(last, Some('-' | '=')) => {
                self.angles = self.angles.saturating_sub(1);
            }
            _ => {}
        }
    }

    /// A `,` may stand inside angle brackets, which are no delimiters for the lexer.
    fn separate(&mut self) {
        let angles = self.angles;
        *self = Level {
            angles,
            ..Level::default()
        };
    }

    fn count_ident(&mut self, name: &Ident) {
        let is = |words: &[&str]| words.iter().any(|word| name == word);
        if self.last.take() == Some('}') && !is(&["else", "as"]) {
            // The block before was a statement or an item.
            *self = Level::default();
        }
        if is(&["return", "break", "else", "yield", "dyn", "impl", "fn"]) {
            self.prefixes += 1;
            self.keywords += 1;
        } else if !is(&[
            "mut", "const", "move", "raw", "static", "async", "ref", "box",
        ]) {
            self.prefixes = 0;
        }
    }

    /// What is compared with a literal is no type argument.
    fn count_literal(&mut self) {
        if self.last.take() == Some('<') {
            self.angles = self.angles.saturating_sub(1);
        }
        self.prefixes = 0;
    }

    fn count_group(&mut self, delimiter: Delimiter) {
        self.last = match delimiter {
            Delimiter::Brace => Some('}'),
            Delimiter::Parenthesis | Delimiter::Bracket | Delimiter::None => None,
        };
        if delimiter == Delimiter::Brace {
            self.angles = 0;
        }
        if delimiter != Delimiter::Parenthesis {
            self.prefixes = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masking_keeps_every_byte_offset() {
        for (text, expected) in [
            ("fn f() {}", "fn f() {}"),
            ("\u{feff}fn f() {}", "   fn f() {}"),
            ("#!/bin/x\nfn f() {}", "        \nfn f() {}"),
            ("\u{feff}#!/bin/x\nfn f() {}", "           \nfn f() {}"),
            ("#![no_std]\n", "#![no_std]\n"),
            ("#! [no_std]\n", "#! [no_std]\n"),
        ] {
            assert_eq!(mask(text), expected);
        }
    }

    #[test]
    fn deep_nesting_is_refused_and_ordinary_nesting_is_not() {
        let nested = |n: usize| "(".repeat(n) + &")".repeat(n);
        let cases = [
            (nested(100), true),
            (nested(5_000), false),
            ("-".repeat(100) + "1", true),
            ("-".repeat(5_000) + "1", false),
            ("& mut ".repeat(5_000) + "x", false),
            ("return ".repeat(5_000) + "1", false),
            ("A<".repeat(5_000) + "u8" + &">".repeat(5_000), false),
            ("|x| ".repeat(5_000) + "1", true),
            ("f(x) -> u8;".repeat(5_000), true),
            ("a + ".repeat(5_000) + "a", true),
            ("a + ".repeat(50_000) + "a", false),
            ("A<u8>, ".repeat(5_000), true),
            ("fn f() -> A<u8> {} ".repeat(10_000), true),
            ("#[a] fn f() {} ".repeat(10_000), true),
            ("match x {} ".repeat(10_000), true),
            ("1 << 3, ".repeat(10_000), true),
            ("x < 3, ".repeat(10_000), true),
            ("if x {} else ".repeat(500) + "{}", true),
            ("if x {} else ".repeat(5_000) + "{}", false),
        ];
        for (text, fine) in cases {
            let tokens = lex(&text).expect("lexes");
            let verdict = check_delimiters(&tokens).is_ok() && {
                let buffer = syn::buffer::TokenBuffer::new2(tokens);
                check_nesting(buffer.begin()).is_ok()
            };
            assert_eq!(verdict, fine, "{}", &text[..20.min(text.len())]);
        }
    }
}
