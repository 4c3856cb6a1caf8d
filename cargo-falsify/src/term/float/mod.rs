//! IEEE floats as circuits over their bits: round to nearest, ties to even, exact as the hardware.
//!
//! Operations unpack a float into sign, exponent and normalised significand, compute on those as integers, and round
//! once. A NaN result has the one form that `bv` gives it. No intermediate term is wider than 128 bits.

mod arithmetic;
mod compare;
mod convert;
mod integral;
mod root;
mod round;

use super::{Pool, Term};
use crate::bv::{BinOp, Scalar, UnOp};

pub use convert::{from_int, resize, to_int};
use integral::Toward;
use round::normalise;

/// The widths of the fields of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    exponent: u32,
    fraction: u32,
}

impl Format {
    /// The format of a float type that has circuits.
    pub fn of(t: Scalar) -> Option<Format> {
        let (exponent, fraction) = match t {
            Scalar::Float { bits: 32 } => (8, 23),
            Scalar::Float { bits: 64 } => (11, 52),
            _ => return None,
        };
        Some(Format { exponent, fraction })
    }

    fn width(self) -> u32 {
        1 + self.exponent + self.fraction
    }

    /// What is added to an exponent to make it a field.
    fn bias(self) -> u128 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent field of infinities and NaNs.
    fn special(self) -> u128 {
        (1 << self.exponent) - 1
    }

    /// Signed width in which sums and differences of exponents do not overflow.
    fn wide_exponent(self) -> u32 {
        self.exponent + 2
    }

    /// The positive quiet NaN without payload.
    fn nan(self, pool: &mut Pool) -> Term {
        let quiet = 1 << (self.fraction - 1);
        pool.constant(self.width(), self.special() << self.fraction | quiet)
    }

    fn infinity(self, pool: &mut Pool, sign: Term) -> Term {
        let magnitude = pool.constant(self.width() - 1, self.special() << self.fraction);
        pool.concat(sign, magnitude)
    }

    fn zero(self, pool: &mut Pool, sign: Term) -> Term {
        let magnitude = pool.constant(self.width() - 1, 0);
        pool.concat(sign, magnitude)
    }

    fn sign(self, pool: &mut Pool, a: Term) -> Term {
        pool.extract(a, self.width() - 1, self.width() - 1)
    }

    /// All but the sign.
    fn magnitude(self, pool: &mut Pool, a: Term) -> Term {
        pool.extract(a, self.width() - 2, 0)
    }

    fn exponent_field(self, pool: &mut Pool, a: Term) -> Term {
        pool.extract(a, self.width() - 2, self.fraction)
    }

    fn fraction_field(self, pool: &mut Pool, a: Term) -> Term {
        pool.extract(a, self.fraction - 1, 0)
    }

    fn is_nan(self, pool: &mut Pool, a: Term) -> Term {
        let magnitude = self.magnitude(pool, a);
        let infinity = pool.constant(self.width() - 1, self.special() << self.fraction);
        pool.ult(infinity, magnitude)
    }

    fn is_infinite(self, pool: &mut Pool, a: Term) -> Term {
        let magnitude = self.magnitude(pool, a);
        let infinity = pool.constant(self.width() - 1, self.special() << self.fraction);
        pool.eq(magnitude, infinity)
    }

    fn is_zero(self, pool: &mut Pool, a: Term) -> Term {
        let magnitude = self.magnitude(pool, a);
        let zero = pool.constant(self.width() - 1, 0);
        pool.eq(magnitude, zero)
    }

    /// The significand with its hidden bit, not normalised, and the exponent field, which is 1 also for subnormals.
    fn parts(self, pool: &mut Pool, a: Term) -> (Term, Term) {
        let (field, fraction) = (self.exponent_field(pool, a), self.fraction_field(pool, a));
        let (zero, one) = (
            pool.constant(self.exponent, 0),
            pool.constant(self.exponent, 1),
        );
        let subnormal = pool.eq(field, zero);
        let hidden = pool.not(subnormal);
        let significand = pool.concat(hidden, fraction);
        (pool.ite(subnormal, one, field), significand)
    }
}

/// A float in parts. Exponent and significand count where it is finite and not zero.
struct Unpacked {
    sign: Term,
    nan: Term,
    infinite: Term,
    zero: Term,
    /// Biased, signed, [`Format::wide_exponent`] wide: below 1 for subnormals.
    exponent: Term,
    /// One bit more than the fraction, the highest one set.
    significand: Term,
}

impl Unpacked {
    fn new(pool: &mut Pool, format: Format, a: Term) -> Unpacked {
        let (field, significand) = format.parts(pool, a);
        let exponent = pool.zext(field, format.wide_exponent());
        let (significand, zeros) = normalise(pool, significand, format.wide_exponent());
        Unpacked {
            sign: format.sign(pool, a),
            nan: format.is_nan(pool, a),
            infinite: format.is_infinite(pool, a),
            zero: format.is_zero(pool, a),
            exponent: pool.sub(exponent, zeros),
            significand,
        }
    }
}

/// A result before the cases that are no numbers are put in.
struct Special {
    nan: Term,
    infinite: Term,
    zero: Term,
    sign: Term,
}

impl Special {
    /// The finite result, or the special one that takes its place.
    fn or(self, pool: &mut Pool, format: Format, finite: Term) -> Term {
        let zero = format.zero(pool, self.sign);
        let infinity = format.infinity(pool, self.sign);
        let nan = format.nan(pool);
        let number = pool.ite(self.zero, zero, finite);
        let number = pool.ite(self.infinite, infinity, number);
        pool.ite(self.nan, nan, number)
    }
}

/// None if there is no circuit for the operator.
pub fn unary(pool: &mut Pool, format: Format, op: UnOp, a: Term) -> Option<Term> {
    Some(match op {
        UnOp::Neg => neg(pool, format, a),
        UnOp::FloatAbs => abs(pool, format, a),
        UnOp::FloatSqrt => root::sqrt(pool, format, a),
        UnOp::FloatFloor => integral::round(pool, format, Toward::Negative, a),
        UnOp::FloatCeil => integral::round(pool, format, Toward::Positive, a),
        UnOp::FloatTrunc => integral::round(pool, format, Toward::Zero, a),
        UnOp::FloatRound => integral::round(pool, format, Toward::NearestAway, a),
        UnOp::FloatRoundTiesEven => integral::round(pool, format, Toward::NearestEven, a),
        UnOp::Not | UnOp::NegOverflows | UnOp::CountOnes | UnOp::LeadingZeros => return None,
        UnOp::TrailingZeros | UnOp::SwapBytes | UnOp::ReverseBits => return None,
    })
}

/// None if there is no circuit for the operator.
pub fn binary(pool: &mut Pool, format: Format, op: BinOp, a: Term, b: Term) -> Option<Term> {
    Some(match op {
        BinOp::Add => arithmetic::add(pool, format, a, b),
        BinOp::Sub => {
            let b = neg(pool, format, b);
            arithmetic::add(pool, format, a, b)
        }
        BinOp::Mul => arithmetic::mul(pool, format, a, b),
        BinOp::Div => arithmetic::div(pool, format, a, b),
        BinOp::Eq => compare::eq(pool, format, a, b),
        BinOp::Ne => {
            let equal = compare::eq(pool, format, a, b);
            pool.not(equal)
        }
        BinOp::Lt => compare::less(pool, format, a, b),
        BinOp::Gt => compare::less(pool, format, b, a),
        BinOp::Le => compare::less_or_equal(pool, format, a, b),
        BinOp::Ge => compare::less_or_equal(pool, format, b, a),
        BinOp::FloatCopysign => copysign(pool, format, a, b),
        _ => return None,
    })
}

fn neg(pool: &mut Pool, format: Format, a: Term) -> Term {
    let (sign, magnitude) = (format.sign(pool, a), format.magnitude(pool, a));
    let sign = pool.not(sign);
    pool.concat(sign, magnitude)
}

fn abs(pool: &mut Pool, format: Format, a: Term) -> Term {
    let magnitude = format.magnitude(pool, a);
    pool.zext(magnitude, format.width())
}

fn copysign(pool: &mut Pool, format: Format, a: Term, b: Term) -> Term {
    let (sign, magnitude) = (format.sign(pool, b), format.magnitude(pool, a));
    pool.concat(sign, magnitude)
}
