//! From a harness to a transition system.
//!
//! A step starts at one of a few *locations*: between two ticks, or at a cut point inside of one or inside of the
//! initialisation. The first execution knows only where the initialisation ends; it is repeated until it finds no
//! further locations and no further shapes of what is carried over.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::exec::{Done, Executor, ROUNDS};
use super::harness::{Binding, Phase};
use super::input::{bits_for, InputRecord};
use super::model::System;
use super::shape::{Leaves, Shape};
use super::state::{Frame, Path, Position, State};
use super::value::{constant, Cell, Sym};
use super::Halt;
use crate::evidence::Property;
use crate::ir::{BlockId, FuncId, Harness, LocalId, LoopForm, Program, StaticId, Type};
use crate::solver::Budget;
use crate::source::Span;
use crate::term::Term;

/// The transition system of a loop, with the wanted properties, however long it takes.
pub fn build(program: &Program, harness: &Harness, wanted: &[Property]) -> Result<System, Halt> {
    build_within(program, harness, wanted, &Budget::unlimited())
}

/// The same within a budget: [`Halt::Stopped`] if that does not last.
pub fn build_within(
    program: &Program,
    harness: &Harness,
    wanted: &[Property],
    budget: &Budget,
) -> Result<System, Halt> {
    build_cutting(program, harness, wanted, ROUNDS, budget)
}

/// The same where a loop whose condition is not constant becomes a cut point after so many rounds.
pub fn build_cutting(
    program: &Program,
    harness: &Harness,
    wanted: &[Property],
    rounds: u32,
    budget: &Budget,
) -> Result<System, Halt> {
    refuse_handlers(harness)?;
    let mut builder = Builder::new(program, harness, budget)?;
    builder.exec.patience = rounds;
    loop {
        match builder.execute() {
            Ok((start, step)) => return Ok(builder.finish(start, step, wanted)),
            Err(Halt::Cut(func, head)) => {
                builder.exec.cuts.insert((func, head));
            }
            Err(halt) => return Err(halt),
        }
    }
}

/// Interrupts that are not encoded.
fn refuse_handlers(harness: &Harness) -> Result<(), Halt> {
    if let Some(handler) = harness.handlers.iter().find(|handler| handler.preempt) {
        let what = "an interrupt handler that preempts the tick".to_owned();
        return Err(Halt::Unsupported(what, handler.span));
    }
    if let Some(handler) = harness.handlers.iter().find(|handler| handler.max > 100) {
        let what =
            "an interrupt handler that runs more than 100 times between two ticks".to_owned();
        return Err(Halt::Unsupported(what, handler.span));
    }
    Ok(())
}

/// Where a step may start: a phase, and the calls that are under way.
pub(super) struct Location {
    pub phase: u32,
    pub frames: Vec<Frame>,
}

/// What an execution of the initialisation or of a step ends in.
pub(super) struct Ended {
    /// States with whether a tick is complete.
    pub states: Vec<(Position, State, bool)>,
    /// When each property is violated, and when it is looked at at all.
    pub bad: Vec<(Property, Term, Term)>,
    /// When something happens without which a monitor says nothing.
    pub covers: Vec<(usize, Span, Term)>,
    pub inputs: BTreeMap<Position, InputRecord>,
}

/// Locations of a system in which no loop but those that wait is come back to.
const LOCATIONS: usize = 200;
/// Locations that a loop around others may add before it becomes a cut point itself.
const ROUNDS_OF_LOCATIONS: u32 = 12;

pub(super) struct Builder<'p> {
    pub program: &'p Program,
    pub harness: &'p Harness,
    pub exec: Executor<'p>,
    pub binding: Binding<'p>,
    /// Those of a tick, then those of the initialisation.
    pub plan: Vec<Phase>,
    /// Number of the first phase of the initialisation.
    pub opening: u32,
    pub entering: BTreeMap<Position, State>,
    pub shapes: BTreeMap<Cell, Shape>,
    pub leaves: Leaves,
    pub locations: BTreeMap<Position, Location>,
    /// Which location the step starts at, by its number.
    pub counter: Option<Term>,
    pub order: Vec<Position>,
}

impl<'p> Builder<'p> {
    pub fn new(program: &'p Program, harness: &'p Harness, budget: &Budget) -> Done<Builder<'p>> {
        let binding = Binding::new(program, harness)?;
        let mut exec = Executor::new(program, budget.clone());
        exec.events = binding.events.clone();
        exec.cell_types = binding.types.clone();
        let mut plan = binding.tick_plan();
        let opening = plan.len() as u32;
        plan.extend(binding.start_plan());
        Ok(Builder {
            program,
            harness,
            exec,
            binding,
            plan,
            opening,
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

    /// The initialisation, and a step once nothing new is found about what is carried from one to the next.
    fn execute(&mut self) -> Done<(Ended, Ended)> {
        self.locations.clear();
        self.order.clear();
        self.shapes.clear();
        let start = self.start()?;
        self.note_ends(&start)?;
        loop {
            let step = self.step(&start)?;
            if !self.note_ends(&step)? {
                return Ok((start, step));
            }
        }
    }

    pub fn start(&mut self) -> Done<Ended> {
        let state = State {
            phase: 0,
            path: Path::start(),
            alive: self.exec.pool.bool(true),
            cells: Rc::new(self.initial_cells()?),
            frames: Vec::new(),
        };
        self.exec.begin();
        self.entering.clear();
        let first = match self.opening == self.plan.len() as u32 {
            true => self.end_of_start(),
            false => self.opening,
        };
        self.arrive(state, first)?;
        self.phases()
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

    /// Makes room for what the states hold; whether anything was new.
    fn note_ends(&mut self, ended: &Ended) -> Done<bool> {
        let mut grown = false;
        for (position, state, _) in &ended.states {
            grown |= self.note_location(position, state)?;
            for (cell, value) in self.carried(state) {
                let shape = self.shapes.entry(cell).or_default();
                grown |= shape.admit(&self.exec.pool, &value);
            }
        }
        Ok(grown)
    }

    fn note_location(&mut self, position: &Position, state: &State) -> Done<bool> {
        if self.locations.contains_key(position) {
            return Ok(false);
        }
        self.limit_locations(state)?;
        let location = Location {
            phase: state.phase,
            frames: state.frames.clone(),
        };
        self.locations.insert(position.clone(), location);
        self.order.push(position.clone());
        self.counter = None;
        Ok(true)
    }

    /// A loop around a cut point gives it a location in every round. If these are many, it becomes one too.
    fn limit_locations(&mut self, state: &State) -> Done<()> {
        if let Some((round, func, head)) = self.most_rounds(state)? {
            if round > ROUNDS_OF_LOCATIONS {
                return Err(Halt::Cut(func, head));
            }
        }
        match self.locations.len() < LOCATIONS {
            true => Ok(()),
            false => Err(Halt::Unsupported(
                "a tick that waits in so many places".into(),
                self.harness.span,
            )),
        }
    }

    /// The loop that a state has come round most often, and how often.
    fn most_rounds(&mut self, state: &State) -> Done<Option<(u32, FuncId, BlockId)>> {
        let mut most = None;
        for frame in &state.frames {
            let flow = self.exec.flow(frame.func)?;
            let loops = &flow.stand(frame.block).loops;
            let rounds = loops.iter().zip(&frame.rounds);
            let heads = rounds.map(|(head, round)| (*round, frame.func, flow.at(*head)));
            most = most.into_iter().chain(heads).max_by_key(|found| found.0);
        }
        Ok(most)
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
                let local = LocalId(index as u32);
                found.push((Cell::Local(frame.id, local), value.clone()));
            }
        }
        found
    }

    fn is_between_ticks(&self, state: &State) -> bool {
        state.phase == 0 && state.frames.len() <= usize::from(self.is_superloop())
    }

    fn step(&mut self, start: &Ended) -> Done<Ended> {
        self.exec.begin();
        self.entering.clear();
        let constants = start.states.first();
        let constants = constants.map(|(_, state, _)| state.cells.clone());
        let constants = constants.unwrap_or_default();
        for (number, position) in self.order.clone().into_iter().enumerate() {
            let mut state = self.state_at(number, &position, &constants);
            match self.is_between_ticks(&state) {
                true => {
                    self.forget_handlers(&mut state);
                    self.arrive(state, 0)?;
                }
                false => self.exec.wait(state)?,
            }
        }
        self.phases()
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
        let mut state = State {
            phase: location.phase,
            path: Path::start().take(&mut self.exec.pool, here),
            alive: self.exec.pool.bool(true),
            cells: constants.clone(),
            frames: location.frames.clone(),
        };
        let between = self.is_between_ticks(&state);
        let pointer = self.pointer();
        for (cell, shape) in &self.shapes {
            let wanted = match cell {
                Cell::Local(..) => false,
                Cell::Passing(_) => !between,
                Cell::Static(_) | Cell::Kept(_) => true,
            };
            if wanted {
                let pool = &mut self.exec.pool;
                state.set_cell(*cell, self.leaves.value(pool, pointer, *cell, shape));
            }
        }
        for frame in &mut state.frames {
            let id = frame.id;
            let locals = Rc::make_mut(&mut frame.locals);
            for (index, local) in locals.iter_mut().enumerate() {
                let cell = Cell::Local(id, LocalId(index as u32));
                *local = match self.shapes.get(&cell) {
                    Some(shape) => self.leaves.value(&mut self.exec.pool, pointer, cell, shape),
                    None => Sym::Undefined,
                };
            }
        }
        state
    }

    /// Whether the step starts at a location.
    pub fn is_here(&mut self, number: usize) -> Term {
        let pool = &mut self.exec.pool;
        let Some(last) = self.order.len().checked_sub(1).filter(|last| *last > 0) else {
            return pool.bool(true);
        };
        let width = bits_for(last as u128);
        let counter = *self.counter.get_or_insert_with(|| pool.var(width));
        let number = pool.constant(width, number as u128);
        pool.eq(counter, number)
    }
}
