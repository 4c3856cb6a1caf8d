//! Which gate a node of an and-inverter graph and those right below it make together.

use super::aig::{Aig, Kind, Lit};

/// A function of a node's value in terms of literals further down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gate {
    False,
    Input,
    And(Vec<Lit>),
    /// The first chooses between the second and the third.
    Mux([Lit; 3]),
    Xor([Lit; 2]),
    /// Two of three.
    Majority([Lit; 3]),
}

/// The largest gate that is seen at the node.
pub fn recognise(aig: &Aig, node: u32) -> Gate {
    let (a, b) = match aig.kind(node) {
        Kind::False => return Gate::False,
        Kind::Input(_) => return Gate::Input,
        Kind::And(a, b) => (a, b),
    };
    if let Some([x, y]) = exclusive_or(aig, node) {
        return Gate::Xor([x, y]);
    }
    let negated = a.is_negated() && b.is_negated();
    let found = negated
        .then(|| majority(aig, a, b).or_else(|| multiplexer(aig, a, b)))
        .flatten();
    found.unwrap_or_else(|| Gate::And(conjuncts(aig, a, b)))
}

/// Gates below two negated operands.
fn below(aig: &Aig, a: Lit, b: Lit) -> Option<([Lit; 2], [Lit; 2])> {
    if !a.is_negated() || !b.is_negated() {
        return None;
    }
    Some((aig.operands(a.node())?, aig.operands(b.node())?))
}

/// `!(x & y) & !(!x & !y)`: the operands.
fn exclusive_or(aig: &Aig, node: u32) -> Option<[Lit; 2]> {
    let [a, b] = aig.operands(node)?;
    let ([p, q], [r, s]) = below(aig, a, b)?;
    let opposite = (p == !r && q == !s) || (p == !s && q == !r);
    opposite.then_some([p, q])
}

/// `!(c & x) & !(!c & y)` chooses between `!x` and `!y`.
fn multiplexer(aig: &Aig, a: Lit, b: Lit) -> Option<Gate> {
    let ([p, q], [r, s]) = below(aig, a, b)?;
    let ways = [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)];
    let (c, x, _, y) = ways.into_iter().find(|way| way.0 == !way.2)?;
    Some(Gate::Mux([c, !x, !y]))
}

/// `!(x & y) & !(z & h)`, where `h` is `x ^ y` or `x | y`: the carry of an adder, negated, or a step of a comparison.
fn majority(aig: &Aig, a: Lit, b: Lit) -> Option<Gate> {
    let (first, second) = below(aig, a, b)?;
    let ways = [(first, second[0], second[1]), (first, second[1], second[0])];
    let swapped = [(second, first[0], first[1]), (second, first[1], first[0])];
    let mut all = ways.into_iter().chain(swapped);
    let ([x, y], _, z) = all.find(|&([x, y], h, _)| is_or_or_xor(aig, h, x, y))?;
    Some(Gate::Majority([!x, !y, !z]))
}

fn is_or_or_xor(aig: &Aig, h: Lit, x: Lit, y: Lit) -> bool {
    let neither = |[p, q]: [Lit; 2]| (p == !x && q == !y) || (p == !y && q == !x);
    if h.is_negated() && aig.operands(h.node()).is_some_and(neither) {
        return true;
    }
    exclusive_or(aig, h.node()).is_some_and(|[p, q]| {
        let same = p.node() == x.node() && q.node() == y.node();
        let crossed = p.node() == y.node() && q.node() == x.node();
        let sign = |l: Lit| u32::from(l.is_negated());
        let even = (sign(p) + sign(q) + sign(x) + sign(y) + sign(h)) % 2 == 0;
        (same || crossed) && even
    })
}

/// As many as one clause should have.
const WIDEST: usize = 64;

/// The operands of a conjunction and of those conjunctions among them that nothing else uses.
fn conjuncts(aig: &Aig, a: Lit, b: Lit) -> Vec<Lit> {
    let mut stack = vec![b, a];
    let mut found = Vec::new();
    while let Some(lit) = stack.pop() {
        let inner = aig
            .operands(lit.node())
            .filter(|_| !lit.is_negated() && aig.used_once(lit.node()));
        match inner {
            Some([p, q]) if found.len() + stack.len() < WIDEST && is_plain(aig, lit.node()) => {
                stack.extend([q, p]);
            }
            _ => found.push(lit),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a gate is better seen as a conjunction than as something else.
fn is_plain(aig: &Aig, node: u32) -> bool {
    let Some([a, b]) = aig.operands(node) else {
        return false;
    };
    let negated = a.is_negated() && b.is_negated();
    let other = || majority(aig, a, b).is_some() || multiplexer(aig, a, b).is_some();
    !(negated && other())
}
