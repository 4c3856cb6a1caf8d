//! How long engines take to a violation that lies deeper and deeper.
//!
//! `depth [ENGINE] [SERIES]`: for each the seconds at growing depths, until one takes longer than a minute.

use std::time::{Duration, Instant};

use cargo_falsify::engine::bmc::Bmc;
use cargo_falsify::engine::pdr::{Light, PropertyDirected};
use cargo_falsify::engine::{Engine, Finding, Stop, Task};
use cargo_falsify::solver::{Budget, SolverKind};
use falsify_tests::systems::reference::{Series, SERIES};
use falsify_tests::systems::violates;

const DEPTHS: &[u64] = &[50, 100, 200, 400, 1000, 2000, 4000];
const PATIENCE: Duration = Duration::from_secs(60);

fn engines() -> Vec<(&'static str, Box<dyn Engine>)> {
    let frames = |solver| Box::new(PropertyDirected { solver }) as Box<dyn Engine>;
    vec![
        ("pdr-batsat", frames(Light::Batsat)),
        ("pdr-cadical", frames(Light::Cadical)),
        ("bmc", Box::new(Bmc::new(SolverKind::Cadical))),
    ]
}

/// Seconds to the violation, if it was found.
fn measure(engine: &dyn Engine, series: &Series, depth: u64) -> Option<f64> {
    let system = (series.at)(depth);
    let task = Task::new(&system, &[0], depth + 10);
    let (begin, mut steps) = (Instant::now(), None);
    let budget = Budget::lasting(PATIENCE);
    let stop = engine.check(&task, &budget, &mut |finding| {
        if let Finding::Violated { inputs, .. } = finding {
            assert!(violates(&system, 0, &inputs), "not a violation");
            steps = Some(inputs.steps.len());
        }
    });
    (stop == Stop::Decided).then(|| begin.elapsed().as_secs_f64())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let chosen = |at: usize, name: &str| arguments.get(at).is_none_or(|a| a == name || a == "-");
    for series in SERIES.iter().filter(|s| chosen(1, s.name)) {
        for (name, engine) in engines().iter().filter(|e| chosen(0, e.0)) {
            print!("{:<12} {name:<12}", series.name);
            for &depth in DEPTHS {
                let Some(seconds) = measure(&**engine, series, depth) else {
                    print!("  {depth}: –");
                    break;
                };
                print!("  {depth}: {seconds:.2}");
            }
            println!();
        }
    }
}
