//! The last resort for an example that nothing else explains: terms whose exclusive or is a given value, by linear
//! algebra over bits. What it makes does not generalise.

use std::sync::Arc;

use super::bits::Bits;
use super::grammar::{Derivation, Head};
use super::op::Op;
use super::plan::Simple;
use super::search::{only, Condition, Made, Search};
use super::word::Word;

/// Terms that are combined are among so many first ones.
const TERMS: usize = 20_000;

impl<W: Word> Search<W> {
    /// Covers each missing example by a combination of terms that fits it.
    pub fn memorise(&mut self) {
        for example in self.missing().iter() {
            let output = self.examples[example].1;
            let made = self
                .constant(output)
                .or_else(|| self.combined(example, output, |_| true));
            if let Some(derivation) = made {
                let bits = only(example, self.examples.len());
                let size = derivation.size();
                self.cover(Made::Derived(derivation), size, bits);
            }
        }
    }

    fn constant(&self, output: W) -> Option<Arc<Derivation>> {
        let start = &self.grammar.nonterminals[0];
        let head = Head::Constant(start.sort, output.bits());
        let parts = Vec::new();
        start
            .any_constant
            .then(|| Arc::new(Derivation { head, parts }))
    }

    /// A condition for each of some examples that holds there and, most likely, nowhere else.
    pub fn isolate(&mut self, examples: &Bits) {
        let Some((conditional, wanted)) = self.equality() else {
            return;
        };
        for example in examples.iter() {
            let Some(term) = self.combined(example, wanted, |it| !self.is_constant(it)) else {
                continue;
            };
            let meaning = term.term(&self.grammar);
            let mut holds = Bits::empty(self.examples.len());
            for (at, (inputs, _)) in self.examples.iter().enumerate() {
                let inputs: Vec<u128> = inputs.iter().map(|it| it.bits()).collect();
                if meaning.evaluate(&self.grammar.inputs, &inputs) == Some(wanted.bits()) {
                    holds.insert(at);
                }
            }
            let term = Made::Derived(term);
            self.conditions.push(Condition { conditional, term });
            self.holding.push(holds);
        }
    }

    /// A conditional whose condition is that a term of the start equals a constant.
    fn equality(&self) -> Option<(usize, W)> {
        let plan = &self.bank.plan;
        let constant = |shelf: usize| {
            let rule = plan
                .rules
                .iter()
                .find(|it| it.shelf == shelf && it.holes == [0])?;
            match rule.simple {
                Some(Simple::WithConstant(Op::Eq, constant)) => Some(constant),
                _ => None,
            }
        };
        let mut made = plan
            .conditionals
            .iter()
            .enumerate()
            .filter(|(_, it)| it.is_made);
        made.find_map(|(at, it)| Some((at, constant(it.shelf)?)))
    }

    fn is_constant(&self, term: usize) -> bool {
        let mut values = self.bank.columns.iter().map(|it| it.values[0][term]);
        let first = values.next();
        values.all(|it| Some(it) == first)
    }

    /// A term that has the value for the example.
    fn combined(
        &self,
        example: usize,
        value: W,
        may_use: impl Fn(usize) -> bool,
    ) -> Option<Arc<Derivation>> {
        let is_xor = |simple: &Option<Simple<W>>| *simple == Some(Simple::Binary(Op::Xor));
        let mut rules = self.bank.plan.rules.iter();
        let xor = rules.find(|it| it.shelf == 0 && it.holes == [0, 0] && is_xor(&it.simple))?;
        let ends = &self.bank.shelves[0].ends;
        let size = ends.partition_point(|it| *it <= TERMS).saturating_sub(1);
        let column = self.bank.column(&self.examples[example].0, size);
        let values = column.values[0].iter().enumerate();
        let usable = values
            .filter(|(at, _)| may_use(*at))
            .map(|(at, value)| (at, *value));
        let mut terms = combination(usable, value)?
            .into_iter()
            .map(|it| self.banked(0, it));
        let first = terms.next()?;
        let head = xor.head?;
        let joined = |all, it| {
            Arc::new(Derivation {
                head,
                parts: vec![all, it],
            })
        };
        Some(terms.fold(first, joined))
    }
}

/// A value reached from terms: which of the chosen ones are in it.
struct Row<W> {
    value: W,
    terms: u128,
}

/// Names of values whose exclusive or is `wanted`; none if no choice of them gives it.
fn combination<W: Word>(values: impl Iterator<Item = (usize, W)>, wanted: W) -> Option<Vec<usize>> {
    let mut rows: Vec<Option<Row<W>>> = (0..W::BITS).map(|_| None).collect();
    let mut chosen = Vec::new();
    for (at, value) in values {
        let reduced = reduce(&rows, value);
        if reduced.value != W::ZERO {
            let own = 1 << chosen.len();
            chosen.push(at);
            let place = highest(reduced.value);
            rows[place] = Some(Row {
                value: reduced.value,
                terms: reduced.terms | own,
            });
        }
        if chosen.len() == W::BITS as usize {
            break;
        }
    }
    let reached = reduce(&rows, wanted);
    let is_in = |at: &usize| reached.terms >> at & 1 == 1;
    let terms = (0..chosen.len()).filter(is_in).map(|at| chosen[at]);
    (reached.value == W::ZERO && wanted != W::ZERO).then(|| terms.collect())
}

fn highest<W: Word>(value: W) -> usize {
    127 - value.bits().leading_zeros() as usize
}

/// What is left of a value after the rows are taken out, and the terms that they are made of.
fn reduce<W: Word>(rows: &[Option<Row<W>>], value: W) -> Row<W> {
    let mut left = Row { value, terms: 0 };
    for row in rows.iter().rev().flatten() {
        if left.value != W::ZERO && left.value >> highest(row.value) as u32 & W::ONE == W::ONE {
            left = Row {
                value: left.value ^ row.value,
                terms: left.terms ^ row.terms,
            };
        }
    }
    left
}
