//! Steps from the states of a frame.
//!
//! One SAT solver has the step once and all lemmas, each switched on by the literal of its level and, once more, by that
//! of the stretch of levels that its level is in. A question about a level assumes the literal of the level, which implies
//! those above it in its stretch, and the literal of the next stretch, which implies those of all further ones: so it does
//! not cost as many literals as there are levels, which are thousands where violations are deep.

use super::cube::Cube;
use super::frame::Frames;
use super::question::{Encoded, Exhausted, MakeSat};
use crate::engine::netlist::{InputBit, Netlist};
use crate::solver::aig::Lit;
use crate::solver::sat::Literal;
use crate::solver::Budget;

/// Questions that leave a switched-off clause behind, before the solver is built anew without them.
const SPENT: usize = 2000;

/// Levels in one stretch: about as many as there are stretches at a depth of some thousands.
const STRETCH: usize = 64;

/// Answers questions about steps.
pub struct Steps<'a> {
    netlist: &'a Netlist,
    /// True in every state that is reached.
    known: Vec<Lit>,
    make: MakeSat,
    encoded: Encoded,
    /// Switches of the levels; that of level 0 is not used.
    switches: Vec<Literal>,
    /// Switches of the stretches.
    stretches: Vec<Literal>,
    spent: usize,
    /// How many questions there have been.
    pub asked: u64,
}

/// What the world and the state were in an answer.
pub struct Model {
    /// Of the latches.
    pub state: Vec<bool>,
    /// Of the input bits.
    pub inputs: Vec<bool>,
}

/// Whether a cube is reached.
pub enum Reached {
    /// By this step.
    By(Model),
    /// By a first step, which [`super::start::Start`] has.
    AtStart,
    /// These literals of the cube are enough to see it.
    No(Cube),
}

impl<'a> Steps<'a> {
    pub fn new(netlist: &'a Netlist, known: Vec<Lit>, make: MakeSat) -> Steps<'a> {
        let mut steps = Steps {
            netlist,
            known,
            make,
            encoded: Encoded::new(make),
            switches: Vec::new(),
            stretches: Vec::new(),
            spent: 0,
            asked: 0,
        };
        steps.rebuild(&Frames::new());
        steps
    }

    /// A new solver with what is known now.
    pub fn rebuild(&mut self, frames: &Frames) {
        self.encoded = Encoded::new(self.make);
        self.switches.clear();
        self.stretches.clear();
        self.spent = 0;
        for &lit in &self.known {
            self.encoded.assert(&self.netlist.aig, lit);
        }
        for cube in frames.invariant() {
            self.exclude(cube, None);
        }
        for (level, cube) in frames.lemmas() {
            self.add(cube, level);
        }
    }

    fn switch(&mut self, level: usize) -> Literal {
        while self.switches.len() <= level {
            let is_first = self.switches.len().is_multiple_of(STRETCH);
            let below = self.switches.last().copied().filter(|_| !is_first);
            let new = self.switch_implied_by(below);
            self.switches.push(new);
        }
        self.switches[level]
    }

    fn stretch(&mut self, at: usize) -> Literal {
        while self.stretches.len() <= at {
            let new = self.switch_implied_by(self.stretches.last().copied());
            self.stretches.push(new);
        }
        self.stretches[at]
    }

    fn switch_implied_by(&mut self, other: Option<Literal>) -> Literal {
        let new = self.encoded.sat.new_switch();
        if let Some(other) = other {
            self.encoded.sat.add_clause(&[!other, new]);
        }
        new
    }

    /// Assumptions that switch on the lemmas of a level and of all above it.
    fn frame(&mut self, level: usize) -> [Literal; 2] {
        [self.switch(level), self.stretch(level / STRETCH + 1)]
    }

    /// A lemma is true from now on in the frames up to its level.
    pub fn add(&mut self, lemma: &Cube, level: usize) {
        for switch in [self.switch(level), self.stretch(level / STRETCH)] {
            self.exclude(lemma, Some(switch));
        }
    }

    fn exclude(&mut self, cube: &Cube, switch: Option<Literal>) {
        let latches = &self.netlist.latches;
        let lits = cube.lits().iter();
        let lits = lits.map(|l| Lit::new(latches[l.latch()].node, l.value()));
        let mut clause: Vec<Literal> = switch.map(|s| !s).into_iter().collect();
        for lit in lits.collect::<Vec<_>>() {
            clause.push(self.encoded.literal(&self.netlist.aig, lit));
        }
        self.encoded.sat.add_clause(&clause);
    }

    fn literal(&mut self, lit: Lit) -> Literal {
        self.encoded.literal(&self.netlist.aig, lit)
    }

    /// Whether a valid step leads from the frame of a level to the cube. If told so, only steps from outside of the cube
    /// count.
    pub fn reaches(
        &mut self,
        frames: &Frames,
        level: usize,
        cube: &Cube,
        from_outside: bool,
        budget: &Budget,
    ) -> Result<Reached, Exhausted> {
        if self.spent > SPENT {
            self.rebuild(frames);
        }
        self.asked += 1;
        let mut assumed = self.targets(cube);
        let outside = from_outside.then(|| self.encoded.sat.new_switch());
        if let Some(outside) = outside {
            self.exclude(cube, Some(outside));
            assumed.push(outside);
        }
        assumed.extend(self.frame(level));
        if self.netlist.valid != Lit::TRUE {
            assumed.push(self.literal(self.netlist.valid));
        }
        let reached = match self.encoded.possible(&assumed, budget)? {
            true => Reached::By(self.model()),
            false => Reached::No(self.core(cube, &assumed)),
        };
        if let Some(outside) = outside {
            self.encoded.sat.add_clause(&[!outside]);
            self.spent += 1;
        }
        Ok(reached)
    }

    /// Assumptions that a step leads to a cube.
    fn targets(&mut self, cube: &Cube) -> Vec<Literal> {
        let lits = cube.lits().iter();
        let latches = &self.netlist.latches;
        let nexts = lits.map(|l| latches[l.latch()].next.negated_if(!l.value()));
        let nexts: Vec<Lit> = nexts.collect();
        nexts.iter().map(|&l| self.literal(l)).collect()
    }

    /// Literals of the cube whose assumption was needed; the assumptions begin with theirs.
    fn core(&self, cube: &Cube, assumed: &[Literal]) -> Cube {
        let pairs = cube.lits().iter().zip(assumed);
        let needed = pairs.filter(|(_, &a)| self.encoded.sat.failed(a));
        Cube::new(needed.map(|(&l, _)| l).collect())
    }

    /// Whether a property can be violated in a step from the frame of a level.
    pub fn violates(
        &mut self,
        level: usize,
        property: usize,
        budget: &Budget,
    ) -> Result<Option<Model>, Exhausted> {
        self.asked += 1;
        let bad = self.literal(self.netlist.bads[property].step);
        let [switch, above] = self.frame(level);
        let possible = self.encoded.possible(&[switch, above, bad], budget)?;
        Ok(possible.then(|| self.model()))
    }

    fn model(&self) -> Model {
        let latches = self.netlist.latches.iter().map(|l| l.node);
        let inputs = self.netlist.inputs.iter().map(|i: &InputBit| i.node);
        Model {
            state: latches.map(|n| self.encoded.value(n)).collect(),
            inputs: inputs.map(|n| self.encoded.value(n)).collect(),
        }
    }
}
