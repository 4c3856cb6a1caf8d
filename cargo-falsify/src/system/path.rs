//! Path programs (after Beyer et al.): all runs of a loop that take one way through it.
//!
//! The way is taken from a run of known inputs, of the program itself or of one that differs from it in the functions that
//! the chosen calls lead to. Ticks are executed one after the other from the initial state, and nothing is forgotten in
//! between, so that much of what is known on the way is a constant.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::build::{Builder, Ended};
use super::course::{Branch, Course, Way};
use super::finish::readings;
use super::model::Reads;
use super::trace::{asked, reading_terms};
use super::value::Cell;
use super::Halt;
use crate::evidence::{Property, TickInputs, Trace, Violation};
use crate::ir::{Harness, Program, Site};
use crate::solver::{solver, Answer, Budget, SolverKind, Word};
use crate::term::{support, Evaluator, Pool, Term};

/// The branches that a run of known inputs takes outside of the chosen calls.
pub fn rehearse(
    program: &Program,
    harness: &Harness,
    chosen: &BTreeSet<Site>,
    trace: &Trace,
    budget: &Budget,
) -> Result<Way, Halt> {
    let chosen = Rc::new(chosen.clone());
    let mut walk = Walk::new(program, harness, budget)?;
    let start = TickInputs {
        readings: trace.start.clone(),
        handlers: Vec::new(),
    };
    let first = walk.start(Course::of_inputs(&chosen, &start))?;
    let mut way = Way {
        start: first.branches,
        ticks: Vec::new(),
        handlers: Vec::new(),
    };
    for inputs in &trace.ticks {
        let tick = walk.tick(Course::of_inputs(&chosen, inputs))?;
        way.ticks.push(tick.branches);
        way.handlers.push(inputs.handlers.clone());
    }
    Ok(way)
}

/// All runs that take a way and violate a property at its end.
pub struct PathProgram {
    pool: Pool,
    condition: Term,
    /// Of the initialisation, then of each tick.
    readings: Vec<Vec<Reads>>,
    violation: Violation,
}

impl PathProgram {
    /// Of a way through a program. Inside of the chosen calls any path is possible.
    pub fn new(
        program: &Program,
        harness: &Harness,
        chosen: &BTreeSet<Site>,
        way: &Way,
        property: Property,
        budget: &Budget,
    ) -> Result<PathProgram, Halt> {
        let chosen = Rc::new(chosen.clone());
        let mut walk = Walk::new(program, harness, budget)?;
        let mut last = walk
            .start(Course::of_branches(&chosen, &way.start, &[]))?
            .ended;
        let mut readings = vec![walk.readings(&mut last)];
        for (branches, handlers) in way.ticks.iter().zip(&way.handlers) {
            last = walk
                .tick(Course::of_branches(&chosen, branches, handlers))?
                .ended;
            readings.push(walk.readings(&mut last));
        }
        let pool = walk.builder.exec.pool;
        let bad = last.bad.iter().find(|(found, ..)| *found == property);
        Ok(PathProgram {
            condition: bad.map_or(pool.falsity(), |bad| bad.1),
            pool,
            readings,
            violation: Violation {
                property,
                tick: way.ticks(),
            },
        })
    }

    /// A run that takes the way, if there is one.
    pub fn witness(&self, kind: SolverKind, budget: &Budget) -> Result<Option<Trace>, Stopped> {
        let mut solver = solver(kind);
        let mut terms: Vec<Term> = vec![self.condition];
        terms.extend(self.readings.iter().flat_map(|reads| reading_terms(reads)));
        let vars = support(&self.pool, &terms);
        let widths = vars.iter().map(|var| self.pool.width(*var));
        let words: Vec<Word> = widths.map(|width| solver.fresh(width)).collect();
        let place = |var: Term| vars.binary_search(&var).ok();
        let mut leaf = |var: Term| words[place(var).expect("in the support")];
        let goal = solver.build(&self.pool, &[self.condition], &mut leaf);
        match solver.check(&goal, budget) {
            Answer::Unsat => Ok(None),
            Answer::Stopped => Err(Stopped),
            Answer::Sat => {
                let values: Vec<u128> = words.iter().map(|word| solver.value(*word)).collect();
                Ok(Some(
                    self.trace(&|var| place(var).map_or(0, |at| values[at])),
                ))
            }
        }
    }

    fn trace(&self, of: &dyn Fn(Term) -> u128) -> Trace {
        let mut ticks = self.readings.iter().map(|reads| {
            let terms = reading_terms(reads);
            let values = Evaluator::new().eval(&self.pool, &terms, of);
            asked(reads, &terms, &values)
        });
        Trace {
            start: ticks.next().unwrap_or_default().readings,
            ticks: ticks.collect(),
            violation: self.violation,
        }
    }
}

/// The budget ended before it was known whether there is a run.
#[derive(Debug)]
pub struct Stopped;

/// The initialisation or a tick that was walked.
struct Walked {
    ended: Ended,
    branches: Vec<Branch>,
}

/// Tick after tick under a course.
struct Walk<'p> {
    builder: Builder<'p>,
    /// None once no run gets further.
    at: Option<super::state::State>,
}

impl<'p> Walk<'p> {
    fn new(program: &'p Program, harness: &'p Harness, budget: &Budget) -> Result<Walk<'p>, Halt> {
        Ok(Walk {
            builder: Builder::new(program, harness, budget)?,
            at: None,
        })
    }

    fn start(&mut self, course: Course) -> Result<Walked, Halt> {
        self.builder.exec.course = Some(course);
        let ended = self.builder.start()?;
        self.walked(ended)
    }

    fn tick(&mut self, course: Course) -> Result<Walked, Halt> {
        let exec = &mut self.builder.exec;
        exec.course = Some(course);
        // What the world gives in one tick says nothing about the next.
        exec.known_inputs.clear();
        let ended = self.builder.step_on(self.at.take())?;
        self.walked(ended)
    }

    fn walked(&mut self, mut ended: Ended) -> Result<Walked, Halt> {
        let mut states = ended.states.drain(..);
        self.at = states.next().map(|(_, state, _)| state);
        if states.next().is_some() {
            return Err(Halt::Bug("a way leads to two places".into()));
        }
        drop(states);
        let course = self.builder.exec.course.take();
        let branches = course.map(Course::noted).unwrap_or_default();
        Ok(Walked { ended, branches })
    }

    fn readings(&self, ended: &mut Ended) -> Vec<Reads> {
        readings(&self.builder.exec.pool, std::mem::take(&mut ended.inputs)).1
    }
}

impl Builder<'_> {
    /// A tick from a state as another has left it.
    fn step_on(&mut self, state: Option<super::state::State>) -> Result<Ended, Halt> {
        self.exec.begin();
        self.entering.clear();
        if let Some(mut state) = state {
            let cells = Rc::make_mut(&mut state.cells);
            cells.retain(|cell, _| !matches!(cell, Cell::Passing(_)));
            self.forget_handlers(&mut state);
            self.arrive(state, 0)?;
        }
        self.phases()
    }
}
