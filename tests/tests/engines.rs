//! Engines against the enumeration of small random systems.
//!
//! `FALSIFY_SYSTEMS` sets how many systems are tried, `FALSIFY_SEED` which.

use cargo_falsify::engine::bmc::Bmc;
use cargo_falsify::engine::pdr::{Light, PropertyDirected};
use cargo_falsify::engine::{Engine, Finding, Stop, Task};
use cargo_falsify::solver::{Budget, SolverKind};
use cargo_falsify::system::System;
use falsify_tests::random::Random;
use falsify_tests::systems::reachable::{enumerate, Truth};
use falsify_tests::systems::{random, violates};

fn number(variable: &str, default: u64) -> u64 {
    let set = std::env::var(variable).ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Calls `judge` with random systems and what is true of them.
fn for_systems(count: u64, mut judge: impl FnMut(u64, &System, &Truth)) {
    let seed = number("FALSIFY_SEED", 0);
    for case in 0..number("FALSIFY_SYSTEMS", count) {
        let mut random = Random::named(seed ^ case, "systems");
        let system = random::system(&mut random);
        judge(case, &system, &enumerate(&system));
    }
}

/// What an engine said of one system.
struct Said {
    findings: Vec<Finding>,
    stop: Stop,
}

fn ask(engine: &dyn Engine, system: &System, bound: u64) -> Said {
    let wanted: Vec<usize> = (0..system.properties.len()).collect();
    let task = Task {
        system,
        wanted: &wanted,
        bound,
        candidates: &[],
    };
    let mut findings = Vec::new();
    let stop = engine.check(&task, &Budget::unlimited(), &mut |f| findings.push(f));
    Said { findings, stop }
}

/// Fails if a finding is not true.
fn judge(what: &str, system: &System, truth: &Truth, finding: &Finding) {
    match finding {
        Finding::Violated {
            property,
            inputs,
            earliest,
        } => {
            assert!(violates(system, *property, inputs), "{what}: {finding:?}");
            let (step, first) = (inputs.steps.len() as u64, truth.first[*property]);
            assert!(
                !earliest || first == Some(step),
                "{what}: {finding:?}, in truth {first:?}"
            );
        }
        Finding::Proved { properties, .. } => {
            for &property in properties {
                assert_eq!(truth.first[property], None, "{what}: {finding:?}");
            }
        }
        Finding::HoldsTo { properties, steps } => {
            for &property in properties {
                let first = truth.first[property];
                assert!(
                    first.is_none_or(|f| f > *steps),
                    "{what}: {finding:?}, in truth {first:?}"
                );
            }
        }
        Finding::RunsEnd { steps } => assert_eq!(truth.ends, Some(*steps), "{what}"),
    }
}

/// The violated properties.
fn violated(said: &Said) -> Vec<usize> {
    let violated = said.findings.iter().filter_map(|f| match f {
        Finding::Violated { property, .. } => Some(*property),
        _ => None,
    });
    let mut violated: Vec<usize> = violated.collect();
    violated.sort_unstable();
    violated
}

/// z3 is much slower on unrollings, and gets fewer and shallower ones.
fn solvers(case: u64) -> impl Iterator<Item = (SolverKind, u64)> {
    let all = SolverKind::ALL.iter().copied();
    all.filter_map(move |kind| match kind {
        SolverKind::Cadical => Some((kind, 40)),
        _ => (case.is_multiple_of(8)).then_some((kind, 10)),
    })
}

#[test]
fn unrolling_finds_every_violation_and_its_first_step() {
    for_systems(1000, |case, system, truth| {
        for (solver, bound) in solvers(case) {
            let what = format!("system {case}, {solver}");
            let said = ask(&Bmc { solver }, system, bound);
            for finding in &said.findings {
                judge(&what, system, truth, finding);
            }
            let within = |p: &usize| truth.first[*p].is_some_and(|f| f <= bound);
            let expected: Vec<usize> = (0..truth.first.len()).filter(within).collect();
            assert_eq!(violated(&said), expected, "{what}");
            let ended = truth.ends.is_some_and(|e| e <= bound);
            let decided = ended || expected.len() == truth.first.len();
            assert_eq!(said.stop == Stop::Decided, decided, "{what}");
        }
    });
}

#[test]
fn frames_decide_every_property() {
    for_systems(1000, |case, system, truth| {
        for solver in Light::ALL {
            let what = format!("system {case}, {solver:?}");
            let said = ask(&PropertyDirected { solver }, system, 0);
            for finding in &said.findings {
                judge(&what, system, truth, finding);
            }
            let expected = (0..truth.first.len()).filter(|&p| truth.first[p].is_some());
            assert_eq!(violated(&said), expected.collect::<Vec<_>>(), "{what}");
            assert_eq!(said.stop, Stop::Decided, "{what}");
        }
    });
}
