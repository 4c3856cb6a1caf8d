//! Rust's `as` between scalars, and the reading of bits as another type.

use super::float::{f32_bits, f64_bits, Float};
use super::Scalar;

/// Whether Rust has `from as to`.
pub fn castable(from: Scalar, to: Scalar) -> bool {
    use Scalar::{Bool, Char, Float, Int};
    match (from, to) {
        (Int { .. } | Float { .. }, Int { .. } | Float { .. }) => true,
        (Bool | Char, Int { .. }) => true,
        (Int { signed, bits }, Char) => !signed && bits == 8,
        (Bool, Bool) | (Char, Char) => true,
        (Bool | Char, Float { .. }) | (Bool, Char) | (Char, Bool) => false,
        (Int { .. } | Float { .. }, Bool) | (Float { .. }, Char) => false,
    }
}

/// `value as to`: integers are cut or extended by the sign of `from`, integers become the nearest float (ties to
/// even), floats are truncated toward zero and saturate, NaN becomes 0.
pub fn cast(from: Scalar, to: Scalar, value: u128) -> u128 {
    match (from, to) {
        (Scalar::Float { bits }, Scalar::Float { bits: wanted }) => resize(bits, wanted, value),
        (Scalar::Float { bits }, _) => float_to_int(Float::new(bits, value), to),
        (_, Scalar::Float { bits }) => int_to_float(from, bits, value),
        _ if from.is_signed() => to.wrap(from.sign_extend(value) as u128),
        _ => to.wrap(value),
    }
}

fn resize(from: u16, to: u16, value: u128) -> u128 {
    match Float::new(from, value) {
        Float::F32(x) if to == 64 => f64_bits(f64::from(x)),
        Float::F64(x) if to == 32 => f32_bits(x as f32),
        Float::F32(_) | Float::F64(_) => value,
    }
}

fn float_to_int(value: Float, to: Scalar) -> u128 {
    if to.is_signed() {
        let exact = match value {
            Float::F32(x) => x as i128,
            Float::F64(x) => x as i128,
        };
        let (low, high) = (to.sign_extend(to.min()), to.sign_extend(to.max()));
        return to.wrap(exact.clamp(low, high) as u128);
    }
    let exact = match value {
        Float::F32(x) => x as u128,
        Float::F64(x) => x as u128,
    };
    exact.min(to.max())
}

fn int_to_float(from: Scalar, width: u16, value: u128) -> u128 {
    let signed = from.is_signed().then(|| from.sign_extend(value));
    match (signed, width) {
        (Some(x), 32) => f32_bits(x as f32),
        (Some(x), _) => f64_bits(x as f64),
        (None, 32) => f32_bits(value as f32),
        (None, _) => f64_bits(value as f64),
    }
}

/// Whether the bits of one type can be read as the other: the same width, and no `bool` that could become 2.
/// A `u32` that becomes a `char` has been checked before.
pub fn transmutable(from: Scalar, to: Scalar) -> bool {
    from == to || (from != Scalar::Bool && to != Scalar::Bool && from.bits() == to.bits())
}

/// The same bits as a value of the other type.
pub fn transmute(to: Scalar, value: u128) -> u128 {
    to.wrap(value)
}
