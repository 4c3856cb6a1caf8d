//! A shorter run to the same violation: ticks are left out as long as it still happens.
//!
//! What happens late in a run is often only about its end: so the last ticks alone are tried first, one more after the
//! other. That also finds the right number of them where a loop counts in a circle, which leaving out halves and quarters
//! of a run does not.

use super::pace::Pace;
use super::runner::Runner;
use super::target::Targets;
use super::world::Playback;
use crate::engine::Stop;
use crate::native::Outcome;

/// Ticks that are executed for it, at most.
const EFFORT: u64 = 400_000;

/// Last ticks of a run that are tried alone, at most.
const LAST: usize = 512;

pub struct Shortening<'s, 'c, 'b> {
    pub runner: &'s mut Runner<'c>,
    pub targets: &'s Targets,
    pub pace: &'s mut Pace<'b>,
}

impl Shortening<'_, '_, '_> {
    /// The tape of a run that violates the property in its last tick, with fewer ticks if possible. Pieces that are
    /// left out become smaller and smaller.
    pub fn shorten(&mut self, found: &mut Playback, property: usize) -> Result<(), Stop> {
        self.keep_the_end(found, property)?;
        let mut effort = EFFORT;
        let mut piece = found.ticks.len() / 2;
        while piece > 0 {
            let mut from = 0;
            while from + piece <= found.ticks.len() {
                let cost = found.ticks.len() as u64 + 1;
                if effort < cost {
                    return Ok(());
                }
                effort -= cost;
                let mut ticks = found.ticks.clone();
                ticks.drain(from..from + piece);
                match self.play(found, ticks, property)? {
                    Some(shorter) => *found = shorter,
                    None => from += piece,
                }
            }
            piece /= 2;
        }
        Ok(())
    }

    /// The shortest end of the run that does, if one is short enough.
    fn keep_the_end(&mut self, found: &mut Playback, property: usize) -> Result<(), Stop> {
        let all = found.ticks.clone();
        for count in 1..all.len().min(LAST) {
            let end = all[all.len() - count..].to_vec();
            if let Some(shorter) = self.play(found, end, property)? {
                *found = shorter;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Plays some ticks; what was recorded up to the violation, if it happens.
    pub fn play(
        &mut self,
        found: &Playback,
        ticks: Vec<u32>,
        property: usize,
    ) -> Result<Option<Playback>, Stop> {
        let count = ticks.len();
        self.runner.world.playback = Some(Playback {
            tape: found.tape.clone(),
            ticks,
        });
        let mut outcome = self.runner.restart();
        loop {
            self.pace.spend()?;
            if self.violates(outcome, property) {
                return Ok(Some(recorded(self.runner)));
            }
            if outcome == Outcome::Stopped || self.runner.ticks() == count {
                return Ok(None);
            }
            outcome = self.runner.tick();
        }
    }

    fn violates(&mut self, outcome: Outcome, property: usize) -> bool {
        outcome != Outcome::Fine
            && self
                .targets
                .violated(self.runner, outcome)
                .contains(&property)
    }
}

/// The current run, to be played again.
pub fn recorded(runner: &Runner<'_>) -> Playback {
    Playback {
        tape: runner.world.tape.clone(),
        ticks: (1..=runner.ticks() as u32).collect(),
    }
}
