//! Summaries of functions: what stands for them, in what range it is, and whether it is exact.

use std::time::Duration;

use cargo_falsify::effects::EffectsOf;
use cargo_falsify::ir::interp::{Machine, NoInputs};
use cargo_falsify::ir::verify::verify;
use cargo_falsify::ir::{FuncId, Value};
use cargo_falsify::lower::{analyse_source, Analysis};
use cargo_falsify::solver::{Budget, SolverKind};
use cargo_falsify::summary::example::Observation;
use cargo_falsify::summary::{
    compare, ranges, refine, replaced, summarize, Body, Cache, Calls, Comparison, Guarded, Range,
    Reason, Replacement, Settings, Signature, Summary, Task,
};
use cargo_falsify::synth::{Op, Sort, Term};
use falsify_tests::random::Random;

fn read(text: &str) -> Analysis {
    let analysis = analyse_source(text);
    assert!(
        analysis.diagnostics.is_empty(),
        "{:?}",
        analysis.diagnostics
    );
    analysis
}

fn function(analysis: &Analysis, name: &str) -> FuncId {
    analysis.function(name).and_then(|it| it.func).expect(name)
}

fn signature(analysis: &Analysis, name: &str) -> Result<Signature, Reason> {
    let effects = EffectsOf::new(&analysis.program);
    Signature::of(&analysis.program, &effects, function(analysis, name))
}

fn settings() -> Settings {
    Settings {
        examples: 2_000,
        ..Settings::default()
    }
}

fn with_task<T>(
    analysis: &Analysis,
    name: &str,
    settings: &Settings,
    cache: Option<&Cache>,
    of: impl Fn(&Task) -> T,
) -> T {
    let effects = EffectsOf::new(&analysis.program);
    of(&Task {
        program: &analysis.program,
        effects: &effects,
        function: function(analysis, name),
        recorded: &[],
        settings,
        cache,
        budget: &Budget::lasting(Duration::from_secs(60)),
    })
}

fn summary(analysis: &Analysis, name: &str) -> Result<Summary, Reason> {
    with_task(analysis, name, &settings(), None, summarize)
}

const CRUISE: &str = "
    pub fn classify(raw: i32) -> i32 { if raw < 30 { 0 } else if raw < 50 { 1 } else { 2 } }
    pub fn engaged(speed: i32, demand: i32) -> i32 {
        let mut a = if speed < 0 { -speed } else { speed };
        let mut b = if demand < 0 { -demand } else { demand };
        while b != 0 { let rest = a % b; a = b; b = rest; }
        a
    }";

#[test]
fn a_function_of_thresholds_has_an_exact_summary() {
    let analysis = read(CRUISE);
    let found = summary(&analysis, "classify").expect("a summary");
    assert_eq!(found.similarity.accuracy(), 1.0);
    assert_eq!(found.comparison, Comparison::Same);
    assert!(found.replacement.exact);
    assert_eq!((found.complexity, found.function_complexity), (2, 2));
    assert_eq!(found.ranges(), [Range::between(32, 0, 2)]);
}

#[test]
fn a_greatest_common_divisor_is_summarised_and_not_exact() {
    let analysis = read(CRUISE);
    let found = summary(&analysis, "engaged").expect("a summary");
    assert!(found.complexity <= found.function_complexity);
    assert!(!found.replacement.exact, "{found:?}");
}
