//! Whether a moment is one of the text as it is written, so that something can be added there. What a macro makes is not.

use super::unknown;
use crate::ir::blueprint::{Moment, Reached};
use crate::source::{SourceMap, Span};

/// The moment, if it stands in the text.
pub fn in_text(moment: &Moment, sources: &SourceMap) -> Reached<Moment> {
    if let Some(simpler) = before_everything(moment, sources) {
        return Ok(simpler);
    }
    let stands = match moment {
        Moment::Before(span) => begins_statement(*span, sources),
        Moment::Read(span) => is_place(sources.text(*span)),
        Moment::Evaluated(span) => follows_equals(*span, sources) || is_in_brackets(*span, sources),
        Moment::Updated { place, op, value } => {
            let between = Span {
                lo: place.hi,
                hi: value.lo,
                ..*place
            };
            let between = sources.text(between).trim();
            is_place(sources.text(*place)) && between.strip_suffix('=') == Some(op)
        }
        Moment::Called { whole, name, last } => {
            let has_closure = last.is_some_and(|last| sources.text(last).contains('|'));
            !has_closure && is_call(*whole, &name.written(), *last, sources)
        }
    };
    match stands {
        true => Ok(moment.clone()),
        false => unknown(moment.span()),
    }
}

/// A call whose last argument is a closure, where no other one does anything: Rust learns the closure's type from the call,
/// so that nothing can stand between the two.
fn before_everything(moment: &Moment, sources: &SourceMap) -> Option<Moment> {
    let Moment::Called {
        whole,
        name,
        last: Some(last),
    } = *moment
    else {
        return None;
    };
    let is_closure =
        is_call(whole, &name.written(), Some(last), sources) && sources.text(last).contains('|');
    let head = Span {
        hi: last.lo,
        ..whole
    };
    let plain: String = sources.text(head).replace(['(', ','], " ");
    (is_closure && is_place(plain.trim())).then_some(Moment::Called {
        whole,
        name,
        last: None,
    })
}

/// The text before a span without the comments and spaces at its end.
fn text_before(span: Span, sources: &SourceMap) -> &str {
    let mut text = &sources.file(span.file).text[..span.lo as usize];
    loop {
        text = text.trim_end();
        let line = text.rfind('\n').map_or(0, |at| at + 1);
        match text[line..].find("//") {
            Some(at) => text = &text[..line + at],
            None => return text,
        }
    }
}

fn begins_statement(span: Span, sources: &SourceMap) -> bool {
    text_before(span, sources).ends_with(['{', '}', ';'])
}

fn follows_equals(span: Span, sources: &SourceMap) -> bool {
    let before = text_before(span, sources);
    !sources.text(span).is_empty() && before.ends_with('=') && !before.ends_with("==")
}

fn is_in_brackets(span: Span, sources: &SourceMap) -> bool {
    let after = &sources.file(span.file).text[span.hi as usize..];
    text_before(span, sources).ends_with('[') && after.trim_start().starts_with(']')
}

/// A path, fields, dereferences and indices that call nothing.
fn is_place(text: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || "_:.*[] +-/%&|^<>".contains(c);
    !text.is_empty() && text.chars().all(allowed)
}

fn is_call(whole: Span, name: &str, last: Option<Span>, sources: &SourceMap) -> bool {
    let text = sources.text(whole);
    let Some(last) = last else {
        let receiver = text.strip_suffix("()").and_then(|it| it.strip_suffix(name));
        return receiver.is_some_and(is_place);
    };
    if last.file != whole.file || last.lo < whole.lo || last.hi > whole.hi {
        return false;
    }
    let (head, tail) = (
        Span {
            hi: last.lo,
            ..whole
        },
        Span {
            lo: last.hi,
            ..whole
        },
    );
    let closes = sources
        .text(tail)
        .chars()
        .filter(|c| !c.is_whitespace() && *c != ',');
    let ends_args = sources.text(head).trim_end().ends_with(['(', ',']);
    sources.text(head).contains(name) && ends_args && closes.eq([')'])
}
