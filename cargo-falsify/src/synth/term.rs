//! Terms: what is synthesized, and the bodies of productions. Their meaning is the table of `bv`, so that what the
//! search found is checked by other code than the search.

use serde::{Deserialize, Serialize};

use super::op::{Op, Sort};
use crate::bv::{BinOp, Scalar, UnOp};

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A parameter of the function.
    Input(usize),
    /// A place of a production that another term fills.
    Hole(usize),
    Constant(Sort, u128),
    Apply(Op, Vec<Term>),
}

impl Term {
    /// The sort, given those of the inputs and holes; none if an operator does not take its operands.
    pub fn sort(&self, inputs: &[Sort], holes: &[Sort]) -> Option<Sort> {
        match self {
            Term::Input(index) => inputs.get(*index).copied(),
            Term::Hole(index) => holes.get(*index).copied(),
            Term::Constant(sort, _) => Some(*sort),
            Term::Apply(op, operands) => {
                let sorts: Option<Vec<Sort>> =
                    operands.iter().map(|it| it.sort(inputs, holes)).collect();
                op.result(&sorts?)
            }
        }
    }

    /// With the holes filled.
    pub fn filled(&self, with: &[Term]) -> Term {
        match self {
            Term::Hole(index) => with[*index].clone(),
            Term::Apply(op, operands) => {
                Term::Apply(*op, operands.iter().map(|it| it.filled(with)).collect())
            }
            leaf => leaf.clone(),
        }
    }

    /// Number of operators, inputs and constants.
    pub fn size(&self) -> usize {
        match self {
            Term::Apply(_, operands) => 1 + operands.iter().map(Term::size).sum::<usize>(),
            _ => 1,
        }
    }

    /// Number of branches: the complexity of a summary.
    pub fn branches(&self) -> usize {
        match self {
            Term::Apply(op, operands) => {
                let own = usize::from(*op == Op::Ite);
                own + operands.iter().map(Term::branches).sum::<usize>()
            }
            _ => 0,
        }
    }

    /// The value for the inputs, by the table of `bv`. Holes have none.
    pub fn evaluate(&self, sorts: &[Sort], inputs: &[u128]) -> Option<u128> {
        self.typed_value(sorts, inputs).map(|(_, value)| value)
    }

    fn typed_value(&self, sorts: &[Sort], inputs: &[u128]) -> Option<(Sort, u128)> {
        match self {
            Term::Input(index) => Some((*sorts.get(*index)?, *inputs.get(*index)?)),
            Term::Hole(_) => None,
            Term::Constant(sort, bits) => Some((*sort, *bits)),
            Term::Apply(Op::Ite, operands) => {
                let [condition, then, otherwise] = operands.as_slice() else {
                    return None;
                };
                let holds = condition.evaluate(sorts, inputs)? == 1;
                if holds { then } else { otherwise }.typed_value(sorts, inputs)
            }
            Term::Apply(op, operands) => {
                let values: Option<Vec<(Sort, u128)>> = operands
                    .iter()
                    .map(|it| it.typed_value(sorts, inputs))
                    .collect();
                value_of(*op, &values?)
            }
        }
    }
}

/// The value of an operator but `Ite`.
fn value_of(op: Op, operands: &[(Sort, u128)]) -> Option<(Sort, u128)> {
    let sorts: Vec<Sort> = operands.iter().map(|(sort, _)| *sort).collect();
    let result = op.result(&sorts)?;
    let value = match *operands {
        [(sort, a)] => unary(op, sort, a),
        [(left, a), (right, b)] => binary(op, left, a, right, b),
        _ => None,
    };
    value.map(|value| (result, value))
}

fn unsigned(sort: Sort) -> Scalar {
    Scalar::unsigned(sort.width() as u16)
}

fn signed(sort: Sort) -> Scalar {
    Scalar::signed(sort.width() as u16)
}

fn unary(op: Op, sort: Sort, a: u128) -> Option<u128> {
    let value = match op {
        Op::Not => UnOp::Not.eval(unsigned(sort), a),
        Op::Neg => UnOp::Neg.eval(unsigned(sort), a),
        Op::Extract { high, low } => Scalar::unsigned(high - low + 1).wrap(a >> low),
        Op::ZeroExtend(_) => a,
        Op::SignExtend(by) => {
            let wide = Scalar::unsigned(sort.width() as u16 + by);
            wide.wrap(signed(sort).sign_extend(a) as u128)
        }
        _ => return None,
    };
    Some(value)
}

fn binary(op: Op, left: Sort, a: u128, right: Sort, b: u128) -> Option<u128> {
    let by = |op: BinOp, scalar: Scalar| Some(op.eval(scalar, a, scalar, b));
    let (plain, twos) = (unsigned(left), signed(left));
    match op {
        Op::And => by(BinOp::And, plain),
        Op::Or => by(BinOp::Or, plain),
        Op::Xor => by(BinOp::Xor, plain),
        Op::Add => by(BinOp::Add, plain),
        Op::Sub => by(BinOp::Sub, plain),
        Op::Mul => by(BinOp::Mul, plain),
        Op::Udiv => by(BinOp::Div, plain),
        Op::Urem => by(BinOp::Rem, plain),
        Op::Sdiv => by(BinOp::Div, twos),
        Op::Srem => by(BinOp::Rem, twos),
        Op::Smod => Some(modulus(twos, a, b)),
        Op::Shl => Some(shift(BinOp::Shl, plain, a, b)),
        Op::Lshr => Some(shift(BinOp::Shr, plain, a, b)),
        Op::Ashr => Some(shift(BinOp::Shr, twos, a, b)),
        Op::Eq => by(BinOp::Eq, plain),
        Op::Ne => by(BinOp::Ne, plain),
        Op::Ult => by(BinOp::Lt, plain),
        Op::Ule => by(BinOp::Le, plain),
        Op::Ugt => by(BinOp::Gt, plain),
        Op::Uge => by(BinOp::Ge, plain),
        Op::Slt => by(BinOp::Lt, twos),
        Op::Sle => by(BinOp::Le, twos),
        Op::Sgt => by(BinOp::Gt, twos),
        Op::Sge => by(BinOp::Ge, twos),
        Op::Implies => Some(u128::from(a <= b)),
        Op::Concat => Some((a << right.width()) | b),
        _ => None,
    }
}

/// The table shifts modulo the width; here everything is shifted out.
fn shift(op: BinOp, scalar: Scalar, a: u128, by: u128) -> u128 {
    let count = Scalar::unsigned(128);
    if BinOp::ShiftOutOfRange.eval(scalar, a, count, by) == 0 {
        return op.eval(scalar, a, count, by);
    }
    let is_negative = scalar.is_signed() && scalar.sign_extend(a) < 0;
    if is_negative {
        scalar.mask()
    } else {
        0
    }
}

fn modulus(scalar: Scalar, a: u128, b: u128) -> u128 {
    let remainder = BinOp::Rem.eval(scalar, a, scalar, b);
    let opposite = (scalar.sign_extend(a) < 0) != (scalar.sign_extend(b) < 0);
    if remainder != 0 && opposite {
        BinOp::Add.eval(scalar, remainder, scalar, b)
    } else {
        remainder
    }
}
