//! Solvers behind one narrow trait.
