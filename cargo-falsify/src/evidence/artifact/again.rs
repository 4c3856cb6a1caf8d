//! A stored trace in a crate that may have changed since.

use super::super::{execute, Execution, Property, Trace, Violation};
use crate::ir::interp::Stop;
use crate::ir::{Harness, Program};

/// What a stored trace comes to.
#[derive(Clone, PartialEq, Debug)]
pub enum Again {
    /// It violates the property, or panics, perhaps elsewhere than before.
    Violates(Violation),
    /// It runs to its end, and the property holds in every tick.
    Holds,
    /// It is no run of the loop any more; why it ends.
    Ends(Stop, u64),
}

/// Runs a trace in the interpreter. Places may have moved: a check goes by its name, and any panic counts.
pub fn again(program: &Program, harness: &Harness, trace: &Trace) -> Again {
    let run = execute(program, harness, trace, &mut |_| {});
    match (violation(&run, &trace.violation), &run.stop) {
        (Some(violation), _) => Again::Violates(violation),
        (None, None) => Again::Holds,
        (None, Some(stop)) => {
            let last = run.records.last().map_or(0, |record| record.tick);
            Again::Ends(stop.clone(), last)
        }
    }
}

/// The violation that the trace was stored for, else whatever ends the run with a panic.
fn violation(run: &Execution, stored: &Violation) -> Option<Violation> {
    if run.shows(stored) {
        return Some(*stored);
    }
    let is_same = |it: &&Violation| match (it.property, stored.property) {
        (Property::Check { name, .. }, Property::Check { name: stored, .. }) => name == stored,
        (property, stored) => property == stored,
    };
    let is_panic = |it: &&Violation| matches!(it.property, Property::Panic { .. });
    let mut all = run.violations.iter();
    let same = run.violations.iter().find(is_same);
    same.or_else(|| all.find(is_panic)).copied()
}
