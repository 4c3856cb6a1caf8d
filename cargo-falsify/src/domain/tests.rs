//! Sets of values against all values that are in them.

use super::{transfer, Known, Walk};
use crate::term::tests::dag::{assignment, Numbers, Recipe};
use crate::term::{eval, mask, Node, Pool, Term};

/// A set that some values have in common, or a range.
fn random_set(numbers: &mut Numbers, width: u32) -> Known {
    let (a, b) = (numbers.bits(width), numbers.bits(width));
    match numbers.below(5) {
        0 => Known::any(width),
        1 => Known::constant(width, a),
        2 => Known::between(width, a.min(b), a.max(b)),
        3 => Known::constant(width, a).join(Known::constant(width, b)),
        _ => {
            let step = 1 + numbers.below(12) as u128;
            let few = (0..4).map(|at| a.wrapping_add(at * step) & mask(width));
            let few = few.map(|bits| Known::constant(width, bits));
            few.reduce(Known::join).unwrap_or(Known::any(width))
        }
    }
}

fn values(set: &Known) -> Vec<u128> {
    (0..=mask(set.width))
        .filter(|&bits| set.contains(bits))
        .collect()
}

/// Every operator over two operands of a width, and what it is.
fn nodes(pool: &mut Pool, width: u32) -> Vec<(Term, Node)> {
    let (a, b) = (pool.var(width), pool.var(width));
    let all = [
        Node::Not(a),
        Node::Neg(a),
        Node::And(a, b),
        Node::Xor(a, b),
        Node::Add(a, b),
        Node::Mul(a, b),
        Node::Udiv(a, b),
        Node::Urem(a, b),
        Node::Shl(a, b),
        Node::Lshr(a, b),
        Node::Ashr(a, b),
        Node::Eq(a, b),
        Node::Ult(a, b),
        Node::Slt(a, b),
        Node::UmulOverflows(a, b),
        Node::SmulOverflows(a, b),
        Node::Extract(a, 0),
        Node::Extract(a, 2),
        Node::Concat(a, b),
        Node::Sext(a),
    ];
    let fits = |node: &Node| !matches!(node, Node::Concat(..)) || width <= 64;
    all.into_iter()
        .filter(fits)
        .map(|node| (built(pool, &node), node))
        .collect()
}

fn built(pool: &mut Pool, node: &Node) -> Term {
    match *node {
        Node::Not(a) => pool.not(a),
        Node::Neg(a) => pool.neg(a),
        Node::And(a, b) => pool.and(a, b),
        Node::Xor(a, b) => pool.xor(a, b),
        Node::Add(a, b) => pool.add(a, b),
        Node::Mul(a, b) => pool.mul(a, b),
        Node::Udiv(a, b) => pool.udiv(a, b),
        Node::Urem(a, b) => pool.urem(a, b),
        Node::Shl(a, b) => pool.shl(a, b),
        Node::Lshr(a, b) => pool.lshr(a, b),
        Node::Ashr(a, b) => pool.ashr(a, b),
        Node::Eq(a, b) => pool.eq(a, b),
        Node::Ult(a, b) => pool.ult(a, b),
        Node::Slt(a, b) => pool.slt(a, b),
        Node::UmulOverflows(a, b) => pool.umul_overflows(a, b),
        Node::SmulOverflows(a, b) => pool.smul_overflows(a, b),
        Node::Extract(a, lo) => pool.extract(a, pool.width(a) - 2, lo),
        Node::Concat(a, b) => pool.concat(a, b),
        Node::Sext(a) => pool.sext(a, pool.width(a) + 3),
        other => panic!("{other:?} is not in the list"),
    }
}

/// Compares an operator over sets with the operator over all their values; how many sets came out smaller than any.
fn check_operator(width: u32, which: usize, numbers: &mut Numbers, rounds: usize) -> usize {
    let mut pool = Pool::new();
    let (term, node) = nodes(&mut pool, width)[which];
    let operands: Vec<Term> = node.operands().collect();
    let mut useful = 0;
    for _ in 0..rounds {
        let sets: Vec<Known> = operands
            .iter()
            .map(|_| random_set(numbers, width))
            .collect();
        let found = transfer(pool.width(term), &node, &sets);
        useful += usize::from(found != Known::any(found.width));
        let seconds = sets.get(1).map_or(vec![0], values);
        for &x in &values(&sets[0]) {
            for &y in &seconds {
                let of = |t: Term| if t == operands[0] { x } else { y };
                let result = eval(&pool, &[term], &of)[0];
                assert!(
                    found.contains(result),
                    "{node:?} of {x} and {y} is {result}: {sets:?} gave {found:?}"
                );
            }
        }
    }
    useful
}

#[test]
fn operators_lose_no_value_at_eight_bits() {
    let mut numbers = Numbers(1);
    for which in 0..20 {
        let useful = check_operator(8, which, &mut numbers, 40);
        assert!(useful > 0, "operator {which} is never known");
    }
}

#[test]
fn operators_lose_no_value_at_small_widths() {
    let mut numbers = Numbers(2);
    for width in [4, 5] {
        for which in 0..20 {
            check_operator(width, which, &mut numbers, 1_500);
        }
    }
}

#[test]
fn sets_of_sets_lose_no_value() {
    let mut numbers = Numbers(3);
    for _ in 0..20_000 {
        let (a, b) = (random_set(&mut numbers, 6), random_set(&mut numbers, 6));
        let (join, meet) = (a.join(b), a.meet(b));
        for bits in 0..64 {
            assert!(
                join.contains(bits) || !(a.contains(bits) || b.contains(bits)),
                "{a:?} {b:?} {bits}"
            );
            let in_both = a.contains(bits) && b.contains(bits);
            assert!(
                !in_both || meet.is_some_and(|meet| meet.contains(bits)),
                "{a:?} {b:?} {bits}"
            );
        }
    }
}

/// Also of widths at which numbers of the machine would overflow.
#[test]
fn wide_operators_lose_no_value() {
    let mut numbers = Numbers(4);
    for width in [31, 64, 100, 124] {
        let mut pool = Pool::new();
        for (term, node) in nodes(&mut pool, width) {
            for _ in 0..300 {
                let operands: Vec<Term> = node.operands().collect();
                let chosen: Vec<u128> = operands.iter().map(|_| numbers.bits(width)).collect();
                let sets: Vec<Known> = chosen
                    .iter()
                    .map(|&bits| Known::constant(width, bits).join(random_set(&mut numbers, width)))
                    .collect();
                let of = |t: Term| chosen[operands.iter().position(|&o| o == t).unwrap_or(0)];
                let result = eval(&pool, &[term], &of)[0];
                let found = transfer(pool.width(term), &node, &sets);
                assert!(
                    found.contains(result),
                    "{node:?} {chosen:?} {result} {sets:?} {found:?}"
                );
            }
        }
    }
}

const WIDTHS: [u32; 3] = [5, 4, 1];

/// A DAG with conditions, over all values of its variables.
#[test]
fn walks_lose_no_value() {
    let mut numbers = Numbers(5);
    let (mut narrowed, mut excluded) = (0, 0);
    for _ in 0..3_000 {
        let mut pool = Pool::new();
        let recipe = Recipe::random(&mut numbers, &WIDTHS, 24, 12);
        let terms = recipe.build(&mut pool);
        let sets: Vec<Known> = WIDTHS
            .iter()
            .map(|&w| random_set(&mut numbers, w))
            .collect();
        let place = |t: Term| terms[..3].iter().position(|&v| v == t);
        let of_var = |t: Term| place(t).map_or(Known::any(pool.width(t)), |at| sets[at]);
        let mut walk = Walk::new(&pool, &terms);
        assert!(walk.run(&of_var, &|| true));
        let found: Vec<Known> = terms.iter().map(|&t| walk.value(t)).collect();
        narrowed += found.iter().filter(|k| **k != Known::any(k.width)).count();
        let condition = terms.iter().rev().find(|&&t| pool.width(t) == 1);
        let given = condition.map(|&c| (c, walk.given(c, &terms)));
        excluded += usize::from(given.as_ref().is_some_and(|(_, found)| found.is_err()));
        for number in 0..1 << WIDTHS.iter().sum::<u32>() {
            let values = assignment(&WIDTHS, number);
            if !sets
                .iter()
                .zip(&values)
                .all(|(set, bits)| set.contains(*bits))
            {
                continue;
            }
            let results = eval(&pool, &terms, &|t| place(t).map_or(0, |at| values[at]));
            for (known, bits) in found.iter().zip(&results) {
                assert!(
                    known.contains(*bits),
                    "{recipe:?} {values:?} {known:?} {bits}"
                );
            }
            let Some((condition, given)) = &given else {
                continue;
            };
            if eval(&pool, &[*condition], &|t| {
                place(t).map_or(0, |at| values[at])
            })[0]
                == 1
            {
                let given = given.as_ref().expect("it is possible");
                for (known, bits) in given.iter().zip(&results) {
                    assert!(
                        known.contains(*bits),
                        "{recipe:?} {values:?} {known:?} {bits}"
                    );
                }
            }
        }
    }
    assert!(narrowed > 1_000 && excluded > 10, "{narrowed} {excluded}");
}

/// A counter that stops at a bound of its own.
#[test]
fn a_choice_is_looked_at_under_its_condition() {
    let mut pool = Pool::new();
    let count = pool.var(8);
    let (ten, one) = (pool.constant(8, 10), pool.constant(8, 1));
    let (less, more) = (pool.ult(count, ten), pool.add(count, one));
    let next = pool.ite(less, more, count);
    let mut walk = Walk::new(&pool, &[next]);
    assert!(walk.run(&|_| Known::between(8, 0, 10), &|| true));
    assert_eq!((walk.value(next).low, walk.value(next).high), (1, 10));
}
