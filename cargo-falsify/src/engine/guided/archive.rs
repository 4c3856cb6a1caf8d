//! States that runs came to and that are worth to go on from.

use crate::engine::simulate::random::Random;
use crate::engine::simulate::runner::Runner;
use crate::engine::simulate::tape::Tape;

/// States that are kept.
const MOST: usize = 256;

/// Longer runs are not kept, because of the memory.
const LONGEST: usize = 1 << 16;

/// Ticks of all runs together that are kept, for the same reason.
const TICKS: usize = 1 << 21;

/// How many of the last states are the front.
const FRONT: u64 = 8;

pub struct Entry {
    pub snapshot: Vec<u8>,
    /// How a run comes there.
    pub tape: Tape,
    chosen: u32,
}

#[derive(Default)]
pub struct Archive {
    /// In the order in which they were found.
    entries: Vec<Entry>,
}

impl Archive {
    /// The current state of a run.
    pub fn add(&mut self, runner: &Runner<'_>) {
        if runner.ticks() > LONGEST {
            return;
        }
        while self.entries.len() == MOST || self.is_too_long_with(runner.ticks()) {
            self.forget_one();
        }
        self.entries.push(Entry {
            snapshot: runner.run.snapshot().to_vec(),
            tape: runner.world.tape.clone(),
            chosen: 0,
        });
    }

    fn is_too_long_with(&self, ticks: usize) -> bool {
        let kept: usize = self.entries.iter().map(|it| it.tape.ticks()).sum();
        !self.entries.is_empty() && kept + ticks > TICKS
    }

    /// The one that was gone on from most often, the oldest of them.
    fn forget_one(&mut self) {
        let most = (0..self.entries.len())
            .rev()
            .max_by_key(|at| self.entries[*at].chosen);
        self.entries.remove(most.unwrap_or_default());
    }

    /// The last one that was found, one of the last, or the less used one of any two.
    pub fn choose(&mut self, random: &mut Random) -> Option<&Entry> {
        let count = self.entries.len() as u64;
        if count == 0 {
            return None;
        }
        let at = match random.below(6) {
            0 | 1 => count - 1,
            2 => count - 1 - random.below(FRONT.min(count)),
            _ => {
                let (a, b) = (random.below(count), random.below(count));
                let used = |at: u64| self.entries[at as usize].chosen;
                if used(a) <= used(b) {
                    a
                } else {
                    b
                }
            }
        };
        let entry = &mut self.entries[at as usize];
        entry.chosen += 1;
        Some(entry)
    }
}
