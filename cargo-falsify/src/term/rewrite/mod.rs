//! The rewriter: simpler terms for nodes, tried whenever one is built.
//!
//! Rules are local: they look at a node and at most two levels below it. Each of them makes a term smaller, moves a
//! constant outward, or moves an operator toward the leaves, and none is the inverse of another, so that rewriting
//! ends. What every rule keeps is tested by building random DAGs with and without the rewriter.

mod bits;
mod choice;
mod compare;
mod facts;
mod pieces;
mod products;
mod shifts;
mod sums;
mod truth;

pub use facts::{facts_of, Facts};

use super::{Node, Pool, Term};

/// A simpler term for a node that is not constant, if a rule gives one.
pub fn simplify(pool: &mut Pool, width: u32, node: Node) -> Option<Term> {
    use Node::*;
    if let Some(simpler) = truth::simplify(pool, node) {
        return Some(simpler);
    }
    let simpler = match node {
        Const(_) | Var(_) => None,
        Not(a) => bits::not(pool, a),
        And(a, b) => bits::and(pool, a, b),
        Xor(a, b) => bits::xor(pool, a, b),
        Neg(a) => sums::neg(pool, a),
        Add(a, b) => sums::add(pool, a, b),
        Mul(a, b) => products::mul(pool, a, b),
        Udiv(a, b) => products::udiv(pool, a, b),
        Urem(a, b) => products::urem(pool, a, b),
        UmulOverflows(a, b) => products::umul_overflows(pool, a, b),
        SmulOverflows(a, b) => products::smul_overflows(pool, a, b),
        Shl(a, b) => shifts::shl(pool, a, b),
        Lshr(a, b) => shifts::lshr(pool, a, b),
        Ashr(a, b) => shifts::ashr(pool, a, b),
        Eq(a, b) => compare::eq(pool, a, b),
        Ult(a, b) => compare::ult(pool, a, b),
        Slt(a, b) => compare::slt(pool, a, b),
        Ite(c, a, b) => choice::ite(pool, c, a, b),
        Extract(a, lo) => pieces::extract(pool, a, lo, width),
        Concat(a, b) => pieces::concat(pool, a, b),
        Sext(a) => pieces::sext(pool, a, width),
    };
    simpler.or_else(|| choice::lifted(pool, width, node))
}

/// Operands of commutative operators in the order of their indices, so that both orders are one term.
pub fn ordered(node: Node) -> Node {
    use Node::*;
    match node {
        And(a, b) if a > b => And(b, a),
        Xor(a, b) if a > b => Xor(b, a),
        Add(a, b) if a > b => Add(b, a),
        Mul(a, b) if a > b => Mul(b, a),
        Eq(a, b) if a > b => Eq(b, a),
        UmulOverflows(a, b) if a > b => UmulOverflows(b, a),
        SmulOverflows(a, b) if a > b => SmulOverflows(b, a),
        other => other,
    }
}

/// The operand of a complement.
fn complement(pool: &Pool, t: Term) -> Option<Term> {
    match *pool.node(t) {
        Node::Not(a) => Some(a),
        _ => None,
    }
}

/// Whether one is the complement of the other.
fn complements(pool: &Pool, a: Term, b: Term) -> bool {
    complement(pool, a) == Some(b) || complement(pool, b) == Some(a)
}

/// The other operand and the constant, if one of the two is constant.
fn with_constant(pool: &Pool, a: Term, b: Term) -> Option<(Term, u128)> {
    match (pool.as_const(a), pool.as_const(b)) {
        (_, Some(k)) => Some((a, k)),
        (Some(k), None) => Some((b, k)),
        (None, None) => None,
    }
}

/// The operand and the constant of `x + k`.
fn sum_with_constant(pool: &Pool, t: Term) -> Option<(Term, u128)> {
    match *pool.node(t) {
        Node::Add(a, b) => with_constant(pool, a, b),
        _ => None,
    }
}

fn zero(pool: &mut Pool, like: Term) -> Term {
    pool.constant(pool.width(like), 0)
}

fn ones(pool: &mut Pool, like: Term) -> Term {
    pool.constant(pool.width(like), u128::MAX)
}
