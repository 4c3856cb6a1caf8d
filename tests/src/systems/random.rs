//! Random systems small enough to be enumerated.

use cargo_falsify::system::System;
use cargo_falsify::term::{Pool, Term};

use super::Builder;
use crate::random::Random;

/// A random system: at most 12 bits of state, 6 of inputs and 4 of inputs of the start.
pub fn system(random: &mut Random) -> System {
    let mut builder = Builder::default();
    let start: Vec<Term> = widths(random, 4, 2)
        .into_iter()
        .map(|w| builder.start_input(w))
        .collect();
    let inputs: Vec<Term> = widths(random, 6, 3)
        .into_iter()
        .map(|w| builder.input(w))
        .collect();
    let budget = *random.pick(&[4, 6, 6, 8, 8, 10, 12]);
    let state = states(random, &mut builder, budget, &start);
    let mut step = state.clone();
    step.extend(&inputs);
    for &var in &state {
        let next = next(random, builder.pool(), var, &step);
        builder.next(var, next);
    }
    builder.system.start_valid = mostly_true(random, builder.pool(), &start);
    builder.system.valid = mostly_true(random, builder.pool(), &step);
    for _ in 0..random.between(1, 4) {
        let start_bad = match random.chance(15) {
            true => rarely_true(random, builder.pool(), &start),
            false => builder.pool().falsity(),
        };
        let bad = rarely_true(random, builder.pool(), &step);
        builder.never_from_start(start_bad, bad);
    }
    builder.system
}

fn states(random: &mut Random, builder: &mut Builder, bits: usize, start: &[Term]) -> Vec<Term> {
    let mut widths = widths(random, bits, 5);
    if widths.is_empty() {
        widths.push(2);
    }
    let mut state = Vec::new();
    for (at, width) in widths.into_iter().enumerate() {
        let init = match random.chance(30) {
            true => word(random, builder.pool(), start, width, 2),
            false => {
                let value = random.wide() & if random.chance(60) { 0 } else { u128::MAX };
                builder.pool().constant(width, value)
            }
        };
        state.push(builder.state_from(&format!("v{at}"), init));
    }
    state
}

/// Up to `count` widths that sum up to at most `bits`.
fn widths(random: &mut Random, bits: usize, count: usize) -> Vec<u32> {
    let mut left = bits;
    let mut widths = Vec::new();
    for _ in 0..random.below(count + 1) {
        if left == 0 {
            break;
        }
        let width = random.between(1, left);
        widths.push(width as u32);
        left -= width;
    }
    widths
}

/// Things that firmware does to its variables: count, hold, reset, take over, or anything at all.
fn next(random: &mut Random, pool: &mut Pool, var: Term, vars: &[Term]) -> Term {
    let width = pool.width(var);
    let changed = match random.below(5) {
        0 | 1 => {
            let by = pool.constant(width, random.between(1, 3) as u128);
            pool.add(var, by)
        }
        2 => saturated(pool, var),
        _ => word(random, pool, vars, width, 3),
    };
    let otherwise = match random.below(3) {
        0 => pool.constant(width, 0),
        1 => var,
        _ => word(random, pool, vars, width, 2),
    };
    if random.chance(25) {
        return changed;
    }
    let condition = truth(random, pool, vars, 2);
    pool.ite(condition, changed, otherwise)
}

fn saturated(pool: &mut Pool, var: Term) -> Term {
    let width = pool.width(var);
    let (one, top) = (pool.constant(width, 1), pool.constant(width, u128::MAX));
    let at_top = pool.eq(var, top);
    let sum = pool.add(var, one);
    pool.ite(at_top, top, sum)
}

fn mostly_true(random: &mut Random, pool: &mut Pool, vars: &[Term]) -> Term {
    match random.below(4) {
        _ if vars.is_empty() && random.chance(90) => pool.truth(),
        0 | 1 => pool.truth(),
        2 => {
            let rare = rarely_true(random, pool, vars);
            pool.not(rare)
        }
        _ => truth(random, pool, vars, 2),
    }
}

fn rarely_true(random: &mut Random, pool: &mut Pool, vars: &[Term]) -> Term {
    let conditions: Vec<Term> = (0..random.between(1, 4))
        .map(|_| truth(random, pool, vars, 2))
        .collect();
    pool.all(&conditions)
}

fn truth(random: &mut Random, pool: &mut Pool, vars: &[Term], depth: usize) -> Term {
    let width = random.between(1, 4) as u32;
    let a = word(random, pool, vars, width, depth);
    let other = if random.chance(60) { 0 } else { depth };
    let b = word(random, pool, vars, width, other);
    match random.below(4) {
        0 | 1 => pool.eq(a, b),
        2 => pool.ult(a, b),
        _ => pool.slt(a, b),
    }
}

/// Any word of a width.
fn word(random: &mut Random, pool: &mut Pool, vars: &[Term], width: u32, depth: usize) -> Term {
    if depth == 0 || random.chance(20) {
        return leaf(random, pool, vars, width);
    }
    let mut operand = |pool: &mut Pool| word(random, pool, vars, width, depth - 1);
    let (a, b) = (operand(pool), operand(pool));
    match random.below(11) {
        0 => pool.and(a, b),
        1 => pool.or(a, b),
        2 => pool.xor(a, b),
        3 | 4 => pool.add(a, b),
        5 => pool.sub(a, b),
        6 => pool.mul(a, b),
        7 => pool.not(a),
        8 => pool.lshr(a, b),
        9 => pool.urem(a, b),
        _ => {
            let condition = truth(random, pool, vars, depth - 1);
            pool.ite(condition, a, b)
        }
    }
}

fn leaf(random: &mut Random, pool: &mut Pool, vars: &[Term], width: u32) -> Term {
    if vars.is_empty() || random.chance(25) {
        return pool.constant(width, random.wide());
    }
    let var = *random.pick(vars);
    let has = pool.width(var);
    if has >= width {
        let low = random.below((has - width + 1) as usize) as u32;
        return pool.extract(var, low + width - 1, low);
    }
    match random.chance(50) {
        true => pool.zext(var, width),
        false => pool.sext(var, width),
    }
}
