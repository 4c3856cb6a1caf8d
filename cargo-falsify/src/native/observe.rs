//! A compiled loop as the interpreter runs one: with a world, and with records of everything that happened.

use super::code::Code;
use super::host::Outside;
use super::run::{Loop, Outcome};
use super::sites::InputSite;
use super::values::{Encoder, Reader};
use crate::bv::Scalar;
use crate::ir::interp::{Event, InputRequest, Phase, PropertyEvent, Stop, TickRecord, World};
use crate::ir::{Harness, LocalId, StaticId, Value};

/// A loop with the record of its last tick.
pub struct Observed<'c> {
    run: Loop<'c>,
    harness: &'c Harness,
    record: TickRecord,
}

impl<'c> Observed<'c> {
    /// A loop that has still to be started; `harness` is the one that the code was made of.
    pub fn new(code: &'c Code<'c>, harness: &'c Harness) -> Observed<'c> {
        Observed {
            run: Loop::new(code),
            harness,
            record: TickRecord::default(),
        }
    }

    pub fn record(&self) -> &TickRecord {
        &self.record
    }

    pub fn state(&self) -> Option<Value> {
        self.run.state()
    }

    pub fn local(&self, local: LocalId) -> Value {
        self.run.local(local)
    }

    pub fn read_static(&self, id: StaticId) -> Value {
        self.run.read_static(id)
    }

    /// The loop itself.
    pub fn run(&mut self) -> &mut Loop<'c> {
        &mut self.run
    }

    pub fn restart(&mut self, world: &mut dyn World) -> Result<(), Stop> {
        let mut observer = Observer::new(self.run.code(), world, 0);
        let outcome = self.run.restart(&mut observer);
        let (record, failure) = (observer.record, observer.failure);
        self.record = record;
        match self.stopped(outcome, failure) {
            Some((_, stop)) => {
                self.record.stop = Some((Phase::Start, stop.clone()));
                Err(stop)
            }
            None => Ok(()),
        }
    }

    /// Executes one tick. After a stop it only repeats the last record.
    pub fn tick(&mut self, world: &mut dyn World) -> &TickRecord {
        if self.record.stop.is_none() {
            let tick = self.record.tick + 1;
            let handlers = world.handlers(tick, &self.harness.handlers);
            match self.refused_handler(&handlers) {
                Some(stop) => self.record.stop = Some(stop),
                None => self.observe(tick, handlers, world),
            }
            self.record.tick = tick;
        }
        &self.record
    }

    fn refused_handler(&self, chosen: &[usize]) -> Option<(Phase, Stop)> {
        let refused = chosen.iter().enumerate().find(|(at, index)| {
            let earlier = chosen[..*at].iter().filter(|other| other == index).count();
            let handler = self.harness.handlers.get(**index);
            handler.is_none_or(|handler| earlier >= handler.max as usize)
        });
        let (_, index) = refused?;
        let stop = Stop::Bug(format!("handler {index} may not run (again)"));
        Some((Phase::Handler(*index), stop))
    }

    fn observe(&mut self, tick: u64, handlers: Vec<usize>, world: &mut dyn World) {
        let mut observer = Observer::new(self.run.code(), world, tick);
        let outcome = self.run.tick(&handlers, &mut observer);
        let (record, failure) = (observer.record, observer.failure);
        self.record = record;
        self.record.handlers = handlers;
        self.record.stop = self.stopped(outcome, failure);
        if let Some((Phase::Handler(index), _)) = self.record.stop {
            // The handlers after it did not run.
            let at = self.record.handlers.iter().position(|h| *h == index);
            self.record.handlers.truncate(at.map_or(0, |at| at + 1));
        }
        self.record.monitors = self
            .run
            .answers()
            .iter()
            .map(|answer| *answer != 0)
            .collect();
        self.read_results();
    }

    fn stopped(&mut self, outcome: Outcome, failure: Option<Stop>) -> Option<(Phase, Stop)> {
        if outcome != Outcome::Stopped {
            return None;
        }
        let (phase, stop) = self.run.stop()?;
        let unknown = || Stop::Bug("the run stopped without a reason".into());
        Some((phase, stop.or(failure).unwrap_or_else(unknown)))
    }

    /// What the plant gave and what the tick returned, if it came that far.
    fn read_results(&mut self) {
        let phase = self.record.stop.as_ref().map(|stop| stop.0);
        let code = self.run.code();
        let Some(the_loop) = &code.plan.the_loop else {
            return;
        };
        let mut reader = Reader::new(code.placed(), self.run.bytes());
        let before_inputs = matches!(phase, Some(Phase::Handler(_) | Phase::Plant));
        if the_loop.plant.is_some() && !before_inputs {
            let inputs = the_loop.inputs.iter();
            let inputs = inputs.map(|i| (i.name, reader.read(i.at as usize, i.ty)));
            self.record.inputs = inputs.collect();
        }
        let returned = matches!(phase, None | Some(Phase::Monitor(_))) && !the_loop.is_superloop;
        if returned {
            let (ty, at) = the_loop.out;
            let value = reader.read(at as usize, ty);
            self.record.out = (value != Value::Aggregate(Vec::new())).then_some(value);
        }
    }
}

/// The world as native code meets it, with everything noted down.
pub(super) struct Observer<'a> {
    code: &'a Code<'a>,
    world: &'a mut dyn World,
    pub record: TickRecord,
    /// Why there is no valid input.
    pub failure: Option<Stop>,
}

impl<'a> Observer<'a> {
    pub fn new(code: &'a Code<'a>, world: &'a mut dyn World, tick: u64) -> Observer<'a> {
        let record = TickRecord {
            tick,
            ..TickRecord::default()
        };
        Observer {
            code,
            world,
            record,
            failure: None,
        }
    }

    fn ask(&mut self, site: &InputSite, into: &mut [u8]) -> Result<(), Stop> {
        let request = InputRequest {
            source: site.source,
            ty: site.ty,
            range: site.range.as_ref(),
            tick: self.record.tick,
            span: site.span,
        };
        let value = self.world.input(&request);
        let value = value.ok_or(Stop::MissingInput(site.source))?;
        if !site.is_parameter {
            self.record.reads.push((site.source, value.clone()));
        }
        let invalid = |why| Stop::InvalidInput(site.source, why);
        let mut encoder = Encoder {
            placed: self.code.placed(),
            bytes: into,
            room: None,
        };
        encoder.value(0, &value, site.ty).map_err(invalid)?;
        if !self.code.program.is_possible(site.ty, &value) {
            return Err(invalid("no such value is possible".into()));
        }
        let scalar = self.code.program.ty(site.ty).map_err(invalid)?.scalar();
        if let (Some(range), Some(scalar), Value::Scalar(bits)) = (&site.range, scalar, &value) {
            if !in_range(scalar, range, *bits) {
                return Err(invalid(format!("{bits} is out of range")));
            }
        }
        if site.is_parameter {
            self.record.inputs.push((site.source, value));
        }
        Ok(())
    }
}

impl Outside for Observer<'_> {
    const OBSERVES: bool = true;

    fn input(&mut self, site: usize, into: &mut [u8]) -> bool {
        let code = self.code;
        self.failure = self.ask(&code.sites.inputs[site], into).err();
        self.failure.is_none()
    }

    fn output(&mut self, site: usize, memory: &[u8], at: usize) {
        let site = &self.code.sites.outputs[site];
        let mut reader = Reader::new(self.code.placed(), memory);
        let args = site.args.iter();
        let args: Vec<Value> = args
            .map(|(ty, o)| reader.read(at + *o as usize, *ty))
            .collect();
        self.world.output(site.event, &args, site.span);
        self.record.events.push(Event {
            name: site.event,
            args,
            span: site.span,
        });
    }

    fn property(&mut self, site: usize, holds: bool) {
        let site = self.code.sites.properties[site];
        self.world.property(site.name, holds, site.span);
        self.record.properties.push(PropertyEvent {
            name: site.name,
            holds,
            span: site.span,
        });
    }
}

/// Whether bits are within inclusive bounds; a bound that is no scalar holds nothing out.
fn in_range(scalar: Scalar, range: &(Value, Value), bits: u128) -> bool {
    let at_least = |low: u128| scalar.order(low, bits).is_some_and(|o| o.is_le());
    let at_most = |high: u128| scalar.order(bits, high).is_some_and(|o| o.is_le());
    match range {
        (Value::Scalar(low), Value::Scalar(high)) => at_least(*low) && at_most(*high),
        _ => true,
    }
}
