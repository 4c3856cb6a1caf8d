//! Semi-formal search: execution goes deep, a solver looks around.
//!
//! Guided simulation fills its archive with states that runs came to. From some of them the loop is unrolled: the state
//! is a constant there, so a window of some steps costs the same at any depth. A violation is the executed run and the
//! solved steps after it. Both take turns, by ticks and by conflicts and not by time, and each turn is longer than the
//! one before.

mod window;

use std::collections::BTreeMap;

use super::bmc::{search, Stride};
use super::guided::{self, compiled};
use super::lemma::inductive;
use super::simulate::hunt::Hunt;
use super::simulate::tape::Tape;
use super::unroll::Start;
use super::{Engine, Finding, Inputs, Stop, Task};
use crate::evidence::Violation;
use crate::native::Code;
use crate::solver::{Budget, SolverKind};
use crate::system::{Route, System};
use crate::term::Term;
use window::Covered;

/// The engine.
pub struct SemiFormal {
    pub solver: SolverKind,
}

impl Engine for SemiFormal {
    fn check(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Stop {
        let (subject, code) = match compiled(task) {
            Ok(compiled) => compiled,
            Err(why) => return Stop::Refused(why),
        };
        let lemmas = match inductive(task, self.solver, budget) {
            Ok(lemmas) => lemmas,
            Err(stop) => return stop,
        };
        let mut search = SemiSearch {
            task,
            code: &code,
            solver: self.solver,
            lemmas,
            guided: guided::Search::new(Hunt::new(subject, task, &code, budget, on)),
            covered: Covered::default(),
            budget,
        };
        match search.run() {
            Ok(stop) | Err(stop) => stop,
        }
    }
}

/// How much is done in one turn of each.
#[derive(Clone, Copy)]
struct Round {
    ticks: u64,
    /// States that are gone on from.
    windows: usize,
    steps: u64,
    conflicts: u64,
    /// States deeper than that are left for later: their runs have to be followed in the system.
    deepest: usize,
}

const FIRST: Round = Round {
    ticks: 50_000,
    windows: 4,
    steps: 32,
    conflicts: 500,
    deepest: 500,
};

impl Round {
    fn next(self) -> Round {
        Round {
            ticks: (self.ticks * 2).min(5_000_000),
            windows: (self.windows + 2).min(32),
            steps: (self.steps * 2).min(1_024),
            conflicts: (self.conflicts * 2).min(100_000),
            deepest: (self.deepest * 2).min(20_000),
        }
    }
}

struct SemiSearch<'h, 'c> {
    task: &'h Task<'h>,
    code: &'c Code<'c>,
    solver: SolverKind,
    /// True in all states that are reached.
    lemmas: Vec<Term>,
    guided: guided::Search<'h, 'c>,
    covered: Covered,
    budget: &'h Budget,
}

impl SemiSearch<'_, '_> {
    fn run(&mut self) -> Result<Stop, Stop> {
        let mut round = FIRST;
        loop {
            self.guided.explore(round.ticks)?;
            for _ in 0..round.windows {
                self.look_around(round)?;
            }
            round = round.next();
        }
    }

    /// Unrolls the loop from a state of the archive, unless that was done.
    fn look_around(&mut self, round: Round) -> Result<(), Stop> {
        let random = &mut self.guided.hunt.runner.world.random;
        let chosen = self.guided.archive.choose(random);
        let Some(tape) = chosen.map(|entry| &entry.tape) else {
            return Ok(());
        };
        if tape.ticks() > round.deepest {
            return Ok(());
        }
        let route = route(self.task.system, self.code, tape);
        let Some(route) = route.filter(|route| !self.covered.has(route, round.steps)) else {
            return Ok(());
        };
        self.window(round, route)
    }

    fn window(&mut self, round: Round, route: Route) -> Result<(), Stop> {
        let open: Vec<usize> = self.guided.hunt.targets.open();
        let open = open.into_iter().filter(|&p| !self.task.is_decided(p));
        let open: Vec<usize> = open.collect();
        let Some(state) = route.states.last().filter(|_| !open.is_empty()) else {
            return Err(Stop::Decided);
        };
        let task = Task {
            candidates: self.task.candidates,
            ..Task::new(self.task.system, &open, round.steps)
        };
        let stride = Stride::brief(round.conflicts);
        let (mut clean, mut found) = (0, BTreeMap::new());
        let lemmas = self.lemmas.clone();
        let mut on = |finding| match finding {
            Finding::HoldsTo { steps, .. } => clean = clean.max(steps),
            Finding::Violated {
                property, inputs, ..
            } => drop(found.insert(property, inputs)), // each one is earlier than those before
            _ => {}
        };
        let start = Start::At(state);
        search(
            &task,
            start,
            self.solver,
            lemmas,
            stride,
            self.budget,
            &mut on,
        );
        self.covered.note(state, clean);
        for (property, after) in found {
            self.report(&route, property, after)?;
        }
        match self.budget.exhausted() {
            true => Err(Stop::Budget),
            false => Ok(()),
        }
    }

    /// Hands out the executed run with the solved steps after it, shortened by execution if that shows the same.
    fn report(&mut self, route: &Route, property: usize, after: Inputs) -> Result<(), Stop> {
        let mut inputs = route.inputs.clone();
        inputs.steps.extend(after.steps);
        let hunt = &mut self.guided.hunt;
        let trace = self.task.system.trace(property, &inputs);
        let tape = Tape::of_trace(self.code, &trace);
        if let Some(tape) = tape.filter(|tape| tape.ticks() == inputs.steps.len()) {
            if hunt.report_tape(tape, property)? {
                return Ok(());
            }
        }
        hunt.targets.close(property);
        (hunt.on)(Finding::Violated {
            property,
            inputs,
            earliest: false,
        });
        Ok(())
    }
}

/// The run that a tape has recorded, in terms of the system.
fn route(system: &System, code: &Code<'_>, tape: &Tape) -> Option<Route> {
    // What it violates is of no interest.
    let violation = Violation {
        property: system.properties.first()?.property,
        tick: tape.ticks() as u64,
    };
    system.route(&tape.trace(code, violation))
}
