//! Runs a loop tick by tick, with its plant, its interrupt handlers and its monitors.
//!
//! A tick is: the handlers that the world asks for, the plant, the tick itself, then the monitors in order. The
//! first thing that stops (a panic, a false assumption, a missing input) ends the run; a monitor that says `false`
//! does not. Events that a monitor sees are those of the tick itself, not those of handlers or of the plant.

use super::exec::Pause;
use super::{compile, Argument, InputRequest, Limits, Machine, Observation, Stop, World};
use crate::ir::blueprint::decided;
use crate::ir::{
    FuncId, Harness, LocalId, LoopForm, MonitorParam, Program, TickParam, Type, TypeId, Value,
};
use crate::source::{Span, Symbol};

/// What was running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Start,
    /// By its index in the harness.
    Handler(usize),
    Plant,
    Tick,
    /// By its index in the harness.
    Monitor(usize),
}

/// An output.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    pub name: Symbol,
    pub args: Vec<Value>,
    pub span: Span,
}

/// A property that was passed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PropertyEvent {
    pub name: Symbol,
    pub holds: bool,
    pub span: Span,
}

/// What happened in a tick. The state after it is [`Run::state`] or [`Run::local`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TickRecord {
    /// From 1; 0 for the initialisation.
    pub tick: u64,
    /// Handlers that ran before, by their indices.
    pub handlers: Vec<usize>,
    /// Values of the tick's input parameters, in order.
    pub inputs: Vec<(Symbol, Value)>,
    /// Values that input statements read, in order.
    pub reads: Vec<(Symbol, Value)>,
    pub events: Vec<Event>,
    pub properties: Vec<PropertyEvent>,
    /// What the tick returned.
    pub out: Option<Value>,
    /// What each monitor said, as far as they were asked.
    pub monitors: Vec<bool>,
    /// Why the run ended here.
    pub stop: Option<(Phase, Stop)>,
}

impl TickRecord {
    /// Handlers that interrupted the tick, by name, and where.
    pub fn interrupts(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        let runs = self.reads.iter().filter(|it| it.1 == Value::Scalar(1));
        runs.filter_map(|(source, _)| decided(*source))
    }

    fn clear(&mut self, tick: u64) {
        self.tick = tick;
        self.handlers.clear();
        self.inputs.clear();
        self.reads.clear();
        self.events.clear();
        self.properties.clear();
        self.out = None;
        self.monitors.clear();
    }
}

/// The world as the program meets it: with everything noted down.
struct Recorder<'a> {
    world: &'a mut dyn World,
    record: &'a mut TickRecord,
}

impl World for Recorder<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Value> {
        let value = self.world.input(request)?;
        self.record.reads.push((request.source, value.clone()));
        Some(value)
    }

    fn output(&mut self, event: Symbol, args: &[Value], span: Span) {
        self.world.output(event, args, span);
        self.record.events.push(Event {
            name: event,
            args: args.to_vec(),
            span,
        });
    }

    fn property(&mut self, name: Symbol, holds: bool, span: Span) {
        self.world.property(name, holds, span);
        self.record
            .properties
            .push(PropertyEvent { name, holds, span });
    }
}

/// What a parameter gets at each call.
#[derive(Clone)]
enum Bound {
    /// The reference to a value that is kept.
    Reference(usize),
    /// A value that is kept.
    Kept(usize),
    /// By its position among the tick's inputs.
    Input(usize),
    Out,
    /// Of the suspended loop function: offset in its frame.
    Local {
        offset: usize,
        by_ref: bool,
    },
    /// The enum type of the parameter, and the event.
    Event(TypeId, Symbol),
}

/// A function with what its parameters get.
struct Callable {
    func: FuncId,
    params: Vec<Bound>,
}

/// A value that is kept between ticks and the function that makes it.
struct Kept {
    init: FuncId,
    address: usize,
    size: usize,
}

/// A loop in execution.
pub struct Run<'p> {
    machine: Machine<'p>,
    harness: &'p Harness,
    state: Option<(usize, TypeId)>,
    kept: Vec<Kept>,
    plant: Option<Callable>,
    body: Callable,
    monitors: Vec<Callable>,
    /// Offsets of the locals of a superloop.
    locals: Vec<u32>,
    /// Where a suspended superloop goes on.
    resume: usize,
    record: TickRecord,
}

impl<'p> Run<'p> {
    /// Initialises a loop.
    pub fn new(
        program: &'p Program,
        harness: &'p Harness,
        world: &mut dyn World,
    ) -> Result<Run<'p>, Stop> {
        Run::with(
            Machine::with(program, Limits::default(), false),
            harness,
            world,
        )
    }

    /// Initialises a loop in a machine of one's own.
    pub fn with(
        machine: Machine<'p>,
        harness: &'p Harness,
        world: &mut dyn World,
    ) -> Result<Run<'p>, Stop> {
        let mut run = Run::prepare(machine, harness)?;
        run.restart(world)?;
        Ok(run)
    }

    /// A loop that has still to be started, so that what its initialisation does can be looked at even if it stops.
    pub fn prepare(machine: Machine<'p>, harness: &'p Harness) -> Result<Run<'p>, Stop> {
        Run::bind(machine, harness)
    }

    /// Starts the loop again from the beginning.
    pub fn restart(&mut self, world: &mut dyn World) -> Result<(), Stop> {
        self.record = TickRecord::default();
        self.machine.log.clear();
        let result = self.start(world);
        if let Err(stop) = &result {
            self.record.stop = Some((Phase::Start, stop.clone()));
        }
        result
    }

    fn start(&mut self, world: &mut dyn World) -> Result<(), Stop> {
        self.machine.tick = 0;
        self.machine.reset().map_err(Stop::Bug)?;
        let mut recorder = Recorder {
            world,
            record: &mut self.record,
        };
        for kept in &self.kept {
            let result = self.machine.invoke(kept.init, &[], &mut recorder)?;
            self.machine.copy_words(result, kept.address, kept.size);
        }
        match self.harness.form {
            LoopForm::Step { .. } => Ok(()),
            LoopForm::Superloop { .. } => self.enter_superloop(world),
        }
    }

    pub fn machine(&self) -> &Machine<'p> {
        &self.machine
    }

    /// The record of the last tick.
    pub fn record(&self) -> &TickRecord {
        &self.record
    }

    /// What watched functions did in the last tick; see [`Machine::watching`].
    pub fn observations(&self) -> &[Observation] {
        self.machine.log.all()
    }

    /// The memory of a monitor now: each parameter that is such, with its type.
    pub fn memory(&self, monitor: usize) -> Vec<(Symbol, TypeId, Value)> {
        let Some(asked) = self.monitors.get(monitor) else {
            return Vec::new();
        };
        let func = &self.machine.program.funcs[asked.func.0 as usize];
        let declared = self.harness.monitors[monitor].params.iter();
        let params = declared.zip(&asked.params).zip(&func.locals);
        let memories = params.filter_map(|((declared, bound), local)| match (declared, bound) {
            (MonitorParam::Memory { .. }, Bound::Reference(at)) => {
                let ty = self.machine.program.pointee(local.ty)?;
                let name = local.name.unwrap_or_else(|| Symbol::new("memory"));
                Some((name, ty, self.machine.read(*at, ty)))
            }
            _ => None,
        });
        memories.collect()
    }

    /// Machine steps from the start to now.
    pub fn steps(&self) -> u64 {
        self.machine.steps_made()
    }

    /// The loop's state now, if it is a value that the driver keeps.
    pub fn state(&self) -> Option<Value> {
        self.state
            .map(|(address, ty)| self.machine.read(address, ty))
    }

    /// The value of a local of a superloop's function now.
    pub fn local(&self, local: LocalId) -> Value {
        let frame = self.machine.frames.first();
        let place = frame.and_then(|frame| {
            let offset = *self.locals.get(local.0 as usize)? as usize;
            let func = &self.machine.program.funcs[frame.func.0 as usize];
            Some((frame.base + offset, func.local_type(local).ok()?))
        });
        place.map_or(Value::Undefined, |(at, ty)| self.machine.read(at, ty))
    }

    /// Executes one tick. After a stop it only repeats the last record.
    pub fn tick(&mut self, world: &mut dyn World) -> &TickRecord {
        if self.record.stop.is_none() {
            self.record.clear(self.record.tick + 1);
            self.machine.log.clear();
            self.machine.tick = self.record.tick;
            self.record.stop = self.phases(world).err();
        }
        &self.record
    }

    fn phases(&mut self, world: &mut dyn World) -> Result<(), (Phase, Stop)> {
        self.machine.refuel();
        self.run_handlers(world)?;
        let at = |phase| move |stop| (phase, stop);
        let gathering = match self.plant {
            Some(_) => Phase::Plant,
            None => Phase::Tick,
        };
        self.gather_inputs(world).map_err(at(gathering))?;
        let earlier = self.record.events.len();
        match self.harness.form {
            LoopForm::Step { .. } => self.step(world),
            LoopForm::Superloop { .. } => self.iterate(world),
        }
        .map_err(at(Phase::Tick))?;
        for index in 0..self.monitors.len() {
            let holds = self.ask(index, earlier, world);
            let holds = holds.map_err(at(Phase::Monitor(index)))?;
            self.record.monitors.push(holds);
        }
        Ok(())
    }

    fn run_handlers(&mut self, world: &mut dyn World) -> Result<(), (Phase, Stop)> {
        let handlers = &self.harness.handlers;
        for index in world.handlers(self.record.tick, handlers) {
            let earlier = self.record.handlers.iter().filter(|h| **h == index).count();
            let handler = handlers.get(index);
            let handler = handler.filter(|handler| earlier < handler.max as usize);
            let Some(handler) = handler else {
                let stop = Stop::Bug(format!("handler {index} may not run (again)"));
                return Err((Phase::Handler(index), stop));
            };
            self.record.handlers.push(index);
            let mut recorder = Recorder {
                world,
                record: &mut self.record,
            };
            let result = self.machine.invoke(handler.func, &[], &mut recorder);
            result.map_err(|stop| (Phase::Handler(index), stop))?;
        }
        Ok(())
    }

    /// This tick's inputs: from the plant if there is one, else from the world.
    fn gather_inputs(&mut self, world: &mut dyn World) -> Result<(), Stop> {
        let LoopForm::Step { params, .. } = &self.harness.form else {
            return Ok(());
        };
        let mut from_plant = match &self.plant {
            Some(_) => Some(self.run_plant(world)?.into_iter()),
            None => None,
        };
        for param in params {
            let TickParam::Input { name, ty, range } = param else {
                continue;
            };
            let request = InputRequest {
                source: *name,
                ty: *ty,
                range: range.as_ref(),
                tick: self.record.tick,
                span: self.harness.span,
            };
            let value = match &mut from_plant {
                Some(values) => values.next(),
                None => world.input(&request),
            };
            let value = value.ok_or(Stop::MissingInput(*name))?;
            self.machine.input_words(&request, &value)?;
            self.record.inputs.push((*name, value));
        }
        Ok(())
    }

    /// Values of all inputs in order.
    fn run_plant(&mut self, world: &mut dyn World) -> Result<Vec<Value>, Stop> {
        let Some(plant) = &self.plant else {
            return Ok(Vec::new());
        };
        let value = call(&mut self.machine, &mut self.record, plant, 0, world)?;
        let LoopForm::Step { params, .. } = &self.harness.form else {
            return Ok(Vec::new());
        };
        let inputs = params
            .iter()
            .filter(|param| matches!(param, TickParam::Input { .. }));
        match (inputs.count(), value) {
            (1, value) => Ok(vec![value]),
            (_, Value::Aggregate(values)) => Ok(values),
            (_, other) => Err(Stop::Bug(format!("the plant gave {other:?}"))),
        }
    }

    fn step(&mut self, world: &mut dyn World) -> Result<(), Stop> {
        let (machine, record) = (&mut self.machine, &mut self.record);
        let value = call(machine, record, &self.body, 0, world)?;
        self.record.out = (value != Value::Aggregate(Vec::new())).then_some(value);
        Ok(())
    }

    fn ask(&mut self, monitor: usize, earlier: usize, world: &mut dyn World) -> Result<bool, Stop> {
        let monitor = &self.monitors[monitor];
        let (machine, record) = (&mut self.machine, &mut self.record);
        match call(machine, record, monitor, earlier, world)? {
            Value::Scalar(holds) => Ok(holds != 0),
            other => Err(Stop::Bug(format!("a monitor gave {other:?}"))),
        }
    }

    /// Runs what stands before a superloop's loop.
    fn enter_superloop(&mut self, world: &mut dyn World) -> Result<(), Stop> {
        let args = arguments(&self.machine, &self.record, &self.body, 0)?;
        let (_, pc, _) = self.machine.push_root(self.body.func, &args)?;
        self.resume = pc;
        self.run_to(world, |pause| matches!(pause, Pause::TickStart(_)))
    }

    /// One iteration: from the mark where it starts to the one where it ends.
    fn iterate(&mut self, world: &mut dyn World) -> Result<(), Stop> {
        if self.record.tick > 1 {
            self.run_to(world, |pause| matches!(pause, Pause::TickStart(_)))?;
        }
        self.run_to(world, |pause| matches!(pause, Pause::TickEnd(_)))
    }

    fn run_to(&mut self, world: &mut dyn World, wanted: fn(&Pause) -> bool) -> Result<(), Stop> {
        let mut recorder = Recorder {
            world,
            record: &mut self.record,
        };
        let pause = self.machine.exec(0, self.resume, &mut recorder)?;
        if !wanted(&pause) {
            return Err(Stop::Bug(
                "the marks of a superloop are out of order".into(),
            ));
        }
        if self.machine.frames.len() != 1 {
            return Err(Stop::Bug("a mark of a tick in a called function".into()));
        }
        if let Pause::TickStart(pc) | Pause::TickEnd(pc) = pause {
            self.resume = pc;
        }
        Ok(())
    }

    // --- binding

    fn bind(machine: Machine<'p>, harness: &'p Harness) -> Result<Run<'p>, Stop> {
        if let Some(reason) = &machine.broken {
            return Err(Stop::Bug(reason.clone()));
        }
        let func = match harness.form {
            LoopForm::Step { tick, .. } => tick,
            LoopForm::Superloop { run } => run,
        };
        let body = machine.program.func(func).map_err(Stop::Bug)?;
        let (locals, _) = compile::local_offsets(machine.context(), body).map_err(Stop::Bug)?;
        let mut run = Run {
            machine,
            harness,
            state: None,
            kept: Vec::new(),
            plant: None,
            body: Callable {
                func,
                params: Vec::new(),
            },
            monitors: Vec::new(),
            locals,
            resume: 0,
            record: TickRecord::default(),
        };
        run.body.params = run.bind_body(func)?;
        if let Some(environment) = &harness.environment {
            run.plant = Some(run.bind_call(environment.plant, &environment.params)?);
        }
        for monitor in &harness.monitors {
            let bound = run.bind_call(monitor.func, &monitor.params)?;
            run.monitors.push(bound);
        }
        Ok(run)
    }

    fn bind_body(&mut self, func: FuncId) -> Result<Vec<Bound>, Stop> {
        let types = self.param_types(func)?;
        let LoopForm::Step { init, params, .. } = &self.harness.form else {
            return types.into_iter().map(|ty| self.handle(ty)).collect();
        };
        if let Some(init) = init {
            let (address, ty) = self.keep(*init)?;
            self.state = Some((address, ty));
        }
        if types.len() != params.len() {
            return Err(Stop::Bug("the tick has other parameters than said".into()));
        }
        let mut inputs = 0..;
        let mut bind = |(param, ty): (&TickParam, TypeId)| match param {
            TickParam::State => self.state_reference(),
            TickParam::Handle(_) => self.handle(ty),
            TickParam::Input { .. } => Ok(Bound::Input(inputs.next().unwrap_or(0))),
        };
        params.iter().zip(types).map(&mut bind).collect()
    }

    fn param_types(&self, func: FuncId) -> Result<Vec<TypeId>, Stop> {
        let func = self.machine.program.func(func).map_err(Stop::Bug)?;
        Ok(func.param_types().collect())
    }

    fn state_reference(&self) -> Result<Bound, Stop> {
        let state = self.state.map(|(address, _)| Bound::Reference(address));
        state.ok_or_else(|| Stop::Bug("the loop has no state that could be referred to".into()))
    }

    /// A hardware handle or a reference to one.
    fn handle(&mut self, ty: TypeId) -> Result<Bound, Stop> {
        match self.machine.program.ty(ty).map_err(Stop::Bug)? {
            Type::Ref(target) => Ok(Bound::Reference(self.machine.allocate(*target)?)),
            _ => Ok(Bound::Kept(self.machine.allocate(ty)?)),
        }
    }

    /// Room for what a function makes at the start.
    fn keep(&mut self, init: FuncId) -> Result<(usize, TypeId), Stop> {
        let func = self.machine.program.func(init).map_err(Stop::Bug)?;
        let ty = func.local_type(func.ret()).map_err(Stop::Bug)?;
        let address = self.machine.allocate(ty)?;
        let size = self.machine.layouts.size(ty).map_err(Stop::Bug)? as usize;
        self.kept.push(Kept {
            init,
            address,
            size,
        });
        Ok((address, ty))
    }

    fn bind_call(&mut self, func: FuncId, params: &[MonitorParam]) -> Result<Callable, Stop> {
        let types = self.param_types(func)?;
        if types.len() != params.len() {
            return Err(Stop::Bug("a monitor has other parameters than said".into()));
        }
        let mut bound = Vec::with_capacity(params.len());
        for (param, ty) in params.iter().zip(types) {
            bound.push(self.bind_param(param, ty)?);
        }
        Ok(Callable {
            func,
            params: bound,
        })
    }

    fn bind_param(&mut self, param: &MonitorParam, ty: TypeId) -> Result<Bound, Stop> {
        match param {
            MonitorParam::State => self.state_reference(),
            MonitorParam::Input(name) => self.input_position(*name),
            MonitorParam::Out => Ok(Bound::Out),
            MonitorParam::Local { local, by_ref } => {
                let offset = self.locals.get(local.0 as usize);
                let offset = offset.ok_or_else(|| Stop::Bug(format!("no local {local}")))?;
                Ok(Bound::Local {
                    offset: *offset as usize,
                    by_ref: *by_ref,
                })
            }
            MonitorParam::Event(event) => Ok(Bound::Event(ty, *event)),
            MonitorParam::Memory { init } => Ok(Bound::Reference(self.keep(*init)?.0)),
        }
    }

    fn input_position(&self, wanted: Symbol) -> Result<Bound, Stop> {
        let mut names = self.harness.form.inputs().into_iter();
        let position = names.position(|name| name == wanted);
        position
            .map(Bound::Input)
            .ok_or_else(|| Stop::Bug(format!("the tick has no input {wanted}")))
    }
}

/// Calls a function with what its parameters are bound to. `earlier` events are not the tick's.
fn call(
    machine: &mut Machine<'_>,
    record: &mut TickRecord,
    callable: &Callable,
    earlier: usize,
    world: &mut dyn World,
) -> Result<Value, Stop> {
    let args = arguments(machine, record, callable, earlier)?;
    let callee = &machine.program.funcs[callable.func.0 as usize];
    let ret = callee.local_type(callee.ret()).map_err(Stop::Bug)?;
    let mut recorder = Recorder { world, record };
    let result = machine.invoke(callable.func, &args, &mut recorder)?;
    Ok(machine.read(result, ret))
}

fn arguments(
    machine: &Machine<'_>,
    record: &TickRecord,
    callable: &Callable,
    earlier: usize,
) -> Result<Vec<Argument>, Stop> {
    let frame = machine.frames.first().map_or(0, |frame| frame.base);
    let argument = |bound: &Bound| match *bound {
        Bound::Reference(address) => Ok(Argument::Address(address)),
        Bound::Kept(address) => Ok(Argument::Words(address)),
        Bound::Input(position) => Ok(Argument::Value(record.inputs[position].1.clone())),
        Bound::Out => {
            let unit = || Value::Aggregate(Vec::new());
            Ok(Argument::Value(record.out.clone().unwrap_or_else(unit)))
        }
        Bound::Local {
            offset,
            by_ref: true,
        } => Ok(Argument::Address(frame + offset)),
        Bound::Local { offset, .. } => Ok(Argument::Words(frame + offset)),
        Bound::Event(ty, event) => {
            let found = record.events[earlier..].iter().rev();
            let last = found.into_iter().find(|e| e.name == event);
            optional(machine.program, ty, last.map(|e| &e.args)).map(Argument::Value)
        }
    };
    callable.params.iter().map(argument).collect()
}

/// A value of an `Option`-like enum: nothing, or the only argument, or the tuple of all.
fn optional(program: &Program, ty: TypeId, args: Option<&Vec<Value>>) -> Result<Value, Stop> {
    let Type::Enum { variants, .. } = program.ty(ty).map_err(Stop::Bug)? else {
        return Err(Stop::Bug("an event is bound to no Option".into()));
    };
    let fields = args.map(|args| match args.as_slice() {
        [only] => only.clone(),
        _ => Value::Aggregate(args.clone()),
    });
    let fields: Vec<_> = fields.into_iter().collect();
    let variant = variants.iter().position(|v| v.fields.len() == fields.len());
    let variant = variant.ok_or_else(|| Stop::Bug("an event is bound to no Option".into()))?;
    Ok(Value::Variant(variant as u32, fields))
}
