//! CaDiCaL: the SAT solver for large formulas.

use super::sat::{Literal, Sat};
use super::{Answer, Budget};

/// Asked by the solver, many times a second, whether to stop.
struct Limits(Budget);

impl cadical::Callbacks for Limits {
    fn terminate(&mut self) -> bool {
        self.0.exhausted()
    }
}

/// CaDiCaL, compiled in.
pub struct Cadical {
    solver: cadical::Solver<Limits>,
    variables: u32,
    clauses: u64,
}

impl Default for Cadical {
    fn default() -> Cadical {
        Cadical::new()
    }
}

impl Cadical {
    pub fn new() -> Cadical {
        Cadical {
            solver: cadical::Solver::new(),
            variables: 0,
            clauses: 0,
        }
    }
}

/// Its variables are numbered from 1 on, and stand for the negation of ours: it tries true first, but a world in which
/// nothing is pressed and nothing comes in is the better guess.
fn external(literal: Literal) -> i32 {
    let variable = literal.variable() as i32 + 1;
    if literal.is_negated() {
        variable
    } else {
        -variable
    }
}

impl Sat for Cadical {
    fn new_var(&mut self) -> Literal {
        self.variables += 1;
        Literal::new(self.variables - 1, false)
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clauses += 1;
        self.solver.add_clause(clause.iter().map(|&l| external(l)));
    }

    fn solve(&mut self, assumptions: &[Literal], budget: &Budget) -> Answer {
        if budget.exhausted() {
            return Answer::Stopped;
        }
        // Assumed or read variables may occur in no clause.
        self.solver.reserve(self.variables as i32);
        self.solver.set_callbacks(Some(Limits(budget.clone())));
        if let Some(conflicts) = budget.conflicts {
            let limit = i32::try_from(conflicts).unwrap_or(i32::MAX);
            let _ = self.solver.set_limit("conflicts", limit); // a limit that it has
        }
        let assumptions = assumptions.iter().map(|&l| external(l));
        match self.solver.solve_with(assumptions) {
            Some(true) => Answer::Sat,
            Some(false) => Answer::Unsat,
            None => Answer::Stopped,
        }
    }

    fn value(&self, literal: Literal) -> bool {
        let negation = literal.variable() as i32 + 1;
        let value = self.solver.value(negation) == Some(false);
        value != literal.is_negated()
    }

    fn failed(&self, assumption: Literal) -> bool {
        self.solver.failed(external(assumption))
    }

    fn variables(&self) -> u64 {
        self.variables.into()
    }

    fn clauses(&self) -> u64 {
        self.clauses
    }

    fn conflicts(&self) -> Option<u64> {
        None
    }
}
