//! What is written and understood, but not taken into account: warnings.

use crate::diagnostic::Diagnostic;
use crate::ir::{Handler, Program};
use crate::notation::short_name;
use crate::source::Span;

/// Of handlers that are still marked after all that could be woven in was. `torn`: an access that takes several
/// instructions.
pub(super) fn warnings(program: &Program, torn: Option<Span>) -> Vec<Diagnostic> {
    let handlers = program.harnesses.iter().flat_map(|h| &h.handlers);
    let left = handlers.filter(|h| h.preempt);
    left.map(|handler| preemption(handler, torn)).collect()
}

fn preemption(handler: &Handler, torn: Option<Span>) -> Diagnostic {
    let name = short_name(handler.name.as_str());
    let why = match torn {
        Some(_) => "it shares something that is not read or written at once",
        None => "handlers of its loop may run too often within a tick",
    };
    let message = format!("`{name}` is not let run in the middle of a tick: {why}");
    let found = Diagnostic::new("roots::preempt", handler.span, message).warning();
    match torn {
        Some(span) => found.label(span, "this access takes more than one instruction"),
        None => found,
    }
}
