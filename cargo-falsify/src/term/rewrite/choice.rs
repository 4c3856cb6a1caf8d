//! Choices between two terms, and operators that go through them.

use super::super::{Node, Pool, Term};
use super::{complement, complements, with_constant};

pub fn ite(pool: &mut Pool, c: Term, a: Term, b: Term) -> Option<Term> {
    match pool.as_const(c) {
        Some(0) => return Some(b),
        Some(_) => return Some(a),
        None if a == b => return Some(a),
        None => {}
    }
    if let Some(inner) = complement(pool, c) {
        return Some(pool.ite(inner, b, a));
    }
    if pool.width(a) == 1 {
        if let Some(logic) = truth_choice(pool, c, a, b) {
            return Some(logic);
        }
    }
    let rules = [
        equal_condition,
        same_condition,
        nested,
        common_operator,
        common_parts,
    ];
    rules.iter().find_map(|rule| rule(pool, c, a, b))
}

/// Between truth values, if one of them is constant or the condition.
fn truth_choice(pool: &mut Pool, c: Term, a: Term, b: Term) -> Option<Term> {
    let known = |pool: &Pool, t: Term, same: u128| match pool.as_const(t) {
        Some(k) => Some(k),
        None if t == c => Some(same),
        None if complements(pool, t, c) => Some(1 - same),
        None => None,
    };
    match (known(pool, a, 1), known(pool, b, 0)) {
        (Some(1), _) => Some(pool.or(c, b)),
        (Some(_), _) => {
            let c = pool.not(c);
            Some(pool.and(c, b))
        }
        (_, Some(0)) => Some(pool.and(c, a)),
        (_, Some(_)) => Some(pool.implies(c, a)),
        (None, None) if complements(pool, a, b) => Some(pool.xor(c, b)),
        (None, None) => None,
    }
}

/// Where the condition says that two terms are equal, either may stand for the other.
fn equal_condition(pool: &mut Pool, c: Term, a: Term, b: Term) -> Option<Term> {
    let Node::Eq(x, y) = *pool.node(c) else {
        return None;
    };
    if (a == x && b == y) || (a == y && b == x) {
        return Some(b);
    }
    let (x, k) = with_constant(pool, x, y)?;
    (a == x).then(|| {
        let k = pool.constant(pool.width(x), k);
        pool.ite(c, k, b)
    })
}

/// Below a choice by the same condition only one branch is ever taken.
fn same_condition(pool: &mut Pool, c: Term, a: Term, b: Term) -> Option<Term> {
    let taken = |t: Term, truth: bool| match *pool.node(t) {
        Node::Ite(d, x, y) if d == c => Some(if truth { x } else { y }),
        _ => None,
    };
    match (taken(a, true), taken(b, false)) {
        (None, None) => None,
        (x, y) => Some(pool.ite(c, x.unwrap_or(a), y.unwrap_or(b))),
    }
}

/// Two choices with a branch in common are one.
fn nested(pool: &mut Pool, c: Term, a: Term, b: Term) -> Option<Term> {
    if let Node::Ite(d, x, y) = *pool.node(a) {
        if y == b {
            let both = pool.and(c, d);
            return Some(pool.ite(both, x, b));
        }
        if x == b {
            let d = pool.not(d);
            let first = pool.and(c, d);
            return Some(pool.ite(first, y, b));
        }
    }
    if let Node::Ite(d, x, y) = *pool.node(b) {
        if x == a {
            let any = pool.or(c, d);
            return Some(pool.ite(any, a, y));
        }
        if y == a {
            let d = pool.not(d);
            let any = pool.or(c, d);
            return Some(pool.ite(any, a, x));
        }
    }
    None
}

/// The same operator in both branches comes after the choice.
fn common_operator(pool: &mut Pool, c: Term, a: Term, b: Term) -> Option<Term> {
    match (*pool.node(a), *pool.node(b)) {
        (Node::Not(x), Node::Not(y)) => {
            let chosen = pool.ite(c, x, y);
            Some(pool.not(chosen))
        }
        (Node::Sext(x), Node::Sext(y)) if pool.width(x) == pool.width(y) => {
            let chosen = pool.ite(c, x, y);
            Some(pool.sext(chosen, pool.width(a)))
        }
        _ => None,
    }
}

/// Of concatenations only the parts that differ are chosen.
fn common_parts(pool: &mut Pool, c: Term, a: Term, b: Term) -> Option<Term> {
    let split = match (*pool.node(a), *pool.node(b)) {
        (Node::Concat(_, x), Node::Concat(_, y)) if pool.width(x) == pool.width(y) => pool.width(x),
        (Node::Concat(_, x), Node::Const(_)) | (Node::Const(_), Node::Concat(_, x)) => {
            pool.width(x)
        }
        _ => return None,
    };
    let top = pool.width(a) - 1;
    let mut parts = |t: Term| (pool.extract(t, top, split), pool.extract(t, split - 1, 0));
    let ((p, q), (r, s)) = (parts(a), parts(b));
    (p == r || q == s).then(|| {
        let (high, low) = (pool.ite(c, p, r), pool.ite(c, q, s));
        pool.concat(high, low)
    })
}

/// Operators go into choices where that leaves constants: `ite(c, 1, 2) + 3` is `ite(c, 4, 5)`.
pub fn lifted(pool: &mut Pool, width: u32, node: Node) -> Option<Term> {
    if matches!(node, Node::Ite(..)) {
        return None;
    }
    let operands: Vec<Term> = node.operands().collect();
    let (c, first, second) = match operands[..] {
        [a] => {
            let (c, x, y) = constant_choice(pool, a)?;
            (c, vec![x], vec![y])
        }
        [a, b] => both_branches(pool, width, a, b)?,
        _ => return None,
    };
    let a = pool.rebuild(width, &node, &first);
    let b = pool.rebuild(width, &node, &second);
    Some(pool.ite(c, a, b))
}

/// Condition and branches of a choice between constants.
fn constant_choice(pool: &Pool, t: Term) -> Option<(Term, Term, Term)> {
    match *pool.node(t) {
        Node::Ite(c, x, y) if [x, y].iter().all(|&t| pool.as_const(t).is_some()) => Some((c, x, y)),
        _ => None,
    }
}

/// The operands in either branch: of choices between constants by one condition, or one of them with a constant.
/// An order or equality is also decided by a single constant branch.
fn both_branches(
    pool: &Pool,
    width: u32,
    a: Term,
    b: Term,
) -> Option<(Term, Vec<Term>, Vec<Term>)> {
    let choice = |t: Term| match constant_choice(pool, t) {
        None if width == 1 => half_constant_choice(pool, t),
        found => found,
    };
    match (pool.as_const(a), pool.as_const(b)) {
        (None, Some(_)) => {
            let (c, x, y) = choice(a)?;
            Some((c, vec![x, b], vec![y, b]))
        }
        (Some(_), None) => {
            let (c, x, y) = choice(b)?;
            Some((c, vec![a, x], vec![a, y]))
        }
        _ => {
            let ((c, p, q), (d, r, s)) = (constant_choice(pool, a)?, constant_choice(pool, b)?);
            (c == d).then(|| (c, vec![p, r], vec![q, s]))
        }
    }
}

fn half_constant_choice(pool: &Pool, t: Term) -> Option<(Term, Term, Term)> {
    match *pool.node(t) {
        Node::Ite(c, x, y) if [x, y].iter().any(|&t| pool.as_const(t).is_some()) => Some((c, x, y)),
        _ => None,
    }
}
