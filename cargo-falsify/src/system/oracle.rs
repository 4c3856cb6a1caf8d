//! A solver at hand while the system is built: whether a path can be taken at all.

use std::collections::HashMap;

use crate::solver::{solver, Answer, Budget, Solver, SolverKind, Word};
use crate::term::{Pool, Term};

/// Beyond this much search a path counts as possible.
const CONFLICTS: u64 = 3_000;

pub(super) struct Oracle {
    solver: Box<dyn Solver>,
    variables: HashMap<Term, Word>,
}

impl Oracle {
    pub fn new() -> Oracle {
        Oracle {
            solver: solver(SolverKind::Cadical),
            variables: HashMap::new(),
        }
    }

    /// Whether some state and some inputs make a condition true. The state may be any, reachable or not.
    pub fn possible(&mut self, pool: &Pool, condition: Term) -> bool {
        let Oracle { solver, variables } = self;
        let missing = crate::term::support(pool, &[condition]);
        for var in missing {
            let fresh = |solver: &mut Box<dyn Solver>| solver.fresh(pool.width(var));
            variables.entry(var).or_insert_with(|| fresh(solver));
        }
        let words = solver.build(pool, &[condition], &mut |var| variables[&var]);
        let budget = Budget::unlimited().with_conflicts(CONFLICTS);
        solver.check(&words, &budget) != Answer::Unsat
    }
}
