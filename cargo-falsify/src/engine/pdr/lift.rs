//! Lifting: from one state that leads somewhere to many.
//!
//! Going back from what has to be true through the gates, for every gate one reason is chosen why it has its value. The
//! latches that are reached in this way are enough: whatever the others are, the same inputs lead to the same place.
//! Whether the run goes on must be among what has to be true, or a state could be taken for a predecessor from which
//! no run goes on.

use super::cube::{Cube, StateLit};
use super::step::Model;
use crate::engine::netlist::Netlist;
use crate::solver::aig::{Aig, Kind, Lit};

const UNSEEN: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
/// Beside the value: it is one of the reasons.
const NEEDED: u8 = 4;

/// Lifts states of one netlist.
pub struct Lifter {
    /// The latch of a node.
    latches: Vec<Option<u32>>,
    /// Whether and as what a node was seen.
    marks: Vec<u8>,
    /// How many latches a reason for the node's value has, at most.
    costs: Vec<u32>,
    inputs: Vec<bool>,
    seen: Vec<u32>,
    stack: Vec<u32>,
    order: Vec<u32>,
}

impl Lifter {
    pub fn new(netlist: &Netlist) -> Lifter {
        let mut latches = vec![None; netlist.aig.len()];
        for (at, latch) in netlist.latches.iter().enumerate() {
            latches[latch.node as usize] = Some(at as u32);
        }
        Lifter {
            latches,
            marks: vec![UNSEEN; netlist.aig.len()],
            costs: vec![0; netlist.aig.len()],
            inputs: vec![false; netlist.aig.len()],
            seen: Vec::new(),
            stack: Vec::new(),
            order: Vec::new(),
        }
    }

    /// States from which the inputs of the model make all the roots true, as they do from the model's state.
    pub fn lift(&mut self, netlist: &Netlist, model: &Model, roots: &[Lit]) -> Cube {
        for (latch, &value) in netlist.latches.iter().zip(&model.state) {
            self.inputs[latch.node as usize] = value;
        }
        for (input, &value) in netlist.inputs.iter().zip(&model.inputs) {
            self.inputs[input.node as usize] = value;
        }
        self.evaluate(&netlist.aig, roots);
        debug_assert!(roots.iter().all(|&l| self.value(l)), "the model shows it");
        let cube = self.reasons(&netlist.aig, roots);
        for node in self.seen.drain(..) {
            self.marks[node as usize] = UNSEEN;
        }
        Cube::new(cube)
    }

    fn value(&self, lit: Lit) -> bool {
        (self.marks[lit.node() as usize] & TRUE != 0) != lit.is_negated()
    }

    /// Values of all nodes below the roots, and what they cost.
    fn evaluate(&mut self, aig: &Aig, roots: &[Lit]) {
        self.stack.extend(roots.iter().map(|l| l.node()));
        while let Some(&node) = self.stack.last() {
            if self.marks[node as usize] != UNSEEN {
                self.stack.pop();
                continue;
            }
            let value = match aig.kind(node) {
                Kind::False => false,
                Kind::Input(_) => self.inputs[node as usize],
                Kind::And(a, b) => {
                    let missing = [a, b].map(Lit::node);
                    let missing = missing.into_iter();
                    let before = self.stack.len();
                    let marks = &self.marks;
                    self.stack
                        .extend(missing.filter(|&n| marks[n as usize] == UNSEEN));
                    if self.stack.len() > before {
                        continue;
                    }
                    self.value(a) && self.value(b)
                }
            };
            self.stack.pop();
            self.seen.push(node);
            self.marks[node as usize] = if value { TRUE } else { FALSE };
            self.costs[node as usize] = self.cost(aig, node, value);
        }
    }

    fn cost(&self, aig: &Aig, node: u32, value: bool) -> u32 {
        let of = |l: Lit| self.costs[l.node() as usize];
        match aig.kind(node) {
            Kind::And(a, b) if value => of(a).saturating_add(of(b)),
            Kind::And(a, b) => match (self.value(a), self.value(b)) {
                (false, false) => of(a).min(of(b)),
                (false, true) => of(a),
                _ => of(b),
            },
            _ => u32::from(self.latches[node as usize].is_some()),
        }
    }

    fn reasons(&mut self, aig: &Aig, roots: &[Lit]) -> Vec<StateLit> {
        let mut cube = Vec::new();
        self.order.extend(roots.iter().map(|l| l.node()));
        while let Some(node) = self.order.pop() {
            let mark = &mut self.marks[node as usize];
            let value = *mark & TRUE != 0;
            if *mark & NEEDED != 0 {
                continue;
            }
            *mark |= NEEDED;
            match aig.kind(node) {
                Kind::And(a, b) if value => self.order.extend([a.node(), b.node()]),
                Kind::And(a, b) => {
                    let reason = self.reason(a, b);
                    self.order.push(reason.node());
                }
                _ => {
                    let latch = self.latches[node as usize];
                    cube.extend(latch.map(|at| StateLit::new(at as usize, value)));
                }
            }
        }
        cube
    }

    /// The operand that makes a conjunction false: one that is a reason anyway, or else the cheaper one.
    fn reason(&self, a: Lit, b: Lit) -> Lit {
        match (self.value(a), self.value(b)) {
            (false, true) => a,
            (true, false) => b,
            _ if self.needed(a) => a,
            _ if self.needed(b) => b,
            _ if self.costs[a.node() as usize] <= self.costs[b.node() as usize] => a,
            _ => b,
        }
    }

    fn needed(&self, lit: Lit) -> bool {
        self.marks[lit.node() as usize] & NEEDED != 0
    }
}
