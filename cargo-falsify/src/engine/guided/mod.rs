//! Guided simulation: runs go on from states that came closer than any before to something that has not happened yet.
//!
//! Every comparison of the loop, its monitors and their operators has a distance to its other outcome; a block that was
//! never executed is news too. A state after a tick with news goes into an archive, with the inputs that lead there. A
//! counter that has to be held up for long is climbed step by step: what was reached once is never lost.

mod archive;

use super::simulate::hunt::Hunt;
use super::{Engine, Finding, Stop, Task};
use crate::native::{Code, Options};
use crate::solver::Budget;
use archive::Archive;

/// The engine.
pub struct Guided;

impl Engine for Guided {
    fn check(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Stop {
        let Some(subject) = task.subject else {
            return Stop::Refused("there is no program to execute".to_owned());
        };
        let options = Options {
            distances: true,
            ..Options::default()
        };
        let code = match Code::of_loop(subject.program, subject.harness, options) {
            Ok(code) => code,
            Err(why) => return Stop::Refused(why.to_string()),
        };
        let mut search = Search {
            hunt: Hunt::new(subject, task, &code, budget, on),
            archive: Archive::default(),
        };
        match search.run() {
            Ok(stop) | Err(stop) => stop,
        }
    }
}

/// A run from the archive goes on for up to two to the power of this many ticks.
const LENGTH: u64 = 10;

/// One run in so many starts from the beginning.
const AFRESH: u64 = 16;

struct Search<'h, 'c> {
    hunt: Hunt<'h, 'c>,
    archive: Archive,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<Stop, Stop> {
        if self.hunt.targets.is_empty() {
            return Ok(Stop::Decided);
        }
        loop {
            if self.begin()? {
                self.climb()?;
            }
        }
    }

    /// Goes to a state of the archive, or to the start; whether a run can go on from there.
    fn begin(&mut self) -> Result<bool, Stop> {
        let world = &mut self.hunt.runner.world;
        world.patience = world.random.below(LENGTH + 1);
        world.replan();
        let afresh = world.random.once_in(AFRESH);
        let Some(entry) = self.archive.choose(&mut world.random).filter(|_| !afresh) else {
            return self.hunt.restart();
        };
        self.hunt.runner.go_to(&entry.snapshot, &entry.tape);
        Ok(true)
    }

    /// Makes some ticks, more after each news, and keeps every state with news: the tick after it may be the one that
    /// takes everything back, and be news as well.
    fn climb(&mut self) -> Result<(), Stop> {
        let mut left = self.length();
        while left > 0 {
            left -= 1;
            if !self.hunt.tick()? {
                break;
            }
            if self.hunt.runner.run.take_news() {
                self.archive.add(&self.hunt.runner);
                left = left.max(self.length());
            }
        }
        self.hunt.runner.run.take_news();
        Ok(())
    }

    /// Often only a few ticks: where one wrong input takes everything back, the next one decides.
    fn length(&mut self) -> u32 {
        let random = &mut self.hunt.runner.world.random;
        match random.once_in(4) {
            true => random.length(LENGTH),
            false => random.length(2),
        }
    }
}
