//! A system as a machine that starts in one state and whose runs never end.

use std::collections::HashMap;

use crate::engine::slice::Slice;
use crate::system::System;
use crate::term::{copy, Pool, Term};

/// What all formats write.
pub struct Machine {
    pub pool: Pool,
    pub registers: Vec<Register>,
    pub inputs: Vec<Input>,
    /// In the order of the properties that were asked for.
    pub bad: Vec<Bad>,
    /// Steps before the first step of the loop: one that is the initialisation where that is no constant, else none.
    pub lead: u64,
    /// What the loop is called.
    pub name: String,
    /// Inputs of each step of a run that it may be started with.
    pub run: Vec<Vec<u128>>,
}

/// What is remembered from step to step.
pub struct Register {
    pub name: String,
    pub var: Term,
    pub init: u128,
    pub next: Term,
}

/// What the world chooses in each step.
pub struct Input {
    pub name: String,
    pub var: Term,
}

/// A property.
pub struct Bad {
    pub name: String,
    /// Of one bit, over registers and inputs: whether it is violated in this step.
    pub when: Term,
}

impl Machine {
    /// Of the properties with these indices, with their names.
    pub fn new(name: String, system: &System, properties: &[(usize, String)]) -> Machine {
        let wanted: Vec<usize> = properties.iter().map(|(index, _)| *index).collect();
        let maker = Maker::new(system, Slice::new(system, &wanted));
        maker.machine(name, properties)
    }

    /// Starts it with inputs of the system's run.
    pub fn with_run(mut self, system: &System, start: &[u128], steps: &[Vec<u128>]) -> Machine {
        let chosen = Chosen::new(system, &self.inputs);
        let lead = (0..self.lead).map(|_| chosen.words(Some(start), None));
        let steps = steps.iter().map(|step| chosen.words(None, Some(step)));
        self.run = lead.chain(steps).collect();
        self
    }

    /// All terms that a step is made of.
    pub fn roots(&self) -> Vec<Term> {
        let next = self.registers.iter().map(|register| register.next);
        next.chain(self.bad.iter().map(|bad| bad.when)).collect()
    }
}

/// Where the values of a machine's inputs come from, by their names.
struct Chosen {
    sources: Vec<(bool, usize)>,
}

impl Chosen {
    fn new(system: &System, inputs: &[Input]) -> Chosen {
        let start = system.start_input_names().into_iter().enumerate();
        let start = start.map(|(at, name)| (at_start(&name), (true, at)));
        let step = system.input_names().into_iter().enumerate();
        let step = step.map(|(at, name)| (name, (false, at)));
        let known: HashMap<String, (bool, usize)> = start.chain(step).collect();
        Chosen {
            sources: inputs.iter().map(|input| known[&input.name]).collect(),
        }
    }

    /// What is not chosen now is 0.
    fn words(&self, start: Option<&[u128]>, step: Option<&[u128]>) -> Vec<u128> {
        let word = |&(is_start, at): &(bool, usize)| match is_start {
            true => start.map_or(0, |start| start[at]),
            false => step.map_or(0, |step| step[at]),
        };
        self.sources.iter().map(word).collect()
    }
}

/// Inputs of the initialisation have names of their own.
fn at_start(name: &str) -> String {
    format!("start:{name}")
}

/// A machine in the making.
struct Maker<'a> {
    system: &'a System,
    slice: Slice,
    pool: Pool,
    /// Variables of the machine for those of the system.
    vars: HashMap<Term, Term>,
    inputs: Vec<Input>,
}

impl<'a> Maker<'a> {
    fn new(system: &'a System, slice: Slice) -> Maker<'a> {
        let mut maker = Maker {
            system,
            slice,
            pool: Pool::new(),
            vars: HashMap::new(),
            inputs: Vec::new(),
        };
        let (names, chosen) = (system.input_names(), maker.slice.inputs.clone());
        for at in chosen {
            maker.input(system.inputs[at], names[at].clone());
        }
        maker
    }

    fn input(&mut self, var: Term, name: String) {
        let own = self.variable(var);
        self.inputs.push(Input { name, var: own });
    }

    fn variable(&mut self, var: Term) -> Term {
        let own = self.pool.var(self.system.pool.width(var));
        self.vars.insert(var, own);
        own
    }

    fn machine(mut self, name: String, properties: &[(usize, String)]) -> Machine {
        let system = self.system;
        let state: Vec<usize> = self.slice.state.clone();
        let vars: Vec<Term> = state
            .iter()
            .map(|&at| self.variable(system.state[at].var))
            .collect();
        let mut next = self.copy(&self.slice.next(system));
        let mut bad = self.copy(&terms(system, properties, |p| p.bad));
        let valid = self.copy(&[system.valid])[0];
        let inits = self.slice.init(system);
        let constants: Option<Vec<u128>> =
            inits.iter().map(|&it| system.pool.as_const(it)).collect();
        let quiet = terms(system, properties, |p| p.start_bad);
        let is_quiet = quiet.iter().all(|&it| system.pool.as_const(it) == Some(0));
        let starts_at_once = is_quiet && system.pool.as_const(system.start_valid) == Some(1);
        let mut registers: Vec<Register> = Vec::new();
        let (mut goes_on, mut lead) = (valid, 0);
        let inits = match constants.filter(|_| starts_at_once) {
            Some(constants) => constants,
            None => {
                lead = 1;
                let running = self.begin(&mut registers, &inits, &quiet, &mut next, &mut bad);
                let start_valid = self.copy(&[system.start_valid])[0];
                goes_on = self.pool.ite(running, valid, start_valid);
                vec![0; vars.len()]
            }
        };
        self.end(&mut registers, goes_on, &mut bad);
        let kept = state.iter().zip(vars).zip(inits).zip(next);
        registers.extend(kept.map(|(((&at, var), init), next)| Register {
            name: system.state[at].name.clone(),
            var,
            init,
            next,
        }));
        let bad = properties.iter().zip(bad);
        let bad = bad.map(|((_, name), when)| Bad {
            name: name.clone(),
            when,
        });
        Machine {
            bad: bad.collect(),
            pool: self.pool,
            registers,
            inputs: self.inputs,
            lead,
            name,
            run: Vec::new(),
        }
    }

    /// The first step is the initialisation: a register tells it from the others. Gives that register.
    fn begin(
        &mut self,
        registers: &mut Vec<Register>,
        inits: &[Term],
        start_bad: &[Term],
        next: &mut [Term],
        bad: &mut [Term],
    ) -> Term {
        let (names, chosen) = (
            self.system.start_input_names(),
            self.slice.start_inputs.clone(),
        );
        for at in chosen {
            self.input(self.system.start_inputs[at], at_start(&names[at]));
        }
        let running = self.pool.var(1);
        for (roots, steps) in [(inits, next), (start_bad, bad)] {
            let starts = self.copy(roots);
            for (step, start) in steps.iter_mut().zip(starts) {
                *step = self.pool.ite(running, *step, start);
            }
        }
        registers.push(Register {
            name: "falsify:running".into(),
            var: running,
            init: 0,
            next: self.pool.truth(),
        });
        running
    }

    /// A run that does not go on violates nothing any more: a register remembers that it goes on.
    fn end(&mut self, registers: &mut Vec<Register>, goes_on: Term, bad: &mut [Term]) {
        if self.pool.as_const(goes_on) == Some(1) {
            return;
        }
        let alive = self.pool.var(1);
        for bad in bad {
            *bad = self.pool.and(alive, *bad);
        }
        registers.push(Register {
            name: "falsify:alive".into(),
            var: alive,
            init: 1,
            next: self.pool.and(alive, goes_on),
        });
    }

    fn copy(&mut self, roots: &[Term]) -> Vec<Term> {
        let (system, vars) = (self.system, &self.vars);
        // What is outside of the slice has no influence on its roots.
        copy(&system.pool, roots, &mut self.pool, &mut |var| vars[&var])
    }
}

fn terms(
    system: &System,
    properties: &[(usize, String)],
    of: impl Fn(&crate::system::Checked) -> Term,
) -> Vec<Term> {
    let indices = properties.iter().map(|(index, _)| *index);
    indices.map(|at| of(&system.properties[at])).collect()
}
