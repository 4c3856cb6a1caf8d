//! Comparisons, which NaN is never part of.

use super::super::{Pool, Term};
use super::Format;

fn both_are_numbers(pool: &mut Pool, format: Format, a: Term, b: Term) -> Term {
    let (a_nan, b_nan) = (format.is_nan(pool, a), format.is_nan(pool, b));
    let unordered = pool.or(a_nan, b_nan);
    pool.not(unordered)
}

fn both_are_zero(pool: &mut Pool, format: Format, a: Term, b: Term) -> Term {
    let (a_zero, b_zero) = (format.is_zero(pool, a), format.is_zero(pool, b));
    pool.and(a_zero, b_zero)
}

pub fn eq(pool: &mut Pool, format: Format, a: Term, b: Term) -> Term {
    let numbers = both_are_numbers(pool, format, a, b);
    let zeros = both_are_zero(pool, format, a, b);
    let same = pool.eq(a, b);
    let equal = pool.or(same, zeros);
    pool.and(numbers, equal)
}

pub fn less(pool: &mut Pool, format: Format, a: Term, b: Term) -> Term {
    let numbers = both_are_numbers(pool, format, a, b);
    let zeros = both_are_zero(pool, format, a, b);
    let distinct = pool.not(zeros);
    let below = below(pool, format, a, b);
    pool.all(&[numbers, distinct, below])
}

pub fn less_or_equal(pool: &mut Pool, format: Format, a: Term, b: Term) -> Term {
    let numbers = both_are_numbers(pool, format, a, b);
    let zeros = both_are_zero(pool, format, a, b);
    let above = below(pool, format, b, a);
    let not_above = pool.not(above);
    let ordered = pool.or(not_above, zeros);
    pool.and(numbers, ordered)
}

/// The order of the numbers, with negative zero below positive zero: that of the bits, turned around where both are
/// negative.
fn below(pool: &mut Pool, format: Format, a: Term, b: Term) -> Term {
    let (p, q) = (format.sign(pool, a), format.sign(pool, b));
    let (x, y) = (format.magnitude(pool, a), format.magnitude(pool, b));
    let (upward, downward) = (pool.ult(x, y), pool.ult(y, x));
    let same_sign = pool.ite(p, downward, upward);
    let differ = pool.xor(p, q);
    pool.ite(differ, p, same_sign)
}
