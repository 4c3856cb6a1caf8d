//! Methods of the signed integer types. `Int` stands for each of the six in turn, `Unsigned` for the unsigned one of
//! the same width.

pub fn neg(a: Int) -> Int { core::ops::Neg::neg(a) }
pub fn neg_of_reference(a: Int) -> Int { -&a }
pub fn abs(a: Int) -> Int { a.abs() }
pub fn unsigned_abs(a: Int) -> Unsigned { a.unsigned_abs() }
pub fn wrapping_abs(a: Int) -> Int { a.wrapping_abs() }
pub fn overflowing_abs(a: Int) -> (Int, bool) { a.overflowing_abs() }
pub fn checked_abs(a: Int) -> Option<Int> { a.checked_abs() }
pub fn strict_abs(a: Int) -> Int { a.strict_abs() }
pub fn saturating_abs(a: Int) -> Int { a.saturating_abs() }
pub fn saturating_neg(a: Int) -> Int { a.saturating_neg() }
pub fn signum(a: Int) -> (Int, bool, bool) { (a.signum(), a.is_positive(), a.is_negative()) }
pub fn checked_isqrt(a: Int) -> Option<Int> { a.checked_isqrt() }
pub fn cast_unsigned(a: Int) -> Unsigned { a.cast_unsigned() }
pub fn overflowing_add_unsigned(a: Int, b: Unsigned) -> (Int, bool) { a.overflowing_add_unsigned(b) }
pub fn checked_add_unsigned(a: Int, b: Unsigned) -> Option<Int> { a.checked_add_unsigned(b) }
pub fn strict_add_unsigned(a: Int, b: Unsigned) -> Int { a.strict_add_unsigned(b) }
pub fn wrapping_add_unsigned(a: Int, b: Unsigned) -> Int { a.wrapping_add_unsigned(b) }
pub fn saturating_add_unsigned(a: Int, b: Unsigned) -> Int { a.saturating_add_unsigned(b) }
pub fn overflowing_sub_unsigned(a: Int, b: Unsigned) -> (Int, bool) { a.overflowing_sub_unsigned(b) }
pub fn checked_sub_unsigned(a: Int, b: Unsigned) -> Option<Int> { a.checked_sub_unsigned(b) }
pub fn strict_sub_unsigned(a: Int, b: Unsigned) -> Int { a.strict_sub_unsigned(b) }
pub fn wrapping_sub_unsigned(a: Int, b: Unsigned) -> Int { a.wrapping_sub_unsigned(b) }
pub fn saturating_sub_unsigned(a: Int, b: Unsigned) -> Int { a.saturating_sub_unsigned(b) }
pub fn nonzero_signed(a: Int) -> Option<(Option<Int>, Int, Int, bool, bool)> {
    let n = core::num::NonZero::new(a)?;
    let (abs, wrapping) = (n.checked_abs().map(|x| x.get()), n.wrapping_abs().get());
    Some((abs, wrapping, n.saturating_abs().get(), n.is_positive(), n.is_negative()))
}
pub fn nonzero_neg(a: Int) -> Option<(Option<Int>, Int, Unsigned)> {
    let n = core::num::NonZero::new(a)?;
    Some((n.checked_neg().map(|x| x.get()), n.wrapping_neg().get(), n.unsigned_abs().get()))
}
pub fn nonzero_abs(a: Int) -> Option<Int> { Some(core::num::NonZero::new(a)?.abs().get()) }
pub fn saturating_type_signed(a: Int) -> (Int, Int, Int) {
    let x = core::num::Saturating(a);
    ((-x).0, x.abs().0, x.signum().0)
}
