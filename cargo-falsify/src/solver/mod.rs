//! Solvers behind one narrow trait.
//!
//! [`Solver`] is what engines are written against: words of bits inside a solver, assertions, checks under
//! assumptions. [`Circuit`] decides by bit-blasting terms into an and-inverter graph ([`aig`], [`bitblast`]), whose
//! cones go as clauses ([`cnf`]) to a SAT solver ([`sat`]). The modules are public because engines may also work
//! on the graph itself.

pub mod aig;
pub mod batsat;
pub mod bitblast;
mod budget;
pub mod cadical;
mod circuit;
pub mod cnf;
pub mod sat;
#[cfg(feature = "z3")]
mod z3;

pub use budget::Budget;
pub use circuit::Circuit;
#[cfg(feature = "z3")]
pub use z3::Z3;

use crate::term::{Pool, Term};

/// A bit-vector value inside a solver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Word(u32);

/// What a check came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Sat,
    Unsat,
    /// Interrupted, or a limit was reached.
    Stopped,
}

/// Sizes and efforts so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Of the SAT solver.
    pub variables: u64,
    /// Given to the SAT solver.
    pub clauses: u64,
    /// And-gates of the graph.
    pub gates: u64,
    pub checks: u64,
    /// Where the solver tells.
    pub conflicts: Option<u64>,
}

/// Decides whether words can have values that satisfy what was asserted.
pub trait Solver {
    /// A word of any value.
    fn fresh(&mut self, width: u32) -> Word;
    fn constant(&mut self, width: u32, bits: u128) -> Word;
    fn width(&self, word: Word) -> u32;
    /// Copies the DAG under the roots into the solver, with variables replaced by the given words.
    fn build(
        &mut self,
        pool: &Pool,
        roots: &[Term],
        leaf: &mut dyn FnMut(Term) -> Word,
    ) -> Vec<Word>;
    fn not(&mut self, word: Word) -> Word;
    fn and(&mut self, a: Word, b: Word) -> Word;
    fn or(&mut self, a: Word, b: Word) -> Word;
    /// Of width 1.
    fn eq(&mut self, a: Word, b: Word) -> Word;
    /// From now on the word, of width 1, is true.
    fn assert(&mut self, word: Word);
    /// The value of a word that is constant after simplification.
    fn known(&self, word: Word) -> Option<u128>;
    /// Whether the assertions and the assumptions, of width 1, can be true together.
    fn check(&mut self, assumptions: &[Word], budget: &Budget) -> Answer;
    /// After [`Answer::Sat`]: the value in the model found. Words built since then are computed from it.
    fn value(&mut self, word: Word) -> u128;
    /// After [`Answer::Unsat`]: indices of assumptions that, with the assertions, cannot be true together.
    fn failed(&self) -> Vec<usize>;
    fn statistics(&self) -> Statistics;
}

/// Which solver decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SolverKind {
    Cadical,
    #[cfg(feature = "z3")]
    Z3,
}

impl SolverKind {
    pub const ALL: &'static [SolverKind] = &[
        SolverKind::Cadical,
        #[cfg(feature = "z3")]
        SolverKind::Z3,
    ];

    /// As written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            SolverKind::Cadical => "cadical",
            #[cfg(feature = "z3")]
            SolverKind::Z3 => "z3",
        }
    }

    pub fn by_name(name: &str) -> Option<SolverKind> {
        let mut all = SolverKind::ALL.iter().copied();
        all.find(|kind| kind.name() == name)
    }
}

impl std::fmt::Display for SolverKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A new, empty solver.
pub fn solver(kind: SolverKind) -> Box<dyn Solver> {
    match kind {
        SolverKind::Cadical => Box::new(Circuit::new(Box::new(cadical::Cadical::new()))),
        #[cfg(feature = "z3")]
        SolverKind::Z3 => Box::new(Z3::new()),
    }
}

#[cfg(test)]
mod tests;
