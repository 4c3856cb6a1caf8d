//! Every rewrite gives the same values: DAGs built with and without the rewriter, compared over all assignments.

use super::dag::{assignment, Numbers, Recipe};
use crate::term::{Evaluator, Pool, Term};

/// Values of all steps under one assignment of the variables, which are the first steps.
fn values(evaluator: &mut Evaluator, pool: &Pool, terms: &[Term], assigned: &[u128]) -> Vec<u128> {
    let variables = &terms[..assigned.len()];
    let value = |t: Term| {
        let at = variables.iter().position(|&v| v == t);
        at.map_or(0, |at| assigned[at])
    };
    evaluator.eval(pool, terms, &value)
}

/// Compares all steps of a DAG over all assignments.
fn compare(recipe: &Recipe, widths: &[u32]) {
    let (mut raw, mut pool) = (Pool::without_rewriting(), Pool::new());
    let (plain, rewritten) = (recipe.build(&mut raw), recipe.build(&mut pool));
    let (mut first, mut second) = (Evaluator::new(), Evaluator::new());
    let bits: u32 = widths.iter().sum();
    for number in 0..1u128 << bits {
        let assigned = assignment(widths, number);
        let wanted = values(&mut first, &raw, &plain, &assigned);
        let found = values(&mut second, &pool, &rewritten, &assigned);
        if let Some(at) = (0..wanted.len()).find(|&i| wanted[i] != found[i]) {
            let (step, term) = (&recipe.steps[at], rewritten[at]);
            panic!(
                "step {at} {step:?} at {assigned:x?}: {:x} became {term} {:?} = {:x}\n{recipe:#?}",
                wanted[at],
                pool.node(term),
                found[at]
            );
        }
    }
}

#[test]
fn rewriting_keeps_all_values() {
    let mut numbers = Numbers(10);
    for round in 0..60_000 {
        let widths: &[u32] = match round % 8 {
            0 => &[1, 1, 1, 1],
            1 => &[2, 2, 1],
            2 => &[3, 3],
            3 => &[4, 4],
            4 => &[1, 2, 3],
            5 => &[3, 3, 1, 1],
            6 => &[5, 1, 1],
            _ => &[6, 2],
        };
        let steps = 4 + numbers.below(12);
        let recipe = Recipe::random(&mut numbers, widths, steps, 6);
        compare(&recipe, widths);
    }
}
