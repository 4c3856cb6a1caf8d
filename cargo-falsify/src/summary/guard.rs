//! What a scalar of a result can be.

use super::question;
use super::signature::Signature;
use crate::domain::{Forward, Known, Walk};
use crate::ir::{FuncId, Program};
use crate::solver::Budget;
use crate::system::System;
use crate::term::{mask, Term};

/// From the first value on, in steps, up to the last, round the end of the width if the last is smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub width: u32,
    pub first: u128,
    pub last: u128,
    pub step: u128,
}

impl Range {
    pub fn between(width: u32, first: u128, last: u128) -> Range {
        Range {
            width,
            first,
            last,
            step: 1,
        }
    }

    /// All values of a width, in the order of signed numbers or not.
    pub fn any(width: u32, is_signed: bool) -> Range {
        let half = mask(width) >> 1;
        match is_signed {
            true => Range::between(width, half + 1, half),
            false => Range::between(width, 0, mask(width)),
        }
    }

    /// What is known of signed numbers or of unsigned ones.
    pub fn of(known: &Known, is_signed: bool) -> Range {
        let width = known.width;
        let bits = |value: i128| value as u128 & mask(width);
        let (first, last) = match is_signed {
            true => (bits(known.least), bits(known.most)),
            false => (known.low, known.high),
        };
        let range = Range::between(width, first, last);
        // Of remainders only those count that both orders agree on: others are about signed numbers alone.
        let has_a_sign = is_signed || known.least >= 0 || known.most < 0;
        let step = match has_a_sign {
            true => known.modulus,
            false => known.modulus & known.modulus.wrapping_neg(),
        };
        let is_aligned = |value: u128| {
            let distance = value.wrapping_sub(bits(known.residue)) & mask(width);
            step > 1 && distance.is_multiple_of(step)
        };
        // The remainder of a distance that wraps around is another one, unless the step is a power of two.
        match is_aligned(first) && (step.is_power_of_two() || first >= bits(known.residue)) {
            true => Range { step, ..range }.ended(),
            false => range,
        }
    }

    /// With a last value that the steps come to.
    fn ended(self) -> Range {
        let span = self.span() / self.step * self.step;
        let last = self.first.wrapping_add(span) & mask(self.width);
        Range { last, ..self }
    }

    /// The distance from the first to the last.
    pub fn span(&self) -> u128 {
        self.last.wrapping_sub(self.first) & mask(self.width)
    }

    pub fn contains(&self, bits: u128) -> bool {
        let distance = bits.wrapping_sub(self.first) & mask(self.width);
        distance <= self.span() && distance.is_multiple_of(self.step)
    }

    /// Whether all values of the other are here.
    pub fn includes(&self, other: &Range) -> bool {
        let from = other.first.wrapping_sub(self.first) & mask(self.width);
        let fits = from
            .checked_add(other.span())
            .is_some_and(|to| to <= self.span());
        let single = other.span() == 0;
        fits && from.is_multiple_of(self.step) && (single || other.step.is_multiple_of(self.step))
    }
}

/// What each scalar of a function's result can be, whatever its arguments are; the values of its type where that is not found
/// out.
pub fn ranges(
    program: &Program,
    signature: &Signature,
    function: FuncId,
    budget: &Budget,
) -> Vec<Range> {
    let possible = signature.outputs.iter().map(|leaf| leaf.possible);
    let asked = question::of(program, signature, function).ok();
    let found = asked.and_then(|asked| {
        let results = asked.system.returned_terms().split_off(asked.inputs);
        results_of(&asked.system, &results, budget)
    });
    let Some(found) = found else {
        return possible.collect();
    };
    let signed = signature.outputs.iter().map(|leaf| leaf.kind.is_signed());
    let found = found
        .iter()
        .zip(signed)
        .map(|(known, signed)| Range::of(known, signed));
    let narrower = |(found, possible): (Range, Range)| match possible.includes(&found) {
        true => found,
        false => possible,
    };
    found.zip(possible).map(narrower).collect()
}

/// The values of terms in steps that complete a tick.
fn results_of(system: &System, terms: &[Term], budget: &Budget) -> Option<Vec<Known>> {
    let always = Forward::new(system).always(budget)?;
    let mut roots = terms.to_vec();
    roots.push(system.tick_done);
    let mut walk = Walk::new(&system.pool, &roots);
    let place = |t: Term| system.state.iter().position(|v| v.var == t);
    let of_var = |t: Term| place(t).map_or(Known::any(system.pool.width(t)), |at| always[at]);
    match walk.run(&of_var, &|| !budget.exhausted()) {
        true => walk.given(system.tick_done, terms).ok(),
        false => None,
    }
}
