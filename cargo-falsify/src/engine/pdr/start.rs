//! The initial states and the first step from them.
//!
//! The step is composed with the initialisation: there are no latches, only inputs of the start and of the step, and
//! the constants that most loops start with make it a small circuit.

use super::cube::{Cube, StateLit};
use super::question::{Encoded, Exhausted, MakeSat};
use crate::engine::netlist::Netlist;
use crate::solver::aig::{Aig, Lit};
use crate::solver::sat::Literal;
use crate::solver::Budget;

/// Answers questions about initial states.
pub struct Start<'a> {
    netlist: &'a Netlist,
    aig: Aig,
    /// Of the latches, before the first step.
    init: Vec<Lit>,
    /// Of the latches, after it.
    next: Vec<Lit>,
    valid: Lit,
    bads: Vec<Lit>,
    encoded: Encoded,
}

/// Bits of a run's start.
pub struct Beginning {
    pub start: Vec<bool>,
    /// Of the first step.
    pub step: Vec<bool>,
}

impl<'a> Start<'a> {
    pub fn new(netlist: &'a Netlist, make: MakeSat) -> Start<'a> {
        let mut aig = netlist.aig.clone();
        let latches = &netlist.latches;
        let bads = netlist.bads.iter().map(|bad| bad.step);
        let outputs = [netlist.valid].into_iter().chain(bads);
        let roots: Vec<Lit> = latches.iter().map(|l| l.next).chain(outputs).collect();
        let images = composed(&mut aig, netlist, &roots);
        let (next, outputs) = images.split_at(latches.len());
        Start {
            netlist,
            init: latches.iter().map(|l| l.init).collect(),
            next: next.to_vec(),
            valid: outputs[0],
            bads: outputs[1..].to_vec(),
            encoded: Encoded::new(make),
            aig,
        }
    }

    fn literal(&mut self, lit: Lit) -> Literal {
        self.encoded.literal(&self.aig, lit)
    }

    /// Whether the literal is false in every initial state, as is seen at once.
    fn excludes(&self, lit: StateLit) -> bool {
        self.init[lit.latch()] == Lit::constant(!lit.value())
    }

    /// Literals of the cube that no initial state has together; none if one has all of them, and then
    /// [`Start::beginning`] gives it.
    pub fn disjoint(&mut self, cube: &Cube, budget: &Budget) -> Result<Option<Cube>, Exhausted> {
        if let Some(&lit) = cube.lits().iter().find(|&&l| self.excludes(l)) {
            return Ok(Some(Cube::new(vec![lit])));
        }
        let mut assumed = assumptions(&mut self.encoded, &self.aig, &self.init, cube);
        let valid = self.literal(self.netlist.start_valid);
        assumed.push(valid);
        if self.encoded.possible(&assumed, budget)? {
            return Ok(None);
        }
        Ok(Some(self.core(cube, &assumed)))
    }

    /// Whether the cube is reached in the first step, as [`Start::disjoint`].
    pub fn unreached(&mut self, cube: &Cube, budget: &Budget) -> Result<Option<Cube>, Exhausted> {
        let mut assumed = assumptions(&mut self.encoded, &self.aig, &self.next, cube);
        for valid in [self.netlist.start_valid, self.valid] {
            let valid = self.literal(valid);
            assumed.push(valid);
        }
        if self.encoded.possible(&assumed, budget)? {
            return Ok(None);
        }
        Ok(Some(self.core(cube, &assumed)))
    }

    /// Literals of the cube whose assumption was needed for the last answer; the assumptions begin with theirs.
    fn core(&self, cube: &Cube, assumed: &[Literal]) -> Cube {
        let pairs = cube.lits().iter().zip(assumed);
        let needed = pairs.filter(|(_, &a)| self.encoded.sat.failed(a));
        Cube::new(needed.map(|(&l, _)| l).collect())
    }

    /// Whether a property can be violated in the initialisation.
    pub fn violates(&mut self, property: usize, budget: &Budget) -> Result<bool, Exhausted> {
        let bad = self.literal(self.netlist.bads[property].start);
        self.encoded.possible(&[bad], budget)
    }

    /// Whether a property can be violated in the first step.
    pub fn first_violates(&mut self, property: usize, budget: &Budget) -> Result<bool, Exhausted> {
        let bad = self.literal(self.bads[property]);
        let valid = self.literal(self.netlist.start_valid);
        self.encoded.possible(&[bad, valid], budget)
    }

    /// Inputs of the run found by the last question.
    pub fn beginning(&self) -> Beginning {
        let netlist = self.netlist;
        let values = |bits: &[crate::engine::netlist::InputBit]| {
            let values = bits.iter().map(|input| self.encoded.value(input.node));
            values.collect()
        };
        Beginning {
            start: values(&netlist.start_inputs),
            step: values(&netlist.inputs),
        }
    }
}

/// Assumptions that some circuits, one for each latch, have the values of a cube.
fn assumptions(encoded: &mut Encoded, aig: &Aig, circuits: &[Lit], cube: &Cube) -> Vec<Literal> {
    let lits = cube.lits().iter();
    let lits = lits.map(|l| circuits[l.latch()].negated_if(!l.value()));
    lits.map(|l| encoded.literal(aig, l)).collect()
}

/// The roots with the latches at their initial values.
fn composed(aig: &mut Aig, netlist: &Netlist, roots: &[Lit]) -> Vec<Lit> {
    let mut images: Vec<Lit> = (0..aig.len() as u32).map(|n| Lit::new(n, false)).collect();
    for latch in &netlist.latches {
        images[latch.node as usize] = latch.init;
    }
    let of = |images: &[Lit], l: Lit| images[l.node() as usize].negated_if(l.is_negated());
    for node in netlist.aig.cone(roots) {
        if let Some([a, b]) = netlist.aig.operands(node) {
            images[node as usize] = aig.and(of(&images, a), of(&images, b));
        }
    }
    roots.iter().map(|&l| of(&images, l)).collect()
}
