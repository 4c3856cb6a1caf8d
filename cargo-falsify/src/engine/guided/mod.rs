//! Guided simulation: runs go on from states that came closer than any before to something that has not happened yet.
//!
//! Every comparison of the loop, its monitors and their operators has a distance to its other outcome; a block that was
//! never executed is news too. A state after a tick with news goes into an archive, with the inputs that lead there. A
//! counter that has to be held up for long is climbed step by step: what was reached once is never lost. Some runs play
//! the inputs of an earlier one again with changes: ticks left out, repeated or drawn anew, or the rest of another run.

pub(super) mod archive;
mod variation;

use super::simulate::hunt::Hunt;
use super::simulate::race::Race;
use super::simulate::runner::Runner;
use super::{Engine, Finding, Stop, Subject, Task};
use crate::native::{Code, Options};
use crate::solver::Budget;
use archive::Archive;

/// The engine.
pub struct Guided;

impl Engine for Guided {
    fn check(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Stop {
        let (subject, code) = match compiled(task) {
            Ok(compiled) => compiled,
            Err(why) => return Stop::Refused(why),
        };
        let mut search = Search::new(Hunt::new(subject, task, &code, budget, on));
        loop {
            if let Err(stop) = search.explore(u64::MAX) {
                return stop;
            }
        }
    }
}

/// The loop of a task as native code that knows distances; or why there is none.
pub(super) fn compiled<'a>(task: &Task<'a>) -> Result<(Subject<'a>, Code<'a>), String> {
    let Some(subject) = task.subject else {
        return Err("there is no program to execute".to_owned());
    };
    let options = Options {
        distances: true,
        ..Options::default()
    };
    match Code::of_loop(subject.program, subject.harness, options) {
        Ok(code) => Ok((subject, code)),
        Err(why) => Err(why.to_string()),
    }
}

/// A run from the archive goes on for up to two to the power of this many ticks.
const LENGTH: u64 = 10;

/// One run in so many starts from the beginning.
const AFRESH: u64 = 16;

/// One run in so many is a variation of one that led into the archive.
const VARIED: u64 = 16;

/// One run in so many is a race. It makes many more ticks than others.
const RACED: u64 = 64;

pub(super) struct Search<'h, 'c> {
    pub hunt: Hunt<'h, 'c>,
    pub archive: Archive,
    race: Race,
}

impl<'h, 'c> Search<'h, 'c> {
    pub fn new(hunt: Hunt<'h, 'c>) -> Search<'h, 'c> {
        Search {
            hunt,
            archive: Archive::default(),
            race: Race::default(),
        }
    }

    /// Makes about so many more ticks.
    pub fn explore(&mut self, ticks: u64) -> Result<(), Stop> {
        if self.hunt.targets.is_empty() {
            return Err(Stop::Decided);
        }
        let end = self.hunt.pace.used().saturating_add(ticks);
        while self.hunt.pace.used() < end {
            if self.hunt.runner.world.random.once_in(VARIED) {
                self.vary()?;
            } else if self.begin()? {
                match self.hunt.runner.world.random.once_in(RACED) {
                    true => self.race()?,
                    false => self.climb()?,
                }
            }
        }
        Ok(())
    }

    fn race(&mut self) -> Result<(), Stop> {
        let end = self.hunt.runner.ticks() + (1 << LENGTH);
        let archive = &mut self.archive;
        let mut after = |runner: &mut Runner<'_>| {
            if runner.run.take_news() {
                archive.add(runner);
            }
        };
        let raced = self.race.run(&mut self.hunt, end, &mut after);
        self.hunt.runner.run.take_news();
        raced
    }

    /// Plays the inputs of a run again, but for some changes.
    fn vary(&mut self) -> Result<(), Stop> {
        let world = &mut self.hunt.runner.world;
        world.playback = self.archive.variation(&mut world.random);
        let Some(length) = world.playback.as_ref().map(|varied| varied.ticks.len()) else {
            return Ok(());
        };
        world.patience = world.random.below(LENGTH + 1);
        world.replan();
        let played = self.play(length);
        self.hunt.runner.world.playback = None;
        played
    }

    fn play(&mut self, length: usize) -> Result<(), Stop> {
        let mut goes_on = self.hunt.restart()?;
        while goes_on && self.hunt.runner.ticks() < length {
            goes_on = self.hunt.tick()?;
            if goes_on && self.hunt.runner.run.take_news() {
                self.archive.add(&self.hunt.runner);
            }
        }
        self.hunt.runner.run.take_news();
        Ok(())
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
