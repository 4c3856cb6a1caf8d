//! Extraction, concatenation and sign-extension: pieces are taken from where they come from and put together again.

use super::super::{Node, Pool, Term};

pub fn extract(pool: &mut Pool, a: Term, lo: u32, width: u32) -> Option<Term> {
    let hi = lo + width - 1;
    match *pool.node(a) {
        Node::Extract(x, below) => Some(pool.extract(x, below + hi, below + lo)),
        Node::Concat(high, low) => Some(extract_concat(pool, high, low, hi, lo)),
        Node::Sext(x) => Some(extract_sext(pool, x, hi, lo)),
        Node::Not(x) => {
            let part = pool.extract(x, hi, lo);
            Some(pool.not(part))
        }
        Node::And(x, y) if either(pool, x, y, simple) => {
            let (x, y) = (pool.extract(x, hi, lo), pool.extract(y, hi, lo));
            Some(pool.and(x, y))
        }
        Node::Xor(x, y) if either(pool, x, y, simple) => {
            let (x, y) = (pool.extract(x, hi, lo), pool.extract(y, hi, lo));
            Some(pool.xor(x, y))
        }
        Node::Ite(c, x, y) if either(pool, x, y, simple) => {
            let (x, y) = (pool.extract(x, hi, lo), pool.extract(y, hi, lo));
            Some(pool.ite(c, x, y))
        }
        _ if lo == 0 => extract_low(pool, a, hi),
        _ => None,
    }
}

/// Whether an extraction from the term goes further down.
fn simple(pool: &Pool, t: Term) -> bool {
    matches!(
        pool.node(t),
        Node::Const(_) | Node::Concat(..) | Node::Sext(_)
    )
}

fn either(pool: &Pool, x: Term, y: Term, is: fn(&Pool, Term) -> bool) -> bool {
    is(pool, x) || is(pool, y)
}

fn extract_concat(pool: &mut Pool, high: Term, low: Term, hi: u32, lo: u32) -> Term {
    let split = pool.width(low);
    if hi < split {
        return pool.extract(low, hi, lo);
    }
    if lo >= split {
        return pool.extract(high, hi - split, lo - split);
    }
    let (high, low) = (
        pool.extract(high, hi - split, 0),
        pool.extract(low, split - 1, lo),
    );
    pool.concat(high, low)
}

fn extract_sext(pool: &mut Pool, x: Term, hi: u32, lo: u32) -> Term {
    let top = pool.width(x) - 1;
    let kept = pool.extract(x, hi.min(top), lo.min(top));
    pool.sext(kept, hi + 1 - lo)
}

/// The low bits of sums and products depend on those of their operands only.
fn extract_low(pool: &mut Pool, a: Term, hi: u32) -> Option<Term> {
    match *pool.node(a) {
        Node::Neg(x) if simple(pool, x) => {
            let x = pool.extract(x, hi, 0);
            Some(pool.neg(x))
        }
        Node::Add(x, y) if either(pool, x, y, simple) => {
            let (x, y) = (pool.extract(x, hi, 0), pool.extract(y, hi, 0));
            Some(pool.add(x, y))
        }
        Node::Mul(x, y) if either(pool, x, y, simple) => {
            let (x, y) = (pool.extract(x, hi, 0), pool.extract(y, hi, 0));
            Some(pool.mul(x, y))
        }
        _ => None,
    }
}

/// To the right: `a : (b : c)`, with neighbours joined.
pub fn concat(pool: &mut Pool, high: Term, low: Term) -> Option<Term> {
    if let Node::Concat(first, second) = *pool.node(high) {
        let rest = pool.concat(second, low);
        return Some(pool.concat(first, rest));
    }
    if let Some(joined) = joined(pool, high, low) {
        return Some(joined);
    }
    if let Node::Concat(middle, rest) = *pool.node(low) {
        let first = joined(pool, high, middle)?;
        return Some(pool.concat(first, rest));
    }
    let bits = pool.as_const(high)? << 1;
    // A truth value as a number is a choice, through which operators with constants go.
    (pool.width(low) == 1).then(|| {
        let width = pool.width(high) + 1;
        let (one, zero) = (pool.constant(width, bits | 1), pool.constant(width, bits));
        pool.ite(low, one, zero)
    })
}

/// Neighbouring pieces as one.
fn joined(pool: &mut Pool, high: Term, low: Term) -> Option<Term> {
    match (*pool.node(high), *pool.node(low)) {
        (Node::Const(_), Node::Const(_)) => Some(pool.concat(high, low)),
        (Node::Extract(x, from), Node::Extract(y, lo))
            if x == y && from == lo + pool.width(low) =>
        {
            Some(pool.extract(x, from + pool.width(high) - 1, lo))
        }
        _ => None,
    }
}

pub fn sext(pool: &mut Pool, a: Term, width: u32) -> Option<Term> {
    let own = pool.width(a);
    let top = own - 1;
    if let Node::Sext(x) = *pool.node(a) {
        return Some(pool.sext(x, width));
    }
    if pool.facts(a).zeros >> top & 1 == 1 {
        return Some(pool.zext(a, width));
    }
    if pool.facts(a).ones >> top & 1 == 1 {
        let ones = pool.constant(width - own, u128::MAX);
        return Some(pool.concat(ones, a));
    }
    (own == 1).then(|| {
        let (ones, zero) = (pool.constant(width, u128::MAX), pool.constant(width, 0));
        pool.ite(a, ones, zero)
    })
}
