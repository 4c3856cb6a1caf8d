//! Simulation: the tick as native code, executed as often as there is time for, with inputs that are likely to matter.
//!
//! Runs of all lengths get the same share of the ticks. Every scalar that the world chooses is a [`channel`] that goes on
//! in one way for a while (held, drawn anew, constants of the program and their neighbours, ramps, toggles) and then in
//! another one; at times all of them keep still but for a few ([`mood`]). A run that an assumption ends goes back a few
//! ticks and on in another way. Some runs are left alone but for what happens just when the loop begins to do something
//! else ([`race`]). What is found is shortened by execution and handed out as a trace. Nothing is ever said about what was
//! not found.

mod channel;
pub(super) mod hunt;
mod mood;
mod pace;
pub(super) mod race;
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
use race::Race;
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
            race: Race::default(),
        };
        match search.run() {
            Ok(stop) | Err(stop) => stop,
        }
    }
}

/// Lengths of runs.
const LENGTHS: [usize; 6] = [32, 128, 512, 2_048, 8_192, 32_768];

/// One run in so many is a race.
const RACES: u64 = 3;

/// A loop without inputs has only one run.
const ONLY_RUN: usize = 1 << 20;

struct Search<'h, 'c> {
    hunt: Hunt<'h, 'c>,
    checkpoint: Checkpoint,
    race: Race,
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
        let classes = classes(self.hunt.task.bound);
        let mut spent = vec![0; classes.len()];
        loop {
            let least = (0..classes.len()).min_by_key(|at| spent[*at]);
            let class = least.unwrap_or_default();
            let before = self.hunt.pace.used();
            let random = &mut self.hunt.runner.world.random;
            let length = classes[class][random.below(classes[class].len() as u64) as usize];
            self.plan(length);
            match self.hunt.runner.world.random.once_in(RACES) {
                true => self.one_race(length)?,
                false => self.one_run(length)?,
            }
            spent[class] += self.hunt.pace.used() - before;
        }
    }

    fn one_race(&mut self, length: usize) -> Result<(), Stop> {
        match self.hunt.restart()? {
            true => self.race.run(&mut self.hunt, length, &mut |_| {}),
            false => Ok(()),
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

/// Lengths that get the same share of the ticks: each that is well below the bound, the bound, and all beyond together, as
/// nobody has asked for what happens there.
fn classes(bound: u64) -> Vec<Vec<usize>> {
    let longest = LENGTHS[LENGTHS.len() - 1];
    let bound = usize::try_from(bound).unwrap_or(longest).clamp(1, longest);
    let shorter = LENGTHS.iter().filter(|length| **length <= bound / 2);
    let mut classes: Vec<Vec<usize>> = shorter.map(|length| vec![*length]).collect();
    classes.push(vec![bound]);
    classes.push(
        LENGTHS
            .iter()
            .copied()
            .filter(|length| *length > bound)
            .collect(),
    );
    classes.retain(|class| !class.is_empty());
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beyond_the_bound_has_one_share() {
        assert_eq!(
            classes(130),
            [vec![32], vec![130], vec![512, 2_048, 8_192, 32_768]]
        );
        assert_eq!(classes(20)[0], [20]);
        assert_eq!(classes(u64::MAX).last(), Some(&vec![32_768]));
    }
}
