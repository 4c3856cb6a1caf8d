//! Terms as circuits: the DAG under some roots becomes literals of an and-inverter graph.

use std::collections::HashMap;

use super::aig::{Aig, Lit};
use super::arithmetic::{
    add, ashr, constant, divide, eq, lshr, mul, shl, slt, smul_overflows, sub, ult, umul_overflows,
};
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
            Mul(a, b) => self.binary(a, b, mul),
            Udiv(a, b) => self.divide(a, b)[0].clone(),
            Urem(a, b) => self.divide(a, b)[1].clone(),
            Shl(a, b) => self.binary(a, b, shl),
            Lshr(a, b) => self.binary(a, b, lshr),
            Ashr(a, b) => self.binary(a, b, ashr),
            Eq(a, b) => self.predicate(a, b, eq),
            Ult(a, b) => self.predicate(a, b, ult),
            Slt(a, b) => self.predicate(a, b, slt),
            UmulOverflows(a, b) => self.predicate(a, b, umul_overflows),
            SmulOverflows(a, b) => self.predicate(a, b, smul_overflows),
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

    fn binary(
        &mut self,
        a: Term,
        b: Term,
        circuit: fn(&mut Aig, &[Lit], &[Lit]) -> Vec<Lit>,
    ) -> Vec<Lit> {
        let (a, b) = self.words(a, b);
        circuit(self.aig, &a, &b)
    }

    fn predicate(
        &mut self,
        a: Term,
        b: Term,
        circuit: fn(&mut Aig, &[Lit], &[Lit]) -> Lit,
    ) -> Vec<Lit> {
        let (a, b) = self.words(a, b);
        vec![circuit(self.aig, &a, &b)]
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
