//! What terms are made of.

use super::Term;

/// What a term is. Other operators are built from these: `or` and `any` from `and` and `not`, `sub` from `add` and
/// `neg`, `ule` and `sle` from the strict orders, `zext` from a concatenation with zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// Place in the pool's table of constants; see [`Pool::as_const`].
    Const(u32),
    /// Number of the variable.
    Var(u32),
    Not(Term),
    Neg(Term),
    And(Term, Term),
    Xor(Term, Term),
    Add(Term, Term),
    Mul(Term, Term),
    /// By zero: all ones.
    Udiv(Term, Term),
    /// By zero: the dividend.
    Urem(Term, Term),
    /// By the width or more: 0.
    Shl(Term, Term),
    /// By the width or more: 0.
    Lshr(Term, Term),
    /// By the width or more: the sign everywhere.
    Ashr(Term, Term),
    Eq(Term, Term),
    Ult(Term, Term),
    Slt(Term, Term),
    /// Whether the exact product of the operands, read as unsigned, has more bits than they have.
    UmulOverflows(Term, Term),
    /// Whether the exact product of the operands, read as two's complement, is out of their range.
    SmulOverflows(Term, Term),
    Ite(Term, Term, Term),
    /// As many bits as the term is wide, from this one on.
    Extract(Term, u32),
    /// High part first.
    Concat(Term, Term),
    Sext(Term),
}

impl Node {
    /// The operands, in order.
    pub fn operands(&self) -> impl Iterator<Item = Term> {
        use Node::*;
        let (all, count) = match *self {
            Const(_) | Var(_) => ([Term(0); 3], 0),
            Not(a) | Neg(a) | Extract(a, _) | Sext(a) => ([a, a, a], 1),
            And(a, b) | Xor(a, b) | Add(a, b) | Mul(a, b) | Udiv(a, b) | Urem(a, b) => {
                ([a, b, b], 2)
            }
            Shl(a, b) | Lshr(a, b) | Ashr(a, b) | Eq(a, b) | Ult(a, b) | Slt(a, b) => {
                ([a, b, b], 2)
            }
            UmulOverflows(a, b) | SmulOverflows(a, b) | Concat(a, b) => ([a, b, b], 2),
            Ite(a, b, c) => ([a, b, c], 3),
        };
        all.into_iter().take(count)
    }

    /// The same operator over others, given in the order of [`Node::operands`].
    pub(super) fn with_operands(&self, with: &[Term]) -> Node {
        use Node::*;
        match (*self, with) {
            (Not(_), &[a]) => Not(a),
            (Neg(_), &[a]) => Neg(a),
            (Extract(_, lo), &[a]) => Extract(a, lo),
            (Sext(_), &[a]) => Sext(a),
            (And(..), &[a, b]) => And(a, b),
            (Xor(..), &[a, b]) => Xor(a, b),
            (Add(..), &[a, b]) => Add(a, b),
            (Mul(..), &[a, b]) => Mul(a, b),
            (Udiv(..), &[a, b]) => Udiv(a, b),
            (Urem(..), &[a, b]) => Urem(a, b),
            (Shl(..), &[a, b]) => Shl(a, b),
            (Lshr(..), &[a, b]) => Lshr(a, b),
            (Ashr(..), &[a, b]) => Ashr(a, b),
            (Eq(..), &[a, b]) => Eq(a, b),
            (Ult(..), &[a, b]) => Ult(a, b),
            (Slt(..), &[a, b]) => Slt(a, b),
            (UmulOverflows(..), &[a, b]) => UmulOverflows(a, b),
            (SmulOverflows(..), &[a, b]) => SmulOverflows(a, b),
            (Concat(..), &[a, b]) => Concat(a, b),
            (Ite(..), &[a, b, c]) => Ite(a, b, c),
            (other, _) => other, // the operands are as many as the node has
        }
    }
}
