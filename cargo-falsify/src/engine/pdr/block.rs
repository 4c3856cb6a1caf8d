//! Blocking: obligations are discharged one after the other, by a lemma or by an obligation one step further back.

use super::cube::Cube;
use super::obligation::{Id, Obligation, Obligations};
use super::question::Exhausted;
use super::step::{Model, Reached};
use super::Pdr;
use crate::solver::aig::Lit;

/// The search for a violation of one property.
pub struct Search {
    /// Its place in the netlist.
    pub property: usize,
    /// The frame that is to be cleared of violations; those below are.
    pub level: usize,
    pub obligations: Obligations,
}

/// Bits of the inputs of a run.
pub struct Run {
    pub start: Vec<bool>,
    pub steps: Vec<Vec<bool>>,
}

/// What became of a frame.
pub enum Frontier {
    /// No violation is possible from it.
    Clear,
    Violated(Run),
    /// As many questions were asked as was allowed.
    Open,
}

impl Search {
    pub fn new(property: usize) -> Search {
        Search {
            property,
            level: 0,
            obligations: Obligations::default(),
        }
    }
}

impl Pdr<'_> {
    /// Clears the frame of a search, unless that takes more questions than allowed.
    pub(super) fn clear(&mut self, search: &mut Search, until: u64) -> Result<Frontier, Exhausted> {
        if search.level == 0 {
            return self.clear_start(search.property);
        }
        while self.steps.asked < until {
            if let Some((level, id)) = search.obligations.next(search.level) {
                if let Some(run) = self.discharge(search, level, id)? {
                    return Ok(Frontier::Violated(run));
                }
                continue;
            }
            let bad = self.netlist.bads[search.property].step;
            match self
                .steps
                .violates(search.level, search.property, self.budget)?
            {
                None => return Ok(Frontier::Clear),
                Some(model) => {
                    let found = self.oblige(search, search.level, model, &[bad], None)?;
                    if let Some(run) = found {
                        return Ok(Frontier::Violated(run));
                    }
                }
            }
        }
        Ok(Frontier::Open)
    }

    /// The initialisation and the first step.
    fn clear_start(&mut self, property: usize) -> Result<Frontier, Exhausted> {
        let beginning = |pdr: &Pdr, steps| {
            let beginning = pdr.start.beginning();
            Frontier::Violated(Run {
                start: beginning.start,
                steps: [beginning.step].into_iter().take(steps).collect(),
            })
        };
        if self.start.violates(property, self.budget)? {
            return Ok(beginning(self, 0));
        }
        if self.start.first_violates(property, self.budget)? {
            return Ok(beginning(self, 1));
        }
        Ok(Frontier::Clear)
    }

    /// Shows that the cube of an obligation is not reached in so many steps, or finds what must be shown before.
    fn discharge(
        &mut self,
        search: &mut Search,
        level: usize,
        id: Id,
    ) -> Result<Option<Run>, Exhausted> {
        let cube = search.obligations.get(id).cube.clone();
        if self.frames.blocks(&cube, level) {
            search.obligations.raise(id, level, level + 1);
            return Ok(None);
        }
        match self.reaches(level - 1, &cube, true)? {
            Reached::No(core) => {
                let lemma = self.generalise(&cube, core, level)?;
                let above = self.push(&lemma, level)?;
                self.learn(lemma, above);
                search.obligations.raise(id, level, above + 1);
                Ok(None)
            }
            Reached::AtStart => Ok(Some(self.run_through(search, id))),
            Reached::By(model) => {
                let mut roots = self.next_of(&cube);
                roots.push(self.netlist.valid);
                self.oblige(search, level - 1, model, &roots, Some(id))
            }
        }
    }

    /// The run whose first step leads to the cube of an obligation.
    fn run_through(&self, search: &Search, id: Id) -> Run {
        let beginning = self.start.beginning();
        let mut steps = vec![beginning.step];
        steps.extend(search.obligations.inputs_from(id));
        Run {
            start: beginning.start,
            steps,
        }
    }

    /// What has to be true for a step to lead to the cube.
    fn next_of(&self, cube: &Cube) -> Vec<Lit> {
        let latches = &self.netlist.latches;
        let lits = cube.lits().iter();
        lits.map(|l| latches[l.latch()].next.negated_if(!l.value()))
            .collect()
    }

    /// A new obligation for the states that are like that of the model; a run if an initial state is among them.
    fn oblige(
        &mut self,
        search: &mut Search,
        level: usize,
        model: Model,
        roots: &[Lit],
        successor: Option<Id>,
    ) -> Result<Option<Run>, Exhausted> {
        let cube = self.lifter.lift(self.netlist, &model, roots);
        let initial = self.start.disjoint(&cube, self.budget)?.is_none();
        let depth = successor.map_or(0, |id| search.obligations.get(id).depth + 1);
        let obligation = Obligation {
            cube,
            inputs: model.inputs,
            successor,
            depth,
        };
        let id = search.obligations.add(level, obligation);
        Ok(initial.then(|| Run {
            start: self.start.beginning().start,
            steps: search.obligations.inputs_from(id),
        }))
    }

    /// The highest level up to which a lemma of a level holds.
    fn push(&mut self, lemma: &Cube, level: usize) -> Result<usize, Exhausted> {
        for level in level..self.frames.top() {
            let Reached::No(_) = self.reaches(level, lemma, true)? else {
                return Ok(level);
            };
        }
        Ok(self.frames.top())
    }
}
