//! Whether an alarm of the abstraction is a violation of the loop.

use std::collections::BTreeSet;
use std::time::Duration;

use super::Variant;
use crate::engine::Subject;
use crate::evidence::{execute, Property, Reading, Trace};
use crate::ir::Site;
use crate::solver::{Budget, SolverKind};
use crate::source::Symbol;
use crate::system::{rehearse, PathProgram, Way};

pub(super) struct Filter<'a> {
    pub solver: SolverKind,
    pub original: Subject<'a>,
    pub abstracted: Subject<'a>,
    /// Calls that something else answers.
    pub sites: BTreeSet<Site>,
    /// Inputs that only the abstraction has.
    pub drawn: BTreeSet<Symbol>,
    pub budget: &'a Budget,
    pub variant: Variant,
}

pub(super) enum Judged {
    /// With a run of the loop itself.
    Violation(Trace),
    Spurious(Spurious),
    /// Not in time.
    Stopped,
}

/// An alarm that is no violation.
pub(super) struct Spurious {
    /// A run of the abstraction.
    pub trace: Trace,
    /// The way that no run of the loop takes; none if only the trace's own inputs were tried.
    pub way: Option<Infeasible>,
}

/// A way on which no run of the loop comes to a violation.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Infeasible {
    pub way: Way,
    /// Calls inside of which it says nothing.
    pub sites: BTreeSet<Site>,
    pub property: Property,
}

/// Time for one path program, at most.
const PATIENCE: Duration = Duration::from_secs(20);

impl Filter<'_> {
    pub fn judge(&self, trace: Trace) -> Judged {
        if self.variant.unfiltered {
            return Judged::Violation(self.own_inputs(&trace));
        }
        let known = match self.variant.concrete {
            true => None,
            false => self.symbolically(&trace),
        };
        match known {
            Some(Judged::Stopped) | None => self.concretely(trace),
            Some(judged) => judged,
        }
    }

    /// By the path program; none if it cannot be made.
    fn symbolically(&self, trace: &Trace) -> Option<Judged> {
        let Subject {
            program, harness, ..
        } = self.abstracted;
        let way = rehearse(program, harness, &self.sites, trace, self.budget).ok()?;
        let property = trace.violation.property;
        let original = self.original.program;
        let path =
            PathProgram::new(original, harness, &self.sites, &way, property, self.budget).ok()?;
        let budget = self.budget.clone().within(PATIENCE);
        match path.witness(self.solver, &budget) {
            Ok(Some(found)) if self.is_shown(&found) => Some(Judged::Violation(found)),
            Ok(Some(_)) => None,
            Ok(None) => Some(Judged::Spurious(Spurious {
                trace: trace.clone(),
                way: Some(Infeasible {
                    way,
                    sites: self.sites.clone(),
                    property,
                }),
            })),
            Err(_) => Some(Judged::Stopped),
        }
    }

    /// By the inputs of the alarm itself.
    fn concretely(&self, trace: Trace) -> Judged {
        let own = self.own_inputs(&trace);
        match self.is_shown(&own) {
            true => Judged::Violation(own),
            false if self.budget.exhausted() => Judged::Stopped,
            false => Judged::Spurious(Spurious { trace, way: None }),
        }
    }

    /// The alarm without the inputs that the loop itself does not ask for.
    fn own_inputs(&self, trace: &Trace) -> Trace {
        let mut own = trace.clone();
        let is_own = |reading: &Reading| !self.drawn.contains(&reading.source);
        own.start.retain(is_own);
        for tick in &mut own.ticks {
            tick.readings.retain(is_own);
        }
        own
    }

    /// Whether the interpreter shows a violation.
    fn is_shown(&self, trace: &Trace) -> bool {
        let Subject {
            program, harness, ..
        } = self.original;
        execute(program, harness, trace, &mut |_| {}).shows(&trace.violation)
    }
}
