//! Scouting: one question about all steps up to the bound, where windows have become too hard to go on quickly.
//!
//! That no run violates anything in the next few steps may be hard to show while a violation hundreds of steps later is
//! easy to find: timers run out when nothing happens, and that is what the solver tries first. So the question is asked
//! in a solver of its own, with a limit that grows with the work on windows. A violation is not claimed to be the
//! earliest; earlier ones are asked for as long as the limit allows.

use std::ops::Range;

use super::unroll::{Start, Unrolling};
use super::{Finding, Stop, Task};
use crate::solver::{solver, Answer, Budget, SolverKind, Word};
use crate::term::Term;

/// Gates of the unrolling, at most: steps beyond are not looked at.
const LARGEST: u64 = 8_000_000;

/// Looks, after one undecided window, two more, four more and so on, and each with as many conflicts as all undecided
/// windows so far: they cost about as much as these.
pub(super) struct Scouts<'a> {
    task: &'a Task<'a>,
    kind: SolverKind,
    start: Start<'a>,
    /// Of one undecided window.
    conflicts: u64,
    undecided: u64,
    /// Made when it is needed first.
    scout: Option<Scout<'a>>,
    budget: &'a Budget,
}

impl<'a> Scouts<'a> {
    pub fn new(
        task: &'a Task<'a>,
        (kind, start): (SolverKind, Start<'a>),
        conflicts: u64,
        budget: &'a Budget,
    ) -> Scouts<'a> {
        Scouts {
            task,
            kind,
            start,
            conflicts,
            undecided: 0,
            scout: None,
            budget,
        }
    }

    /// After a further window that was not decided: looks at the steps from one on, if it is time for that.
    pub fn next(
        &mut self,
        lemmas: &[Term],
        open: &[usize],
        from: usize,
        on: &mut dyn FnMut(Finding),
    ) -> Result<(), Stop> {
        self.undecided += 1;
        if !self.undecided.is_power_of_two() {
            return Ok(());
        }
        let (task, kind, start) = (self.task, self.kind, self.start);
        let scout = self
            .scout
            .get_or_insert_with(|| Scout::new(task, kind, start, lemmas.to_vec()));
        let conflicts = self.conflicts.saturating_mul(self.undecided);
        let each = (conflicts / open.len().max(1) as u64).max(1);
        let limited = self.budget.clone().with_conflicts(each);
        scout.look(open, from, &limited, on)
    }
}

/// A second unrolling, kept from one look to the next.
struct Scout<'a> {
    task: &'a Task<'a>,
    unrolling: Unrolling<'a>,
    /// True in all states that are reached.
    lemmas: Vec<Term>,
    /// Steps that are known to be without a violation.
    clean: usize,
    /// Of each wanted property the step at which a run is known to violate it.
    found: Vec<Option<usize>>,
    /// Of each step, whether a run comes there.
    reached: Vec<Word>,
}

impl<'a> Scout<'a> {
    fn new(task: &'a Task<'a>, kind: SolverKind, start: Start<'_>, lemmas: Vec<Term>) -> Scout<'a> {
        let mut unrolling = Unrolling::new(task.system, task.wanted, start, solver(kind));
        let truth = unrolling.solver.constant(1, 1);
        Scout {
            task,
            unrolling,
            lemmas,
            clean: 0,
            found: vec![None; task.wanted.len()],
            reached: vec![truth],
        }
    }

    /// Looks at the steps from one on, all before it being clean of violations of the open properties, which are given by
    /// their places among the wanted ones.
    fn look(
        &mut self,
        open: &[usize],
        from: usize,
        budget: &Budget,
        on: &mut dyn FnMut(Finding),
    ) -> Result<(), Stop> {
        self.unroll(budget)?;
        self.settle(open, from);
        for &property in open {
            while self.look_for(property, from, budget, on)? {}
        }
        Ok(())
    }

    fn unroll(&mut self, budget: &Budget) -> Result<(), Stop> {
        let bound = self.task.bound as usize;
        while self.unrolling.moments().len() <= bound && self.is_small() {
            if budget.exhausted() {
                return Err(Stop::Budget);
            }
            self.unrolling.step();
            self.note_last();
        }
        Ok(())
    }

    fn is_small(&self) -> bool {
        self.unrolling.solver.statistics().gates < LARGEST
    }

    fn note_last(&mut self) {
        let moments = self.unrolling.moments();
        let valid = moments[moments.len() - 2].valid;
        let before = self.reached[self.reached.len() - 1];
        let reached = self.unrolling.solver.and(before, valid);
        self.reached.push(reached);
    }

    /// What windows have shown is asserted here too.
    fn settle(&mut self, open: &[usize], from: usize) {
        for at in self.clean..from.min(self.unrolling.moments().len() - 1) {
            let moment = &self.unrolling.moments()[at];
            let (valid, bad) = (moment.valid, moment.bad.clone());
            let next = self.unrolling.moments()[at + 1].state.clone();
            let lemmas = self.unrolling.at_state(&self.lemmas, &next);
            let solver = &mut self.unrolling.solver;
            let fine: Vec<Word> = open.iter().map(|&p| solver.not(bad[p])).collect();
            for fact in fine.into_iter().chain([valid]).chain(lemmas) {
                solver.assert(fact);
            }
            self.clean = at + 1;
        }
    }

    /// Looks for a violation earlier than the one that is known; whether there is one.
    fn look_for(
        &mut self,
        property: usize,
        from: usize,
        budget: &Budget,
        on: &mut dyn FnMut(Finding),
    ) -> Result<bool, Stop> {
        let end = self.found[property].unwrap_or(self.unrolling.moments().len());
        if from >= end || self.task.is_known(self.task.wanted[property]) {
            return Ok(false);
        }
        let violations = self.violations(property, from..end);
        let solver = &mut self.unrolling.solver;
        let falsity = solver.constant(1, 0);
        let any = violations.iter().fold(falsity, |any, &w| solver.or(any, w));
        match solver.check(&[any], budget) {
            Answer::Sat => {}
            Answer::Unsat => {
                self.holds_before(property, end, on);
                return Ok(false);
            }
            Answer::Stopped if budget.exhausted() => return Err(Stop::Budget),
            Answer::Stopped => return Ok(false),
        }
        let first = violations.iter().position(|&w| solver.value(w) == 1);
        let at = first.map_or(from, |first| from + first);
        self.found[property] = Some(at);
        on(Finding::Violated {
            property: self.task.wanted[property],
            inputs: self.unrolling.inputs(at),
            earliest: false,
        });
        Ok(at > from)
    }

    fn violations(&mut self, property: usize, steps: Range<usize>) -> Vec<Word> {
        let mut violations = Vec::new();
        for at in steps {
            let bad = self.unrolling.moments()[at].bad[property];
            violations.push(self.unrolling.solver.and(self.reached[at], bad));
        }
        violations
    }

    fn holds_before(&self, property: usize, end: usize, on: &mut dyn FnMut(Finding)) {
        on(Finding::HoldsTo {
            properties: vec![self.task.wanted[property]],
            steps: end as u64 - 1,
        });
    }
}
