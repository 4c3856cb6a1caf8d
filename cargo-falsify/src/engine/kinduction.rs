//! k-induction: no run violates a property in its first `k` steps, and no `k` steps without a violation, from whatever state,
//! are followed by one with.
//!
//! The properties are assumed of the earlier steps together and then shown together, those being left out that fail: they may
//! need each other.

use super::lemma::inductive_with_guesses;
use super::unroll::{Start, Unrolling};
use super::{Engine, Finding, Stop, Task};
use crate::evidence::{Argument, Certificate};
use crate::solver::{solver, Answer, Budget, SolverKind, Word};
use crate::term::Term;

/// The engine.
pub struct KInduction {
    pub solver: SolverKind,
    /// Whether only paths through different states count. With that, every property of a system is decided in the end.
    pub distinct: bool,
}

impl Engine for KInduction {
    fn check(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Stop {
        match self.run(task, budget, on) {
            Ok(stop) | Err(stop) => stop,
        }
    }
}

impl KInduction {
    fn run(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Result<Stop, Stop> {
        let unrolled = |start| Unrolling::new(task.system, task.wanted, start, solver(self.solver));
        let mut induction = Induction {
            task,
            distinct: self.distinct,
            lemmas: inductive_with_guesses(task, self.solver, budget)?,
            base: unrolled(Start::Init),
            step: unrolled(Start::Anywhere),
            open: (0..task.wanted.len()).collect(),
            budget,
            on,
        };
        for k in 0..=task.bound {
            let wanted = task.wanted;
            induction.open.retain(|&p| !task.is_decided(wanted[p]));
            induction.base(k)?;
            induction.step(k)?;
            if induction.open.is_empty() {
                return Ok(Stop::Decided);
            }
        }
        Ok(Stop::Bound)
    }
}

struct Induction<'a> {
    task: &'a Task<'a>,
    distinct: bool,
    lemmas: Vec<Term>,
    base: Unrolling<'a>,
    step: Unrolling<'a>,
    /// Places of the open properties among the wanted ones.
    open: Vec<usize>,
    budget: &'a Budget,
    on: &'a mut dyn FnMut(Finding),
}

fn possible(unrolling: &mut Unrolling, assumed: &[Word], budget: &Budget) -> Result<bool, Stop> {
    match unrolling.solver.check(assumed, budget) {
        Answer::Sat => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Stopped => Err(Stop::Budget),
    }
}

impl Induction<'_> {
    fn wanted(&self, places: &[usize]) -> Vec<usize> {
        places.iter().map(|&p| self.task.wanted[p]).collect()
    }

    /// Looks for violations in step `k` of runs; 0 is the initialisation.
    fn base(&mut self, k: u64) -> Result<(), Stop> {
        if k > 0 {
            self.base.step();
        }
        let moment = &self.base.moments()[k as usize];
        let (valid, bad) = (moment.valid, moment.bad.clone());
        for property in self.open.clone() {
            if !possible(&mut self.base, &[bad[property]], self.budget)? {
                continue;
            }
            self.open.retain(|&p| p != property);
            let inputs = self.base.inputs(k as usize);
            (self.on)(Finding::Violated {
                property: self.task.wanted[property],
                inputs,
                earliest: true,
            });
        }
        self.base.solver.assert(valid);
        let properties = self.wanted(&self.open);
        (self.on)(Finding::HoldsTo {
            properties,
            steps: k,
        });
        Ok(())
    }

    /// Looks for properties that are not violated after `k` steps in which none is.
    fn step(&mut self, k: u64) -> Result<(), Stop> {
        self.one_more_step();
        let mut together = self.open.clone();
        while !together.is_empty() {
            let (mut assumed, bad) = self.violation_after(&together);
            let solver = &mut self.step.solver;
            let falsity = solver.constant(1, 0);
            assumed.push(bad.iter().fold(falsity, |any, &w| solver.or(any, w)));
            if !possible(&mut self.step, &assumed, self.budget)? {
                self.proved(k, &together);
                return Ok(());
            }
            let solver = &mut self.step.solver;
            let broken = |at: &usize| solver.value(bad[*at]) == 1;
            let broken: Vec<usize> = (0..together.len()).filter(broken).collect();
            let broken: Vec<usize> = broken.into_iter().map(|at| together[at]).collect();
            together.retain(|p| !broken.contains(p));
        }
        Ok(())
    }

    fn one_more_step(&mut self) {
        if let Some(last) = self.step.moments().last() {
            let valid = last.valid;
            self.step.solver.assert(valid);
        }
        let state = self.step.state().to_vec();
        for lemma in self.step.at_state(&self.lemmas, &state) {
            self.step.solver.assert(lemma);
        }
        let earlier = if self.distinct { usize::MAX } else { 0 };
        for at in 0..earlier.min(self.step.moments().len()) {
            self.assert_distinct(at, &state);
        }
        self.step.step();
    }

    fn assert_distinct(&mut self, earlier: usize, state: &[Word]) {
        let other = self.step.moments()[earlier].state.clone();
        let solver = &mut self.step.solver;
        let truth = solver.constant(1, 1);
        let same = state.iter().zip(other).fold(truth, |all, (&a, b)| {
            let same = solver.eq(a, b);
            solver.and(all, same)
        });
        let distinct = solver.not(same);
        solver.assert(distinct);
    }

    /// That none of the properties is violated but in the last step, and of each whether it is in that.
    fn violation_after(&mut self, properties: &[usize]) -> (Vec<Word>, Vec<Word>) {
        let moments = self.step.moments();
        let chosen = |bad: &[Word]| properties.iter().map(|&p| bad[p]).collect::<Vec<_>>();
        let mut bads: Vec<Vec<Word>> = moments.iter().map(|m| chosen(&m.bad)).collect();
        let last = bads.pop().unwrap_or_default();
        let solver = &mut self.step.solver;
        let fine = bads.concat().into_iter().map(|w| solver.not(w)).collect();
        (fine, last)
    }

    fn proved(&mut self, k: u64, together: &[usize]) {
        let argument = Argument::Induction {
            k,
            distinct: self.distinct,
        };
        let mut certificate = Certificate::new(self.task.system, argument);
        certificate.claim(self.task.system, &self.lemmas);
        self.open.retain(|p| !together.contains(p));
        let properties = self.wanted(together);
        (self.on)(Finding::Proved {
            properties,
            certificate,
        });
    }
}
