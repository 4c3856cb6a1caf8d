//! Equality.

use super::super::{Node, Pool, Term};
use super::{complements, sum_with_constant, with_constant, zero};

pub fn eq(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(pool.truth());
    }
    if complements(pool, a, b) || pool.facts(a).excludes(pool.facts(b)) {
        return Some(pool.falsity());
    }
    if let Some((x, k)) = with_constant(pool, a, b) {
        return eq_constant(pool, x, k);
    }
    let rules = [
        eq_same_operator,
        eq_parts,
        eq_sum,
        eq_sum_swapped,
        eq_choice,
        eq_choice_swapped,
    ];
    rules.iter().find_map(|rule| rule(pool, a, b))
}

pub fn eq_to(pool: &mut Pool, x: Term, k: u128) -> Option<Term> {
    let k = pool.constant(pool.width(x), k);
    Some(pool.eq(x, k))
}

/// The constant goes to the other side of what is invertible.
fn eq_constant(pool: &mut Pool, a: Term, k: u128) -> Option<Term> {
    match *pool.node(a) {
        Node::Not(x) => eq_to(pool, x, !k),
        Node::Neg(x) => eq_to(pool, x, k.wrapping_neg()),
        Node::Add(x, y) => eq_sum_constant(pool, x, y, k),
        Node::Xor(x, y) => match with_constant(pool, x, y) {
            Some((x, j)) => eq_to(pool, x, j ^ k),
            None if k == 0 => Some(pool.eq(x, y)),
            None => None,
        },
        Node::Mul(x, y) => {
            let (x, j) = with_constant(pool, x, y)?;
            let inverse = inverse_of(j)?;
            eq_to(pool, x, k.wrapping_mul(inverse))
        }
        Node::And(x, y) => {
            let (x, j) = with_constant(pool, x, y)?;
            eq_masked(pool, x, j, k)
        }
        Node::Concat(high, low) => {
            let split = pool.width(low);
            let (high, low) = (eq_to(pool, high, k >> split)?, eq_to(pool, low, k)?);
            Some(pool.and(high, low))
        }
        // Where the constant is no sign-extension, the facts have excluded it or the sign bits differ.
        Node::Sext(x) => {
            let low = pool.constant(pool.width(x), k);
            let extended = pool.sext(low, pool.width(a));
            match pool.as_const(extended) == Some(k) {
                true => Some(pool.eq(x, low)),
                false => Some(pool.falsity()),
            }
        }
        _ => None,
    }
}

fn eq_sum_constant(pool: &mut Pool, x: Term, y: Term, k: u128) -> Option<Term> {
    if let Some((x, j)) = with_constant(pool, x, y) {
        return eq_to(pool, x, k.wrapping_sub(j));
    }
    match (*pool.node(x), *pool.node(y), k) {
        (_, Node::Neg(b), 0) => Some(pool.eq(x, b)),
        (Node::Neg(b), _, 0) => Some(pool.eq(y, b)),
        _ => None,
    }
}

/// The multiplicative inverse modulo every power of two up to the 128th, which odd numbers have.
fn inverse_of(odd: u128) -> Option<u128> {
    (odd & 1 == 1).then(|| {
        // Every step of Newton's method doubles the bits that are right; three are to begin with.
        (0..6).fold(odd, |x, _| {
            x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)))
        })
    })
}

/// A mask of one bit asks for that bit.
fn eq_masked(pool: &mut Pool, x: Term, j: u128, k: u128) -> Option<Term> {
    if k & !j != 0 {
        return Some(pool.falsity());
    }
    if !j.is_power_of_two() {
        return None;
    }
    let place = j.trailing_zeros();
    let bit = pool.extract(x, place, place);
    Some(if k == 0 { pool.not(bit) } else { bit })
}

fn eq_same_operator(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    match (*pool.node(a), *pool.node(b)) {
        (Node::Not(x), Node::Not(y)) | (Node::Neg(x), Node::Neg(y)) => Some(pool.eq(x, y)),
        (Node::Sext(x), Node::Sext(y)) if pool.width(x) == pool.width(y) => Some(pool.eq(x, y)),
        (Node::Ite(c, p, q), Node::Ite(d, r, s)) if c == d => {
            let (first, second) = (pool.eq(p, r), pool.eq(q, s));
            Some(pool.ite(c, first, second))
        }
        (Node::Add(p, q), Node::Add(r, s)) | (Node::Xor(p, q), Node::Xor(r, s)) => {
            let pairs = [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)];
            let (_, q, _, s) = pairs.into_iter().find(|pair| pair.0 == pair.2)?;
            Some(pool.eq(q, s))
        }
        _ => None,
    }
}

/// Concatenations are compared part by part where the first one is split.
fn eq_parts(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (Node::Concat(high, low), Node::Concat(..)) = (*pool.node(a), *pool.node(b)) else {
        return None;
    };
    let (split, width) = (pool.width(low), pool.width(a));
    let (other_high, other_low) = (
        pool.extract(b, width - 1, split),
        pool.extract(b, split - 1, 0),
    );
    let (high, low) = (pool.eq(high, other_high), pool.eq(low, other_low));
    Some(pool.and(high, low))
}

fn eq_sum_swapped(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    eq_sum(pool, b, a)
}

/// `x + y == x` asks whether `y` is zero; `x + k == y + j` is shifted to one side.
fn eq_sum(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let other = match *pool.node(a) {
        Node::Add(x, y) | Node::Xor(x, y) if x == b => y,
        Node::Add(x, y) | Node::Xor(x, y) if y == b => x,
        _ => {
            let ((x, j), (y, k)) = (sum_with_constant(pool, a)?, sum_with_constant(pool, b)?);
            let shift = pool.constant(pool.width(a), k.wrapping_sub(j));
            let moved = pool.add(y, shift);
            return Some(pool.eq(x, moved));
        }
    };
    let zero = zero(pool, other);
    Some(pool.eq(other, zero))
}

fn eq_choice_swapped(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    eq_choice(pool, b, a)
}

/// A choice that has the other side as a branch.
fn eq_choice(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Ite(c, x, y) = *pool.node(a) else {
        return None;
    };
    if x == b {
        let rest = pool.eq(y, b);
        return Some(pool.or(c, rest));
    }
    (y == b).then(|| {
        let rest = pool.eq(x, b);
        let c = pool.not(c);
        pool.or(c, rest)
    })
}
