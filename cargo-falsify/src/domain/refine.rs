//! What follows for the parts of a condition from its being true or false.

use super::transfer::transfer;
use super::Known;
use crate::term::{mask, Node, Pool, Term};

/// Nothing fulfils what was assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Impossible;

/// What is known of terms where something is assumed of them.
pub(super) trait Assumptions {
    fn known(&mut self, t: Term) -> Known;
    /// Notes that a term is one of these values, which are fewer than those known so far.
    fn note(&mut self, t: Term, values: Known);
}

/// How far a condition is taken apart.
const DEEPEST: u32 = 24;

pub(super) struct Refinement<'a> {
    pub pool: &'a Pool,
    pub on: &'a mut dyn Assumptions,
}

impl Refinement<'_> {
    /// Takes a condition to be true or false.
    pub fn assume(&mut self, t: Term, truth: bool, depth: u32) -> Result<(), Impossible> {
        self.narrow_only(t, Known::truth(truth))?;
        if depth >= DEEPEST {
            return Ok(());
        }
        let deeper = depth + 1;
        match *self.pool.node(t) {
            Node::Not(a) => self.assume(a, !truth, deeper),
            Node::And(a, b) if truth => {
                self.assume(a, true, deeper)?;
                self.assume(b, true, deeper)
            }
            Node::And(a, b) => match (self.on.known(a).value(), self.on.known(b).value()) {
                (Some(1), _) => self.assume(b, false, deeper),
                (_, Some(1)) => self.assume(a, false, deeper),
                _ => Ok(()),
            },
            Node::Eq(a, b) => self.equal(a, b, truth, deeper),
            Node::Ult(a, b) if truth => self.less(a, b, deeper),
            Node::Ult(a, b) => self.at_least(a, b, deeper),
            Node::Slt(a, b) if truth => self.less_signed(a, b, deeper),
            Node::Slt(a, b) => self.at_least_signed(a, b, deeper),
            Node::Ite(c, a, b) => self.choice(c, a, b, Known::truth(truth), deeper),
            Node::Extract(a, lowest) => self.extracted(a, lowest, Known::truth(truth), deeper),
            Node::Xor(a, b) => match (self.on.known(a).value(), self.on.known(b).value()) {
                (Some(value), _) => self.assume(b, truth ^ (value == 1), deeper),
                (_, Some(value)) => self.assume(a, truth ^ (value == 1), deeper),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn equal(&mut self, a: Term, b: Term, truth: bool, depth: u32) -> Result<(), Impossible> {
        let (left, right) = (self.on.known(a), self.on.known(b));
        if truth {
            self.narrow(a, right, depth)?;
            return self.narrow(b, left, depth);
        }
        if let Some(value) = right.value() {
            self.narrow(a, without(left, value)?, depth)?;
        }
        match left.value() {
            Some(value) => self.narrow(b, without(right, value)?, depth),
            None => Ok(()),
        }
    }

    fn less(&mut self, a: Term, b: Term, depth: u32) -> Result<(), Impossible> {
        let (left, right) = (self.on.known(a), self.on.known(b));
        let below = right.high.checked_sub(1).ok_or(Impossible)?;
        let above = left.low.checked_add(1).ok_or(Impossible)?;
        let all = mask(left.width);
        if above > all {
            return Err(Impossible);
        }
        self.narrow(a, Known::between(left.width, 0, below), depth)?;
        self.narrow(b, Known::between(left.width, above, all), depth)
    }

    fn at_least(&mut self, a: Term, b: Term, depth: u32) -> Result<(), Impossible> {
        let (left, right) = (self.on.known(a), self.on.known(b));
        let all = mask(left.width);
        self.narrow(a, Known::between(left.width, right.low, all), depth)?;
        self.narrow(b, Known::between(left.width, 0, left.high), depth)
    }

    fn less_signed(&mut self, a: Term, b: Term, depth: u32) -> Result<(), Impossible> {
        let (left, right) = (self.on.known(a), self.on.known(b));
        let any = Known::any(left.width);
        if right.most == any.least || left.least == any.most {
            return Err(Impossible);
        }
        let (below, above) = (right.most - 1, left.least + 1);
        self.narrow(
            a,
            Known::between_signed(left.width, any.least, below),
            depth,
        )?;
        self.narrow(b, Known::between_signed(left.width, above, any.most), depth)
    }

    fn at_least_signed(&mut self, a: Term, b: Term, depth: u32) -> Result<(), Impossible> {
        let (left, right) = (self.on.known(a), self.on.known(b));
        let any = Known::any(left.width);
        self.narrow(
            a,
            Known::between_signed(left.width, right.least, any.most),
            depth,
        )?;
        self.narrow(
            b,
            Known::between_signed(left.width, any.least, left.most),
            depth,
        )
    }

    /// Notes what is new; whether anything is.
    fn narrow_only(&mut self, t: Term, values: Known) -> Result<bool, Impossible> {
        let known = self.on.known(t);
        let narrowed = known.meet(values).ok_or(Impossible)?;
        if narrowed != known {
            self.on.note(t, narrowed);
        }
        Ok(narrowed != known)
    }

    /// Takes a term to have one of some values, and its operands those that lead to them.
    fn narrow(&mut self, t: Term, values: Known, depth: u32) -> Result<(), Impossible> {
        if self.pool.width(t) == 1 {
            return match values.value() {
                Some(value) => self.assume(t, value == 1, depth),
                None => Ok(()),
            };
        }
        if !self.narrow_only(t, values)? || depth >= DEEPEST {
            return Ok(());
        }
        let values = self.on.known(t);
        self.narrow_operands(t, values, depth + 1)
    }

    fn narrow_operands(&mut self, t: Term, values: Known, depth: u32) -> Result<(), Impossible> {
        let node = *self.pool.node(t);
        match node {
            Node::Not(a) | Node::Neg(a) => {
                let inverse = transfer(values.width, &node, &[values]);
                self.narrow(a, inverse, depth)
            }
            Node::Add(a, b) => {
                self.addend(t, a, b, values, depth)?;
                self.addend(t, b, a, values, depth)
            }
            Node::Concat(a, b) => {
                let (front, back) = (self.pool.width(a), self.pool.width(b));
                let high = transfer(front, &Node::Extract(t, back), &[values]);
                self.narrow(a, high, depth)?;
                let low = transfer(back, &Node::Extract(t, 0), &[values]);
                self.narrow(b, low, depth)
            }
            Node::Sext(a) => {
                let low = transfer(self.pool.width(a), &Node::Extract(t, 0), &[values]);
                self.narrow(a, low, depth)
            }
            Node::Extract(a, lowest) => self.extracted(a, lowest, values, depth),
            Node::Ite(c, a, b) => self.choice(c, a, b, values, depth),
            _ => Ok(()),
        }
    }

    /// One operand of a sum is the sum less the other.
    fn addend(
        &mut self,
        sum: Term,
        a: Term,
        other: Term,
        values: Known,
        depth: u32,
    ) -> Result<(), Impossible> {
        let taken = transfer(values.width, &Node::Neg(other), &[self.on.known(other)]);
        let left = transfer(values.width, &Node::Add(sum, other), &[values, taken]);
        self.narrow(a, left, depth)
    }

    /// Bits that are known of a part are known of the whole; and the last ones say what the value is if it has no
    /// others.
    fn extracted(
        &mut self,
        a: Term,
        lowest: u32,
        values: Known,
        depth: u32,
    ) -> Result<(), Impossible> {
        let whole = self.on.known(a);
        let (zeros, ones) = (values.zeros << lowest, values.ones << lowest);
        self.narrow(a, Known::from_bits(whole.width, zeros, ones), depth)?;
        if lowest > 0 {
            return Ok(());
        }
        if whole.high > mask(values.width) {
            return Ok(());
        }
        self.narrow(
            a,
            Known::between(whole.width, values.low, values.high),
            depth,
        )
    }

    /// An alternative that has none of the values is not chosen.
    fn choice(
        &mut self,
        c: Term,
        a: Term,
        b: Term,
        values: Known,
        depth: u32,
    ) -> Result<(), Impossible> {
        let may_be = |known: Known| known.meet(values).is_some();
        match (may_be(self.on.known(a)), may_be(self.on.known(b))) {
            (true, true) => Ok(()),
            (false, false) => Err(Impossible),
            (first, _) => {
                self.assume(c, first, depth)?;
                self.narrow(if first { a } else { b }, values, depth)
            }
        }
    }
}

/// All values but one, as far as that can be said.
fn without(known: Known, value: u128) -> Result<Known, Impossible> {
    let (low, high) = (known.low, known.high);
    if known.value() == Some(value) {
        return Err(Impossible);
    }
    let left = match () {
        _ if value == low => Known::between(known.width, low + 1, high),
        _ if value == high => Known::between(known.width, low, high - 1),
        _ => Known::any(known.width),
    };
    let signed = super::known::signed(known.width, value);
    let left_signed = match () {
        _ if signed == known.least => Known::between_signed(known.width, signed + 1, known.most),
        _ if signed == known.most => Known::between_signed(known.width, known.least, signed - 1),
        _ => Known::any(known.width),
    };
    left.meet(left_signed).ok_or(Impossible)
}
