//! The functions that ran in the failing tick as they are written: which lines were executed, and what they decided on and
//! assigned.

use std::collections::{BTreeMap, BTreeSet};

use super::ViolationReport;
use crate::evidence::{execute_in, Trace};
use crate::ir::interp::{Machine, Observation};
use crate::ir::{Func, FuncId};
use crate::notation::short_name;
use crate::source::{FileId, Span};

/// A function of the user's.
#[derive(Debug)]
pub struct Listing {
    pub name: String,
    /// Where it begins: `src/lib.rs:24:1`.
    pub place: String,
    /// Whether it is the loop itself.
    pub is_loop: bool,
    pub lines: Vec<Line>,
}

#[derive(Debug, Default)]
pub struct Line {
    pub number: u32,
    /// Its text in pieces, and whether each is marked.
    pub pieces: Vec<(String, bool)>,
    /// Whether it was executed in the failing tick; none if there is nothing to execute.
    pub ran: Option<bool>,
    /// `speed = 50`
    pub values: Vec<String>,
    /// What there is to say about what is marked.
    pub notes: Vec<String>,
}

impl Listing {
    /// Whether the violation is explained here.
    pub fn is_marked(&self) -> bool {
        let mut pieces = self.lines.iter().flat_map(|line| &line.pieces);
        pieces.any(|(_, marked)| *marked)
    }
}

/// A line of a file.
type At = (FileId, u32);

/// What is known about single lines.
#[derive(Default)]
struct Found {
    code: BTreeSet<At>,
    ran: BTreeSet<At>,
    values: BTreeMap<At, Vec<(String, String)>>,
    /// Byte ranges of files.
    marks: BTreeMap<At, Vec<(usize, usize)>>,
    notes: BTreeMap<At, Vec<String>>,
}

impl ViolationReport<'_> {
    /// Functions with something to see, those where the violation is explained first.
    pub fn listings(
        &self,
        trace: &Trace,
        labels: &[(Span, String)],
        is_own: &dyn Fn(Span) -> bool,
    ) -> Vec<Listing> {
        let own: Vec<FuncId> = self.own_functions(is_own);
        let found = self.found(&own, &self.last_tick(trace, &own), labels);
        let spans = outermost(own.iter().map(|id| self.func(*id).span).collect());
        let listings = spans.into_iter().map(|span| self.listing(span, &found));
        let mut listings: Vec<Listing> = listings.filter(Listing::is_worth_showing).collect();
        listings.sort_by_key(|it| (!it.is_marked(), !it.is_loop));
        listings
    }

    fn func(&self, id: FuncId) -> &Func {
        &self.subject.program.funcs[id.0 as usize]
    }

    fn own_functions(&self, is_own: &dyn Fn(Span) -> bool) -> Vec<FuncId> {
        let funcs = self.subject.program.funcs.iter().enumerate();
        let own = funcs.filter(|(_, func)| is_own(func.span));
        own.map(|(index, _)| FuncId(index as u32)).collect()
    }

    /// What the functions did in the tick of the violation.
    fn last_tick(&self, trace: &Trace, watched: &[FuncId]) -> Vec<Observation> {
        let machine = Machine::watching(self.subject.program, watched.to_vec());
        let mut seen = Vec::new();
        execute_in(machine, self.subject.harness, trace, &mut |run| {
            seen = run.observations().to_vec();
        });
        seen
    }

    fn found(&self, own: &[FuncId], seen: &[Observation], labels: &[(Span, String)]) -> Found {
        let mut found = Found::default();
        for id in own {
            let blocks = self.func(*id).blocks.iter();
            let statements = blocks.flat_map(|block| &block.statements);
            found
                .code
                .extend(statements.map(|(_, span)| self.at(*span)));
            self.add_values(*id, seen, &mut found);
        }
        found.ran.extend(seen.iter().map(|it| self.at(it.span)));
        for (span, note) in labels {
            let at = self.at(*span);
            found
                .marks
                .entry(at)
                .or_default()
                .push(self.first_line(*span));
            found.notes.entry(at).or_default().extend(said(note));
        }
        found
    }

    /// The last activation of a function speaks for all.
    fn add_values(&self, id: FuncId, seen: &[Observation], found: &mut Found) {
        let now = self.moment(id, seen);
        let mut values = now.assigned();
        if let Some(outline) = (self.outline)(self.func(id).span) {
            let decisions = outline.body.decisions().into_iter();
            let evaluated =
                decisions.filter(|it| now.value(it).is_some() || now.truth(it).is_some());
            values.extend(evaluated.flat_map(|deciding| {
                let equations = now.operands(deciding).into_iter();
                equations.filter_map(move |it| {
                    let (name, value) = it.split_once(" = ")?;
                    Some((deciding.span, name.to_owned(), value.to_owned()))
                })
            }));
        }
        for (span, name, value) in values {
            let of_line = found.values.entry(self.at(span)).or_default();
            of_line.retain(|(known, _)| *known != name);
            of_line.push((name, value));
        }
    }

    fn at(&self, span: Span) -> At {
        (span.file, self.renderer.sources.location(span).0)
    }

    /// A whole function marked helps nobody.
    fn first_line(&self, span: Span) -> (usize, usize) {
        let text = self.renderer.sources.text(span).lines().next();
        let length = text.map_or(0, |it| it.trim_end().len());
        (span.lo as usize, span.lo as usize + length)
    }

    fn listing(&self, span: Span, found: &Found) -> Listing {
        let file = self.renderer.sources.file(span.file);
        let first = self.renderer.sources.location(span).0;
        let (last, _) = file.line_column(span.hi.saturating_sub(1).max(span.lo));
        let mut start = 0;
        let mut lines = Vec::new();
        for (number, text) in (1..).zip(file.text.split_inclusive('\n')) {
            if (first..=last).contains(&number) {
                lines.push(line((span.file, number), start, text.trim_end(), found));
            }
            start += text.len();
        }
        let named = self.subject.program.funcs.iter();
        let named = named.filter(|func| func.span == span);
        let mut names = named.map(|func| short_name(func.name.as_str()));
        Listing {
            name: names.next().unwrap_or_default(),
            place: self.renderer.location(span),
            is_loop: span == self.subject.harness.span,
            lines,
        }
    }
}

impl Listing {
    fn is_worth_showing(&self) -> bool {
        let ran = self.lines.iter().any(|line| line.ran == Some(true));
        ran || self.is_marked()
    }
}

fn line(at: At, start: usize, text: &str, found: &Found) -> Line {
    let ran = found.ran.contains(&at);
    let marks = found.marks.get(&at).map_or(&[][..], Vec::as_slice);
    // What a line that was passed over decides on may be known from other lines.
    let shown = (ran || !found.code.contains(&at)).then_some(&found.values);
    let values = shown.and_then(|it| it.get(&at)).into_iter().flatten();
    Line {
        number: at.1,
        pieces: pieces(start, text, marks),
        ran: found.code.contains(&at).then_some(ran),
        values: values
            .map(|(name, value)| format!("{name} = {value}"))
            .collect(),
        notes: found.notes.get(&at).cloned().unwrap_or_default(),
    }
}

/// Cuts a line, which begins at `start` of its file, where marks begin and end.
fn pieces(start: usize, text: &str, marks: &[(usize, usize)]) -> Vec<(String, bool)> {
    let is_marked = |at: usize| marks.iter().any(|(from, to)| (*from..*to).contains(&at));
    let mut pieces: Vec<(String, bool)> = Vec::new();
    for (offset, c) in text.char_indices() {
        let marked = is_marked(start + offset);
        match pieces.last_mut().filter(|piece| piece.1 == marked) {
            Some(piece) => piece.0.push(c),
            None => pieces.push((c.to_string(), marked)),
        }
    }
    pieces
}

fn said(note: &str) -> Option<String> {
    (!note.is_empty()).then(|| note.to_owned())
}

/// Closures are shown with the function that they stand in, instances of a generic function once.
fn outermost(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|it| (it.file, it.lo, std::cmp::Reverse(it.hi)));
    let mut kept: Vec<Span> = Vec::new();
    for span in spans {
        let is_inside = |outer: &Span| outer.file == span.file && span.hi <= outer.hi;
        if !kept.last().is_some_and(is_inside) {
            kept.push(span);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_where_marks_begin_and_end() {
        // Marks, and the line with them in brackets.
        let cases: &[(&[(usize, usize)], &str)] = &[
            (&[], "if a && b"),
            (&[(103, 104)], "if [a] && b"),
            (&[(103, 104), (108, 109)], "if [a] && [b]"),
            (&[(103, 109), (108, 109)], "if [a && b]"),
            (&[(0, 1000)], "[if a && b]"),
        ];
        for (marks, wanted) in cases {
            let pieces = pieces(100, "if a && b", marks).into_iter();
            let drawn = pieces.map(|(text, marked)| match marked {
                true => format!("[{text}]"),
                false => text,
            });
            assert_eq!(drawn.collect::<String>(), *wanted, "{marks:?}");
        }
    }

    #[test]
    fn what_stands_inside_is_not_shown_again() {
        let span = |file, lo, hi| Span::new(FileId(file), lo, hi);
        let given = vec![
            span(0, 50, 60),
            span(0, 10, 40),
            span(0, 20, 30),
            span(1, 20, 30),
            span(0, 10, 40),
        ];
        let wanted = [span(0, 10, 40), span(0, 50, 60), span(1, 20, 30)];
        assert_eq!(outermost(given), wanted);
    }
}
