//! Which of the wanted properties a tick of native code has violated.

use std::collections::HashMap;

use super::runner::Runner;
use crate::engine::Task;
use crate::evidence::Property;
use crate::ir::interp::Stop;
use crate::native::{Code, Outcome};

/// The wanted properties that are not yet violated, by their indices in the system.
#[derive(Clone)]
pub struct Targets {
    open: HashMap<Property, usize>,
    monitors: Vec<Option<usize>>,
    checks: Vec<Option<usize>>,
}

impl Targets {
    /// Of a task; what a property needs to say anything (its covers) is left to other engines.
    pub fn new(task: &Task, code: &Code<'_>, monitors: usize) -> Targets {
        let wanted = task
            .wanted
            .iter()
            .map(|&at| (at, &task.system.properties[at]));
        let wanted = wanted.filter(|(_, checked)| checked.cover.is_none());
        let open: HashMap<Property, usize> = wanted.map(|(at, c)| (c.property, at)).collect();
        let check = |site: &crate::native::PropertySite| Property::Check {
            name: site.name,
            span: site.span,
        };
        let mut targets = Targets {
            open,
            monitors: Vec::new(),
            checks: Vec::new(),
        };
        let monitor = |index| targets.open.get(&Property::Monitor(index)).copied();
        let monitors = (0..monitors).map(monitor).collect();
        let checks = code.properties().iter();
        let checks = checks.map(|site| targets.open.get(&check(site)).copied());
        targets.checks = checks.collect();
        targets.monitors = monitors;
        targets
    }

    /// Whether there is nothing left to look for.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// In order.
    pub fn open(&self) -> Vec<usize> {
        let mut open: Vec<usize> = self.open.values().copied().collect();
        open.sort_unstable();
        open
    }

    pub fn close(&mut self, property: usize) {
        self.open.retain(|_, at| *at != property);
        let places = self.monitors.iter_mut().chain(&mut self.checks);
        places.for_each(|place| *place = place.filter(|at| *at != property));
    }

    /// All that the last tick violated.
    pub fn violated(&self, runner: &mut Runner<'_>, outcome: Outcome) -> Vec<usize> {
        let mut found = Vec::new();
        let checks = runner.world.broken.iter();
        found.extend(checks.filter_map(|site| self.checks[*site]));
        let answers = runner.run.answers().iter().zip(&self.monitors);
        found.extend(answers.filter_map(|(holds, at)| at.filter(|_| *holds == 0)));
        if outcome == Outcome::Stopped {
            if let Some((_, Some(Stop::Panicked(panic)))) = runner.run.stop() {
                let (kind, span) = (panic.kind, panic.span);
                found.extend(self.open.get(&Property::Panic { kind, span }));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
