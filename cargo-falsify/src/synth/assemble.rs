//! Derivations of what the search found.

use std::sync::Arc;

use super::grammar::{Derivation, Head};
use super::inverse::{Around, Core, Found};
use super::op::Sort;
use super::search::{Condition, Made, Search};
use super::tree::Tree;
use super::word::Word;

impl<W: Word> Search<W> {
    pub fn derivation(&self, tree: &Tree) -> Arc<Derivation> {
        match tree {
            Tree::Leaf(cover) => match &self.covers[*cover].term {
                Made::Banked(term) => self.banked(0, *term),
                Made::Derived(derivation) => derivation.clone(),
            },
            Tree::Branch {
                condition,
                then,
                otherwise,
            } => {
                let condition = &self.conditions[*condition];
                self.choice(condition, self.derivation(then), self.derivation(otherwise))
            }
        }
    }

    fn choice(
        &self,
        condition: &Condition,
        then: Arc<Derivation>,
        otherwise: Arc<Derivation>,
    ) -> Arc<Derivation> {
        let conditional = &self.bank.plan.conditionals[condition.conditional];
        let mut parts = vec![then.clone(); conditional.holes.len() + 2];
        parts[conditional.then] = then;
        parts[conditional.otherwise] = otherwise;
        let inner = match &condition.term {
            Made::Derived(derivation) => vec![derivation.clone()],
            Made::Banked(term) if conditional.is_made => self.parts(conditional.shelf, *term),
            Made::Banked(term) => vec![self.banked(conditional.shelf, *term)],
        };
        let holes = conditional.holes.iter().zip(inner);
        holes.for_each(|(hole, it)| parts[*hole] = it);
        Arc::new(Derivation {
            head: conditional.head,
            parts,
        })
    }

    /// The derivations in the holes of a term of the bank.
    fn parts(&self, shelf: usize, term: usize) -> Vec<Arc<Derivation>> {
        let own = &self.bank.shelves[shelf];
        let rule = &self.bank.plan.rules[own.rules[term] as usize];
        let holes = rule.holes.iter().zip(own.parts[term]);
        holes
            .map(|(from, part)| self.banked(*from, part as usize))
            .collect()
    }

    pub fn banked(&self, shelf: usize, term: usize) -> Arc<Derivation> {
        let rule = &self.bank.plan.rules[self.bank.shelves[shelf].rules[term] as usize];
        let parts = self.parts(shelf, term);
        // Only conditions have shelves whose rules are no productions, and those are taken apart by `choice`.
        let head = rule.head.unwrap_or(Head::Constant(Sort::Bool, 0));
        Arc::new(Derivation { head, parts })
    }

    pub fn found(&self, found: &Found) -> Arc<Derivation> {
        let inner = match found.core {
            Core::Term(term) => self.banked(0, term as usize),
            Core::Pair { rule, parts } => {
                let parts = parts.map(|it| self.banked(0, it as usize));
                self.produced(rule, parts.to_vec())
            }
        };
        found
            .around
            .iter()
            .rev()
            .fold(inner, |inner, around| self.around(around, inner))
    }

    fn around(&self, around: &Around, inner: Arc<Derivation>) -> Arc<Derivation> {
        let parts = match (self.bank.plan.rules[around.rule].holes.len(), around.hole) {
            (2, 0) => vec![inner, self.banked(0, around.other as usize)],
            (2, _) => vec![self.banked(0, around.other as usize), inner],
            _ => vec![inner],
        };
        self.produced(around.rule, parts)
    }

    pub fn produced(&self, rule: usize, parts: Vec<Arc<Derivation>>) -> Arc<Derivation> {
        let head = self.bank.plan.rules[rule]
            .head
            .unwrap_or(Head::Constant(Sort::Bool, 0));
        Arc::new(Derivation { head, parts })
    }
}
