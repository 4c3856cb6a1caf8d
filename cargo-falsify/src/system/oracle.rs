//! A solver at hand while the system is built: whether a path can be taken at all.

use std::collections::HashMap;

use crate::solver::{solver, Answer, Budget, Solver, SolverKind, Word};
use crate::term::{support, Evaluator, Pool, Term};

/// Search for one answer.
const CONFLICTS: u64 = 2_000;
/// Values found earlier that are tried before any search.
const EXAMPLES: usize = 8;

/// How often a search may end without an answer; after that none is begun.
const PATIENCE: u32 = 60;

pub(super) struct Oracle {
    solver: Box<dyn Solver>,
    variables: HashMap<Term, Word>,
    /// Values of variables that made earlier conditions true, the last one first. Paths that have much in common
    /// are asked about one after the other.
    examples: Vec<HashMap<Term, u128>>,
    evaluator: Evaluator,
    patience: u32,
    budget: Budget,
}

impl Oracle {
    /// Of a budget, only what ends a search without an answer.
    pub fn new(budget: &Budget) -> Oracle {
        Oracle {
            solver: solver(SolverKind::Cadical),
            variables: HashMap::new(),
            examples: Vec::new(),
            evaluator: Evaluator::new(),
            patience: PATIENCE,
            budget: budget.clone().with_conflicts(CONFLICTS),
        }
    }

    /// Whether some state and some inputs make a condition true, or it would take longer to find out. The state may be
    /// any, reachable or not.
    pub fn possible(&mut self, pool: &Pool, condition: Term) -> bool {
        match pool.as_const(condition) {
            Some(known) => known == 1,
            None => self.has_example(pool, condition) || self.search(pool, condition),
        }
    }

    fn has_example(&mut self, pool: &Pool, condition: Term) -> bool {
        let Oracle {
            examples,
            evaluator,
            ..
        } = self;
        let mut shows = |example: &HashMap<Term, u128>| {
            let value = |var: Term| example.get(&var).copied().unwrap_or(0);
            evaluator.eval(pool, &[condition], &value)[0] == 1
        };
        let Some(at) = examples.iter().position(&mut shows) else {
            return false;
        };
        examples[..=at].rotate_right(1);
        true
    }

    fn search(&mut self, pool: &Pool, condition: Term) -> bool {
        if self.patience == 0 {
            return true;
        }
        let Oracle {
            solver, variables, ..
        } = self;
        for var in support(pool, &[condition]) {
            let fresh = |solver: &mut Box<dyn Solver>| solver.fresh(pool.width(var));
            variables.entry(var).or_insert_with(|| fresh(solver));
        }
        let words = solver.build(pool, &[condition], &mut |var| variables[&var]);
        match solver.check(&words, &self.budget) {
            Answer::Sat => self.note_example(),
            Answer::Unsat => return false,
            Answer::Stopped => self.patience -= 1,
        }
        true
    }

    fn note_example(&mut self) {
        let Oracle {
            solver, variables, ..
        } = self;
        let values = variables.iter();
        let values = values.map(|(var, word)| (*var, solver.value(*word)));
        self.examples.insert(0, values.collect());
        self.examples.truncate(EXAMPLES);
    }
}
