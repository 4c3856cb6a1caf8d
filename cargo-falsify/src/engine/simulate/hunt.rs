//! What every search by execution shares: the compiled loop, what is looked for, and how a find is handed out.

use super::pace::Pace;
use super::runner::Runner;
use super::shorten::{recorded, Shortening};
use super::tape::Tape;
use super::target::Targets;
use super::world::Playback;
use crate::engine::{Finding, Stop, Subject, Task};
use crate::evidence::Violation;
use crate::native::{Code, Outcome};
use crate::solver::Budget;

pub struct Hunt<'h, 'c> {
    pub subject: Subject<'h>,
    pub task: &'h Task<'h>,
    pub code: &'c Code<'c>,
    pub runner: Runner<'c>,
    pub targets: Targets,
    pub pace: Pace<'h>,
    pub on: &'h mut dyn FnMut(Finding),
}

impl<'h, 'c> Hunt<'h, 'c> {
    pub fn new(
        subject: Subject<'h>,
        task: &'h Task<'h>,
        code: &'c Code<'c>,
        budget: &'h Budget,
        on: &'h mut dyn FnMut(Finding),
    ) -> Hunt<'h, 'c> {
        let harness = subject.harness;
        Hunt {
            subject,
            task,
            code,
            runner: Runner::new(code, &harness.handlers, task.seed),
            targets: Targets::new(task, code, harness.monitors.len()),
            pace: Pace::new(budget, task.ticks),
            on,
        }
    }

    /// Starts a run; whether it can go on.
    pub fn restart(&mut self) -> Result<bool, Stop> {
        self.pace.spend()?;
        let outcome = self.runner.restart();
        self.look(outcome)
    }

    /// One more tick; whether the run can go on.
    #[inline]
    pub fn tick(&mut self) -> Result<bool, Stop> {
        self.pace.spend()?;
        match self.runner.tick() {
            Outcome::Fine => Ok(true),
            outcome => self.look(outcome),
        }
    }

    fn look(&mut self, outcome: Outcome) -> Result<bool, Stop> {
        if outcome != Outcome::Fine {
            for property in self.targets.violated(&mut self.runner, outcome) {
                self.report(property)?;
            }
        }
        match self.targets.is_empty() {
            true => Err(Stop::Decided),
            false => Ok(outcome != Outcome::Stopped),
        }
    }

    /// Hands out the violation that the current run ends in, by a shorter run if there is one. A find is handed out even
    /// if the time for that is over.
    fn report(&mut self, property: usize) -> Result<(), Stop> {
        let mut found = recorded(&self.runner);
        let ended = self.shortening(|it| it.shorten(&mut found, property));
        self.hand_out(&found, property);
        ended
    }

    /// Hands out a violation in the last tick of a tape, by a shorter run if there is one; whether native code shows it.
    pub fn report_tape(&mut self, tape: Tape, property: usize) -> Result<bool, Stop> {
        let ticks: Vec<u32> = (1..=tape.ticks() as u32).collect();
        let whole = Playback {
            tape,
            ticks: ticks.clone(),
        };
        let Some(mut found) = self.shortening(|it| it.play(&whole, ticks, property))? else {
            return Ok(false);
        };
        let ended = self.shortening(|it| it.shorten(&mut found, property));
        self.hand_out(&found, property);
        ended.map(|()| true)
    }

    fn shortening<R>(&mut self, work: impl FnOnce(&mut Shortening<'_, 'c, 'h>) -> R) -> R {
        let handlers = &self.subject.harness.handlers;
        let mut runner = Runner::new(self.code, handlers, self.task.seed);
        work(&mut Shortening {
            runner: &mut runner,
            targets: &self.targets,
            pace: &mut self.pace,
        })
    }

    fn hand_out(&mut self, found: &Playback, property: usize) {
        let violation = Violation {
            property: self.task.system.properties[property].property,
            tick: found.ticks.len() as u64,
        };
        let trace = found.tape.trace(self.code, violation);
        self.targets.close(property);
        (self.on)(Finding::Executed { property, trace });
    }
}
