//! Inductive generalisation: a cube that is not reached becomes a larger one that is not reached either.

use super::cube::{Cube, StateLit};
use super::question::Exhausted;
use super::step::Reached;
use super::Pdr;

/// How often literals took part in lemmas, with the recent ones weighing more.
pub struct Activity {
    of: Vec<f64>,
    bump: f64,
}

impl Activity {
    pub fn new(latches: usize) -> Activity {
        Activity {
            of: vec![0.0; latches],
            bump: 1.0,
        }
    }

    fn note(&mut self, lemma: &Cube) {
        for lit in lemma.lits() {
            self.of[lit.latch()] += self.bump;
        }
        self.bump *= 1.01;
        if self.bump > 1e100 {
            self.of.iter_mut().for_each(|a| *a *= 1e-100);
            self.bump *= 1e-100;
        }
    }

    /// Literals of a cube, those first that lemmas can do without.
    fn order(&self, cube: &Cube) -> Vec<StateLit> {
        let mut lits = cube.lits().to_vec();
        lits.sort_by(|a, b| self.of[a.latch()].total_cmp(&self.of[b.latch()]));
        lits
    }
}

impl Pdr<'_> {
    /// A cube around `core` that no step reaches from outside of it and the frame below the level, and that has no
    /// initial state; `core` is such a one but for initial states, of which `cube`, a part of it, has none.
    pub(super) fn generalise(
        &mut self,
        cube: &Cube,
        core: Cube,
        level: usize,
    ) -> Result<Cube, Exhausted> {
        let mut lemma = self.without_initial_states(core, cube)?;
        for lit in self.activity.order(&lemma) {
            if !lemma.contains(lit) || lemma.len() == 1 {
                continue;
            }
            if let Some(smaller) = self.try_without(&lemma, lit, level)? {
                lemma = smaller;
            }
        }
        self.activity.note(&lemma);
        Ok(lemma)
    }

    fn try_without(
        &mut self,
        cube: &Cube,
        lit: StateLit,
        level: usize,
    ) -> Result<Option<Cube>, Exhausted> {
        let larger = cube.without(lit);
        if self.start.disjoint(&larger, self.budget)?.is_none() {
            return Ok(None);
        }
        match self.reaches(level - 1, &larger, true)? {
            Reached::No(core) => Ok(Some(self.without_initial_states(core, &larger)?)),
            _ => Ok(None),
        }
    }

    /// A part of `core` without initial states, with literals of `cube`, which has none.
    pub(super) fn without_initial_states(
        &mut self,
        core: Cube,
        cube: &Cube,
    ) -> Result<Cube, Exhausted> {
        if self.start.disjoint(&core, self.budget)?.is_some() {
            return Ok(core);
        }
        let enough = self.start.disjoint(cube, self.budget)?;
        let mut lits = core.lits().to_vec();
        let more = enough.iter().flat_map(|c| c.lits());
        lits.extend(more.filter(|&&l| !core.contains(l)));
        Ok(Cube::new(lits))
    }
}
