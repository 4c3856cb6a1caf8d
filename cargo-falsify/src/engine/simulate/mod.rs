//! Simulation: the tick as native code, executed as often as there is time for, with inputs that are likely to matter.
//!
//! Runs of all lengths get the same share of the ticks. Every scalar that the world chooses is a [`channel`] that goes on
//! in one way for a while (held, drawn anew, constants of the program and their neighbours, ramps, toggles) and then in
//! another one; at times all of them keep still but for a few ([`mood`]). A run that an assumption ends goes back a few ticks and on in another way. What is found is shortened
//! by execution and handed out as a trace. Nothing is ever said about what was not found.

mod channel;
pub(super) mod hunt;
mod mood;
mod pace;
pub(super) mod random;
pub(super) mod runner;
mod shorten;
pub(super) mod tape;
mod target;
pub(super) mod world;

use super::{Engine, Finding, Stop, Task};
use crate::native::{Code, Options};
use crate::solver::Budget;
use hunt::Hunt;
use runner::Checkpoint;

/// The engine.
pub struct Simulate;

impl Engine for Simulate {
    fn check(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Stop {
        let Some(subject) = task.subject else {
            return Stop::Refused("there is no program to execute".to_owned());
        };
        let code = match Code::of_loop(subject.program, subject.harness, Options::default()) {
            Ok(code) => code,
            Err(why) => return Stop::Refused(why.to_string()),
        };
        let hunt = Hunt::new(subject, task, &code, budget, on);
        let mut search = Search {
            hunt,
            checkpoint: Checkpoint::default(),
        };
        match search.run() {
            Ok(stop) | Err(stop) => stop,
        }
    }
}

/// Lengths of runs, each with how many ticks went into such.
const LENGTHS: [usize; 6] = [32, 128, 512, 2_048, 8_192, 32_768];

/// A loop without inputs has only one run.
const ONLY_RUN: usize = 1 << 20;

struct Search<'h, 'c> {
    hunt: Hunt<'h, 'c>,
    checkpoint: Checkpoint,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<Stop, Stop> {
        if self.hunt.targets.is_empty() {
            return Ok(Stop::Decided);
        }
        if self.hunt.runner.world.is_determined() {
            self.one_run(ONLY_RUN)?;
            let ticks = self.hunt.pace.used();
            return Ok(Stop::Searched { ticks });
        }
        let mut spent = [0; LENGTHS.len()];
        loop {
            let least = (0..LENGTHS.len()).min_by_key(|at| spent[*at]);
            let class = least.unwrap_or_default();
            let before = self.hunt.pace.used();
            self.plan(LENGTHS[class]);
            self.one_run(LENGTHS[class])?;
            spent[class] += self.hunt.pace.used() - before;
        }
    }

    /// How long one way to go on lasts in the next run: up to its whole length.
    fn plan(&mut self, length: usize) {
        let world = &mut self.hunt.runner.world;
        let most = u64::from(length.ilog2()) + 1;
        world.patience = world.random.below(most);
        world.replan();
    }

    fn one_run(&mut self, length: usize) -> Result<(), Stop> {
        if !self.hunt.restart()? {
            return Ok(());
        }
        self.checkpoint.set(&self.hunt.runner);
        while self.hunt.runner.ticks() < length {
            if self.hunt.tick()? {
                self.checkpoint.pass(&self.hunt.runner);
            } else if !self.checkpoint.back(&mut self.hunt.runner) {
                return Ok(());
            }
        }
        Ok(())
    }
}
