//! Methods of the float types. `Float` stands for both in turn, `Bits` for the unsigned integer of the same width.

pub fn classes(a: Float) -> (bool, bool, bool, bool, bool) {
    (a.is_nan(), a.is_infinite(), a.is_finite(), a.is_normal(), a.is_subnormal())
}
pub fn category(a: Float) -> u8 {
    use core::num::FpCategory;
    match a.classify() {
        FpCategory::Nan => 0,
        FpCategory::Infinite => 1,
        FpCategory::Zero => 2,
        FpCategory::Subnormal => 3,
        FpCategory::Normal => 4,
    }
}
pub fn signs(a: Float) -> Option<(bool, bool)> {
    if a.is_nan() {
        return None;
    }
    Some((a.is_sign_positive(), a.is_sign_negative()))
}
pub fn next(a: Float) -> (Float, Float) { (a.next_up(), a.next_down()) }
pub fn recip(a: Float) -> Float { a.recip() }
pub fn angles(a: Float) -> (Float, Float) { (a.to_degrees(), a.to_radians()) }
pub fn min_and_max(a: Float, b: Float) -> (Float, Float) {
    if a == 0.0 && b == 0.0 {
        return (a, b);
    }
    (a.min(b), a.max(b))
}
pub fn clamp(a: Float, b: Float, c: Float) -> Float { a.clamp(b, c) }
pub fn abs(a: Float) -> Float { a.abs() }
pub fn signum(a: Float) -> Float { a.signum() }
pub fn copysign(a: Float, b: Float) -> Float { a.copysign(b) }
pub fn bits(a: Float) -> Option<Bits> { if a.is_nan() { None } else { Some(a.to_bits()) } }
pub fn from_bits(a: Bits) -> Float { Float::from_bits(a) }
pub fn bytes(a: Bits) -> (Float, Float, Float) {
    let x = Float::from_be_bytes(a.to_be_bytes());
    (x, Float::from_le_bytes(a.to_be_bytes()), Float::from_ne_bytes(a.to_ne_bytes()))
}
pub fn to_bytes(a: Float) -> Option<([u8; (Bits::BITS / 8) as usize], [u8; (Bits::BITS / 8) as usize])> {
    if a.is_nan() { None } else { Some((a.to_be_bytes(), a.to_le_bytes())) }
}
pub fn total_cmp(a: Float, b: Float) -> Option<core::cmp::Ordering> {
    if a.is_nan() || b.is_nan() { None } else { Some(a.total_cmp(&b)) }
}
pub fn partial_cmp(a: Float, b: Float) -> Option<core::cmp::Ordering> { a.partial_cmp(&b) }
pub fn comparisons(a: Float, b: Float) -> (bool, bool, bool, bool, bool, bool) {
    (a == b, a != b, a < b, a <= b, a > b, a >= b)
}
pub fn comparisons_by_trait(a: Float, b: Float) -> (bool, bool, bool, bool, bool, bool) {
    (a.eq(&b), a.ne(&b), a.lt(&b), a.le(&b), a.gt(&b), a.ge(&b))
}
pub fn floor(a: Float) -> Float { a.floor() }
pub fn ceil(a: Float) -> Float { a.ceil() }
pub fn round(a: Float) -> Float { a.round() }
pub fn round_ties_even(a: Float) -> Float { a.round_ties_even() }
pub fn trunc(a: Float) -> Float { a.trunc() }
pub fn fract(a: Float) -> Float { a.fract() }
pub fn sqrt(a: Float) -> Float { a.sqrt() }
pub fn div_euclid(a: Float, b: Float) -> Float { a.div_euclid(b) }
pub fn rem_euclid(a: Float, b: Float) -> Float { a.rem_euclid(b) }
pub fn powi(a: Float, n: i8) -> Float { a.powi((n >> 3) as i32) }
pub fn midpoint(a: Float, b: Float) -> Float { a.midpoint(b) }
pub fn constants() -> (Float, Float, Float, Float, Float, Float) {
    (Float::MIN, Float::MAX, Float::MIN_POSITIVE, Float::EPSILON, Float::INFINITY, Float::NEG_INFINITY)
}
pub fn more_constants() -> (u32, u32, u32, i32, i32, i32, i32) {
    (Float::RADIX, Float::DIGITS, Float::MANTISSA_DIGITS, Float::MIN_EXP, Float::MAX_EXP, Float::MIN_10_EXP, Float::MAX_10_EXP)
}
pub fn nan() -> Float { Float::NAN }
pub fn mathematical_constants() -> [Float; 19] {
    use core::Float::consts::*;
    [PI, TAU, FRAC_PI_2, FRAC_PI_3, FRAC_PI_4, FRAC_PI_6, FRAC_PI_8, FRAC_1_PI, FRAC_2_PI, FRAC_2_SQRT_PI, SQRT_2,
     FRAC_1_SQRT_2, E, LOG2_E, LOG2_10, LOG10_E, LOG10_2, LN_2, LN_10]
}
pub fn default() -> Float { Float::default() }
pub fn sum(a: Float, b: Float, c: Float) -> Float { [a, b, c].iter().sum() }
pub fn empty_sum() -> Float { let none: [Float; 0] = []; none.iter().sum() }
pub fn product(a: Float, b: Float) -> Float { [a, b].into_iter().product() }
pub fn operators_by_trait(a: Float, b: Float) -> (Float, Float, Float, Float, Float) {
    use core::ops::{Add, Div, Mul, Rem, Sub};
    (a.add(b), a.sub(&b), (&a).mul(b), (&a).div(&b), a.rem(b))
}
pub fn neg(a: Float) -> Float { core::ops::Neg::neg(a) }
pub fn assigns(a: Float, b: Float) -> Float {
    let mut x = a;
    x += b;
    x *= &b;
    x -= 1.0;
    x
}
