//! From a harness to a transition system.
//!
//! A step starts at one of a few *locations*: between two ticks, or at a cut point inside of one. The first execution
//! knows only the location of the start; it is repeated until it finds no further locations and no further shapes of
//! what is carried over.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::exec::{Done, Executor};
use super::harness::{Binding, Phase};
use super::input::InputRecord;
use super::model::System;
use super::shape::{Leaves, Shape};
use super::state::{Frame, Path, Position, State};
use super::value::{constant, Cell, Sym};
use super::Halt;
use crate::evidence::Property;
use crate::ir::{Harness, LoopForm, Program, StaticId, Type};
use crate::source::Span;
use crate::term::Term;

/// The transition system of a loop, with the wanted properties.
pub fn build(program: &Program, harness: &Harness, wanted: &[Property]) -> Result<System, Halt> {
    if let Some(handler) = harness.handlers.iter().find(|handler| handler.preempt) {
        let what = "an interrupt handler that preempts the tick".to_owned();
        return Err(Halt::Unsupported(what, handler.span));
    }
    if let Some(handler) = harness.handlers.iter().find(|handler| handler.max > 100) {
        let what =
            "an interrupt handler that runs more than 100 times between two ticks".to_owned();
        return Err(Halt::Unsupported(what, handler.span));
    }
    let mut builder = Builder::new(program, harness)?;
    let start = builder.start()?;
    loop {
        match builder.settle(&start) {
            Ok(step) => return Ok(builder.finish(start, step, wanted)),
            Err(Halt::Cut(func, head)) => {
                builder.exec.cuts.insert((func, head));
            }
            Err(halt) => return Err(halt),
        }
    }
}

/// Where a step may start: a phase, and the calls that are under way.
pub(super) struct Location {
    pub phase: u32,
    pub frames: Vec<Frame>,
}

/// What an execution of the initialisation or of a step ends in.
pub(super) struct Ended {
    /// States with whether the tick is complete.
    pub states: Vec<(Position, State, bool)>,
    /// When each property is violated, and when it is looked at at all.
    pub bad: Vec<(Property, Term, Term)>,
    /// When something happens without which a monitor says nothing.
    pub covers: Vec<(usize, Span, Term)>,
    pub inputs: BTreeMap<Position, InputRecord>,
}

pub(super) struct Builder<'p> {
    pub program: &'p Program,
    pub harness: &'p Harness,
    pub exec: Executor<'p>,
    pub binding: Binding<'p>,
    pub plan: Vec<Phase>,
    pub entering: BTreeMap<Position, State>,
    pub shapes: BTreeMap<Cell, Shape>,
    pub leaves: Leaves,
    pub locations: BTreeMap<Position, Location>,
    /// Which location the step starts at, by its number.
    pub counter: Option<Term>,
    pub order: Vec<Position>,
}

impl<'p> Builder<'p> {
    fn new(program: &'p Program, harness: &'p Harness) -> Done<Builder<'p>> {
        let binding = Binding::new(program, harness)?;
        let mut exec = Executor::new(program);
        exec.events = binding.events.clone();
        exec.cell_types = binding.types.clone();
        Ok(Builder {
            program,
            harness,
            exec,
            binding,
            plan: Vec::new(),
            entering: BTreeMap::new(),
            shapes: BTreeMap::new(),
            leaves: Leaves::default(),
            locations: BTreeMap::new(),
            counter: None,
            order: Vec::new(),
        })
    }

    pub fn is_superloop(&self) -> bool {
        matches!(self.harness.form, LoopForm::Superloop { .. })
    }

    pub fn pointer(&self) -> u32 {
        u32::from(self.program.pointer_width)
    }

    // --- the initialisation

    fn start(&mut self) -> Done<Ended> {
        let made = self.binding.made.iter();
        self.plan = made.map(|(cell, func)| Phase::Make(*cell, *func)).collect();
        if self.is_superloop() {
            self.plan.push(Phase::Enter);
        }
        let state = State {
            phase: 0,
            path: Path::start(),
            alive: self.exec.pool.bool(true),
            cells: Rc::new(self.initial_cells()?),
            frames: Vec::new(),
        };
        self.exec.begin();
        self.exec.stop_at_start = true;
        self.entering.insert(vec![0], state);
        let ended = self.phases().map_err(|halt| match halt {
            Halt::Cut(func, _) => Halt::LoopBound(self.program.funcs[func.0 as usize].span),
            other => other,
        })?;
        self.exec.stop_at_start = false;
        self.note_ends(&ended);
        Ok(ended)
    }

    fn initial_cells(&mut self) -> Done<BTreeMap<Cell, Sym>> {
        let mut cells = BTreeMap::new();
        for (index, item) in self.program.statics.iter().enumerate() {
            let value = constant(&mut self.exec.pool, self.program, &item.init, item.ty);
            let cell = Cell::Static(StaticId(index as u32));
            cells.insert(cell, value.map_err(Halt::Bug)?);
        }
        for handle in &self.binding.handles {
            let ty = self.binding.types[handle];
            let fields = match self.program.ty(ty).map_err(Halt::Bug)? {
                Type::Struct { fields, .. } => fields.len(),
                Type::Tuple(types) => types.len(),
                _ => 0,
            };
            cells.insert(*handle, Sym::Product(Rc::new(vec![Sym::Undefined; fields])));
        }
        Ok(cells)
    }

    // --- a step

    /// Executes steps until nothing new is found about what is carried from one to the next.
    fn settle(&mut self, start: &Ended) -> Done<Ended> {
        loop {
            let ended = self.step(start)?;
            if !self.note_ends(&ended) {
                return Ok(ended);
            }
            // More would not fit their counters.
            let crowded = self.shapes.values().any(|shape| shape.widest() > MANY);
            if self.order.len() > MANY || crowded {
                return Err(Halt::LoopBound(self.harness.span));
            }
        }
    }

    /// Makes room for what the states hold; whether anything was new.
    fn note_ends(&mut self, ended: &Ended) -> bool {
        let mut grown = false;
        for (position, state, _) in &ended.states {
            grown |= self.note_location(position, state);
            for (cell, value) in self.carried(state) {
                let shape = self.shapes.entry(cell).or_default();
                grown |= shape.admit(&self.exec.pool, &value);
            }
        }
        grown
    }

    fn note_location(&mut self, position: &Position, state: &State) -> bool {
        if self.locations.contains_key(position) {
            return false;
        }
        let location = Location {
            phase: state.phase,
            frames: state.frames.clone(),
        };
        self.locations.insert(position.clone(), location);
        self.order.push(position.clone());
        self.counter = None;
        true
    }

    /// What a state hands to the next step: all but constants, and of values that pass only those of a tick under way.
    fn carried(&self, state: &State) -> Vec<(Cell, Sym)> {
        let is_kept = |cell: &Cell| match cell {
            Cell::Static(id) => self.program.statics[id.0 as usize].mutable,
            Cell::Kept(_) => true,
            Cell::Passing(_) => !self.is_between_ticks(state),
            Cell::Local(..) => false,
        };
        let cells = state.cells.iter().filter(|(cell, _)| is_kept(cell));
        let mut found: Vec<(Cell, Sym)> = cells.map(|(cell, sym)| (*cell, sym.clone())).collect();
        for frame in &state.frames {
            for (index, value) in frame.locals.iter().enumerate() {
                let local = crate::ir::LocalId(index as u32);
                found.push((Cell::Local(frame.id, local), value.clone()));
            }
        }
        found
    }

    fn is_between_ticks(&self, state: &State) -> bool {
        state.phase == 0 && state.frames.len() <= usize::from(self.is_superloop())
    }

    fn step(&mut self, start: &Ended) -> Done<Ended> {
        self.plan = self.tick_plan();
        self.exec.begin();
        self.entering.clear();
        let constants = start
            .states
            .first()
            .map(|(_, state, _)| state.cells.clone());
        let constants = constants.unwrap_or_default();
        for (number, position) in self.order.clone().into_iter().enumerate() {
            let state = self.state_at(number, &position, &constants);
            match self.is_between_ticks(&state) {
                true => self.arrive(state, 0)?,
                false => self.exec.wait(state)?,
            }
        }
        self.phases()
    }

    fn tick_plan(&self) -> Vec<Phase> {
        let slots: u32 = self
            .harness
            .handlers
            .iter()
            .map(|handler| handler.max)
            .sum();
        let mut plan = vec![Phase::Handler; slots as usize];
        plan.extend(self.binding.plant.as_ref().map(|_| Phase::Plant));
        plan.extend([Phase::Inputs, Phase::Body]);
        plan.extend((0..self.binding.monitors.len()).map(Phase::Monitor));
        plan
    }

    /// The state at the start of a step that begins at a location.
    fn state_at(
        &mut self,
        number: usize,
        position: &Position,
        constants: &Rc<BTreeMap<Cell, Sym>>,
    ) -> State {
        let here = self.is_here(number);
        let location = &self.locations[position];
        let (phase, mut frames) = (location.phase, location.frames.clone());
        let pointer = self.pointer();
        let mut cells = (**constants).clone();
        let inside = phase != 0 || frames.len() > usize::from(self.is_superloop());
        for (cell, shape) in &self.shapes {
            let wanted = match cell {
                Cell::Local(..) => false,
                Cell::Passing(_) => inside,
                Cell::Static(_) | Cell::Kept(_) => true,
            };
            if wanted {
                let value = self
                    .leaves
                    .value(&mut self.exec.pool, pointer, *cell, shape);
                cells.insert(*cell, value);
            }
        }
        for frame in &mut frames {
            let id = frame.id;
            let locals = Rc::make_mut(&mut frame.locals);
            for (index, local) in locals.iter_mut().enumerate() {
                let cell = Cell::Local(id, crate::ir::LocalId(index as u32));
                *local = match self.shapes.get(&cell) {
                    Some(shape) => self.leaves.value(&mut self.exec.pool, pointer, cell, shape),
                    None => Sym::Undefined,
                };
            }
        }
        State {
            phase,
            path: Path::start().take(&mut self.exec.pool, here),
            alive: self.exec.pool.bool(true),
            cells: Rc::new(cells),
            frames,
        }
    }

    /// Whether the step starts at a location.
    fn is_here(&mut self, number: usize) -> Term {
        if self.order.len() == 1 {
            return self.exec.pool.bool(true);
        }
        let pool = &mut self.exec.pool;
        let counter = *self.counter.get_or_insert_with(|| pool.var(COUNTER_BITS));
        let number = pool.constant(COUNTER_BITS, number as u128);
        pool.eq(counter, number)
    }
}

pub(super) const COUNTER_BITS: u32 = 8;
/// Locations, and places that one reference may denote.
const MANY: usize = 200;
