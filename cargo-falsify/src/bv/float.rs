//! Float evaluation on IEEE bits, by the host's own arithmetic.
//!
//! Rust leaves the bits of a NaN result open. Here every NaN that arithmetic produces is the positive quiet one
//! without payload, so that runs are the same everywhere; negation, `abs` and `copysign` only touch the sign bit.

use std::cmp::Ordering;

fn f32_of(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

fn f64_of(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

/// Bits of an `f32` result.
pub fn f32_bits(value: f32) -> u128 {
    let canonical = if value.is_nan() {
        0x7fc0_0000
    } else {
        value.to_bits()
    };
    u128::from(canonical)
}

/// Bits of an `f64` result.
pub fn f64_bits(value: f64) -> u128 {
    let canonical = if value.is_nan() {
        0x7ff8_0000_0000_0000
    } else {
        value.to_bits()
    };
    u128::from(canonical)
}

/// A float of either width, for operations that are written once.
#[derive(Clone, Copy)]
pub enum Float {
    F32(f32),
    F64(f64),
}

impl Float {
    pub fn new(width: u16, bits: u128) -> Float {
        if width == 32 {
            Float::F32(f32_of(bits))
        } else {
            Float::F64(f64_of(bits))
        }
    }
}

/// One operation at both widths.
macro_rules! unary {
    ($($name:ident = |$x:ident| $result:expr;)*) => { $(
        pub fn $name(width: u16, a: u128) -> u128 {
            match Float::new(width, a) {
                Float::F32($x) => f32_bits($result),
                Float::F64($x) => f64_bits($result),
            }
        }
    )* };
}

macro_rules! binary {
    ($($name:ident = |$x:ident, $y:ident| $result:expr;)*) => { $(
        pub fn $name(width: u16, a: u128, b: u128) -> u128 {
            match (Float::new(width, a), Float::new(width, b)) {
                (Float::F32($x), Float::F32($y)) => f32_bits($result),
                (Float::F64($x), Float::F64($y)) => f64_bits($result),
                _ => 0, // both are of the same width
            }
        }
    )* };
}

unary! {
    sqrt = |x| x.sqrt();
    floor = |x| x.floor();
    ceil = |x| x.ceil();
    trunc = |x| x.trunc();
    round = |x| x.round();
    round_ties_even = |x| x.round_ties_even();
}

binary! {
    add = |x, y| x + y;
    sub = |x, y| x - y;
    mul = |x, y| x * y;
    div = |x, y| x / y;
    rem = |x, y| x % y;
}

pub fn sign_bit(width: u16) -> u128 {
    1 << (width - 1)
}

pub fn neg(width: u16, a: u128) -> u128 {
    a ^ sign_bit(width)
}

pub fn abs(width: u16, a: u128) -> u128 {
    a & !sign_bit(width)
}

pub fn copysign(width: u16, a: u128, b: u128) -> u128 {
    abs(width, a) | (b & sign_bit(width))
}

/// None if one of them is NaN; the zeros are equal.
pub fn order(width: u16, a: u128, b: u128) -> Option<Ordering> {
    match (Float::new(width, a), Float::new(width, b)) {
        (Float::F32(x), Float::F32(y)) => x.partial_cmp(&y),
        (Float::F64(x), Float::F64(y)) => x.partial_cmp(&y),
        _ => None, // both are of the same width
    }
}
