//! The operators of the one table in `bv`, over terms: `bool` has width 1, `char` 32, floats their IEEE bits.

use super::float::{self, Format};
use super::{mask, Pool, Term};
use crate::bv::{castable, BinOp, Scalar, UnOp};

/// There is no circuit for an operator at these types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

impl Unsupported {
    fn operator(name: &str, t: Scalar) -> Unsupported {
        Unsupported(format!("`{name}` of {t}"))
    }
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is not supported here", self.0)
    }
}

impl std::error::Error for Unsupported {}

pub fn unary(pool: &mut Pool, op: UnOp, t: Scalar, a: Term) -> Result<Term, Unsupported> {
    let unsupported = || Unsupported::operator(op.name(), t);
    op.result(t).ok_or_else(unsupported)?;
    if t.is_float() {
        let format = Format::of(t).ok_or_else(unsupported)?;
        return float::unary(pool, format, op, a).ok_or_else(unsupported);
    }
    Ok(match op {
        UnOp::Not => pool.not(a),
        UnOp::Neg => pool.neg(a),
        UnOp::NegOverflows => neg_overflows(pool, t, a),
        UnOp::CountOnes => count_ones(pool, a),
        UnOp::LeadingZeros => leading_zeros(pool, a),
        UnOp::TrailingZeros => {
            let reversed = pieces_reversed(pool, a, 1);
            leading_zeros(pool, reversed)
        }
        UnOp::SwapBytes => pieces_reversed(pool, a, 8),
        UnOp::ReverseBits => pieces_reversed(pool, a, 1),
        UnOp::FloatAbs | UnOp::FloatSqrt | UnOp::FloatFloor | UnOp::FloatCeil => {
            return Err(unsupported())
        }
        UnOp::FloatTrunc | UnOp::FloatRound | UnOp::FloatRoundTiesEven => return Err(unsupported()),
    })
}

fn neg_overflows(pool: &mut Pool, t: Scalar, a: Term) -> Term {
    let zero_or_min = pool.constant(t.bits(), t.min());
    let at_it = pool.eq(a, zero_or_min);
    if t.is_signed() {
        at_it
    } else {
        pool.not(at_it)
    }
}

/// A tree of sums, each as wide as its count needs, so that the adders stay small.
fn count_ones(pool: &mut Pool, a: Term) -> Term {
    let mut counts: Vec<Term> = (0..pool.width(a)).map(|i| pool.extract(a, i, i)).collect();
    while counts.len() > 1 {
        counts = counts.chunks(2).map(|pair| sum_of(pool, pair)).collect();
    }
    fit(pool, counts[0], 32)
}

fn sum_of(pool: &mut Pool, pair: &[Term]) -> Term {
    let width = pair.iter().map(|&t| pool.width(t)).max().unwrap_or(1) + 1;
    let wide: Vec<Term> = pair.iter().map(|&t| pool.zext(t, width)).collect();
    match wide[..] {
        [a, b] => pool.add(a, b),
        _ => wide[0],
    }
}

/// Zero-extended or cut.
fn fit(pool: &mut Pool, t: Term, width: u32) -> Term {
    if pool.width(t) > width {
        return pool.extract(t, width - 1, 0);
    }
    pool.zext(t, width)
}

/// The last one bit decides: a chain from the lowest bit up.
fn leading_zeros(pool: &mut Pool, a: Term) -> Term {
    let width = pool.width(a);
    let none = pool.constant(32, width.into());
    (0..width).fold(none, |below, i| {
        let bit = pool.extract(a, i, i);
        let here = pool.constant(32, (width - 1 - i).into());
        pool.ite(bit, here, below)
    })
}

/// Groups of bits in the opposite order.
fn pieces_reversed(pool: &mut Pool, a: Term, size: u32) -> Term {
    let piece = |pool: &mut Pool, i: u32| pool.extract(a, (i + 1) * size - 1, i * size);
    let first = piece(pool, 0);
    (1..pool.width(a) / size).fold(first, |high, i| {
        let low = piece(pool, i);
        pool.concat(high, low)
    })
}

pub fn binary(
    pool: &mut Pool,
    op: BinOp,
    left: Scalar,
    a: Term,
    right: Scalar,
    b: Term,
) -> Result<Term, Unsupported> {
    let unsupported = || Unsupported::operator(op.name(), left);
    op.result(left, right).ok_or_else(unsupported)?;
    if left.is_float() {
        let format = Format::of(left).ok_or_else(unsupported)?;
        return float::binary(pool, format, op, a, b).ok_or_else(unsupported);
    }
    let signed = left.is_signed();
    Ok(match op {
        BinOp::Add => pool.add(a, b),
        BinOp::Sub => pool.sub(a, b),
        BinOp::Mul => pool.mul(a, b),
        BinOp::Div if signed => signed_div(pool, a, b),
        BinOp::Div => pool.udiv(a, b),
        BinOp::Rem if signed => signed_rem(pool, a, b),
        BinOp::Rem => pool.urem(a, b),
        BinOp::And => pool.and(a, b),
        BinOp::Or => pool.or(a, b),
        BinOp::Xor => pool.xor(a, b),
        BinOp::Shl => {
            let by = effective_amount(pool, left, b);
            pool.shl(a, by)
        }
        BinOp::Shr => {
            let by = effective_amount(pool, left, b);
            match signed {
                true => pool.ashr(a, by),
                false => pool.lshr(a, by),
            }
        }
        BinOp::RotateLeft => rotate(pool, left, a, b, true),
        BinOp::RotateRight => rotate(pool, left, a, b, false),
        BinOp::AddSaturating => {
            let over = add_overflows(pool, signed, a, b);
            let sum = pool.add(a, b);
            saturated(pool, left, a, over, sum, false)
        }
        BinOp::SubSaturating => {
            let over = sub_overflows(pool, signed, a, b);
            let difference = pool.sub(a, b);
            saturated(pool, left, a, over, difference, true)
        }
        BinOp::Eq => pool.eq(a, b),
        BinOp::Ne => pool.ne(a, b),
        BinOp::Lt => less(pool, signed, a, b),
        BinOp::Gt => less(pool, signed, b, a),
        BinOp::Le => {
            let greater = less(pool, signed, b, a);
            pool.not(greater)
        }
        BinOp::Ge => {
            let smaller = less(pool, signed, a, b);
            pool.not(smaller)
        }
        BinOp::AddOverflows => add_overflows(pool, signed, a, b),
        BinOp::SubOverflows => sub_overflows(pool, signed, a, b),
        BinOp::MulOverflows if signed => pool.smul_overflows(a, b),
        BinOp::MulOverflows => pool.umul_overflows(a, b),
        BinOp::DivOverflows => div_overflows(pool, left, a, b),
        BinOp::ShiftOutOfRange => shift_out_of_range(pool, left, right, b),
        BinOp::FloatCopysign => return Err(unsupported()),
    })
}

fn less(pool: &mut Pool, signed: bool, a: Term, b: Term) -> Term {
    if signed {
        pool.slt(a, b)
    } else {
        pool.ult(a, b)
    }
}

fn sign(pool: &mut Pool, a: Term) -> Term {
    let top = pool.width(a) - 1;
    pool.extract(a, top, top)
}

fn negated_if(pool: &mut Pool, condition: Term, a: Term) -> Term {
    let negated = pool.neg(a);
    pool.ite(condition, negated, a)
}

/// Of the magnitudes, with the sign that the operands give. Division by zero comes out as SMT-LIB has it: all ones
/// of a dividend that is not negative, and their negation, 1, of a negative one.
fn signed_div(pool: &mut Pool, a: Term, b: Term) -> Term {
    let (a_negative, b_negative) = (sign(pool, a), sign(pool, b));
    let (x, y) = (
        negated_if(pool, a_negative, a),
        negated_if(pool, b_negative, b),
    );
    let quotient = pool.udiv(x, y);
    let negative = pool.xor(a_negative, b_negative);
    negated_if(pool, negative, quotient)
}

fn signed_rem(pool: &mut Pool, a: Term, b: Term) -> Term {
    let (a_negative, b_negative) = (sign(pool, a), sign(pool, b));
    let (x, y) = (
        negated_if(pool, a_negative, a),
        negated_if(pool, b_negative, b),
    );
    let remainder = pool.urem(x, y);
    negated_if(pool, a_negative, remainder)
}

/// The amount modulo the width of `t`, as wide as `t`.
fn effective_amount(pool: &mut Pool, t: Scalar, amount: Term) -> Term {
    let (bits, width) = (t.bits(), pool.width(amount));
    let highest = mask(width);
    let reduced = if highest < u128::from(bits) {
        amount
    } else {
        let modulus = pool.constant(width, bits.into());
        pool.urem(amount, modulus)
    };
    fit(pool, reduced, bits)
}

/// Two shifts the other parts of which vanish; by zero the second one is by the whole width.
fn rotate(pool: &mut Pool, t: Scalar, a: Term, amount: Term, left: bool) -> Term {
    let width = pool.constant(t.bits(), t.bits().into());
    let by = effective_amount(pool, t, amount);
    let rest = pool.sub(width, by);
    let (up, down) = if left { (by, rest) } else { (rest, by) };
    let (high, low) = (pool.shl(a, up), pool.lshr(a, down));
    pool.or(high, low)
}

fn add_overflows(pool: &mut Pool, signed: bool, a: Term, b: Term) -> Term {
    let sum = pool.add(a, b);
    if !signed {
        return pool.ult(sum, a);
    }
    let (p, q, s) = (sign(pool, a), sign(pool, b), sign(pool, sum));
    let (from_a, from_b) = (pool.xor(p, s), pool.xor(q, s));
    pool.and(from_a, from_b)
}

fn sub_overflows(pool: &mut Pool, signed: bool, a: Term, b: Term) -> Term {
    if !signed {
        return pool.ult(a, b);
    }
    let difference = pool.sub(a, b);
    let (p, q, s) = (sign(pool, a), sign(pool, b), sign(pool, difference));
    let (signs_differ, from_a) = (pool.xor(p, q), pool.xor(p, s));
    pool.and(signs_differ, from_a)
}

/// A sum or difference, or the bound that it passed.
fn saturated(pool: &mut Pool, t: Scalar, a: Term, over: Term, exact: Term, down: bool) -> Term {
    let (min, max) = (
        pool.constant(t.bits(), t.min()),
        pool.constant(t.bits(), t.max()),
    );
    let below = if t.is_signed() {
        sign(pool, a)
    } else {
        pool.bool(down)
    };
    let bound = pool.ite(below, min, max);
    pool.ite(over, bound, exact)
}

fn div_overflows(pool: &mut Pool, t: Scalar, a: Term, b: Term) -> Term {
    if !t.is_signed() {
        return pool.falsity();
    }
    let (min, minus_one) = (
        pool.constant(t.bits(), t.min()),
        pool.constant(t.bits(), t.mask()),
    );
    let (at_min, by_it) = (pool.eq(a, min), pool.eq(b, minus_one));
    pool.and(at_min, by_it)
}

/// The amount is read in its own type, which may be too narrow to reach the width.
fn shift_out_of_range(pool: &mut Pool, t: Scalar, right: Scalar, amount: Term) -> Term {
    let width = pool.width(amount);
    let negative = match right.is_signed() {
        true => sign(pool, amount),
        false => pool.falsity(),
    };
    if mask(width) < u128::from(t.bits()) {
        return negative;
    }
    let bits = pool.constant(width, t.bits().into());
    let beyond = pool.ule(bits, amount);
    pool.or(negative, beyond)
}

pub fn cast(pool: &mut Pool, from: Scalar, to: Scalar, t: Term) -> Result<Term, Unsupported> {
    let unsupported = || Unsupported(format!("the cast from {from} to {to}"));
    if !castable(from, to) {
        return Err(unsupported());
    }
    if from.is_float() || to.is_float() {
        return float_cast(pool, from, to, t).ok_or_else(unsupported);
    }
    Ok(match to.bits() {
        width if width <= from.bits() => fit(pool, t, width),
        width if from.is_signed() => pool.sext(t, width),
        width => pool.zext(t, width),
    })
}

fn float_cast(pool: &mut Pool, from: Scalar, to: Scalar, t: Term) -> Option<Term> {
    Some(match (from.is_float(), to.is_float()) {
        (true, true) => float::resize(pool, Format::of(from)?, Format::of(to)?, t),
        (true, false) => float::to_int(pool, Format::of(from)?, to, t),
        (false, _) => float::from_int(pool, Format::of(to)?, from, t),
    })
}
