//! Terms as circuits: the DAG under some roots becomes literals of an and-inverter graph.

use std::collections::HashMap;

use super::aig::{Aig, Lit};
use crate::term::{cone, Node, Pool, Term};

/// Bits of the roots, lowest first. `leaf` gives those of the variables.
pub fn bitblast(
    aig: &mut Aig,
    pool: &Pool,
    roots: &[Term],
    leaf: &mut dyn FnMut(&mut Aig, Term) -> Vec<Lit>,
) -> Vec<Vec<Lit>> {
    let mut blaster = Blaster {
        aig,
        pool,
        starts: vec![0; roots.iter().map(|t| t.index() + 1).max().unwrap_or(0)],
        bits: Vec::new(),
        divisions: HashMap::new(),
    };
    for t in cone(pool, roots) {
        let bits = match pool.node(t) {
            Node::Var(_) => leaf(blaster.aig, t),
            _ => blaster.node(t),
        };
        debug_assert_eq!(bits.len() as u32, pool.width(t), "{t}");
        blaster.starts[t.index()] = blaster.bits.len() as u32;
        blaster.bits.extend(bits);
    }
    roots.iter().map(|&t| blaster.word(t).to_vec()).collect()
}

struct Blaster<'a> {
    aig: &'a mut Aig,
    pool: &'a Pool,
    /// Where the bits of a term are, by its index.
    starts: Vec<u32>,
    bits: Vec<Lit>,
    /// Quotients and remainders, which one circuit gives.
    divisions: HashMap<(Term, Term), [Vec<Lit>; 2]>,
}

impl Blaster<'_> {
    fn word(&self, t: Term) -> &[Lit] {
        let start = self.starts[t.index()] as usize;
        &self.bits[start..start + self.pool.width(t) as usize]
    }

    fn words(&self, a: Term, b: Term) -> (Vec<Lit>, Vec<Lit>) {
        (self.word(a).to_vec(), self.word(b).to_vec())
    }

    fn node(&mut self, t: Term) -> Vec<Lit> {
        use Node::*;
        let width = self.pool.width(t) as usize;
        match *self.pool.node(t) {
            Const(_) => constant(width, self.pool.as_const(t).unwrap_or(0)),
            Var(_) => Vec::new(), // a leaf
            Not(a) => self.word(a).iter().map(|&l| !l).collect(),
            Neg(a) => {
                let a = self.word(a).to_vec();
                sub(self.aig, &constant(width, 0), &a)
            }
            And(a, b) => self.bitwise(a, b, Aig::and),
            Xor(a, b) => self.bitwise(a, b, Aig::xor),
            Add(a, b) => self.add(a, b),
            Mul(a, b) => {
                let (a, b) = self.words(a, b);
                mul(self.aig, &a, &b)
            }
            Udiv(a, b) => self.divide(a, b)[0].clone(),
            Urem(a, b) => self.divide(a, b)[1].clone(),
            Shl(a, b) => {
                let (mut a, b) = self.words(a, b);
                a.reverse();
                let mut shifted = shift_right(self.aig, &a, &b, Lit::FALSE);
                shifted.reverse();
                shifted
            }
            Lshr(a, b) => {
                let (a, b) = self.words(a, b);
                shift_right(self.aig, &a, &b, Lit::FALSE)
            }
            Ashr(a, b) => {
                let (a, b) = self.words(a, b);
                let sign = a[a.len() - 1];
                shift_right(self.aig, &a, &b, sign)
            }
            Eq(a, b) => {
                let (a, b) = self.words(a, b);
                vec![eq(self.aig, &a, &b)]
            }
            Ult(a, b) => {
                let (a, b) = self.words(a, b);
                vec![ult(self.aig, &a, &b)]
            }
            Slt(a, b) => {
                let (a, b) = self.words(a, b);
                vec![slt(self.aig, &a, &b)]
            }
            UmulOverflows(a, b) => {
                let (a, b) = self.words(a, b);
                vec![umul_overflows(self.aig, &a, &b)]
            }
            SmulOverflows(a, b) => {
                let (a, b) = self.words(a, b);
                vec![smul_overflows(self.aig, &a, &b)]
            }
            Ite(c, a, b) => {
                let condition = self.word(c)[0];
                self.bitwise(a, b, |aig, a, b| aig.mux(condition, a, b))
            }
            Extract(a, lo) => self.word(a)[lo as usize..][..width].to_vec(),
            Concat(a, b) => [self.word(b), self.word(a)].concat(),
            Sext(a) => {
                let mut bits = self.word(a).to_vec();
                bits.resize(width, bits[bits.len() - 1]);
                bits
            }
        }
    }

    fn bitwise(&mut self, a: Term, b: Term, gate: impl Fn(&mut Aig, Lit, Lit) -> Lit) -> Vec<Lit> {
        let (a, b) = self.words(a, b);
        let pairs = a.into_iter().zip(b);
        pairs.map(|(a, b)| gate(self.aig, a, b)).collect()
    }

    /// A sum; with a negated operand, a difference, which saves the adder of the negation.
    fn add(&mut self, a: Term, b: Term) -> Vec<Lit> {
        let (minuend, subtrahend) = match (*self.pool.node(a), *self.pool.node(b)) {
            (_, Node::Neg(b)) => (a, b),
            (Node::Neg(a), _) => (b, a),
            _ => {
                let (a, b) = self.words(a, b);
                return add(self.aig, &a, &b, Lit::FALSE);
            }
        };
        let (a, b) = self.words(minuend, subtrahend);
        sub(self.aig, &a, &b)
    }

    fn divide(&mut self, a: Term, b: Term) -> &[Vec<Lit>; 2] {
        if !self.divisions.contains_key(&(a, b)) {
            let (dividend, divisor) = self.words(a, b);
            let both = divide(self.aig, &dividend, &divisor);
            self.divisions.insert((a, b), both);
        }
        &self.divisions[&(a, b)]
    }
}

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
    let mut carry = carry;
    let pairs = a.iter().zip(b);
    pairs
        .map(|(&a, &b)| {
            let (sum, out) = full_adder(aig, a, b, carry);
            carry = out;
            sum
        })
        .collect()
}

pub fn sub(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let complement: Vec<Lit> = b.iter().map(|&l| !l).collect();
    add(aig, a, &complement, Lit::TRUE)
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

fn constant_bits(bits: &[Lit]) -> usize {
    bits.iter().filter(|l| l.is_constant()).count()
}

/// Shift and add. The rows come from the operand with more constant bits, of which most vanish.
pub fn mul(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let (a, b) = match constant_bits(a) > constant_bits(b) {
        true => (b, a),
        false => (a, b),
    };
    let width = a.len();
    let mut product = vec![Lit::FALSE; width];
    for (i, &factor) in b.iter().enumerate() {
        let row: Vec<Lit> = a[..width - i].iter().map(|&l| aig.and(l, factor)).collect();
        let sum = add(aig, &product[i..], &row, Lit::FALSE);
        product[i..].copy_from_slice(&sum);
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
        let fits = !ult(aig, &dividend, &divisor);
        let difference = sub(aig, &dividend, &divisor);
        quotient[i] = fits;
        rest = (0..width)
            .map(|k| aig.mux(fits, difference[k], dividend[k]))
            .collect();
    }
    [quotient, rest]
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
