//! Ranges, remainders and known bits of the variables, followed step by step from the initialisation: quick, and coarse.
//!
//! It knows what cannot happen within so many steps, not what can; what cannot happen at all is for the engines that are
//! given the invariants of the forward analysis.

use super::{Engine, Finding, Stop, Task};
use crate::domain::{Excluded, Forward};
use crate::solver::Budget;

/// The engine.
pub struct Ranges;

/// Steps between two reports.
const PERIOD: u64 = 64;

impl Engine for Ranges {
    fn check(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Stop {
        let mut forward = Forward::new(task.system);
        let mut open = Open {
            properties: task.wanted.to_vec(),
            steps: None,
            on,
        };
        let mut excluded = forward.begin(budget);
        for step in 0..=task.bound {
            match excluded {
                Some(excluded) => open.note(step, &excluded),
                None => return open.end(Stop::Budget),
            }
            if open.properties.is_empty() {
                return Stop::Bound;
            }
            if forward.is_over() {
                open.steps = Some(task.bound);
                break;
            }
            excluded = forward.advance(budget);
        }
        open.end(Stop::Bound)
    }
}

/// Properties that have not become possible.
struct Open<'a> {
    properties: Vec<usize>,
    /// Steps in which none of them is violated.
    steps: Option<u64>,
    on: &'a mut dyn FnMut(Finding),
}

impl Open<'_> {
    fn note(&mut self, step: u64, excluded: &Excluded) {
        if self.properties.iter().any(|&p| !excluded.0[p]) {
            self.report();
            self.properties.retain(|&p| excluded.0[p]);
        }
        self.steps = Some(step);
        if step.is_multiple_of(PERIOD) {
            self.report();
        }
    }

    fn report(&mut self) {
        if let (Some(steps), false) = (self.steps, self.properties.is_empty()) {
            let properties = self.properties.clone();
            (self.on)(Finding::HoldsTo { properties, steps });
        }
    }

    fn end(mut self, stop: Stop) -> Stop {
        self.report();
        stop
    }
}
