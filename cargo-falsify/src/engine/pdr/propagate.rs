//! Propagation: lemmas that have become inductive move up, until two frames are the same.

use super::cube::Cube;
use super::question::Exhausted;
use super::step::Reached;
use super::Pdr;

impl Pdr<'_> {
    /// Moves lemmas up to the top as far as they go. Gives the level of a frame that is the same as the next one: its
    /// lemmas are an invariant.
    ///
    /// To look at all frames at every new level would make the work grow with the square of the depth. So that is done
    /// only while it is a small part of all work; otherwise the frames are looked at from the lowest one that has a
    /// new lemma.
    pub(super) fn propagate(&mut self) -> Result<Option<usize>, Exhausted> {
        let before = self.steps.asked;
        let thorough = self.thorough * 4 <= before;
        let from = if thorough { 1 } else { self.frames.changed() };
        let found = self.propagate_from(from)?;
        if thorough {
            self.thorough += self.steps.asked - before;
        }
        self.frames.settle();
        Ok(found)
    }

    fn propagate_from(&mut self, from: usize) -> Result<Option<usize>, Exhausted> {
        for level in from..self.frames.top() {
            for lemma in self.frames.level(level).to_vec() {
                // Another lemma may have taken its place.
                if self.frames.level(level).contains(&lemma) {
                    self.move_up(&lemma, level)?;
                }
            }
            if self.frames.level(level).is_empty() {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    fn move_up(&mut self, lemma: &Cube, level: usize) -> Result<(), Exhausted> {
        if let Reached::No(core) = self.reaches(level, lemma, false)? {
            let stronger = self.without_initial_states(core, lemma)?;
            self.learn(stronger, level + 1);
        }
        Ok(())
    }
}
