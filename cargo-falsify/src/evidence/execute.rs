//! A trace in the reference interpreter.

use super::{Property, Reading, TickInputs, Trace, Violation};
use crate::ir::blueprint::decided;
use crate::ir::interp::{InputRequest, Machine, Phase, Run, Stop, TickRecord, World};
use crate::ir::{Handler, Harness, Program, Value};

/// What came out of a trace.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Execution {
    /// The initialisation, then each tick that was executed.
    pub records: Vec<TickRecord>,
    /// All violations in order; a panic is the last one.
    pub violations: Vec<Violation>,
    /// Why it ended before the trace did, if not by a panic.
    pub stop: Option<Stop>,
}

impl Execution {
    /// Whether it shows what the trace claims.
    pub fn shows(&self, violation: &Violation) -> bool {
        self.violations.contains(violation)
    }
}

/// Runs a loop with the inputs of a trace. `watch` sees the run after the start and after every tick.
pub fn execute(
    program: &Program,
    harness: &Harness,
    trace: &Trace,
    watch: &mut dyn FnMut(&Run<'_>),
) -> Execution {
    execute_in(Machine::checked(program), harness, trace, watch)
}

/// The same in a machine of one's own, such as one that watches functions.
pub fn execute_in(
    machine: Machine<'_>,
    harness: &Harness,
    trace: &Trace,
    watch: &mut dyn FnMut(&Run<'_>),
) -> Execution {
    let mut watch = |run: &Run<'_>| {
        watch(run);
        true
    };
    execute_while(machine, harness, trace, &mut watch)
}

/// The same for as long as the one who watches wants to see more.
pub fn execute_while(
    machine: Machine<'_>,
    harness: &Harness,
    trace: &Trace,
    watch: &mut dyn FnMut(&Run<'_>) -> bool,
) -> Execution {
    let mut execution = Execution::default();
    let mut world = Recorded::default();
    world.begin(&trace.start, &[]);
    let mut run = match Run::prepare(machine, harness) {
        Ok(run) => run,
        Err(stop) => {
            execution.stop = Some(stop);
            return execution;
        }
    };
    let _ = run.restart(&mut world);
    execution.note(harness, run.record());
    let mut goes_on = watch(&run);
    for TickInputs { handlers, readings } in &trace.ticks {
        if run.record().stop.is_some() || !goes_on {
            break;
        }
        world.begin(readings, handlers);
        run.tick(&mut world);
        execution.note(harness, run.record());
        goes_on = watch(&run);
    }
    execution
}

impl Execution {
    fn note(&mut self, harness: &Harness, record: &TickRecord) {
        let tick = record.tick;
        let mut add = |property| self.violations.push(Violation { property, tick });
        for event in record.properties.iter().filter(|event| !event.holds) {
            add(Property::Check {
                name: event.name,
                span: event.span,
            });
        }
        let asked = record.monitors.iter().take(harness.monitors.len());
        for (index, _) in asked.enumerate().filter(|(_, holds)| !**holds) {
            add(Property::Monitor(index));
        }
        match &record.stop {
            Some((_, Stop::Panicked(panic))) => add(Property::Panic {
                kind: panic.kind,
                span: panic.span,
            }),
            Some((_, stop)) => self.stop = Some(stop.clone()),
            None => {}
        }
        self.records.push(record.clone());
    }
}

/// The phase in which the run ended, if it did.
impl Execution {
    pub fn phase(&self) -> Option<Phase> {
        let last = self.records.last()?;
        last.stop.as_ref().map(|(phase, _)| *phase)
    }
}

/// A world that plays what was recorded.
#[derive(Default)]
struct Recorded {
    readings: std::collections::VecDeque<Reading>,
    handlers: Vec<usize>,
}

impl Recorded {
    fn begin(&mut self, readings: &[Reading], handlers: &[usize]) {
        self.readings = readings.iter().cloned().collect();
        self.handlers = handlers.to_vec();
    }
}

impl World for Recorded {
    /// A handler that the trace does not have at a point in the middle of a tick does not run there.
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Value> {
        let fits = |it: &Reading| it.source == request.source && it.ty == request.ty;
        if decided(request.source).is_some() && !self.readings.front().is_some_and(fits) {
            return Some(Value::Scalar(0));
        }
        let next = self.readings.pop_front()?;
        fits(&next).then_some(next.value)
    }

    fn handlers(&mut self, _tick: u64, _handlers: &[Handler]) -> Vec<usize> {
        self.handlers.clone()
    }
}
