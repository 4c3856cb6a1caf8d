//! Steps of a system inside a solver, one after the other.
//!
//! A moment is what happens at once: moment 0 is the initialisation, moment `n` the step `n`. Nothing that was built is
//! built again: a further moment costs what one step costs.

use super::slice::Slice;
use super::Inputs;
use crate::solver::{Solver, Word};
use crate::system::System;
use crate::term::Term;

/// A moment in the words of the solver.
pub struct Moment {
    /// Of the variables of the slice, before the step; empty in the initialisation.
    pub state: Vec<Word>,
    /// Of the inputs of the slice.
    pub inputs: Vec<Word>,
    /// Whether the run goes on.
    pub valid: Word,
    /// Of the wanted properties.
    pub bad: Vec<Word>,
}

/// How a run begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start<'s> {
    /// With the initialisation.
    Init,
    /// Before a step from any state; there is no moment 0.
    Anywhere,
    /// Before a step from a state, given by the values of all variables of the system. In moment 0 nothing happens.
    At(&'s [u128]),
}

/// A system unrolled in a solver.
pub struct Unrolling<'a> {
    pub solver: Box<dyn Solver>,
    system: &'a System,
    slice: Slice,
    /// Whether there is a moment 0.
    starts: bool,
    moments: Vec<Moment>,
    /// Whether the run goes on, of each property whether it is violated, then the next values.
    roots: Vec<Term>,
    properties: usize,
    /// The state before the step that comes next.
    state: Vec<Word>,
    /// For each variable of the slice its place among the words of a step, by the index of its term.
    places: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl<'a> Unrolling<'a> {
    /// With the first moment built if the run starts with the initialisation.
    pub fn new(
        system: &'a System,
        wanted: &[usize],
        start: Start<'_>,
        solver: Box<dyn Solver>,
    ) -> Unrolling<'a> {
        let slice = Slice::new(system, wanted);
        let bads = wanted.iter().map(|&p| system.properties[p].bad);
        let roots = [system.valid].into_iter().chain(bads);
        let mut unrolling = Unrolling {
            roots: roots.chain(slice.next(system)).collect(),
            places: places(system, &slice),
            solver,
            system,
            starts: start != Start::Anywhere,
            moments: Vec::new(),
            properties: wanted.len(),
            state: Vec::new(),
            slice,
        };
        match start {
            Start::Init => unrolling.initialise(wanted),
            Start::Anywhere => unrolling.state = unrolling.fresh(&unrolling.slice.vars(system)),
            Start::At(state) => unrolling.begin_at(state),
        }
        unrolling
    }

    pub fn slice(&self) -> &Slice {
        &self.slice
    }

    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// Variables of the slice before the step that comes next.
    pub fn state(&self) -> &[Word] {
        &self.state
    }

    fn fresh(&mut self, vars: &[Term]) -> Vec<Word> {
        let widths = vars.iter().map(|&t| self.system.pool.width(t));
        let widths: Vec<u32> = widths.collect();
        widths.iter().map(|&w| self.solver.fresh(w)).collect()
    }

    fn initialise(&mut self, wanted: &[usize]) {
        let system = self.system;
        let vars = chosen(&system.start_inputs, &self.slice.start_inputs);
        let bads = wanted.iter().map(|&p| system.properties[p].start_bad);
        let roots = [system.start_valid].into_iter().chain(bads);
        let roots: Vec<Term> = roots.chain(self.slice.init(system)).collect();
        let inputs = self.fresh(&vars);
        self.moment(&roots, Vec::new(), inputs);
    }

    fn begin_at(&mut self, state: &[u128]) {
        let system = self.system;
        let width = |v: usize| system.pool.width(system.state[v].var);
        let solver = &mut self.solver;
        let vars = self.slice.state.iter();
        self.state = vars.map(|&v| solver.constant(width(v), state[v])).collect();
        let (valid, fine) = (solver.constant(1, 1), solver.constant(1, 0));
        self.moments.push(Moment {
            state: Vec::new(),
            inputs: Vec::new(),
            valid,
            bad: vec![fine; self.properties],
        });
    }

    /// Builds one more step.
    pub fn step(&mut self) {
        let vars = chosen(&self.system.inputs, &self.slice.inputs);
        let inputs = self.fresh(&vars);
        let state = std::mem::take(&mut self.state);
        let roots = std::mem::take(&mut self.roots);
        self.moment(&roots, state, inputs);
        self.roots = roots;
    }

    fn moment(&mut self, roots: &[Term], state: Vec<Word>, inputs: Vec<Word>) {
        let words: Vec<Word> = state.iter().chain(&inputs).copied().collect();
        let places = &self.places;
        let mut leaf = |t: Term| words[places[t.index()] as usize];
        let built = self.solver.build(&self.system.pool, roots, &mut leaf);
        let (bad, next) = built[1..].split_at(self.properties);
        self.state = next.to_vec();
        self.moments.push(Moment {
            state,
            inputs,
            valid: built[0],
            bad: bad.to_vec(),
        });
    }

    /// Words of statements about the state, at a state of this run.
    pub fn at_state(&mut self, statements: &[Term], state: &[Word]) -> Vec<Word> {
        let places = &self.places;
        let mut leaf = |t: Term| state[places[t.index()] as usize];
        self.solver.build(&self.system.pool, statements, &mut leaf)
    }

    /// After a satisfiable check: values of the inputs up to and with a step.
    pub fn inputs(&mut self, steps: usize) -> Inputs {
        let (system, slice) = (self.system, self.slice.clone());
        let mut moments = self.moments.iter();
        let start = match self.starts {
            true => moments.next().map_or(&[][..], |first| &first.inputs),
            false => &[],
        };
        let solver = &mut *self.solver;
        Inputs {
            start: values(
                solver,
                start,
                &slice.start_inputs,
                system.start_inputs.len(),
            ),
            steps: moments
                .take(steps)
                .map(|m| values(solver, &m.inputs, &slice.inputs, system.inputs.len()))
                .collect(),
        }
    }
}

/// Values of all inputs from the words of some.
fn values(solver: &mut dyn Solver, words: &[Word], places: &[usize], count: usize) -> Vec<u128> {
    let mut all = vec![0; count];
    for (&word, &place) in words.iter().zip(places) {
        all[place] = solver.value(word);
    }
    all
}

fn chosen(all: &[Term], which: &[usize]) -> Vec<Term> {
    which.iter().map(|&at| all[at]).collect()
}

/// The inputs of a step come after the state; the initialisation has no state.
fn places(system: &System, slice: &Slice) -> Vec<u32> {
    let mut places = vec![NOWHERE; system.pool.len()];
    let step = slice.vars(system).into_iter();
    let step = step.chain(chosen(&system.inputs, &slice.inputs));
    let start = chosen(&system.start_inputs, &slice.start_inputs).into_iter();
    for (place, var) in step.enumerate().chain(start.enumerate()) {
        places[var.index()] = place as u32;
    }
    places
}
