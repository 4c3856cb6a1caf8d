//! Guesses as terms.

use super::control::Region;
use crate::system::System;
use crate::term::{Pool, Term};

/// Bits of a counter that is looked at: values are computed with as signed numbers of 64 bits.
const WIDEST: u32 = 48;

/// What all regions show.
pub fn all(
    system: &mut System,
    counters: &[usize],
    tags: &[usize],
    regions: &[Region<'_>],
) -> Vec<Term> {
    let width = |at: &&usize| system.pool.width(system.state[**at].var) <= WIDEST;
    let counters: Vec<usize> = counters.iter().filter(width).copied().collect();
    let mut guesses = Vec::new();
    let mut modes = Vec::new();
    for region in regions {
        let mode = in_mode(system, tags, &region.mode);
        modes.push(mode);
        for shape in shapes(region, &counters) {
            for fact in facts(system, region, shape) {
                guesses.push(system.pool.implies(mode, fact));
            }
        }
    }
    // Modes that no run was in are perhaps never reached.
    guesses.push(system.pool.any(&modes));
    for &counter in &counters {
        guesses.extend(at_rest(system, counter, regions, &modes));
    }
    let pool = &system.pool;
    guesses.retain(|&guess| pool.as_const(guess).is_none());
    guesses
}

/// That a counter has its value of rest in all modes but those in which it was seen with another one: also in modes that
/// no run was in.
fn at_rest(
    system: &mut System,
    counter: usize,
    regions: &[Region<'_>],
    modes: &[Term],
) -> Option<Term> {
    let shape = Shape::One(counter);
    let fixed = |region: &Region<'_>| {
        let (low, high) = seen(region, shape);
        (low == high).then_some(low)
    };
    let rest = regions.iter().find_map(fixed)?;
    let moving = regions.iter().zip(modes);
    let moving = moving.filter(|(region, _)| fixed(region) != Some(rest));
    let mut ways: Vec<Term> = moving.map(|(_, mode)| *mode).collect();
    let number = shape.term(system);
    let value = constant(&mut system.pool, number, rest);
    ways.push(system.pool.eq(number, value));
    Some(system.pool.any(&ways))
}

/// The least and the most that a number is in a mode.
fn seen(region: &Region<'_>, shape: Shape) -> (i64, i64) {
    let values = region.states.iter().map(|state| shape.value(state));
    values.fold((i64::MAX, i64::MIN), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

fn in_mode(system: &mut System, tags: &[usize], mode: &[u128]) -> Term {
    let mut all = Vec::new();
    for (&tag, &value) in tags.iter().zip(mode) {
        let var = system.state[tag].var;
        let pool = &mut system.pool;
        let value = pool.constant(pool.width(var), value);
        all.push(pool.eq(var, value));
    }
    system.pool.all(&all)
}

/// A number that is bounded, perhaps.
#[derive(Clone, Copy)]
enum Shape {
    One(usize),
    Sum(usize, usize),
    Difference(usize, usize),
}

/// Every counter, and what can be made of two that both move.
fn shapes(region: &Region<'_>, counters: &[usize]) -> Vec<Shape> {
    let moves = |at: &usize| region.moves.iter().any(|(b, a)| b[*at] != a[*at]);
    let moving: Vec<usize> = counters.iter().copied().filter(moves).collect();
    let mut shapes: Vec<Shape> = counters.iter().map(|&at| Shape::One(at)).collect();
    for (i, &a) in moving.iter().enumerate() {
        for &b in &moving[i + 1..] {
            shapes.extend([Shape::Sum(a, b), Shape::Difference(a, b)]);
        }
    }
    shapes
}

impl Shape {
    fn value(self, state: &[u128]) -> i64 {
        let of = |at: usize| state[at] as i64;
        match self {
            Shape::One(a) => of(a),
            Shape::Sum(a, b) => of(a) + of(b),
            Shape::Difference(a, b) => of(a) - of(b),
        }
    }

    /// A signed number that is wide enough.
    fn term(self, system: &mut System) -> Term {
        let (a, b) = match self {
            Shape::One(a) => (a, a),
            Shape::Sum(a, b) | Shape::Difference(a, b) => (a, b),
        };
        let (a, b) = (system.state[a].var, system.state[b].var);
        let pool = &mut system.pool;
        let width = pool.width(a).max(pool.width(b)) + 2;
        let (a, b) = (pool.zext(a, width), pool.zext(b, width));
        match self {
            Shape::One(_) => a,
            Shape::Sum(..) => pool.add(a, b),
            Shape::Difference(..) => pool.sub(a, b),
        }
    }
}

/// A number that was seen with so many values, at most, perhaps has no others: a cabin at a floor, of a few.
const VALUES: usize = 8;

/// That a number has one of the values that were seen, if these are few and do not follow on each other.
fn few(system: &mut System, region: &Region<'_>, shape: Shape) -> Option<Term> {
    let mut values: Vec<i64> = region.states.iter().map(|it| shape.value(it)).collect();
    values.sort_unstable();
    values.dedup();
    let (first, last) = (values.first()?, values.last()?);
    if values.len() > VALUES || last.abs_diff(*first) < values.len() as u64 {
        return None;
    }
    let number = shape.term(system);
    let pool = &mut system.pool;
    let mut ways = Vec::new();
    for value in values {
        let value = constant(pool, number, value);
        ways.push(pool.eq(number, value));
    }
    Some(pool.any(&ways))
}

/// That a number has one value, or lies between those that were seen, or not far beyond.
fn facts(system: &mut System, region: &Region<'_>, shape: Shape) -> Vec<Term> {
    let (low, high) = seen(region, shape);
    let number = shape.term(system);
    let pool = &mut system.pool;
    if low == high {
        let value = constant(pool, number, low);
        return vec![pool.eq(number, value)];
    }
    let span = high - low;
    let mut facts = Vec::new();
    for slack in [0, span, 3 * span] {
        let bound = constant(pool, number, high.saturating_add(slack));
        facts.push(pool.sle(number, bound));
    }
    let bound = constant(pool, number, low);
    facts.push(pool.sle(bound, number));
    facts.extend(few(system, region, shape));
    facts
}

fn constant(pool: &mut Pool, like: Term, value: i64) -> Term {
    let width = pool.width(like);
    let most = (1i128 << (width - 1)) - 1;
    let value = i128::from(value).min(most);
    pool.constant(width, value as u128)
}
