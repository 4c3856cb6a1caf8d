//! The inputs of earlier runs, changed.

use super::archive::Archive;
use crate::engine::simulate::random::Random;
use crate::engine::simulate::tape::Tape;
use crate::engine::simulate::world::Playback;

/// Longer runs are not played again: most of their ticks would only lead to where they were.
const LONGEST: usize = 1 << 12;

/// Changes of one run, at most.
const CHANGES: u64 = 4;

/// In place of a tick: a new one.
const NEW: u32 = u32::MAX;

impl Archive {
    /// Some run with changes.
    pub fn variation(&mut self, random: &mut Random) -> Option<Playback> {
        let mut tape = self.choose(random)?.tape.clone();
        if random.once_in(2) {
            let other = &self.choose(random)?.tape;
            tape = spliced(tape, other, random);
        }
        if tape.ticks() == 0 || tape.ticks() > LONGEST {
            return None;
        }
        let mut ticks: Vec<u32> = (1..=tape.ticks() as u32).collect();
        for _ in 0..=random.below(CHANGES) {
            change(&mut ticks, random);
        }
        Some(Playback { tape, ticks })
    }
}

/// Some of a run, then the rest of another.
fn spliced(mut tape: Tape, other: &Tape, random: &mut Random) -> Tape {
    if tape.ticks() + other.ticks() <= LONGEST {
        tape.truncate(random.below(tape.ticks() as u64 + 1) as usize);
        tape.splice(other, random.below(other.ticks() as u64 + 1) as usize);
    }
    tape
}

/// Leaves a piece out, repeats it, or has it drawn anew.
fn change(ticks: &mut Vec<u32>, random: &mut Random) {
    let most = u64::from(ticks.len().max(1).ilog2());
    let length = (random.length(most) as usize).min(ticks.len());
    let from = random.below((ticks.len() - length) as u64 + 1) as usize;
    let piece = from..from + length;
    match random.below(3) {
        0 => drop(ticks.drain(piece)),
        1 => {
            let again = ticks[piece.clone()].to_vec();
            ticks.splice(piece.end..piece.end, again);
        }
        _ => ticks[piece].fill(NEW),
    }
}
