//! SAT solvers against enumeration, and their limits.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::Instant;

use crate::solver::batsat::Batsat;
use crate::solver::cadical::Cadical;
use crate::solver::sat::{Literal, Sat};
use crate::solver::{Answer, Budget};
use crate::term::tests::dag::Numbers;

fn all() -> Vec<(&'static str, Box<dyn Sat>)> {
    vec![
        ("cadical", Box::new(Cadical::new())),
        ("batsat", Box::new(Batsat::new())),
    ]
}

fn holds(literal: Literal, assignment: u32) -> bool {
    (assignment >> literal.variable() & 1 == 1) != literal.is_negated()
}

fn satisfied(clauses: &[Vec<Literal>], assignment: u32) -> bool {
    let mut all = clauses.iter();
    all.all(|clause| clause.iter().any(|&l| holds(l, assignment)))
}

/// Clauses come in portions, with checks under assumptions in between; cores are checked by enumeration too.
#[test]
fn answers_are_those_of_enumeration() {
    const VARIABLES: u32 = 8;
    let mut numbers = Numbers(1);
    for _ in 0..300 {
        for (name, mut sat) in all() {
            for _ in 0..VARIABLES {
                sat.new_var();
            }
            let mut clauses: Vec<Vec<Literal>> = Vec::new();
            for _ in 0..6 {
                let mut literal = || {
                    let variable = numbers.below(VARIABLES as usize) as u32;
                    Literal::new(variable, numbers.below(2) == 0)
                };
                for _ in 0..6 {
                    let clause: Vec<Literal> = (0..3).map(|_| literal()).collect();
                    sat.add_clause(&clause);
                    clauses.push(clause);
                }
                let assumptions: Vec<Literal> = (0..3).map(|_| literal()).collect();
                check(name, &mut *sat, &clauses, &assumptions);
            }
        }
    }
}

fn check(name: &str, sat: &mut dyn Sat, clauses: &[Vec<Literal>], assumptions: &[Literal]) {
    let fits =
        |a: u32, assumed: &[Literal]| satisfied(clauses, a) && assumed.iter().all(|&l| holds(l, a));
    let possible = (0..256).any(|a| fits(a, assumptions));
    match sat.solve(assumptions, &Budget::unlimited()) {
        Answer::Sat => {
            assert!(possible, "{name}");
            let value = |v: u32| u32::from(sat.value(Literal::new(v, false))) << v;
            let model = (0..8).fold(0, |all, v| all | value(v));
            assert!(fits(model, assumptions), "{name}: {model:x}");
        }
        Answer::Unsat => {
            assert!(!possible, "{name}");
            let core = assumptions.iter().copied().filter(|&l| sat.failed(l));
            let core: Vec<Literal> = core.collect();
            assert!(!(0..256).any(|a| fits(a, &core)), "{name}: {core:?}");
        }
        Answer::Stopped => panic!("{name} stopped without a limit"),
    }
}

/// More pigeons than holes: short to state, long to refute.
fn pigeons(sat: &mut dyn Sat, holes: usize) {
    let sits: Vec<Vec<Literal>> = (0..=holes)
        .map(|_| (0..holes).map(|_| sat.new_var()).collect())
        .collect();
    sits.iter().for_each(|somewhere| sat.add_clause(somewhere));
    for (i, first) in sits.iter().enumerate() {
        for second in &sits[..i] {
            for (&p, &q) in first.iter().zip(second) {
                sat.add_clause(&[!p, !q]);
            }
        }
    }
}

#[test]
fn limits_stop_and_are_forgotten() {
    for (name, mut sat) in all() {
        pigeons(&mut *sat, 7);
        let few = Budget::unlimited().with_conflicts(20);
        assert_eq!(sat.solve(&[], &few), Answer::Stopped, "{name}");
        let past = Budget::until(Instant::now());
        assert_eq!(sat.solve(&[], &past), Answer::Stopped, "{name}");
        let stop = Budget::unlimited().with_stop(Arc::new(AtomicBool::new(true)));
        assert_eq!(sat.solve(&[], &stop), Answer::Stopped, "{name}");
        assert_eq!(
            sat.solve(&[], &Budget::unlimited()),
            Answer::Unsat,
            "{name}"
        );
    }
}

/// Too hard to finish: only the stop from another thread ends it.
#[test]
fn a_running_check_can_be_stopped() {
    for (_, mut sat) in all() {
        pigeons(&mut *sat, 14);
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::unlimited().with_stop(flag.clone());
        let answer = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(50));
                flag.store(true, std::sync::atomic::Ordering::Relaxed);
            });
            sat.solve(&[], &budget)
        });
        assert_eq!(answer, Answer::Stopped);
    }
}
