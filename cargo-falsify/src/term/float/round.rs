//! Normalising and rounding: what every arithmetic operation begins or ends with.

use super::super::{Pool, Term};
use super::Format;

/// Whether any bit is set.
pub fn any_bit(pool: &mut Pool, t: Term) -> Term {
    let zero = pool.constant(pool.width(t), 0);
    pool.ne(t, zero)
}

/// The bits from `lo` on that are below `hi`, if there are any.
fn some_bits(pool: &mut Pool, t: Term, hi: u32, lo: u32) -> Option<Term> {
    (lo < hi).then(|| pool.extract(t, hi - 1, lo))
}

/// Shifts left until the highest bit is set, and tells by how much, in a number of the given width. Zero has no such
/// bit; what comes out for it has the highest bit set all the same, which lets later circuits be smaller.
pub fn normalise(pool: &mut Pool, t: Term, count_width: u32) -> (Term, Term) {
    let width = pool.width(t);
    let mut shifted = t;
    let mut count = pool.constant(count_width, 0);
    for stage in (0..width.ilog2() + 1).rev() {
        let by = 1 << stage;
        if by >= width {
            continue;
        }
        let head = pool.extract(shifted, width - 1, width - by);
        let set = any_bit(pool, head);
        let tail = pool.extract(shifted, width - 1 - by, 0);
        let zeros = pool.constant(by, 0);
        let moved = pool.concat(tail, zeros);
        shifted = pool.ite(set, shifted, moved);
        let (here, nothing) = (
            pool.constant(count_width, by.into()),
            pool.constant(count_width, 0),
        );
        let step = pool.ite(set, nothing, here);
        count = pool.or(count, step);
    }
    let (top, rest) = (pool.truth(), pool.extract(shifted, width - 2, 0));
    (pool.concat(top, rest), count)
}

/// Shifts right by an unsigned amount; the lowest bit stays set if any bit that left was.
pub fn shift_right_sticky(pool: &mut Pool, t: Term, amount: Term) -> Term {
    let width = pool.width(t);
    let mut shifted = t;
    let mut beyond = pool.falsity();
    for stage in 0..pool.width(amount) {
        let bit = pool.extract(amount, stage, stage);
        if stage >= 7 || 1 << stage >= width {
            beyond = pool.or(beyond, bit);
            continue;
        }
        let moved = shifted_sticky(pool, shifted, 1 << stage);
        shifted = pool.ite(bit, moved, shifted);
    }
    let sticky = any_bit(pool, shifted);
    let nothing = pool.zext(sticky, width);
    pool.ite(beyond, nothing, shifted)
}

/// By a constant below the width.
fn shifted_sticky(pool: &mut Pool, t: Term, by: u32) -> Term {
    let width = pool.width(t);
    // The bit that becomes the lowest one takes up those below it.
    let lost = pool.extract(t, by, 0);
    let sticky = any_bit(pool, lost);
    match some_bits(pool, t, width, by + 1) {
        Some(kept) => {
            let low = pool.concat(kept, sticky);
            pool.zext(low, width)
        }
        None => pool.zext(sticky, width),
    }
}

/// A number `1.xxx` times a power of two, to be rounded.
pub struct Unrounded {
    pub sign: Term,
    /// Biased and signed, at least [`Format::wide_exponent`] wide.
    pub exponent: Term,
    /// The highest bit is set and counts one.
    pub significand: Term,
}

impl Unrounded {
    /// The nearest float, ties to even; too large ones are infinite, small ones subnormal or zero.
    pub fn round(self, pool: &mut Pool, format: Format) -> Term {
        let width = pool.width(self.exponent);
        let significand = cut(pool, format, self.significand);
        let (zero, one) = (pool.constant(width, 0), pool.constant(width, 1));
        let subnormal = pool.sle(self.exponent, zero);
        let denormalised = {
            let amount = pool.sub(one, self.exponent);
            shift_right_sticky(pool, significand, amount)
        };
        let significand = pool.ite(subnormal, denormalised, significand);
        let field = pool.extract(self.exponent, format.exponent - 1, 0);
        let no_field = pool.constant(format.exponent, 0);
        let field = pool.ite(subnormal, no_field, field);
        let special = pool.constant(width, format.special());
        let overflows = pool.sle(special, self.exponent);
        let finite = packed(pool, format, self.sign, field, significand);
        let infinity = format.infinity(pool, self.sign);
        pool.ite(overflows, infinity, finite)
    }

    /// As [`Unrounded::round`], for numbers that are neither too large nor subnormal.
    pub fn round_normal(self, pool: &mut Pool, format: Format) -> Term {
        let significand = cut(pool, format, self.significand);
        let field = pool.extract(self.exponent, format.exponent - 1, 0);
        packed(pool, format, self.sign, field, significand)
    }
}

/// The significand with two bits more than it keeps: the first one that is lost, and whether any further one is set.
fn cut(pool: &mut Pool, format: Format, significand: Term) -> Term {
    let (width, kept) = (pool.width(significand), format.fraction + 2);
    if width <= kept + 1 {
        return match kept + 1 - width {
            0 => significand,
            more => {
                let zeros = pool.constant(more, 0);
                pool.concat(significand, zeros)
            }
        };
    }
    let (high, low) = (
        pool.extract(significand, width - 1, width - kept),
        pool.extract(significand, width - kept - 1, 0),
    );
    let sticky = any_bit(pool, low);
    pool.concat(high, sticky)
}

/// Fields and the two further bits to a float. A carry out of the fraction goes on into the exponent, and from the
/// largest number to infinity, as it must.
fn packed(pool: &mut Pool, format: Format, sign: Term, field: Term, significand: Term) -> Term {
    let fraction = pool.extract(significand, format.fraction + 1, 2);
    let (odd, half, more) = (
        pool.extract(significand, 2, 2),
        pool.extract(significand, 1, 1),
        pool.extract(significand, 0, 0),
    );
    let above_or_odd = pool.or(more, odd);
    let up = pool.and(half, above_or_odd);
    let down = pool.concat(field, fraction);
    let increment = pool.zext(up, format.width() - 1);
    let magnitude = pool.add(down, increment);
    pool.concat(sign, magnitude)
}
