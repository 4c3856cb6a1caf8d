//! Walks over the DAG, without recursion: terms may be deep.

use std::collections::HashMap;

use super::{Node, Pool, Term};

/// All terms that the roots reach, operands before their users.
pub fn cone(pool: &Pool, roots: &[Term]) -> Vec<Term> {
    below(pool, roots, &|_| true)
}

/// As [`cone`], but not below terms where `descend` is false.
fn below(pool: &Pool, roots: &[Term], descend: &dyn Fn(Term) -> bool) -> Vec<Term> {
    let size = roots.iter().map(|t| t.index() + 1).max().unwrap_or(0);
    let mut seen = vec![false; size];
    let mut stack = roots.to_vec();
    let mut found = Vec::new();
    while let Some(t) = stack.pop() {
        if std::mem::replace(&mut seen[t.index()], true) {
            continue;
        }
        found.push(t);
        if descend(t) {
            stack.extend(pool.node(t).operands());
        }
    }
    found.sort_unstable();
    found
}

/// The variables that the roots reach, in index order.
pub fn support(pool: &Pool, roots: &[Term]) -> Vec<Term> {
    let mut terms = cone(pool, roots);
    terms.retain(|&t| pool.is_var(t));
    terms
}

/// The roots with some terms replaced, simplified on the way. What is replaced is not looked into, nor is what it
/// is replaced by.
pub fn substitute(
    pool: &mut Pool,
    roots: &[Term],
    replace: &dyn Fn(Term) -> Option<Term>,
) -> Vec<Term> {
    let terms = below(pool, roots, &|t| replace(t).is_none());
    let mut images: HashMap<Term, Term> = HashMap::with_capacity(terms.len());
    for t in terms {
        let image = match replace(t) {
            Some(other) => other,
            None => rebuilt(pool, t, &images),
        };
        images.insert(t, image);
    }
    roots.iter().map(|t| images[t]).collect()
}

fn rebuilt(pool: &mut Pool, t: Term, images: &HashMap<Term, Term>) -> Term {
    let node = *pool.node(t);
    if matches!(node, Node::Const(_) | Node::Var(_)) {
        return t;
    }
    let operands: Vec<Term> = node.operands().map(|operand| images[&operand]).collect();
    if node.operands().eq(operands.iter().copied()) {
        return t;
    }
    let width = pool.width(t);
    pool.rebuild(width, &node, &operands)
}
