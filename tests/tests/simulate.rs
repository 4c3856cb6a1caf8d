//! Searches by execution: what they find is shown by the interpreter and denied by no other engine, a seed decides
//! everything, and they stop when told to.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cargo_falsify::driver::Frontend;
use cargo_falsify::engine::bmc::Bmc;
use cargo_falsify::engine::{by_name, Engine, Entry, Finding, Stop, Subject, Task, TABLE};
use cargo_falsify::evidence::{execute, minimise, Property, Trace};
use cargo_falsify::ir::{parse, verify, Harness, Program};
use cargo_falsify::lower::analyse_source;
use cargo_falsify::solver::{Budget, SolverKind};
use cargo_falsify::system::{build, System};
use falsify_tests::batch::Layout;
use falsify_tests::frontend::{analyse, on_a_thread};
use falsify_tests::generate;
use falsify_tests::system::{all_properties, loop_around};

/// Those that execute any loop; abstraction needs functions to abstract.
fn searching() -> impl Iterator<Item = &'static Entry> {
    let executes = |entry: &&Entry| !entry.claims.bounds && entry.name != "cegar";
    TABLE.iter().filter(executes)
}

/// A loop with its system, ready to be searched.
struct Quarry<'a> {
    subject: Subject<'a>,
    system: System,
    wanted: Vec<usize>,
}

impl<'a> Quarry<'a> {
    /// None if the loop has no transition system.
    fn new(program: &'a Program, harness: &'a Harness, of: &[Property]) -> Option<Quarry<'a>> {
        let system = build(program, harness, of).ok()?;
        Some(Quarry {
            subject: Subject {
                program,
                harness,
                calls: &[],
            },
            wanted: (0..of.len()).collect(),
            system,
        })
    }

    fn task(&self, ticks: u64, seed: u64) -> Task<'_> {
        Task {
            subject: Some(self.subject),
            ticks,
            seed,
            ..Task::new(&self.system, &self.wanted, 0)
        }
    }

    fn search(&self, entry: &Entry, ticks: u64, seed: u64) -> (Vec<(usize, Trace)>, Stop) {
        let mut found = Vec::new();
        let engine = (entry.make)(SolverKind::Cadical);
        let task = self.task(ticks, seed);
        let stop = engine.check(&task, &Budget::unlimited(), &mut |finding| match finding {
            Finding::Executed { property, trace } => found.push((property, trace)),
            Finding::Violated {
                property, inputs, ..
            } => found.push((property, self.system.trace(property, &inputs))),
            other => panic!("{other:?}"),
        });
        (found, stop)
    }

    /// Fails if the interpreter does not show a trace, or unrolling shows that there is none as short.
    fn judge(&self, found: &[(usize, Trace)], bound: u64) {
        let Subject {
            program, harness, ..
        } = self.subject;
        for (property, trace) in found {
            let wanted = self.system.properties[*property].property;
            assert_eq!(wanted, trace.violation.property);
            assert_eq!(trace.ticks.len() as u64, trace.violation.tick);
            let shown = execute(program, harness, trace, &mut |_| {});
            assert!(shown.shows(&trace.violation), "{}: {trace:?}", harness.name);
        }
        if found.is_empty() || !self.system.steps_are_ticks {
            return;
        }
        let solver = SolverKind::Cadical;
        let mut clean = vec![None; self.wanted.len()];
        Bmc::new(solver).check(
            &Task::new(&self.system, &self.wanted, bound),
            &Budget::lasting(Duration::from_secs(20)),
            &mut |finding| {
                if let Finding::HoldsTo { properties, steps } = finding {
                    properties.iter().for_each(|p| clean[*p] = Some(steps));
                }
            },
        );
        for (property, trace) in found {
            let denied = clean[*property].is_some_and(|steps| steps >= trace.violation.tick);
            assert!(
                !denied,
                "{}: {:?}",
                self.subject.harness.name, trace.violation
            );
        }
    }
}

impl Quarry<'_> {
    /// Fails if the system does not know a run that was executed, or asks for something else in it.
    fn follow(&self, found: &[(usize, Trace)]) {
        for (property, trace) in found {
            let route = self.system.route(trace).expect("a run of the system");
            assert_eq!(route.states.len(), trace.ticks.len() + 1);
            assert_eq!(self.system.trace(*property, &route.inputs), *trace);
            let mut other = trace.clone();
            other.ticks.last_mut().expect("a tick").readings.clear();
            assert!(self.system.route(&other).is_none(), "an input is missing");
        }
    }
}

/// Searches all loops of a program; how many violations were found.
fn search_all(program: &Program, ticks: u64, bound: u64) -> usize {
    let mut count = 0;
    let all = all_properties(program);
    for (harness, properties) in program.harnesses.iter().zip(&all) {
        let Some(quarry) = Quarry::new(program, harness, properties) else {
            continue;
        };
        for entry in searching() {
            let (found, stop) = quarry.search(entry, ticks, 1);
            assert!(
                matches!(stop, Stop::Decided | Stop::Searched { .. }),
                "{}: {stop:?}",
                harness.name
            );
            quarry.judge(&found, bound);
            count += found.len();
        }
    }
    count
}

#[test]
fn loops_of_the_text_form_are_judged_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ir");
    let mut found = 0;
    for entry in std::fs::read_dir(folder).expect("programs").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("readable");
        let program = parse::parse(&text).expect("a program");
        if verify::verify(&program).is_empty() {
            found += search_all(&program, 20_000, 10);
        }
    }
    assert!(found >= 5, "{found} violations");
}

/// Functions of generated modules as ticks: all that happens, happens in the first one.
#[test]
fn generated_ticks_are_judged_alike() {
    let mut found = 0;
    for first in (0..120).step_by(40) {
        let cases: Vec<_> = (first..first + 40).map(generate::program).collect();
        let analysis = analyse_source(&Layout::for_tool(&cases).text);
        let mut program = analysis.program.clone();
        for (index, case) in cases.iter().enumerate() {
            let name = format!("c{index}::{}", case.entries[0].name);
            let func = analysis.function(&name).and_then(|function| function.func);
            let harness = func.map(|func| loop_around(&program, func));
            program.harnesses.extend(harness);
        }
        found += search_all(&program, 3_000, 1);
    }
    assert!(found >= 20, "{found} violations");
}

/// The first loop of a text, all of its properties.
fn with_loop<R: Send>(text: &str, work: impl FnOnce(&Quarry) -> R + Send) -> R {
    let done = on_a_thread(|| {
        let analysis = analyse(&mut Frontend::default(), text);
        assert!(
            analysis.diagnostics.is_empty(),
            "{:?}",
            analysis.diagnostics
        );
        let program = &analysis.program;
        let properties = all_properties(program);
        let quarry = Quarry::new(program, &program.harnesses[0], &properties[0]);
        work(&quarry.expect("a system"))
    });
    done.expect("no panic")
}

const ASSUMING: &str = "
use falsify::{assume, control_loop, isr, monitor};
use core::sync::atomic::{AtomicU8, Ordering};
static PENDING: AtomicU8 = AtomicU8::new(0);
#[isr(max = 2)] fn on_edge() { PENDING.store(PENDING.load(Ordering::Relaxed) + 1, Ordering::Relaxed); }
#[derive(Default)] pub struct S { sum: u32, edges: u32 }
#[control_loop] fn tick(s: &mut S, x: u32, y: Option<(u8, bool)>) {
    assume(x < 50 && x != 20);
    s.edges += PENDING.load(Ordering::Relaxed) as u32;
    PENDING.store(0, Ordering::Relaxed);
    if let Some((by, true)) = y { s.sum += x + by as u32; }
}
/// Far away.
#[monitor] fn small(s: &S) -> bool { s.sum < 9_000 || s.edges < 25 }
/// Nothing that is assumed away.
#[monitor] fn assumed(s: &S, x: u32) -> bool { x < 50 && x != 20 || s.sum > 1_000_000 }
";

#[test]
fn a_seed_decides_everything() {
    with_loop(ASSUMING, |quarry| {
        for entry in searching() {
            let (found, stop) = quarry.search(entry, 300_000, 7);
            assert_eq!((found.clone(), stop), quarry.search(entry, 300_000, 7));
            assert_ne!(found, quarry.search(entry, 300_000, 8).0, "{}", entry.name);
            quarry.judge(&found, 5);
            quarry.follow(&found);
            let names: Vec<usize> = found.iter().map(|(property, _)| *property).collect();
            assert!(names.contains(&0), "{}: {names:?}", entry.name);
            assert!(!names.contains(&1), "an assumption was not respected");
        }
    });
}

#[test]
fn a_trace_is_not_longer_than_it_has_to_be() {
    let text = "
        use falsify::{control_loop, monitor};
        #[control_loop(init = 0)] fn tick(s: &mut u32, up: bool) { if up && *s < 100 { *s += 1; } }
        /// Below forty.
        #[monitor] fn low(s: &u32) -> bool { *s < 40 }";
    with_loop(text, |quarry| {
        for entry in searching() {
            let (found, _) = quarry.search(entry, 300_000, 7);
            let ticks: Vec<u64> = found.iter().map(|(_, t)| t.violation.tick).collect();
            assert_eq!(ticks, [40], "{}", entry.name);
        }
    });
}

#[test]
fn searches_stop_when_told_to() {
    let text = "
        use falsify::{control_loop, monitor};
        #[control_loop(init = 0)] fn tick(s: &mut u32, x: u16) {
            for round in 0..10_000 { *s = s.wrapping_mul(x as u32).rotate_left(round & 7); }
        }
        /// Nothing that is ever false.
        #[monitor] fn anything(s: &u32) -> bool { *s as u64 <= u32::MAX as u64 }";
    with_loop(text, |quarry| {
        for entry in searching() {
            let stop = Arc::new(AtomicBool::new(false));
            let budget = Budget::unlimited().with_stop(stop.clone());
            let told = std::thread::scope(|scope| {
                let told = scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(300));
                    stop.store(true, Ordering::Relaxed);
                    Instant::now()
                });
                let engine = (entry.make)(SolverKind::Cadical);
                let task = quarry.task(u64::MAX, 1);
                let ended = engine.check(&task, &budget, &mut |_| {});
                assert_eq!(ended, Stop::Budget, "{}", entry.name);
                told.join().expect("no panic")
            });
            let late = told.elapsed();
            assert!(late < Duration::from_secs(1), "{}: {late:?}", entry.name);
        }
    });
}

#[test]
fn what_cannot_be_executed_is_said() {
    let text = "program 32
struct Big { bytes: [u8; 536870912] }
fn tick(v0 x: u8) -> v1: () {
  let v2: Big
  let v3: bool
b0:
  v2.0[0] = v0
  v3 = lt v0, 3u8
  check v3 == true else overflow
  v1 = const () {}
  return
}
";
    let mut program = parse::parse(text).expect("a program");
    let harness = loop_around(&program, cargo_falsify::ir::FuncId(0));
    program.harnesses.push(harness);
    let system = System::empty(cargo_falsify::term::Pool::new());
    for entry in searching() {
        let engine = (entry.make)(SolverKind::Cadical);
        let mut task = Task::new(&system, &[], 0);
        let ask = |task: &Task| engine.check(task, &Budget::unlimited(), &mut |_| {});
        let refused = |stop: &Stop| matches!(stop, Stop::Refused(why) if !why.is_empty());
        assert!(refused(&ask(&task)), "without a program");
        task.subject = Some(Subject {
            program: &program,
            harness: &program.harnesses[0],
            calls: &[],
        });
        let stop = ask(&task);
        assert!(refused(&stop), "{stop:?}");
    }
}

/// Loops whose violation needs many right inputs one after the other; a wrong one takes back all.
const NARROW: [(&str, &str); 3] = [
    (
        "a value within bounds for five hundred ticks",
        "use falsify::{control_loop, monitor};
        #[control_loop(init = 0)] fn tick(s: &mut u16, x: u8) {
            *s = if (40..45).contains(&x) { s.saturating_add(1) } else { 0 };
        }
        /// Not for long.
        #[monitor] fn short(s: &u16) -> bool { *s < 500 }",
    ),
    (
        "a combination lock",
        "use falsify::{control_loop, monitor};
        const CODE: [u16; 8] = [4711, 815, 23, 60_000, 31_415, 27_182, 7, 999];
        #[control_loop(init = 0)] fn tick(s: &mut usize, x: u16) {
            *s = if *s < 8 && x == CODE[*s] { *s + 1 } else { 0 };
        }
        /// Closed.
        #[monitor] fn closed(s: &usize) -> bool { *s != 8 }",
    ),
    (
        "an input that follows a sequence",
        "use falsify::{control_loop, monitor};
        #[control_loop(init = 0)] fn tick(s: &mut u8, x: u8) {
            *s = if x == s.wrapping_mul(7) ^ 0x5a { s.wrapping_add(1) } else { 0 };
        }
        /// Lost soon.
        #[monitor] fn lost(s: &u8) -> bool { *s < 12 }",
    ),
];

#[test]
fn narrow_ways_are_found_by_distance() {
    for (name, text) in NARROW {
        with_loop(text, |quarry| {
            let entry = by_name("guided").expect("an engine");
            let (found, _) = quarry.search(entry, 6_000_000, 3);
            quarry.judge(&found, 3);
            quarry.follow(&found);
            let ticks: Vec<u64> = found.iter().map(|(_, t)| t.violation.tick).collect();
            println!("{name}: {ticks:?}");
            assert!(found.iter().any(|(property, _)| *property == 0), "{name}");
        });
    }
}

/// Hundreds of ticks that anything but a solver finds, then one that only a solver finds.
const DEEP: &str = "
use falsify::{control_loop, monitor};
const LIMIT: u32 = 300;
#[derive(Default)] pub struct S { warm: u16, open: bool }
#[control_loop] fn tick(s: &mut S, heat: bool, key: u32, other: u32) {
    s.warm = if heat { s.warm.saturating_add(1) } else { 0 };
    let mixed = key.wrapping_mul(0x9e37_79b1).rotate_left(7) ^ other;
    s.open |= s.warm as u32 >= LIMIT && mixed == 0x1234_5678 && other.wrapping_mul(key | 1) == 0x0bad_cafe;
}
/// Closed.
#[monitor] fn closed(s: &S) -> bool { !s.open }
";

#[test]
fn a_solver_goes_on_from_where_execution_came() {
    let names = ["guided", "semiformal"];
    // The heat never lasts as long as the loop wants it in the twin: the counter is too small.
    for (limit, expected) in [("300", [vec![], vec![300]]), ("70_000", [vec![], vec![]])] {
        let text = DEEP.replace("LIMIT: u32 = 300", &format!("LIMIT: u32 = {limit}"));
        with_loop(&text, |quarry| {
            for (name, expected) in names.iter().zip(expected) {
                let entry = by_name(name).expect("an engine");
                let (found, _) = quarry.search(entry, 400_000, 3);
                quarry.judge(&found, 3);
                let ticks: Vec<u64> = found.iter().map(|(_, t)| t.violation.tick).collect();
                assert_eq!(ticks, expected, "{name}, {limit}");
            }
        });
    }
}

#[test]
fn a_trace_is_simplified_only_within_the_budget() {
    with_loop(NARROW[0].1, |quarry| {
        let Subject {
            program, harness, ..
        } = quarry.subject;
        let (mut found, _) = quarry.search(by_name("guided").expect("an engine"), 6_000_000, 3);
        let (_, trace) = found.remove(0);
        let over = Arc::new(AtomicBool::new(true));
        let nothing = Budget::unlimited().with_stop(over);
        assert_eq!(minimise(program, harness, trace.clone(), &nothing), trace);
        let simple = minimise(program, harness, trace.clone(), &Budget::unlimited());
        assert_ne!(simple, trace);
        let shown = execute(program, harness, &simple, &mut |_| {});
        assert!(shown.shows(&trace.violation));
    });
}
