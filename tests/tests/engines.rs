//! Engines against the enumeration of small random systems.
//!
//! `FALSIFY_SYSTEMS` sets how many systems are tried, `FALSIFY_SEED` which.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use cargo_falsify::domain::Forward;
use cargo_falsify::engine::bmc::Bmc;
use cargo_falsify::engine::kinduction::KInduction;
use cargo_falsify::engine::lemma::inductive_with_guesses;
use cargo_falsify::engine::pdr::{Light, PropertyDirected};
use cargo_falsify::engine::ranges::Ranges;
use cargo_falsify::engine::relations::guesses;
use cargo_falsify::engine::{Engine, Finding, Stop, Task, TABLE};
use cargo_falsify::evidence::certificate::{check, other_solver, script, Certificate, Refusal};
use cargo_falsify::solver::{Budget, SolverKind};
use cargo_falsify::system::System;
use cargo_falsify::term::{eval, Term};
use falsify_tests::encoding::Unrolled;
use falsify_tests::random::Random;
use falsify_tests::systems::brute::proves;
use falsify_tests::systems::firmware::HOLDING;
use falsify_tests::systems::reachable::{enumerate, Truth};
use falsify_tests::systems::reference::{integrator, SERIES};
use falsify_tests::systems::{random, violates};

fn number(variable: &str, default: u64) -> u64 {
    let set = std::env::var(variable).ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The random system of a number, and what else may be chosen at random for it.
fn nth(case: u64) -> (System, Random) {
    let mut random = Random::named(number("FALSIFY_SEED", 0) ^ case, "systems");
    let system = random::system(&mut random);
    (system, random)
}

/// Calls `judge` with random systems and what is true of them.
fn for_systems(count: u64, mut judge: impl FnMut(u64, &System, &Truth)) {
    for case in 0..number("FALSIFY_SYSTEMS", count) {
        let (system, _) = nth(case);
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
    let task = Task::new(system, &wanted, bound);
    ask_with(engine, &task)
}

fn ask_with(engine: &dyn Engine, task: &Task) -> Said {
    let mut findings = Vec::new();
    let stop = engine.check(task, &Budget::unlimited(), &mut |f| findings.push(f));
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
        Finding::Executed { .. } | Finding::ProvedThrough { .. } | Finding::Told(_) => {
            panic!("{what}: there is nothing to execute")
        }
    }
}

/// The violated properties. A later finding may tell of an earlier step.
fn violated(said: &Said) -> Vec<usize> {
    let violated = said.findings.iter().filter_map(|f| match f {
        Finding::Violated { property, .. } => Some(*property),
        _ => None,
    });
    let mut violated: Vec<usize> = violated.collect();
    violated.sort_unstable();
    violated.dedup();
    violated
}

/// z3 is much slower on unrollings, and gets fewer and shallower ones.
fn solvers(case: u64) -> impl Iterator<Item = (SolverKind, u64)> {
    let all = SolverKind::ALL.iter().copied();
    all.filter_map(move |kind| match kind == SolverKind::Cadical {
        true => Some((kind, 40)),
        false => case.is_multiple_of(8).then_some((kind, 10)),
    })
}

/// Fails unless all that was said is true and all certificates are accepted; says what was decided.
fn judge_all(what: &str, system: &System, truth: &Truth, said: &Said) -> BTreeSet<usize> {
    let mut decided = BTreeSet::new();
    let mut steps = BTreeMap::new();
    for finding in &said.findings {
        judge(what, system, truth, finding);
        match finding {
            Finding::Violated {
                property, inputs, ..
            } => {
                let before = steps.insert(*property, inputs.steps.len());
                let earlier = before.is_none_or(|before| inputs.steps.len() <= before);
                assert!(earlier, "{what}: {finding:?}, after one in step {before:?}");
                decided.insert(*property);
            }
            Finding::Proved {
                properties,
                certificate,
            } => {
                decided.extend(properties);
                let judgement = accepts(system, properties, certificate);
                assert_eq!(judgement, Ok(()), "{what}: {finding:?}");
            }
            _ => {}
        }
    }
    decided
}

fn accepts(
    system: &System,
    properties: &[usize],
    certificate: &Certificate,
) -> Result<(), Refusal> {
    let solver = other_solver(SolverKind::Cadical);
    check(
        system,
        properties,
        certificate,
        solver,
        &Budget::unlimited(),
    )
}

#[test]
fn unrolling_finds_every_violation_and_its_first_step() {
    for_systems(500, |case, system, truth| {
        for (solver, bound) in solvers(case) {
            let what = format!("system {case}, {solver}");
            // Windows that are given up at once become narrower ones.
            let conflicts = if case.is_multiple_of(3) { 0 } else { 10_000 };
            let said = ask(&Bmc { solver, conflicts }, system, bound);
            judge_all(&what, system, truth, &said);
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
    for_systems(500, |case, system, truth| {
        for solver in Light::ALL {
            let what = format!("system {case}, {solver:?}");
            let said = ask(&PropertyDirected { solver }, system, 0);
            let decided = judge_all(&what, system, truth, &said);
            assert_eq!(decided.len(), truth.first.len(), "{what}");
            assert_eq!(said.stop, Stop::Decided, "{what}");
        }
    });
}

#[test]
fn induction_agrees() {
    let mut proofs = 0;
    for_systems(500, |case, system, truth| {
        let distinct = case.is_multiple_of(2);
        for (solver, bound) in solvers(case) {
            let what = format!("system {case}, {solver}");
            let said = ask(&KInduction { solver, distinct }, system, bound.min(16));
            let decided = judge_all(&what, system, truth, &said);
            let all = decided.len() == truth.first.len();
            assert_eq!(said.stop == Stop::Decided, all, "{what}");
            proofs += decided.len() - violated(&said).len();
        }
    });
    assert!(proofs > 0);
}

/// What the forward analysis excludes in a step does not happen in it, and what it says of all states is true of them.
#[test]
fn ranges_exclude_nothing_that_happens() {
    let (mut excluded, mut statements) = (0, 0);
    for_systems(300, |case, system, truth| {
        let what = format!("system {case}");
        let said = ask(&Ranges, system, 12);
        judge_all(&what, system, truth, &said);
        excluded += said.findings.len();
        let (mut again, _) = nth(case);
        let Some(always) = Forward::new(system).always(&Budget::unlimited()) else {
            return;
        };
        for statement in Forward::statements(&mut again, &always) {
            let mut states = truth.states.iter();
            assert!(
                states.all(|state| holds(&again, statement, state)),
                "{what}"
            );
            statements += 1;
        }
    });
    println!("{excluded} bounds, {statements} statements");
    assert!(excluded > 300 && statements > 100);
}

/// Changes a certificate so that it may be wrong: forgets a claim, or says the opposite of one, or a new one.
fn mutated(random: &mut Random, certificate: &Certificate) -> Certificate {
    let mut changed = certificate.clone();
    let claims = changed.claims.len();
    match random.below(3) {
        0 if claims > 0 => {
            changed.claims.swap_remove(random.below(claims));
        }
        1 if claims > 0 => {
            let claim = &mut changed.claims[random.below(claims)];
            *claim = changed.pool.not(*claim);
        }
        _ => {
            let var = *random.pick(&changed.state);
            let width = changed.pool.width(var);
            let value = changed.pool.constant(width, random.wide());
            let claim = changed.pool.ule(var, value);
            changed.claims.push(claim);
        }
    }
    changed
}

fn bits(system: &System) -> u32 {
    let widths = system.state.iter().map(|v| system.pool.width(v.var));
    widths.sum()
}

#[test]
fn wrong_certificates_are_refused() {
    let (mut right, mut wrong) = (0, 0);
    for_systems(400, |case, system, truth| {
        if bits(system) > 8 {
            return;
        }
        let solver = Light::Batsat;
        let said = ask(&PropertyDirected { solver }, system, 0);
        judge_all(&format!("system {case}"), system, truth, &said);
        let mut random = Random::named(case, "certificates");
        for finding in &said.findings {
            let Finding::Proved {
                properties,
                certificate,
            } = finding
            else {
                continue;
            };
            let changed = mutated(&mut random, certificate);
            let expected = proves(system, properties, &changed).expect("an induction");
            let judgement = accepts(system, properties, &changed);
            assert_eq!(judgement.is_ok(), expected, "system {case}: {judgement:?}");
            *if expected { &mut right } else { &mut wrong } += 1;
        }
    });
    println!("{wrong} wrong certificates, {right} still right");
    assert!(right > 0 && wrong > 0);
}

/// Statements about the state, most of them not true of all reached states.
fn candidates(random: &mut Random, system: &mut System) -> Vec<Term> {
    let vars: Vec<Term> = system.state.iter().map(|v| v.var).collect();
    let mut candidate = || {
        let (var, pool) = (*random.pick(&vars), &mut system.pool);
        let value = pool.constant(pool.width(var), random.wide());
        match random.below(3) {
            0 => pool.ule(var, value),
            1 => pool.ule(value, var),
            _ => pool.ne(var, value),
        }
    };
    (0..6).map(|_| candidate()).collect()
}

#[test]
fn candidates_do_not_mislead() {
    let solver = SolverKind::Cadical;
    let engines: [(&str, Box<dyn Engine>); 3] = [
        ("bmc", Box::new(Bmc::new(solver))),
        (
            "kinduction",
            Box::new(KInduction {
                solver,
                distinct: true,
            }),
        ),
        (
            "pdr",
            Box::new(PropertyDirected {
                solver: Light::Batsat,
            }),
        ),
    ];
    let mut used = 0;
    for_systems(400, |case, system, truth| {
        let (mut again, mut random) = nth(case);
        let candidates = candidates(&mut random, &mut again);
        let guesses = guesses(&mut again, case, &Budget::unlimited());
        let wanted: Vec<usize> = (0..again.properties.len()).collect();
        let task = Task {
            candidates: &candidates,
            guesses: &guesses,
            ..Task::new(&again, &wanted, 20)
        };
        let lemmas = inductive_with_guesses(&task, solver, &Budget::unlimited()).expect("no limit");
        for lemma in &lemmas {
            assert!(
                truth
                    .states
                    .iter()
                    .all(|state| holds(&again, *lemma, state)),
                "system {case}"
            );
        }
        used += lemmas.len();
        for (name, engine) in &engines {
            let said = ask_with(&**engine, &task);
            let what = format!("system {case}, {name}");
            let decided = judge_all(&what, system, truth, &said);
            let violated_within = |p: &usize| truth.first[*p].is_some_and(|f| f <= 20);
            assert!(
                wanted
                    .iter()
                    .filter(|p| violated_within(p))
                    .all(|p| decided.contains(p)),
                "{what}"
            );
        }
    });
    assert!(used > 0);
}

fn holds(system: &System, statement: Term, state: &[u128]) -> bool {
    let place = |t: Term| system.state.iter().position(|v| v.var == t);
    let value = |t: Term| place(t).map_or(0, |at| state[at]);
    eval(&system.pool, &[statement], &value)[0] == 1
}

#[test]
fn engines_stop_when_told_to() {
    // Nothing decides it quickly: the violation is far away.
    let system = integrator(1_000_000);
    let symbolic = TABLE.iter().filter(|entry| entry.claims.bounds);
    for entry in symbolic {
        let stop = Arc::new(AtomicBool::new(false));
        let budget = Budget::unlimited().with_stop(stop.clone());
        let task = Task::new(&system, &[0], 1_000_000);
        let engine = (entry.make)(SolverKind::Cadical);
        let mut steps = 0;
        let stopped = engine.check(&task, &budget, &mut |finding| {
            if let Finding::HoldsTo { steps: more, .. } = finding {
                steps = more;
                stop.store(more >= 5, Ordering::Relaxed);
            }
        });
        assert_eq!(stopped, Stop::Budget, "{}", entry.name);
        assert!((5..100).contains(&steps), "{}: {steps}", entry.name);
    }
}

#[test]
fn engines_say_the_same_twice() {
    for_systems(60, |case, system, _| {
        for entry in TABLE {
            let said = || {
                let engine = (entry.make)(SolverKind::Cadical);
                let said = ask(&*engine, system, 20);
                let scripts = said.findings.iter().map(|finding| match finding {
                    Finding::Proved {
                        properties,
                        certificate,
                    } => script(system, properties, certificate),
                    other => format!("{other:?}"),
                });
                scripts.collect::<Vec<_>>()
            };
            assert_eq!(said(), said(), "system {case}, {}", entry.name);
        }
    });
}

#[test]
fn deep_violations_are_found() {
    for (name, depth) in [("integrator", 300), ("watchdog", 300), ("timer", 300)] {
        let series = SERIES.iter().find(|s| s.name == name).expect("a series");
        let system = (series.at)(depth);
        let said = ask(
            &PropertyDirected {
                solver: Light::Batsat,
            },
            &system,
            0,
        );
        let found = said.findings.iter().find_map(|finding| match finding {
            Finding::Violated { inputs, .. } => Some(inputs),
            _ => None,
        });
        let inputs = found.expect("a violation");
        assert!(violates(&system, 0, inputs), "{name}");
        assert!(
            inputs.steps.len() as u64 >= depth,
            "{name}: {}",
            inputs.steps.len()
        );
    }
}

#[test]
fn firmware_is_proved() {
    for (name, system) in HOLDING.iter().filter(|(name, _)| *name != "credit") {
        let system = system();
        let said = ask(
            &PropertyDirected {
                solver: Light::Batsat,
            },
            &system,
            0,
        );
        for finding in &said.findings {
            match finding {
                Finding::Proved {
                    properties,
                    certificate,
                } => {
                    assert_eq!(accepts(&system, properties, certificate), Ok(()), "{name}");
                }
                Finding::Violated { .. } => panic!("{name} holds"),
                _ => {}
            }
        }
        assert_eq!(said.stop, Stop::Decided, "{name}");
    }
}

/// Nothing of the ticks before is built again, however many there are.
#[test]
fn a_further_tick_costs_the_same_at_any_depth() {
    for series in SERIES {
        let system = (series.at)(50);
        let mut unrolled = Unrolled::new(&system);
        unrolled.grow(100);
        let early = unrolled.grow(100);
        unrolled.grow(700);
        assert_eq!(unrolled.grow(100), early, "{}", series.name);
    }
}
