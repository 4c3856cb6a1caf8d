//! How fast loops tick as native code, against the same loops compiled by `rustc -O` with overflow checks: both ask
//! their monitors every tick and take inputs from the same generator.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use cargo_falsify::driver::Frontend;
use cargo_falsify::native::{Code, Loop, Options, Outcome, Outside};
use falsify_tests::frontend;
use falsify_tests::user::repository;

/// A loop, and how the compiled program makes one tick of it.
struct Subject {
    name: &'static str,
    path: &'static str,
    /// Bounds of its only input.
    range: (i32, i32),
    start: &'static str,
    /// Uses `input`, gives the conjunction of the monitors.
    tick: &'static str,
}

const SUBJECTS: [Subject; 3] = [
    Subject {
        name: "cruise",
        path: "examples/cruise/src/lib.rs",
        range: (-200, 200),
        start: "let (mut state, mut deadline) = (Cruise::default(), Within::default());",
        tick: "tick(&mut state, input as i32); slows_down(&state, &mut deadline)",
    },
    Subject {
        name: "thermostat",
        path: "examples/thermostat/src/lib.rs",
        range: (-400, 1250),
        start: "let (mut state, mut a, mut b) = (Thermostat::new(), OnTime::default(), HeldFor::new());",
        tick: "let out = state.step(input as i16); runs_long_enough(&state, &mut a) \
               & heats_a_cold_room(input as i16, out) & does_not_overheat(input as i16, out, &mut b)",
    },
    Subject {
        name: "filter",
        path: "tests/speed/filter.rs",
        range: (-1000, 1000),
        start: "let (mut state, mut a, mut b) = (Filter::default(), Within::default(), HeldFor::default());",
        tick: "let out = tick(&mut state, input as i16); alarms_end(&state, &mut a) \
               & quiet_is_idle(&state, out, &mut b)",
    },
];

/// Ticks of one measurement, and how many measurements: the fastest counts, because others use the machine too.
const TICKS: u64 = 1_000_000;
const MEASUREMENTS: u64 = 20;

/// The generator of both sides.
const GENERATOR: &str = "
struct Generator(u64);
impl Generator {
    fn next(&mut self, low: i32, high: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let count = (high - low + 1) as u64;
        low + ((self.0 >> 32) * count >> 32) as i32
    }
}";

struct Generator {
    state: u64,
    low: i32,
    count: u64,
}

impl Outside for Generator {
    fn input(&mut self, _site: usize, into: &mut [u8]) -> bool {
        let state = self.state.wrapping_mul(6364136223846793005);
        self.state = state.wrapping_add(1442695040888963407);
        let drawn = self.low + (((self.state >> 32) * self.count) >> 32) as i32;
        match into {
            [a, b] => [*a, *b] = (drawn as i16).to_ne_bytes(),
            [a, b, c, d] => [*a, *b, *c, *d] = drawn.to_ne_bytes(),
            _ => return false,
        }
        true
    }
}

fn main() {
    for subject in &SUBJECTS {
        let text = fs::read_to_string(repository().join(subject.path)).expect("a loop");
        let (native, violations) =
            frontend::on_a_thread(|| native(subject, &text)).expect("native");
        let (compiled, expected) = compiled(subject, &text);
        assert_eq!(violations, expected, "{} differs", subject.name);
        let ratio = compiled / native;
        println!(
            "{:<12} native {native:6.2} ns/tick, compiled {compiled:6.2} ns/tick: {:.0} % of its speed ({violations} violations)",
            subject.name,
            ratio * 100.0
        );
    }
}

/// Nanoseconds for a tick, and how many ticks violated something.
fn native(subject: &Subject, text: &str) -> (f64, u64) {
    let mut front = Frontend::default();
    let analysis = frontend::analyse(&mut front, text);
    let harness = &analysis.program.harnesses[0];
    let start = Instant::now();
    let code = Code::of_loop(&analysis.program, harness, Options::default()).expect("it compiles");
    println!(
        "{:<12} compiled in {:.0} ms",
        subject.name,
        start.elapsed().as_secs_f64() * 1e3
    );
    let mut generator = Generator {
        state: 1,
        low: subject.range.0,
        count: (subject.range.1 - subject.range.0 + 1) as u64,
    };
    let mut run = Loop::new(&code);
    run.restart(&mut generator);
    let (mut violations, mut best) = (0, f64::MAX);
    for _ in 0..MEASUREMENTS {
        let start = Instant::now();
        for _ in 0..TICKS {
            let outcome = run.tick(&[], &mut generator);
            assert_ne!(outcome, Outcome::Stopped);
            violations += u64::from(outcome == Outcome::Violated);
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / TICKS as f64);
    }
    (best, violations)
}

/// The same from a program of the same source.
fn compiled(subject: &Subject, text: &str) -> (f64, u64) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let lines = text
        .lines()
        .filter(|line| !line.starts_with("#![") && !line.starts_with("//!"));
    let source: Vec<&str> = lines.collect();
    let Subject {
        range: (low, high),
        start,
        tick,
        ..
    } = subject;
    let main = format!(
        "#![allow(dead_code)]\n{}\n{GENERATOR}\nfn main() {{ let mut g = Generator(1); {start}\n\
         let (mut violations, mut best) = (0u64, f64::MAX);\n\
         for _ in 0..{MEASUREMENTS} {{ let begin = std::time::Instant::now();\n\
         for _ in 0..{TICKS}u64 {{ let input = g.next({low}, {high}); let fine = {{ {tick} }}; violations += !fine as u64; }}\n\
         best = best.min(begin.elapsed().as_secs_f64() * 1e9 / {TICKS} as f64); }}\n\
         println!(\"{{best}} {{violations}}\"); }}",
        source.join("\n")
    );
    write_package(dir.path(), &main);
    let output = Command::new("cargo")
        .args(["run", "--release", "--offline", "-q"])
        .current_dir(dir.path())
        .env("CARGO_TARGET_DIR", repository().join("target/user"))
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let (time, violations) = said.trim().split_once(' ').unwrap_or_else(|| {
        panic!("{}", String::from_utf8_lossy(&output.stderr));
    });
    let number = "a number";
    (
        time.parse().expect(number),
        violations.parse().expect(number),
    )
}

fn write_package(dir: &Path, main: &str) {
    let runtime = repository().join("falsify-runtime");
    let manifest = format!(
        "[package]\nname = \"speed-subject\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
         [dependencies]\nfalsify-runtime = {{ path = {:?} }}\n\
         [profile.release]\noverflow-checks = true\n[workspace]\n",
        runtime.display().to_string()
    );
    fs::create_dir_all(dir.join("src")).expect("a directory");
    fs::write(dir.join("Cargo.toml"), manifest).expect("a file");
    fs::write(dir.join("src/main.rs"), main).expect("a file");
    fs::copy(repository().join("Cargo.lock"), dir.join("Cargo.lock")).expect("the lockfile");
}
