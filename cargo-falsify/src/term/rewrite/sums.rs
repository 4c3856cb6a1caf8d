//! Negation and sums: constants move outward and meet, opposites cancel.

use super::super::{Node, Pool, Term};
use super::{complement, complements, ones, sum_with_constant, with_constant, zero};

pub fn neg(pool: &mut Pool, a: Term) -> Option<Term> {
    match *pool.node(a) {
        Node::Neg(x) => Some(x),
        Node::Not(x) => {
            let one = pool.constant(pool.width(x), 1);
            Some(pool.add(x, one))
        }
        Node::Add(x, y) => neg_sum(pool, x, y),
        _ => None,
    }
}

/// Of `x + k`, and of a difference, which is turned around.
fn neg_sum(pool: &mut Pool, x: Term, y: Term) -> Option<Term> {
    if let Some((x, k)) = with_constant(pool, x, y) {
        let minus_k = pool.constant(pool.width(x), k.wrapping_neg());
        let x = pool.neg(x);
        return Some(pool.add(x, minus_k));
    }
    let (minuend, subtrahend) = match (negation(pool, x), negation(pool, y)) {
        (None, Some(b)) => (x, b),
        (Some(b), None) => (y, b),
        _ => return None,
    };
    let minuend = pool.neg(minuend);
    Some(pool.add(subtrahend, minuend))
}

fn negation(pool: &Pool, t: Term) -> Option<Term> {
    match *pool.node(t) {
        Node::Neg(x) => Some(x),
        _ => None,
    }
}

pub fn add(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if let Some((x, k)) = with_constant(pool, a, b) {
        return add_constant(pool, x, k);
    }
    if complements(pool, a, b) {
        return Some(ones(pool, a));
    }
    if a == b {
        let one = pool.constant(pool.width(a), 1);
        return Some(pool.shl(a, one));
    }
    let rules = [
        opposites,
        constants_out,
        both_negated,
        cancelled,
        cancelled_swapped,
    ];
    rules.iter().find_map(|rule| rule(pool, a, b))
}

fn add_constant(pool: &mut Pool, x: Term, k: u128) -> Option<Term> {
    let width = pool.width(x);
    if k == 0 {
        return Some(x);
    }
    if let Some((y, j)) = sum_with_constant(pool, x) {
        let sum = pool.constant(width, j.wrapping_add(k));
        return Some(pool.add(y, sum));
    }
    // A complement is a negation less one.
    let inner = complement(pool, x)?;
    let less = pool.constant(width, k.wrapping_sub(1));
    let negated = pool.neg(inner);
    Some(pool.add(negated, less))
}

fn opposites(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let opposite = negation(pool, a) == Some(b) || negation(pool, b) == Some(a);
    opposite.then(|| zero(pool, a))
}

/// `(x + k) + y` is `(x + y) + k`.
fn constants_out(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (x, y, k) = match (sum_with_constant(pool, a), sum_with_constant(pool, b)) {
        (Some((x, j)), Some((y, k))) => (x, y, j.wrapping_add(k)),
        (Some((x, k)), None) => (x, b, k),
        (None, Some((y, k))) => (a, y, k),
        (None, None) => return None,
    };
    let sum = pool.add(x, y);
    let k = pool.constant(pool.width(a), k);
    Some(pool.add(sum, k))
}

fn both_negated(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (x, y) = (negation(pool, a)?, negation(pool, b)?);
    let sum = pool.add(x, y);
    Some(pool.neg(sum))
}

fn cancelled_swapped(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    cancelled(pool, b, a)
}

/// `(x + y) - x` and `(x - y) + y`.
fn cancelled(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Add(x, y) = *pool.node(a) else {
        return None;
    };
    let opposite = |t: Term| negation(pool, t) == Some(b) || negation(pool, b) == Some(t);
    if opposite(x) {
        return Some(y);
    }
    opposite(y).then_some(x)
}
