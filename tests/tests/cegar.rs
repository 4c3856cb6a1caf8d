//! Search by abstraction: alarms, path programs, refinement, with summaries made by hand.

use std::fs;

use cargo_falsify::driver::{Analysis, Frontend};
use cargo_falsify::engine::bmc::Bmc;
use cargo_falsify::engine::cegar::{Cegar, Chapter, How, Variant};
use cargo_falsify::engine::{Engine, Finding, Stop, Subject, Task};
use cargo_falsify::evidence::{execute, Property, Trace};
use cargo_falsify::ir::{Func, FuncId};
use cargo_falsify::notation::short_name;
use cargo_falsify::solver::{Budget, SolverKind};
use cargo_falsify::summary::{Body, Learning, Maker, Observation, Settings, Stand};
use cargo_falsify::system::build;
use falsify_tests::frontend::{analyse, drawn, on_a_thread};
use falsify_tests::user::repository;

/// The cruise control, with a summary of `engaged` that is too coarse.
fn cruise() -> String {
    let path = repository().join("examples/cruise/src/lib.rs");
    let text = fs::read_to_string(path).expect("the example");
    text + "
/// Nothing is valid once the car moves.
#[aux]
fn coarse(speed: i32, demand: i32) -> i32 {
    if speed == 0 { demand } else { 0 }
}
"
}

/// Summaries of `engaged`: first a coarse one, then the function itself.
struct ByHand<'a> {
    analysis: &'a Analysis,
    learning: Learning<'a>,
}

impl ByHand<'_> {
    fn body(&self, name: &str) -> Func {
        let mut functions = self.analysis.program.funcs.iter();
        let found = functions.find(|it| short_name(it.name.as_str()) == name);
        found.expect("a function of that name").clone()
    }

    fn stand(&self, function: FuncId, name: &str) -> Stand {
        Stand::given(function, Body::Given(self.body(name)), name.to_owned())
    }
}

impl Maker for ByHand<'_> {
    fn first(&self, function: FuncId) -> Option<Stand> {
        Some(self.stand(function, "coarse"))
    }

    fn refined(&self, stand: &Stand, corrected: &[Observation]) -> Option<Stand> {
        assert!(!corrected.is_empty());
        Some(self.stand(stand.function, "engaged"))
    }

    fn any(&self, function: FuncId) -> Option<Stand> {
        self.learning.any(function)
    }
}

fn by_hand(analysis: &Analysis) -> ByHand<'_> {
    ByHand {
        analysis,
        learning: learning(analysis),
    }
}

fn learning(analysis: &Analysis) -> Learning<'_> {
    Learning::new(&analysis.program, Settings::default(), &Budget::unlimited())
}

/// What happens when a monitor is asked about.
struct Course {
    chapters: Vec<Chapter>,
    found: Vec<Trace>,
    stop: Stop,
}

fn search(analysis: &Analysis, maker: &dyn Maker, variant: Variant) -> Course {
    let harness = &analysis.program.harnesses[0];
    let system = build(&analysis.program, harness, &[Property::Monitor(0)]).expect("a system");
    let subject = Subject {
        program: &analysis.program,
        harness,
        calls: &analysis.calls(),
    };
    let task = Task {
        subject: Some(subject),
        variant,
        ..Task::new(&system, &[0], 20)
    };
    let solver = SolverKind::Cadical;
    let engine = Cegar {
        solver,
        inner: Box::new(Bmc::new(solver)),
    };
    let (mut chapters, mut found) = (Vec::new(), Vec::new());
    let stop = engine.check_with(
        maker,
        subject,
        &task,
        &Budget::unlimited(),
        &mut |finding| match finding {
            Finding::Told(chapter) => chapters.push(chapter),
            Finding::Executed { trace, .. } => found.push(trace),
            other => panic!("it says more than it may: {other:?}"),
        },
    );
    for trace in &found {
        let run = execute(&analysis.program, harness, trace, &mut |_| {});
        assert!(run.shows(&trace.violation), "{trace:?}");
    }
    Course {
        chapters,
        found,
        stop,
    }
}

fn read(frontend: &mut Frontend, text: &str) -> Analysis {
    let analysis = analyse(frontend, text);
    assert!(
        analysis.diagnostics.is_empty(),
        "{}",
        drawn(frontend, &analysis)
    );
    analysis
}

/// The story of sections 2 to 4 of the PBEAR paper.
#[test]
fn an_alarm_is_filtered_the_summary_refined_and_the_violation_confirmed() {
    let told = on_a_thread(|| {
        let mut frontend = Frontend::default();
        let analysis = read(&mut frontend, &cruise());
        let maker = by_hand(&analysis);
        let course = search(&analysis, &maker, Variant::default());
        assert_eq!(course.stop, Stop::Decided);
        assert_eq!(course.found.len(), 1);
        assert_eq!(course.found[0].violation.tick, 11);
        let name = |function: &cargo_falsify::source::Symbol| short_name(function.as_str());
        let words = course.chapters.iter().map(|chapter| match chapter {
            Chapter::Call { function, how, .. } => match how {
                How::Any(values) => format!("{} is any of {values}", name(function)),
                how => format!("{} is {how:?}", name(function)),
            },
            Chapter::Summary { text, .. } => format!("summary {text}"),
            Chapter::Alarm(alarm) => format!("alarm at {}", alarm.tick),
            Chapter::Spurious { alarm, excluded } => {
                format!("spurious at {}, excluded: {excluded}", alarm.tick)
            }
            Chapter::Refined {
                text, corrected, ..
            } => format!("refined {text}: {}", of_engaged(corrected)),
            Chapter::Confirmed(violation) => format!("confirmed at {}", violation.tick),
            Chapter::Proving { .. } => "proofs".to_owned(),
            Chapter::Kept { function } => format!("{} is kept", name(function)),
        });
        words.collect::<Vec<_>>()
    });
    let wanted = [
        "classify is any of result: 0 to 2",
        "engaged is Summary",
        "summary coarse",
        "alarm at 11",
        "spurious at 11, excluded: true",
        "refined engaged: as it is, not 0",
        "alarm at 11",
        "confirmed at 11",
    ];
    assert_eq!(told.expect("no panic"), wanted);
}

/// Which demands the run of an alarm has at 50 is the solver's choice.
fn of_engaged(corrected: &[String]) -> &'static str {
    let right = [
        "engaged(50, 0) is 50, not 0",
        "engaged(50, 1) is 1, not 0",
        "engaged(50, 2) is 2, not 0",
    ];
    let is_right = |it: &String| right.contains(&it.as_str());
    assert!(!corrected.is_empty() && corrected.iter().all(is_right));
    "as it is, not 0"
}

/// The same with what is learnt.
#[test]
fn the_whole_story_happens_on_the_cruise_control() {
    let told = on_a_thread(|| {
        let mut frontend = Frontend::default();
        let path = repository().join("examples/cruise/src/lib.rs");
        let analysis = read(
            &mut frontend,
            &fs::read_to_string(path).expect("the example"),
        );
        let harness = &analysis.program.harnesses[0];
        let system = build(&analysis.program, harness, &[Property::Monitor(0)]).expect("a system");
        let calls = analysis.calls();
        let subject = Subject {
            program: &analysis.program,
            harness,
            calls: &calls,
        };
        let task = Task {
            subject: Some(subject),
            ..Task::new(&system, &[0], 20)
        };
        let solver = SolverKind::Cadical;
        let engine = Cegar {
            solver,
            inner: Box::new(Bmc::new(solver)),
        };
        let (mut told, mut found) = (Vec::new(), Vec::new());
        let stop = engine.check(&task, &Budget::unlimited(), &mut |finding| match finding {
            Finding::Told(chapter) => told.push(chapter),
            Finding::Executed { trace, .. } => found.push(trace.violation.tick),
            _ => {}
        });
        assert_eq!((stop, found), (Stop::Decided, vec![11]));
        let words = told.iter().map(|chapter| match chapter {
            Chapter::Call {
                how: How::Any(values),
                ..
            } => format!("any: {values}"),
            Chapter::Call { how, .. } => format!("{how:?}"),
            Chapter::Summary { .. } => "summary".to_owned(),
            Chapter::Alarm(_) => "alarm".to_owned(),
            Chapter::Spurious { excluded, .. } => format!("spurious, excluded: {excluded}"),
            Chapter::Refined { corrected, .. } => format!("refined: {}", !corrected.is_empty()),
            Chapter::Confirmed(_) => "confirmed".to_owned(),
            Chapter::Kept { .. } => "kept".to_owned(),
            Chapter::Proving { .. } => "proofs".to_owned(),
        });
        words.collect::<Vec<_>>()
    });
    let wanted = [
        "any: result: 0 to 2",
        "Summary",
        "summary",
        "alarm",
        "spurious, excluded: true",
        "refined: true",
        "alarm",
        "confirmed",
    ];
    assert_eq!(told.expect("no panic"), wanted);
}

/// What a summary answers right is no reason to look at other inputs: the path program does that.
#[test]
fn other_inputs_on_the_same_way_make_an_alarm_true() {
    // Of 200 inputs the summary is right about 0 alone, and the violation needs a large one.
    let text = "
use falsify::{aux, control_loop, monitor};
#[derive(Default)] pub struct S { hit: bool, last: u8 }
#[aux] fn engaged(x: u8) -> u8 { if x > 100 { 7 } else { 0 } }
#[aux] fn coarse(_x: u8) -> u8 { 7 }
#[control_loop] pub fn tick(s: &mut S, #[input(0..=120)] x: u8) { s.last = x; s.hit = engaged(x) == 7; }
#[monitor] fn never_hit(s: &S) -> bool { !s.hit }
";
    let found = on_a_thread(|| {
        let mut frontend = Frontend::default();
        let analysis = read(&mut frontend, text);
        let maker = by_hand(&analysis);
        let course = search(&analysis, &maker, Variant::default());
        let refined = |chapter: &&Chapter| matches!(chapter, Chapter::Refined { .. });
        let refinements = course.chapters.iter().filter(refined).count();
        (course.found.len(), refinements)
    });
    assert_eq!(found.expect("no panic"), (1, 0));
}

/// Every way that was excluded stays so: the engine itself asserts it.
#[test]
fn no_infeasible_way_is_visited_twice() {
    let text = "
use falsify::{aux, control_loop, monitor};
#[derive(Default)] pub struct S { a: u8, b: u8 }
#[aux] fn g(x: u8, y: u8) -> u8 { if x == y { 3 } else if x > 2 { 1 } else { 0 } }
#[control_loop] pub fn tick(s: &mut S, #[input(0..=3)] x: u8) {
    match g(s.a, x) { 0 => s.a = x, 1 => s.b = s.b.saturating_add(1), 3 => s.a = 0, _ => s.b = 9 }
}
#[monitor] fn small(s: &S) -> bool { s.b < 4 }
";
    let outcome = on_a_thread(|| {
        let mut frontend = Frontend::default();
        let analysis = read(&mut frontend, text);
        // Made of too little, so that there is something to learn.
        let settings = Settings {
            examples: 5,
            rounds: 1,
            exactness: false,
            ..Settings::default()
        };
        let hasty = Learning::new(&analysis.program, settings, &Budget::unlimited());
        let found = search(&analysis, &hasty, Variant::default());
        let wrong = Variant {
            wrong: true,
            ..Variant::default()
        };
        let never = search(&analysis, &hasty, wrong);
        (found.stop, found.found, never.stop, never.found)
    });
    let (stop, found, never, nothing) = outcome.expect("no panic");
    assert_eq!((stop, found.len()), (Stop::Decided, 1));
    assert!(found[0].violation.tick >= 5, "{found:?}");
    // Summaries that never answer right are given up.
    assert_eq!((never, nothing), (Stop::Abstraction, Vec::new()));
}
