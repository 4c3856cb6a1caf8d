//! Arithmetic of single bits is logic.

use super::super::{Node, Pool, Term};

/// The logic of an operator whose operands have one bit.
pub fn simplify(pool: &mut Pool, node: Node) -> Option<Term> {
    use Node::*;
    let single = |t: Term| pool.width(t) == 1;
    Some(match node {
        Neg(a) | Ashr(a, _) if single(a) => a,
        Add(a, b) if single(a) => pool.xor(a, b),
        Mul(a, b) | SmulOverflows(a, b) if single(a) => pool.and(a, b),
        UmulOverflows(a, _) if single(a) => pool.falsity(),
        Udiv(a, b) if single(a) => pool.implies(b, a),
        Urem(a, b) | Shl(a, b) | Lshr(a, b) | Slt(a, b) if single(a) => without(pool, a, b),
        Ult(a, b) if single(a) => without(pool, b, a),
        Eq(a, b) if single(a) => {
            let differ = pool.xor(a, b);
            pool.not(differ)
        }
        _ => return None,
    })
}

/// `a` and not `b`.
fn without(pool: &mut Pool, a: Term, b: Term) -> Term {
    let b = pool.not(b);
    pool.and(a, b)
}
