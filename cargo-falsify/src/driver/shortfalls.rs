//! What is written and understood, but not taken into account yet: warnings.

use crate::diagnostic::Diagnostic;
use crate::ir::{Handler, Program};
use crate::notation::short_name;

pub(super) fn warnings(program: &Program) -> Vec<Diagnostic> {
    let handlers = program.harnesses.iter().flat_map(|h| &h.handlers);
    handlers.filter(|h| h.preempt).map(preemption).collect()
}

fn preemption(handler: &Handler) -> Diagnostic {
    let name = short_name(handler.name.as_str());
    let message =
        format!("`{name}` runs between ticks only: preemption inside a tick is not built");
    Diagnostic::new("roots::preempt", handler.span, message).warning()
}
