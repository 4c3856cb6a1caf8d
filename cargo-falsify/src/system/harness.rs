//! What the functions around a loop get as their parameters, and the phases of a tick. The reference is the
//! interpreter's `run`.

use std::collections::HashMap;

use super::value::Cell;
use super::Halt;
use crate::ir::{
    FuncId, Harness, LocalId, LoopForm, MonitorParam, Program, TickParam, Type, TypeId,
};
use crate::source::Symbol;

/// A part of a step, in order. States that reach the same phase are merged there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Phase {
    /// Makes a value that is kept.
    Make(Cell, FuncId),
    /// Runs a superloop to its first tick.
    Enter,
    /// One opportunity for a handler to run.
    Handler,
    Plant,
    Inputs,
    Body,
    Monitor(usize),
}

/// What a parameter gets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    Reference(Cell),
    Value(Cell),
    Local {
        local: LocalId,
        by_ref: bool,
    },
    /// The last event of a kind, as an `Option` of that type.
    Event(TypeId, Cell),
}

pub(super) struct Call {
    pub func: FuncId,
    pub params: Vec<Bound>,
}

/// The tick's input parameters.
pub(super) struct TickInput<'p> {
    pub name: Symbol,
    pub ty: TypeId,
    pub range: Option<&'p (crate::ir::Value, crate::ir::Value)>,
    pub cell: Cell,
}

pub(super) struct Binding<'p> {
    program: &'p Program,
    harness: &'p Harness,
    pub body: Call,
    pub plant: Option<Call>,
    pub monitors: Vec<Call>,
    pub inputs: Vec<TickInput<'p>>,
    pub out: Cell,
    /// How often each handler has run in this tick.
    pub handled: Cell,
    pub events: HashMap<Symbol, Cell>,
    /// Kept values and what makes them, in order.
    pub made: Vec<(Cell, FuncId)>,
    /// Handles: kept values that nothing makes.
    pub handles: Vec<Cell>,
    pub types: HashMap<Cell, TypeId>,
    /// Names for people.
    pub names: HashMap<Cell, String>,
    state: Option<Cell>,
    kept: u32,
    passing: u32,
}

impl<'p> Binding<'p> {
    pub fn new(program: &'p Program, harness: &'p Harness) -> Result<Binding<'p>, Halt> {
        let func = match harness.form {
            LoopForm::Step { tick, .. } => tick,
            LoopForm::Superloop { run } => run,
        };
        let params = Vec::new();
        let mut binding = Binding {
            program,
            harness,
            body: Call { func, params },
            plant: None,
            monitors: Vec::new(),
            inputs: Vec::new(),
            out: Cell::Passing(0),
            handled: Cell::Passing(1),
            events: HashMap::new(),
            made: Vec::new(),
            handles: Vec::new(),
            types: HashMap::new(),
            names: HashMap::new(),
            state: None,
            kept: 0,
            passing: 2,
        };
        binding.bind_body(harness, func)?;
        if let Some(environment) = &harness.environment {
            let name = environment.name.as_str();
            binding.plant = Some(binding.call(environment.plant, &environment.params, name)?);
        }
        for monitor in &harness.monitors {
            let call = binding.call(monitor.func, &monitor.params, monitor.name.as_str())?;
            binding.monitors.push(call);
        }
        Ok(binding)
    }

    /// One opportunity for each time that a handler may run, then the plant, the tick, the monitors.
    pub fn tick_plan(&self) -> Vec<Phase> {
        let handlers = self.harness.handlers.iter();
        let slots: u32 = handlers.map(|handler| handler.max).sum();
        let mut plan = vec![Phase::Handler; slots as usize];
        plan.extend(self.plant.as_ref().map(|_| Phase::Plant));
        plan.extend([Phase::Inputs, Phase::Body]);
        plan.extend((0..self.monitors.len()).map(Phase::Monitor));
        plan
    }

    pub fn start_plan(&self) -> Vec<Phase> {
        let made = self.made.iter();
        let made = made.map(|(cell, func)| Phase::Make(*cell, *func));
        let enters = matches!(self.harness.form, LoopForm::Superloop { .. });
        made.chain(enters.then_some(Phase::Enter)).collect()
    }

    fn param_types(&self, func: FuncId) -> Result<Vec<TypeId>, Halt> {
        let func = self.program.func(func).map_err(Halt::Bug)?;
        Ok(func.param_types().collect())
    }

    fn bind_body(&mut self, harness: &'p Harness, func: FuncId) -> Result<(), Halt> {
        let types = self.param_types(func)?;
        let LoopForm::Step { init, params, .. } = &harness.form else {
            for ty in types {
                let bound = self.handle(ty)?;
                self.body.params.push(bound);
            }
            return Ok(());
        };
        if let Some(init) = init {
            let cell = self.keep(*init, "state")?;
            self.state = Some(cell);
        }
        for (position, (param, ty)) in params.iter().zip(types).enumerate() {
            let bound = match param {
                TickParam::State => {
                    self.name_state(func, position);
                    self.state_reference()?
                }
                TickParam::Handle(_) => self.handle(ty)?,
                TickParam::Input { name, ty, range } => {
                    let cell = self.pass(*ty);
                    self.inputs.push(TickInput {
                        name: *name,
                        ty: *ty,
                        range: range.as_ref(),
                        cell,
                    });
                    Bound::Value(cell)
                }
            };
            self.body.params.push(bound);
        }
        Ok(())
    }

    /// The state is called as the tick's parameter.
    fn name_state(&mut self, func: FuncId, position: usize) {
        let local = &self.program.funcs[func.0 as usize].locals[position];
        if let (Some(cell), Some(name)) = (self.state, local.name) {
            self.names.insert(cell, name.to_string());
        }
    }

    fn state_reference(&self) -> Result<Bound, Halt> {
        let state = self.state.map(Bound::Reference);
        state.ok_or_else(|| Halt::Bug("the loop has no state that could be referred to".into()))
    }

    fn handle(&mut self, ty: TypeId) -> Result<Bound, Halt> {
        let cell = Cell::Kept(self.kept);
        self.kept += 1;
        self.handles.push(cell);
        let (target, bound) = match self.program.ty(ty).map_err(Halt::Bug)? {
            Type::Ref(target) => (*target, Bound::Reference(cell)),
            _ => (ty, Bound::Value(cell)),
        };
        self.types.insert(cell, target);
        Ok(bound)
    }

    fn keep(&mut self, init: FuncId, name: &str) -> Result<Cell, Halt> {
        let func = self.program.func(init).map_err(Halt::Bug)?;
        let ty = func.local_type(func.ret()).map_err(Halt::Bug)?;
        let cell = Cell::Kept(self.kept);
        self.kept += 1;
        self.types.insert(cell, ty);
        self.names.insert(cell, name.to_owned());
        self.made.push((cell, init));
        Ok(cell)
    }

    fn pass(&mut self, ty: TypeId) -> Cell {
        let cell = Cell::Passing(self.passing);
        self.passing += 1;
        self.types.insert(cell, ty);
        cell
    }

    fn call(&mut self, func: FuncId, params: &[MonitorParam], name: &str) -> Result<Call, Halt> {
        let types = self.param_types(func)?;
        let mut bound = Vec::with_capacity(params.len());
        for (param, ty) in params.iter().zip(types) {
            bound.push(match param {
                MonitorParam::State => self.state_reference()?,
                MonitorParam::Input(wanted) => {
                    let input = self.inputs.iter().find(|input| input.name == *wanted);
                    let input = input.ok_or_else(|| Halt::Bug(format!("no input {wanted}")))?;
                    Bound::Value(input.cell)
                }
                MonitorParam::Out => Bound::Value(self.out),
                MonitorParam::Local { local, by_ref } => Bound::Local {
                    local: *local,
                    by_ref: *by_ref,
                },
                MonitorParam::Event(event) => Bound::Event(ty, self.event(*event)),
                MonitorParam::Memory { init } => Bound::Reference(self.keep(*init, name)?),
            });
        }
        Ok(Call {
            func,
            params: bound,
        })
    }

    fn event(&mut self, event: Symbol) -> Cell {
        if let Some(cell) = self.events.get(&event) {
            return *cell;
        }
        let cell = Cell::Passing(self.passing);
        self.passing += 1;
        self.events.insert(event, cell);
        cell
    }
}
