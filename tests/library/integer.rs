//! Methods that every integer type has. `Int` stands for each of the twelve in turn, `Unsigned` for the unsigned one of
//! the same width.

pub fn limits() -> (Int, Int, u32) { (Int::MIN, Int::MAX, Int::BITS) }
pub fn old_limits() -> (Int, Int) { (Int::min_value(), Int::max_value()) }
pub fn counts(a: Int) -> (u32, u32) { (a.count_ones(), a.count_zeros()) }
pub fn zeros(a: Int) -> (u32, u32) { (a.leading_zeros(), a.trailing_zeros()) }
pub fn ones(a: Int) -> (u32, u32) { (a.leading_ones(), a.trailing_ones()) }
pub fn rotate_left(a: Int, n: u32) -> Int { a.rotate_left(n) }
pub fn rotate_right(a: Int, n: u32) -> Int { a.rotate_right(n) }
pub fn rotate_by_little(a: Int, n: u8) -> (Int, Int) { (a.rotate_left(n as u32), a.rotate_right(n as u32)) }
pub fn swap_bytes(a: Int) -> Int { a.swap_bytes() }
pub fn reverse_bits(a: Int) -> Int { a.reverse_bits() }
pub fn byte_order(a: Int) -> (Int, Int, Int, Int) { (a.to_be(), a.to_le(), Int::from_be(a), Int::from_le(a)) }
pub fn to_be_bytes(a: Int) -> [u8; (Int::BITS / 8) as usize] { a.to_be_bytes() }
pub fn to_le_bytes(a: Int) -> [u8; (Int::BITS / 8) as usize] { a.to_le_bytes() }
pub fn to_ne_bytes(a: Int) -> [u8; (Int::BITS / 8) as usize] { a.to_ne_bytes() }
pub fn from_be_bytes(a: Int) -> Int { Int::from_be_bytes(a.to_le_bytes()) }
pub fn from_le_bytes(a: Int) -> Int { Int::from_le_bytes(a.to_be_bytes()) }
pub fn from_ne_bytes(a: Int) -> Int { Int::from_ne_bytes(a.to_be_bytes()) }

pub fn checked_add(a: Int, b: Int) -> Option<Int> { a.checked_add(b) }
pub fn checked_sub(a: Int, b: Int) -> Option<Int> { a.checked_sub(b) }
pub fn checked_mul(a: Int, b: Int) -> Option<Int> { a.checked_mul(b) }
pub fn checked_div(a: Int, b: Int) -> Option<Int> { a.checked_div(b) }
pub fn checked_rem(a: Int, b: Int) -> Option<Int> { a.checked_rem(b) }
pub fn checked_div_euclid(a: Int, b: Int) -> Option<Int> { a.checked_div_euclid(b) }
pub fn checked_rem_euclid(a: Int, b: Int) -> Option<Int> { a.checked_rem_euclid(b) }
pub fn checked_neg(a: Int) -> Option<Int> { a.checked_neg() }
pub fn checked_shl(a: Int, n: u32) -> Option<Int> { a.checked_shl(n) }
pub fn checked_shr(a: Int, n: u32) -> Option<Int> { a.checked_shr(n) }
pub fn checked_pow(a: Int, n: u8) -> Option<Int> { a.checked_pow((n & 31) as u32) }
pub fn wrapping_add(a: Int, b: Int) -> Int { a.wrapping_add(b) }
pub fn wrapping_sub(a: Int, b: Int) -> Int { a.wrapping_sub(b) }
pub fn wrapping_mul(a: Int, b: Int) -> Int { a.wrapping_mul(b) }
pub fn wrapping_div(a: Int, b: Int) -> Int { a.wrapping_div(b) }
pub fn wrapping_rem(a: Int, b: Int) -> Int { a.wrapping_rem(b) }
pub fn wrapping_div_euclid(a: Int, b: Int) -> Int { a.wrapping_div_euclid(b) }
pub fn wrapping_rem_euclid(a: Int, b: Int) -> Int { a.wrapping_rem_euclid(b) }
pub fn wrapping_neg(a: Int) -> Int { a.wrapping_neg() }
pub fn wrapping_shl(a: Int, n: u32) -> Int { a.wrapping_shl(n) }
pub fn wrapping_shr(a: Int, n: u32) -> Int { a.wrapping_shr(n) }
pub fn wrapping_pow(a: Int, n: u8) -> Int { a.wrapping_pow(n as u32) }
pub fn overflowing_add(a: Int, b: Int) -> (Int, bool) { a.overflowing_add(b) }
pub fn overflowing_sub(a: Int, b: Int) -> (Int, bool) { a.overflowing_sub(b) }
pub fn overflowing_mul(a: Int, b: Int) -> (Int, bool) { a.overflowing_mul(b) }
pub fn overflowing_div(a: Int, b: Int) -> (Int, bool) { a.overflowing_div(b) }
pub fn overflowing_rem(a: Int, b: Int) -> (Int, bool) { a.overflowing_rem(b) }
pub fn overflowing_div_euclid(a: Int, b: Int) -> (Int, bool) { a.overflowing_div_euclid(b) }
pub fn overflowing_rem_euclid(a: Int, b: Int) -> (Int, bool) { a.overflowing_rem_euclid(b) }
pub fn overflowing_neg(a: Int) -> (Int, bool) { a.overflowing_neg() }
pub fn overflowing_shl(a: Int, n: u32) -> (Int, bool) { a.overflowing_shl(n) }
pub fn overflowing_shr(a: Int, n: u32) -> (Int, bool) { a.overflowing_shr(n) }
pub fn overflowing_pow(a: Int, n: u8) -> (Int, bool) { a.overflowing_pow((n & 31) as u32) }
pub fn saturating_add(a: Int, b: Int) -> Int { a.saturating_add(b) }
pub fn saturating_sub(a: Int, b: Int) -> Int { a.saturating_sub(b) }
pub fn saturating_mul(a: Int, b: Int) -> Int { a.saturating_mul(b) }
pub fn saturating_div(a: Int, b: Int) -> Int { a.saturating_div(b) }
pub fn saturating_pow(a: Int, n: u8) -> Int { a.saturating_pow((n & 31) as u32) }
pub fn unbounded_shl(a: Int, n: u32) -> Int { a.unbounded_shl(n) }
pub fn unbounded_shr(a: Int, n: u32) -> Int { a.unbounded_shr(n) }
pub fn strict_add(a: Int, b: Int) -> Int { a.strict_add(b) }
pub fn strict_sub(a: Int, b: Int) -> Int { a.strict_sub(b) }
pub fn strict_mul(a: Int, b: Int) -> Int { a.strict_mul(b) }
pub fn strict_div(a: Int, b: Int) -> Int { a.strict_div(b) }
pub fn strict_rem(a: Int, b: Int) -> Int { a.strict_rem(b) }
pub fn strict_div_euclid(a: Int, b: Int) -> Int { a.strict_div_euclid(b) }
pub fn strict_rem_euclid(a: Int, b: Int) -> Int { a.strict_rem_euclid(b) }
pub fn strict_neg(a: Int) -> Int { a.strict_neg() }
pub fn strict_shl(a: Int, n: u32) -> Int { a.strict_shl(n) }
pub fn strict_shr(a: Int, n: u32) -> Int { a.strict_shr(n) }
pub fn strict_pow(a: Int, n: u8) -> Int { a.strict_pow((n & 15) as u32) }
pub fn pow(a: Int, n: u8) -> Int { a.pow((n & 15) as u32) }
pub fn div_euclid(a: Int, b: Int) -> Int { a.div_euclid(b) }
pub fn rem_euclid(a: Int, b: Int) -> Int { a.rem_euclid(b) }
pub fn ilog(a: Int, b: Int) -> u32 { a.ilog(b) }
pub fn ilog2(a: Int) -> u32 { a.ilog2() }
pub fn ilog10(a: Int) -> u32 { a.ilog10() }
pub fn checked_ilog(a: Int, b: Int) -> Option<u32> { a.checked_ilog(b) }
pub fn checked_ilog2(a: Int) -> Option<u32> { a.checked_ilog2() }
pub fn checked_ilog10(a: Int) -> Option<u32> { a.checked_ilog10() }
pub fn isqrt(a: Int) -> Int { a.isqrt() }
pub fn midpoint(a: Int, b: Int) -> Int { a.midpoint(b) }
pub fn abs_diff(a: Int, b: Int) -> Unsigned { a.abs_diff(b) }

pub fn min_and_max(a: Int, b: Int) -> (Int, Int) { (a.min(b), a.max(b)) }
pub fn clamp(a: Int, low: Int, high: Int) -> Int { a.clamp(low, high) }
pub fn comparison(a: Int, b: Int) -> core::cmp::Ordering { a.cmp(&b) }
pub fn partial_comparison(a: Int, b: Int) -> Option<core::cmp::Ordering> { a.partial_cmp(&b) }
pub fn comparisons(a: Int, b: Int) -> (bool, bool, bool, bool, bool, bool) {
    (a.eq(&b), a.ne(&b), a.lt(&b), a.le(&b), a.gt(&b), a.ge(&b))
}
pub fn default() -> Int { Int::default() }
pub fn cloned(a: Int) -> Int { a.clone() }

pub fn operators_as_functions(a: Int, b: Int) -> (Int, Int, Int, Int) {
    use core::ops::{BitAnd, BitOr, BitXor, Not};
    (a.bitand(b), a.bitor(&b), (&a).bitxor(b), (&a).not())
}
pub fn add_by_trait(a: Int, b: Int) -> Int { core::ops::Add::add(a, b) }
pub fn sub_by_trait(a: Int, b: Int) -> Int { core::ops::Sub::sub(a, &b) }
pub fn mul_by_trait(a: Int, b: Int) -> Int { core::ops::Mul::mul(&a, b) }
pub fn div_by_trait(a: Int, b: Int) -> Int { core::ops::Div::div(&a, &b) }
pub fn rem_by_trait(a: Int, b: Int) -> Int { core::ops::Rem::rem(a, b) }
pub fn shl_by_trait(a: Int, n: u8) -> Int { core::ops::Shl::shl(a, n) }
pub fn shr_by_trait(a: Int, n: i64) -> Int { core::ops::Shr::shr(&a, &n) }
pub fn references(a: Int, b: Int) -> Int { &a + &b }
pub fn assign_reference(a: Int, b: Int) -> Int {
    let mut sum = a;
    sum += &b;
    sum
}
pub fn assign_by_trait(a: Int, b: Int) -> Int {
    let mut difference = a;
    core::ops::SubAssign::sub_assign(&mut difference, b);
    difference
}
pub fn shift_assign_by_trait(a: Int, n: u16) -> Int {
    let mut shifted = a;
    core::ops::ShlAssign::shl_assign(&mut shifted, n);
    shifted
}
pub fn sum(a: Int, b: Int, c: Int) -> Int { [a, b, c].iter().sum() }
pub fn sum_of_values(a: Int, b: Int, c: Int) -> Int { [a, b, c].into_iter().sum::<Int>() }
pub fn product(a: Int, b: Int) -> Int { [a, b].iter().product() }
pub fn product_of_values(a: Int, b: Int) -> Int { [a, b].into_iter().product() }

pub fn wrapping_type(a: Int, b: Int) -> (Int, Int, Int) {
    use core::num::Wrapping;
    let (x, y) = (Wrapping(a), Wrapping(b));
    ((x + y).0, (x - &y).0, (&x * y).0)
}
pub fn wrapping_type_division(a: Int, b: Int) -> (Int, Int) {
    use core::num::Wrapping;
    ((Wrapping(a) / Wrapping(b)).0, (Wrapping(a) % Wrapping(b)).0)
}
pub fn wrapping_type_bits(a: Int, b: Int) -> (Int, Int, Int, Int, Int) {
    use core::num::Wrapping;
    let (x, y) = (Wrapping(a), Wrapping(b));
    ((x & y).0, (x | y).0, (x ^ y).0, (!x).0, (-y).0)
}
pub fn wrapping_type_shifts(a: Int, n: usize) -> (Int, Int) {
    use core::num::Wrapping;
    ((Wrapping(a) << n).0, (Wrapping(a) >> n).0)
}
pub fn wrapping_type_assigns(a: Int, b: Int) -> core::num::Wrapping<Int> {
    use core::num::Wrapping;
    let mut x = Wrapping(a);
    x += Wrapping(b);
    x *= b;
    x -= &b;
    x ^= Wrapping(a);
    x
}
pub fn wrapping_sum(a: Int, b: Int) -> core::num::Wrapping<Int> {
    use core::num::Wrapping;
    [Wrapping(a), Wrapping(b), Wrapping(b)].iter().sum()
}
pub fn saturating_type(a: Int, b: Int) -> (Int, Int, Int) {
    use core::num::Saturating;
    let (x, y) = (Saturating(a), Saturating(b));
    ((x + y).0, (x - y).0, (x * &y).0)
}
pub fn saturating_type_division(a: Int, b: Int) -> Int { (core::num::Saturating(a) / core::num::Saturating(b)).0 }
pub fn saturating_type_remainder(a: Int, b: Int) -> Int { (core::num::Saturating(a) % core::num::Saturating(b)).0 }
pub fn saturating_type_assigns(a: Int, b: Int) -> core::num::Saturating<Int> {
    let mut x = core::num::Saturating(a);
    x += core::num::Saturating(b);
    x -= b;
    x
}

pub fn nonzero(a: Int) -> Option<Int> { core::num::NonZero::new(a).map(|n| n.get()) }
pub fn nonzero_try(a: Int) -> Result<Int, ()> {
    core::num::NonZero::<Int>::try_from(a).map(Int::from).map_err(|_| ())
}
pub fn nonzero_methods(a: Int, b: Int) -> Option<(u32, u32, Option<Int>, Int)> {
    let n = core::num::NonZero::new(a)?;
    let m = core::num::NonZero::new(b)?;
    Some((n.leading_zeros(), n.trailing_zeros(), n.checked_mul(m).map(|p| p.get()), n.saturating_mul(m).get()))
}
pub fn nonzero_or(a: Int, b: Int) -> Option<Int> { Some((core::num::NonZero::new(a)? | b).get()) }
pub fn nonzero_order(a: Int, b: Int) -> Option<bool> {
    Some(core::num::NonZero::new(a)? < core::num::NonZero::new(b)?)
}

pub fn from_text(n: u8) -> Result<Int, ()> {
    let texts = ["", "0", "7", "+7", "-7", "-", "+", "12x", "127", "128", "-128", "-129", "255", "256", "65536", "007"];
    texts[(n & 15) as usize].parse::<Int>().map_err(|_| ())
}
pub fn from_text_kind(n: u8) -> Result<Int, u8> {
    use core::num::IntErrorKind;
    let texts = ["", "x", "99999999999999999999999999999999999999999", "-99999999999999999999999999999999999999999"];
    texts[(n & 3) as usize].parse::<Int>().map_err(|e| match e.kind() {
        IntErrorKind::Empty => 0,
        IntErrorKind::InvalidDigit => 1,
        IntErrorKind::PosOverflow => 2,
        IntErrorKind::NegOverflow => 3,
        _ => 4,
    })
}
pub fn from_radix(radix: u8, n: u8) -> Result<Int, ()> {
    let texts = ["1010", "zz", "7F", "-1", "+2g", "77"];
    Int::from_str_radix(texts[(n % 6) as usize], (radix % 40) as u32).map_err(|_| ())
}

pub fn range_sum(a: Int, n: u8) -> (usize, Option<Int>, Option<Int>) {
    let end = a.saturating_add((n & 15) as Int);
    ((a..end).count(), (a..end).next(), (a..end).next_back())
}
pub fn range_inclusive(a: Int, n: u8) -> (usize, Option<Int>, Option<Int>) {
    let end = a.saturating_add((n & 15) as Int);
    ((a..=end).count(), (a..=end).last(), (a..=end).rev().nth(2))
}
pub fn range_size(a: Int, b: Int) -> ((usize, Option<usize>), (usize, Option<usize>)) {
    ((a..b).size_hint(), (a..=b).size_hint())
}
pub fn range_nth(a: Int, b: Int, n: usize) -> (Option<Int>, Option<Int>, Option<Int>, Option<Int>) {
    ((a..b).nth(n), (a..b).nth_back(n), (a..=b).nth(n), (a..=b).nth_back(n))
}
pub fn range_is_empty(a: Int, b: Int) -> (bool, bool) { ((a..b).is_empty(), (a..=b).is_empty()) }
pub fn range_contains(a: Int, b: Int, x: Int) -> (bool, bool, bool, bool, bool) {
    ((a..b).contains(&x), (a..=b).contains(&x), (a..).contains(&x), (..b).contains(&x), (..=b).contains(&x))
}
pub fn range_from(a: Int) -> Int {
    let mut last = a;
    for x in (a..).take(5) {
        last = x;
    }
    last
}
pub fn range_from_nth(a: Int, n: u8) -> Option<Int> { (a..).nth(n as usize) }
pub fn range_step(a: Int, b: Int, n: u8) -> (Option<Int>, Option<Int>) {
    let mut steps = (a..b).step_by(n as usize + 1);
    (steps.next(), steps.next())
}
pub fn unchecked(a: Int, b: Int) -> Option<(Int, Int, Int)> {
    let half = (a / 4, b / 4);
    a.checked_mul(b)?;
    if half.0 < half.1 {
        return None;
    }
    unsafe { Some((half.0.unchecked_add(half.1), half.0.unchecked_sub(half.1), a.unchecked_mul(b))) }
}
pub fn nonzero_unchecked(a: Int) -> Int { unsafe { core::num::NonZero::new_unchecked(a | 1) }.get() }
