//! Hash-consed bit-vector terms and the rewriter.
//!
//! A [`Pool`] holds a DAG of terms: a term that is built twice is the same [`Term`], and operands always have smaller
//! indices than their users, so that index order is a topological order. Constructors simplify as they build.
//! [`unary`], [`binary`] and [`cast`] give the operators of the one table in `bv` over terms.

mod cons;
mod construct;
mod eval;
mod float;
mod node;
mod operators;
mod pool;
mod rewrite;
pub mod smtlib;
mod walk;

pub use cons::Cons;
pub use eval::{eval, Evaluator};
pub use node::Node;
pub use operators::{binary, cast, unary, Unsupported};
pub use pool::Pool;
pub use walk::{cone, copy, substitute, support};

/// A bit-vector of 1 to 128 bits: an index in its [`Pool`]. Width 1 is a truth value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

impl Term {
    /// Place in the pool; operands are before their users.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Debug for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl std::fmt::Display for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// All bits of a width set.
pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

#[cfg(test)]
pub(crate) mod tests;
