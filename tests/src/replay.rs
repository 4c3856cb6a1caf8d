//! Random runs of a crate's loops, in the interpreter and on the compiled crate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use cargo_falsify::driver::{self, Analysis, Frontend};
use cargo_falsify::evidence::replay::{
    judge, says, End, Judgement, Replay, ReplayError, ReplayedTick, Replayer, Subject,
};
use cargo_falsify::evidence::{
    execute, Execution, Property, Reading, TickInputs, Trace, Violation,
};
use cargo_falsify::ir::interp::{InputRequest, Machine, Run, Stop, TickRecord, World};
use cargo_falsify::ir::{Handler, Harness, Program, Value};
use cargo_falsify::project::{Project, Selection};
use cargo_falsify::simulate::Random;
use cargo_falsify::source::SourceMap;

use crate::frontend::runtime;
use crate::user::{repository, Desk};

/// A package (or several) as a text: lines `//@ file PATH` begin its files; before the first one stand directives.
pub struct Given {
    text: String,
}

impl Given {
    pub fn read(path: &Path) -> Given {
        let text = std::fs::read_to_string(path).expect("a readable case");
        Given { text }
    }

    /// The words of a directive, of all its lines.
    pub fn words(&self, directive: &str) -> Vec<&str> {
        let lines = self
            .text
            .lines()
            .filter_map(|line| line.strip_prefix("//@ "));
        let said = lines.filter_map(|line| line.strip_prefix(directive)?.strip_prefix(' '));
        said.flat_map(str::split_whitespace).collect()
    }

    /// Writes the files; a package without a manifest of its own gets one.
    pub fn put(&self, name: &str, desk: &Desk) {
        let edition = self.words("edition").first().copied().unwrap_or("2021");
        desk.package("", name, "");
        let manifest = desk.path().join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).expect("a manifest");
        let text = text.replace("edition = \"2021\"", &format!("edition = \"{edition}\""));
        std::fs::write(&manifest, text).expect("a manifest");
        for part in self.text.split("//@ file ").skip(1) {
            let (path, text) = part.split_once('\n').unwrap_or((part, ""));
            let runtime = runtime().display().to_string();
            desk.file(path.trim(), &text.replace("$RUNTIME", &runtime));
        }
    }
}

/// Inputs that an assumption refuses are drawn again, so often; for every third seed they are not.
const ATTEMPTS: u32 = 20;

/// What random runs met, and how the compiled crate differed.
#[derive(Default)]
pub struct Comparison {
    pub differences: Vec<String>,
    /// `monitor`, `check`, `assume`, `event`, `interrupt` and kinds of panics: how many runs had one that was false or that came.
    pub met: BTreeMap<String, u32>,
}

impl Comparison {
    fn note(&mut self, execution: &Execution) {
        let mut met: BTreeSet<String> = BTreeSet::new();
        let mut note = |is_met: bool, kind: &str| met.extend(is_met.then(|| kind.to_owned()));
        for record in &execution.records {
            note(record.monitors.contains(&false), "monitor");
            note(record.properties.iter().any(|it| !it.holds), "check");
            note(!record.events.is_empty(), "event");
            note(record.interrupts().next().is_some(), "interrupt");
            match &record.stop {
                Some((_, Stop::Panicked(panic))) => note(true, &format!("{:?}", panic.kind)),
                Some((_, Stop::AssumeFailed(_))) => note(true, "assume"),
                _ => {}
            }
        }
        for kind in met {
            *self.met.entry(kind).or_default() += 1;
        }
    }
}

/// A crate that was read, and what came of compiling it for replays.
pub struct Opened<'a> {
    pub analysis: &'a Analysis,
    pub sources: &'a SourceMap,
    pub replayer: Result<Replayer, ReplayError>,
}

/// Opens all crates of a manifest that have loops.
pub fn each_unit(manifest: &Path, tool: &Path, visit: &mut dyn FnMut(&mut Opened<'_>)) {
    let mut frontend = Frontend::default();
    let selection = Selection {
        manifest_path: Some(manifest.to_path_buf()),
        offline: true,
        target_dir: Some(repository().join("target/user")),
        ..Selection::default()
    };
    let mut problems = Vec::new();
    let project = Project::open(&selection, &mut frontend.sources, &mut problems);
    let project = project.unwrap_or_else(|| panic!("{problems:?}"));
    for package in project.packages.iter().filter(|it| it.is_firmware) {
        let built = project.check(&[package], false);
        let built = built.unwrap_or_else(|e| panic!("{}", e.messages));
        for unit in &package.units {
            let request = driver::of_unit(&project, package, unit, &built);
            let analysis = frontend.analyse(&request);
            assert!(
                analysis.diagnostics.is_empty(),
                "{:?}",
                analysis.diagnostics
            );
            if analysis.program.harnesses.is_empty() {
                continue;
            }
            let subject = Subject {
                project: &project,
                package,
                unit,
                program: &analysis.program,
                blueprint: &analysis.blueprint,
                sources: &frontend.sources,
            };
            visit(&mut Opened {
                analysis: &analysis,
                sources: &frontend.sources,
                replayer: Replayer::build(&subject, tool, Arc::default()),
            });
        }
    }
}

/// Compares runs of all loops of the packages of a manifest: `seeds` of them, of so many ticks.
pub fn compare(manifest: &Path, tool: &Path, seeds: u64, ticks: u64) -> Comparison {
    let mut comparison = Comparison::default();
    each_unit(manifest, tool, &mut |opened| {
        let replayer = opened.replayer.as_ref();
        let compared = Compared {
            analysis: opened.analysis,
            sources: opened.sources,
            replayer: replayer.unwrap_or_else(|error| panic!("{error}")),
        };
        for harness in 0..opened.analysis.program.harnesses.len() {
            (0..seeds).for_each(|seed| compared.one_run(harness, seed, ticks, &mut comparison));
        }
    });
    comparison
}

struct Compared<'a> {
    analysis: &'a Analysis,
    sources: &'a SourceMap,
    replayer: &'a Replayer,
}

impl Compared<'_> {
    fn one_run(&self, index: usize, seed: u64, ticks: u64, comparison: &mut Comparison) {
        let program = &self.analysis.program;
        let harness = &program.harnesses[index];
        let trace = random_trace(program, harness, seed, ticks);
        let execution = execute(program, harness, &trace, &mut |_| {});
        comparison.note(&execution);
        let mut differences = match self.replayer.run(index, &trace) {
            Ok(replay) => {
                let judged = self.misjudged(harness, &execution, &replay);
                self.compare(&execution, &replay)
                    .into_iter()
                    .chain(judged)
                    .collect()
            }
            Err(error) => vec![error.to_string()],
        };
        // One is enough to begin with.
        differences.truncate(3);
        let name = format!("{}::{} seed {seed}", harness.package, harness.name);
        let differences = differences.into_iter().map(|it| format!("{name}: {it}"));
        comparison.differences.extend(differences);
    }

    /// Every violation is confirmed where it happened, and no monitor where it held.
    fn misjudged(&self, harness: &Harness, execution: &Execution, replay: &Replay) -> Vec<String> {
        let mut wrong = Vec::new();
        let confirmed =
            |violation: &Violation| judge(replay, violation, self.sources) == Judgement::Confirmed;
        for violation in execution.violations.iter().filter(|it| !confirmed(it)) {
            wrong.push(format!("{violation:?} is not confirmed"));
        }
        for record in &execution.records {
            for index in 0..harness.monitors.len() {
                let claim = Violation {
                    property: Property::Monitor(index),
                    tick: record.tick,
                };
                if confirmed(&claim) != execution.shows(&claim) {
                    wrong.push(format!("{claim:?} is misjudged"));
                }
            }
        }
        wrong
    }

    fn compare(&self, execution: &Execution, replay: &Replay) -> Vec<String> {
        let mut differences = Vec::new();
        if execution.records.len() != replay.ticks.len() {
            let (here, there) = (execution.records.len(), replay.ticks.len());
            differences.push(format!("{here} ticks interpreted, {there} replayed"));
        }
        for (record, tick) in execution.records.iter().zip(&replay.ticks) {
            differences.extend(self.compare_tick(record, tick));
        }
        let stop = execution.records.last().and_then(|it| it.stop.clone());
        let same = match (&stop, &replay.stop) {
            (None, None) => true,
            (Some((phase, stop)), Some((other, end))) => phase == other && self.same_end(stop, end),
            _ => false,
        };
        if !same {
            differences.push(format!("ended by {stop:?}, replayed by {:?}", replay.stop));
        }
        differences
    }

    fn compare_tick(&self, record: &TickRecord, tick: &ReplayedTick) -> Option<String> {
        let events: Vec<&str> = record.events.iter().map(|it| it.name.as_str()).collect();
        let same_checks = record.properties.len() == tick.checks.len()
            && record
                .properties
                .iter()
                .zip(&tick.checks)
                .all(|(here, there)| {
                    here.name.as_str() == there.name
                        && here.holds == there.holds
                        && there.place.is(here.span, self.sources)
                });
        let same = events == tick.events && record.monitors == tick.monitors && same_checks;
        (!same).then(|| {
            format!(
                "tick {}: {:?} {:?} {:?}, replayed {tick:?}",
                record.tick, events, record.properties, record.monitors
            )
        })
    }

    fn same_end(&self, stop: &Stop, end: &End) -> bool {
        match (stop, end) {
            (Stop::Panicked(panic), End::Panicked { message, place }) => {
                place.is(panic.span, self.sources) && says(message, panic.kind)
            }
            (Stop::AssumeFailed(span), End::AssumeFailed(place)) => place.is(*span, self.sources),
            (Stop::MissingInput(name), End::MissingInput(other))
            | (Stop::InvalidInput(name, _), End::InvalidInput(other)) => name.as_str() == other,
            _ => false,
        }
    }
}

/// The inputs of a run with random ones, whatever came of it.
pub fn random_trace(program: &Program, harness: &Harness, seed: u64, ticks: u64) -> Trace {
    let mut random = Random::new(program, seed);
    let attempts = if seed % 3 == 2 { 0 } else { ATTEMPTS };
    loop {
        let (trace, refused) = one_attempt(program, harness, &mut random, ticks);
        match refused {
            Some(tick) if random.attempts(tick) < attempts => random.draw_again(tick),
            _ => return trace,
        }
    }
}

/// A run, and the tick at which an assumption refused it.
fn one_attempt(
    program: &Program,
    harness: &Harness,
    random: &mut Random,
    ticks: u64,
) -> (Trace, Option<u64>) {
    let mut trace = Trace {
        start: Vec::new(),
        ticks: Vec::new(),
        violation: Violation {
            property: Property::Monitor(0),
            tick: 0,
        },
    };
    let mut world = Recorder {
        random,
        now: TickInputs::default(),
    };
    world.random.begin(0);
    let mut run = Run::prepare(Machine::checked(program), harness).expect("a well-formed program");
    let _ = run.restart(&mut world);
    trace.start = std::mem::take(&mut world.now).readings;
    for tick in 1..=ticks {
        if run.record().stop.is_some() {
            break;
        }
        world.random.begin(tick);
        run.tick(&mut world);
        trace.ticks.push(std::mem::take(&mut world.now));
    }
    let record = run.record();
    let refused = matches!(record.stop, Some((_, Stop::AssumeFailed(_))));
    (trace, refused.then_some(record.tick))
}

struct Recorder<'r> {
    random: &'r mut Random,
    now: TickInputs,
}

impl World for Recorder<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Value> {
        let value = self.random.input(request)?;
        self.now.readings.push(Reading {
            source: request.source,
            ty: request.ty,
            value: value.clone(),
        });
        Some(value)
    }

    fn handlers(&mut self, _tick: u64, handlers: &[Handler]) -> Vec<usize> {
        self.now.handlers = self.random.handlers(handlers);
        self.now.handlers.clone()
    }
}
