//! The operators that a synthesized term may use: those of the theory of bit-vectors, on words.
//!
//! Evaluation here is what the search runs billions of times. What is handed to the user is checked by
//! [`super::term`], which takes its meaning from the table of `bv`.

use serde::{Deserialize, Serialize};

use super::word::Word;

/// The type of a value. A boolean is a word of one bit.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Sort {
    Bool,
    Bits(u16),
}

/// Widths go up to this.
pub const MAX_WIDTH: u32 = 128;

impl Sort {
    pub fn width(self) -> u32 {
        match self {
            Sort::Bool => 1,
            Sort::Bits(width) => width.into(),
        }
    }
}

#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    Not,
    Neg,
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    /// Remainder with the sign of the divisor.
    Smod,
    Shl,
    Lshr,
    Ashr,
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
    Implies,
    Ite,
    Concat,
    Extract {
        high: u16,
        low: u16,
    },
    ZeroExtend(u16),
    SignExtend(u16),
}

/// Binary operators over operands of one sort.
#[cfg(test)]
pub const BINARY: [Op; 24] = [
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Udiv,
    Op::Urem,
    Op::Sdiv,
    Op::Srem,
    Op::Smod,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
    Op::Eq,
    Op::Ne,
    Op::Ult,
    Op::Ule,
    Op::Ugt,
    Op::Uge,
    Op::Slt,
    Op::Sle,
    Op::Sgt,
    Op::Sge,
];

impl Op {
    /// The sort of the result, if the operator takes such operands.
    pub fn result(self, operands: &[Sort]) -> Option<Sort> {
        match (self, operands) {
            (Op::Ite, &[Sort::Bool, a, b]) if a == b => Some(a),
            (Op::Concat, &[Sort::Bits(a), Sort::Bits(b)]) => narrow(u32::from(a) + u32::from(b)),
            (Op::Implies, &[Sort::Bool, Sort::Bool]) => Some(Sort::Bool),
            (_, &[a]) => self.unary_result(a),
            (_, &[a, b]) if a == b => self.binary_result(a),
            _ => None,
        }
    }

    fn unary_result(self, operand: Sort) -> Option<Sort> {
        match (self, operand) {
            (Op::Not, _) => Some(operand),
            (Op::Neg, Sort::Bits(_)) => Some(operand),
            (Op::Extract { high, low }, Sort::Bits(width)) if low <= high && high < width => {
                Some(Sort::Bits(high - low + 1))
            }
            (Op::ZeroExtend(by) | Op::SignExtend(by), Sort::Bits(width)) => {
                narrow(u32::from(width) + u32::from(by))
            }
            _ => None,
        }
    }

    fn binary_result(self, operands: Sort) -> Option<Sort> {
        match (self, operands) {
            (Op::And | Op::Or | Op::Xor, _) => Some(operands),
            (Op::Eq | Op::Ne, _) => Some(Sort::Bool),
            (_, Sort::Bits(_)) if self.is_arithmetic() => Some(operands),
            (_, Sort::Bits(_)) if self.is_order() => Some(Sort::Bool),
            _ => None,
        }
    }

    fn is_arithmetic(self) -> bool {
        use Op::*;
        matches!(
            self,
            Add | Sub | Mul | Udiv | Urem | Sdiv | Srem | Smod | Shl | Lshr | Ashr
        )
    }

    pub fn is_order(self) -> bool {
        use Op::*;
        matches!(self, Ult | Ule | Ugt | Uge | Slt | Sle | Sgt | Sge)
    }

    pub fn is_commutative(self) -> bool {
        use Op::*;
        matches!(self, And | Or | Xor | Add | Mul | Eq | Ne)
    }
}

fn narrow(width: u32) -> Option<Sort> {
    (width <= MAX_WIDTH).then_some(Sort::Bits(width as u16))
}

/// Values of one operand: one for all lanes, or one a lane.
#[derive(Clone, Copy)]
pub enum Lanes<'a, W> {
    All(W),
    Each(&'a [W]),
}

#[inline(always)]
fn map<W: Word>(to: &mut [W], a: Lanes<W>, f: impl Fn(W) -> W) {
    match a {
        Lanes::All(a) => to.fill(f(a)),
        Lanes::Each(a) => to.iter_mut().zip(a).for_each(|(to, a)| *to = f(*a)),
    }
}

#[inline(always)]
fn zip<W: Word>(to: &mut [W], a: Lanes<W>, b: Lanes<W>, f: impl Fn(W, W) -> W) {
    match (a, b) {
        (Lanes::All(a), b) => map(to, b, |b| f(a, b)),
        (a, Lanes::All(b)) => map(to, a, |a| f(a, b)),
        (Lanes::Each(a), Lanes::Each(b)) => {
            let operands = a.iter().zip(b);
            to.iter_mut()
                .zip(operands)
                .for_each(|(to, (a, b))| *to = f(*a, *b));
        }
    }
}

fn choose<W: Word>(to: &mut [W], lanes: [Lanes<W>; 3]) {
    let at = |lanes: Lanes<W>, lane: usize| match lanes {
        Lanes::All(value) => value,
        Lanes::Each(values) => values[lane],
    };
    for (lane, to) in to.iter_mut().enumerate() {
        let branch = if at(lanes[0], lane) == W::ZERO { 2 } else { 1 };
        *to = at(lanes[branch], lane);
    }
}

/// The quotient or remainder of magnitudes, with the signs put back.
fn signed<W: Word>(
    width: u32,
    a: W,
    b: W,
    of: impl Fn(W, W) -> W,
    negate: fn(bool, bool) -> bool,
) -> W {
    let sign = W::ONE << (width - 1);
    let (below_a, below_b) = (a & sign != W::ZERO, b & sign != W::ZERO);
    let magnitude = |value: W, below| match below {
        true => W::ZERO.minus(value) & W::mask(width),
        false => value,
    };
    let result = of(magnitude(a, below_a), magnitude(b, below_b));
    magnitude(result, negate(below_a, below_b))
}

fn udiv<W: Word>(width: u32, a: W, b: W) -> W {
    a.quotient(b).unwrap_or(W::mask(width))
}

fn urem<W: Word>(a: W, b: W) -> W {
    a.remainder(b).unwrap_or(a)
}

fn smod<W: Word>(width: u32, a: W, b: W) -> W {
    let remainder = signed(width, a, b, urem, |a, _| a);
    let sign = W::ONE << (width - 1);
    match remainder != W::ZERO && (a ^ b) & sign != W::ZERO {
        true => remainder.plus(b) & W::mask(width),
        false => remainder,
    }
}

fn amount<W: Word>(width: u32, by: W) -> Option<u32> {
    (by < W::of(width.into())).then(|| by.bits() as u32)
}

fn ashr<W: Word>(width: u32, a: W, by: W) -> W {
    let all = W::mask(width);
    let is_negative = a & (W::ONE << (width - 1)) != W::ZERO;
    let kept = amount(width, by).map_or(W::ZERO, |by| a >> by);
    let filled = match is_negative {
        true => amount(width, by).map_or(all, |by| all & !(all >> by)),
        false => W::ZERO,
    };
    kept | filled
}

/// Applies an operator to lanes of operands. `widths` are those of the first two operands.
pub fn apply<W: Word>(op: Op, widths: [u32; 2], to: &mut [W], lanes: [Lanes<W>; 3]) {
    let [a, b, _] = lanes;
    let width = widths[0];
    let all = W::mask(width);
    // Order of two's complement numbers is that of their bits with the sign flipped.
    let sign = W::ONE << (width - 1);
    match op {
        Op::Not => map(to, a, |a| !a & all),
        Op::Neg => map(to, a, |a| W::ZERO.minus(a) & all),
        Op::And => zip(to, a, b, |a, b| a & b),
        Op::Or => zip(to, a, b, |a, b| a | b),
        Op::Xor => zip(to, a, b, |a, b| a ^ b),
        Op::Add => zip(to, a, b, |a, b| a.plus(b) & all),
        Op::Sub => zip(to, a, b, |a, b| a.minus(b) & all),
        Op::Mul => zip(to, a, b, |a, b| a.times(b) & all),
        Op::Udiv => zip(to, a, b, |a, b| udiv(width, a, b)),
        Op::Urem => zip(to, a, b, |a, b| urem(a, b)),
        Op::Sdiv => zip(to, a, b, |a, b| {
            signed(width, a, b, |a, b| udiv(width, a, b), |a, b| a != b)
        }),
        Op::Srem => zip(to, a, b, |a, b| signed(width, a, b, urem, |a, _| a)),
        Op::Smod => zip(to, a, b, |a, b| smod(width, a, b)),
        Op::Shl => shift(to, a, b, width, |a, by| (a << by) & all),
        Op::Lshr => shift(to, a, b, width, |a, by| a >> by),
        Op::Ashr => zip(to, a, b, |a, b| ashr(width, a, b)),
        Op::Eq => zip(to, a, b, |a, b| W::truth(a == b)),
        Op::Ne => zip(to, a, b, |a, b| W::truth(a != b)),
        Op::Ult => zip(to, a, b, |a, b| W::truth(a < b)),
        Op::Ule => zip(to, a, b, |a, b| W::truth(a <= b)),
        Op::Ugt => zip(to, a, b, |a, b| W::truth(a > b)),
        Op::Uge => zip(to, a, b, |a, b| W::truth(a >= b)),
        Op::Slt => zip(to, a, b, |a, b| W::truth(a ^ sign < b ^ sign)),
        Op::Sle => zip(to, a, b, |a, b| W::truth(a ^ sign <= b ^ sign)),
        Op::Sgt => zip(to, a, b, |a, b| W::truth(a ^ sign > b ^ sign)),
        Op::Sge => zip(to, a, b, |a, b| W::truth(a ^ sign >= b ^ sign)),
        Op::Implies => zip(to, a, b, |a, b| (!a & W::ONE) | b),
        Op::Ite => choose(to, lanes),
        Op::Concat => zip(to, a, b, |a, b| (a << widths[1]) | b),
        Op::Extract { high, low } => {
            let kept = W::mask(u32::from(high - low) + 1);
            map(to, a, |a| (a >> u32::from(low)) & kept);
        }
        Op::ZeroExtend(_) => map(to, a, |a| a),
        Op::SignExtend(by) => {
            let wide = W::mask(width + u32::from(by));
            map(to, a, |a| a.extended(width) & wide);
        }
    }
}

/// Shifts by a constant are the common case, and one that vector units know.
#[inline(always)]
fn shift<W: Word>(to: &mut [W], a: Lanes<W>, by: Lanes<W>, width: u32, f: impl Fn(W, u32) -> W) {
    let shifted = |a: W, by: W| amount(width, by).map_or(W::ZERO, |by| f(a, by));
    match by {
        Lanes::All(by) => match amount(width, by) {
            Some(by) => map(to, a, |a| f(a, by)),
            None => to.fill(W::ZERO),
        },
        Lanes::Each(_) => zip(to, a, by, shifted),
    }
}
