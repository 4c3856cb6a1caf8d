//! What a proof rests on.

use crate::system::System;
use crate::term::{Pool, Term};

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
    /// No run violates them in its first `k` steps, and no step does in which the claims hold and that comes after `k` steps
    /// that do not, from states that differ if told so.
    Induction { k: u64, distinct: bool },
    /// No run makes more than this many steps, and up to there nothing is violated.
    RunsEnd { steps: u64 },
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
}
