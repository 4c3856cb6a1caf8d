//! Where everything lies in the memory, decided before any code is emitted: statics, constants, and what a
//! loop keeps between and within its ticks.

use std::collections::{BTreeSet, HashMap};

use super::convention::reserve;
use super::layout::Layouts;
use super::reach::{operands, Reach};
use super::values::{Encoder, Placed};
use super::Unsupported;
use crate::ir::{
    Environment, FuncId, Harness, LocalId, LoopForm, MonitorParam, Operand, Program, TickParam,
    Type, TypeId, Value,
};
use crate::source::{Span, Symbol};

/// What a parameter of a root gets at each call.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// The reference to this offset.
    Address(u32),
    /// What lies at this offset.
    Value(u32),
    /// Of the suspended superloop.
    Local { local: LocalId, by_ref: bool },
}

/// A root with its arguments.
#[derive(Clone, Debug)]
pub struct Bound {
    pub func: FuncId,
    pub args: Vec<Argument>,
}

/// Where an input of the tick goes.
#[derive(Clone, Debug)]
pub struct LoopInput {
    pub name: Symbol,
    pub ty: TypeId,
    pub range: Option<(Value, Value)>,
    pub at: u32,
}

/// The last event of a name, as the `Option` that a monitor gets.
#[derive(Clone, Debug)]
pub struct EventSlot {
    pub event: Symbol,
    pub ty: TypeId,
    pub none: u32,
    pub some: u32,
    pub at: u32,
}

/// What a loop needs room for.
#[derive(Clone, Debug)]
pub struct LoopPlan {
    pub span: Span,
    pub state: Option<(u32, TypeId)>,
    /// Functions that make what is kept, in order, and where it goes.
    pub kept: Vec<(FuncId, u32)>,
    pub inputs: Vec<LoopInput>,
    /// The plant, and where what it gives goes.
    pub plant: Option<(Bound, TypeId, u32)>,
    pub body: Bound,
    /// What the tick returns.
    pub out: (TypeId, u32),
    pub is_superloop: bool,
    /// Where a superloop notes at which mark it stands.
    pub resume: u32,
    pub monitors: Vec<Bound>,
    /// One byte for what each monitor said.
    pub answers: u32,
    /// Whether all of them said that it is fine.
    pub fine: u32,
    /// What runs.
    pub phase: u32,
    pub events: Vec<EventSlot>,
    pub handlers: Vec<FuncId>,
    /// Locals of a superloop that monitors see.
    pub watched: BTreeSet<LocalId>,
}

/// The plan of the memory.
#[derive(Default)]
pub struct Plan {
    pub statics: Vec<u32>,
    /// Constants that are not taken apart.
    pub constants: HashMap<(Value, TypeId), u32>,
    pub the_loop: Option<LoopPlan>,
    /// One byte for each block of the functions, by the first one of each function.
    pub coverage: HashMap<FuncId, u32>,
    /// The bytes of `coverage`.
    pub blocks: std::ops::Range<u32>,
    /// Start and, but for a superloop's frame, end of what a snapshot keeps.
    pub kept: std::ops::Range<u32>,
    /// The first bytes of the memory at the start.
    pub image: Vec<u8>,
}

/// Room of which is handed out from the start.
struct Room<'a> {
    layouts: &'a Layouts,
    end: u32,
}

impl Room<'_> {
    fn take(&mut self, ty: TypeId) -> Result<u32, Unsupported> {
        let at = reserve(self.layouts, ty, &mut self.end)?;
        // What has no size has a place of its own too.
        self.end += 1;
        Ok(at)
    }

    fn align(&mut self) -> u32 {
        self.end = self.end.next_multiple_of(64);
        self.end
    }
}

impl Plan {
    pub fn new(
        program: &Program,
        layouts: &Layouts,
        reach: &Reach,
        harness: Option<&Harness>,
    ) -> Result<Plan, Unsupported> {
        let mut plan = Plan::default();
        let mut room = Room { layouts, end: 64 };
        plan.statics = vec![0; program.statics.len()];
        plan.place_statics(program, &mut room, false)?;
        plan.place_constants(program, reach, &mut room)?;
        plan.place_blocks(program, reach, &mut room)?;
        let mut binding = harness.map(|harness| Binding::new(program, harness));
        if let Some(binding) = &mut binding {
            binding.place_scratch(&mut room)?;
        }
        plan.kept.start = room.align();
        plan.place_statics(program, &mut room, true)?;
        if let Some(binding) = &mut binding {
            binding.place_kept(&mut room)?;
        }
        plan.kept.end = room.align();
        plan.the_loop = binding.map(Binding::finish).transpose()?;
        plan.fill_image(program, layouts)?;
        Ok(plan)
    }

    fn place_statics(
        &mut self,
        program: &Program,
        room: &mut Room<'_>,
        mutable: bool,
    ) -> Result<(), Unsupported> {
        for (index, item) in program.statics.iter().enumerate() {
            if item.mutable == mutable {
                self.statics[index] = room.take(item.ty)?;
            }
        }
        Ok(())
    }

    fn place_constants(
        &mut self,
        program: &Program,
        reach: &Reach,
        room: &mut Room<'_>,
    ) -> Result<(), Unsupported> {
        let mut found = Vec::new();
        for id in reach.callees.keys() {
            let blocks = program.funcs[id.0 as usize].blocks.iter();
            for (statement, _) in blocks.flat_map(|block| &block.statements) {
                operands(statement, &mut |operand| {
                    if let Operand::Const(value, ty) = operand {
                        found.push((value.clone(), *ty));
                    }
                });
            }
        }
        for (value, ty) in found {
            let stays = room.layouts.leaves(ty)?.is_none();
            if stays && !self.constants.contains_key(&(value.clone(), ty)) {
                let at = room.take(ty)?;
                self.constants.insert((value, ty), at);
            }
        }
        Ok(())
    }

    fn place_blocks(
        &mut self,
        program: &Program,
        reach: &Reach,
        room: &mut Room<'_>,
    ) -> Result<(), Unsupported> {
        self.blocks.start = room.end;
        for id in reach.callees.keys() {
            let func = program.func(*id).map_err(Unsupported)?;
            self.coverage.insert(*id, room.end);
            room.end += func.blocks.len() as u32;
        }
        self.blocks.end = room.end;
        Ok(())
    }

    fn fill_image(&mut self, program: &Program, layouts: &Layouts) -> Result<(), Unsupported> {
        let mut image = vec![0; self.kept.end as usize];
        let mut encoder = Encoder {
            placed: self.placed(program, layouts),
            bytes: &mut image,
            room: None,
        };
        for (item, at) in program.statics.iter().zip(&self.statics) {
            let encoded = encoder.value(*at as usize, &item.init, item.ty);
            encoded.map_err(|why| Unsupported(format!("static {}: {why}", item.name)))?;
        }
        for ((value, ty), at) in &self.constants {
            encoder
                .value(*at as usize, value, *ty)
                .map_err(Unsupported)?;
        }
        self.image = image;
        Ok(())
    }

    pub fn placed<'a>(&'a self, program: &'a Program, layouts: &'a Layouts) -> Placed<'a> {
        Placed {
            program,
            layouts,
            // Those of the tick are the compiler's own.
            statics: &self.statics[..program.statics.len().min(self.statics.len())],
        }
    }
}

/// A harness on its way to a [`LoopPlan`].
struct Binding<'a> {
    program: &'a Program,
    harness: &'a Harness,
    inputs: Vec<LoopInput>,
    events: Vec<EventSlot>,
    out: (TypeId, u32),
    plant_out: Option<(TypeId, u32)>,
    state: Option<(u32, TypeId)>,
    kept: Vec<(FuncId, u32)>,
    body: Vec<Argument>,
    plant: Vec<Argument>,
    monitors: Vec<Vec<Argument>>,
    answers: u32,
    fine: u32,
    phase: u32,
    resume: u32,
}

impl<'a> Binding<'a> {
    fn new(program: &'a Program, harness: &'a Harness) -> Binding<'a> {
        Binding {
            program,
            harness,
            inputs: Vec::new(),
            events: Vec::new(),
            out: (TypeId(0), 0),
            plant_out: None,
            state: None,
            kept: Vec::new(),
            body: Vec::new(),
            plant: Vec::new(),
            monitors: Vec::new(),
            answers: 0,
            fine: 0,
            phase: 0,
            resume: 0,
        }
    }

    fn body_func(&self) -> FuncId {
        match self.harness.form {
            LoopForm::Step { tick, .. } => tick,
            LoopForm::Superloop { run } => run,
        }
    }

    fn tick_params(&self) -> &'a [TickParam] {
        match &self.harness.form {
            LoopForm::Step { params, .. } => params,
            LoopForm::Superloop { .. } => &[],
        }
    }

    fn result(&self, func: FuncId) -> Result<TypeId, Unsupported> {
        let func = self.program.func(func).map_err(Unsupported)?;
        func.local_type(func.ret()).map_err(Unsupported)
    }

    fn param_types(&self, func: FuncId) -> Result<Vec<TypeId>, Unsupported> {
        let func = self.program.func(func).map_err(Unsupported)?;
        Ok(func.param_types().collect())
    }

    /// What is written anew in every tick.
    fn place_scratch(&mut self, room: &mut Room<'_>) -> Result<(), Unsupported> {
        for param in self.tick_params() {
            if let TickParam::Input { name, ty, range } = param {
                let at = room.take(*ty)?;
                let (name, ty, range) = (*name, *ty, range.clone());
                self.inputs.push(LoopInput {
                    name,
                    ty,
                    range,
                    at,
                });
            }
        }
        let out = self.result(self.body_func())?;
        self.out = (out, room.take(out)?);
        if let Some(Environment { plant, .. }) = &self.harness.environment {
            let made = self.result(*plant)?;
            self.plant_out = Some((made, room.take(made)?));
        }
        self.phase = room.align();
        self.fine = self.phase + 4;
        self.answers = self.fine + 1;
        room.end = self.answers + self.harness.monitors.len() as u32;
        for monitor in &self.harness.monitors {
            let types = self.param_types(monitor.func)?;
            for (param, ty) in monitor.params.iter().zip(types) {
                if let MonitorParam::Event(event) = param {
                    self.place_event(*event, ty, room)?;
                }
            }
        }
        Ok(())
    }

    fn place_event(
        &mut self,
        event: Symbol,
        ty: TypeId,
        room: &mut Room<'_>,
    ) -> Result<(), Unsupported> {
        if self
            .events
            .iter()
            .any(|slot| slot.event == event && slot.ty == ty)
        {
            return Ok(());
        }
        let Type::Enum { variants, .. } = self.program.ty(ty).map_err(Unsupported)? else {
            return Err(Unsupported("an event is bound to no Option".into()));
        };
        let with = |count| variants.iter().position(|v| v.fields.len() == count);
        let (Some(none), Some(some)) = (with(0), with(1)) else {
            return Err(Unsupported("an event is bound to no Option".into()));
        };
        self.events.push(EventSlot {
            event,
            ty,
            none: none as u32,
            some: some as u32,
            at: room.take(ty)?,
        });
        Ok(())
    }

    /// What lives on between ticks, in the order in which the interpreter makes it.
    fn place_kept(&mut self, room: &mut Room<'_>) -> Result<(), Unsupported> {
        self.resume = room.end.next_multiple_of(8);
        room.end = self.resume + 8;
        if let LoopForm::Step {
            init: Some(init), ..
        } = self.harness.form
        {
            let made = self.result(init)?;
            self.state = Some((self.keep(init, room)?, made));
        }
        self.body = self.bind_body(room)?;
        if let Some(environment) = &self.harness.environment {
            self.plant = self.bind_call(environment.plant, &environment.params, room)?;
        }
        for monitor in &self.harness.monitors {
            let bound = self.bind_call(monitor.func, &monitor.params, room)?;
            self.monitors.push(bound);
        }
        Ok(())
    }

    fn keep(&mut self, init: FuncId, room: &mut Room<'_>) -> Result<u32, Unsupported> {
        let at = room.take(self.result(init)?)?;
        self.kept.push((init, at));
        Ok(at)
    }

    fn bind_body(&mut self, room: &mut Room<'_>) -> Result<Vec<Argument>, Unsupported> {
        let types = self.param_types(self.body_func())?;
        if let LoopForm::Superloop { .. } = self.harness.form {
            return types.into_iter().map(|ty| self.handle(ty, room)).collect();
        }
        if types.len() != self.tick_params().len() {
            return Err(Unsupported(
                "the tick has other parameters than said".into(),
            ));
        }
        let mut inputs = self.inputs.clone().into_iter();
        let mut args = Vec::new();
        for (param, ty) in self.tick_params().iter().zip(types) {
            args.push(match param {
                TickParam::State => self.state_reference(ty)?,
                TickParam::Handle(_) => self.handle(ty, room)?,
                TickParam::Input { .. } => {
                    let input = inputs.next().filter(|input| input.ty == ty);
                    Argument::Value(input.ok_or_else(mismatch)?.at)
                }
            });
        }
        Ok(args)
    }

    fn state_reference(&self, ty: TypeId) -> Result<Argument, Unsupported> {
        let (at, state) = self.state.ok_or_else(mismatch)?;
        self.refers_to(ty, state)?;
        Ok(Argument::Address(at))
    }

    fn refers_to(&self, ty: TypeId, target: TypeId) -> Result<(), Unsupported> {
        let fits = *self.program.ty(ty).map_err(Unsupported)? == Type::Ref(target);
        fits.then_some(()).ok_or_else(mismatch)
    }

    /// A hardware handle or a reference to one.
    fn handle(&mut self, ty: TypeId, room: &mut Room<'_>) -> Result<Argument, Unsupported> {
        match self.program.ty(ty).map_err(Unsupported)? {
            Type::Ref(target) => Ok(Argument::Address(room.take(*target)?)),
            _ => Ok(Argument::Value(room.take(ty)?)),
        }
    }

    fn bind_call(
        &mut self,
        func: FuncId,
        params: &[MonitorParam],
        room: &mut Room<'_>,
    ) -> Result<Vec<Argument>, Unsupported> {
        let types = self.param_types(func)?;
        if types.len() != params.len() {
            return Err(Unsupported(
                "a monitor has other parameters than said".into(),
            ));
        }
        let pairs = params.iter().zip(types);
        pairs
            .map(|(param, ty)| self.bind_param(param, ty, room))
            .collect()
    }

    fn bind_param(
        &mut self,
        param: &MonitorParam,
        ty: TypeId,
        room: &mut Room<'_>,
    ) -> Result<Argument, Unsupported> {
        match param {
            MonitorParam::State => self.state_reference(ty),
            MonitorParam::Input(name) => {
                let wanted = |input: &&LoopInput| input.name == *name && input.ty == ty;
                let found = self.inputs.iter().find(wanted);
                Ok(Argument::Value(found.ok_or_else(mismatch)?.at))
            }
            MonitorParam::Out if self.out.0 == ty => Ok(Argument::Value(self.out.1)),
            MonitorParam::Out => Err(mismatch()),
            MonitorParam::Local { local, by_ref } => self.bind_local(*local, *by_ref, ty),
            MonitorParam::Event(event) => {
                let wanted = |slot: &&EventSlot| slot.event == *event && slot.ty == ty;
                let found = self.events.iter().find(wanted);
                Ok(Argument::Value(found.ok_or_else(mismatch)?.at))
            }
            MonitorParam::Memory { init } => {
                self.refers_to(ty, self.result(*init)?)?;
                Ok(Argument::Address(self.keep(*init, room)?))
            }
        }
    }

    fn bind_local(
        &self,
        local: LocalId,
        by_ref: bool,
        ty: TypeId,
    ) -> Result<Argument, Unsupported> {
        let body = self.program.func(self.body_func()).map_err(Unsupported)?;
        let found = body.local_type(local).map_err(Unsupported)?;
        match by_ref {
            true => self.refers_to(ty, found)?,
            false => (found == ty).then_some(()).ok_or_else(mismatch)?,
        }
        Ok(Argument::Local { local, by_ref })
    }

    fn finish(self) -> Result<LoopPlan, Unsupported> {
        let bound = |func, args| Bound { func, args };
        let funcs = self.harness.monitors.iter().map(|monitor| monitor.func);
        let monitors: Vec<Bound> = funcs.zip(self.monitors).map(|(f, a)| bound(f, a)).collect();
        let plant = self.harness.environment.as_ref().zip(self.plant_out);
        let locals = monitors.iter().flat_map(|monitor| &monitor.args);
        let watched = locals.filter_map(|arg| match arg {
            Argument::Local { local, .. } => Some(*local),
            Argument::Address(_) | Argument::Value(_) => None,
        });
        let body = match self.harness.form {
            LoopForm::Step { tick, .. } => tick,
            LoopForm::Superloop { run } => run,
        };
        Ok(LoopPlan {
            span: self.harness.span,
            state: self.state,
            kept: self.kept,
            inputs: self.inputs,
            plant: plant.map(|(e, (ty, at))| (bound(e.plant, self.plant), ty, at)),
            body: bound(body, self.body),
            out: self.out,
            is_superloop: matches!(self.harness.form, LoopForm::Superloop { .. }),
            resume: self.resume,
            watched: watched.collect(),
            monitors,
            answers: self.answers,
            fine: self.fine,
            phase: self.phase,
            events: self.events,
            handlers: self.harness.handlers.iter().map(|h| h.func).collect(),
        })
    }
}

fn mismatch() -> Unsupported {
    Unsupported("a parameter is bound to something of another type".into())
}
