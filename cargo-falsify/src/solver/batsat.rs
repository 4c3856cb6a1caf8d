//! BatSat: a light SAT solver for very many small queries.

use batsat::{lbool, Callbacks, Lit, SolverInterface, Var};

use super::sat::{Literal, Sat};
use super::{Answer, Budget};

/// Asked by the solver at every conflict whether to stop.
#[derive(Default)]
struct Limits {
    budget: Budget,
    conflicts: u64,
}

impl Callbacks for Limits {
    fn on_new_clause(&mut self, _: &[Lit], kind: batsat::ClauseKind) {
        if kind == batsat::ClauseKind::Learnt {
            self.conflicts += 1;
        }
    }

    fn stop(&self) -> bool {
        let over = |limit| self.conflicts > limit;
        self.budget.conflicts.is_some_and(over) || self.budget.exhausted()
    }
}

/// BatSat, compiled in.
pub struct Batsat {
    solver: batsat::Solver<Limits>,
    clauses: u64,
    scratch: Vec<Lit>,
}

impl Default for Batsat {
    fn default() -> Batsat {
        Batsat::new()
    }
}

impl Batsat {
    pub fn new() -> Batsat {
        Batsat {
            solver: batsat::Solver::new(Default::default(), Limits::default()),
            clauses: 0,
            scratch: Vec::new(),
        }
    }
}

fn external(literal: Literal) -> Lit {
    let variable = Var::unsafe_from_idx(literal.variable());
    Lit::new(variable, !literal.is_negated())
}

impl Sat for Batsat {
    fn new_var(&mut self) -> Literal {
        Literal::new(self.solver.new_var_default().idx(), false)
    }

    fn new_switch(&mut self) -> Literal {
        Literal::new(self.solver.new_var(lbool::UNDEF, false).idx(), false)
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clauses += 1;
        self.scratch.clear();
        self.scratch.extend(clause.iter().map(|&l| external(l)));
        self.solver.add_clause_reuse(&mut self.scratch);
    }

    fn solve(&mut self, assumptions: &[Literal], budget: &Budget) -> Answer {
        if budget.exhausted() {
            return Answer::Stopped;
        }
        let limits = self.solver.cb_mut();
        limits.budget = budget.clone();
        limits.conflicts = 0;
        let assumptions: Vec<Lit> = assumptions.iter().map(|&l| external(l)).collect();
        let found = self.solver.solve_limited(&assumptions);
        if found == lbool::TRUE {
            Answer::Sat
        } else if found == lbool::FALSE {
            Answer::Unsat
        } else {
            Answer::Stopped
        }
    }

    fn value(&self, literal: Literal) -> bool {
        let positive = literal.negated_if(literal.is_negated());
        let value = self.solver.value_lit(external(positive)) == lbool::TRUE;
        value != literal.is_negated()
    }

    fn failed(&self, assumption: Literal) -> bool {
        self.solver.unsat_core().contains(&!external(assumption))
    }

    fn variables(&self) -> u64 {
        self.solver.num_vars().into()
    }

    fn clauses(&self) -> u64 {
        self.clauses
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.solver.num_conflicts())
    }
}
