//! The transition system against the interpreter, over the whole language: loops of all forms, and functions, each as the
//! tick of a loop of its own. Random values for the system's inputs; violations, results and states must be the same.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;

use cargo_falsify::driver::Frontend;
use cargo_falsify::ir::{parse, verify, LoopForm, Program};
use cargo_falsify::lower::analyse_source;
use cargo_falsify::system::{build, Halt};
use falsify_tests::batch::Layout;
use falsify_tests::case::Case;
use falsify_tests::crates::crates_of;
use falsify_tests::frontend::{analyse, drawn, on_a_thread};
use falsify_tests::generate;
use falsify_tests::system::{all_properties, compare, loop_around, Comparison, Effort};

const SEED: u64 = 1;
const LOOPS: Effort = Effort {
    runs: 40,
    steps: 40,
};
/// A second step sees what the first one left in statics.
const FUNCTIONS: Effort = Effort { runs: 12, steps: 2 };

/// What comparing many loops showed.
#[derive(Default)]
struct Tally {
    loops: usize,
    ticks: usize,
    violations: usize,
    /// Loops without a system, by the reason.
    refused: BTreeMap<String, Vec<String>>,
    wrong: Vec<String>,
}

impl Tally {
    /// Compares every loop of a program.
    fn take(&mut self, place: &str, program: &Program, effort: Effort) {
        let all = all_properties(program);
        for (harness, wanted) in program.harnesses.iter().zip(&all) {
            self.loops += 1;
            match build(program, harness, wanted) {
                Ok(system) => {
                    let seed = SEED ^ wanted.len() as u64;
                    let found = compare(program, harness, &system, effort, seed);
                    self.note(place, found);
                }
                Err(halt) => {
                    let name = format!("{place} {}", harness.name);
                    self.refused.entry(reason(&halt)).or_default().push(name);
                }
            }
        }
    }

    fn note(&mut self, place: &str, found: Comparison) {
        self.ticks += found.ticks;
        self.violations += found.violations;
        let wrong = found.differences.into_iter().take(3);
        self.wrong.extend(wrong.map(|why| format!("{place} {why}")));
    }

    fn absorb(&mut self, other: Tally) {
        self.loops += other.loops;
        self.ticks += other.ticks;
        self.violations += other.violations;
        self.wrong.extend(other.wrong);
        for (reason, names) in other.refused {
            self.refused.entry(reason).or_default().extend(names);
        }
    }

    fn refusals(&self) -> usize {
        self.refused.values().map(Vec::len).sum()
    }

    fn shown(&self) -> String {
        let mut text = format!(
            "{} loops, {} ticks, {} violations, {} refused\n",
            self.loops,
            self.ticks,
            self.violations,
            self.refusals()
        );
        for (reason, names) in &self.refused {
            let _ = writeln!(text, "  {} {reason}: {}", names.len(), names[0]);
        }
        for wrong in self.wrong.iter().take(20) {
            let _ = writeln!(text, "{wrong}");
        }
        text
    }

    fn assert_alike(&self) {
        println!("{}", self.shown());
        assert!(self.wrong.is_empty(), "{}", self.shown());
        let bugs = self.refused.keys().filter(|reason| reason.contains("bug"));
        assert_eq!(bugs.count(), 0, "{}", self.shown());
    }
}

fn reason(halt: &Halt) -> String {
    match halt {
        Halt::LoopBound(_) => "loop bound".into(),
        Halt::Unsupported(what, _) => what.clone(),
        Halt::Cut(..) => "bug: a cut point leaves the builder".into(),
        Halt::Bug(what) => format!("bug: {what}"),
        Halt::Stopped => "bug: a budget without limits ends".into(),
    }
}

/// Every loop of some texts.
fn compare_texts(texts: Vec<(String, String)>, may_fail: bool) -> Tally {
    let tally = on_a_thread(|| {
        let mut tally = Tally::default();
        for (name, text) in texts {
            let mut frontend = Frontend::default();
            let analysis = analyse(&mut frontend, &text);
            if analysis.diagnostics.is_empty() {
                tally.take(&name, &analysis.program, LOOPS);
            } else if !may_fail {
                tally
                    .wrong
                    .push(format!("{name}: {}", drawn(&frontend, &analysis)));
            }
        }
        tally
    });
    tally.expect("no panic")
}

#[test]
fn examples_behave_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let entries = std::fs::read_dir(folder).expect("examples").flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    // Crates of several files, and one with a dependency.
    paths.retain(|path| {
        !["tour", "interlock", "fan", "elevator", "object-follower"]
            .iter()
            .any(|it| path.ends_with(it))
    });
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(path.join("src/lib.rs")).expect("readable");
        (path.display().to_string(), text)
    };
    let tally = compare_texts(paths.into_iter().map(read).collect(), false);
    tally.assert_alike();
    assert_eq!(tally.refusals(), 0);
}

#[test]
fn loops_of_the_corpora_behave_alike() {
    let named = |folder: &str| {
        let crates = crates_of(folder).into_iter();
        crates
            .map(|c| (c.name, c.text.replace("//!", "//").replace("//*", "//")))
            .collect()
    };
    let mut tally = compare_texts(named("verdict"), false);
    assert_eq!(tally.refusals(), 0, "{}", tally.shown());
    // Many of these show what is no loop.
    tally.absorb(compare_texts(named("roots"), true));
    tally.assert_alike();
    assert!(tally.loops >= 35, "{} loops", tally.loops);
}

#[test]
// Functions there rely on their callers: they are right for some arguments only.
fn loops_in_the_text_form_behave_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ir");
    let mut tally = Tally::default();
    for entry in std::fs::read_dir(folder).expect("programs").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("readable");
        let program = parse::parse(&text).expect("a program");
        if !verify::verify(&program).is_empty() {
            continue;
        }
        let name = entry.file_name().to_string_lossy().into_owned();
        tally.take(&name, &program, LOOPS);
    }
    println!("{}", tally.shown());
    assert!(tally.wrong.is_empty(), "{}", tally.shown());
}

/// A loop with the given tick whose code does not fit its types.
fn malformed(tick: &str) -> Program {
    let text = format!("use falsify::control_loop;\n{tick}");
    let mut program = analyse(&mut Frontend::default(), &text).program;
    let LoopForm::Step { tick, .. } = program.harnesses[0].form else {
        panic!("a loop in step form");
    };
    let func = &mut program.funcs[tick.0 as usize];
    let other = func.locals[0].ty;
    func.locals.iter_mut().for_each(|local| local.ty = other);
    program
}

/// Nothing is said about code that is not well-formed.
#[test]
fn malformed_code_is_a_bug_and_no_verdict() {
    let built = on_a_thread(|| {
        let program =
            malformed("#[control_loop] fn tick(s: &mut u8, x: bool) { if x { *s |= 1; } }");
        build(&program, &program.harnesses[0], &[]).err()
    });
    assert!(matches!(built, Some(Some(Halt::Bug(_)))), "{built:?}");
}

/// Every entry of some cases, each as the tick of a loop of its own.
fn compare_cases(cases: &[Case], effort: Effort) -> Tally {
    let mut tally = Tally::default();
    let analysis = analyse_source(&Layout::for_tool(cases).text);
    if analysis.functions.is_empty() && cases.len() > 1 {
        // One of them has spoiled the batch.
        for case in cases {
            tally.absorb(compare_cases(std::slice::from_ref(case), effort));
        }
        return tally;
    }
    let mut program = analysis.program.clone();
    for (index, case) in cases.iter().enumerate() {
        for entry in &case.entries {
            let name = format!("c{index}::{}", entry.name);
            let func = analysis.function(&name).and_then(|function| function.func);
            let harness = func.map(|func| loop_around(&program, func));
            program.harnesses.extend(harness);
        }
    }
    let first = &cases[0].name;
    tally.take(&format!("after {first}:"), &program, effort);
    tally
}

#[test]
fn functions_of_the_corpus_behave_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let entries = std::fs::read_dir(folder).expect("the corpus").flatten();
    let mut tally = Tally::default();
    for path in entries.map(|entry| entry.path()) {
        let source = std::fs::read_to_string(&path).expect("readable");
        let case = Case::new(&path.display().to_string(), &source).expect("a case");
        tally.absorb(compare_cases(&[case], FUNCTIONS));
    }
    tally.assert_alike();
}

const BATCH: u64 = 40;

/// Compares the functions of generated modules, three of each.
fn compare_generated(modules: std::ops::Range<u64>) -> Tally {
    let next = AtomicU64::new(modules.start);
    let total = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| loop {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first >= modules.end {
                    break;
                }
                let cases: Vec<_> = (first..first + BATCH).map(generate::program).collect();
                let tally = compare_cases(&cases, FUNCTIONS);
                total.lock().expect("no batch panics").absorb(tally);
            });
        }
    });
    total.into_inner().expect("no batch panics")
}

#[test]
fn generated_functions_behave_alike() {
    let tally = compare_generated(0..800);
    tally.assert_alike();
    assert!(tally.loops >= 2_000, "{} functions", tally.loops);
    assert!(tally.violations * 10 > tally.loops);
}

#[test]
#[ignore = "takes an hour"]
fn many_generated_functions_behave_alike() {
    let from: u64 = std::env::var("FALSIFY_SEED").map_or(100_000, |s| s.parse().expect("a number"));
    compare_generated(from..from + 20_000).assert_alike();
}
