//! One cause, one finding: what later stages say about a place that is known to be wrong is left out.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// Removes findings that only follow from others.
pub(super) fn remove(diagnostics: &mut Vec<Diagnostic>) {
    let placed = diagnostics.iter().any(|d| !is_nowhere(d));
    for diagnostic in diagnostics.iter_mut().filter(|d| is_nowhere(d)) {
        diagnostic.labels.clear();
    }
    let all = diagnostics.clone();
    let explained = |d: &Diagnostic| all.iter().any(|other| explains(other, d));
    diagnostics.retain(|d| (!placed || d.span().is_some()) && !explained(d));
}

/// The span that stages use for what has no place of its own, such as a type.
fn is_nowhere(diagnostic: &Diagnostic) -> bool {
    let nowhere = Span::new(FileId(0), 0, 0);
    diagnostic.span().is_none_or(|span| span == nowhere)
}

fn explains(cause: &Diagnostic, effect: &Diagnostic) -> bool {
    cause.span().is_some() && cause.span() == effect.span() && rank(cause) < rank(effect)
}

/// Text that could not be read comes first, then what is known not to be supported, then what is puzzling.
fn rank(diagnostic: &Diagnostic) -> u8 {
    match diagnostic.code {
        code if code.starts_with("syntax::") => 0,
        code if code.ends_with("::unsupported") => 1,
        _ => 2,
    }
}
