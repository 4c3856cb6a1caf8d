//! Casts between floats and integers, and between float formats.

use super::super::{mask, Pool, Term};
use super::round::{any_bit, normalise, Unrounded};
use super::{Format, Special, Unpacked};
use crate::bv::Scalar;

/// Toward zero, held at the bounds of the type; NaN is 0.
pub fn to_int(pool: &mut Pool, format: Format, to: Scalar, a: Term) -> Term {
    let bits = to.bits();
    let (sign, field) = (format.sign(pool, a), format.exponent_field(pool, a));
    let magnitude = integer_part(pool, format, a, bits);
    // The first power of two that the type does not have, as an exponent field.
    let limit = format.bias() + u128::from(if to.is_signed() { bits - 1 } else { bits });
    let beyond = match limit > format.special() {
        true => format.is_infinite(pool, a),
        false => {
            let limit = pool.constant(format.exponent, limit);
            pool.ule(limit, field)
        }
    };
    let (min, max) = (pool.constant(bits, to.min()), pool.constant(bits, to.max()));
    let positive = pool.ite(beyond, max, magnitude);
    let negative = match to.is_signed() {
        true => {
            let negated = pool.neg(magnitude);
            pool.ite(beyond, min, negated)
        }
        false => min,
    };
    let number = pool.ite(sign, negative, positive);
    let (nan, zero) = (format.is_nan(pool, a), pool.constant(bits, 0));
    pool.ite(nan, zero, number)
}

/// The integer below the magnitude, cut to the width: the significand is shifted to where it counts.
fn integer_part(pool: &mut Pool, format: Format, a: Term, bits: u32) -> Term {
    let (field, fraction) = (
        format.exponent_field(pool, a),
        format.fraction_field(pool, a),
    );
    let truth = pool.truth();
    let significand = pool.concat(truth, fraction);
    let width = bits.max(format.fraction + 1).max(format.exponent);
    let wide = pool.zext(significand, width);
    let (one, integral) = (
        pool.constant(format.exponent, format.bias()),
        pool.constant(format.exponent, format.bias() + u128::from(format.fraction)),
    );
    let (below, above) = (pool.sub(integral, field), pool.sub(field, integral));
    let (below, above) = (pool.zext(below, width), pool.zext(above, width));
    let (right, left) = (pool.lshr(wide, below), pool.shl(wide, above));
    let is_integral = pool.ule(integral, field);
    let shifted = pool.ite(is_integral, left, right);
    let zero = pool.constant(width, 0);
    let below_one = pool.ult(field, one);
    let number = pool.ite(below_one, zero, shifted);
    pool.extract(number, bits - 1, 0)
}

/// The nearest float, ties to even.
pub fn from_int(pool: &mut Pool, format: Format, from: Scalar, a: Term) -> Term {
    let bits = from.bits();
    let sign = match from.is_signed() {
        true => pool.extract(a, bits - 1, bits - 1),
        false => pool.falsity(),
    };
    let negated = pool.neg(a);
    let magnitude = pool.ite(sign, negated, a);
    // At least two bits, so that there is something behind the highest one.
    let magnitude = pool.zext(magnitude, bits.max(2));
    let width = format.wide_exponent().max(9);
    let (significand, zeros) = normalise(pool, magnitude, width);
    let top = format.bias() + u128::from(bits.max(2) - 1);
    let top = pool.constant(width, top);
    let unrounded = Unrounded {
        sign,
        exponent: pool.sub(top, zeros),
        significand,
    };
    let number = unrounded.round_normal(pool, format);
    let (nonzero, zero) = (any_bit(pool, a), pool.constant(format.width(), 0));
    pool.ite(nonzero, number, zero)
}

/// To another format: rounded if that is narrower.
pub fn resize(pool: &mut Pool, from: Format, to: Format, a: Term) -> Term {
    if from == to {
        return a;
    }
    let x = Unpacked::new(pool, from, a);
    let width = from.wide_exponent().max(to.wide_exponent());
    let shift = to.bias().wrapping_sub(from.bias()) & mask(width);
    let (exponent, shift) = (pool.sext(x.exponent, width), pool.constant(width, shift));
    let unrounded = Unrounded {
        sign: x.sign,
        exponent: pool.add(exponent, shift),
        significand: x.significand,
    };
    let finite = match to.exponent > from.exponent {
        true => unrounded.round_normal(pool, to),
        false => unrounded.round(pool, to),
    };
    let special = Special {
        nan: x.nan,
        infinite: x.infinite,
        zero: x.zero,
        sign: x.sign,
    };
    special.or(pool, to, finite)
}
