//! Sum, product and quotient.

use super::super::{Pool, Term};
use super::round::{any_bit, normalise, shift_right_sticky, Unrounded};
use super::{Format, Special, Unpacked};

/// The smaller magnitude is shifted to the larger one's exponent. Three bits more than the significand has are enough to
/// round right, if the lowest one remembers all that left.
pub fn add(pool: &mut Pool, format: Format, a: Term, b: Term) -> Term {
    let (large, small) = by_magnitude(pool, format, a, b);
    let ((e, s), (f, t)) = (format.parts(pool, large), format.parts(pool, small));
    let (large_sign, small_sign) = (format.sign(pool, large), format.sign(pool, small));
    let difference = pool.sub(e, f);
    let (s, t) = (extended(pool, s), extended(pool, t));
    let t = shift_right_sticky(pool, t, difference);
    let opposite = pool.xor(large_sign, small_sign);
    let sum = sum_or_difference(pool, s, t, opposite);
    let special = special_sum(pool, format, a, b, sum, large_sign);
    // The highest bit is for the carry, so the exponent is one more where it is set.
    let width = format.wide_exponent();
    let (e, one) = (pool.zext(e, width), pool.constant(width, 1));
    let (significand, zeros) = normalise(pool, sum, width);
    let exponent = pool.add(e, one);
    let exponent = pool.sub(exponent, zeros);
    let unrounded = Unrounded {
        sign: large_sign,
        exponent,
        significand,
    };
    let finite = unrounded.round(pool, format);
    special.or(pool, format, finite)
}

fn by_magnitude(pool: &mut Pool, format: Format, a: Term, b: Term) -> (Term, Term) {
    let (x, y) = (format.magnitude(pool, a), format.magnitude(pool, b));
    let swapped = pool.ult(x, y);
    (pool.ite(swapped, b, a), pool.ite(swapped, a, b))
}

/// With a bit for the carry above and three bits below.
fn extended(pool: &mut Pool, significand: Term) -> Term {
    let zeros = pool.constant(3, 0);
    let low = pool.concat(significand, zeros);
    pool.zext(low, pool.width(low) + 1)
}

fn sum_or_difference(pool: &mut Pool, s: Term, t: Term, opposite: Term) -> Term {
    let ones = pool.sext(opposite, pool.width(t));
    let flipped = pool.xor(t, ones);
    let carry = pool.zext(opposite, pool.width(t));
    let sum = pool.add(s, flipped);
    pool.add(sum, carry)
}

/// Opposite infinities have no sum. What cancels out is positive zero; zeros of one sign keep it.
fn special_sum(
    pool: &mut Pool,
    format: Format,
    a: Term,
    b: Term,
    sum: Term,
    large_sign: Term,
) -> Special {
    let (p, q) = (format.sign(pool, a), format.sign(pool, b));
    let (a_nan, b_nan) = (format.is_nan(pool, a), format.is_nan(pool, b));
    let (a_infinite, b_infinite) = (format.is_infinite(pool, a), format.is_infinite(pool, b));
    let opposite = pool.xor(p, q);
    let clash = pool.all(&[a_infinite, b_infinite, opposite]);
    let nonzero = any_bit(pool, sum);
    let both_negative = pool.and(p, q);
    Special {
        nan: pool.any(&[a_nan, b_nan, clash]),
        infinite: pool.or(a_infinite, b_infinite),
        zero: pool.not(nonzero),
        sign: pool.ite(nonzero, large_sign, both_negative),
    }
}

pub fn mul(pool: &mut Pool, format: Format, a: Term, b: Term) -> Term {
    let (x, y) = (
        Unpacked::new(pool, format, a),
        Unpacked::new(pool, format, b),
    );
    let sign = pool.xor(x.sign, y.sign);
    let width = 2 * (format.fraction + 1);
    let (s, t) = (
        pool.zext(x.significand, width),
        pool.zext(y.significand, width),
    );
    let product = pool.mul(s, t);
    let bias = pool.constant(format.wide_exponent(), format.bias());
    let exponent = pool.add(x.exponent, y.exponent);
    let exponent = pool.sub(exponent, bias);
    let finite = between_one_and_four(pool, format, sign, exponent, product);
    let special = special_product(pool, &x, &y, sign);
    special.or(pool, format, finite)
}

/// Rounds a significand whose second highest bit counts one.
fn between_one_and_four(
    pool: &mut Pool,
    format: Format,
    sign: Term,
    exponent: Term,
    significand: Term,
) -> Term {
    let top = pool.width(significand) - 1;
    let large = pool.extract(significand, top, top);
    let (low, zero) = (pool.extract(significand, top - 1, 0), pool.constant(1, 0));
    let doubled = pool.concat(low, zero);
    let more = pool.zext(large, format.wide_exponent());
    let unrounded = Unrounded {
        sign,
        exponent: pool.add(exponent, more),
        significand: pool.ite(large, significand, doubled),
    };
    unrounded.round(pool, format)
}

fn special_product(pool: &mut Pool, x: &Unpacked, y: &Unpacked, sign: Term) -> Special {
    let (first, second) = (pool.and(x.infinite, y.zero), pool.and(x.zero, y.infinite));
    Special {
        nan: pool.any(&[x.nan, y.nan, first, second]),
        infinite: pool.or(x.infinite, y.infinite),
        zero: pool.or(x.zero, y.zero),
        sign,
    }
}

/// An integer division with enough zeros behind the dividend for every bit that counts; the remainder tells of the rest.
pub fn div(pool: &mut Pool, format: Format, a: Term, b: Term) -> Term {
    let (x, y) = (
        Unpacked::new(pool, format, a),
        Unpacked::new(pool, format, b),
    );
    let sign = pool.xor(x.sign, y.sign);
    let shift = format.fraction + 2;
    let zeros = pool.constant(shift, 0);
    let dividend = pool.concat(x.significand, zeros);
    let divisor = pool.zext(y.significand, pool.width(dividend));
    let (quotient, rest) = (pool.udiv(dividend, divisor), pool.urem(dividend, divisor));
    // Between a half and two: at most `shift` + 1 bits.
    let quotient = pool.extract(quotient, shift, 0);
    let sticky = any_bit(pool, rest);
    let significand = pool.concat(quotient, sticky);
    let exponent = pool.sub(x.exponent, y.exponent);
    let bias = pool.constant(format.wide_exponent(), format.bias() - 1);
    let exponent = pool.add(exponent, bias);
    let finite = between_one_and_four(pool, format, sign, exponent, significand);
    let special = special_quotient(pool, &x, &y, sign);
    special.or(pool, format, finite)
}

fn special_quotient(pool: &mut Pool, x: &Unpacked, y: &Unpacked, sign: Term) -> Special {
    let (infinities, zeros) = (pool.and(x.infinite, y.infinite), pool.and(x.zero, y.zero));
    Special {
        nan: pool.any(&[x.nan, y.nan, infinities, zeros]),
        infinite: pool.or(x.infinite, y.zero),
        zero: pool.or(x.zero, y.infinite),
        sign,
    }
}
