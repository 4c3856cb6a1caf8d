//! Equality and the orders.

use super::super::{mask, Node, Pool, Term};
use super::{complement, complements, sum_with_constant, with_constant, zero};

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

fn eq_to(pool: &mut Pool, x: Term, k: u128) -> Option<Term> {
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

pub fn ult(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if pool.facts(a).high < pool.facts(b).low {
        return Some(pool.truth());
    }
    if a == b || pool.facts(a).low >= pool.facts(b).high {
        return Some(pool.falsity());
    }
    let rules = [
        ult_complements,
        ult_bounds,
        ult_power,
        ult_sum,
        ult_wrapped,
        ult_parts,
    ];
    rules.iter().find_map(|rule| rule(pool, a, b))
}

/// Complements turn the order around, constants with them.
fn ult_complements(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let flipped = |pool: &mut Pool, t: Term| match pool.as_const(t) {
        Some(k) => Some(pool.constant(pool.width(t), !k)),
        None => complement(pool, t),
    };
    let (x, y) = (flipped(pool, a)?, flipped(pool, b)?);
    Some(pool.ult(y, x))
}

/// Next to the ends of the range an order is an equality.
fn ult_bounds(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let most = mask(pool.width(a));
    match (pool.as_const(a), pool.as_const(b)) {
        (_, Some(1)) => eq_to(pool, a, 0),
        (_, Some(k)) if k == most => {
            let equal = eq_to(pool, a, k)?;
            Some(pool.not(equal))
        }
        (Some(0), _) => {
            let equal = eq_to(pool, b, 0)?;
            Some(pool.not(equal))
        }
        (Some(k), _) if k == most - 1 => eq_to(pool, b, most),
        _ => None,
    }
}

/// Less than a power of two: the bits from there on are zero.
fn ult_power(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let top = pool.width(a) - 1;
    if let Some(k) = pool.as_const(b).filter(|k| k.is_power_of_two()) {
        let high = pool.extract(a, top, k.trailing_zeros());
        return eq_to(pool, high, 0);
    }
    let k = pool.as_const(a)?.checked_add(1)?;
    k.is_power_of_two().then(|| {
        let high = pool.extract(b, top, k.trailing_zeros());
        let zero = zero(pool, high);
        pool.ne(high, zero)
    })
}

/// `x + k` against a constant, where it cannot wrap.
fn ult_sum(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let most = mask(pool.width(a));
    let fits = |x: Term, k: u128| {
        pool.facts(x)
            .high
            .checked_add(k)
            .is_some_and(|sum| sum <= most)
    };
    if let (Some((x, k)), Some(bound)) = (sum_with_constant(pool, a), pool.as_const(b)) {
        let rest = bound.checked_sub(k).filter(|_| fits(x, k))?;
        let rest = pool.constant(pool.width(a), rest);
        return Some(pool.ult(x, rest));
    }
    let (bound, (x, k)) = (pool.as_const(a)?, sum_with_constant(pool, b)?);
    let rest = bound.checked_sub(k).filter(|_| fits(x, k))?;
    let rest = pool.constant(pool.width(a), rest);
    Some(pool.ult(rest, x))
}

/// A sum is less than an operand just if it wrapped.
fn ult_wrapped(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Add(x, y) = *pool.node(a) else {
        return None;
    };
    if x != b && y != b {
        return None;
    }
    let most = mask(pool.width(a));
    let (p, q) = (pool.facts(x), pool.facts(y));
    if p.high.checked_add(q.high).is_some_and(|sum| sum <= most) {
        return Some(pool.falsity());
    }
    if p.low.checked_add(q.low).is_none_or(|sum| sum > most) {
        return Some(pool.truth());
    }
    let (x, k) = with_constant(pool, x, y)?;
    let last = pool.constant(pool.width(a), most - k);
    Some(pool.ult(last, x))
}

/// The parts of a term at a split, if it is a concatenation there or constant.
fn parts_at(pool: &mut Pool, t: Term, split: u32) -> Option<(Term, Term)> {
    let splits = match *pool.node(t) {
        Node::Concat(_, low) => pool.width(low) == split,
        Node::Const(_) => true,
        _ => false,
    };
    let top = pool.width(t) - 1;
    splits.then(|| (pool.extract(t, top, split), pool.extract(t, split - 1, 0)))
}

/// Where the high parts are the same, the low ones decide; where the low ones cannot, the high ones do.
fn ult_parts(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let split = match (*pool.node(a), *pool.node(b)) {
        (Node::Concat(_, low), _) | (_, Node::Concat(_, low)) => pool.width(low),
        _ => return None,
    };
    let ((p, q), (r, s)) = (parts_at(pool, a, split)?, parts_at(pool, b, split)?);
    if p == r {
        return Some(pool.ult(q, s));
    }
    if pool.facts(q).low >= pool.facts(s).high {
        return Some(pool.ult(p, r));
    }
    if pool.facts(q).high < pool.facts(s).low {
        return Some(pool.ule(p, r));
    }
    None
}

pub fn slt(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(pool.falsity());
    }
    match (sign(pool, a), sign(pool, b)) {
        (Some(p), Some(q)) if p == q => return Some(pool.ult(a, b)),
        (Some(negative), Some(_)) => return Some(pool.bool(negative)),
        _ => {}
    }
    let rules = [slt_complements, slt_bounds, slt_extended];
    rules.iter().find_map(|rule| rule(pool, a, b))
}

/// Whether a term is negative, if that is known.
fn sign(pool: &Pool, t: Term) -> Option<bool> {
    let top = pool.width(t) - 1;
    let facts = pool.facts(t);
    match (facts.zeros >> top & 1, facts.ones >> top & 1) {
        (1, _) => Some(false),
        (_, 1) => Some(true),
        _ => None,
    }
}

fn slt_complements(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let flipped = |pool: &mut Pool, t: Term| match pool.as_const(t) {
        Some(k) => Some(pool.constant(pool.width(t), !k)),
        None => complement(pool, t),
    };
    let (x, y) = (flipped(pool, a)?, flipped(pool, b)?);
    Some(pool.slt(y, x))
}

/// Next to the ends of the range an order is an equality, at zero the sign bit.
fn slt_bounds(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    let (most, max) = (mask(width), mask(width) >> 1);
    let min = max + 1;
    let negative = |pool: &mut Pool, t: Term| pool.extract(t, width - 1, width - 1);
    if let Some(k) = pool.as_const(b) {
        return match k {
            0 => Some(negative(pool, a)),
            _ if k == min => Some(pool.falsity()),
            _ if k == min + 1 => eq_to(pool, a, min),
            _ if k == max => {
                let equal = eq_to(pool, a, max)?;
                Some(pool.not(equal))
            }
            _ => None,
        };
    }
    match pool.as_const(a)? {
        k if k == most => {
            let negative = negative(pool, b);
            Some(pool.not(negative))
        }
        k if k == max => Some(pool.falsity()),
        k if k + 1 == max => eq_to(pool, b, max),
        k if k == min => {
            let equal = eq_to(pool, b, min)?;
            Some(pool.not(equal))
        }
        _ => None,
    }
}

/// Sign-extensions are compared before they are extended; a constant out of their range decides by its sign.
fn slt_extended(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let source = match (*pool.node(a), *pool.node(b)) {
        (Node::Sext(x), Node::Sext(y)) => pool.width(x).max(pool.width(y)),
        (Node::Sext(x), Node::Const(_)) | (Node::Const(_), Node::Sext(x)) => pool.width(x),
        _ => return None,
    };
    let narrow = |pool: &mut Pool, t: Term| {
        let low = pool.extract(t, source - 1, 0);
        (low, pool.sext(low, pool.width(t)) == t)
    };
    let ((x, a_fits), (y, b_fits)) = (narrow(pool, a), narrow(pool, b));
    match (a_fits, b_fits) {
        (true, true) => Some(pool.slt(x, y)),
        // The one that does not fit is constant.
        (true, false) => Some(pool.bool(sign(pool, b) == Some(false))),
        (false, _) => Some(pool.bool(sign(pool, a) == Some(true))),
    }
}
