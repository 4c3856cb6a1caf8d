//! The DAG of terms: every one is there once, and simplified.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::rewrite::{self, Facts};
use super::{eval, mask, Cons, Node, Term};

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
    pub(super) fn make(&mut self, width: u32, node: Node) -> Term {
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

    /// Builds a node of the same kind over other operands, given in the order of [`Node::operands`].
    pub(super) fn rebuild(&mut self, width: u32, node: &Node, with: &[Term]) -> Term {
        self.make(width, node.with_operands(with))
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
