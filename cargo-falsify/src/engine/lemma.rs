//! Candidates for invariants: which of them are inductive.

use std::time::Duration;

use super::unroll::{Start, Unrolling};
use super::{Stop, Task};
use crate::solver::{solver, Answer, Budget, SolverKind, Word};
use crate::term::Term;

/// The largest part of a task's candidates that is inductive: they hold where runs start, and steps preserve them. Only
/// candidates about what the wanted properties depend on are considered.
pub fn inductive(task: &Task, kind: SolverKind, budget: &Budget) -> Result<Vec<Term>, Stop> {
    inductive_of(task, task.candidates, kind, budget)
}

/// For how long guesses may be looked at.
const GUESSING: Duration = Duration::from_secs(10);

/// The same of candidates and guesses together, without those that follow from others; of the candidates alone if that
/// takes too long.
pub fn inductive_with_guesses(
    task: &Task,
    kind: SolverKind,
    budget: &Budget,
) -> Result<Vec<Term>, Stop> {
    if task.guesses.is_empty() {
        return inductive(task, kind, budget);
    }
    let all = [task.candidates, task.guesses].concat();
    let within = budget.clone().within(GUESSING);
    let found = inductive_of(task, &all, kind, &within);
    match found.and_then(|kept| independent(task, kept, kind, &within)) {
        Ok(kept) => Ok(kept),
        Err(_) => inductive(task, kind, budget),
    }
}

/// Without those that follow from the others; what is said first is kept rather than what is said later.
fn independent(
    task: &Task,
    lemmas: Vec<Term>,
    kind: SolverKind,
    budget: &Budget,
) -> Result<Vec<Term>, Stop> {
    let mut anywhere = Unrolling::new(task.system, task.wanted, Start::Anywhere, solver(kind));
    let state = anywhere.state().to_vec();
    let words = anywhere.at_state(&lemmas, &state);
    let solver = &mut anywhere.solver;
    let mut kept: Vec<usize> = (0..lemmas.len()).collect();
    for at in (0..lemmas.len()).rev() {
        let others = kept.iter().filter(|other| **other != at);
        let mut assumed: Vec<Word> = others.map(|&other| words[other]).collect();
        assumed.push(solver.not(words[at]));
        match solver.check(&assumed, budget) {
            Answer::Sat => {}
            Answer::Unsat => kept.retain(|&other| other != at),
            Answer::Stopped => return Err(Stop::Budget),
        }
    }
    Ok(kept.into_iter().map(|at| lemmas[at]).collect())
}

fn inductive_of(
    task: &Task,
    candidates: &[Term],
    kind: SolverKind,
    budget: &Budget,
) -> Result<Vec<Term>, Stop> {
    if candidates.is_empty() {
        return Ok(Vec::new());
    }
    let mut start = Unrolling::new(task.system, task.wanted, Start::Init, solver(kind));
    let mut kept = start.slice().about(task.system, candidates);
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
