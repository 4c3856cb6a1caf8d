//! Transition systems without a program behind them, to try engines on, and what decides about small ones.

pub mod brute;
mod builder;
pub mod firmware;
pub mod random;
pub mod reachable;
pub mod reference;

pub use builder::Builder;

use cargo_falsify::engine::Inputs;
use cargo_falsify::system::System;
use cargo_falsify::term::{Evaluator, Term};

/// Executes a system by evaluation of its terms.
pub struct Executor<'a> {
    system: &'a System,
    /// Values of the state before the next step.
    pub state: Vec<u128>,
    evaluator: Evaluator,
    roots: Vec<Term>,
}

/// What happened in a step or in the initialisation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Happened {
    pub valid: bool,
    /// Of each property.
    pub bad: Vec<bool>,
}

impl<'a> Executor<'a> {
    pub fn new(system: &'a System) -> Executor<'a> {
        let bads = system.properties.iter().map(|p| p.bad);
        let nexts = system.state.iter().map(|v| v.next);
        Executor {
            system,
            state: Vec::new(),
            evaluator: Evaluator::new(),
            roots: [system.valid]
                .into_iter()
                .chain(bads)
                .chain(nexts)
                .collect(),
        }
    }

    pub fn start(&mut self, inputs: &[u128]) -> Happened {
        let system = self.system;
        let bads = system.properties.iter().map(|p| p.start_bad);
        let inits = system.state.iter().map(|v| v.init);
        let roots = [system.start_valid].into_iter().chain(bads).chain(inits);
        let roots: Vec<Term> = roots.collect();
        let value = |t: Term| value_among(&system.start_inputs, inputs, t).unwrap_or(0);
        let values = Evaluator::new().eval(&system.pool, &roots, &value);
        self.note(&values)
    }

    pub fn step(&mut self, inputs: &[u128]) -> Happened {
        let system = self.system;
        let state = std::mem::take(&mut self.state);
        let variable = |t: Term| {
            let at = system.state.iter().position(|v| v.var == t)?;
            Some(state[at])
        };
        let value = |t: Term| {
            let found = variable(t).or_else(|| value_among(&system.inputs, inputs, t));
            found.unwrap_or(0)
        };
        let values = self.evaluator.eval(&system.pool, &self.roots, &value);
        self.note(&values)
    }

    fn note(&mut self, values: &[u128]) -> Happened {
        let (bad, state) = values[1..].split_at(self.system.properties.len());
        self.state = state.to_vec();
        Happened {
            valid: values[0] == 1,
            bad: bad.iter().map(|&b| b == 1).collect(),
        }
    }
}

fn value_among(vars: &[Term], values: &[u128], t: Term) -> Option<u128> {
    let at = vars.iter().position(|&v| v == t)?;
    Some(values[at])
}

/// Whether a run with these inputs comes to its last step and violates the property there.
pub fn violates(system: &System, property: usize, inputs: &Inputs) -> bool {
    let mut executor = Executor::new(system);
    let mut happened = executor.start(&inputs.start);
    for step in &inputs.steps {
        if !happened.valid {
            return false;
        }
        happened = executor.step(step);
    }
    happened.bad[property]
}
