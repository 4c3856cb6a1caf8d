//! Random runs of a crate's loops, in the interpreter and on the compiled crate.

use std::path::Path;

use cargo_falsify::driver::{self, Analysis, Frontend};
use cargo_falsify::evidence::replay::{says, End, Replay, ReplayedTick, Replayer, Subject};
use cargo_falsify::evidence::{
    execute, Execution, Property, Reading, TickInputs, Trace, Violation,
};
use cargo_falsify::ir::interp::{InputRequest, Machine, Run, Stop, TickRecord, World};
use cargo_falsify::ir::{Handler, Harness, Program, Value};
use cargo_falsify::project::{Project, Selection};
use cargo_falsify::simulate::Random;
use cargo_falsify::source::SourceMap;

use crate::user::repository;

/// Inputs that an assumption refuses are drawn again, so often.
const ATTEMPTS: u32 = 20;

/// Compares runs of all loops of a package: `seeds` of them, of so many ticks. Answers with every difference.
pub fn differences(manifest: &Path, tool: &Path, seeds: u64, ticks: u64) -> Vec<String> {
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
    let mut found = Vec::new();
    for package in &project.packages {
        let built = project
            .check(&[package], false)
            .unwrap_or_else(|e| panic!("{}", e.messages));
        for unit in &package.units {
            let request = driver::of_unit(&project, package, unit, &built);
            let analysis = frontend.analyse(&request);
            if analysis.program.harnesses.is_empty() && analysis.diagnostics.is_empty() {
                continue;
            }
            assert!(
                analysis.diagnostics.is_empty(),
                "{:?}",
                analysis.diagnostics
            );
            let subject = Subject {
                project: &project,
                package,
                unit,
                program: &analysis.program,
                blueprint: &analysis.blueprint,
                sources: &frontend.sources,
            };
            let replayer = Replayer::build(&subject, tool);
            let replayer = replayer.unwrap_or_else(|e| panic!("{}: {e}", package.name));
            let compared = Compared {
                analysis: &analysis,
                sources: &frontend.sources,
                replayer: &replayer,
            };
            found.extend(compared.all_loops(seeds, ticks));
        }
    }
    found
}

struct Compared<'a> {
    analysis: &'a Analysis,
    sources: &'a SourceMap,
    replayer: &'a Replayer,
}

impl Compared<'_> {
    fn all_loops(&self, seeds: u64, ticks: u64) -> Vec<String> {
        let harnesses = 0..self.analysis.program.harnesses.len();
        let runs = harnesses.flat_map(|harness| (0..seeds).map(move |seed| (harness, seed)));
        runs.flat_map(|(harness, seed)| self.one_run(harness, seed, ticks))
            .collect()
    }

    fn one_run(&self, index: usize, seed: u64, ticks: u64) -> Vec<String> {
        let program = &self.analysis.program;
        let harness = &program.harnesses[index];
        let trace = random_trace(program, harness, seed, ticks);
        let execution = execute(program, harness, &trace, &mut |_| {});
        let name = format!("{}::{} seed {seed}", harness.package, harness.name);
        match self.replayer.run(index, &trace) {
            Ok(replay) => {
                let differences = self.compare(&execution, &replay);
                differences
                    .into_iter()
                    .map(|it| format!("{name}: {it}"))
                    .collect()
            }
            Err(error) => vec![format!("{name}: {error}")],
        }
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
    loop {
        let (trace, refused) = one_attempt(program, harness, &mut random, ticks);
        match refused {
            Some(tick) if random.attempts(tick) < ATTEMPTS => random.draw_again(tick),
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
