//! What is asked of a SAT solver.

use super::{Answer, Budget};

/// A variable of a SAT solver or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(u32);

impl Literal {
    pub fn new(variable: u32, negated: bool) -> Literal {
        Literal(variable << 1 | u32::from(negated))
    }

    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Negated if told so.
    pub fn negated_if(self, negate: bool) -> Literal {
        Literal(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Literal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.is_negated() { "!" } else { "" };
        write!(f, "{sign}x{}", self.variable())
    }
}

/// An incremental SAT solver.
pub trait Sat {
    /// The positive literal of a new variable; variables are numbered from 0 on.
    fn new_var(&mut self) -> Literal;
    /// The same for a variable that is only assumed, so that clauses count or not: nothing has to be decided about it.
    fn new_switch(&mut self) -> Literal {
        self.new_var()
    }
    fn add_clause(&mut self, clause: &[Literal]);
    fn solve(&mut self, assumptions: &[Literal], budget: &Budget) -> Answer;
    /// After [`Answer::Sat`]; false if the solver left it open.
    fn value(&self, literal: Literal) -> bool;
    /// After [`Answer::Unsat`]: whether the assumption was needed.
    fn failed(&self, assumption: Literal) -> bool;
    fn variables(&self) -> u64;
    /// Added so far.
    fn clauses(&self) -> u64;
    /// If the solver tells.
    fn conflicts(&self) -> Option<u64>;
}
