//! All runs of a small system, state by state.

use std::collections::{BTreeMap, BTreeSet};

use cargo_falsify::system::System;
use cargo_falsify::term::Term;

use super::{Executor, Happened};

/// What is true of a system, found by looking at every state that it can be in.
pub struct Truth {
    /// For each property the first step in which a run violates it; 0 is the initialisation.
    pub first: Vec<Option<u64>>,
    /// How many steps the longest run makes, if there is a longest one.
    pub ends: Option<u64>,
    pub states: BTreeSet<Vec<u128>>,
}

/// Enumerates the states that a system can be in before a step.
pub fn enumerate(system: &System) -> Truth {
    let mut truth = Truth {
        first: vec![None; system.properties.len()],
        ends: None,
        states: BTreeSet::new(),
    };
    let mut executor = Executor::new(system);
    let mut layer = BTreeSet::new();
    for inputs in valuations(system, &system.start_inputs) {
        let happened = executor.start(&inputs);
        truth.note(0, &happened);
        if happened.valid {
            layer.insert(executor.state.clone());
        }
    }
    let first = layer.clone();
    let mut successors = BTreeMap::new();
    let mut step = 0;
    while !layer.is_empty() {
        step += 1;
        truth.states.extend(layer.iter().cloned());
        layer = after(
            system,
            step,
            &layer,
            &mut executor,
            &mut successors,
            &mut truth,
        );
    }
    truth.ends = longest(first, &successors);
    truth
}

type Successors = BTreeMap<Vec<u128>, BTreeSet<Vec<u128>>>;

/// States seen for the first time one step after those of a layer.
fn after(
    system: &System,
    step: u64,
    layer: &BTreeSet<Vec<u128>>,
    executor: &mut Executor,
    successors: &mut Successors,
    truth: &mut Truth,
) -> BTreeSet<Vec<u128>> {
    let mut new = BTreeSet::new();
    for state in layer {
        let mut next = BTreeSet::new();
        for inputs in valuations(system, &system.inputs) {
            executor.state.clone_from(state);
            let happened = executor.step(&inputs);
            truth.note(step, &happened);
            if happened.valid {
                next.insert(executor.state.clone());
            }
        }
        new.extend(next.difference(&truth.states).cloned());
        successors.insert(state.clone(), next);
    }
    new
}

/// Steps of the longest run: none if runs can go on for longer than there are states.
fn longest(mut layer: BTreeSet<Vec<u128>>, successors: &Successors) -> Option<u64> {
    for steps in 0..=successors.len() as u64 {
        if layer.is_empty() {
            return Some(steps);
        }
        layer = layer.iter().flat_map(|s| successors[s].clone()).collect();
    }
    None
}

impl Truth {
    fn note(&mut self, step: u64, happened: &Happened) {
        for (first, _) in self.first.iter_mut().zip(&happened.bad).filter(|(_, &b)| b) {
            *first = first.or(Some(step));
        }
    }
}

/// All values of some variables together.
fn valuations(system: &System, vars: &[Term]) -> Vec<Vec<u128>> {
    vars.iter().fold(vec![Vec::new()], |all, &var| {
        let values = 0..1_u128 << system.pool.width(var);
        let longer = |some: &Vec<u128>| {
            let values = values.clone().map(|v| [&some[..], &[v]].concat());
            values.collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    })
}
