//! How long engines take to prove what firmware promises.
//!
//! `proofs [ENGINE] [LOOP]`: for each loop the properties that were proved, the seconds, and the claims of the largest
//! certificate.

use std::time::{Duration, Instant};

use cargo_falsify::engine::kinduction::KInduction;
use cargo_falsify::engine::pdr::{Light, PropertyDirected};
use cargo_falsify::engine::{Engine, Finding, Task};
use cargo_falsify::evidence::certificate::{check, other_solver};
use cargo_falsify::solver::{Budget, SolverKind};
use cargo_falsify::system::System;
use falsify_tests::systems::firmware::HOLDING;

const PATIENCE: Duration = Duration::from_secs(20);

fn engines() -> Vec<(&'static str, Box<dyn Engine>)> {
    let frames = |solver| Box::new(PropertyDirected { solver }) as Box<dyn Engine>;
    let solver = SolverKind::Cadical;
    vec![
        ("pdr-batsat", frames(Light::Batsat)),
        ("pdr-cadical", frames(Light::Cadical)),
        (
            "kinduction",
            Box::new(KInduction {
                solver,
                distinct: true,
            }),
        ),
    ]
}

fn measure(engine: &dyn Engine, system: &System) -> String {
    let wanted: Vec<usize> = (0..system.properties.len()).collect();
    let task = Task::new(system, &wanted, 100);
    let (begin, mut proved, mut claims, mut depth) = (Instant::now(), Vec::new(), 0, 0);
    let budget = Budget::lasting(PATIENCE);
    engine.check(&task, &budget, &mut |finding| match finding {
        Finding::Proved {
            properties,
            certificate,
        } => {
            claims = claims.max(certificate.claims.len());
            proved.push((properties, certificate));
        }
        Finding::Violated { .. } => panic!("it holds"),
        Finding::HoldsTo { steps, .. } => depth = depth.max(steps),
        Finding::RunsEnd { .. }
        | Finding::Executed { .. }
        | Finding::ProvedThrough { .. }
        | Finding::Told(_) => {}
    });
    let seconds = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let judge = other_solver(SolverKind::Cadical);
    for (properties, certificate) in &proved {
        check(system, properties, certificate, judge, &Budget::unlimited()).expect("a proof");
    }
    let checked = begin.elapsed().as_secs_f64();
    let count: usize = proved.iter().map(|(properties, _)| properties.len()).sum();
    let of = wanted.len();
    format!("{count}/{of} in {seconds:6.2} s, {claims:>4} claims (checked in {checked:.2} s), depth {depth}")
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let chosen = |at: usize, name: &str| arguments.get(at).is_none_or(|a| a == name || a == "-");
    for (name, system) in HOLDING.iter().filter(|l| chosen(1, l.0)) {
        let system = system();
        for (engine, made) in engines().iter().filter(|e| chosen(0, e.0)) {
            println!("{name:<18} {engine:<12} {}", measure(&**made, &system));
        }
    }
}
