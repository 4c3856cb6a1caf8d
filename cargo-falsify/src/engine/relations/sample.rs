//! Random runs of a system, by evaluation of its terms.

use super::Run;
use crate::engine::simulate::random::Random;
use crate::solver::Budget;
use crate::system::System;
use crate::term::{cone, mask, Evaluator, Term};

/// Terms that are evaluated for all runs together.
const EFFORT: usize = 20_000_000;
/// Steps of all runs together, at most.
const STEPS: usize = 6_000;
/// Steps of one run, at most.
const LENGTH: usize = 1_000;
/// Inputs that are tried for one step, as some may be excluded by an assumption.
const ATTEMPTS: usize = 8;
/// A mood lasts for up to two to the power of this many steps.
const PATIENCE: u64 = 9;

/// As many as the effort allows.
pub fn runs(system: &System, seed: u64, budget: &Budget) -> Vec<Run> {
    let mut world = World::new(system, seed);
    let terms = cone(&system.pool, &world.roots).len();
    let mut left = (EFFORT / terms.max(1)).min(STEPS);
    let mut runs = Vec::new();
    while left > 0 && !budget.exhausted() {
        let length = world.random.length(LENGTH.ilog2().into()) as usize;
        let run = world.run(length.min(left));
        left -= run.len().clamp(1, left);
        runs.push(run);
    }
    runs
}

struct World<'s> {
    system: &'s System,
    /// Values of the variables that come next, whether the run goes on.
    roots: Vec<Term>,
    /// Where a variable or an input of a step is, by the index of its term.
    places: Vec<usize>,
    evaluator: Evaluator,
    random: Random,
    mood: Mood,
    /// Steps for which the mood lasts.
    lasts: u32,
    /// What was chosen last.
    inputs: Vec<u128>,
}

/// How inputs go on for a while.
#[derive(Clone, Copy)]
enum Mood {
    Quiet,
    Held,
    Lively,
    /// Quiet but for one of them.
    Moves(usize),
}

impl<'s> World<'s> {
    fn new(system: &'s System, seed: u64) -> World<'s> {
        let nexts = system.state.iter().map(|v| v.next);
        let vars = system.state.iter().map(|v| v.var);
        let mut places = vec![0; system.pool.len()];
        for (at, var) in vars.chain(system.inputs.iter().copied()).enumerate() {
            places[var.index()] = at;
        }
        World {
            system,
            roots: nexts.chain([system.valid]).collect(),
            places,
            evaluator: Evaluator::new(),
            random: Random::new(seed),
            mood: Mood::Quiet,
            lasts: 0,
            inputs: vec![0; system.inputs.len()],
        }
    }

    /// States before each step; none if the run does not begin.
    fn run(&mut self, length: usize) -> Run {
        let mut states: Run = self.start().into_iter().collect();
        while states.len() < length {
            let Some(next) = states.last().and_then(|state| self.step(state)) else {
                break;
            };
            states.push(next);
        }
        states
    }

    fn start(&mut self) -> Option<Vec<u128>> {
        (0..ATTEMPTS).find_map(|_| {
            let inputs = self.system.start_inputs.clone();
            let values: Vec<u128> = inputs.iter().map(|&t| self.draw(t)).collect();
            let observed = self.system.start(&values);
            observed.valid.then_some(observed.next)
        })
    }

    fn draw(&mut self, input: Term) -> u128 {
        let width = self.system.pool.width(input);
        self.random.wide() & mask(width)
    }

    fn step(&mut self, state: &[u128]) -> Option<Vec<u128>> {
        (0..ATTEMPTS).find_map(|_| {
            self.choose();
            let (places, inputs) = (&self.places, &self.inputs);
            let of_var = |t: Term| {
                let at = places[t.index()];
                match at.checked_sub(state.len()) {
                    Some(input) => inputs[input],
                    None => state[at],
                }
            };
            let pool = &self.system.pool;
            let mut next = self.evaluator.eval(pool, &self.roots, &of_var);
            let goes_on = next.pop() == Some(1);
            if !goes_on {
                self.lasts = 0;
            }
            goes_on.then_some(next)
        })
    }

    fn choose(&mut self) {
        if self.lasts == 0 {
            self.lasts = self.random.length(PATIENCE);
            self.mood = self.any_mood();
        }
        self.lasts -= 1;
        let system = self.system;
        for (at, &input) in system.inputs.iter().enumerate() {
            let value = match self.mood {
                Mood::Held => self.inputs[at],
                Mood::Lively if self.random.once_in(2) => self.draw(input),
                Mood::Moves(which) if which == at => self.draw(input),
                _ => 0,
            };
            self.inputs[at] = value;
        }
    }

    fn any_mood(&mut self) -> Mood {
        let count = self.inputs.len() as u64;
        match self.random.below(4) {
            0 => Mood::Quiet,
            1 => Mood::Held,
            2 => Mood::Lively,
            _ => Mood::Moves(self.random.below(count) as usize),
        }
    }
}
