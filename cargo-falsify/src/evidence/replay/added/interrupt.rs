//! Points at which handlers may interrupt the tick, and critical sections, where they may not.

use super::super::edit::Edits;
use super::RUNTIME;
use crate::ir::blueprint::{Interruptions, Moment, PointText};
use crate::source::{SourceMap, Span};

/// Text around a part of a file.
struct Wrap {
    span: Span,
    before: String,
    after: String,
    /// Where the original of what is in `after` stands.
    origin: Option<u32>,
}

pub(super) fn write(of: &Interruptions, sources: &SourceMap, edits: &mut Edits) {
    let points = of.points.iter().filter_map(|point| wraps(point, sources));
    let mut wraps: Vec<Wrap> = points
        .flatten()
        .chain(of.masking.iter().map(masking))
        .collect();
    // What contains another begins before it and ends after it.
    wraps.sort_by_key(|it| (it.span.file, it.span.lo, std::cmp::Reverse(it.span.hi)));
    wraps.dedup_by(|a, b| (a.span, &a.before) == (b.span, &b.before));
    for wrap in wraps.iter().rev() {
        edits.insert_for(wrap.span.file, wrap.span.hi, &wrap.after, wrap.origin);
    }
    for wrap in &wraps {
        edits.insert(wrap.span.file, wrap.span.lo, &wrap.before);
    }
}

fn wrap(span: Span, before: String, after: &str) -> Wrap {
    Wrap {
        span,
        before,
        after: after.to_owned(),
        origin: None,
    }
}

fn masking(call: &Span) -> Wrap {
    wrap(
        *call,
        format!("({{ let _masked = {RUNTIME}::masked(); "),
        " })",
    )
}

/// What is added for a point; nothing if it is not in the text.
fn wraps(point: &PointText, sources: &SourceMap) -> Option<Vec<Wrap>> {
    let label = &point.label;
    let now = format!("{RUNTIME}::interrupt(\"{label}\");");
    let evaluated = |span: Span| wrap(span, format!("{RUNTIME}::after(\"{label}\", "), ")");
    let first = |span: Span| wrap(span, format!("({{ {now} "), " })");
    Some(match *point.moment.as_ref().ok()? {
        Moment::Before(span) => {
            // Whatever else begins here is part of the statement.
            let widest = Span {
                hi: u32::MAX,
                ..span
            };
            vec![wrap(widest, format!("{now} "), "")]
        }
        Moment::Read(span) => vec![first(span)],
        Moment::Evaluated(span) => vec![evaluated(span)],
        Moment::Called {
            last: Some(last), ..
        } => vec![evaluated(last)],
        Moment::Called { whole, .. } => vec![first(whole)],
        Moment::Updated { place, op, value } => {
            let text = sources.text(place);
            let updated = format!(
                "; let __place = &mut {text}; \
                 *__place = {RUNTIME}::after(\"{label}\", *__place {op} __falsify); }})"
            );
            let whole = Span {
                hi: value.hi,
                ..place
            };
            let operator = Span {
                hi: value.lo,
                ..place
            };
            vec![
                Wrap {
                    origin: Some(place.lo),
                    ..wrap(whole, "({ let __falsify = ".into(), &updated)
                },
                wrap(operator, "/*".into(), "*/"),
            ]
        }
    })
}
