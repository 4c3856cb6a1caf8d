//! Integer evaluation at any width, on zero-extended bits.

use super::Scalar;

/// Whether a mathematical integer within `i128` is a value of the signed type.
fn fits(t: Scalar, value: i128) -> bool {
    t.sign_extend(value as u128) == value
}

pub fn div(t: Scalar, a: u128, b: u128) -> u128 {
    if !t.is_signed() {
        return a.checked_div(b).unwrap_or(t.mask());
    }
    let (x, y) = (t.sign_extend(a), t.sign_extend(b));
    let by_zero = if x < 0 { 1 } else { -1 };
    let quotient = if y == 0 { by_zero } else { x.wrapping_div(y) };
    t.wrap(quotient as u128)
}

pub fn rem(t: Scalar, a: u128, b: u128) -> u128 {
    if b == 0 {
        return a;
    }
    if !t.is_signed() {
        return a % b;
    }
    let (x, y) = (t.sign_extend(a), t.sign_extend(b));
    t.wrap(x.wrapping_rem(y) as u128)
}

pub fn add_overflows(t: Scalar, a: u128, b: u128) -> bool {
    if t.is_signed() {
        let (sum, carry) = t.sign_extend(a).overflowing_add(t.sign_extend(b));
        return carry || !fits(t, sum);
    }
    let (sum, carry) = a.overflowing_add(b);
    carry || sum > t.mask()
}

pub fn sub_overflows(t: Scalar, a: u128, b: u128) -> bool {
    if t.is_signed() {
        let (difference, borrow) = t.sign_extend(a).overflowing_sub(t.sign_extend(b));
        return borrow || !fits(t, difference);
    }
    a < b
}

pub fn mul_overflows(t: Scalar, a: u128, b: u128) -> bool {
    if t.is_signed() {
        let (product, over) = t.sign_extend(a).overflowing_mul(t.sign_extend(b));
        return over || !fits(t, product);
    }
    let (product, over) = a.overflowing_mul(b);
    over || product > t.mask()
}

/// The smallest value divided by -1.
pub fn div_overflows(t: Scalar, a: u128, b: u128) -> bool {
    t.is_signed() && a == t.min() && b == t.mask()
}

pub fn neg_overflows(t: Scalar, a: u128) -> bool {
    if t.is_signed() {
        a == t.min()
    } else {
        a != 0
    }
}

pub fn saturating_add(t: Scalar, a: u128, b: u128) -> u128 {
    if add_overflows(t, a, b) {
        bound_beyond(t, t.is_signed() && t.sign_extend(a) < 0)
    } else {
        t.wrap(a.wrapping_add(b))
    }
}

pub fn saturating_sub(t: Scalar, a: u128, b: u128) -> u128 {
    if sub_overflows(t, a, b) {
        bound_beyond(t, !t.is_signed() || t.sign_extend(a) < 0)
    } else {
        t.wrap(a.wrapping_sub(b))
    }
}

fn bound_beyond(t: Scalar, below: bool) -> u128 {
    if below {
        t.min()
    } else {
        t.max()
    }
}

/// The amount by which a shift or rotation of `t` really moves.
fn effective_amount(t: Scalar, amount: u128) -> u32 {
    (amount % u128::from(t.bits())) as u32
}

pub fn shl(t: Scalar, a: u128, amount: u128) -> u128 {
    t.wrap(a << effective_amount(t, amount))
}

pub fn shr(t: Scalar, a: u128, amount: u128) -> u128 {
    let by = effective_amount(t, amount);
    if t.is_signed() {
        t.wrap((t.sign_extend(a) >> by) as u128)
    } else {
        a >> by
    }
}

pub fn shift_out_of_range(t: Scalar, amount_type: Scalar, amount: u128) -> bool {
    let negative = amount_type.is_signed() && amount_type.sign_extend(amount) < 0;
    negative || amount >= u128::from(t.bits())
}

pub fn rotate_left(t: Scalar, a: u128, amount: u128) -> u128 {
    let by = effective_amount(t, amount);
    if by == 0 {
        return a;
    }
    t.wrap(a << by) | (a >> (t.bits() - by))
}

pub fn rotate_right(t: Scalar, a: u128, amount: u128) -> u128 {
    let by = effective_amount(t, amount);
    rotate_left(t, a, u128::from(t.bits() - by))
}

pub fn leading_zeros(t: Scalar, a: u128) -> u128 {
    u128::from(a.leading_zeros() - (128 - t.bits()))
}

pub fn trailing_zeros(t: Scalar, a: u128) -> u128 {
    u128::from(a.trailing_zeros().min(t.bits()))
}

pub fn swap_bytes(t: Scalar, a: u128) -> u128 {
    a.swap_bytes() >> (128 - t.bits())
}

pub fn reverse_bits(t: Scalar, a: u128) -> u128 {
    a.reverse_bits() >> (128 - t.bits())
}
