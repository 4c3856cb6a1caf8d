//! Shifts: by constants they are extractions and concatenations.

use super::super::{Pool, Term};
use super::zero;

/// How far a shift by a constant goes; none if it is not constant.
fn amount(pool: &Pool, by: Term) -> Option<u32> {
    let amount = pool.as_const(by)?;
    Some(amount.min(128) as u32)
}

/// Whether the amount is certainly not below the width.
fn beyond(pool: &Pool, a: Term, by: Term) -> bool {
    pool.facts(by).low >= u128::from(pool.width(a))
}

pub fn shl(pool: &mut Pool, a: Term, by: Term) -> Option<Term> {
    if beyond(pool, a, by) || pool.as_const(a) == Some(0) {
        return Some(zero(pool, a));
    }
    match amount(pool, by)? {
        0 => Some(a),
        by => {
            let kept = pool.extract(a, pool.width(a) - 1 - by, 0);
            let zeros = pool.constant(by, 0);
            Some(pool.concat(kept, zeros))
        }
    }
}

pub fn lshr(pool: &mut Pool, a: Term, by: Term) -> Option<Term> {
    if beyond(pool, a, by) || pool.as_const(a) == Some(0) {
        return Some(zero(pool, a));
    }
    let (width, by) = (pool.width(a), amount(pool, by)?);
    let kept = pool.extract(a, width - 1, by);
    Some(pool.zext(kept, width))
}

pub fn ashr(pool: &mut Pool, a: Term, by: Term) -> Option<Term> {
    let width = pool.width(a);
    if pool.facts(a).zeros >> (width - 1) & 1 == 1 {
        return Some(pool.lshr(a, by));
    }
    let by = match beyond(pool, a, by) {
        true => width - 1,
        false => amount(pool, by)?,
    };
    let kept = pool.extract(a, width - 1, by);
    Some(pool.sext(kept, width))
}
