//! Methods of the unsigned integer types. `Int` stands for each of the six in turn, `Signed` for the signed one of the
//! same width.

pub fn div_ceil(a: Int, b: Int) -> Int { a.div_ceil(b) }
pub fn next_multiple_of(a: Int, b: Int) -> Int { a.next_multiple_of(b) }
pub fn checked_next_multiple_of(a: Int, b: Int) -> Option<Int> { a.checked_next_multiple_of(b) }
pub fn is_multiple_of(a: Int, b: Int) -> bool { a.is_multiple_of(b) }
pub fn is_power_of_two(a: Int) -> bool { a.is_power_of_two() }
pub fn next_power_of_two(a: Int) -> Int { a.next_power_of_two() }
pub fn checked_next_power_of_two(a: Int) -> Option<Int> { a.checked_next_power_of_two() }
pub fn cast_signed(a: Int) -> Signed { a.cast_signed() }
pub fn overflowing_add_signed(a: Int, b: Signed) -> (Int, bool) { a.overflowing_add_signed(b) }
pub fn checked_add_signed(a: Int, b: Signed) -> Option<Int> { a.checked_add_signed(b) }
pub fn strict_add_signed(a: Int, b: Signed) -> Int { a.strict_add_signed(b) }
pub fn wrapping_add_signed(a: Int, b: Signed) -> Int { a.wrapping_add_signed(b) }
pub fn saturating_add_signed(a: Int, b: Signed) -> Int { a.saturating_add_signed(b) }
pub fn overflowing_sub_signed(a: Int, b: Signed) -> (Int, bool) { a.overflowing_sub_signed(b) }
pub fn checked_sub_signed(a: Int, b: Signed) -> Option<Int> { a.checked_sub_signed(b) }
pub fn strict_sub_signed(a: Int, b: Signed) -> Int { a.strict_sub_signed(b) }
pub fn wrapping_sub_signed(a: Int, b: Signed) -> Int { a.wrapping_sub_signed(b) }
pub fn saturating_sub_signed(a: Int, b: Signed) -> Int { a.saturating_sub_signed(b) }
pub fn checked_signed_diff(a: Int, b: Int) -> Option<Signed> { a.checked_signed_diff(b) }
pub fn carrying_add(a: Int, b: Int, c: bool) -> (Int, bool) { a.carrying_add(b, c) }
pub fn borrowing_sub(a: Int, b: Int, c: bool) -> (Int, bool) { a.borrowing_sub(b, c) }
pub fn nonzero_unsigned(a: Int, b: Int) -> Option<(Option<Int>, Int, bool, u32, u32)> {
    let n = core::num::NonZero::new(a)?;
    Some((n.checked_add(b).map(|s| s.get()), n.saturating_add(b).get(), n.is_power_of_two(), n.ilog2(), n.ilog10()))
}
pub fn nonzero_more(a: Int, b: Int) -> Option<(Int, Option<Int>)> {
    let n = core::num::NonZero::new(a)?;
    let m = core::num::NonZero::new(b)?;
    Some((n.isqrt().get(), n.checked_next_power_of_two().map(|p| p.get())))
}
pub fn nonzero_divides(a: Int, b: Int) -> Option<(Int, Int)> {
    let n = core::num::NonZero::new(b)?;
    Some((a / n, a % n))
}
