//! Whether a run of the compiled crate shows what a trace claims.

use super::super::{Property, Violation};
use super::report::{End, Place, Replay};
use crate::ir::PanicKind;
use crate::source::{SourceMap, Span};

/// What a replay says about a trace.
#[derive(Clone, PartialEq, Debug)]
pub enum Judgement {
    /// The same property is violated at the same tick.
    Confirmed,
    /// Something else happened, in words.
    NotReproduced { instead: String },
}

/// Judges a run by the violation that its trace claims.
pub fn judge(replay: &Replay, violation: &Violation, sources: &SourceMap) -> Judgement {
    match replay.shows(violation, sources) {
        true => Judgement::Confirmed,
        false => Judgement::NotReproduced {
            instead: replay.in_words(violation),
        },
    }
}

impl Replay {
    /// Whether a violation happened in this run.
    pub fn shows(&self, violation: &Violation, sources: &SourceMap) -> bool {
        let Some(tick) = self.ticks.get(violation.tick as usize) else {
            return false;
        };
        match violation.property {
            Property::Monitor(index) => tick.monitors.get(index) == Some(&false),
            Property::Check { name, span } => tick.checks.iter().any(|check| {
                !check.holds && check.name == name.as_str() && check.place.is(span, sources)
            }),
            Property::Panic { kind, span } => match &self.stop {
                Some((_, End::Panicked { message, place })) => {
                    self.ticks.len() as u64 == violation.tick + 1
                        && place.is(span, sources)
                        && says(message, kind)
                }
                _ => false,
            },
        }
    }

    fn in_words(&self, violation: &Violation) -> String {
        let last = self.ticks.len().saturating_sub(1);
        let at =
            |place: &Place| format!("{}:{}:{}", place.file.display(), place.line, place.column);
        match &self.stop {
            Some((_, End::Panicked { message, place })) => {
                format!("it panicked at tick {last}, {}: {message}", at(place))
            }
            Some((_, End::AssumeFailed(place))) => {
                format!("an assumption was false at tick {last}, {}", at(place))
            }
            Some((_, End::MissingInput(source))) => {
                format!("it asked for an input `{source}` at tick {last} that the trace does not have there")
            }
            Some((_, End::InvalidInput(source))) => {
                format!("the plant gave a value out of range for `{source}` at tick {last}")
            }
            None => format!("all was fine at tick {}", violation.tick),
        }
    }
}

impl Place {
    /// Whether this is where a span begins. What the library model locates inside itself is somewhere in the library.
    pub fn is(&self, span: Span, sources: &SourceMap) -> bool {
        let path = sources.path(span.file);
        if path.starts_with("<library>") {
            let file = self.file.to_string_lossy();
            return file.contains("/library/") && file.contains("rustc");
        }
        let (line, column) = sources.location(span);
        path == self.file && (line, column) == (self.line, self.column)
    }
}

/// Whether a panic with this message is of the kind.
pub fn says(message: &str, kind: PanicKind) -> bool {
    let begins = |starts: &[&str]| starts.iter().any(|start| message.starts_with(start));
    let is_arithmetic = message.starts_with("attempt to ") && message.ends_with("overflow");
    let is_shift = begins(&["attempt to shift"]);
    let is_division = begins(&["attempt to divide", "attempt to calculate the remainder"]);
    match kind {
        PanicKind::Overflow => is_arithmetic && !is_shift && !is_division,
        PanicKind::Shift => is_shift,
        PanicKind::DivZero => {
            is_division && (message.ends_with("by zero") || message.ends_with("divisor of zero"))
        }
        PanicKind::DivOverflow => is_division && is_arithmetic,
        PanicKind::Bounds => begins(&["index out of bounds"]),
        PanicKind::Slice => begins(&[
            "range ",
            "slice index",
            "start byte",
            "end byte",
            "byte index",
        ]),
        PanicKind::Unwrap => begins(&["called `Option::unwrap", "called `Result::unwrap"]),
        PanicKind::Assert => begins(&["assertion"]) || !is_arithmetic,
        PanicKind::Unreachable => begins(&["internal error: entered unreachable code"]),
        PanicKind::Todo => begins(&["not yet implemented", "not implemented"]),
        PanicKind::Borrow => message.contains("borrowed"),
        // Their messages are anybody's.
        PanicKind::Expect | PanicKind::Panic | PanicKind::Library => true,
    }
}
