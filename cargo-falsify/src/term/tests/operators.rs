//! The operators of the table over terms: exhaustively at small widths, fuzzed at those of Rust.

use super::dag::Numbers;
use crate::bv::{self, castable, Scalar, BINARY, UNARY};
use crate::term::{binary, cast, eval, mask, unary, Pool, Term};

/// Integer types of all signs at these widths, and those that are no integers.
fn types(widths: &[u16]) -> Vec<Scalar> {
    let ints = widths
        .iter()
        .flat_map(|&bits| [Scalar::signed(bits), Scalar::unsigned(bits)]);
    ints.chain([Scalar::Bool, Scalar::Char]).collect()
}

/// Values to try: all at small widths.
fn values(t: Scalar, numbers: &mut Numbers, count: usize) -> Vec<u128> {
    match t.bits() {
        bits if bits <= 8 => (0..=t.mask()).collect(),
        bits => (0..count).map(|_| numbers.bits(bits)).collect(),
    }
}

/// Evaluates a term over one or two variables, with and without rewriting of constants put in their place.
fn check(pool: &Pool, t: Term, given: &[(Term, u128)], wanted: u128, what: &str) {
    let value = |v: Term| given.iter().find(|(var, _)| *var == v).map_or(0, |p| p.1);
    let found = eval(pool, &[t], &value)[0];
    assert_eq!(found, wanted, "{what} of {given:x?}");
}

#[test]
fn unary_operators_are_those_of_the_table() {
    let mut numbers = Numbers(1);
    for t in types(&[1, 2, 3, 5, 8, 16, 24, 32, 64, 128]) {
        for row in UNARY {
            if row.op.result(t).is_none() {
                continue;
            }
            let mut pool = Pool::new();
            let a = pool.var(t.bits());
            let built = unary(&mut pool, row.op, t, a).expect("integers are supported");
            for x in values(t, &mut numbers, 300) {
                let wanted = row.op.eval(t, x);
                check(
                    &pool,
                    built,
                    &[(a, x)],
                    wanted,
                    &format!("{} {t}", row.name),
                );
            }
        }
    }
}

#[test]
fn binary_operators_are_those_of_the_table() {
    let mut numbers = Numbers(2);
    let all = types(&[1, 2, 3, 4, 5, 8, 16, 32, 64, 128]);
    for row in BINARY {
        for &left in &all {
            for &right in &all {
                let narrow = left.bits().max(right.bits()) <= 5;
                if row.op.result(left, right).is_none() || left.is_float() {
                    continue;
                }
                let mut pool = Pool::new();
                let (a, b) = (pool.var(left.bits()), pool.var(right.bits()));
                let built = binary(&mut pool, row.op, left, a, right, b).expect("supported");
                let what = format!("{} {left} {right}", row.name);
                let pair = |x: u128, y: u128| {
                    let wanted = row.op.eval(left, x, right, y);
                    check(&pool, built, &[(a, x), (b, y)], wanted, &what);
                };
                if narrow {
                    for x in 0..=left.mask() {
                        (0..=right.mask()).for_each(|y| pair(x, y));
                    }
                } else {
                    for _ in 0..200 {
                        pair(numbers.bits(left.bits()), numbers.bits(right.bits()));
                    }
                }
            }
        }
    }
}

#[test]
fn casts_are_those_of_the_table() {
    let mut numbers = Numbers(3);
    let all = types(&[1, 3, 7, 8, 16, 32, 64, 128]);
    for &from in &all {
        for &to in all.iter().filter(|&&to| castable(from, to)) {
            let mut pool = Pool::new();
            let a = pool.var(from.bits());
            let built = cast(&mut pool, from, to, a).expect("integers are supported");
            for x in values(from, &mut numbers, 100) {
                let wanted = bv::cast(from, to, x);
                check(&pool, built, &[(a, x)], wanted, &format!("{from} as {to}"));
            }
        }
    }
}

/// Operators over constants fold to what the table says, so that no rule of the rewriter has its own arithmetic.
#[test]
fn constants_fold_to_the_table() {
    let mut numbers = Numbers(4);
    for row in BINARY {
        for bits in [1u16, 2, 7, 32, 128] {
            let t = Scalar::signed(bits);
            if row.op.result(t, t).is_none() {
                continue;
            }
            for _ in 0..50 {
                let (x, y) = (numbers.bits(bits.into()), numbers.bits(bits.into()));
                let mut pool = Pool::new();
                let (a, b) = (pool.constant(bits.into(), x), pool.constant(bits.into(), y));
                let built = binary(&mut pool, row.op, t, a, t, b).expect("supported");
                assert_eq!(pool.as_const(built), Some(row.op.eval(t, x, t, y)));
            }
        }
    }
}

#[test]
fn what_has_no_circuit_is_named() {
    let mut pool = Pool::new();
    let a = pool.var(64);
    let float = Scalar::Float { bits: 64 };
    let refused = binary(&mut pool, bv::BinOp::Rem, float, a, float, a);
    let refused = refused.expect_err("float remainders");
    assert_eq!(refused.to_string(), "`rem` of f64 is not supported here");
    let mistyped = binary(&mut pool, bv::BinOp::Shl, Scalar::Bool, a, Scalar::U32, a);
    assert!(mistyped.is_err());
}

#[test]
fn constants_are_cut_to_their_width() {
    let mut pool = Pool::new();
    for width in 1..=128 {
        let all = pool.constant(width, u128::MAX);
        assert_eq!(pool.as_const(all), Some(mask(width)));
        assert_eq!(pool.constant(width, mask(width)), all);
    }
}
