//! The square root, one bit at a time.

use super::super::{Pool, Term};
use super::round::{any_bit, Unrounded};
use super::{Format, Special, Unpacked};

pub fn sqrt(pool: &mut Pool, format: Format, a: Term) -> Term {
    let x = Unpacked::new(pool, format, a);
    let width = format.wide_exponent();
    // The true exponent halves; what is odd goes into the significand. The bias is odd, so the field of an even
    // exponent is odd.
    let even = pool.extract(x.exponent, 0, 0);
    let bias = pool.constant(width, format.bias());
    let sum = pool.add(x.exponent, bias);
    let half = pool.extract(sum, width - 1, 1);
    let exponent = pool.sext(half, width);
    let radicand = radicand(pool, format, x.significand, even);
    let (root, rest) = integer_root(pool, radicand);
    let sticky = any_bit(pool, rest);
    let unrounded = Unrounded {
        sign: pool.falsity(),
        exponent,
        significand: pool.concat(root, sticky),
    };
    let finite = unrounded.round_normal(pool, format);
    let special = special_root(pool, &x);
    special.or(pool, format, finite)
}

/// The significand between one and four, with as many zeros behind it as make the root one bit longer than what is kept.
fn radicand(pool: &mut Pool, format: Format, significand: Term, even: Term) -> Term {
    let width = 2 * (format.fraction + 2);
    let bare = pool.width(significand);
    let (none, one) = (pool.constant(1, 0), pool.constant(1, 0));
    let single = pool.concat(none, significand);
    let double = pool.concat(significand, one);
    let chosen = pool.ite(even, single, double);
    let zeros = pool.constant(width - bare - 1, 0);
    pool.concat(chosen, zeros)
}

/// Root and remainder of an even number of bits: two bits of the radicand a step, one of the root.
fn integer_root(pool: &mut Pool, radicand: Term) -> (Term, Term) {
    let steps = pool.width(radicand) / 2;
    let mut root = None;
    let mut rest = None;
    for step in 0..steps {
        let at = 2 * (steps - 1 - step);
        let pair = pool.extract(radicand, at + 1, at);
        let rest_now = match rest {
            Some(rest) => pool.concat(rest, pair),
            None => pair,
        };
        let width = pool.width(rest_now);
        // Twice the root with a one behind it, as if the next bit were set.
        let one = pool.constant(2, 1);
        let trial = match root {
            Some(root) => pool.concat(root, one),
            None => one,
        };
        let trial = pool.zext(trial, width);
        let fits = pool.ule(trial, rest_now);
        let less = pool.sub(rest_now, trial);
        let left = pool.ite(fits, less, rest_now);
        // At most twice the root is left.
        rest = Some(pool.extract(left, (step + 1).min(width - 1), 0));
        root = Some(match root {
            Some(root) => pool.concat(root, fits),
            None => fits,
        });
    }
    let nothing = pool.falsity();
    (root.unwrap_or(nothing), rest.unwrap_or(nothing))
}

/// Below zero there is none, but negative zero is its own.
fn special_root(pool: &mut Pool, x: &Unpacked) -> Special {
    let nonzero = pool.not(x.zero);
    let negative = pool.and(x.sign, nonzero);
    Special {
        nan: pool.or(x.nan, negative),
        infinite: x.infinite,
        zero: x.zero,
        sign: x.sign,
    }
}
