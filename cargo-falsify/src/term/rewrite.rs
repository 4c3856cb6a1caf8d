//! The rewriter: simpler terms for nodes, tried whenever one is built.

use super::{Node, Pool, Term};

/// A simpler term for a node that is not constant, if a rule gives one.
pub fn simplify(_pool: &mut Pool, _width: u32, _node: Node) -> Option<Term> {
    None
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
