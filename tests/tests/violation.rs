//! What a person reads about violations, as golden files: `tests/violation/*.rs` and, beside `tests/expected`, what is shown of
//! each. `FALSIFY_BLESS=1` writes it anew.
//!
//! The first lines of a case say which values its inputs get, in the order in which they are asked for; the last one
//! stays. `handlers` run before every tick; `until` ticks there are (12), `width` columns (80).

use std::fs;
use std::path::Path;

use cargo_falsify::diagnostic::render::Renderer;
use cargo_falsify::driver::{single_text, Analysis, Frontend};
use cargo_falsify::evidence::{
    execute, Falsified, Property, Reading, TickInputs, Trace, Violation,
};
use cargo_falsify::ir::interp::{InputRequest, Machine, Run, World};
use cargo_falsify::ir::{Handler, Harness, Program, Type, Value};
use cargo_falsify::lower::with_big_stack;
use cargo_falsify::report::rerun::{Rerun, Subject};
use cargo_falsify::report::vcd;
use cargo_falsify::report::violation::ViolationReport;
use falsify_tests::user::repository;

/// The numbers after a word in the head of a case.
fn numbers(text: &str, word: &str) -> Option<Vec<u128>> {
    let line = text.lines().find_map(|line| line.strip_prefix(word))?;
    let parse = |it: &str| it.parse().expect("a number");
    Some(line.split_whitespace().map(parse).collect())
}

/// Gives the numbers one after the other and notes down who got which.
struct Numbers {
    types: Vec<Type>,
    values: Vec<u128>,
    next: usize,
    handlers: Vec<usize>,
    noted: Vec<Reading>,
}

impl World for Numbers {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Value> {
        let last = self.values.len().checked_sub(1)?;
        let number = self.values[self.next.min(last)];
        self.next += 1;
        let value = match &self.types[request.ty.0 as usize] {
            Type::Enum { .. } => Value::Variant(number as u32, Vec::new()),
            _ => Value::Scalar(number),
        };
        self.noted.push(Reading {
            source: request.source,
            ty: request.ty,
            value: value.clone(),
        });
        Some(value)
    }

    fn handlers(&mut self, _tick: u64, _handlers: &[Handler]) -> Vec<usize> {
        self.handlers.clone()
    }
}

/// One run with the numbers of a case from a place on.
fn trace(program: &Program, harness: &Harness, text: &str, skipped: usize) -> Trace {
    let handlers = numbers(text, "//! handlers:").unwrap_or_default();
    let until = numbers(text, "//! until:").map_or(12, |it| it[0]);
    let mut world = Numbers {
        types: program.types.clone(),
        values: numbers(text, "//! inputs:").expect("the inputs"),
        next: skipped,
        handlers: handlers.iter().map(|it| *it as usize).collect(),
        noted: Vec::new(),
    };
    let mut run = Run::prepare(Machine::checked(program), harness).expect("a loop");
    run.restart(&mut world).expect("a start");
    let start = std::mem::take(&mut world.noted);
    let mut ticks = Vec::new();
    while run.record().stop.is_none() && (ticks.len() as u128) < until {
        run.tick(&mut world);
        ticks.push(TickInputs {
            handlers: world.handlers.clone(),
            readings: std::mem::take(&mut world.noted),
        });
    }
    let nothing = Violation {
        property: Property::Monitor(0),
        tick: 0,
    };
    Trace {
        start,
        ticks,
        violation: nothing,
    }
}

/// The first violation of each property.
fn violations(analysis: &Analysis, harness: &Harness, text: &str) -> Vec<Falsified> {
    let program = &analysis.program;
    let inputs = numbers(text, "//! inputs:").expect("the inputs").len();
    let mut found: Vec<Falsified> = Vec::new();
    // A panic ends a run: the numbers after it are those of another one.
    for skipped in 0..inputs {
        let whole = trace(program, harness, text, skipped);
        let all = execute(program, harness, &whole, &mut |_| {}).violations;
        for violation in all {
            let known = |it: &Falsified| it.trace.violation.property == violation.property;
            if !found.iter().any(known) {
                found.push(falsified(program, harness, &whole, violation));
            }
        }
    }
    found
}

fn falsified(
    program: &Program,
    harness: &Harness,
    whole: &Trace,
    violation: Violation,
) -> Falsified {
    let mut trace = whole.clone();
    trace.ticks.truncate(violation.tick as usize);
    trace.violation = violation;
    let execution = execute(program, harness, &trace, &mut |_| {});
    Falsified {
        trace,
        execution,
        earliest: true,
        remark: None,
    }
}

/// Shows each violation of a case in turn.
fn each(text: &str, width: usize, show: &mut dyn FnMut(&ViolationReport<'_>, &Falsified, &Rerun)) {
    let mut frontend = Frontend::default();
    let runtime = repository().join("falsify-runtime");
    let analysis = frontend.analyse(&single_text(text, Some(&runtime)));
    assert!(
        analysis.diagnostics.is_empty(),
        "{:?}",
        analysis.diagnostics
    );
    let renderer = Renderer {
        sources: &frontend.sources,
        root: Path::new("."),
        colour: false,
        width,
    };
    let harness = &analysis.program.harnesses[0];
    let subject = Subject {
        program: &analysis.program,
        harness,
        found: &analysis.listing.loops[0],
    };
    let report = ViolationReport {
        subject,
        renderer: &renderer,
        outline: &|span| analysis.outline(span),
    };
    for found in violations(&analysis, harness, text) {
        let rerun = Rerun::of(subject, &found.trace);
        assert!(rerun.execution.shows(&found.trace.violation));
        show(&report, &found, &rerun);
    }
}

fn case(name: &str) -> String {
    let path = repository().join(format!("tests/violation/{name}.rs"));
    fs::read_to_string(path).expect("a case")
}

/// Everything that is shown about a case.
fn shown(text: &str) -> String {
    let width = numbers(text, "//! width:").map_or(80, |it| it[0] as usize);
    let text = text.to_owned();
    with_big_stack(move || {
        let mut all = String::new();
        each(&text, width, &mut |report, found, rerun| {
            all += &report.human(found, rerun);
            all += "\n";
        });
        all
    })
}

#[test]
fn violations_read_well() {
    let cases = repository().join("tests/violation");
    let mut names: Vec<String> = fs::read_dir(cases)
        .expect("the cases")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert!(names.len() >= 7, "{names:?}");
    for name in names {
        compare(&format!("violation-{name}"), &shown(&case(&name)));
    }
}

fn compare(file: &str, text: &str) {
    let path = repository().join("tests/expected").join(file);
    if std::env::var_os("FALSIFY_BLESS").is_some() {
        fs::write(&path, text).expect("a file");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{file}: look at it, then FALSIFY_BLESS=1");
}

/// The waveforms of the last violation of a case.
#[test]
fn waveforms_have_every_value_of_every_tick() {
    for name in ["deadline", "superloop", "conditions"] {
        let text = case(name);
        let waves = with_big_stack(move || {
            let mut last = Vec::new();
            each(&text, 80, &mut |report, _, rerun| {
                last = vcd::file(report.subject, rerun).expect("waveforms");
            });
            String::from_utf8(last).expect("text")
        });
        compare(&format!("violation-{name}.vcd"), &waves);
    }
}
