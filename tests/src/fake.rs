//! Deciders that need no engine: what the command line makes of verdicts is tested with verdicts of one's choice.

use std::time::Duration;

use cargo_falsify::evidence::{
    execute, Decision, Falsified, Property, Reading, TickInputs, Trace, Verdict, Violation,
};
use cargo_falsify::ir::interp::{InputRequest, Machine, Run, World};
use cargo_falsify::ir::{Handler, Harness, Program, Value};
use cargo_falsify::simulate::{Random, Source};

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
    }
}
