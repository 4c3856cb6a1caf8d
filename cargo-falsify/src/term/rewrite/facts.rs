//! What is known of a term's value: bits, and an unsigned interval.

use super::super::{mask, Node, Pool, Term};

/// Known bits and bounds; all values of a term are within.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Bits that are 0 in every value.
    pub zeros: u128,
    /// Bits that are 1 in every value.
    pub ones: u128,
    /// Unsigned bounds.
    pub low: u128,
    pub high: u128,
}

impl Facts {
    pub fn unknown(width: u32) -> Facts {
        Facts {
            zeros: 0,
            ones: 0,
            low: 0,
            high: mask(width),
        }
    }

    pub fn constant(width: u32, bits: u128) -> Facts {
        Facts {
            zeros: !bits & mask(width),
            ones: bits,
            low: bits,
            high: bits,
        }
    }

    fn bits(width: u32, zeros: u128, ones: u128) -> Facts {
        Facts {
            zeros,
            ones,
            ..Facts::unknown(width)
        }
    }

    fn range(width: u32, low: u128, high: u128) -> Facts {
        Facts {
            low,
            high,
            ..Facts::unknown(width)
        }
    }

    /// The one value, if there is only one.
    pub fn value(&self) -> Option<u128> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether no value is one of the other's.
    pub fn excludes(&self, other: &Facts) -> bool {
        let bits = self.zeros & other.ones | self.ones & other.zeros;
        bits != 0 || self.high < other.low || other.high < self.low
    }

    fn meet(self, other: Facts) -> Facts {
        Facts {
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    /// Bits bound the interval, and where its ends begin alike, those bits are known.
    fn refined(self, width: u32) -> Facts {
        let low = self.low.max(self.ones);
        let high = self.high.min(!self.zeros & mask(width));
        let differing = 128 - (low ^ high).leading_zeros();
        let common = mask(width) & u128::MAX.checked_shl(differing).unwrap_or(0);
        Facts {
            zeros: self.zeros | (!low & common),
            ones: self.ones | (low & common),
            low,
            high,
        }
    }

    fn trailing_zeros(&self) -> u32 {
        self.zeros.trailing_ones()
    }
}

/// Facts of a node from those of its operands.
pub fn facts_of(pool: &Pool, width: u32, node: &Node) -> Facts {
    use Node::*;
    let of = |t: Term| *pool.facts(t);
    let found = match *node {
        Const(at) => Facts::constant(width, pool.constant_bits(at)),
        Not(a) => not(width, of(a)),
        Neg(a) => neg(width, of(a)),
        And(a, b) => and(width, of(a), of(b)),
        Xor(a, b) => xor(width, of(a), of(b)),
        Add(a, b) => add(width, of(a), of(b)),
        Mul(a, b) => mul(width, of(a), of(b)),
        Udiv(a, b) => udiv(width, of(a), of(b)),
        Urem(a, b) => urem(width, of(a), of(b)),
        Shl(a, _) => low_zeros(width, of(a).trailing_zeros()),
        Lshr(a, b) => lshr(width, of(a), of(b)),
        Ite(_, a, b) => join(of(a), of(b)),
        Extract(a, lo) => extract(width, of(a), lo),
        Concat(a, b) => concat(of(a), of(b), pool.width(b)),
        Sext(a) => sext(width, of(a), pool.width(a)),
        Var(_) | Ashr(..) | Eq(..) | Ult(..) | Slt(..) | UmulOverflows(..) | SmulOverflows(..) => {
            Facts::unknown(width)
        }
    };
    found.refined(width)
}

fn not(width: u32, a: Facts) -> Facts {
    Facts {
        zeros: a.ones,
        ones: a.zeros,
        low: mask(width) - a.high,
        high: mask(width) - a.low,
    }
}

fn neg(width: u32, a: Facts) -> Facts {
    let bits = low_zeros(width, a.trailing_zeros());
    if a.low == 0 {
        return bits;
    }
    let opposite = |x: u128| x.wrapping_neg() & mask(width);
    bits.meet(Facts::range(width, opposite(a.high), opposite(a.low)))
}

fn low_zeros(width: u32, count: u32) -> Facts {
    let zeros = match count.min(width) {
        0 => 0,
        count => mask(count),
    };
    Facts::bits(width, zeros, 0)
}

fn and(width: u32, a: Facts, b: Facts) -> Facts {
    Facts {
        high: a.high.min(b.high),
        ..Facts::bits(width, a.zeros | b.zeros, a.ones & b.ones)
    }
}

fn xor(width: u32, a: Facts, b: Facts) -> Facts {
    let zeros = a.zeros & b.zeros | a.ones & b.ones;
    Facts::bits(width, zeros, a.zeros & b.ones | a.ones & b.zeros)
}

fn add(width: u32, a: Facts, b: Facts) -> Facts {
    let most = mask(width);
    // The largest and the smallest sum that the bits allow; where all of operands and carry is known, so is the sum.
    let (largest, smallest) = (
        (!a.zeros).wrapping_add(!b.zeros),
        a.ones.wrapping_add(b.ones),
    );
    let no_carry = !(largest ^ a.zeros ^ b.zeros);
    let carry = smallest ^ a.ones ^ b.ones;
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (no_carry | carry) & most;
    let bits = Facts::bits(width, !largest & known, smallest & known);
    let fits = |x: u128, y: u128| x.checked_add(y).filter(|&sum| sum <= most);
    let range = match (fits(a.low, b.low), fits(a.high, b.high)) {
        (Some(low), Some(high)) => Facts::range(width, low, high),
        (None, None) => Facts::range(
            width,
            a.low.wrapping_add(b.low) & most,
            a.high.wrapping_add(b.high) & most,
        ),
        _ => Facts::unknown(width),
    };
    bits.meet(range)
}

fn mul(width: u32, a: Facts, b: Facts) -> Facts {
    let bits = low_zeros(width, a.trailing_zeros() + b.trailing_zeros());
    match a.high.checked_mul(b.high) {
        Some(high) if high <= mask(width) => bits.meet(Facts::range(width, a.low * b.low, high)),
        _ => bits,
    }
}

fn udiv(width: u32, a: Facts, b: Facts) -> Facts {
    match b.low {
        0 => Facts::unknown(width),
        least => Facts::range(width, a.low / b.high, a.high / least),
    }
}

fn urem(width: u32, a: Facts, b: Facts) -> Facts {
    match b.low {
        0 => Facts::range(width, 0, a.high),
        _ => Facts::range(width, 0, a.high.min(b.high - 1)),
    }
}

fn lshr(width: u32, a: Facts, b: Facts) -> Facts {
    let shifted = |x: u128, by: u128| match by < u128::from(width) {
        true => x >> by,
        false => 0,
    };
    Facts::range(width, shifted(a.low, b.high), shifted(a.high, b.low))
}

fn join(a: Facts, b: Facts) -> Facts {
    Facts {
        zeros: a.zeros & b.zeros,
        ones: a.ones & b.ones,
        low: a.low.min(b.low),
        high: a.high.max(b.high),
    }
}

fn extract(width: u32, a: Facts, lo: u32) -> Facts {
    let cut = mask(width);
    let bits = Facts::bits(width, a.zeros >> lo & cut, a.ones >> lo & cut);
    let (low, high) = (a.low >> lo, a.high >> lo);
    // With the same bits above, the ends of the interval bound what is left of it.
    match low & !cut == high & !cut {
        true => bits.meet(Facts::range(width, low & cut, high & cut)),
        false => bits,
    }
}

fn concat(a: Facts, b: Facts, split: u32) -> Facts {
    Facts {
        zeros: a.zeros << split | b.zeros,
        ones: a.ones << split | b.ones,
        low: a.low << split | b.low,
        high: a.high << split | b.high,
    }
}

fn sext(width: u32, a: Facts, own: u32) -> Facts {
    let extension = mask(width) & !mask(own);
    let sign = 1 << (own - 1);
    match (a.zeros & sign != 0, a.ones & sign != 0) {
        (true, _) => Facts {
            zeros: a.zeros | extension,
            ..a
        },
        (_, true) => Facts {
            ones: a.ones | extension,
            low: a.low | extension,
            high: a.high | extension,
            ..a
        },
        _ => Facts::bits(width, a.zeros, a.ones),
    }
}
