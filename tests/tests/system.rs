//! The transition system against the interpreter: random values for the system's inputs, what the system says about
//! each step, and what the interpreter finds when it is given the same run.

use std::path::Path;

use cargo_falsify::driver::{Analysis, Frontend};
use cargo_falsify::evidence::{execute, Property, Violation};
use cargo_falsify::ir::{Harness, Program};
use cargo_falsify::list::Loop;
use cargo_falsify::system::{build, InputValues, System};
use cargo_falsify::term::Evaluator;
use falsify_tests::frontend::{analyse, drawn, on_a_thread};
use falsify_tests::random::Random;

const RUNS: u64 = 40;
const STEPS: usize = 40;
/// Values that the run's assumptions refuse are drawn again, this many times in a row.
const TRIES: usize = 60;

fn properties(harness: &Harness, found: &Loop) -> Vec<Property> {
    let monitors = (0..harness.monitors.len()).map(Property::Monitor);
    let checks = found.properties.iter();
    let checks = checks.map(|&(name, span)| Property::Check { name, span });
    let panics = found.panic_sites.iter();
    let panics = panics.map(|site| Property::Panic {
        kind: site.kind,
        span: site.span,
    });
    monitors.chain(checks).chain(panics).collect()
}

/// A run of random values: what the system predicts, step by step.
fn random_run(system: &System, random: &mut Random) -> (InputValues, Vec<(usize, u64)>) {
    let mut evaluator = Evaluator::new();
    let mut draw = |terms: &[cargo_falsify::term::Term]| -> Vec<u128> {
        terms.iter().map(|_| drawn_bits(random)).collect()
    };
    let mut inputs = InputValues {
        start: draw(&system.start_inputs),
        steps: Vec::new(),
    };
    let start = system.start(&inputs.start);
    let mut bad: Vec<(usize, u64)> = violated(&start.bad, 0);
    let mut state = start.next;
    let mut tick = 1;
    if !start.valid {
        return (inputs, bad);
    }
    for _ in 0..STEPS {
        let mut values = draw(&system.inputs);
        let mut observed = system.step(&mut evaluator, &state, &values);
        for _ in 0..TRIES {
            if observed.valid || observed.bad.contains(&true) {
                break;
            }
            values = draw(&system.inputs);
            observed = system.step(&mut evaluator, &state, &values);
        }
        bad.extend(violated(&observed.bad, tick));
        inputs.steps.push(values);
        if !observed.valid {
            break;
        }
        tick += u64::from(observed.tick_done);
        state = observed.next;
    }
    (inputs, bad)
}

fn violated(bad: &[bool], tick: u64) -> Vec<(usize, u64)> {
    let bad = bad.iter().enumerate().filter(|(_, bad)| **bad);
    bad.map(|(index, _)| (index, tick)).collect()
}

/// Small numbers and ends of ranges are more telling than any bits.
fn drawn_bits(random: &mut Random) -> u128 {
    let bits = random.wide();
    match random.below(4) {
        0 => bits % 8,
        1 => u128::MAX - bits % 4,
        _ => bits,
    }
}

/// What differs between system and interpreter on random runs of a loop.
fn differences(program: &Program, harness: &Harness, found: &Loop, seed: u64) -> Vec<String> {
    let wanted = properties(harness, found);
    let system = match build(program, harness, &wanted) {
        Ok(system) => system,
        Err(halt) => return vec![format!("{}: {halt:?}", harness.name)],
    };
    let mut wrong = Vec::new();
    if !system.unasked.is_empty() {
        // A panic that the list of sites does not know could never be reported.
        wrong.push(format!(
            "{}: not listed: {:?}",
            harness.name, system.unasked
        ));
    }
    for run in 0..RUNS {
        let mut random = Random::new(seed ^ run << 8);
        let (inputs, predicted) = random_run(&system, &mut random);
        let trace = system.trace(0, &inputs);
        let execution = execute(program, harness, &trace, &mut |_| {});
        let found: Vec<Violation> = execution.violations.clone();
        let expected: Vec<Violation> = predicted
            .iter()
            .filter(|(index, _)| system.properties[*index].cover.is_none())
            .map(|&(index, tick)| Violation {
                property: wanted[index],
                tick,
            })
            .collect();
        let same = expected.iter().all(|v| found.contains(v))
            && found.iter().all(|v| expected.contains(v));
        let stopped_well = match &execution.stop {
            None => true,
            Some(stop) => matches!(
                stop,
                cargo_falsify::ir::interp::Stop::AssumeFailed(_)
                    | cargo_falsify::ir::interp::Stop::InvalidInput(..)
                    | cargo_falsify::ir::interp::Stop::MissingInput(_)
            ),
        };
        if !same || !stopped_well {
            wrong.push(format!(
                "{} run {run}: the system says {expected:?}, the interpreter {found:?}, stop {:?}",
                harness.name, execution.stop
            ));
        }
    }
    wrong
}

fn check(name: &str, frontend: &Frontend, analysis: &Analysis) -> Vec<String> {
    if !analysis.diagnostics.is_empty() {
        return vec![format!("{name}: {}", drawn(frontend, analysis))];
    }
    let loops = analysis
        .program
        .harnesses
        .iter()
        .zip(&analysis.listing.loops);
    let mut wrong = Vec::new();
    for (harness, found) in loops {
        let before = std::time::Instant::now();
        let differing = differences(&analysis.program, harness, found, 1);
        eprintln!("{name}: {} {:?}", harness.name, before.elapsed());
        wrong.extend(differing.into_iter().map(|d| format!("{name}: {d}")));
    }
    wrong
}

#[test]
fn examples_behave_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let wrong = on_a_thread(|| {
        let mut wrong = Vec::new();
        let mut entries: Vec<_> = std::fs::read_dir(folder)
            .expect("examples")
            .flatten()
            .collect();
        entries.sort_by_key(|entry| entry.file_name());
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name == "tour" || name == "interlock" {
                continue;
            }
            let text = std::fs::read_to_string(entry.path().join("src/lib.rs")).expect("readable");
            let mut frontend = Frontend::default();
            let analysis = analyse(&mut frontend, &text);
            wrong.extend(check(&name, &frontend, &analysis));
        }
        wrong
    });
    let wrong = wrong.expect("no panic");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
