//! What a proof rests on, and whether it bears.
//!
//! A [`Certificate`] is judged without the engine that made it: [`check`] decides a handful of questions with a fresh
//! solver on a system that may have been built anew, and [`script`] writes the same questions as SMT-LIB.

mod check;
mod script;
mod words;

pub use check::{check, other_solver, Refusal};
pub use script::script;
pub use words::words;

use crate::system::System;
use crate::term::{copy, Pool, Term};

/// Why some properties hold in every run, in terms of its own: it can be judged on another system of the same loop.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub argument: Argument,
    pub pool: Pool,
    /// A variable for each one of the system's state.
    pub state: Vec<Term>,
    /// Statements about the state before a step. Together they are inductive.
    pub claims: Vec<Term>,
}

/// How the properties follow from the claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// No run violates them in its first `k` steps; and where the claims hold, no step violates them that comes after `k`
    /// steps that do not. If told so, only steps from states that differ from each other need to be considered: a
    /// shortest run to a violation never comes back to a state.
    Induction { k: u64, distinct: bool },
    /// No run makes more than this many steps, and up to there nothing is violated.
    RunsEnd { steps: u64 },
}

impl Argument {
    /// Steps of runs from the start that must be looked at.
    fn first_steps(self) -> u64 {
        match self {
            Argument::Induction { k, .. } => k,
            Argument::RunsEnd { steps } => steps,
        }
    }
}

impl Certificate {
    /// Without claims.
    pub fn new(system: &System, argument: Argument) -> Certificate {
        let mut pool = Pool::new();
        let widths = system.state.iter().map(|v| system.pool.width(v.var));
        let state = widths.map(|width| pool.var(width)).collect();
        Certificate {
            argument,
            pool,
            state,
            claims: Vec::new(),
        }
    }

    /// Adds claims that are terms of the system over its state.
    pub fn claim(&mut self, system: &System, claims: &[Term]) {
        let state = &self.state;
        let place = |t: Term| system.state.iter().position(|v| v.var == t);
        let mut leaf = |t: Term| place(t).map_or(t, |at| state[at]);
        let copies = copy(&system.pool, claims, &mut self.pool, &mut leaf);
        self.claims.extend(copies);
    }
}
