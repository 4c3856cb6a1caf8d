//! A circuit inside a SAT solver that answers questions about it.

use crate::solver::aig::{Aig, Lit};
use crate::solver::cnf::{Cnf, Polarity};
use crate::solver::sat::{Literal, Sat};
use crate::solver::{Answer, Budget};

/// The budget is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted;

/// Makes SAT solvers.
pub type MakeSat = fn() -> Box<dyn Sat>;

/// Cones of a circuit as clauses, encoded when they are first asked for.
pub struct Encoded {
    pub sat: Box<dyn Sat>,
    cnf: Cnf,
}

impl Encoded {
    pub fn new(make: MakeSat) -> Encoded {
        Encoded {
            sat: make(),
            cnf: Cnf::new(),
        }
    }

    /// For a literal that is to be assumed or asserted.
    pub fn literal(&mut self, aig: &Aig, lit: Lit) -> Literal {
        self.cnf.literal(aig, &mut *self.sat, lit, Polarity::TRUE)
    }

    pub fn assert(&mut self, aig: &Aig, lit: Lit) {
        if lit != Lit::TRUE {
            let literal = self.literal(aig, lit);
            self.sat.add_clause(&[literal]);
        }
    }

    /// Whether the assumptions can be true together.
    pub fn possible(&mut self, assumed: &[Literal], budget: &Budget) -> Result<bool, Exhausted> {
        match self.sat.solve(assumed, budget) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Stopped => Err(Exhausted),
        }
    }

    /// The value of an input in the model found; any will do for one that was never encoded.
    pub fn value(&self, node: u32) -> bool {
        let literal = self.cnf.known_literal(Lit::new(node, false));
        literal.is_some_and(|l| self.sat.value(l))
    }
}
