//! Engines against the enumeration of small random loops: Rust in, verdicts out, and what the compiled loop can do.
//!
//! `FALSIFY_LOOPS` sets how many loops are tried, `FALSIFY_SEED` which.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use cargo_falsify::driver::Frontend;
use cargo_falsify::engine::cegar::Variant;
use cargo_falsify::engine::TABLE;
use cargo_falsify::evidence::{Decision, Property, Verdict};
use cargo_falsify::notation::short_name;
use cargo_falsify::solver::SolverKind;
use cargo_falsify::strategy::Settings;
use falsify_tests::asking::verdicts;
use falsify_tests::frontend::{analyse, drawn, on_a_thread};
use falsify_tests::loops::{crate_text, explore, module, Loop, Truth};

const BOUND: u64 = 30;
const BATCH: u64 = 25;

fn number(variable: &str, default: u64) -> u64 {
    let set = std::env::var(variable).ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Engines that take all the time they get wherever something holds have so much.
const PATIENCE: Duration = Duration::from_secs(5);

/// An engine is asked about one of so many loops: those that cost most about the fewest.
fn stride(engine: &str) -> usize {
    match engine {
        "cegar" | "guided" | "simulate" => BATCH as usize,
        "auto" | "kinduction" => 4,
        _ => 1,
    }
}

fn settings(engine: &str, solver: SolverKind) -> Settings {
    let timeout = match engine {
        "cegar" | "guided" | "simulate" => PATIENCE,
        _ => Duration::from_secs(40),
    };
    Settings {
        bound: BOUND,
        timeout,
        engine: engine.to_owned(),
        solver,
        jobs: 1,
        seed: 1,
        memory: 4 << 30,
        proofs: true,
        variant: Variant::default(),
    }
}

/// What came out, over all loops.
#[derive(Default)]
struct Tally {
    loops: u64,
    properties: u64,
    violated: u64,
    complete: u64,
    /// By engine: falsified, proved, bounded, unknown.
    counts: BTreeMap<&'static str, [u64; 4]>,
    time: BTreeMap<&'static str, Duration>,
    wrong: Vec<String>,
}

impl Tally {
    fn absorb(&mut self, other: Tally) {
        self.loops += other.loops;
        self.properties += other.properties;
        self.violated += other.violated;
        self.complete += other.complete;
        for (engine, counts) in other.counts {
            let mine = self.counts.entry(engine).or_default();
            (0..4).for_each(|at| mine[at] += counts[at]);
        }
        for (engine, time) in other.time {
            *self.time.entry(engine).or_default() += time;
        }
        self.wrong.extend(other.wrong);
    }

    fn note(&mut self, engine: &'static str, verdict: &Verdict) {
        let at = match verdict {
            Verdict::Falsified(_) => 0,
            Verdict::Proved(_) | Verdict::Vacuous(_) => 1,
            Verdict::HoldsTo(_) => 2,
            Verdict::Unknown(_) => 3,
        };
        self.counts.entry(engine).or_default()[at] += 1;
    }
}

/// What a verdict says that is not true.
fn contradiction(verdict: &Verdict, first: Option<u64>, truth: &Truth) -> Option<String> {
    let happens_by = |tick: u64| first.is_some_and(|first| first <= tick);
    let wrong = match verdict {
        Verdict::Falsified(found) => {
            let at = found.trace.violation.tick;
            let known = at <= truth.ticks;
            known && (!happens_by(at) || found.earliest && first != Some(at))
        }
        Verdict::HoldsTo(ticks) => happens_by(*ticks),
        Verdict::Proved(_) => first.is_some(),
        Verdict::Vacuous(_) => happens_by(BOUND),
        Verdict::Unknown(_) => false,
    };
    wrong.then(|| format!("in truth {first:?}, {truth:?}"))
}

/// Whether an engine has to know better.
fn is_short(engine: &str, verdict: &Verdict, first: Option<u64>) -> bool {
    let within = first.is_some_and(|first| first <= BOUND);
    match verdict {
        Verdict::Unknown(_) => matches!(engine, "bmc" | "pdr" | "auto"),
        Verdict::HoldsTo(ticks) if engine == "bmc" => *ticks < BOUND,
        Verdict::HoldsTo(_) => engine == "pdr",
        Verdict::Falsified(found) if engine == "bmc" => within && !found.earliest,
        _ => false,
    }
}

fn compare_batch(seeds: std::ops::Range<u64>, folder: &Path) -> Tally {
    let loops: Vec<Loop> = seeds.map(module).collect();
    let mut tally = Tally::default();
    let truths = match explore(&loops, folder) {
        Ok(truths) => truths,
        Err(why) => {
            tally
                .wrong
                .push(format!("rustc refuses {}: {why}", loops[0].name));
            return tally;
        }
    };
    let mut frontend = Frontend::default();
    let analysis = analyse(&mut frontend, &crate_text(&loops));
    if !analysis.diagnostics.is_empty() {
        tally.wrong.push(drawn(&frontend, &analysis));
        return tally;
    }
    for (which, truth) in truths.iter().enumerate() {
        tally.loops += 1;
        tally.complete += u64::from(truth.complete);
        let harness = &analysis.program.harnesses[which];
        let called = |decision: &Decision| match decision.property {
            Property::Monitor(index) => short_name(harness.monitors[index].name.as_str()),
            Property::Check { name, .. } => name.to_string(),
            Property::Panic { kind, span } => {
                let (line, column) = frontend.sources.location(span);
                format!("{}:{line}:{column}", kind.name())
            }
        };
        // Alone it would search until its time is over wherever something holds; `auto` gives it a turn.
        let others = TABLE.iter().map(|entry| entry.name);
        let others = others.filter(|name| *name != "semiformal");
        let asked = |name: &&str| which % stride(name) == 2 % stride(name);
        for engine in others.chain(["auto"]).filter(asked) {
            // z3 is slow here, and asked about every engine elsewhere.
            let solver = match which % 8 {
                6 => SolverKind::ALL[SolverKind::ALL.len() - 1],
                _ => SolverKind::Cadical,
            };
            let begun = Instant::now();
            let decided = verdicts(&analysis, which, settings(engine, solver));
            *tally.time.entry(engine).or_default() += begun.elapsed();
            for decision in decided {
                let name = called(&decision);
                let first = truth.first.get(&name).copied();
                if engine == "bmc" {
                    tally.properties += 1;
                    tally.violated += u64::from(first.is_some());
                }
                tally.note(engine, &decision.verdict);
                let why = contradiction(&decision.verdict, first, truth);
                let short = is_short(engine, &decision.verdict, first);
                let short = short.then(|| "does not decide".to_owned());
                if let Some(why) = why.or(short) {
                    let verdict = format!("{:?}", decision.verdict);
                    let verdict: String = verdict.chars().take(120).collect();
                    let place = format!("{} {name} ({engine}, {solver})", loops[which].name);
                    tally.wrong.push(format!("{place}: {verdict}; {why}"));
                }
            }
        }
    }
    tally
}

#[test]
fn no_engine_contradicts_the_enumeration() {
    let (from, count) = (number("FALSIFY_SEED", 0), number("FALSIFY_LOOPS", 1000));
    let next = AtomicU64::new(from);
    let total = Mutex::new(Tally::default());
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loops");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| loop {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first >= from + count {
                    break;
                }
                let folder = root.join(first.to_string());
                let tally = on_a_thread(|| compare_batch(first..first + BATCH, &folder));
                total
                    .lock()
                    .expect("no panic")
                    .absorb(tally.expect("no panic"));
            });
        }
    });
    let tally = total.into_inner().expect("no panic");
    println!(
        "{} loops ({} enumerated completely), {} properties, {} of them violated",
        tally.loops, tally.complete, tally.properties, tally.violated
    );
    for (engine, [falsified, proved, bounded, unknown]) in &tally.counts {
        let time = tally.time[engine].as_secs_f64();
        println!(
            "{engine}: {falsified} falsified, {proved} proved, {bounded} hold, {unknown} unknown, {time:.1} s"
        );
    }
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(tally.violated * 20 > tally.properties);
}
