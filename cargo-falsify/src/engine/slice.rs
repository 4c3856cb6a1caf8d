//! What of a system some properties depend on.

use crate::system::System;
use crate::term::{support, Term};

/// Indices of the variables that can have an influence on some properties or on whether a run goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slice {
    /// In [`System::state`].
    pub state: Vec<usize>,
    /// In [`System::inputs`].
    pub inputs: Vec<usize>,
    /// In [`System::start_inputs`].
    pub start_inputs: Vec<usize>,
}

impl Slice {
    /// Of the properties with these indices.
    pub fn new(system: &System, wanted: &[usize]) -> Slice {
        let bads = wanted.iter().map(|&p| system.properties[p].bad);
        let step: Vec<Term> = bads.chain([system.valid]).collect();
        let (state, read) = closure(system, step);
        let bads = wanted.iter().map(|&p| system.properties[p].start_bad);
        let inits = state.iter().map(|&v| system.state[v].init);
        let start: Vec<Term> = bads.chain(inits).chain([system.start_valid]).collect();
        Slice {
            state,
            inputs: among(&system.inputs, &read),
            start_inputs: among(&system.start_inputs, &support(&system.pool, &start)),
        }
    }

    /// What a step gives: values of its variables after it.
    pub fn next(&self, system: &System) -> Vec<Term> {
        self.state.iter().map(|&v| system.state[v].next).collect()
    }

    /// What the initialisation gives.
    pub fn init(&self, system: &System) -> Vec<Term> {
        self.state.iter().map(|&v| system.state[v].init).collect()
    }

    pub fn vars(&self, system: &System) -> Vec<Term> {
        self.state.iter().map(|&v| system.state[v].var).collect()
    }
}

/// Variables of the state that the terms depend on, directly or over steps, and everything that is read for it.
fn closure(system: &System, roots: Vec<Term>) -> (Vec<usize>, Vec<Term>) {
    let vars: Vec<Term> = system.state.iter().map(|v| v.var).collect();
    let mut state = Vec::new();
    loop {
        let next = state.iter().map(|&v: &usize| system.state[v].next);
        let all: Vec<Term> = roots.iter().copied().chain(next).collect();
        let read = support(&system.pool, &all);
        let more = among(&vars, &read);
        if more == state {
            return (state, read);
        }
        state = more;
    }
}

/// Indices of those of `all` that are in the sorted `some`.
fn among(all: &[Term], some: &[Term]) -> Vec<usize> {
    let is_in = |&at: &usize| some.binary_search(&all[at]).is_ok();
    (0..all.len()).filter(is_in).collect()
}
