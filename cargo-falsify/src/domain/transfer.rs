//! Operators over sets of values: every value that the operator can give is in the set that comes out.

use super::known::{gcd, signed, Known};
use crate::term::{mask, Node};

/// The set that a node gives over those of its operands, in the order of [`Node::operands`]. A variable can be anything.
pub fn transfer(width: u32, node: &Node, of: &[Known]) -> Known {
    use Node::*;
    match (*node, of) {
        (Not(_), &[a]) => not(a),
        (Neg(_), &[a]) => negative(a),
        (And(..), &[a, b]) => and(a, b),
        (Xor(..), &[a, b]) => xor(a, b),
        (Add(..), &[a, b]) => sum(a, b),
        (Mul(..), &[a, b]) => product(a, b),
        (Udiv(..), &[a, b]) => quotient(a, b),
        (Urem(..), &[a, b]) => rest(a, b),
        (Shl(..), &[a, b]) => shifted_up(a, b),
        (Lshr(..), &[a, b]) => shifted_down(a, b),
        (Ashr(..), &[a, b]) => shifted_down_signed(a, b),
        (Eq(..), &[a, b]) => decided(is_equal(a, b)),
        (Ult(..), &[a, b]) => decided(is_less(a.low, a.high, b.low, b.high)),
        (Slt(..), &[a, b]) => decided(is_less(a.least, a.most, b.least, b.most)),
        (UmulOverflows(..), &[a, b]) => decided(overflows(a, b)),
        (SmulOverflows(..), &[a, b]) => decided(overflows_signed(a, b)),
        (Ite(..), &[c, a, b]) => match c.value() {
            Some(0) => b,
            Some(_) => a,
            None => a.join(b),
        },
        (Extract(_, lowest), &[a]) => extracted(width, a, lowest),
        (Concat(..), &[a, b]) => joined(a, b),
        (Sext(_), &[a]) => extended(width, a),
        _ => Known::any(width),
    }
}

fn decided(answer: Option<bool>) -> Known {
    answer.map_or(Known::any(1), Known::truth)
}

/// What two sets have that were found in different ways.
fn both(a: Known, b: Known) -> Known {
    a.meet(b).unwrap_or(a)
}

fn not(a: Known) -> Known {
    let all = mask(a.width);
    let bits = Known::from_bits(a.width, a.ones, a.zeros);
    let ranged = Known::between(a.width, all - a.high, all - a.low);
    let signs = Known::between_signed(a.width, !a.most, !a.least);
    let set = both(both(bits, ranged), signs);
    match a.residue.checked_neg().and_then(|r| r.checked_sub(1)) {
        Some(residue) => both(set, Known::any(a.width).with_remainder(a.modulus, residue)),
        None => set,
    }
}

fn negative(a: Known) -> Known {
    let zeros = a.zeros.trailing_ones().min(a.width);
    let mut set = last_zeros(a.width, zeros);
    if a.low > 0 {
        let opposite = |x: u128| x.wrapping_neg() & mask(a.width);
        set = both(
            set,
            Known::between(a.width, opposite(a.high), opposite(a.low)),
        );
    }
    let (Some(least), Some(most)) = (a.most.checked_neg(), a.least.checked_neg()) else {
        return set;
    };
    set = both(set, Known::between_signed(a.width, least, most));
    match a.residue.checked_neg() {
        Some(residue) => both(
            set,
            wrapped(a.width, a.modulus, residue, fits(a.width, least, most)),
        ),
        None => set,
    }
}

fn fits(width: u32, least: i128, most: i128) -> bool {
    let any = Known::any(width);
    least >= any.least && most <= any.most
}

/// A remainder; if the value may have wrapped around, what of it is left then.
fn wrapped(width: u32, modulus: u128, residue: i128, fits: bool) -> Known {
    let any = Known::any(width);
    if fits {
        return match modulus {
            0 if !(any.least..=any.most).contains(&residue) => any,
            _ => any.with_remainder(modulus, residue),
        };
    }
    match 1u128.checked_shl(width) {
        Some(turn) => any.with_remainder(gcd(modulus, turn), residue),
        None => any,
    }
}

fn last_zeros(width: u32, count: u32) -> Known {
    match count.min(width) {
        0 => Known::any(width),
        count => Known::from_bits(width, mask(count), 0),
    }
}

fn and(a: Known, b: Known) -> Known {
    let bits = Known::from_bits(a.width, a.zeros | b.zeros, a.ones & b.ones);
    both(bits, Known::between(a.width, 0, a.high.min(b.high)))
}

fn xor(a: Known, b: Known) -> Known {
    let zeros = a.zeros & b.zeros | a.ones & b.ones;
    let ones = a.zeros & b.ones | a.ones & b.zeros;
    Known::from_bits(a.width, zeros, ones)
}

fn sum(a: Known, b: Known) -> Known {
    let mut set = last_bits_of_sum(a, b);
    let all = mask(a.width);
    let (low, over_low) = cut_sum(a.width, a.low, b.low);
    let (high, over_high) = cut_sum(a.width, a.high, b.high);
    if over_low == over_high {
        set = both(set, Known::between(a.width, low & all, high & all));
    }
    let least = a.least.checked_add(b.least);
    let most = a.most.checked_add(b.most);
    let (Some(least), Some(most), Some(residue)) = (least, most, a.residue.checked_add(b.residue))
    else {
        return set;
    };
    set = both(set, signed_sum(a.width, least, most));
    let modulus = gcd(a.modulus, b.modulus);
    both(
        set,
        wrapped(a.width, modulus, residue, fits(a.width, least, most)),
    )
}

/// The sum and whether it is out of the width.
fn cut_sum(width: u32, a: u128, b: u128) -> (u128, bool) {
    let (sum, over) = a.overflowing_add(b);
    (sum & mask(width), over || sum > mask(width))
}

/// A range of sums that all fit or that all wrap around in the same direction.
fn signed_sum(width: u32, least: i128, most: i128) -> Known {
    let any = Known::any(width);
    if width > 126 {
        return Known::between_signed(width, least, most);
    }
    let turn = 1i128 << width;
    let turns = |value: i128| (value - any.least).div_euclid(turn);
    match turns(least) == turns(most) {
        true => {
            let by = turns(least) * turn;
            Known::between_signed(width, least - by, most - by)
        }
        false => any,
    }
}

/// The last bits of a sum are known as far as those of both operands are.
fn last_bits_of_sum(a: Known, b: Known) -> Known {
    let known = (a.zeros | a.ones) & (b.zeros | b.ones);
    let count = known.trailing_ones().min(a.width);
    if count == 0 {
        return Known::any(a.width);
    }
    let bits = a.ones.wrapping_add(b.ones) & mask(count);
    Known::from_bits(a.width, !bits & mask(count), bits)
}

fn product(a: Known, b: Known) -> Known {
    let zeros = a.zeros.trailing_ones() + b.zeros.trailing_ones();
    let mut set = last_zeros(a.width, zeros);
    if let Some(high) = a
        .high
        .checked_mul(b.high)
        .filter(|&high| high <= mask(a.width))
    {
        set = both(set, Known::between(a.width, a.low * b.low, high));
    }
    let Some((least, most)) = signed_products(a, b) else {
        return set;
    };
    set = both(set, Known::between_signed(a.width, least, most));
    match remainder_of_product(a, b) {
        Some((modulus, residue)) => both(
            set,
            wrapped(a.width, modulus, residue, fits(a.width, least, most)),
        ),
        None => set,
    }
}

/// The least and the greatest product, if they can be computed.
fn signed_products(a: Known, b: Known) -> Option<(i128, i128)> {
    let corners = [
        (a.least, b.least),
        (a.least, b.most),
        (a.most, b.least),
        (a.most, b.most),
    ];
    let mut range = None;
    for (x, y) in corners {
        let product = x.checked_mul(y)?;
        let (least, most) = range.unwrap_or((product, product));
        range = Some((product.min(least), product.max(most)));
    }
    range
}

fn remainder_of_product(a: Known, b: Known) -> Option<(u128, i128)> {
    let residue = a.residue.checked_mul(b.residue)?;
    let outer = a.modulus.checked_mul(b.modulus)?;
    let left = a.modulus.checked_mul(b.residue.unsigned_abs())?;
    let right = b.modulus.checked_mul(a.residue.unsigned_abs())?;
    Some((gcd(gcd(outer, left), right), residue))
}

/// By zero: all ones.
fn quotient(a: Known, b: Known) -> Known {
    let high = match b.low {
        0 => mask(a.width),
        low => a.high / low,
    };
    let low = a.low.checked_div(b.high).unwrap_or(mask(a.width));
    Known::between(a.width, low.min(high), high)
}

/// By zero: the dividend.
fn rest(a: Known, b: Known) -> Known {
    if a.high < b.low || b.high == 0 {
        return a;
    }
    let below = match b.low {
        0 => a.high,
        _ => a.high.min(b.high - 1),
    };
    let set = Known::between(a.width, 0, below);
    match b.value() {
        // The last bits stay if the divisor has nothing there.
        Some(divisor) if divisor > 0 => both(set, last_bits_kept(a, divisor.trailing_zeros())),
        _ => set,
    }
}

fn last_bits_kept(a: Known, count: u32) -> Known {
    match count.min(a.width) {
        0 => Known::any(a.width),
        count => Known::from_bits(a.width, a.zeros & mask(count), a.ones & mask(count)),
    }
}

/// The amounts by which something is shifted, if they are few enough to look at each.
fn amounts(b: Known) -> Option<std::ops::RangeInclusive<u128>> {
    (b.high - b.low < 16).then_some(b.low..=b.high)
}

fn for_each_amount(a: Known, b: Known, shifted: impl Fn(u32) -> Known) -> Option<Known> {
    let possible = amounts(b)?.filter(|&by| b.contains(by));
    let clipped = possible.map(|by| by.min(a.width.into()) as u32);
    clipped.map(shifted).reduce(Known::join)
}

fn shifted_up(a: Known, b: Known) -> Known {
    let by = |by: u32| match by {
        by if by == a.width => Known::constant(a.width, 0),
        by => product(a, Known::constant(a.width, 1 << by))
            .meet(bits_up(a, by))
            .unwrap_or(Known::any(a.width)),
    };
    let otherwise = || last_zeros(a.width, a.zeros.trailing_ones());
    for_each_amount(a, b, by).unwrap_or_else(otherwise)
}

fn bits_up(a: Known, by: u32) -> Known {
    let all = mask(a.width);
    let zeros = ((a.zeros << by) | ((1 << by) - 1)) & all;
    Known::from_bits(a.width, zeros, a.ones << by & all)
}

fn shifted_down(a: Known, b: Known) -> Known {
    let by = |by: u32| match by {
        by if by == a.width => Known::constant(a.width, 0),
        by => {
            let free = mask(a.width) & !(mask(a.width) >> by);
            let bits = Known::from_bits(a.width, a.zeros >> by | free, a.ones >> by);
            both(bits, Known::between(a.width, a.low >> by, a.high >> by))
        }
    };
    for_each_amount(a, b, by).unwrap_or_else(|| Known::between(a.width, 0, a.high))
}

fn shifted_down_signed(a: Known, b: Known) -> Known {
    let by = |by: u32| {
        let by = by.min(a.width - 1);
        Known::between_signed(a.width, a.least >> by, a.most >> by)
    };
    let towards_zero = || Known::between_signed(a.width, a.least.min(0), a.most.max(-1));
    for_each_amount(a, b, by).unwrap_or_else(towards_zero)
}

fn is_equal(a: Known, b: Known) -> Option<bool> {
    match (a.value(), b.value()) {
        (Some(a), Some(b)) => Some(a == b),
        _ => (!may_be_equal(a, b)).then_some(false),
    }
}

fn may_be_equal(a: Known, b: Known) -> bool {
    let common = gcd(a.modulus, b.modulus);
    let apart = a.residue.abs_diff(b.residue);
    let remainders = match common {
        0 => apart == 0,
        common => apart.is_multiple_of(common),
    };
    remainders && a.meet(b).is_some()
}

fn is_less<T: PartialOrd>(low: T, high: T, other_low: T, other_high: T) -> Option<bool> {
    match (high < other_low, low >= other_high) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

fn overflows(a: Known, b: Known) -> Option<bool> {
    let out = |x: u128, y: u128| x.checked_mul(y).is_none_or(|p| p > mask(a.width));
    match (out(a.low, b.low), out(a.high, b.high)) {
        (true, _) => Some(true),
        (_, false) => Some(false),
        _ => None,
    }
}

fn overflows_signed(a: Known, b: Known) -> Option<bool> {
    let (least, most) = signed_products(a, b)?;
    let any = Known::any(a.width);
    match fits(a.width, least, most) {
        true => Some(false),
        false => (most < any.least || least > any.most).then_some(true),
    }
}

fn extracted(width: u32, a: Known, lowest: u32) -> Known {
    let bits = Known::from_bits(
        width,
        a.zeros >> lowest & mask(width),
        a.ones >> lowest & mask(width),
    );
    let (low, high) = (a.low >> lowest, a.high >> lowest);
    let above = u32::min(width, 127);
    let mut set = bits;
    if low >> above == high >> above || width == 128 {
        set = both(
            set,
            Known::between(width, low & mask(width), high & mask(width)),
        );
    }
    if lowest > 0 {
        return set;
    }
    let within = fits(width, a.least, a.most);
    if within {
        set = both(set, Known::between_signed(width, a.least, a.most));
    }
    both(set, wrapped(width, a.modulus, a.residue, within))
}

fn joined(a: Known, b: Known) -> Known {
    let width = a.width + b.width;
    let over = |high: u128, low: u128| high << b.width | low;
    let bits = Known::from_bits(width, over(a.zeros, b.zeros), over(a.ones, b.ones));
    let set = both(
        bits,
        Known::between(width, over(a.low, b.low), over(a.high, b.high)),
    );
    // Zeros in front of something that has no sign leave it the same number.
    match a.value() == Some(0) && b.least >= 0 {
        true => both(set, wrapped(width, b.modulus, b.residue, true)),
        false => set,
    }
}

fn extended(width: u32, a: Known) -> Known {
    let set = Known::between_signed(width, a.least, a.most);
    let top = 1u128 << (a.width - 1);
    let front = mask(width) & !mask(a.width);
    let spread = |bits: u128| if bits & top != 0 { bits | front } else { bits };
    let set = both(
        set,
        Known::from_bits(width, spread(a.zeros), spread(a.ones)),
    );
    debug_assert!(signed(a.width, top) < 0);
    both(set, wrapped(width, a.modulus, a.residue, true))
}
