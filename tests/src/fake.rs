//! Deciders that need no engine: what the command line makes of verdicts is tested with verdicts of one's choice.

use std::sync::atomic::Ordering;
use std::time::Duration;

use cargo_falsify::evidence::{
    execute, Decision, Falsified, Proof, Property, Reading, StopReason, TickInputs, Trace, Vacuity,
    Verdict, Violation,
};
use cargo_falsify::ir::interp::{InputRequest, Machine, Run, World};
use cargo_falsify::ir::{Handler, Harness, Program, Value};
use cargo_falsify::simulate::{Random, Source};
use cargo_falsify::strategy::{Event, Job, Judge};

/// Random inputs that are noted down.
struct Recorder {
    source: Source,
    tick: TickInputs,
}

impl World for Recorder {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Value> {
        let value = self.source.input(request)?;
        self.tick.readings.push(Reading {
            source: request.source,
            ty: request.ty,
            value: value.clone(),
        });
        Some(value)
    }

    fn handlers(&mut self, tick: u64, handlers: &[Handler]) -> Vec<usize> {
        self.tick.handlers = self.source.handlers(tick, handlers);
        self.tick.handlers.clone()
    }
}

/// The inputs of a random run; what they lead to is left open.
fn random_trace(program: &Program, harness: &Harness, seed: u64, ticks: u64) -> Trace {
    let mut recorder = Recorder {
        source: Source::Random(Random::new(program, seed)),
        tick: TickInputs::default(),
    };
    let mut trace = Trace {
        start: Vec::new(),
        ticks: Vec::new(),
        violation: Violation {
            property: Property::Monitor(0),
            tick: 0,
        },
    };
    let Ok(mut run) = Run::prepare(Machine::checked(program), harness) else {
        return trace;
    };
    let started = run.restart(&mut recorder);
    trace.start = std::mem::take(&mut recorder.tick).readings;
    for _ in 0..ticks {
        if started.is_err() || run.record().stop.is_some() {
            break;
        }
        run.tick(&mut recorder);
        trace.ticks.push(std::mem::take(&mut recorder.tick));
    }
    trace
}

/// A violation that random inputs reach, as early as they do.
pub fn falsified(
    program: &Program,
    harness: &Harness,
    property: Property,
    ticks: u64,
) -> Option<Falsified> {
    let runs = (0..200).filter_map(|seed| {
        let trace = random_trace(program, harness, seed, ticks);
        let execution = execute(program, harness, &trace, &mut |_| {});
        let mut found = execution.violations.iter();
        let violation = *found.find(|it| it.property == property)?;
        Some((trace, violation))
    });
    let (mut trace, violation) = runs.min_by_key(|(_, violation)| violation.tick)?;
    trace.ticks.truncate(violation.tick as usize);
    trace.violation = violation;
    let execution = execute(program, harness, &trace, &mut |_| {});
    Some(Falsified {
        trace,
        execution,
        earliest: false,
        remark: None,
    })
}

/// A decision that took no time.
pub fn decision(property: Property, verdict: Verdict) -> Decision {
    Decision {
        property,
        verdict,
        engine: "fake",
        time: Duration::ZERO,
        ended: Vec::new(),
    }
}

/// What the environment variable `FALSIFY_FAKE` asks the decider to do, for all loops or, as in `fast:proved slow:wait`, for
/// each; random search if nothing.
pub fn decide(job: &Job<'_>, _judge: &dyn Judge, on: &mut dyn FnMut(Event)) -> Vec<Decision> {
    on(Event::Started { engine: "fake" });
    let wish = wish(job.harness.name.as_str());
    let mut decisions = Vec::new();
    for property in job.properties {
        let verdict = verdict(&wish, job, *property);
        decisions.push(decision(*property, verdict));
        on(Event::Decided(decisions[decisions.len() - 1].clone()));
    }
    if wish == "lost" {
        decisions.pop();
    }
    decisions
}

fn wish(name: &str) -> String {
    let wishes = std::env::var("FALSIFY_FAKE").unwrap_or_default();
    let wishes = wishes.split_whitespace();
    let mut own = wishes.filter_map(|wish| match wish.split_once(':') {
        Some((of, wish)) => (of == name).then_some(wish),
        None => Some(wish),
    });
    own.next().unwrap_or_default().to_owned()
}

fn verdict(wish: &str, job: &Job<'_>, property: Property) -> Verdict {
    match wish {
        "proved" => Verdict::Proved(Proof {
            through: Vec::new(),
            argument: vec!["it is so".into()],
            certificate: None,
        }),
        "short" => Verdict::HoldsTo(job.settings.bound - 1),
        "holds" | "lost" => Verdict::HoldsTo(job.settings.bound),
        "vacuous" => Verdict::Vacuous(Vacuity::NoTick),
        "timeout" => Verdict::Unknown(StopReason::Timeout),
        "not-reproduced" => Verdict::Unknown(StopReason::NotReproduced("all was well".into())),
        "panic" => panic!("the fake engine panics"),
        "wait" => wait(job),
        "deaf" => loop {
            std::thread::sleep(Duration::from_millis(10));
        },
        _ => match falsified(
            job.program,
            job.harness,
            property,
            job.settings.bound.min(300),
        ) {
            Some(found) => Verdict::Falsified(Box::new(found)),
            None => Verdict::HoldsTo(job.settings.bound),
        },
    }
}

/// Works until it is interrupted.
fn wait(job: &Job<'_>) -> Verdict {
    while !job.interrupt.load(Ordering::SeqCst) {
        std::thread::sleep(Duration::from_millis(10));
    }
    Verdict::Unknown(StopReason::Interrupted)
}
