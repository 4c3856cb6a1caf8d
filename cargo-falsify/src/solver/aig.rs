//! An and-inverter graph: gates of two literals, negation on the edges, every gate once.
//!
//! A node takes eight bytes and its slot in the table of gates four more, so that unrollings of many millions of
//! gates fit in memory. Operands always have smaller numbers than their users.

use crate::term::Cons;

/// A node of the graph or its negation: `node << 1 | negated`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    pub fn new(node: u32, negated: bool) -> Lit {
        Lit(node << 1 | u32::from(negated))
    }

    pub fn node(self) -> u32 {
        self.0 >> 1
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn is_constant(self) -> bool {
        self.0 <= 1
    }

    pub fn constant(value: bool) -> Lit {
        Lit(u32::from(value))
    }

    /// Negated if told so.
    pub fn negated_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }

    fn positive(self) -> Lit {
        Lit(self.0 & !1)
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Lit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.is_negated() { "!" } else { "" };
        write!(f, "{sign}n{}", self.node())
    }
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    False,
    /// Number of the input.
    Input(u32),
    And(Lit, Lit),
}

/// Marks an input where a gate has its first operand.
const INPUT: Lit = Lit(u32::MAX);

/// The graph.
#[derive(Clone)]
pub struct Aig {
    nodes: Vec<[Lit; 2]>,
    inputs: Vec<u32>,
    gates: Cons,
}

impl Default for Aig {
    fn default() -> Aig {
        Aig::new()
    }
}

impl Aig {
    pub fn new() -> Aig {
        Aig {
            nodes: vec![[INPUT, INPUT]],
            inputs: Vec::new(),
            gates: Cons::default(),
        }
    }

    /// Number of nodes, with the constant and the inputs.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the constant.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Number of and-gates.
    pub fn gates(&self) -> usize {
        self.nodes.len() - self.inputs.len() - 1
    }

    /// Nodes of the inputs, in the order of their creation.
    pub fn inputs(&self) -> &[u32] {
        &self.inputs
    }

    pub fn kind(&self, node: u32) -> Kind {
        match self.nodes[node as usize] {
            [INPUT, INPUT] => Kind::False,
            [INPUT, number] => Kind::Input(number.0),
            [a, b] => Kind::And(a, b),
        }
    }

    /// The operands of a gate.
    pub fn operands(&self, node: u32) -> Option<[Lit; 2]> {
        let operands = self.nodes[node as usize];
        (operands[0] != INPUT).then_some(operands)
    }

    pub fn input(&mut self) -> Lit {
        let node = self.nodes.len() as u32;
        self.nodes.push([INPUT, Lit(self.inputs.len() as u32)]);
        self.inputs.push(node);
        Lit::new(node, false)
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (mut a, mut b) = (a, b);
        loop {
            match self.simpler(a, b) {
                Simpler::Lit(lit) => return lit,
                Simpler::And(p, q) => (a, b) = (p, q),
                Simpler::No => return self.gate(a.min(b), a.max(b)),
            }
        }
    }

    fn gate(&mut self, a: Lit, b: Lit) -> Lit {
        let hash = hash_of([a, b]);
        let nodes = &self.nodes;
        if let Some(found) = self.gates.find(hash, |n| nodes[n as usize] == [a, b]) {
            return Lit::new(found, false);
        }
        let node = nodes.len() as u32;
        self.nodes.push([a, b]);
        let nodes = &self.nodes;
        self.gates
            .insert(hash, node, |n| hash_of(nodes[n as usize]));
        Lit::new(node, false)
    }

    /// Operands of the gate under a literal of the wanted sign.
    fn under(&self, lit: Lit, negated: bool) -> Option<[Lit; 2]> {
        if lit.is_negated() != negated {
            return None;
        }
        self.operands(lit.node())
    }

    /// One step of simplification of a conjunction: rules that look one and two levels down and never make the
    /// graph larger.
    fn simpler(&self, a: Lit, b: Lit) -> Simpler {
        if a == b || b == Lit::TRUE {
            return Simpler::Lit(a);
        }
        if a == Lit::TRUE {
            return Simpler::Lit(b);
        }
        if a == !b || a == Lit::FALSE || b == Lit::FALSE {
            return Simpler::Lit(Lit::FALSE);
        }
        match self.one_sided(a, b) {
            Simpler::No => match self.one_sided(b, a) {
                Simpler::No => self.two_sided(a, b),
                found => found,
            },
            found => found,
        }
    }

    /// Rules that look below `a` only.
    fn one_sided(&self, a: Lit, b: Lit) -> Simpler {
        if let Some(under) = self.under(a, false) {
            if under.contains(&!b) {
                return Simpler::Lit(Lit::FALSE);
            }
            if under.contains(&b) {
                return Simpler::Lit(a);
            }
        }
        if let Some([p, q]) = self.under(a, true) {
            if p == !b || q == !b {
                return Simpler::Lit(b);
            }
            if p == b {
                return Simpler::And(!q, b);
            }
            if q == b {
                return Simpler::And(!p, b);
            }
        }
        Simpler::No
    }

    /// Rules that look below both.
    fn two_sided(&self, a: Lit, b: Lit) -> Simpler {
        let (Some([p, q]), Some([r, s])) = (self.operands(a.node()), self.operands(b.node()))
        else {
            return Simpler::No;
        };
        match (a.is_negated(), b.is_negated()) {
            (false, false) => both_gates(a, [p, q], [r, s]),
            (true, false) => gate_and_negation([r, s], b, [p, q]),
            (false, true) => gate_and_negation([p, q], a, [r, s]),
            (true, true) => both_negations([p, q], [r, s]),
        }
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Built so that an adder shares the conjunction of its operands with it.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_negated() != b.is_negated();
        let (a, b) = (a.positive(), b.positive());
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither).negated_if(flip)
    }

    /// `a` if the condition holds, `b` otherwise.
    pub fn mux(&mut self, condition: Lit, a: Lit, b: Lit) -> Lit {
        if a == b {
            return a;
        }
        if a == !b {
            return !self.xor(condition, a);
        }
        let first = self.and(condition, a);
        let second = self.and(!condition, b);
        self.or(first, second)
    }

    /// A balanced tree.
    pub fn all(&mut self, lits: &[Lit]) -> Lit {
        match lits {
            [] => Lit::TRUE,
            [one] => *one,
            more => {
                let (left, right) = more.split_at(more.len() / 2);
                let (left, right) = (self.all(left), self.all(right));
                self.and(left, right)
            }
        }
    }

    pub fn any(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&l| !l).collect();
        !self.all(&negated)
    }

    /// Nodes that the roots reach, operands before their users.
    pub fn cone(&self, roots: &[Lit]) -> Vec<u32> {
        let size = roots
            .iter()
            .map(|l| l.node() as usize + 1)
            .max()
            .unwrap_or(0);
        let mut seen = vec![false; size];
        let mut stack: Vec<u32> = roots.iter().map(|l| l.node()).collect();
        let mut found = Vec::new();
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            found.push(node);
            let operands = self.operands(node).into_iter().flatten();
            stack.extend(operands.map(Lit::node));
        }
        found.sort_unstable();
        found
    }

    /// Nodes of the inputs that the roots reach, in order.
    pub fn support(&self, roots: &[Lit]) -> Vec<u32> {
        let mut nodes = self.cone(roots);
        nodes.retain(|&node| matches!(self.kind(node), Kind::Input(_)));
        nodes
    }

    /// Values of the roots, 64 assignments at once: `input` gives those of an input's node.
    pub fn simulate(&self, roots: &[Lit], input: &dyn Fn(u32) -> u64) -> Vec<u64> {
        let cone = self.cone(roots);
        let mut values = vec![0; cone.last().map_or(0, |&n| n as usize + 1)];
        for node in cone {
            let value = |l: Lit| literal_value(&values, l);
            values[node as usize] = match self.kind(node) {
                Kind::False => 0,
                Kind::Input(_) => input(node),
                Kind::And(a, b) => value(a) & value(b),
            };
        }
        roots.iter().map(|&l| literal_value(&values, l)).collect()
    }

    /// Values of the roots under one assignment.
    pub fn evaluate(&self, roots: &[Lit], input: &dyn Fn(u32) -> bool) -> Vec<bool> {
        let found = self.simulate(roots, &|node| u64::from(input(node)));
        found.into_iter().map(|word| word & 1 == 1).collect()
    }
}

fn literal_value(values: &[u64], lit: Lit) -> u64 {
    let negation = if lit.is_negated() { u64::MAX } else { 0 };
    values[lit.node() as usize] ^ negation
}

fn hash_of([a, b]: [Lit; 2]) -> u64 {
    let word = u64::from(a.0) << 32 | u64::from(b.0);
    word ^ (word >> 29)
}

/// What a conjunction is the same as.
enum Simpler {
    No,
    Lit(Lit),
    And(Lit, Lit),
}

/// `(p & q) & (r & s)`, where `a` is the first.
fn both_gates(a: Lit, [p, q]: [Lit; 2], [r, s]: [Lit; 2]) -> Simpler {
    if p == !r || p == !s || q == !r || q == !s {
        return Simpler::Lit(Lit::FALSE);
    }
    if r == p || r == q {
        return Simpler::And(a, s);
    }
    if s == p || s == q {
        return Simpler::And(a, r);
    }
    Simpler::No
}

/// `gate & !(p & q)`, where the gate is `r & s`.
fn gate_and_negation([r, s]: [Lit; 2], gate: Lit, [p, q]: [Lit; 2]) -> Simpler {
    if p == !r || p == !s || q == !r || q == !s {
        return Simpler::Lit(gate);
    }
    if p == r || p == s {
        return Simpler::And(gate, !q);
    }
    if q == r || q == s {
        return Simpler::And(gate, !p);
    }
    Simpler::No
}

/// `!(p & q) & !(r & s)`.
fn both_negations([p, q]: [Lit; 2], [r, s]: [Lit; 2]) -> Simpler {
    if (p == r && q == !s) || (p == s && q == !r) {
        return Simpler::Lit(!p);
    }
    if (q == r && p == !s) || (q == s && p == !r) {
        return Simpler::Lit(!q);
    }
    Simpler::No
}
