//! Circuits of arithmetic over words of literals, lowest bit first.

use super::aig::{Aig, Lit};

/// The bits of a number.
pub fn constant(width: usize, bits: u128) -> Vec<Lit> {
    (0..width)
        .map(|i| Lit::constant(bits >> i & 1 == 1))
        .collect()
}

/// Sum and carry of three bits.
fn full_adder(aig: &mut Aig, a: Lit, b: Lit, carry: Lit) -> (Lit, Lit) {
    let half = aig.xor(a, b);
    let sum = aig.xor(half, carry);
    let both = aig.and(a, b);
    let passed = aig.and(half, carry);
    (sum, aig.or(both, passed))
}

pub fn add(aig: &mut Aig, a: &[Lit], b: &[Lit], carry: Lit) -> Vec<Lit> {
    add_with_carry(aig, a, b, carry).0
}

/// The sum and the carry out of it.
fn add_with_carry(aig: &mut Aig, a: &[Lit], b: &[Lit], carry: Lit) -> (Vec<Lit>, Lit) {
    let mut carry = carry;
    let mut sum = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        let (bit, out) = full_adder(aig, a, b, carry);
        sum.push(bit);
        carry = out;
    }
    (sum, carry)
}

pub fn sub(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    sub_with_carry(aig, a, b).0
}

/// The difference, and whether it did not wrap.
fn sub_with_carry(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Lit) {
    let complement: Vec<Lit> = b.iter().map(|&l| !l).collect();
    add_with_carry(aig, a, &complement, Lit::TRUE)
}

pub fn eq(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    let same: Vec<Lit> = a.iter().zip(b).map(|(&a, &b)| !aig.xor(a, b)).collect();
    aig.all(&same)
}

/// From the lowest bit up: a difference in a higher bit overrides.
pub fn ult(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    a.iter().zip(b).fold(Lit::FALSE, |less, (&a, &b)| {
        let below = aig.and(!a, b);
        let above = aig.and(a, !b);
        let still = aig.and(less, !above);
        aig.or(below, still)
    })
}

/// As unsigned, with the sign bits in each other's place.
pub fn slt(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    let top = a.len() - 1;
    std::mem::swap(&mut a[top], &mut b[top]);
    ult(aig, &a, &b)
}

/// The number that bits are, if all are constant; wider ones than a number has are not asked for.
fn number(bits: &[Lit]) -> Option<u128> {
    let constant = bits.len() <= 128 && bits.iter().all(|l| l.is_constant());
    let place = |sum, (i, &l): (usize, &Lit)| sum | u128::from(l == Lit::TRUE) << i;
    constant.then(|| bits.iter().enumerate().fold(0, place))
}

/// Shift and add. The rows come from the operand with fewer significant bits that are not constant. What an operand says
/// once more in each of its upper bits, as the sign of a narrower number, costs nothing: the product has no more
/// significant bits than both have together.
pub fn mul(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let (a, b) = match rows(a) < rows(b) {
        true => (b, a),
        false => (a, b),
    };
    if let Some(factor) = number(b) {
        return mul_number(aig, a, factor);
    }
    let (all, signed) = (a.len(), significant(b));
    let width = all.min(significant(a) + signed);
    let mut product = vec![Lit::FALSE; width];
    for (i, &factor) in b[..signed].iter().enumerate() {
        let row: Vec<Lit> = a[..width - i].iter().map(|&l| aig.and(l, factor)).collect();
        // The last significant bit is the sign, with a negative weight.
        let sum = match i + 1 == signed && signed < all {
            true => sub(aig, &product[i..], &row),
            false => add(aig, &product[i..], &row, Lit::FALSE),
        };
        product[i..].copy_from_slice(&sum);
    }
    product.resize(all, product[width - 1]);
    product
}

/// Rows of a product with the operand as a factor.
fn rows(bits: &[Lit]) -> usize {
    let significant = &bits[..significant(bits)];
    significant.iter().filter(|l| !l.is_constant()).count()
}

/// So many of the lowest bits give all others, which are like the last of them.
fn significant(bits: &[Lit]) -> usize {
    let sign = bits[bits.len() - 1];
    let same = bits.iter().rev().take_while(|l| **l == sign);
    bits.len() + 1 - same.count()
}

/// A run of ones in the factor is a sum and a difference: at most every other place has a row.
fn mul_number(aig: &mut Aig, a: &[Lit], factor: u128) -> Vec<Lit> {
    let width = a.len();
    let mut product = vec![Lit::FALSE; width];
    let mut rest = factor;
    for i in 0..width {
        if rest & 1 == 1 {
            let subtract = rest & 2 != 0;
            let (high, row) = (&product[i..], &a[..width - i]);
            let sum = match subtract {
                true => sub(aig, high, row),
                false => add(aig, high, row, Lit::FALSE),
            };
            product[i..].copy_from_slice(&sum);
            // Subtracting one here adds one to what is above.
            rest = (rest >> 1) + u128::from(subtract);
        } else {
            rest >>= 1;
        }
    }
    product
}

/// Either two bits meet at or above the width, or the product of one bit more, which is then exact, has its top bit
/// set.
pub fn umul_overflows(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    let width = a.len();
    let meet = bits_meet(aig, a, b, width);
    let wide = |bits: &[Lit]| [bits, &[Lit::FALSE]].concat();
    let product = mul(aig, &wide(a), &wide(b));
    aig.or(meet, product[width])
}

/// Bits that differ from the sign are the significant ones. If two of them meet at or above the sign's place, the
/// product is too large; otherwise it is exact with one bit more, up to its sign.
pub fn smul_overflows(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    let width = a.len();
    let top = width - 1;
    let significant = |aig: &mut Aig, bits: &[Lit]| -> Vec<Lit> {
        bits.iter().map(|&l| aig.xor(l, bits[top])).collect()
    };
    let (x, y) = (significant(aig, a), significant(aig, b));
    let meet = bits_meet(aig, &x, &y, top);
    let wide = |bits: &[Lit]| [bits, &[bits[top]]].concat();
    let product = mul(aig, &wide(a), &wide(b));
    let differ = aig.xor(product[width], product[top]);
    aig.or(meet, differ)
}

/// Whether a set bit of `a` and one of `b` have places that sum up to `place` or more.
fn bits_meet(aig: &mut Aig, a: &[Lit], b: &[Lit], place: usize) -> Lit {
    let mut from_top = Lit::FALSE; // any bit of `a` from the place on that is looked at
    let mut pairs = Vec::new();
    let mut looked = a.len();
    for (i, &l) in b.iter().enumerate() {
        while looked > 0 && looked - 1 + i >= place {
            looked -= 1;
            from_top = aig.or(from_top, a[looked]);
        }
        pairs.push(aig.and(l, from_top));
    }
    aig.any(&pairs)
}

/// Restoring division: quotient and remainder. Of division by zero, the subtraction always fits, which gives all
/// ones and the dividend, as SMT-LIB has it.
pub fn divide(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> [Vec<Lit>; 2] {
    let width = a.len();
    let divisor = [b, &[Lit::FALSE]].concat();
    let mut quotient = vec![Lit::FALSE; width];
    let mut rest = vec![Lit::FALSE; width];
    for i in (0..width).rev() {
        let dividend = [&[a[i]], &rest[..]].concat();
        let (difference, fits) = sub_with_carry(aig, &dividend, &divisor);
        quotient[i] = fits;
        rest = (0..width)
            .map(|k| aig.mux(fits, difference[k], dividend[k]))
            .collect();
    }
    [quotient, rest]
}

pub fn shl(aig: &mut Aig, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
    let reversed: Vec<Lit> = a.iter().rev().copied().collect();
    let mut shifted = shift_right(aig, &reversed, amount, Lit::FALSE);
    shifted.reverse();
    shifted
}

pub fn lshr(aig: &mut Aig, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
    shift_right(aig, a, amount, Lit::FALSE)
}

pub fn ashr(aig: &mut Aig, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
    shift_right(aig, a, amount, a[a.len() - 1])
}

/// A barrel shifter toward the low bits.
fn shift_right(aig: &mut Aig, a: &[Lit], amount: &[Lit], fill: Lit) -> Vec<Lit> {
    let width = a.len();
    let mut bits = a.to_vec();
    let mut beyond = Lit::FALSE;
    for (k, &stage) in amount.iter().enumerate() {
        if k >= 7 || 1 << k >= width {
            beyond = aig.or(beyond, stage);
            continue;
        }
        bits = (0..width)
            .map(|i| {
                let from = bits.get(i + (1 << k)).copied().unwrap_or(fill);
                aig.mux(stage, from, bits[i])
            })
            .collect();
    }
    bits.iter().map(|&l| aig.mux(beyond, fill, l)).collect()
}
