//! Relations between variables, guessed from some runs: a timer that runs down while a deadline comes closer, a counter
//! that is zero unless a door is open.
//!
//! The forward analysis knows each variable alone. Why a deadline is met is often a matter of two: their sum, or their
//! difference, is bounded as long as the loop is in one mode. Such statements are read off random runs here and are
//! nothing but guesses; an engine uses those of them that are inductive together. A guess may be a little too tight
//! because the runs have not seen everything, so looser ones go with it.

mod control;
mod sample;
mod statement;

use super::slice::Slice;
use crate::solver::Budget;
use crate::system::System;
use crate::term::Term;

/// Counters that are looked at, at most.
const COUNTERS: usize = 6;

/// Transitions in which a variable counts, so that it is taken for a counter.
const COUNTS: usize = 8;

/// Sets of variables that are looked at, at most.
const SLICES: usize = 8;

/// Statements about the state that may be inductive. What a property does not depend on must not occur in what is to help
/// with it, so the variables that each depends on are looked at by themselves.
pub fn guesses(system: &mut System, seed: u64, budget: &Budget) -> Vec<Term> {
    let slices = slices(system);
    if !slices.iter().any(|slice| counts_perhaps(system, slice)) {
        return Vec::new();
    }
    let runs = sample::runs(system, seed, budget);
    let mut guesses = Vec::new();
    for slice in slices {
        let counters = counters(system, &slice, &runs);
        if counters.len() > 1 {
            let tags = control::tags(system, &slice, &runs, &counters);
            let regions = control::regions(&runs, &tags);
            guesses.extend(statement::all(system, &counters, &tags, &regions));
        }
    }
    guesses.sort_unstable();
    guesses.dedup();
    guesses
}

/// Variables that properties depend on, those of the widest first.
fn slices(system: &System) -> Vec<Vec<usize>> {
    let slice = |p: usize| Slice::new(system, &[p]).state;
    let mut slices: Vec<Vec<usize>> = (0..system.properties.len()).map(slice).collect();
    slices.sort_by_key(|slice| std::cmp::Reverse(slice.len()));
    slices.dedup();
    slices.truncate(SLICES);
    slices
}

/// Whether there are two variables that are wide enough to count.
fn counts_perhaps(system: &System, slice: &[usize]) -> bool {
    slice.iter().filter(|at| is_wide(system, **at)).count() > 1
}

fn is_wide(system: &System, at: usize) -> bool {
    system.pool.width(system.state[at].var) > control::WIDEST
}

/// A run by its states, each given by the values of all variables.
type Run = Vec<Vec<u128>>;

/// Consecutive states of all runs.
fn transitions(runs: &[Run]) -> impl Iterator<Item = (&Vec<u128>, &Vec<u128>)> {
    runs.iter()
        .flat_map(|run| run.iter().zip(run.iter().skip(1)))
}

/// Variables that often become one more or one less, those first that do so most often.
fn counters(system: &System, slice: &[usize], runs: &[Run]) -> Vec<usize> {
    let counts = |at: usize| {
        let all = transitions(runs);
        all.filter(|(before, after)| before[at].abs_diff(after[at]) == 1)
            .count()
    };
    let wide = slice.iter().copied().filter(|at| is_wide(system, *at));
    let mut all: Vec<(usize, usize)> = wide.map(|at| (counts(at), at)).collect();
    all.retain(|(count, _)| *count >= COUNTS);
    all.sort_by_key(|(count, at)| (std::cmp::Reverse(*count), *at));
    all.into_iter().map(|(_, at)| at).take(COUNTERS).collect()
}
