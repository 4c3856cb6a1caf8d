//! Cones of an and-inverter graph as clauses.
//!
//! Only what an assertion or assumption reaches is encoded, only in the polarity in which it is reached, and nothing
//! twice. Gates that make an exclusive or, a multiplexer, a majority or a wide conjunction together are encoded as one.

use super::aig::{Aig, Lit};
use super::gates::{recognise, Gate};
use super::sat::{Literal, Sat};

/// Which values of a gate must be justified by its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Polarity(u8);

impl Polarity {
    /// For a literal that is asserted or assumed.
    pub const TRUE: Polarity = Polarity(1);
    /// For one whose negation is.
    pub const FALSE: Polarity = Polarity(2);
    pub const BOTH: Polarity = Polarity(3);

    fn flipped(self) -> Polarity {
        Polarity((self.0 & 1) << 1 | self.0 >> 1)
    }

    fn of_node(self, lit: Lit) -> Polarity {
        if lit.is_negated() {
            self.flipped()
        } else {
            self
        }
    }

    fn includes(self, other: Polarity) -> bool {
        self.0 & other.0 == other.0
    }
}

const NONE: u32 = u32::MAX;

/// Which nodes have been encoded, and as what.
#[derive(Default)]
pub struct Cnf {
    /// SAT variables of nodes.
    variables: Vec<u32>,
    /// Polarities in which nodes have been encoded.
    encoded: Vec<u8>,
    stack: Vec<(u32, Polarity)>,
}

impl Cnf {
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// The SAT literal of a literal of the graph, with its cone encoded in the polarity.
    pub fn literal(
        &mut self,
        aig: &Aig,
        sat: &mut dyn Sat,
        lit: Lit,
        polarity: Polarity,
    ) -> Literal {
        if self.variables.len() < aig.len() {
            self.variables.resize(aig.len(), NONE);
            self.encoded.resize(aig.len(), 0);
        }
        self.need(lit, polarity);
        while let Some((node, polarity)) = self.stack.pop() {
            self.encode(aig, sat, node, polarity);
        }
        self.variable(sat, lit)
    }

    /// The SAT literal, if the node has one already.
    pub fn known_literal(&self, lit: Lit) -> Option<Literal> {
        let variable = *self.variables.get(lit.node() as usize)?;
        (variable != NONE).then(|| Literal::new(variable, lit.is_negated()))
    }

    fn need(&mut self, lit: Lit, polarity: Polarity) {
        self.stack.push((lit.node(), polarity.of_node(lit)));
    }

    fn variable(&mut self, sat: &mut dyn Sat, lit: Lit) -> Literal {
        let node = lit.node() as usize;
        if self.variables[node] == NONE {
            self.variables[node] = sat.new_var().variable();
        }
        Literal::new(self.variables[node], lit.is_negated())
    }

    /// The literal of an operand, which will be encoded in the polarity.
    fn operand(&mut self, sat: &mut dyn Sat, lit: Lit, polarity: Polarity) -> Literal {
        self.need(lit, polarity);
        self.variable(sat, lit)
    }

    fn encode(&mut self, aig: &Aig, sat: &mut dyn Sat, node: u32, polarity: Polarity) {
        let done = &mut self.encoded[node as usize];
        let missing = Polarity(polarity.0 & !*done);
        if missing.0 == 0 {
            return;
        }
        *done |= missing.0;
        let gate = self.variable(sat, Lit::new(node, false));
        match recognise(aig, node) {
            Gate::False => {
                sat.add_clause(&[!gate]);
                self.encoded[0] = Polarity::BOTH.0;
            }
            Gate::Input => {}
            Gate::And(operands) => self.encode_and(sat, gate, &operands, missing),
            Gate::Mux([c, a, b]) => self.encode_mux(sat, gate, [c, a, b], missing),
            Gate::Xor(operands) => self.encode_xor(sat, gate, operands, missing),
            Gate::Majority(operands) => self.encode_majority(sat, gate, operands, missing),
        }
    }

    fn encode_and(
        &mut self,
        sat: &mut dyn Sat,
        gate: Literal,
        operands: &[Lit],
        polarity: Polarity,
    ) {
        let mut long = vec![gate];
        for &lit in operands {
            let operand = self.operand(sat, lit, polarity);
            if polarity.includes(Polarity::TRUE) {
                sat.add_clause(&[!gate, operand]);
            }
            long.push(!operand);
        }
        if polarity.includes(Polarity::FALSE) {
            sat.add_clause(&long);
        }
    }

    fn encode_mux(
        &mut self,
        sat: &mut dyn Sat,
        gate: Literal,
        [c, a, b]: [Lit; 3],
        polarity: Polarity,
    ) {
        let c = self.operand(sat, c, Polarity::BOTH);
        let [a, b] = [a, b].map(|l| self.operand(sat, l, polarity));
        if polarity.includes(Polarity::TRUE) {
            sat.add_clause(&[!gate, !c, a]);
            sat.add_clause(&[!gate, c, b]);
        }
        if polarity.includes(Polarity::FALSE) {
            sat.add_clause(&[gate, !c, !a]);
            sat.add_clause(&[gate, c, !b]);
        }
    }

    fn encode_xor(
        &mut self,
        sat: &mut dyn Sat,
        gate: Literal,
        operands: [Lit; 2],
        polarity: Polarity,
    ) {
        let [a, b] = operands.map(|l| self.operand(sat, l, Polarity::BOTH));
        if polarity.includes(Polarity::TRUE) {
            sat.add_clause(&[!gate, a, b]);
            sat.add_clause(&[!gate, !a, !b]);
        }
        if polarity.includes(Polarity::FALSE) {
            sat.add_clause(&[gate, !a, b]);
            sat.add_clause(&[gate, a, !b]);
        }
    }

    fn encode_majority(
        &mut self,
        sat: &mut dyn Sat,
        gate: Literal,
        operands: [Lit; 3],
        polarity: Polarity,
    ) {
        let [a, b, c] = operands.map(|l| self.operand(sat, l, polarity));
        for (p, q) in [(a, b), (a, c), (b, c)] {
            if polarity.includes(Polarity::TRUE) {
                sat.add_clause(&[!gate, p, q]);
            }
            if polarity.includes(Polarity::FALSE) {
                sat.add_clause(&[gate, !p, !q]);
            }
        }
    }
}
