//! Operators of integers at their edges, and which of them panic where.

pub fn add(a: i8, b: i8) -> i8 {
    a + b
}

pub fn sub_unsigned(a: u16, b: u16) -> u16 {
    a - b
}

pub fn mul_wide(a: i128, b: i128) -> i128 {
    a * b
}

pub fn mul_u128(a: u128, b: u64) -> u128 {
    a * b as u128
}

pub fn division(a: i8, b: i8) -> (i8, i8) {
    let quotient = a / b;
    (quotient, a % b)
}

pub fn remainder_first(a: i16, b: i16) -> i16 {
    a % b
}

pub fn euclid(a: i8, b: i8) -> (i8, i8) {
    (a.div_euclid(b), a.rem_euclid(b))
}

pub fn negation(a: i32) -> i32 {
    -a
}

pub fn negated_minimum() -> (i8, i64) {
    (-128, -9_223_372_036_854_775_808)
}

pub fn shifts_by_other_types(a: u32, b: i8, c: u64) -> (u32, u32) {
    (a << b, a >> c)
}

pub fn shift_of_signed(a: i16, b: u8) -> (i16, i16) {
    (a >> (b & 15), a << (b & 15))
}

pub fn shift_assign(mut a: u8, b: u128) -> u8 {
    a <<= b;
    a >>= 1i64;
    a
}

pub fn bitwise(a: i8, b: i8) -> (i8, i8, i8, i8) {
    (a & b, a | b, a ^ b, !a)
}

pub fn precedence(a: u8, b: u8, c: u8) -> (u8, bool, u8) {
    let x = a & 7;
    let y = b & 7;
    let z = c & 7;
    (x + y * z ^ x | y & z, (x < y) == (y > z), x << 1 + (y & 1))
}

pub fn subtraction_is_left_associative(a: i16, b: i16, c: i16) -> i16 {
    a - b - c
}

pub fn order_of_checks(a: u8, b: u8, c: u8) -> u8 {
    a / b + b / c - c
}

pub fn minimum_by_minus_one(a: i64) -> (Option<i64>, i64, (i64, bool), i64) {
    (a.checked_div(-1), a.wrapping_div(-1), a.overflowing_neg(), a.wrapping_rem(-1))
}

pub fn absolute(a: i8) -> (i8, u8, i8, Option<i8>) {
    (a.wrapping_abs(), a.unsigned_abs(), a.saturating_abs(), a.checked_abs())
}

pub fn absolute_panics(a: i8) -> i8 {
    a.abs()
}

pub fn powers(a: i16, n: u8) -> (i16, Option<i16>, i16, (i16, bool)) {
    let n = n as u32 % 9;
    (a.wrapping_pow(n), a.checked_pow(n), a.saturating_pow(n), a.overflowing_pow(n))
}

pub fn power_panics(a: u8, n: u8) -> u8 {
    a.pow(n as u32 % 5)
}

pub fn counts(a: i32) -> (u32, u32, u32, u32, u32) {
    (a.count_ones(), a.leading_zeros(), a.trailing_zeros(), a.leading_ones(), a.trailing_ones())
}

pub fn rotations(a: u16, n: u32) -> (u16, u16, u16, u16) {
    (a.rotate_left(n), a.rotate_right(n), a.swap_bytes(), a.reverse_bits())
}

pub fn mixed_widths(a: u8, b: u16, c: i32) -> i64 {
    i64::from(a) * i64::from(b) - i64::from(c)
}

pub fn difference(a: i8, b: i8) -> (u8, i8, i8) {
    (a.abs_diff(b), a.signum(), a.saturating_sub(b))
}

pub fn compound_on_every_operator(mut a: u16, b: u16) -> u16 {
    a &= 0xfff;
    a |= b & 3;
    a ^= b;
    a %= 1000;
    a += 5;
    a *= 3;
    a -= 1;
    a /= 2;
    a
}

pub fn float_operators(a: f32, b: f32) -> (f32, f32, f32, f32, f32, f32) {
    (a + b, a - b, a * b, a / b, a % b, -a)
}

pub fn float_comparisons(a: f64, b: f64) -> (bool, bool, bool, bool, bool, bool) {
    (a == b, a != b, a < b, a <= b, a > b, a >= b)
}

pub fn float_order(a: f32, b: f32) -> Option<core::cmp::Ordering> {
    a.partial_cmp(&b)
}

pub fn constants_of_types() -> (u8, i16, u32, f32, u32) {
    (u8::MAX, i16::MIN, u32::BITS, f32::MAX, char::MAX as u32)
}
