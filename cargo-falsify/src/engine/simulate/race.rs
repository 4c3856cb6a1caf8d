//! Races: something happens in the very tick in which something else does.
//!
//! A button that is pressed while the door closes, a message that comes as its timer runs out: drawn inputs hardly ever
//! meet such a tick, as nothing tells it from the others before. So a run is left alone, and the moments are noted at
//! which the loop begins to do something else than in the tick before: other parts of its state change. At one of them
//! the run is gone through again, with something that happens there; then it is left alone once more, and so on.

use super::hunt::Hunt;
use super::mood::Turn;
use super::random::Random;
use super::runner::Runner;
use crate::engine::Stop;

/// How often something happens in one race, at most.
const STRIKES: usize = 5;

/// Kinds of moments that are noted, at most.
const KINDS: usize = 64;

/// After so many ticks without any change there will be none as long as nothing happens.
const AT_REST: u32 = 3;

/// One race in so many has other values than the simplest ones while nothing happens.
const UNUSUAL: u64 = 3;

/// Nothing happens for up to two to the power of this many ticks; then that is said again.
const CALM: u64 = 10;

/// What is known of the run since something happened.
#[derive(Default)]
pub struct Race {
    moments: Vec<Moment>,
    /// The state before the tick.
    before: Vec<u8>,
    /// What changed in the tick before.
    changed: u64,
    /// Ticks without a change.
    at_rest: u32,
}

/// A tick in which other things change than before.
struct Moment {
    kind: u64,
    /// How many of the kind there were; each is as likely to be kept.
    seen: u64,
    /// Before the tick.
    state: Vec<u8>,
    ticks: usize,
}

impl Race {
    /// Goes on from the state that the run is in, up to a tick. `after` is told of every tick that the run survives.
    pub fn run(
        &mut self,
        hunt: &mut Hunt<'_, '_>,
        end: usize,
        after: &mut dyn FnMut(&mut Runner<'_>),
    ) -> Result<(), Stop> {
        let world = &mut hunt.runner.world;
        let is_usual = !world.random.once_in(UNUSUAL);
        let lull = if is_usual { Turn::QUIET } else { Turn::STILL };
        world.patience = CALM;
        world.set_lull(Some(lull));
        if is_usual || self.settles(hunt)? {
            self.strike_often(hunt, lull, end, after)?;
        }
        hunt.runner.world.set_lull(None);
        Ok(())
    }

    /// Gives all inputs some value; whether the run goes on.
    fn settles(&mut self, hunt: &mut Hunt<'_, '_>) -> Result<bool, Stop> {
        hunt.runner.world.turn_to(Turn::SETTLING);
        hunt.tick()
    }

    fn strike_often(
        &mut self,
        hunt: &mut Hunt<'_, '_>,
        lull: Turn,
        end: usize,
        after: &mut dyn FnMut(&mut Runner<'_>),
    ) -> Result<(), Stop> {
        for _ in 0..STRIKES {
            let world = &mut hunt.runner.world;
            let strike = Turn::strike(&mut world.random, lull);
            world.turn_to(strike);
            self.watch(hunt, end, after)?;
            if !self.go_back(&mut hunt.runner) {
                break;
            }
        }
        Ok(())
    }

    /// Leaves the run alone as long as something may change.
    fn watch(
        &mut self,
        hunt: &mut Hunt<'_, '_>,
        end: usize,
        after: &mut dyn FnMut(&mut Runner<'_>),
    ) -> Result<(), Stop> {
        self.moments.clear();
        self.at_rest = 0;
        while hunt.runner.ticks() < end && self.at_rest < AT_REST {
            self.before.clear();
            self.before.extend_from_slice(hunt.runner.run.snapshot());
            if !hunt.tick()? {
                return Ok(());
            }
            after(&mut hunt.runner);
            self.note(&mut hunt.runner);
        }
        Ok(())
    }

    fn note(&mut self, runner: &mut Runner<'_>) {
        let (changed, ticks) = (changes(&self.before, runner.run.snapshot()), runner.ticks());
        self.at_rest = match changed {
            NOTHING => self.at_rest + 1,
            _ => 0,
        };
        if changed != self.changed {
            let kind = self.changed.rotate_left(17) ^ changed;
            self.keep(kind, ticks - 1, &mut runner.world.random);
        }
        self.changed = changed;
    }

    fn keep(&mut self, kind: u64, ticks: usize, random: &mut Random) {
        let is_full = self.moments.len() == KINDS;
        match self.moments.iter_mut().find(|it| it.kind == kind) {
            Some(moment) => {
                moment.seen += 1;
                if random.once_in(moment.seen) {
                    moment.ticks = ticks;
                    moment.state.clone_from(&self.before);
                }
            }
            None if is_full => {}
            None => self.moments.push(Moment {
                kind,
                seen: 1,
                state: self.before.clone(),
                ticks,
            }),
        }
    }

    /// To a moment of any kind, if there was one.
    fn go_back(&mut self, runner: &mut Runner<'_>) -> bool {
        let count = self.moments.len() as u64;
        if count == 0 {
            return false;
        }
        let chosen = runner.world.random.below(count);
        let moment = self.moments.swap_remove(chosen as usize);
        runner.run.restore(&moment.state);
        runner.world.tape.truncate(moment.ticks);
        true
    }
}

/// No part of the state.
const NOTHING: u64 = 0;

/// Which parts of the state are not as before, as a number that hardly any other parts have.
fn changes(before: &[u8], now: &[u8]) -> u64 {
    let pairs = before.iter().zip(now).enumerate();
    let changed = pairs.filter(|(_, (before, now))| before != now);
    changed.fold(NOTHING, |all, (at, _)| {
        (all.rotate_left(5) ^ (at as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_tell_which_parts_changed_and_not_how() {
        assert_eq!(changes(&[1, 2, 3], &[1, 2, 3]), NOTHING);
        assert_eq!(
            changes(&[1, 2, 3], &[1, 2, 4]),
            changes(&[1, 2, 4], &[1, 2, 9])
        );
        assert_ne!(
            changes(&[1, 2, 3], &[1, 2, 4]),
            changes(&[1, 2, 3], &[1, 4, 3])
        );
    }
}
