//! Rounding to integers, on the packed form.

use super::super::{Pool, Term};
use super::round::any_bit;
use super::Format;

/// The direction of rounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Toward {
    Zero,
    Negative,
    Positive,
    /// Ties away from zero.
    NearestAway,
    NearestEven,
}

impl Toward {
    /// Whether the magnitude is rounded up, from its sign, whether the integer below it is odd, the first bit behind
    /// the point, and whether any further one is set.
    fn up(self, pool: &mut Pool, sign: Term, odd: Term, half: Term, more: Term) -> Term {
        let inexact = pool.or(half, more);
        match self {
            Toward::Zero => pool.falsity(),
            Toward::Negative => pool.and(sign, inexact),
            Toward::Positive => {
                let positive = pool.not(sign);
                pool.and(positive, inexact)
            }
            Toward::NearestAway => half,
            Toward::NearestEven => {
                let above_or_odd = pool.or(more, odd);
                pool.and(half, above_or_odd)
            }
        }
    }
}

pub fn round(pool: &mut Pool, format: Format, toward: Toward, a: Term) -> Term {
    let (sign, field) = (format.sign(pool, a), format.exponent_field(pool, a));
    let one = pool.constant(format.exponent, format.bias());
    let below_one = pool.ult(field, one);
    let small = round_below_one(pool, format, toward, a);
    let large = round_from_one(pool, format, toward, a);
    let magnitude = pool.ite(below_one, small, large);
    let number = pool.concat(sign, magnitude);
    let (is_nan, nan) = (format.is_nan(pool, a), format.nan(pool));
    pool.ite(is_nan, nan, number)
}

/// Zero or one, as a magnitude.
fn round_below_one(pool: &mut Pool, format: Format, toward: Toward, a: Term) -> Term {
    let (sign, magnitude) = (format.sign(pool, a), format.magnitude(pool, a));
    let field = format.exponent_field(pool, a);
    let width = format.width() - 1;
    let half_field = pool.constant(format.exponent, format.bias() - 1);
    let half = pool.eq(field, half_field);
    let fraction = format.fraction_field(pool, a);
    let (rest, nonzero) = (any_bit(pool, fraction), any_bit(pool, magnitude));
    // From a half on, the fraction is what is behind it; below, everything is.
    let more = pool.ite(half, rest, nonzero);
    let even = pool.falsity();
    let up = toward.up(pool, sign, even, half, more);
    let (zero, one) = (
        pool.constant(width, 0),
        pool.constant(width, format.bias() << format.fraction),
    );
    pool.ite(up, one, zero)
}

/// The bits behind the point are cleared; a carry from there goes on into the exponent, as it must. The lowest bit of
/// one's exponent field is set, as is the hidden bit for which it stands where everything is behind the point.
fn round_from_one(pool: &mut Pool, format: Format, toward: Toward, a: Term) -> Term {
    let (sign, magnitude) = (format.sign(pool, a), format.magnitude(pool, a));
    let unit = unit_in_the_last_place(pool, format, a);
    let width = pool.width(magnitude);
    let (one, minus_one) = (pool.constant(width, 1), pool.constant(width, u128::MAX));
    let behind = pool.add(unit, minus_one);
    let half_unit = pool.lshr(unit, one);
    let below_half = pool.lshr(behind, one);
    let parts = [unit, half_unit, below_half].map(|mask| pool.and(magnitude, mask));
    let [odd, half, more] = parts.map(|part| any_bit(pool, part));
    let up = toward.up(pool, sign, odd, half, more);
    let before = pool.not(behind);
    let down = pool.and(magnitude, before);
    let (zero, increment) = (pool.constant(width, 0), unit);
    let increment = pool.ite(up, increment, zero);
    pool.add(down, increment)
}

/// One, shifted to the place that counts one in the number; to the lowest place where that lies below it.
fn unit_in_the_last_place(pool: &mut Pool, format: Format, a: Term) -> Term {
    let field = format.exponent_field(pool, a);
    let integral = format.bias() + u128::from(format.fraction);
    let integral = pool.constant(format.exponent, integral);
    let is_integral = pool.ule(integral, field);
    let (places, none) = (pool.sub(integral, field), pool.constant(format.exponent, 0));
    let places = pool.ite(is_integral, none, places);
    let width = format.width() - 1;
    let one = pool.constant(width, 1);
    let places = pool.zext(places, width);
    pool.shl(one, places)
}
