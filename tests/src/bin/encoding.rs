//! What one more tick costs when a loop is unrolled: time, gates and clauses, for each thousand of 5,000 ticks.
//!
//! `encoding [EXAMPLE]`. Nothing is solved: every tick is built, and that it violates nothing is asserted.

use std::time::Instant;

use cargo_falsify::driver::Frontend;
use cargo_falsify::system::{build, System};
use falsify_tests::encoding::{Growth, Unrolled};
use falsify_tests::frontend::{analyse, on_a_thread};
use falsify_tests::system::all_properties;
use falsify_tests::user::repository;

const EXAMPLES: &[&str] = &["cruise", "debounce", "thermostat", "superloop"];
const PART: usize = 1000;
const PARTS: usize = 5;

fn system(example: &str) -> System {
    let path = repository().join("examples").join(example);
    let text = std::fs::read_to_string(path.join("src/lib.rs")).expect("an example");
    let program = analyse(&mut Frontend::default(), &text).program;
    let properties = all_properties(&program).remove(0);
    build(&program, &program.harnesses[0], &properties).expect("a system")
}

fn series(example: &str) {
    let system = system(example);
    let mut unrolled = Unrolled::new(&system);
    for part in 0..PARTS {
        let begin = Instant::now();
        let Growth { gates, clauses } = unrolled.grow(PART);
        let micros = begin.elapsed().as_micros() as usize / PART;
        let (gates, clauses) = (gates / PART as u64, clauses / PART as u64);
        let to = (part + 1) * PART;
        println!("{example:<12} to {to:>5}: {micros:>6} µs {gates:>7} gates {clauses:>7} clauses");
    }
}

fn main() {
    let wanted = std::env::args().nth(1);
    let chosen = |name: &&&str| wanted.as_deref().is_none_or(|wanted| wanted == **name);
    for example in EXAMPLES.iter().filter(chosen) {
        on_a_thread(|| series(example));
    }
}
