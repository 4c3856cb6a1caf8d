//! Cones of an and-inverter graph as clauses.
//!
//! Only what an assertion or assumption reaches is encoded, only in the polarity in which it is reached, and nothing
//! twice. Gates that make an exclusive or or a multiplexer together are encoded as one.

use super::aig::{Aig, Lit};
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
        self.variables
            .resize(aig.len().max(self.variables.len()), NONE);
        self.encoded.resize(aig.len().max(self.encoded.len()), 0);
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

    fn encode(&mut self, aig: &Aig, sat: &mut dyn Sat, node: u32, polarity: Polarity) {
        let done = &mut self.encoded[node as usize];
        let missing = Polarity(polarity.0 & !*done);
        if missing.0 == 0 {
            return;
        }
        *done |= missing.0;
        let gate = Lit::new(node, false);
        if let Some(mux) = multiplexer(aig, node) {
            return self.encode_mux(sat, gate, mux, missing);
        }
        match aig.operands(node) {
            Some([a, b]) => self.encode_and(sat, gate, a, b, missing),
            None if node == 0 => {
                let falsity = self.variable(sat, gate);
                sat.add_clause(&[!falsity]);
                self.encoded[0] = Polarity::BOTH.0;
            }
            None => {}
        }
    }

    fn encode_and(&mut self, sat: &mut dyn Sat, gate: Lit, a: Lit, b: Lit, polarity: Polarity) {
        self.need(a, polarity);
        self.need(b, polarity);
        let [gate, a, b] = [gate, a, b].map(|l| self.variable(sat, l));
        if polarity.0 & Polarity::TRUE.0 != 0 {
            sat.add_clause(&[!gate, a]);
            sat.add_clause(&[!gate, b]);
        }
        if polarity.0 & Polarity::FALSE.0 != 0 {
            sat.add_clause(&[gate, !a, !b]);
        }
    }

    fn encode_mux(
        &mut self,
        sat: &mut dyn Sat,
        gate: Lit,
        [c, a, b]: [Lit; 3],
        polarity: Polarity,
    ) {
        let is_xor = a == !b;
        self.need(c, Polarity::BOTH);
        self.need(a, if is_xor { Polarity::BOTH } else { polarity });
        self.need(b, if is_xor { Polarity::BOTH } else { polarity });
        let [gate, c, a, b] = [gate, c, a, b].map(|l| self.variable(sat, l));
        if polarity.0 & Polarity::TRUE.0 != 0 {
            sat.add_clause(&[!gate, !c, a]);
            sat.add_clause(&[!gate, c, b]);
        }
        if polarity.0 & Polarity::FALSE.0 != 0 {
            sat.add_clause(&[gate, !c, !a]);
            sat.add_clause(&[gate, c, !b]);
        }
    }
}

/// Condition and branches, if the node is a multiplexer: `!(c & x) & !(!c & y)` chooses between `!x` and `!y`. An
/// exclusive or has branches that are each other's negation.
fn multiplexer(aig: &Aig, node: u32) -> Option<[Lit; 3]> {
    let [left, right] = aig.operands(node)?;
    if !left.is_negated() || !right.is_negated() {
        return None;
    }
    let ([p, q], [r, s]) = (aig.operands(left.node())?, aig.operands(right.node())?);
    let ways = [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)];
    let found = ways.into_iter().find(|way| way.0 == !way.2);
    found.map(|(c, x, _, y)| [c, !x, !y])
}
