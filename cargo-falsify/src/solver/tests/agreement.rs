//! The solvers on random queries: the same answers, models that evaluation confirms, no model where there is none.

use crate::solver::batsat::Batsat;
use crate::solver::{solver, Answer, Budget, Circuit, Solver, SolverKind, Word};
use crate::term::tests::dag::{apply, assignment, Numbers, Recipe, BINARY};
use crate::term::{eval, Pool, Term};

fn all_solvers() -> Vec<(&'static str, Box<dyn Solver>)> {
    let named = |kind: &SolverKind| (kind.name(), solver(*kind));
    let mut all: Vec<_> = SolverKind::ALL.iter().map(named).collect();
    all.push(("batsat", Box::new(Circuit::new(Box::new(Batsat::new())))));
    all
}

/// A query: which terms of width 1 must be true.
struct Query {
    pool: Pool,
    variables: Vec<Term>,
    wanted: Vec<Term>,
}

fn query(numbers: &mut Numbers, widths: &[u32], steps: usize, widest: u32) -> Query {
    let recipe = Recipe::random(numbers, widths, steps, widest);
    let mut pool = Pool::new();
    let terms = recipe.build(&mut pool);
    let truths = terms
        .iter()
        .rev()
        .filter(|&&t| pool.width(t) == 1 && pool.as_const(t).is_none());
    let mut wanted: Vec<Term> = truths.take(3).copied().collect();
    for t in &mut wanted {
        if numbers.below(2) == 0 {
            *t = pool.not(*t);
        }
    }
    Query {
        pool,
        variables: terms[..widths.len()].to_vec(),
        wanted,
    }
}

/// The answer, with a model as values of the variables.
fn decide(solver: &mut dyn Solver, query: &Query) -> Option<Vec<u128>> {
    let width = |&t: &Term| query.pool.width(t);
    let leaves: Vec<Word> = query
        .variables
        .iter()
        .map(|t| solver.fresh(width(t)))
        .collect();
    let leaf = |t: Term| query.variables.iter().position(|&v| v == t).unwrap_or(0);
    let words = solver.build(&query.pool, &query.wanted, &mut |t| leaves[leaf(t)]);
    match solver.check(&words, &Budget::unlimited()) {
        Answer::Sat => Some(leaves.iter().map(|&w| solver.value(w)).collect()),
        Answer::Unsat => {
            confirm_core(solver, &words);
            None
        }
        Answer::Stopped => panic!("stopped without a limit"),
    }
}

/// The core alone is unsatisfiable.
fn confirm_core(solver: &mut dyn Solver, words: &[Word]) {
    let core: Vec<Word> = solver.failed().iter().map(|&i| words[i]).collect();
    assert_eq!(solver.check(&core, &Budget::unlimited()), Answer::Unsat);
}

fn is_model(query: &Query, model: &[u128]) -> bool {
    let value = |t: Term| {
        let at = query.variables.iter().position(|&v| v == t);
        at.map_or(0, |at| model[at])
    };
    eval(&query.pool, &query.wanted, &value)
        .iter()
        .all(|&v| v == 1)
}

#[test]
fn small_queries_are_decided_as_enumeration_does() {
    let mut numbers = Numbers(1);
    let mut counts = [0, 0];
    for _ in 0..400 {
        let widths = [3, 3, 1, 2];
        let query = query(&mut numbers, &widths, 20, 8);
        let mut all = (0..1 << 9).map(|n| assignment(&widths, n));
        let possible = all.any(|model| is_model(&query, &model));
        counts[usize::from(possible)] += 1;
        for (name, mut solver) in all_solvers() {
            let found = decide(&mut *solver, &query);
            assert_eq!(found.is_some(), possible, "{name}: {:?}", query.wanted);
            assert!(found.is_none_or(|model| is_model(&query, &model)), "{name}");
        }
    }
    assert!(
        counts.iter().all(|&n| n > 20),
        "one-sided queries: {counts:?}"
    );
}

#[test]
fn solvers_agree_on_wide_queries() {
    let mut numbers = Numbers(2);
    for round in 0..150 {
        let widths = [8, 16, 8, 1].map(|w: u32| if round % 3 == 0 { w * 2 } else { w });
        let query = query(&mut numbers, &widths, 12, 40);
        let limit = Budget::unlimited().with_conflicts(20_000);
        let mut answers = Vec::new();
        for (name, mut solver) in all_solvers() {
            let leaves: Vec<Word> = widths.iter().map(|&w| solver.fresh(w)).collect();
            let leaf = |t: Term| query.variables.iter().position(|&v| v == t).unwrap_or(0);
            let words = solver.build(&query.pool, &query.wanted, &mut |t| leaves[leaf(t)]);
            let answer = solver.check(&words, &limit);
            if answer == Answer::Sat {
                let model: Vec<u128> = leaves.iter().map(|&w| solver.value(w)).collect();
                assert!(is_model(&query, &model), "{name}");
            }
            if answer != Answer::Stopped {
                answers.push(answer);
            }
        }
        assert!(
            answers.windows(2).all(|pair| pair[0] == pair[1]),
            "{answers:?}"
        );
    }
}

/// Where enumeration is too long, the solver proves that the rewriter changed nothing.
#[test]
fn rewriting_keeps_all_values_of_wide_terms() {
    let mut numbers = Numbers(3);
    let widths = [16, 16, 8, 1];
    let mut decided = 0;
    for _ in 0..250 {
        let recipe = Recipe::random(&mut numbers, &widths, 15, 48);
        let (mut raw, mut pool) = (Pool::without_rewriting(), Pool::new());
        let (plain, rewritten) = (recipe.build(&mut raw), recipe.build(&mut pool));
        let mut solver = solver(SolverKind::Cadical);
        let leaves: Vec<Word> = widths.iter().map(|&w| solver.fresh(w)).collect();
        let leaf = |terms: &[Term], t: Term| terms.iter().position(|&v| v == t).unwrap_or(0);
        let a = solver.build(&raw, &plain, &mut |t| leaves[leaf(&plain, t)]);
        let b = solver.build(&pool, &rewritten, &mut |t| leaves[leaf(&rewritten, t)]);
        for (at, (&a, &b)) in a.iter().zip(&b).enumerate() {
            let same = solver.eq(a, b);
            let differ = solver.not(same);
            let limit = Budget::unlimited().with_conflicts(3_000);
            let answer = solver.check(&[differ], &limit);
            assert_ne!(answer, Answer::Sat, "step {at} of {recipe:#?}");
            decided += usize::from(answer == Answer::Unsat);
        }
    }
    assert!(decided > 4_000, "only {decided} were proved");
}

/// Every operator in every solver: the operands are fixed by assumptions and the result is read.
#[test]
fn solvers_compute_what_evaluation_does() {
    for width in 1..=3u32 {
        for &op in BINARY {
            let mut pool = Pool::without_rewriting();
            let (a, b) = (pool.var(width), pool.var(width));
            let root = apply(&mut pool, op, &[a, b]);
            for (name, mut solver) in all_solvers() {
                let leaves = [solver.fresh(width), solver.fresh(width)];
                let leaf = &mut |t: Term| leaves[usize::from(t == b)];
                let result = solver.build(&pool, &[root], leaf)[0];
                for number in 0..1u128 << (2 * width) {
                    let given = assignment(&[width, width], number);
                    let value = |t: Term| given[usize::from(t == b)];
                    let wanted = eval(&pool, &[root], &value)[0];
                    let fixed = [0, 1].map(|i| {
                        let constant = solver.constant(width, given[i]);
                        solver.eq(leaves[i], constant)
                    });
                    assert_eq!(solver.check(&fixed, &Budget::unlimited()), Answer::Sat);
                    let found = solver.value(result);
                    assert_eq!(found, wanted, "{name}: {op:?} {width} of {given:?}");
                }
            }
        }
    }
}
