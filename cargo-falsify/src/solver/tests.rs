//! Solvers against evaluation.
