//! The meaning of terms: evaluation under values of the variables.

use super::{cone, mask, Node, Pool, Term};
use crate::bv::{BinOp, Scalar};

/// Values of the roots.
pub fn eval(pool: &Pool, roots: &[Term], value_of_var: &dyn Fn(Term) -> u128) -> Vec<u128> {
    Evaluator::new().eval(pool, roots, value_of_var)
}

/// Evaluates terms of one pool many times; the memory for values is kept between evaluations.
#[derive(Default)]
pub struct Evaluator {
    values: Vec<u128>,
    roots: Vec<Term>,
    cone: Vec<Term>,
}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// Values of the roots; the walk over the DAG is repeated only if the roots are others than at the last call.
    pub fn eval(
        &mut self,
        pool: &Pool,
        roots: &[Term],
        value_of_var: &dyn Fn(Term) -> u128,
    ) -> Vec<u128> {
        if self.roots != roots {
            self.cone = cone(pool, roots);
            self.roots = roots.to_vec();
        }
        self.values.resize(self.values.len().max(pool.len()), 0);
        for &t in &self.cone {
            let width = pool.width(t);
            self.values[t.index()] = match pool.node(t) {
                Node::Var(_) => value_of_var(t) & mask(width),
                node => compute(pool, width, node, &|operand| self.values[operand.index()]),
            };
        }
        roots.iter().map(|t| self.values[t.index()]).collect()
    }
}

/// The value of a node of the given width from those of its operands; variables count as 0.
pub(super) fn compute(pool: &Pool, width: u32, node: &Node, value: &dyn Fn(Term) -> u128) -> u128 {
    use Node::*;
    let cut = mask(width);
    let int = |of: Term| Scalar::unsigned(pool.width(of) as u16);
    let signed = |of: Term| Scalar::signed(pool.width(of) as u16);
    let table = |op: BinOp, t: Scalar, a: Term, b: Term| op.eval(t, value(a), t, value(b));
    match *node {
        Const(at) => pool.constant_bits(at),
        Var(_) => 0,
        Not(a) => !value(a) & cut,
        Neg(a) => value(a).wrapping_neg() & cut,
        And(a, b) => value(a) & value(b),
        Xor(a, b) => value(a) ^ value(b),
        Add(a, b) => value(a).wrapping_add(value(b)) & cut,
        Mul(a, b) => value(a).wrapping_mul(value(b)) & cut,
        Udiv(a, b) => value(a).checked_div(value(b)).unwrap_or(cut),
        Urem(a, b) => value(a).checked_rem(value(b)).unwrap_or(value(a)),
        Shl(a, b) => shifted(width, value(b)).map_or(0, |by| value(a) << by & cut),
        Lshr(a, b) => shifted(width, value(b)).map_or(0, |by| value(a) >> by),
        Ashr(a, b) => {
            let by = shifted(width, value(b)).unwrap_or(width - 1);
            (signed(a).sign_extend(value(a)) >> by) as u128 & cut
        }
        Eq(a, b) => (value(a) == value(b)).into(),
        Ult(a, b) => (value(a) < value(b)).into(),
        Slt(a, b) => {
            let t = signed(a);
            (t.sign_extend(value(a)) < t.sign_extend(value(b))).into()
        }
        UmulOverflows(a, b) => table(BinOp::MulOverflows, int(a), a, b),
        SmulOverflows(a, b) => table(BinOp::MulOverflows, signed(a), a, b),
        Ite(c, a, b) => match value(c) {
            0 => value(b),
            _ => value(a),
        },
        Extract(a, lo) => value(a) >> lo & cut,
        Concat(a, b) => value(a) << pool.width(b) | value(b),
        Sext(a) => signed(a).sign_extend(value(a)) as u128 & cut,
    }
}

/// The amount of a shift, if it leaves anything.
fn shifted(width: u32, amount: u128) -> Option<u32> {
    (amount < u128::from(width)).then_some(amount as u32)
}
