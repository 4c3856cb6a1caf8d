//! Bounded model checking: the loop unrolled step by step in one solver, for all properties at once.
//!
//! Steps are looked at in windows that grow with the depth as long as they are decided easily. A window is asked once
//! whether any open property can be violated in it; if so, the first violating step is located exactly. What a window
//! was found not to contain is asserted, so that later windows only consider runs that come through. A window that is
//! not decided within so many conflicts becomes a narrower one: what is easy in it is not lost. At times all further
//! steps are looked at in another solver ([`super::scout`]): a late violation may be easier to find than the absence of
//! early ones.

use std::ops::Range;

use super::lemma::inductive;
use super::scout::Scouts;
use super::slice::Slice;
use super::unroll::{Start, Unrolling};
use super::{Engine, Finding, Stop, Task};
use crate::evidence::{Argument, Certificate};
use crate::solver::{solver, Answer, Budget, SolverKind, Word};
use crate::term::Term;

/// The engine.
pub struct Bmc {
    pub solver: SolverKind,
    /// After so many of them a window is given up for a narrower one.
    pub conflicts: u64,
}

impl Bmc {
    pub fn new(solver: SolverKind) -> Bmc {
        Bmc {
            solver,
            conflicts: 2_000,
        }
    }
}

impl Engine for Bmc {
    fn check(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Stop {
        let lemmas = match inductive(task, self.solver, budget) {
            Ok(lemmas) => lemmas,
            Err(stop) => return stop,
        };
        let stride = Stride::stubborn(self.conflicts);
        search(task, Start::Init, self.solver, lemmas, stride, budget, on)
    }
}

/// Looks at the runs from a start, up to the bound of the task. Findings count the steps from there. The lemmas are true
/// in all states that are reached.
pub(super) fn search<'a>(
    task: &'a Task<'a>,
    start: Start<'a>,
    kind: SolverKind,
    lemmas: Vec<Term>,
    stride: Stride,
    budget: &'a Budget,
    on: &'a mut dyn FnMut(Finding),
) -> Stop {
    // Lemmas may have been found for more properties than are open now.
    let lemmas = Slice::new(task.system, task.wanted).about(task.system, &lemmas);
    let mut search = Search {
        task,
        unrolling: Unrolling::new(task.system, task.wanted, start, solver(kind)),
        lemmas,
        open: (0..task.wanted.len()).collect(),
        stride,
        scouts: Scouts::new(task, (kind, start), stride.conflicts, budget),
        budget,
        on,
    };
    match search.run(task.bound as usize) {
        Ok(stop) | Err(stop) => stop,
    }
}

/// Moments of a window, at most.
const MOST: usize = 64;

/// How many moments are in one window. One at a time at first, where many loops break; then more, because every window
/// costs a search through all runs up to it. The window stays small against the depth and below a limit, as the encoding
/// of a window is thrown away if the violation is at its beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    /// So many times it fits into the moments before it.
    share: usize,
    widest: usize,
    /// For one window.
    conflicts: u64,
    /// Windows of a single moment that may remain undecided; more conflicts are allowed after each.
    attempts: u32,
    /// Whether to look at all steps together before any window is.
    looks_ahead: bool,
}

impl Stride {
    /// Until someone else says that it is enough.
    fn stubborn(conflicts: u64) -> Stride {
        Stride {
            share: 8,
            widest: MOST,
            conflicts,
            attempts: u32::MAX,
            looks_ahead: false,
        }
    }

    /// Until a window of a single moment takes more than so many conflicts.
    pub fn brief(conflicts: u64) -> Stride {
        Stride {
            share: 1,
            widest: MOST,
            conflicts,
            attempts: 0,
            looks_ahead: true,
        }
    }

    fn at(self, from: usize) -> usize {
        (from / self.share).clamp(1, self.widest)
    }

    /// After a window of some width was decided.
    fn widen(&mut self, width: usize) {
        if width >= self.widest {
            self.widest = (self.widest + self.widest.div_ceil(4)).min(MOST);
        }
    }

    /// After one was not decided; none if that happened too often.
    fn narrow(&mut self, width: usize) -> Option<()> {
        if width == 1 {
            self.attempts = self.attempts.checked_sub(1)?;
            self.conflicts = self.conflicts.saturating_mul(4).max(1);
        }
        self.widest = (width / 2).max(1);
        Some(())
    }
}

/// Where in a window a violation is possible.
enum First {
    Never,
    At(usize),
    /// That was not found out.
    Unclear,
}

struct Search<'a> {
    task: &'a Task<'a>,
    unrolling: Unrolling<'a>,
    /// True in all states that are reached.
    lemmas: Vec<Term>,
    /// Places of the open properties among the wanted ones.
    open: Vec<usize>,
    stride: Stride,
    scouts: Scouts<'a>,
    budget: &'a Budget,
    on: &'a mut dyn FnMut(Finding),
}

impl Search<'_> {
    fn run(&mut self, bound: usize) -> Result<Stop, Stop> {
        let mut from = 0;
        if self.stride.looks_ahead {
            self.scout(from)?;
        }
        while from <= bound {
            let task = self.task;
            self.open.retain(|&p| !task.is_known(task.wanted[p]));
            if self.open.is_empty() {
                return Ok(Stop::Decided);
            }
            if let Some(known) = self.known_clean(from..bound + 1) {
                self.unroll(known)?;
                self.settle(from..known)?;
                from = known;
                continue;
            }
            let end = (from + self.stride.at(from)).min(bound + 1);
            self.unroll(end)?;
            from = self.window(from..end)?;
        }
        Ok(Stop::Bound)
    }

    /// Where the moments end in which another engine has excluded a violation of every open property, if there are any. A
    /// search that starts elsewhere has no board.
    fn known_clean(&self, moments: Range<usize>) -> Option<usize> {
        let board = self.task.board?;
        let clean = self
            .open
            .iter()
            .map(|&p| board.clean_to(self.task.wanted[p]));
        let end = (clean.min()? as usize).saturating_add(1).min(moments.end);
        (end > moments.start && end > 1).then_some(end)
    }

    fn unroll(&mut self, end: usize) -> Result<(), Stop> {
        while self.unrolling.moments().len() < end {
            if self.budget.exhausted() {
                return Err(Stop::Budget);
            }
            self.unrolling.step();
        }
        Ok(())
    }

    /// Decides the moments of a window, all earlier ones being done with; gives the first one that is still open.
    fn window(&mut self, mut window: Range<usize>) -> Result<usize, Stop> {
        let width = window.len();
        loop {
            match self.first_violation(window.clone())? {
                First::Never => break,
                First::Unclear => {
                    self.stride.narrow(width).ok_or(Stop::Bound)?;
                    self.scout(window.start)?;
                    return Ok(window.start);
                }
                First::At(first) => {
                    self.settle(window.start..first)?;
                    self.report(first)?;
                    if self.open.is_empty() {
                        return Err(Stop::Decided);
                    }
                    self.settle(first..first + 1)?;
                    window.start = first + 1;
                }
            }
        }
        self.stride.widen(width);
        let end = window.end;
        self.settle(window)?;
        Ok(end)
    }

    /// Looks farther ahead, if it is time for that.
    fn scout(&mut self, from: usize) -> Result<(), Stop> {
        self.scouts.next(&self.lemmas, &self.open, from, self.on)
    }

    /// Whether the assumptions are possible.
    fn possible(&mut self, assumptions: &[Word]) -> Result<bool, Stop> {
        match self.unrolling.solver.check(assumptions, self.budget) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Stopped => Err(Stop::Budget),
        }
    }

    /// The same, unless that takes more conflicts than a window may.
    fn easily_possible(&mut self, assumptions: &[Word]) -> Result<Option<bool>, Stop> {
        let limited = self.budget.clone().with_conflicts(self.stride.conflicts);
        match self.unrolling.solver.check(assumptions, &limited) {
            Answer::Sat => Ok(Some(true)),
            Answer::Unsat => Ok(Some(false)),
            Answer::Stopped if self.budget.exhausted() => Err(Stop::Budget),
            Answer::Stopped => Ok(None),
        }
    }

    /// The first moment of the window in which an open property can be violated.
    fn first_violation(&mut self, window: Range<usize>) -> Result<First, Stop> {
        let violated = self.violations(window.clone());
        let (mut first, mut before) = (First::Never, violated.len());
        loop {
            let some = self.disjunction(&violated[..before]);
            if before == 0 {
                return Ok(first);
            }
            match self.easily_possible(&[some])? {
                Some(false) => return Ok(first),
                None => return Ok(First::Unclear),
                Some(true) => {}
            }
            let solver = &mut self.unrolling.solver;
            let seen = violated.iter().position(|&w| solver.value(w) == 1);
            before = seen.map_or(0, |at| at.min(before - 1));
            first = First::At(window.start + before);
        }
    }

    /// For each moment of the window: whether a run gets there and violates an open property.
    fn violations(&mut self, window: Range<usize>) -> Vec<Word> {
        let alive = self.alive(window.clone());
        let mut violations = Vec::new();
        for (at, alive) in window.zip(alive) {
            let bad = &self.unrolling.moments()[at].bad;
            let bad: Vec<Word> = self.open.iter().map(|&p| bad[p]).collect();
            let bad = self.disjunction(&bad);
            violations.push(self.unrolling.solver.and(alive, bad));
        }
        violations
    }

    /// For each moment of the window, and the one after it: whether a run gets there.
    fn alive(&mut self, window: Range<usize>) -> Vec<Word> {
        let mut alive = vec![self.unrolling.solver.constant(1, 1)];
        for at in window {
            let valid = self.unrolling.moments()[at].valid;
            let before = alive[alive.len() - 1];
            alive.push(self.unrolling.solver.and(before, valid));
        }
        alive
    }

    fn disjunction(&mut self, words: &[Word]) -> Word {
        let solver = &mut self.unrolling.solver;
        let falsity = solver.constant(1, 0);
        words.iter().fold(falsity, |any, &w| solver.or(any, w))
    }

    /// Hands out the open properties that can be violated in a moment, and closes them.
    fn report(&mut self, moment: usize) -> Result<(), Stop> {
        for property in self.open.clone() {
            let bad = self.unrolling.moments()[moment].bad[property];
            if !self.possible(&[bad])? {
                continue;
            }
            self.open.retain(|&p| p != property);
            let inputs = self.unrolling.inputs(moment);
            (self.on)(Finding::Violated {
                property: self.task.wanted[property],
                inputs,
                earliest: true,
            });
        }
        Ok(())
    }

    /// Asserts that a run goes on after each of these moments and that it violates no open property in them, both of
    /// which is so of every run that is still to be looked at.
    fn settle(&mut self, moments: Range<usize>) -> Result<(), Stop> {
        let Some(last) = moments.clone().last() else {
            return Ok(());
        };
        (self.on)(Finding::HoldsTo {
            properties: self.open.iter().map(|&p| self.task.wanted[p]).collect(),
            steps: last as u64,
        });
        self.look_for_an_end(moments.clone())?;
        for at in moments {
            let moment = &self.unrolling.moments()[at];
            let (valid, bad) = (moment.valid, moment.bad.clone());
            self.unrolling.solver.assert(valid);
            for &property in &self.open {
                let fine = self.unrolling.solver.not(bad[property]);
                self.unrolling.solver.assert(fine);
            }
            self.assert_lemmas_after(at);
        }
        Ok(())
    }

    /// Lemmas are known of a state only if the run comes to it, so not before that has been asserted.
    fn assert_lemmas_after(&mut self, moment: usize) {
        let state = match self.unrolling.moments().get(moment + 1) {
            Some(next) => next.state.clone(),
            None => self.unrolling.state().to_vec(),
        };
        for lemma in self.unrolling.at_state(&self.lemmas, &state) {
            self.unrolling.solver.assert(lemma);
        }
    }

    /// If no run comes through these moments, says so and which is the last that any run comes to: then the open
    /// properties hold for good.
    fn look_for_an_end(&mut self, moments: Range<usize>) -> Result<(), Stop> {
        let alive = self.alive(moments.clone());
        let through = alive[alive.len() - 1];
        if self.unrolling.solver.known(through) == Some(1) || self.possible(&[through])? {
            return Ok(());
        }
        let mut last = moments.start;
        while self.possible(&[alive[last + 1 - moments.start]])? {
            last += 1;
        }
        let steps = last as u64;
        (self.on)(Finding::RunsEnd { steps });
        (self.on)(Finding::Proved {
            properties: self.open.iter().map(|&p| self.task.wanted[p]).collect(),
            certificate: Certificate::new(self.task.system, Argument::RunsEnd { steps }),
        });
        Err(Stop::Decided)
    }
}
