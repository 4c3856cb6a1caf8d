//! Solvers and what they are made of, against evaluation and against each other.

mod agreement;
mod bitblast;
mod graph;
mod sat;
mod use_of_solvers;
