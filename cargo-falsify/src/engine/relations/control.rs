//! In which mode a loop is: the small variables that decide how its counters move.

use std::collections::BTreeMap;

use super::{transitions, Run};
use crate::system::System;

/// Bits of a variable that can be part of a mode.
pub const WIDEST: u32 = 3;

/// Variables that make up a mode, at most.
const TAGS: usize = 5;

/// Another variable must tell at least so much more, in bits for each transition and counter.
const WORTH: f64 = 0.01;

/// Modes that are looked at, at most.
const REGIONS: usize = 64;

/// How a counter moves.
#[derive(Clone, Copy)]
enum Move {
    Stays,
    Up,
    Down,
    Jumps,
}

/// Ways to move.
const MOVES: usize = 4;

fn movement(before: u128, after: u128) -> Move {
    match (before, after) {
        _ if before == after => Move::Stays,
        _ if after == before.wrapping_add(1) => Move::Up,
        _ if before == after.wrapping_add(1) => Move::Down,
        _ => Move::Jumps,
    }
}

/// The variables that tell most about how the counters move: one after the other, each with those before it.
pub fn tags(system: &System, slice: &[usize], runs: &[Run], counters: &[usize]) -> Vec<usize> {
    let narrow = |at: &usize| system.pool.width(system.state[*at].var) <= WIDEST;
    let narrow: Vec<usize> = slice.iter().copied().filter(narrow).collect();
    let mut chosen = Vec::new();
    let mut doubt = doubt(runs, counters, &chosen);
    while chosen.len() < TAGS {
        let with = |&tag: &usize| {
            let all = [&chosen[..], &[tag]].concat();
            (self::doubt(runs, counters, &all), tag)
        };
        let best = narrow.iter().map(with).min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((left, tag)) = best.filter(|(left, _)| doubt - left > WORTH) else {
            break;
        };
        chosen.push(tag);
        doubt = left;
    }
    chosen.sort_unstable();
    chosen
}

fn valuation(state: &[u128], tags: &[usize]) -> Vec<u128> {
    tags.iter().map(|&tag| state[tag]).collect()
}

/// How much the variables leave open about the moves of the counters, in bits for a transition and a counter.
fn doubt(runs: &[Run], counters: &[usize], tags: &[usize]) -> f64 {
    let mut seen: BTreeMap<u64, Vec<[usize; MOVES]>> = BTreeMap::new();
    for (before, after) in transitions(runs) {
        let none = || vec![[0; MOVES]; counters.len()];
        let moves = seen.entry(code(before, tags)).or_insert_with(none);
        for (moves, &counter) in moves.iter_mut().zip(counters) {
            moves[movement(before[counter], after[counter]) as usize] += 1;
        }
    }
    let all: usize = seen.values().flatten().flatten().sum();
    let bits = seen.values().flatten().map(|moves| {
        let total: usize = moves.iter().sum();
        let part = |count: &usize| *count as f64 * (total as f64 / *count as f64).log2();
        moves
            .iter()
            .filter(|count| **count > 0)
            .map(part)
            .sum::<f64>()
    });
    bits.sum::<f64>() / all.max(1) as f64
}

/// The values of the variables, which are narrow, as one number.
fn code(state: &[u128], tags: &[usize]) -> u64 {
    tags.iter()
        .fold(0, |code, &tag| code << WIDEST | state[tag] as u64)
}

/// A mode, and the states that runs were in while they were in it.
pub struct Region<'r> {
    /// Values of the tags.
    pub mode: Vec<u128>,
    pub states: Vec<&'r Vec<u128>>,
    /// States in it with what came next.
    pub moves: Vec<(&'r Vec<u128>, &'r Vec<u128>)>,
}

/// All modes that were seen; none if these are too many.
pub fn regions<'r>(runs: &'r [Run], tags: &[usize]) -> Vec<Region<'r>> {
    let mut regions: BTreeMap<Vec<u128>, Region<'r>> = BTreeMap::new();
    let region = |mode: &Vec<u128>| Region {
        mode: mode.clone(),
        states: Vec::new(),
        moves: Vec::new(),
    };
    for state in runs.iter().flatten() {
        let mode = valuation(state, tags);
        let entry = regions.entry(mode.clone());
        entry.or_insert_with(|| region(&mode)).states.push(state);
    }
    for (before, after) in transitions(runs) {
        if let Some(region) = regions.get_mut(&valuation(before, tags)) {
            region.moves.push((before, after));
        }
    }
    match regions.len() <= REGIONS {
        true => regions.into_values().collect(),
        false => Vec::new(),
    }
}
