//! Candidates for invariants: which of them are inductive.

use super::unroll::{Start, Unrolling};
use super::{Stop, Task};
use crate::solver::{solver, Answer, Budget, SolverKind, Word};
use crate::term::Term;

/// The largest part of a task's candidates that is inductive: they hold where runs start, and steps preserve them. Only
/// candidates about what the wanted properties depend on are considered.
pub fn inductive(task: &Task, kind: SolverKind, budget: &Budget) -> Result<Vec<Term>, Stop> {
    if task.candidates.is_empty() {
        return Ok(Vec::new());
    }
    let mut start = Unrolling::new(task.system, task.wanted, Start::Init, solver(kind));
    let mut kept = start.slice().about(task.system, task.candidates);
    let valid = start.moments()[0].valid;
    start.solver.assert(valid);
    let state = start.state().to_vec();
    let after = start.at_state(&kept, &state);
    drop_broken(&mut start, &mut kept, None, after, budget)?;

    let mut step = Unrolling::new(task.system, task.wanted, Start::Anywhere, solver(kind));
    let state = step.state().to_vec();
    let before = step.at_state(&kept, &state);
    step.step();
    let valid = step.moments()[0].valid;
    step.solver.assert(valid);
    let state = step.state().to_vec();
    let after = step.at_state(&kept, &state);
    drop_broken(&mut step, &mut kept, Some(before), after, budget)?;
    Ok(kept)
}

/// Drops candidates as long as one can be false after while all that are left are true before.
fn drop_broken(
    unrolling: &mut Unrolling,
    kept: &mut Vec<Term>,
    before: Option<Vec<Word>>,
    after: Vec<Word>,
    budget: &Budget,
) -> Result<(), Stop> {
    let mut left: Vec<usize> = (0..kept.len()).collect();
    loop {
        let mut assumed: Vec<Word> = before
            .iter()
            .flat_map(|b| left.iter().map(|&c| b[c]))
            .collect();
        let solver = &mut unrolling.solver;
        let truth = solver.constant(1, 1);
        let fine = left.iter().fold(truth, |all, &c| solver.and(all, after[c]));
        assumed.push(solver.not(fine));
        match solver.check(&assumed, budget) {
            Answer::Sat => left.retain(|&c| solver.value(after[c]) == 1),
            Answer::Unsat => break,
            Answer::Stopped => return Err(Stop::Budget),
        }
    }
    *kept = left.into_iter().map(|c| kept[c]).collect();
    Ok(())
}
