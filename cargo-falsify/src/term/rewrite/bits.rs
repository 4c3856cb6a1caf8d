//! Complement, conjunction and exclusive or.

use super::super::{mask, Node, Pool, Term};
use super::{complement, complements, ones, with_constant, zero};

pub fn not(pool: &mut Pool, a: Term) -> Option<Term> {
    match *pool.node(a) {
        Node::Not(x) => Some(x),
        // -x - 1 + 1 - ...: the complement of a negation is one less than its operand.
        Node::Neg(x) => {
            let minus_one = ones(pool, x);
            Some(pool.add(x, minus_one))
        }
        Node::Xor(x, y) => {
            let (x, k) = with_constant(pool, x, y)?;
            let flipped = pool.constant(pool.width(x), !k);
            Some(pool.xor(x, flipped))
        }
        Node::Ite(c, x, y) if negates_freely(pool, x) && negates_freely(pool, y) => {
            let (x, y) = (pool.not(x), pool.not(y));
            Some(pool.ite(c, x, y))
        }
        _ => None,
    }
}

fn negates_freely(pool: &Pool, t: Term) -> bool {
    matches!(pool.node(t), Node::Const(_) | Node::Not(_))
}

pub fn and(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(a);
    }
    if complements(pool, a, b) {
        return Some(zero(pool, a));
    }
    if covers(pool, a, b) {
        return Some(b);
    }
    if covers(pool, b, a) {
        return Some(a);
    }
    let rules = [
        one_sided,
        one_sided_swapped,
        two_sided,
        and_constant,
        narrowed_and,
        chosen,
    ];
    rules.iter().find_map(|rule| rule(pool, a, b))
}

/// Whether `a` has ones wherever `b` may have some.
fn covers(pool: &Pool, a: Term, b: Term) -> bool {
    let possible = !pool.facts(b).zeros & mask(pool.width(b));
    pool.facts(a).ones & possible == possible
}

/// The operands of a conjunction or, negated, of its complement.
fn conjuncts(pool: &Pool, t: Term) -> Option<(bool, Term, Term)> {
    match *pool.node(t) {
        Node::And(x, y) => Some((false, x, y)),
        Node::Not(inner) => match *pool.node(inner) {
            Node::And(x, y) => Some((true, x, y)),
            _ => None,
        },
        _ => None,
    }
}

fn one_sided_swapped(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    one_sided(pool, b, a)
}

/// Absorption: `a` is a conjunction or the complement of one, and `b` is in it.
fn one_sided(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (negated, x, y) = conjuncts(pool, a)?;
    let (with, against) = (
        x == b || y == b,
        complements(pool, x, b) || complements(pool, y, b),
    );
    match (negated, with, against) {
        (false, true, _) => Some(a),
        (false, _, true) => Some(zero(pool, a)),
        (true, _, true) => Some(b),
        (true, true, _) => {
            let other = pool.not(if x == b { y } else { x });
            Some(pool.and(other, b))
        }
        _ => None,
    }
}

/// Absorption between two conjunctions or their complements.
fn two_sided(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let ((p, x, y), (q, u, v)) = (conjuncts(pool, a)?, conjuncts(pool, b)?);
    match (p, q) {
        (false, false) => both_plain(pool, a, [x, y], [u, v]),
        (false, true) => plain_and_negated(pool, a, [x, y], [u, v]),
        (true, false) => plain_and_negated(pool, b, [u, v], [x, y]),
        (true, true) => both_negated(pool, [x, y], [u, v]),
    }
}

fn clash(pool: &Pool, first: [Term; 2], second: [Term; 2]) -> bool {
    let against = |x: &Term| second.iter().any(|&u| complements(pool, *x, u));
    first.iter().any(against)
}

/// Which operand of the second is also one of the first, and the other one.
fn shared(first: [Term; 2], [u, v]: [Term; 2]) -> Option<(Term, Term)> {
    match (first.contains(&u), first.contains(&v)) {
        (true, _) => Some((u, v)),
        (_, true) => Some((v, u)),
        _ => None,
    }
}

fn both_plain(pool: &mut Pool, a: Term, first: [Term; 2], second: [Term; 2]) -> Option<Term> {
    if clash(pool, first, second) {
        return Some(zero(pool, a));
    }
    let (_, rest) = shared(first, second)?;
    Some(pool.and(a, rest))
}

/// `plain & !(u & v)`.
fn plain_and_negated(
    pool: &mut Pool,
    plain: Term,
    first: [Term; 2],
    second: [Term; 2],
) -> Option<Term> {
    if clash(pool, first, second) {
        return Some(plain);
    }
    let (_, rest) = shared(first, second)?;
    let rest = pool.not(rest);
    Some(pool.and(plain, rest))
}

/// `!(x & y) & !(x & !y)` is `!x`.
fn both_negated(pool: &mut Pool, first: [Term; 2], second: [Term; 2]) -> Option<Term> {
    let (common, rest) = shared(first, second)?;
    let own = if first[0] == common {
        first[1]
    } else {
        first[0]
    };
    complements(pool, own, rest).then(|| pool.not(common))
}

fn and_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (x, k) = with_constant(pool, a, b)?;
    let width = pool.width(x);
    if let Node::And(p, q) = *pool.node(x) {
        if let Some((y, j)) = with_constant(pool, p, q) {
            let both = pool.constant(width, j & k);
            return Some(pool.and(y, both));
        }
    }
    low_bits(pool, x, k)
}

/// A mask of low bits takes them and leaves zeros.
fn low_bits(pool: &mut Pool, x: Term, k: u128) -> Option<Term> {
    let count = k.trailing_ones();
    if count == 0 || k != mask(count) {
        return None;
    }
    let low = pool.extract(x, count - 1, 0);
    Some(pool.zext(low, pool.width(x)))
}

/// Under the zeros of a zero-extension nothing remains.
fn narrowed_and(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (high, low, other) = match (*pool.node(a), *pool.node(b)) {
        (Node::Concat(h, l), _) if pool.as_const(h) == Some(0) => (h, l, b),
        (_, Node::Concat(h, l)) if pool.as_const(h) == Some(0) => (h, l, a),
        _ => return None,
    };
    let part = pool.extract(other, pool.width(low) - 1, 0);
    let low = pool.and(low, part);
    Some(pool.concat(high, low))
}

/// Of a choice by `a` only one branch is left where `a` holds; two equalities with different constants exclude each
/// other.
fn chosen(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if pool.width(a) != 1 {
        return None;
    }
    if let Some(excluded) = exclusive(pool, a, b) {
        return Some(excluded);
    }
    let (c, x, y, other) = match (*pool.node(a), *pool.node(b)) {
        (_, Node::Ite(c, x, y)) => (c, x, y, a),
        (Node::Ite(c, x, y), _) => (c, x, y, b),
        _ => return None,
    };
    if other == c {
        return Some(pool.and(other, x));
    }
    complements(pool, other, c).then(|| pool.and(other, y))
}

fn exclusive(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (x, j) = equality_with_constant(pool, a)?;
    // Where x is j, what else is said about x's equality is known.
    let inner = complement(pool, b);
    let (y, k) = equality_with_constant(pool, inner.unwrap_or(b))?;
    if x != y || j == k {
        return None;
    }
    Some(if inner.is_some() { a } else { pool.falsity() })
}

fn equality_with_constant(pool: &Pool, t: Term) -> Option<(Term, u128)> {
    match *pool.node(t) {
        Node::Eq(x, y) => with_constant(pool, x, y),
        _ => None,
    }
}

pub fn xor(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(zero(pool, a));
    }
    if complements(pool, a, b) {
        return Some(ones(pool, a));
    }
    if let Some((x, k)) = with_constant(pool, a, b) {
        return xor_constant(pool, x, k);
    }
    match (complement(pool, a), complement(pool, b)) {
        (Some(x), Some(y)) => Some(pool.xor(x, y)),
        (Some(x), None) => {
            let differ = pool.xor(x, b);
            Some(pool.not(differ))
        }
        (None, Some(y)) => {
            let differ = pool.xor(a, y);
            Some(pool.not(differ))
        }
        (None, None) => cancelled(pool, a, b).or_else(|| cancelled(pool, b, a)),
    }
}

fn xor_constant(pool: &mut Pool, x: Term, k: u128) -> Option<Term> {
    let width = pool.width(x);
    if k == 0 {
        return Some(x);
    }
    if k == mask(width) {
        return Some(pool.not(x));
    }
    if let Some(inner) = complement(pool, x) {
        let flipped = pool.constant(width, !k);
        return Some(pool.xor(inner, flipped));
    }
    let Node::Xor(p, q) = *pool.node(x) else {
        return None;
    };
    let (y, j) = with_constant(pool, p, q)?;
    let both = pool.constant(width, j ^ k);
    Some(pool.xor(y, both))
}

/// `(x ^ y) ^ x` is `y`.
fn cancelled(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    match *pool.node(a) {
        Node::Xor(x, y) if x == b => Some(y),
        Node::Xor(x, y) if y == b => Some(x),
        _ => None,
    }
}
