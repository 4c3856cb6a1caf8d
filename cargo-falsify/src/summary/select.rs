//! Which summaries of a loop are worth using.

use std::collections::{BTreeMap, BTreeSet};

use super::complexity::shapes;
use super::learn::Summary;
use crate::ir::{FuncId, Harness, LoopForm, Program, Statement};
use crate::synth::score::{Program as Scored, Use, Weights};

/// The places, among the summaries, of those that score best together in a loop.
pub fn select(program: &Program, harness: &Harness, summaries: &[&Summary]) -> Vec<usize> {
    let replaced: BTreeSet<FuncId> = summaries.iter().map(|it| it.replacement.function).collect();
    let start = match &harness.form {
        LoopForm::Step { init, .. } => init.iter().copied().collect(),
        LoopForm::Superloop { .. } => Vec::new(),
    };
    let rounds = harness
        .roots()
        .into_iter()
        .filter(|it| !start.contains(it))
        .collect();
    let (once, each_round) = (
        Counted::of(program, start, &replaced),
        Counted::of(program, rounds, &replaced),
    );
    let uses = summaries.iter().map(|summary| {
        let function = summary.replacement.function;
        let calls = |counted: &Counted| counted.calls.get(&function).copied().unwrap_or(0);
        Use {
            once: calls(&once),
            each_round: calls(&each_round),
            function: summary.function_complexity,
            summary: summary.complexity,
            accuracy: summary.similarity.accuracy(),
            coverage: summary.similarity.coverage(),
        }
    });
    let scored = Scored {
        once: once.branches,
        each_round: each_round.branches,
        uses: uses.collect(),
    };
    scored.select(Weights::default())
}

/// What happens in a round, by the text of the program: each call is made once.
struct Counted {
    /// Branches outside of functions with summaries.
    branches: u64,
    calls: BTreeMap<FuncId, u64>,
}

impl Counted {
    fn of(program: &Program, roots: Vec<FuncId>, replaced: &BTreeSet<FuncId>) -> Counted {
        let own: Vec<u64> = shapes(program).iter().map(|it| it.branches).collect();
        let mut counted = Counted {
            branches: 0,
            calls: BTreeMap::new(),
        };
        let times = times(program, roots, replaced);
        for (func, times) in times {
            match replaced.contains(&func) {
                true => {
                    counted.calls.insert(func, times);
                }
                false => {
                    let branches = own[func.0 as usize].saturating_mul(times);
                    counted.branches = counted.branches.saturating_add(branches);
                }
            }
        }
        counted
    }
}

/// How often each function is entered. What has a summary is not looked into; a recursive call counts once.
fn times(
    program: &Program,
    roots: Vec<FuncId>,
    replaced: &BTreeSet<FuncId>,
) -> BTreeMap<FuncId, u64> {
    let order = callers_first(program, &roots, replaced);
    let mut times: BTreeMap<FuncId, u64> = BTreeMap::new();
    for root in roots {
        *times.entry(root).or_default() += 1;
    }
    let place: BTreeMap<FuncId, usize> = order.iter().copied().zip(0..).collect();
    for (at, func) in order.iter().enumerate() {
        if replaced.contains(func) {
            continue;
        }
        let own = times.get(func).copied().unwrap_or(0);
        for callee in callees(program, *func) {
            if place.get(&callee).is_some_and(|place| *place > at) {
                let entered = times.entry(callee).or_default();
                *entered = entered.saturating_add(own);
            }
        }
    }
    times
}

/// The functions that roots reach, each before those that it calls.
fn callers_first(program: &Program, roots: &[FuncId], replaced: &BTreeSet<FuncId>) -> Vec<FuncId> {
    let mut seen = BTreeSet::new();
    let mut finished = Vec::new();
    let mut stack: Vec<(FuncId, bool)> = roots.iter().map(|it| (*it, false)).collect();
    while let Some((func, is_done)) = stack.pop() {
        if is_done {
            finished.push(func);
            continue;
        }
        if seen.insert(func) {
            stack.push((func, true));
            if !replaced.contains(&func) {
                stack.extend(callees(program, func).map(|it| (it, false)));
            }
        }
    }
    finished.reverse();
    finished
}

fn callees(program: &Program, func: FuncId) -> impl Iterator<Item = FuncId> + '_ {
    let blocks = program.funcs[func.0 as usize].blocks.iter();
    let statements = blocks.flat_map(|block| &block.statements);
    statements.filter_map(|(statement, _)| match statement {
        Statement::Call { func, .. } => Some(*func),
        _ => None,
    })
}
