//! Verdicts on loops without a compiled crate: the interpreter is the last judge.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use cargo_falsify::driver::Analysis;
use cargo_falsify::evidence::{Decision, Property, Trace};
use cargo_falsify::ir::Harness;
use cargo_falsify::list::Loop;
use cargo_falsify::strategy::{decide, Job, Judge, Judgement, Settings};

/// The interpreter has judged already.
struct Agreeing;

impl Judge for Agreeing {
    fn judge(&self, _: &Trace) -> Judgement {
        Judgement::Confirmed(None)
    }
}

/// All that can be asked about a loop.
pub fn properties(harness: &Harness, found: &Loop) -> Vec<Property> {
    let monitors = (0..harness.monitors.len()).map(Property::Monitor);
    let checks = found.properties.iter();
    let checks = checks.map(|&(name, span)| Property::Check { name, span });
    let panics = found.panic_sites.iter();
    let panics = panics.map(|site| Property::Panic {
        kind: site.kind,
        span: site.span,
    });
    monitors.chain(checks).chain(panics).collect()
}

/// The verdicts on all properties of a loop of a crate.
pub fn verdicts(analysis: &Analysis, which: usize, settings: Settings) -> Vec<Decision> {
    let harness = &analysis.program.harnesses[which];
    let properties = properties(harness, &analysis.listing.loops[which]);
    let job = Job {
        program: &analysis.program,
        harness,
        properties: &properties,
        calls: &analysis.calls(),
        settings,
        interrupt: Arc::new(AtomicBool::new(false)),
    };
    decide(&job, &Agreeing, &mut |_| {})
}
