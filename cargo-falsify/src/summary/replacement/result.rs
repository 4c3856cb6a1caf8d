//! The functions that give terms, or anything in a range.

use super::super::guard::Range;
use super::super::signature::{Kind, Leaf, Signature};
use super::super::writer::{copy, whole, Writer, Written};
use super::Guarded;
use crate::bv::BinOp;
use crate::ir::{Func, LocalId, Rvalue, Statement, Terminator, Type};

/// The first and last code that no character has.
const GAP: (u128, u128) = (0xd800, 0xdfff);

impl Writer<'_> {
    /// The function whose result these terms are.
    pub fn terms(mut self, signature: &Signature, terms: &[Guarded]) -> Written<Func> {
        let inputs = signature.inputs.iter().map(|leaf| self.read(leaf));
        let inputs: Vec<LocalId> = inputs.collect();
        let mut words = Vec::with_capacity(terms.len());
        for (leaf, guarded) in signature.outputs.iter().zip(terms) {
            let word = self.term(&inputs, &signature.input_sorts(), &guarded.term)?;
            words.push(self.forced(leaf, &guarded.range, word));
        }
        self.finished(&words)
    }

    /// The function that gives any result with scalars in these ranges.
    pub fn any(mut self, signature: &Signature, ranges: &[Range]) -> Written<Func> {
        let pairs = signature.outputs.iter().zip(ranges);
        let words: Vec<LocalId> = pairs.map(|(leaf, range)| self.drawn(leaf, range)).collect();
        self.finished(&words)
    }

    fn finished(mut self, words: &[LocalId]) -> Written<Func> {
        let ret = self.ret();
        let ty = self.type_of_local(ret);
        let result = self.assembled(ty, &mut words.iter().copied())?;
        self.statement(Statement::Assign(whole(ret), Rvalue::Use(copy(result))));
        self.end(Terminator::Return);
        Ok(self.done())
    }

    /// The word, or the nearest in the range if it is not there.
    fn forced(&mut self, leaf: &Leaf, range: &Range, word: LocalId) -> LocalId {
        if leaf.kind == Kind::Bool {
            return match range.first == range.last {
                true => self.truth(range.first == 1),
                false => word,
            };
        }
        let is_signed = leaf.kind.is_signed();
        let all = Range::any(range.width, is_signed);
        let order = is_signed.then_some(range.width);
        let ends = [
            (range.first, all.first, BinOp::Lt),
            (range.last, all.last, BinOp::Gt),
        ];
        let mut word = word;
        for (end, _, beyond) in ends.into_iter().filter(|(end, extreme, _)| end != extreme) {
            let end = self.constant(range.width, end);
            let is_beyond = self.compared(beyond, order, word, end);
            word = self.choice(is_beyond, end, word);
        }
        let word = self.with_remainder(range, word);
        self.without_gap(leaf, range.first, word)
    }

    /// The last number up to the word that the steps of the range come to.
    fn with_remainder(&mut self, range: &Range, word: LocalId) -> LocalId {
        if range.step <= 1 {
            return word;
        }
        let first = self.constant(range.width, range.first);
        let step = self.constant(range.width, range.step);
        let distance = self.binary(BinOp::Sub, word, first);
        let beyond = self.binary(BinOp::Rem, distance, step);
        self.binary(BinOp::Sub, word, beyond)
    }

    fn without_gap(&mut self, leaf: &Leaf, first: u128, word: LocalId) -> LocalId {
        if leaf.kind != Kind::Char {
            return word;
        }
        let nearest = if first < GAP.0 { GAP.0 - 1 } else { GAP.1 + 1 };
        let (low, high) = (self.constant(32, GAP.0), self.constant(32, GAP.1));
        let above = self.compared(BinOp::Ge, None, word, low);
        let below = self.compared(BinOp::Le, None, word, high);
        let inside = self.binary(BinOp::And, above, below);
        let nearest = self.constant(32, nearest);
        self.choice(inside, nearest, word)
    }

    /// Any word of the range: of one with steps, their number is drawn.
    fn drawn(&mut self, leaf: &Leaf, range: &Range) -> LocalId {
        let (first, last) = (range.first, range.last);
        match leaf.kind {
            Kind::Bool => {
                let ty = self.type_of(Type::Bool);
                self.input_between(ty, first, last)
            }
            Kind::Char => {
                let ty = self.type_of(Type::Char);
                let drawn = self.input_between(ty, character(first), character(last));
                self.cast(drawn, false, 32)
            }
            Kind::Int { .. } | Kind::Enum(_) if range.step <= 1 => {
                let ty = self.int(leaf.kind.is_signed(), range.width);
                let drawn = self.input_between(ty, first, last);
                self.cast(drawn, false, range.width)
            }
            Kind::Int { .. } | Kind::Enum(_) => {
                let ty = self.int(false, range.width);
                let steps = self.input_between(ty, 0, range.span() / range.step);
                let step = self.constant(range.width, range.step);
                let distance = self.binary(BinOp::Mul, steps, step);
                let first = self.constant(range.width, first);
                self.binary(BinOp::Add, first, distance)
            }
        }
    }
}

/// The nearest code that a character has.
fn character(code: u128) -> u128 {
    match code {
        code if (GAP.0..=GAP.1).contains(&code) => GAP.0 - 1,
        code => code.min(char::MAX.into()),
    }
}
