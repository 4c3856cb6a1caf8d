//! What the loop asks its functions in the first tick of a few runs. It is what a summary is made of that cannot be right
//! about everything: what is asked later it learns when it matters.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::Subject;
use crate::ir::interp::{self, Machine, NoInputs, Run};
use crate::ir::{BlockId, FuncId, Site};
use crate::simulate::{Random, Source};
use crate::summary::{Class, Observation};

/// Runs with random inputs.
const RUNS: u64 = 32;

pub(super) fn asked(subject: Subject, seed: u64) -> BTreeMap<FuncId, Vec<Observation>> {
    let calls = subject.calls.iter();
    let calls = calls.filter(|call| call.class != Class::Deterministic);
    let sites: BTreeMap<Site, FuncId> = calls.map(|call| (call.site, call.callee)).collect();
    let mut machine = Machine::new(subject.program);
    let mut asked: BTreeMap<FuncId, Vec<Observation>> = BTreeMap::new();
    for run in 0..RUNS {
        for (function, arguments) in first_calls(subject, &sites, seed.wrapping_add(run)) {
            let Ok(result) = machine.call(function, &arguments, &mut NoInputs) else {
                continue;
            };
            let observation = Observation { arguments, result };
            let known = asked.entry(function).or_default();
            if !known.contains(&observation) {
                known.push(observation);
            }
        }
    }
    asked
}

type Arguments = Vec<crate::ir::Value>;

/// Of one run.
fn first_calls(
    subject: Subject,
    sites: &BTreeMap<Site, FuncId>,
    seed: u64,
) -> Vec<(FuncId, Arguments)> {
    let callers: BTreeSet<FuncId> = sites.keys().map(|site| site.func).collect();
    let machine = Machine::watching(subject.program, callers);
    let mut source = Source::Random(Random::new(subject.program, seed));
    let Ok(mut run) = Run::with(machine, subject.harness, &mut source) else {
        return Vec::new();
    };
    let mut calls = calls_in(&run, sites);
    run.tick(&mut source);
    calls.extend(calls_in(&run, sites));
    calls
}

fn calls_in(run: &Run, sites: &BTreeMap<Site, FuncId>) -> Vec<(FuncId, Arguments)> {
    let call = |it: &interp::Observation| {
        let site = Site {
            func: it.func,
            block: BlockId(it.block.0),
            statement: it.statement as u32,
        };
        let arguments = it.operands.iter().map(|(_, value)| value.clone());
        Some((*sites.get(&site)?, arguments.collect()))
    };
    run.observations().iter().filter_map(call).collect()
}
