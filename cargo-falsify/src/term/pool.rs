//! The DAG of terms, its nodes, and the constructors.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::rewrite::{self, Facts};
use super::{eval, mask, Cons, Term};

/// What a term is. Other operators are built from these: `or` and `any` from `and` and `not`, `sub` from `add` and
/// `neg`, `ule` and `sle` from the strict orders, `zext` from a concatenation with zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// Place in the pool's table of constants; see [`Pool::as_const`].
    Const(u32),
    /// Number of the variable.
    Var(u32),
    Not(Term),
    Neg(Term),
    And(Term, Term),
    Xor(Term, Term),
    Add(Term, Term),
    Mul(Term, Term),
    /// By zero: all ones.
    Udiv(Term, Term),
    /// By zero: the dividend.
    Urem(Term, Term),
    /// By the width or more: 0.
    Shl(Term, Term),
    /// By the width or more: 0.
    Lshr(Term, Term),
    /// By the width or more: the sign everywhere.
    Ashr(Term, Term),
    Eq(Term, Term),
    Ult(Term, Term),
    Slt(Term, Term),
    /// Whether the exact product of the operands, read as unsigned, has more bits than they have.
    UmulOverflows(Term, Term),
    /// Whether the exact product of the operands, read as two's complement, is out of their range.
    SmulOverflows(Term, Term),
    Ite(Term, Term, Term),
    /// As many bits as the term is wide, from this one on.
    Extract(Term, u32),
    /// High part first.
    Concat(Term, Term),
    Sext(Term),
}

impl Node {
    /// The operands, in order.
    pub fn operands(&self) -> impl Iterator<Item = Term> {
        use Node::*;
        let (all, count) = match *self {
            Const(_) | Var(_) => ([Term(0); 3], 0),
            Not(a) | Neg(a) | Extract(a, _) | Sext(a) => ([a, a, a], 1),
            And(a, b) | Xor(a, b) | Add(a, b) | Mul(a, b) | Udiv(a, b) | Urem(a, b) => {
                ([a, b, b], 2)
            }
            Shl(a, b) | Lshr(a, b) | Ashr(a, b) | Eq(a, b) | Ult(a, b) | Slt(a, b) => {
                ([a, b, b], 2)
            }
            UmulOverflows(a, b) | SmulOverflows(a, b) | Concat(a, b) => ([a, b, b], 2),
            Ite(a, b, c) => ([a, b, c], 3),
        };
        all.into_iter().take(count)
    }
}

/// A hash-consed DAG of terms.
#[derive(Clone)]
pub struct Pool {
    nodes: Vec<Node>,
    widths: Vec<u8>,
    constants: Vec<u128>,
    variables: u32,
    terms: Cons,
    constant_terms: Cons,
    /// Of every term, unless nothing is rewritten.
    facts: Vec<Facts>,
    rewriting: bool,
    /// What nodes have been rewritten to: without it, rules that go into shared operands would take a time that
    /// doubles with every level of the DAG.
    rewritten: HashMap<(u8, Node), Term, BuildHasherDefault<Mixer>>,
    /// How many rewrites are within each other just now.
    depth: u32,
}

/// Rewrites within each other go no further than this, so that long chains do not exhaust the stack.
const DEEPEST: u32 = 300;

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a pool of {} terms", self.len())
    }
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

impl Pool {
    pub fn new() -> Pool {
        let mut pool = Pool {
            nodes: Vec::new(),
            widths: Vec::new(),
            constants: Vec::new(),
            variables: 0,
            terms: Cons::default(),
            constant_terms: Cons::default(),
            facts: Vec::new(),
            rewriting: true,
            rewritten: HashMap::default(),
            depth: 0,
        };
        pool.constant(1, 0);
        pool.constant(1, 1);
        pool
    }

    /// A pool that builds what it is told, against which the rewriter is tested.
    #[cfg(test)]
    pub fn without_rewriting() -> Pool {
        Pool {
            rewriting: false,
            facts: Vec::new(),
            ..Pool::new()
        }
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: the truth values are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn node(&self, t: Term) -> &Node {
        &self.nodes[t.index()]
    }

    pub fn width(&self, t: Term) -> u32 {
        u32::from(self.widths[t.index()])
    }

    pub fn as_const(&self, t: Term) -> Option<u128> {
        match *self.node(t) {
            Node::Const(at) => Some(self.constants[at as usize]),
            _ => None,
        }
    }

    pub(super) fn constant_bits(&self, at: u32) -> u128 {
        self.constants[at as usize]
    }

    pub fn is_var(&self, t: Term) -> bool {
        matches!(self.node(t), Node::Var(_))
    }

    /// The terms, operands before their users.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        (0..self.nodes.len() as u32).map(Term)
    }

    pub fn truth(&self) -> Term {
        Term(1)
    }

    pub fn falsity(&self) -> Term {
        Term(0)
    }

    pub fn bool(&mut self, b: bool) -> Term {
        Term(u32::from(b))
    }

    /// The bits are cut to the width.
    pub fn constant(&mut self, width: u32, bits: u128) -> Term {
        let bits = bits & mask(width);
        let hash = hash_of(&(width as u8, bits));
        let is_it = |t| self.is_constant(t, width, bits);
        if let Some(found) = self.constant_terms.find(hash, is_it) {
            return Term(found);
        }
        let place = Node::Const(self.constants.len() as u32);
        self.constants.push(bits);
        let term = self.push(width, place);
        let (widths, nodes, constants) = (&self.widths, &self.nodes, &self.constants);
        self.constant_terms.insert(hash, term.0, |t| {
            let Node::Const(at) = nodes[t as usize] else {
                return 0; // the table has constants only
            };
            hash_of(&(widths[t as usize], constants[at as usize]))
        });
        term
    }

    fn is_constant(&self, t: u32, width: u32, bits: u128) -> bool {
        self.width(Term(t)) == width && self.as_const(Term(t)) == Some(bits)
    }

    /// A fresh variable.
    pub fn var(&mut self, width: u32) -> Term {
        self.variables += 1;
        self.push(width, Node::Var(self.variables - 1))
    }

    fn push(&mut self, width: u32, node: Node) -> Term {
        debug_assert!((1..=128).contains(&width), "{width} bits");
        let term = Term(self.nodes.len() as u32);
        if self.rewriting {
            let facts = rewrite::facts_of(self, width, &node);
            self.facts.push(facts);
        }
        self.nodes.push(node);
        self.widths.push(width as u8);
        term
    }

    fn found(&self, width: u32, node: Node) -> Option<Term> {
        let hash = hash_of(&(width as u8, node));
        let is_it = |t: u32| self.nodes[t as usize] == node && self.width(Term(t)) == width;
        self.terms.find(hash, is_it).map(Term)
    }

    /// The term for a node as it is, found or new.
    fn intern(&mut self, width: u32, node: Node) -> Term {
        if let Some(found) = self.found(width, node) {
            return found;
        }
        let term = self.push(width, node);
        let (widths, nodes) = (&self.widths, &self.nodes);
        let hash = |t: u32| hash_of(&(widths[t as usize], nodes[t as usize]));
        self.terms.insert(hash(term.0), term.0, hash);
        term
    }

    /// The simplest term known for a node.
    fn make(&mut self, width: u32, node: Node) -> Term {
        if !self.rewriting {
            return self.intern(width, node);
        }
        let node = rewrite::ordered(node);
        // What has been interned could not be simplified.
        if let Some(found) = self.found(width, node) {
            return found;
        }
        if let Some(bits) = self.folded(width, &node) {
            return self.constant(width, bits);
        }
        if let Some(&simpler) = self.rewritten.get(&(width as u8, node)) {
            return simpler;
        }
        match self.simpler(width, node) {
            Some(simpler) => {
                self.rewritten.insert((width as u8, node), simpler);
                simpler
            }
            None => self.intern(width, node),
        }
    }

    fn simpler(&mut self, width: u32, node: Node) -> Option<Term> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let simpler = rewrite::simplify(self, width, node);
        self.depth -= 1;
        simpler
    }

    /// The value of a node that has only one.
    fn folded(&self, width: u32, node: &Node) -> Option<u128> {
        if node.operands().all(|t| self.as_const(t).is_some()) {
            let value = |t| self.as_const(t).unwrap_or(0);
            return Some(eval::compute(self, width, node, &value));
        }
        rewrite::facts_of(self, width, node).value()
    }

    /// What is known of a term's value.
    pub(super) fn facts(&self, t: Term) -> &Facts {
        &self.facts[t.index()]
    }

    fn binary(&mut self, node: fn(Term, Term) -> Node, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b), "{a} and {b}");
        self.make(self.width(a), node(a, b))
    }

    fn predicate(&mut self, node: fn(Term, Term) -> Node, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b), "{a} and {b}");
        self.make(1, node(a, b))
    }

    pub fn not(&mut self, a: Term) -> Term {
        self.make(self.width(a), Node::Not(a))
    }

    pub fn neg(&mut self, a: Term) -> Term {
        self.make(self.width(a), Node::Neg(a))
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.binary(Node::And, a, b)
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.binary(Node::Xor, a, b)
    }

    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.binary(Node::Add, a, b)
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let b = self.neg(b);
        self.add(a, b)
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.binary(Node::Mul, a, b)
    }

    /// By zero: all ones.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        self.binary(Node::Udiv, a, b)
    }

    /// By zero: the dividend.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        self.binary(Node::Urem, a, b)
    }

    /// By the width or more: 0.
    pub fn shl(&mut self, a: Term, amount: Term) -> Term {
        self.binary(Node::Shl, a, amount)
    }

    /// By the width or more: 0.
    pub fn lshr(&mut self, a: Term, amount: Term) -> Term {
        self.binary(Node::Lshr, a, amount)
    }

    /// By the width or more: the sign everywhere.
    pub fn ashr(&mut self, a: Term, amount: Term) -> Term {
        self.binary(Node::Ashr, a, amount)
    }

    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.predicate(Node::Eq, a, b)
    }

    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }

    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.predicate(Node::Ult, a, b)
    }

    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.predicate(Node::Slt, a, b)
    }

    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    pub fn umul_overflows(&mut self, a: Term, b: Term) -> Term {
        self.predicate(Node::UmulOverflows, a, b)
    }

    pub fn smul_overflows(&mut self, a: Term, b: Term) -> Term {
        self.predicate(Node::SmulOverflows, a, b)
    }

    pub fn ite(&mut self, condition: Term, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(condition), 1);
        debug_assert_eq!(self.width(a), self.width(b), "{a} and {b}");
        self.make(self.width(a), Node::Ite(condition, a, b))
    }

    /// Bits `hi` down to `lo`.
    pub fn extract(&mut self, t: Term, hi: u32, lo: u32) -> Term {
        debug_assert!(lo <= hi && hi < self.width(t), "{t}[{hi}..{lo}]");
        if lo == 0 && hi + 1 == self.width(t) {
            return t;
        }
        self.make(hi + 1 - lo, Node::Extract(t, lo))
    }

    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        self.make(width, Node::Concat(high, low))
    }

    pub fn zext(&mut self, t: Term, width: u32) -> Term {
        match width - self.width(t) {
            0 => t,
            more => {
                let zeros = self.constant(more, 0);
                self.concat(zeros, t)
            }
        }
    }

    pub fn sext(&mut self, t: Term, width: u32) -> Term {
        debug_assert!(width >= self.width(t));
        if width == self.width(t) {
            return t;
        }
        self.make(width, Node::Sext(t))
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let b = self.not(b);
        let broken = self.and(a, b);
        self.not(broken)
    }

    /// True of none.
    pub fn all(&mut self, terms: &[Term]) -> Term {
        terms.iter().fold(self.truth(), |all, &t| self.and(all, t))
    }

    /// False of none.
    pub fn any(&mut self, terms: &[Term]) -> Term {
        terms.iter().fold(self.falsity(), |any, &t| self.or(any, t))
    }

    /// Builds a node of the same kind over other operands, given in the order of [`Node::operands`].
    pub(super) fn rebuild(&mut self, width: u32, node: &Node, with: &[Term]) -> Term {
        use Node::*;
        let rebuilt = match (*node, with) {
            (Const(_) | Var(_), _) => return self.intern(width, *node),
            (Not(_), &[a]) => Not(a),
            (Neg(_), &[a]) => Neg(a),
            (Extract(_, lo), &[a]) => Extract(a, lo),
            (Sext(_), &[a]) => Sext(a),
            (And(..), &[a, b]) => And(a, b),
            (Xor(..), &[a, b]) => Xor(a, b),
            (Add(..), &[a, b]) => Add(a, b),
            (Mul(..), &[a, b]) => Mul(a, b),
            (Udiv(..), &[a, b]) => Udiv(a, b),
            (Urem(..), &[a, b]) => Urem(a, b),
            (Shl(..), &[a, b]) => Shl(a, b),
            (Lshr(..), &[a, b]) => Lshr(a, b),
            (Ashr(..), &[a, b]) => Ashr(a, b),
            (Eq(..), &[a, b]) => Eq(a, b),
            (Ult(..), &[a, b]) => Ult(a, b),
            (Slt(..), &[a, b]) => Slt(a, b),
            (UmulOverflows(..), &[a, b]) => UmulOverflows(a, b),
            (SmulOverflows(..), &[a, b]) => SmulOverflows(a, b),
            (Concat(..), &[a, b]) => Concat(a, b),
            (Ite(..), &[a, b, c]) => Ite(a, b, c),
            (other, _) => other, // the operands are as many as the node has
        };
        self.make(width, rebuilt)
    }
}

/// A quick hash; the tables mix it again.
fn hash_of(key: &impl Hash) -> u64 {
    let mut hasher = Mixer(0);
    key.hash(&mut hasher);
    hasher.finish()
}

#[derive(Default)]
struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        self.0 = mixed ^ (mixed >> 29);
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.mix(byte.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(word.into());
    }

    fn write_isize(&mut self, word: isize) {
        self.mix(word as u64);
    }
}
