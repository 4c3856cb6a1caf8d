//! Float circuits against the table, which is the hardware: special values in all pairs, and many random ones near
//! what matters. `FALSIFY_FLOAT_CASES` sets how many random ones an operator gets.

use super::dag::Numbers;
use crate::bv::{self, BinOp, Scalar, UnOp, BINARY, UNARY};
use crate::term::{binary, cast, unary, Evaluator, Pool, Term};

const F32: Scalar = Scalar::Float { bits: 32 };
const F64: Scalar = Scalar::Float { bits: 64 };

/// Widths of exponent and fraction.
fn fields(t: Scalar) -> (u32, u32) {
    match t.bits() {
        32 => (8, 23),
        _ => (11, 52),
    }
}

fn float(t: Scalar, sign: u128, exponent: u128, fraction: u128) -> u128 {
    let (e, m) = fields(t);
    sign << (e + m) | (exponent & ((1 << e) - 1)) << m | (fraction & ((1 << m) - 1))
}

/// Zeros, bounds of the ranges, infinities, NaNs with and without payload, small integers and halves.
fn special(t: Scalar) -> Vec<u128> {
    let (e, m) = fields(t);
    let (top, bias, last) = ((1 << e) - 1, (1 << (e - 1)) - 1, (1 << m) - 1);
    let exponents = [
        0,
        1,
        2,
        bias - 1,
        bias,
        bias + 1,
        bias + u128::from(m),
        top - 1,
        top,
    ];
    let fractions = [
        0,
        1,
        2,
        last / 2,
        last / 2 + 1,
        last / 2 + 2,
        last - 1,
        last,
    ];
    let mut all = Vec::new();
    for exponent in exponents {
        for fraction in fractions {
            all.extend([0, 1].map(|sign| float(t, sign, exponent, fraction)));
        }
    }
    all
}

/// A float of any magnitude, often with few bits set or nearly all, often close to the previous one's exponent.
fn random(t: Scalar, numbers: &mut Numbers, near: u128) -> u128 {
    let (e, m) = fields(t);
    let exponent = match numbers.below(6) {
        0 => numbers.bits(e),
        1 => u128::from(numbers.word()),
        2 => numbers.below(4) as u128,
        3 => (1 << (e - 1)) - 2 + numbers.below(u128::BITS as usize) as u128,
        _ => (near >> m & ((1 << e) - 1))
            .wrapping_add(numbers.below(7) as u128)
            .wrapping_sub(3),
    };
    let fraction = match numbers.below(4) {
        0 => u128::from(numbers.word()),
        1 => u128::from(numbers.word()) << numbers.below(m as usize),
        2 => !(u128::from(numbers.word()) >> (64 - m) << numbers.below(m as usize)),
        _ => numbers.bits(m),
    };
    float(t, numbers.below(2) as u128, exponent, fraction)
}

fn compare(
    pool: &Pool,
    evaluator: &mut Evaluator,
    root: Term,
    given: &[(Term, u128)],
    wanted: u128,
    what: &str,
) {
    let value = |t: Term| given.iter().find(|(v, _)| *v == t).map_or(0, |pair| pair.1);
    let found = evaluator.eval(pool, &[root], &value)[0];
    assert_eq!(
        found, wanted,
        "{what} of {given:x?}: {found:x}, not {wanted:x}"
    );
}

fn check_unary(t: Scalar, op: UnOp, count: usize) {
    let mut pool = Pool::new();
    let a = pool.var(t.bits());
    let root = unary(&mut pool, op, t, a).expect("a circuit");
    let (mut evaluator, mut numbers) = (Evaluator::new(), Numbers(5));
    let mut last = 0;
    let random = std::iter::from_fn(|| {
        last = random(t, &mut numbers, last);
        Some(last)
    });
    for x in special(t).into_iter().chain(random.take(count)) {
        compare(
            &pool,
            &mut evaluator,
            root,
            &[(a, x)],
            op.eval(t, x),
            &format!("{} {t}", op.name()),
        );
    }
}

fn check_binary(t: Scalar, op: BinOp, count: usize) {
    let mut pool = Pool::new();
    let (a, b) = (pool.var(t.bits()), pool.var(t.bits()));
    let root = binary(&mut pool, op, t, a, t, b).expect("a circuit");
    let (mut evaluator, mut numbers) = (Evaluator::new(), Numbers(6));
    let what = format!("{} {t}", op.name());
    let mut pair = |x: u128, y: u128| {
        let wanted = op.eval(t, x, t, y);
        compare(
            &pool,
            &mut evaluator,
            root,
            &[(a, x), (b, y)],
            wanted,
            &what,
        );
    };
    for x in special(t) {
        special(t).into_iter().for_each(|y| pair(x, y));
    }
    let mut x = 0;
    for _ in 0..count {
        x = random(t, &mut numbers, x);
        let y = random(t, &mut numbers, x);
        pair(x, y);
    }
}

fn count() -> usize {
    let set = std::env::var("FALSIFY_FLOAT_CASES");
    set.ok().and_then(|n| n.parse().ok()).unwrap_or(20_000)
}

#[test]
fn unary_operators_are_the_hardwares() {
    for t in [F32, F64] {
        for row in UNARY.iter().filter(|row| row.op.result(t).is_some()) {
            check_unary(t, row.op, count());
        }
    }
}

#[test]
fn binary_operators_are_the_hardwares() {
    for t in [F32, F64] {
        let fitting = BINARY.iter().filter(|row| row.op.result(t, t).is_some());
        for row in fitting.filter(|row| row.op != BinOp::Rem) {
            check_binary(t, row.op, count());
        }
    }
}

fn check_cast(from: Scalar, to: Scalar, values: impl Iterator<Item = u128>) {
    let mut pool = Pool::new();
    let a = pool.var(from.bits());
    let root = cast(&mut pool, from, to, a).expect("a circuit");
    let mut evaluator = Evaluator::new();
    for x in values {
        let wanted = bv::cast(from, to, x);
        compare(
            &pool,
            &mut evaluator,
            root,
            &[(a, x)],
            wanted,
            &format!("{from} as {to}"),
        );
    }
}

fn ints() -> Vec<Scalar> {
    let widths = [
        1, 2, 5, 7, 8, 16, 23, 24, 25, 31, 32, 52, 53, 54, 64, 127, 128,
    ];
    let both = |bits| [Scalar::signed(bits), Scalar::unsigned(bits)];
    widths.into_iter().flat_map(both).collect()
}

#[test]
fn floats_become_integers_as_in_rust() {
    for from in [F32, F64] {
        let (e, m) = fields(from);
        for to in ints() {
            let mut numbers = Numbers(7);
            // Around the bounds of the type, and around one.
            let bias = (1 << (e - 1)) - 1;
            let near = (0..count() / 4).map(|_| {
                let exponent = bias + numbers.below(to.bits() as usize + 4) as u128;
                let fraction = numbers.bits(m) << numbers.below(m as usize);
                float(
                    from,
                    numbers.below(2) as u128,
                    exponent.wrapping_sub(2),
                    fraction,
                )
            });
            check_cast(from, to, special(from).into_iter().chain(near));
        }
    }
}

#[test]
fn integers_become_floats_as_in_rust() {
    for to in [F32, F64] {
        for from in ints() {
            let bits = from.bits();
            let mut numbers = Numbers(8);
            // Runs of ones and single bits make ties.
            let tie = |numbers: &mut Numbers| {
                let (high, low) = (numbers.below(128), numbers.below(128));
                (1u128 << high)
                    .wrapping_sub(1 << low)
                    .wrapping_add(numbers.below(3) as u128)
                    .wrapping_sub(1)
            };
            let near = (0..count() / 4).map(|n| match n % 2 {
                0 => numbers.bits(bits),
                _ => tie(&mut numbers) & from.mask(),
            });
            check_cast(from, to, near);
        }
    }
}

#[test]
fn floats_become_other_floats_as_in_rust() {
    for (from, to) in [(F32, F64), (F64, F32), (F32, F32), (F64, F64)] {
        let mut numbers = Numbers(9);
        let mut last = 0;
        // Near the range of the narrower one, where rounding and subnormals are.
        let near = (0..count() * 2).map(|n| {
            last = random(from, &mut numbers, last);
            match (n % 2, from) {
                (0, F64) => {
                    let exponent = 1023 - 160 + numbers.below(320) as u128;
                    float(F64, last >> 63, exponent, last)
                }
                _ => last,
            }
        });
        check_cast(from, to, special(from).into_iter().chain(near));
    }
}
