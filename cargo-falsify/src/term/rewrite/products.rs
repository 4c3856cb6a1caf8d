//! Products, quotients, remainders, and when products overflow.

use super::super::{mask, Node, Pool, Term};
use super::{with_constant, zero};

pub fn mul(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if let Some((x, k)) = with_constant(pool, a, b) {
        return mul_constant(pool, x, k);
    }
    match (*pool.node(a), *pool.node(b)) {
        (Node::Neg(x), Node::Neg(y)) => Some(pool.mul(x, y)),
        (Node::Neg(x), _) => {
            let product = pool.mul(x, b);
            Some(pool.neg(product))
        }
        (_, Node::Neg(y)) => {
            let product = pool.mul(a, y);
            Some(pool.neg(product))
        }
        _ => None,
    }
}

fn mul_constant(pool: &mut Pool, x: Term, k: u128) -> Option<Term> {
    let width = pool.width(x);
    if k == 0 {
        return Some(zero(pool, x));
    }
    if k.is_power_of_two() {
        let by = pool.constant(width, k.trailing_zeros().into());
        return Some(pool.shl(x, by));
    }
    if k == mask(width) {
        return Some(pool.neg(x));
    }
    match *pool.node(x) {
        Node::Neg(y) => {
            let k = pool.constant(width, k.wrapping_neg());
            Some(pool.mul(y, k))
        }
        Node::Mul(p, q) => {
            let (y, j) = with_constant(pool, p, q)?;
            let product = pool.constant(width, j.wrapping_mul(k));
            Some(pool.mul(y, product))
        }
        _ => None,
    }
}

pub fn udiv(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    if pool.facts(a).high < pool.facts(b).low {
        return Some(zero(pool, a));
    }
    if a == b && pool.facts(a).low > 0 {
        return Some(pool.constant(width, 1));
    }
    if let Some((condition, x, y)) = constant_choice(pool, b) {
        let (x, y) = (pool.udiv(a, x), pool.udiv(a, y));
        return Some(pool.ite(condition, x, y));
    }
    let k = pool.as_const(b)?;
    if k == 0 {
        return Some(pool.constant(width, u128::MAX));
    }
    if k.is_power_of_two() {
        let by = pool.constant(width, k.trailing_zeros().into());
        return Some(pool.lshr(a, by));
    }
    let Node::Udiv(x, c) = *pool.node(a) else {
        return None;
    };
    let product = pool.as_const(c)?.checked_mul(k)?;
    (product <= mask(width)).then(|| {
        let both = pool.constant(width, product);
        pool.udiv(x, both)
    })
}

/// A divisor that is one of two constants, or of a few: division by each of them is a far smaller circuit than division by
/// whichever it is.
fn constant_choice(pool: &Pool, divisor: Term) -> Option<(Term, Term, Term)> {
    match *pool.node(divisor) {
        Node::Ite(condition, a, b) if constants(pool, divisor, CHOICES).is_some() => {
            Some((condition, a, b))
        }
        _ => None,
    }
}

const CHOICES: u32 = 4;

/// How many more constants a choice among constants may have, after this one; none if it is no such choice.
fn constants(pool: &Pool, t: Term, most: u32) -> Option<u32> {
    match *pool.node(t) {
        Node::Const(_) => most.checked_sub(1),
        Node::Ite(_, a, b) => constants(pool, b, constants(pool, a, most)?),
        _ => None,
    }
}

pub fn urem(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if pool.facts(a).high < pool.facts(b).low {
        return Some(a);
    }
    if a == b {
        return Some(zero(pool, a));
    }
    if let Some((condition, x, y)) = constant_choice(pool, b) {
        let (x, y) = (pool.urem(a, x), pool.urem(a, y));
        return Some(pool.ite(condition, x, y));
    }
    let k = pool.as_const(b)?;
    if k == 0 {
        return Some(a);
    }
    k.is_power_of_two().then(|| {
        let low = pool.constant(pool.width(a), k - 1);
        pool.and(a, low)
    })
}

pub fn umul_overflows(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (p, q) = (pool.facts(a), pool.facts(b));
    let most = mask(pool.width(a));
    if p.high.checked_mul(q.high).is_some_and(|high| high <= most) {
        return Some(pool.falsity());
    }
    if p.low.checked_mul(q.low).is_none_or(|low| low > most) {
        return Some(pool.truth());
    }
    let (x, k) = with_constant(pool, a, b)?;
    let largest = pool.constant(pool.width(x), most.checked_div(k)?);
    Some(pool.ult(largest, x))
}

pub fn smul_overflows(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if significant_bits(pool, a) + significant_bits(pool, b) <= pool.width(a) {
        return Some(pool.falsity());
    }
    let (p, q) = (pool.facts(a), pool.facts(b));
    let max = mask(pool.width(a)) >> 1;
    if p.high <= max && q.high <= max {
        if p.high.checked_mul(q.high).is_some_and(|high| high <= max) {
            return Some(pool.falsity());
        }
        if p.low.checked_mul(q.low).is_none_or(|low| low > max) {
            return Some(pool.truth());
        }
    }
    let (x, k) = with_constant(pool, a, b)?;
    smul_constant_overflows(pool, x, k)
}

/// As how few bits a term can be written in two's complement.
fn significant_bits(pool: &Pool, t: Term) -> u32 {
    let width = pool.width(t);
    let facts = pool.facts(t);
    let used = |magnitude: u128| 128 - magnitude.leading_zeros() + 1;
    let sign = 1 << (width - 1);
    if let Node::Sext(x) = *pool.node(t) {
        return pool.width(x);
    }
    if facts.zeros & sign != 0 {
        used(facts.high)
    } else if facts.ones & sign != 0 {
        used(!facts.low & mask(width))
    } else {
        width
    }
}

/// A constant factor leaves an interval that does not overflow.
fn smul_constant_overflows(pool: &mut Pool, x: Term, k: u128) -> Option<Term> {
    let width = pool.width(x);
    let signed = crate::bv::Scalar::signed(width as u16);
    let factor = signed.sign_extend(k);
    let (min, max) = (
        signed.sign_extend(signed.min()),
        signed.sign_extend(signed.max()),
    );
    if factor == 0 || factor == 1 {
        return Some(pool.falsity());
    }
    if factor == -1 {
        let smallest = pool.constant(width, signed.min());
        return Some(pool.eq(x, smallest));
    }
    let (low, high) = match factor > 0 {
        true => (min / factor, max / factor),
        false => (max / factor, min / factor),
    };
    let (low, high) = (
        pool.constant(width, low as u128),
        pool.constant(width, high as u128),
    );
    let (below, above) = (pool.slt(x, low), pool.slt(high, x));
    Some(pool.or(below, above))
}
