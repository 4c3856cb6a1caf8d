//! A system as a circuit: latches for the bits of the state, inputs, and gates between them.
//!
//! Only what can have an influence on the wanted properties is kept, bit by bit, and latches that never change are
//! replaced by their value.

use super::slice::Slice;
use super::Inputs;
use crate::solver::aig::{Aig, Kind, Lit};
use crate::solver::bitblast::bitblast;
use crate::system::System;
use crate::term::Term;

/// A bit of a variable: the variable's index in its list of the system, and the place of the bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bit {
    pub variable: usize,
    pub bit: u32,
}

/// A bit of the state.
#[derive(Clone, Debug)]
pub struct Latch {
    pub bit: Bit,
    /// Its value before the step: an input of the graph.
    pub node: u32,
    pub next: Lit,
    /// Over the inputs of the start.
    pub init: Lit,
}

/// A bit that the world chooses: an input of the graph.
#[derive(Clone, Copy, Debug)]
pub struct InputBit {
    pub bit: Bit,
    pub node: u32,
}

/// A property in terms of the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bad {
    pub start: Lit,
    pub step: Lit,
}

/// The circuit.
#[derive(Clone)]
pub struct Netlist {
    pub aig: Aig,
    pub latches: Vec<Latch>,
    /// Bits of the state that were replaced by their constant value.
    pub constants: Vec<(Bit, bool)>,
    pub inputs: Vec<InputBit>,
    pub start_inputs: Vec<InputBit>,
    pub start_valid: Lit,
    pub valid: Lit,
    /// Of the wanted properties.
    pub bads: Vec<Bad>,
    /// Statements about the state that were asked for.
    pub statements: Vec<Lit>,
}

impl Netlist {
    /// Of the properties with these indices. The statements are about the state and do not keep any of it alive.
    pub fn new(system: &System, wanted: &[usize], statements: &[Term]) -> Netlist {
        let mut netlist = blast(system, wanted, statements);
        netlist.replace_constants();
        netlist.drop_unneeded();
        netlist
    }

    /// Indices of latches that some literals depend on, directly or over steps.
    pub fn influence(&self, roots: &[Lit]) -> Vec<usize> {
        let mut kept = vec![false; self.latches.len()];
        let mut roots = roots.to_vec();
        loop {
            let support = self.aig.support(&roots);
            let is_read = |at: &usize| support.binary_search(&self.latches[*at].node).is_ok();
            let new = (0..kept.len()).filter(|at| !kept[*at] && is_read(at));
            let new: Vec<usize> = new.collect();
            if new.is_empty() {
                return (0..kept.len()).filter(|&at| kept[at]).collect();
            }
            for at in new {
                kept[at] = true;
                roots.push(self.latches[at].next);
            }
        }
    }

    /// Literals that decide what happens in a step, but for the next state.
    fn outputs(&self) -> Vec<Lit> {
        let bads = self.bads.iter().map(|bad| bad.step);
        bads.chain([self.valid]).collect()
    }

    fn drop_unneeded(&mut self) {
        let kept = self.influence(&self.outputs());
        self.latches = kept.iter().map(|&at| self.latches[at].clone()).collect();
        let step = self.latches.iter().map(|l| l.next).chain(self.outputs());
        let read = self.aig.support(&step.collect::<Vec<_>>());
        self.inputs
            .retain(|input| read.binary_search(&input.node).is_ok());
        let bads = self.bads.iter().map(|bad| bad.start);
        let start = self.latches.iter().map(|l| l.init).chain(bads);
        let start: Vec<Lit> = start.chain([self.start_valid]).collect();
        let read = self.aig.support(&start);
        self.start_inputs
            .retain(|input| read.binary_search(&input.node).is_ok());
    }

    /// Statements that speak of more than the latches that were kept are weakened to nothing.
    pub fn statement(&self, at: usize) -> Option<Lit> {
        let lit = self.statements[at];
        let known: Vec<u32> = self.latches.iter().map(|l| l.node).collect();
        let support = self.aig.support(&[lit]);
        support
            .iter()
            .all(|node| known.binary_search(node).is_ok())
            .then_some(lit)
    }

    /// Starting from the initial values and with nothing known of the inputs, a latch whose value never becomes
    /// anything else is a constant.
    fn replace_constants(&mut self) {
        let values = self.lasting_values();
        let known = |at: usize| values[at];
        if !values.iter().any(Option::is_some) {
            return;
        }
        let mut image = vec![None; self.aig.len()];
        for (at, latch) in self.latches.iter().enumerate() {
            image[latch.node as usize] = known(at).map(Lit::constant);
        }
        self.rebuild(image);
        let mut values = values.into_iter();
        let constants = &mut self.constants;
        self.latches.retain(|latch| {
            let value = values.next().flatten();
            constants.extend(value.map(|value| (latch.bit, value)));
            value.is_none()
        });
    }

    fn lasting_values(&self) -> Vec<Option<bool>> {
        let constant = |l: &Latch| l.init.is_constant().then_some(l.init == Lit::TRUE);
        let mut values: Vec<Option<bool>> = self.latches.iter().map(constant).collect();
        let nexts: Vec<Lit> = self.latches.iter().map(|l| l.next).collect();
        let order = self.aig.cone(&nexts);
        loop {
            let next = self.ternary(&order, &values, &nexts);
            let pairs = values.iter().zip(&next);
            let met = pairs.map(|(old, new)| if old == new { *old } else { None });
            let met: Vec<Option<bool>> = met.collect();
            if met == values {
                return values;
            }
            values = met;
        }
    }

    /// Values of the roots where only those of some latches are known.
    fn ternary(&self, order: &[u32], latches: &[Option<bool>], roots: &[Lit]) -> Vec<Option<bool>> {
        let mut values: Vec<Option<bool>> = vec![None; self.aig.len()];
        for (latch, &value) in self.latches.iter().zip(latches) {
            values[latch.node as usize] = value;
        }
        let of = |values: &[Option<bool>], l: Lit| {
            values[l.node() as usize].map(|value| value != l.is_negated())
        };
        for &node in order {
            match self.aig.kind(node) {
                Kind::False => values[node as usize] = Some(false),
                Kind::Input(_) => {}
                Kind::And(a, b) => {
                    values[node as usize] = match (of(&values, a), of(&values, b)) {
                        (Some(false), _) | (_, Some(false)) => Some(false),
                        (Some(true), Some(true)) => Some(true),
                        _ => None,
                    }
                }
            }
        }
        roots.iter().map(|&l| of(&values, l)).collect()
    }

    /// A graph of the same shape over the images of some inputs.
    fn rebuild(&mut self, mut image: Vec<Option<Lit>>) {
        let mut aig = Aig::new();
        for node in 0..self.aig.len() as u32 {
            let of = |image: &[Option<Lit>], l: Lit| {
                let image = image[l.node() as usize].unwrap_or(Lit::FALSE);
                image.negated_if(l.is_negated())
            };
            let new = match self.aig.kind(node) {
                Kind::False => Lit::FALSE,
                Kind::Input(_) => aig.input(),
                Kind::And(a, b) => {
                    let (a, b) = (of(&image, a), of(&image, b));
                    aig.and(a, b)
                }
            };
            image[node as usize].get_or_insert(new);
            if let (Kind::Input(_), Some(constant)) = (self.aig.kind(node), image[node as usize]) {
                debug_assert!(constant.is_constant() || constant == new);
            }
        }
        self.aig = aig;
        self.rename(&|l: Lit| {
            let image = image[l.node() as usize].unwrap_or(Lit::FALSE);
            image.negated_if(l.is_negated())
        });
    }

    fn rename(&mut self, image: &dyn Fn(Lit) -> Lit) {
        let node = |n: &mut u32| *n = image(Lit::new(*n, false)).node();
        for latch in &mut self.latches {
            node(&mut latch.node);
            latch.next = image(latch.next);
            latch.init = image(latch.init);
        }
        let inputs = self.inputs.iter_mut().chain(&mut self.start_inputs);
        inputs.for_each(|input| node(&mut input.node));
        self.start_valid = image(self.start_valid);
        self.valid = image(self.valid);
        for bad in &mut self.bads {
            bad.start = image(bad.start);
            bad.step = image(bad.step);
        }
        self.statements.iter_mut().for_each(|l| *l = image(*l));
    }

    /// Values of the system's inputs from the values of bits: one valuation of the start, one of each step.
    pub fn inputs(&self, system: &System, start: &[bool], steps: &[Vec<bool>]) -> Inputs {
        Inputs {
            start: words(&self.start_inputs, start, system.start_inputs.len()),
            steps: steps
                .iter()
                .map(|step| words(&self.inputs, step, system.inputs.len()))
                .collect(),
        }
    }
}

fn words(bits: &[InputBit], values: &[bool], count: usize) -> Vec<u128> {
    let mut words = vec![0; count];
    for (input, &value) in bits.iter().zip(values) {
        words[input.bit.variable] |= u128::from(value) << input.bit.bit;
    }
    words
}

/// Inputs of the graph for the bits of some variables.
fn bits(aig: &mut Aig, system: &System, vars: &[Term], which: &[usize]) -> Vec<InputBit> {
    let mut bits = Vec::new();
    for &variable in which {
        for bit in 0..system.pool.width(vars[variable]) {
            let node = aig.input().node();
            let bit = Bit { variable, bit };
            bits.push(InputBit { bit, node });
        }
    }
    bits
}

/// The literals of a variable among the bits of all of its kind.
fn word_of(vars: &[Term], bits: &[InputBit], t: Term) -> Option<Vec<Lit>> {
    let at = vars.iter().position(|&v| v == t)?;
    let from = bits.partition_point(|b| b.bit.variable < at);
    let to = bits.partition_point(|b| b.bit.variable <= at);
    let lits = bits[from..to].iter().map(|b| Lit::new(b.node, false));
    Some(lits.collect())
}

fn blast(system: &System, wanted: &[usize], statements: &[Term]) -> Netlist {
    let slice = Slice::new(system, wanted);
    let mut aig = Aig::new();
    let vars: Vec<Term> = system.state.iter().map(|v| v.var).collect();
    let state = bits(&mut aig, system, &vars, &slice.state);
    let inputs = bits(&mut aig, system, &system.inputs, &slice.inputs);
    let start_inputs = bits(&mut aig, system, &system.start_inputs, &slice.start_inputs);

    let mut leaf = |aig: &mut Aig, t: Term| {
        let known = word_of(&vars, &state, t).filter(|word| !word.is_empty());
        let known = known.or_else(|| word_of(&system.inputs, &inputs, t));
        // Statements may speak of variables outside of the slice.
        let fresh = |aig: &mut Aig| (0..system.pool.width(t)).map(|_| aig.input()).collect();
        known
            .filter(|w| !w.is_empty())
            .unwrap_or_else(|| fresh(aig))
    };
    let bads = wanted.iter().map(|&p| system.properties[p].bad);
    let outputs: Vec<Term> = [system.valid].into_iter().chain(bads).collect();
    let roots = [&outputs, statements, &slice.next(system)].concat();
    let step = bitblast(&mut aig, &system.pool, &roots, &mut leaf);

    let mut leaf =
        |_: &mut Aig, t: Term| word_of(&system.start_inputs, &start_inputs, t).unwrap_or_default();
    let bads = wanted.iter().map(|&p| system.properties[p].start_bad);
    let outputs: Vec<Term> = [system.start_valid].into_iter().chain(bads).collect();
    let roots = [outputs, slice.init(system)].concat();
    let start = bitblast(&mut aig, &system.pool, &roots, &mut leaf);

    let count = wanted.len() + 1;
    let nexts = step[count + statements.len()..].concat();
    let inits = start[count..].concat();
    let latch = |((bit, next), init): ((&InputBit, Lit), Lit)| Latch {
        bit: bit.bit,
        node: bit.node,
        next,
        init,
    };
    Netlist {
        latches: state.iter().zip(nexts).zip(inits).map(latch).collect(),
        constants: Vec::new(),
        inputs,
        start_inputs,
        start_valid: start[0][0],
        valid: step[0][0],
        bads: (1..count)
            .map(|p| Bad {
                start: start[p][0],
                step: step[p][0],
            })
            .collect(),
        statements: step[count..count + statements.len()]
            .iter()
            .map(|w| w[0])
            .collect(),
        aig,
    }
}
