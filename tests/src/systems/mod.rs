//! Transition systems without a program behind them, to try engines on, and what decides about small ones.

pub mod random;
pub mod reachable;

use cargo_falsify::engine::Inputs;
use cargo_falsify::evidence::Property;
use cargo_falsify::system::{Checked, System, Variable};
use cargo_falsify::term::{Evaluator, Pool, Term};

/// Builds a system step by step.
pub struct Builder {
    pub system: System,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder {
            system: System::empty(Pool::new()),
        }
    }
}

impl Builder {
    pub fn pool(&mut self) -> &mut Pool {
        &mut self.system.pool
    }

    /// A variable that starts at a constant and keeps its value until [`Builder::next`] says otherwise.
    pub fn state(&mut self, name: &str, width: u32, init: u128) -> Term {
        let init = self.pool().constant(width, init);
        self.state_from(name, init)
    }

    /// A variable that starts at a term over the inputs of the start.
    pub fn state_from(&mut self, name: &str, init: Term) -> Term {
        let width = self.pool().width(init);
        let var = self.pool().var(width);
        self.system.state.push(Variable {
            name: name.to_owned(),
            var,
            init,
            next: var,
        });
        var
    }

    pub fn next(&mut self, var: Term, next: Term) {
        let mut state = self.system.state.iter_mut();
        let variable = state.find(|v| v.var == var);
        variable.expect("a variable of the state").next = next;
    }

    pub fn input(&mut self, width: u32) -> Term {
        let var = self.pool().var(width);
        self.system.inputs.push(var);
        var
    }

    pub fn start_input(&mut self, width: u32) -> Term {
        let var = self.pool().var(width);
        self.system.start_inputs.push(var);
        var
    }

    /// A property that is violated in a step if the term is true.
    pub fn never(&mut self, bad: Term) {
        let never = self.pool().falsity();
        self.never_from_start(never, bad);
    }

    pub fn never_from_start(&mut self, start_bad: Term, bad: Term) {
        let property = Property::Monitor(self.system.properties.len());
        self.system.properties.push(Checked {
            property,
            start_bad,
            bad,
            cover: None,
        });
    }
}

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
