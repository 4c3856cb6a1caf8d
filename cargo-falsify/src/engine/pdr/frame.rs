//! Frames: what is known of the states that can be reached in so many steps.
//!
//! A lemma is a cube that cannot be reached. Frame `n` has all lemmas of level `n` or more: no state of such a cube is
//! reached in `n` steps or fewer. A lemma is stored once, at the highest level it is known for; lemmas that hold in all
//! steps have no level.

use super::cube::Cube;

/// Lemmas by their level; level 0, the initial states, has none.
pub struct Frames {
    levels: Vec<Vec<Cube>>,
    /// Of cubes that are never reached.
    invariant: Vec<Cube>,
    /// The lowest level with a new lemma since the last propagation.
    changed: usize,
}

impl Frames {
    pub fn new() -> Frames {
        Frames {
            levels: vec![Vec::new()],
            invariant: Vec::new(),
            changed: 1,
        }
    }

    /// The highest level.
    pub fn top(&self) -> usize {
        self.levels.len() - 1
    }

    pub fn extend(&mut self) {
        self.levels.push(Vec::new());
    }

    pub fn level(&self, level: usize) -> &[Cube] {
        &self.levels[level]
    }

    /// Cubes that are never reached.
    pub fn invariant(&self) -> &[Cube] {
        &self.invariant
    }

    /// The lowest level with a new lemma since the last propagation.
    pub fn changed(&self) -> usize {
        self.changed
    }

    /// Lemmas have been propagated.
    pub fn settle(&mut self) {
        self.changed = usize::MAX;
    }

    /// Whether a lemma says that the cube is not reached in that many steps.
    pub fn blocks(&self, cube: &Cube, level: usize) -> bool {
        let above = self.levels[level..].iter().rev().flatten();
        above
            .chain(&self.invariant)
            .any(|lemma| lemma.includes(cube))
    }

    /// Adds a lemma, in place of those that say less.
    pub fn add(&mut self, lemma: Cube, level: usize) {
        for weaker in &mut self.levels[1..=level] {
            weaker.retain(|old| !lemma.includes(old));
        }
        self.changed = self.changed.min(level);
        self.levels[level].push(lemma);
    }

    /// Lemmas of this level and above together are inductive: they hold for good.
    pub fn seal(&mut self, level: usize) {
        let sealed = self.levels.drain(level..).flatten();
        self.invariant.extend(sealed);
        self.levels.push(Vec::new());
        self.changed = self.changed.min(level);
    }

    /// All lemmas with a level, with it.
    pub fn lemmas(&self) -> impl Iterator<Item = (usize, &Cube)> {
        let levels = self.levels.iter().enumerate();
        levels.flat_map(|(level, lemmas)| lemmas.iter().map(move |l| (level, l)))
    }
}
