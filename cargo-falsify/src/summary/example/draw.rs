//! Random arguments: new ones, and old ones with a change.

use super::numbers::Numbers;
use super::shape::{Choice, Shape};
use crate::bv::Scalar;
use crate::ir::Value;

/// One of two arguments is made of others that showed something new.
const MUTATED: u64 = 2;
/// Changes of one mutation, at most.
const CHANGES: u64 = 3;

pub struct Draw<'a> {
    numbers: &'a Numbers,
    state: u64,
}

/// A number is one of the noted ones.
struct Noted<'d, 'a>(&'d mut Draw<'a>);

impl<'a> Draw<'a> {
    pub fn new(numbers: &'a Numbers, seed: u64) -> Draw<'a> {
        let mut draw = Draw {
            numbers,
            state: seed,
        };
        // Neighbouring seeds must not give neighbouring numbers.
        draw.state = draw.next();
        draw
    }

    /// The generator splitmix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// What to make the next arguments of, unless they are to be new.
    pub fn parent<'p>(&mut self, parents: &'p [Value]) -> Option<&'p Value> {
        let parent = self.below(parents.len() as u64) as usize;
        parents.get(parent).filter(|_| self.below(MUTATED) == 0)
    }

    pub fn fresh(&mut self, shape: &Shape) -> Value {
        shape.build(self)
    }

    /// Of the noted numbers only.
    pub fn noted(&mut self, shape: &Shape) -> Value {
        shape.build(&mut Noted(self))
    }

    /// The value with a few parts changed.
    pub fn mutated(&mut self, shape: &Shape, parent: &Value) -> Value {
        let mut value = parent.clone();
        for _ in 0..=self.below(CHANGES) {
            let mut words = Vec::new();
            shape.visit(&mut value, &mut |_, part| words.push(part.clone()));
            let chosen = self.below(words.len() as u64) as usize;
            let mut at = 0;
            shape.visit(&mut value, &mut |shape, part| {
                if at == chosen {
                    *part = self.changed(shape, part, &words);
                }
                at += 1;
            });
        }
        value
    }

    fn changed(&mut self, shape: &Shape, part: &Value, words: &[Value]) -> Value {
        match (shape, part) {
            (Shape::Word(scalar), Value::Scalar(bits)) => {
                let other = self.below(words.len() as u64) as usize;
                let other = match &words[other] {
                    Value::Scalar(other) => *other,
                    _ => *bits,
                };
                Value::Scalar(self.near(*scalar, *bits, other))
            }
            _ => self.fresh(shape),
        }
    }

    /// A number that has to do with one or both of two others.
    fn near(&mut self, scalar: Scalar, bits: u128, other: u128) -> u128 {
        let small = u128::from(1 + self.below(3));
        let changed = match self.below(8) {
            0 => bits.wrapping_add(small),
            1 => bits.wrapping_sub(small),
            2 => bits ^ 1 << self.below(scalar.bits().into()),
            3 => bits.wrapping_neg(),
            4 => other,
            5 => bits.wrapping_add(other),
            6 => return self.one_noted(scalar),
            _ => return self.word(scalar),
        };
        let changed = scalar.wrap(changed);
        match scalar.contains(changed) {
            true => changed,
            false => bits,
        }
    }

    fn one_noted(&mut self, scalar: Scalar) -> u128 {
        let noted = self.numbers.of_type(scalar);
        let at = self.below(noted.len() as u64) as usize;
        noted.get(at).copied().unwrap_or(0)
    }

    /// Each order of magnitude is as likely as another; half of the signed ones are negative.
    fn of_any_magnitude(&mut self, scalar: Scalar) -> u128 {
        let length = self.below(u64::from(scalar.bits()) + 1) as u32;
        let bits = self.wide().checked_shr(128 - length).unwrap_or(0);
        match scalar.is_signed() && self.below(2) == 0 {
            true => scalar.wrap(!bits),
            false => scalar.wrap(bits),
        }
    }

    fn char(&mut self) -> u128 {
        let code = match self.below(2) {
            0 => self.below(128),
            _ => self.below(u64::from(u32::from(char::MAX)) + 1),
        };
        match Scalar::Char.contains(code.into()) {
            true => code.into(),
            false => 'a' as u128,
        }
    }

    /// Of any size, or with any bits.
    fn float(&mut self, scalar: Scalar) -> u128 {
        let size = self.below(1 << 20) as f64 / 1024.0 - 512.0;
        match (self.below(2), scalar.bits()) {
            (0, 32) => (size as f32).to_bits().into(),
            (0, _) => size.to_bits().into(),
            _ => scalar.wrap(self.wide()),
        }
    }
}

impl Choice for Draw<'_> {
    fn word(&mut self, scalar: Scalar) -> u128 {
        match (self.below(4), scalar) {
            (0, _) => self.one_noted(scalar),
            (_, Scalar::Char) => self.char(),
            (_, Scalar::Float { .. }) => self.float(scalar),
            (1, Scalar::Int { .. }) | (_, Scalar::Bool) => scalar.wrap(self.wide()),
            (_, Scalar::Int { .. }) => self.of_any_magnitude(scalar),
        }
    }

    fn variant(&mut self, count: usize) -> usize {
        self.below(count as u64) as usize
    }
}

impl Choice for Noted<'_, '_> {
    fn word(&mut self, scalar: Scalar) -> u128 {
        self.0.one_noted(scalar)
    }

    fn variant(&mut self, count: usize) -> usize {
        self.0.variant(count)
    }
}
