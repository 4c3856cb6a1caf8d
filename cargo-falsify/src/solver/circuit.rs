//! The solver of the tool's own: bit-blasting, clauses on demand, a SAT solver.

use super::aig::{Aig, Kind, Lit};
use super::bitblast::{bitblast, constant, eq};
use super::cnf::{Cnf, Polarity};
use super::sat::Sat;
use super::{Answer, Budget, Solver, Statistics, Word};
use crate::term::{Pool, Term};

/// Words as literals of an and-inverter graph over a SAT solver.
pub struct Circuit {
    aig: Aig,
    cnf: Cnf,
    sat: Box<dyn Sat>,
    /// Where the bits of a word are, and how many.
    words: Vec<(u32, u8)>,
    bits: Vec<Lit>,
    model: Model,
    failed: Vec<usize>,
    checks: u64,
}

impl Circuit {
    pub fn new(sat: Box<dyn Sat>) -> Circuit {
        Circuit {
            aig: Aig::new(),
            cnf: Cnf::new(),
            sat,
            words: Vec::new(),
            bits: Vec::new(),
            model: Model::default(),
            failed: Vec::new(),
            checks: 0,
        }
    }

    fn word(&mut self, bits: &[Lit]) -> Word {
        let word = Word(self.words.len() as u32);
        self.words.push((self.bits.len() as u32, bits.len() as u8));
        self.bits.extend(bits);
        word
    }

    fn bits(&self, word: Word) -> &[Lit] {
        let (start, count) = self.words[word.0 as usize];
        &self.bits[start as usize..][..count as usize]
    }

    fn bitwise(&mut self, a: Word, b: Word, gate: fn(&mut Aig, Lit, Lit) -> Lit) -> Word {
        let (a, b) = (self.bits(a).to_vec(), self.bits(b).to_vec());
        let pairs = a.into_iter().zip(b);
        let bits: Vec<Lit> = pairs.map(|(a, b)| gate(&mut self.aig, a, b)).collect();
        self.word(&bits)
    }

    /// Keeps the values of the inputs: the SAT solver forgets them when clauses are added.
    fn keep_model(&mut self) {
        let (cnf, sat) = (&self.cnf, &self.sat);
        let value = |&node: &u32| {
            let literal = cnf.known_literal(Lit::new(node, false));
            literal.is_some_and(|l| sat.value(l))
        };
        self.model = Model::new(self.aig.inputs().iter().map(value).collect());
    }
}

impl Solver for Circuit {
    fn fresh(&mut self, width: u32) -> Word {
        let bits: Vec<Lit> = (0..width).map(|_| self.aig.input()).collect();
        self.word(&bits)
    }

    fn constant(&mut self, width: u32, bits: u128) -> Word {
        self.word(&constant(width as usize, bits))
    }

    fn width(&self, word: Word) -> u32 {
        self.words[word.0 as usize].1.into()
    }

    fn build(
        &mut self,
        pool: &Pool,
        roots: &[Term],
        leaf: &mut dyn FnMut(Term) -> Word,
    ) -> Vec<Word> {
        let (words, bits) = (&self.words, &self.bits);
        let mut leaf = |_: &mut Aig, t: Term| {
            let (start, count) = words[leaf(t).0 as usize];
            bits[start as usize..][..count as usize].to_vec()
        };
        let built = bitblast(&mut self.aig, pool, roots, &mut leaf);
        built.iter().map(|bits| self.word(bits)).collect()
    }

    fn not(&mut self, word: Word) -> Word {
        let bits: Vec<Lit> = self.bits(word).iter().map(|&l| !l).collect();
        self.word(&bits)
    }

    fn and(&mut self, a: Word, b: Word) -> Word {
        self.bitwise(a, b, Aig::and)
    }

    fn or(&mut self, a: Word, b: Word) -> Word {
        self.bitwise(a, b, Aig::or)
    }

    fn eq(&mut self, a: Word, b: Word) -> Word {
        let (a, b) = (self.bits(a).to_vec(), self.bits(b).to_vec());
        let same = eq(&mut self.aig, &a, &b);
        self.word(&[same])
    }

    fn assert(&mut self, word: Word) {
        let lit = self.bits(word)[0];
        if lit == Lit::TRUE {
            return;
        }
        let literal = self
            .cnf
            .literal(&self.aig, &mut *self.sat, lit, Polarity::TRUE);
        self.sat.add_clause(&[literal]);
    }

    fn known(&self, word: Word) -> Option<u128> {
        let bits = self.bits(word);
        let value = |sum, (i, &lit): (usize, &Lit)| sum | u128::from(lit == Lit::TRUE) << i;
        bits.iter()
            .all(|l| l.is_constant())
            .then(|| bits.iter().enumerate().fold(0, value))
    }

    fn check(&mut self, assumptions: &[Word], budget: &Budget) -> Answer {
        self.checks += 1;
        self.failed.clear();
        let lits: Vec<Lit> = assumptions.iter().map(|&w| self.bits(w)[0]).collect();
        if let Some(at) = lits.iter().position(|&l| l == Lit::FALSE) {
            self.failed = vec![at];
            return Answer::Unsat;
        }
        let mut literals = Vec::new();
        for (at, &lit) in lits.iter().enumerate().filter(|(_, &l)| l != Lit::TRUE) {
            let literal = self
                .cnf
                .literal(&self.aig, &mut *self.sat, lit, Polarity::TRUE);
            literals.push((at, literal));
        }
        let assumed: Vec<_> = literals.iter().map(|&(_, literal)| literal).collect();
        let answer = self.sat.solve(&assumed, budget);
        match answer {
            Answer::Sat => self.keep_model(),
            Answer::Unsat => {
                literals.retain(|&(_, literal)| self.sat.failed(literal));
                self.failed = literals.into_iter().map(|(at, _)| at).collect();
            }
            Answer::Stopped => {}
        }
        answer
    }

    fn value(&mut self, word: Word) -> u128 {
        let (start, count) = self.words[word.0 as usize];
        let bits = &self.bits[start as usize..][..count as usize];
        let mut value = 0;
        for (i, &lit) in bits.iter().enumerate() {
            value |= u128::from(self.model.value(&self.aig, lit)) << i;
        }
        value
    }

    fn failed(&self) -> Vec<usize> {
        self.failed.clone()
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            variables: self.sat.variables(),
            clauses: self.sat.clauses(),
            gates: self.aig.gates() as u64,
            checks: self.checks,
            conflicts: self.sat.conflicts(),
        }
    }
}

/// Values of the inputs, and of the gates that someone asked for.
#[derive(Default)]
struct Model {
    inputs: Vec<bool>,
    values: Vec<Option<bool>>,
}

impl Model {
    fn new(inputs: Vec<bool>) -> Model {
        Model {
            inputs,
            values: Vec::new(),
        }
    }

    fn known(&self, lit: Lit) -> Option<bool> {
        let value = self.values[lit.node() as usize]?;
        Some(value != lit.is_negated())
    }

    fn value(&mut self, aig: &Aig, lit: Lit) -> bool {
        self.values.resize(aig.len().max(self.values.len()), None);
        let mut stack = vec![lit.node()];
        while let Some(&node) = stack.last() {
            let value = match aig.kind(node) {
                Kind::False => Some(false),
                Kind::Input(number) => Some(self.input(number)),
                Kind::And(a, b) => self.conjunction(a, b, &mut stack),
            };
            if value.is_some() {
                self.values[node as usize] = value;
                stack.pop();
            }
        }
        self.known(lit).unwrap_or(false)
    }

    /// Inputs made after the check are false.
    fn input(&self, number: u32) -> bool {
        self.inputs.get(number as usize).copied().unwrap_or(false)
    }

    /// The value, or none after pushing an operand that must be computed first.
    fn conjunction(&self, a: Lit, b: Lit, stack: &mut Vec<u32>) -> Option<bool> {
        match (self.known(a), self.known(b)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            (None, _) => {
                stack.push(a.node());
                None
            }
            (_, None) => {
                stack.push(b.node());
                None
            }
        }
    }
}
