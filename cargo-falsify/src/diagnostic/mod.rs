//! Everything the tool says about the user's code: a stable code, the exact place, what to do about it.
//!
//! Stages push [`Diagnostic`]s and go on; [`render`] shows them. One family of codes is one file here, with
//! the texts of `cargo falsify explain`.

use std::fmt;

use crate::source::{SourceMap, Span};

pub mod render;

mod lower;
pub mod project;
pub mod results;
mod roots;
pub mod syntax;
mod typeck;

/// A code and its explanation: the first line is a title.
pub type Entry = (&'static str, &'static str);

/// Every code there is, one family a file.
const FAMILIES: &[&[Entry]] = &[
    project::CODES,
    syntax::CODES,
    typeck::CODES,
    lower::CODES,
    roots::CODES,
    results::CODES,
];

/// What the codes are printed with, so that they are recognisable in a log.
pub const PREFIX: &str = "falsify::";

/// Whether the crate can be analysed in spite of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Error,
    /// It can, but not everything that is written is taken into account.
    Warning,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// One finding about the user's code. `code` is the key of `cargo falsify explain`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub code: &'static str,
    pub message: String,
    /// The first one is where it is; none if there is no file to point at.
    pub labels: Vec<(Span, String)>,
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn new(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            labels: vec![(span, String::new())],
            ..Diagnostic::global(code, message)
        }
    }

    /// A finding that no source file is to blame for, such as a manifest that cargo does not accept.
    pub fn global(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            labels: Vec::new(),
            help: None,
        }
    }

    /// The same as a warning.
    pub fn warning(mut self) -> Diagnostic {
        self.severity = Severity::Warning;
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push((span, text.into()));
        self
    }

    /// Where it is.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|&(span, _)| span)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Puts findings in the order in which they are read: those without a place first, then by file name and
/// offset. Whatever two stages both found is said once.
pub fn sort(diagnostics: &mut Vec<Diagnostic>, sources: &SourceMap) {
    diagnostics.sort_by(|a, b| reading_order(a, sources).cmp(&reading_order(b, sources)));
    diagnostics.dedup();
}

fn reading_order<'a>(d: &'a Diagnostic, sources: &'a SourceMap) -> impl Ord + 'a {
    let place = d.span().map(|s| (sources.path(s.file), s.lo, s.hi));
    (place, d.code, &d.message)
}

/// How the paragraph of an explanation begins that says what to do; the last one.
const ADVICE: &str = "What to do: ";

/// What to do about a code in general: the help of a finding that has none of its own.
pub fn advice(code: &str) -> Option<String> {
    let (_, text) = explain(code)?;
    let (_, advice) = text.rsplit_once(ADVICE)?;
    let words: Vec<&str> = advice.split_whitespace().collect();
    Some(words.join(" "))
}

/// All codes with their explanations, by family.
pub fn all_codes() -> impl Iterator<Item = Entry> {
    FAMILIES.iter().flat_map(|family| family.iter().copied())
}

/// The explanation of a code, with or without its prefix.
pub fn explain(code: &str) -> Option<Entry> {
    let code = code.strip_prefix(PREFIX).unwrap_or(code);
    all_codes().find(|&(known, _)| known == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_explained() {
        let mut seen = std::collections::HashSet::new();
        for (code, text) in all_codes() {
            assert!(seen.insert(code), "{code} is registered twice");
            let (title, body) = text.split_once('\n').unwrap_or((text, ""));
            assert!(!title.trim().is_empty(), "{code} has no title");
            assert!(!body.trim().is_empty(), "{code} has a title only");
            assert!(advice(code).is_some(), "{code} does not say what to do");
        }
    }

    #[test]
    fn findings_are_sorted_by_place_and_said_once() {
        let mut sources = SourceMap::default();
        let late = sources.add("b.rs", "12345".into());
        let early = sources.add("a.rs", "12345".into());
        let at = |file, lo| Diagnostic::new("x::y", Span::new(file, lo, lo + 1), "message");
        let global = Diagnostic::global("x::z", "message");
        let mut found = vec![
            at(late, 0),
            at(early, 3),
            at(early, 1),
            at(early, 3),
            global,
        ];
        sort(&mut found, &sources);
        let places: Vec<_> = found
            .iter()
            .map(|d| d.span().map(|s| (s.file, s.lo)))
            .collect();
        assert_eq!(
            places,
            [None, Some((early, 1)), Some((early, 3)), Some((late, 0))]
        );
    }
}
