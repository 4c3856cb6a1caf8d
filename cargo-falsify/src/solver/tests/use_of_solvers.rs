//! What engines rely on: assumptions, cores, models, limits, and that nothing is encoded twice.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::solver::{solver, Answer, Budget, Solver, SolverKind, Word};
use crate::term::{Pool, Term};

fn each(test: fn(&mut dyn Solver)) {
    for &kind in SolverKind::ALL {
        test(&mut *solver(kind));
    }
}

fn free() -> Budget {
    Budget::unlimited()
}

#[test]
fn assertions_stay_and_assumptions_do_not() {
    each(|s| {
        let (a, b) = (s.fresh(1), s.fresh(1));
        let either = s.or(a, b);
        s.assert(either);
        let (no_a, no_b) = (s.not(a), s.not(b));
        assert_eq!(s.check(&[no_a, no_b], &free()), Answer::Unsat);
        assert_eq!(s.check(&[no_a], &free()), Answer::Sat);
        assert_eq!((s.value(a), s.value(b)), (0, 1));
        s.assert(no_b);
        assert_eq!(s.check(&[], &free()), Answer::Sat);
        assert_eq!((s.value(a), s.value(b)), (1, 0));
        assert_eq!(s.check(&[no_a], &free()), Answer::Unsat);
        assert_eq!(s.failed(), [0]);
    });
}

#[test]
fn cores_name_the_assumptions_that_clash() {
    each(|s| {
        let words: Vec<Word> = (0..4).map(|_| s.fresh(8)).collect();
        let (two, three) = (s.constant(8, 2), s.constant(8, 3));
        let assumptions = [
            s.eq(words[0], two),
            s.eq(words[1], two),
            s.eq(words[2], words[3]),
            s.eq(words[1], three),
        ];
        assert_eq!(s.check(&assumptions, &free()), Answer::Unsat);
        assert_eq!(s.failed(), [1, 3]);
    });
}

/// Constant assumptions need no solver.
#[test]
fn constants_are_decided_at_once() {
    each(|s| {
        let (yes, no) = (s.constant(1, 1), s.constant(1, 0));
        assert_eq!(s.check(&[yes], &free()), Answer::Sat);
        assert_eq!(s.check(&[yes, no], &free()), Answer::Unsat);
        assert_eq!(s.failed(), [1]);
        let word = s.constant(128, u128::MAX - 5);
        assert_eq!(s.known(word), Some(u128::MAX - 5));
        let unknown = s.fresh(128);
        assert_eq!(s.known(unknown), None);
        let zero = s.constant(128, 0);
        let cleared = s.and(unknown, zero);
        assert_eq!(s.known(cleared), Some(0));
        s.assert(no);
        assert_eq!(s.check(&[], &free()), Answer::Unsat);
        assert_eq!(s.failed(), [] as [usize; 0]);
    });
}

/// A word that is built, or first asked for, after the check has its value in the model that was found.
#[test]
fn values_are_those_of_the_model() {
    each(|s| {
        let mut pool = Pool::new();
        let (x, y) = (pool.var(32), pool.var(32));
        let (product, sum) = (pool.mul(x, y), pool.add(x, y));
        let bound = pool.constant(32, 1000);
        let (small, large) = (pool.ult(x, bound), pool.ult(bound, product));
        let leaves = [s.fresh(32), s.fresh(32)];
        let leaf = &mut |t: Term| leaves[usize::from(t == y)];
        let wanted = s.build(&pool, &[small, large], leaf);
        assert_eq!(s.check(&wanted, &free()), Answer::Sat);
        let built = s.build(&pool, &[product, sum], leaf);
        let (a, b) = (s.value(leaves[0]) as u32, s.value(leaves[1]) as u32);
        assert!(a < 1000 && a.wrapping_mul(b) > 1000);
        assert_eq!(s.value(built[0]), a.wrapping_mul(b).into());
        assert_eq!(s.value(built[1]), a.wrapping_add(b).into());
    });
}

/// Factors of a product of two primes: a minute's work at least.
fn hard(s: &mut dyn Solver) -> Word {
    let mut pool = Pool::new();
    let (x, y) = (pool.var(64), pool.var(64));
    let (low, high) = (pool.constant(64, 1), pool.constant(64, 1 << 32));
    let product = pool.mul(x, y);
    let semiprime = pool.constant(64, 2_860_486_313 * 3_367_900_313);
    let conditions = [
        pool.eq(product, semiprime),
        pool.ult(low, x),
        pool.ult(low, y),
        pool.ult(x, high),
        pool.ult(y, high),
    ];
    let all = pool.all(&conditions);
    let leaves = [s.fresh(64), s.fresh(64)];
    s.build(&pool, &[all], &mut |t| leaves[usize::from(t == y)])[0]
}

#[test]
fn budgets_stop_a_check() {
    each(|s| {
        let factors = hard(s);
        let past = Budget::until(Instant::now());
        assert_eq!(s.check(&[factors], &past), Answer::Stopped);
        let few = Budget::unlimited().with_conflicts(10);
        assert_eq!(s.check(&[factors], &few), Answer::Stopped);
        let short = Budget::lasting(Duration::from_millis(100));
        assert_eq!(s.check(&[factors], &short), Answer::Stopped);
        // It can still be used.
        let free_word = s.fresh(1);
        assert_eq!(s.check(&[free_word], &free()), Answer::Sat);
    });
}

/// Building and checking the same again adds no gate, no variable and no clause.
#[test]
fn nothing_is_encoded_twice() {
    let mut s = solver(SolverKind::Cadical);
    let mut pool = Pool::new();
    let (x, y) = (pool.var(16), pool.var(16));
    let (quotient, product) = (pool.udiv(x, y), pool.mul(x, y));
    let root = pool.ult(quotient, product);
    let leaves = [s.fresh(16), s.fresh(16)];
    let check = |s: &mut dyn Solver| {
        let words = s.build(&pool, &[root], &mut |t| leaves[usize::from(t == y)]);
        assert_eq!(s.check(&words, &free()), Answer::Sat);
        let sizes = s.statistics();
        (sizes.gates, sizes.variables, sizes.clauses)
    };
    let first = check(&mut *s);
    assert!(first.0 > 0 && first.1 > 0 && first.2 > 0);
    assert_eq!(check(&mut *s), first);
    assert_eq!(s.statistics().checks, 2);
}

/// What no assertion and no assumption reaches stays in the graph.
#[test]
fn only_cones_are_encoded() {
    let mut s = solver(SolverKind::Cadical);
    let mut pool = Pool::new();
    let (x, y) = (pool.var(32), pool.var(32));
    let (product, less) = (pool.mul(x, y), pool.ult(x, y));
    let leaves = [s.fresh(32), s.fresh(32)];
    let words = s.build(&pool, &[product, less], &mut |t| {
        leaves[usize::from(t == y)]
    });
    assert_eq!(s.check(&words[1..], &free()), Answer::Sat);
    let sizes = s.statistics();
    assert!(sizes.variables < 300 && sizes.gates > 4_000, "{sizes:?}");
}

#[test]
fn kinds_have_names() {
    for &kind in SolverKind::ALL {
        assert_eq!(SolverKind::by_name(kind.name()), Some(kind));
    }
    assert_eq!(SolverKind::by_name("yices"), None);
}

/// A check that only the stop from another thread ends; the solver answers afterwards.
#[test]
fn a_running_check_can_be_stopped() {
    each(|s| {
        let factors = hard(s);
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::unlimited().with_stop(flag.clone());
        let answer = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                flag.store(true, Ordering::Relaxed);
            });
            s.check(&[factors], &budget)
        });
        assert_eq!(answer, Answer::Stopped);
        let (word, three) = (s.fresh(8), s.constant(8, 3));
        let same = s.eq(word, three);
        assert_eq!(s.check(&[same], &free()), Answer::Sat);
        assert_eq!(s.value(word), 3);
    });
}
