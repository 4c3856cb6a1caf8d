//! From a harness to a transition system.
//!
//! A step starts at one of a few *locations*: between two ticks, or at a cut point inside of one. The first execution
//! knows only the location of the start; it is repeated until it finds no further locations and no further shapes of
//! what is carried over.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::exec::{enter, Done, Executor, Exit};
use super::harness::{Binding, Bound, Call, Phase};
use super::input::InputRecord;
use super::model::{Checked, Reads, System, Template, Variable};
use super::shape::{leaves_of, Leaves, Shape};
use super::state::{Frame, Path, Position, State};
use super::value::{constant, mux, Cell, Sym, TAG_BITS};
use super::Halt;
use crate::evidence::Property;
use crate::ir::{Harness, LoopForm, Program, Statement, StaticId, Terminator, Type};
use crate::term::Term;

/// The transition system of a loop, with the wanted properties.
pub fn build(program: &Program, harness: &Harness, wanted: &[Property]) -> Result<System, Halt> {
    if let Some(handler) = harness.handlers.iter().find(|handler| handler.preempt) {
        let what = "an interrupt handler that preempts the tick".to_owned();
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
struct Location {
    phase: u32,
    frames: Vec<Frame>,
}

/// What an execution of the initialisation or of a step ends in.
struct Ended {
    /// States with whether the tick is complete.
    states: Vec<(Position, State, bool)>,
    bad: Vec<(Property, Term, Term)>,
    inputs: BTreeMap<Position, InputRecord>,
}

struct Builder<'p> {
    program: &'p Program,
    harness: &'p Harness,
    exec: Executor<'p>,
    binding: Binding<'p>,
    plan: Vec<Phase>,
    entering: BTreeMap<Position, State>,
    shapes: BTreeMap<Cell, Shape>,
    leaves: Leaves,
    locations: BTreeMap<Position, Location>,
    /// Which location the step starts at, by its number.
    counter: Option<Term>,
    order: Vec<Position>,
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

    fn is_superloop(&self) -> bool {
        matches!(self.harness.form, LoopForm::Superloop { .. })
    }

    fn pointer(&self) -> u32 {
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

    // --- phases

    /// Lets a state wait for a phase, together with those that are there.
    fn arrive(&mut self, mut state: State, phase: u32) -> Done<()> {
        state.phase = phase;
        let live = state.live(&mut self.exec.pool);
        if self.exec.pool.as_const(live) == Some(0) {
            return Ok(());
        }
        let position = self.exec.position(&state)?;
        let state = match self.entering.remove(&position) {
            Some(there) => State::merge(&mut self.exec.pool, there, state),
            None => state,
        };
        self.entering.insert(position, state);
        Ok(())
    }

    /// Executes all phases of the plan.
    fn phases(&mut self) -> Done<Ended> {
        let last = self.plan.len() as u32;
        for phase in 0..last {
            let whole = !matches!(self.plan[phase as usize], Phase::Body | Phase::Enter);
            let suspended = self.is_superloop() && !self.exec.stop_at_start;
            self.exec.base = usize::from(suspended && whole);
            for state in self.taken(phase) {
                self.enter_phase(state, phase)?;
            }
            for exit in self.exec.run(phase)? {
                self.leave_phase(exit, phase)?;
            }
        }
        let mut states = Vec::new();
        for mut state in self.taken(last) {
            state.phase = 0;
            let position = self.exec.position(&state)?;
            states.push((position, state, true));
        }
        for (position, state) in std::mem::take(&mut self.exec.suspended) {
            states.push((position, state, false));
        }
        let reached = std::mem::take(&mut self.exec.reached);
        let bad = std::mem::take(&mut self.exec.bad);
        let bad = bad
            .into_iter()
            .map(|(property, bad)| (property, bad, reached[&property]));
        Ok(Ended {
            states,
            bad: bad.collect(),
            inputs: std::mem::take(&mut self.exec.inputs),
        })
    }

    fn taken(&mut self, phase: u32) -> Vec<State> {
        let later = self.entering.split_off(&vec![phase + 1]);
        let now = std::mem::replace(&mut self.entering, later);
        now.into_values().collect()
    }

    fn enter_phase(&mut self, mut state: State, phase: u32) -> Done<()> {
        match self.plan[phase as usize] {
            Phase::Make(_, func) => self.exec.push_call(&mut state, func, Vec::new(), None)?,
            Phase::Handler => return self.offer(state, phase),
            Phase::Plant => {
                let Some(call) = &self.binding.plant else {
                    return Err(Halt::Bug("there is no plant".into()));
                };
                let args = arguments(&mut self.exec, &state, call)?;
                let func = call.func;
                self.exec.push_call(&mut state, func, args, None)?;
            }
            Phase::Inputs => {
                self.take_inputs(&mut state, phase)?;
                return self.arrive(state, phase + 1);
            }
            Phase::Body | Phase::Enter => {
                let absent = self.exec.stop_at_start || !self.is_superloop();
                if absent {
                    let args = arguments(&mut self.exec, &state, &self.binding.body)?;
                    let func = self.binding.body.func;
                    self.exec.push_call(&mut state, func, args, None)?;
                }
            }
            Phase::Monitor(index) => {
                let call = &self.binding.monitors[index];
                let args = arguments(&mut self.exec, &state, call)?;
                let func = call.func;
                self.exec.push_call(&mut state, func, args, None)?;
            }
        }
        self.exec.wait(state)
    }

    fn leave_phase(&mut self, exit: Exit, phase: u32) -> Done<()> {
        let next = phase + 1;
        match (exit, self.plan[phase as usize]) {
            (Exit::Returned(mut state, value), Phase::Make(cell, _)) => {
                state.set_cell(cell, value);
                self.arrive(state, next)
            }
            (Exit::Returned(state, _), Phase::Handler) => self.arrive(state, next),
            (Exit::Returned(mut state, value), Phase::Plant) => {
                self.take_plant(&mut state, value)?;
                self.arrive(state, next)
            }
            (Exit::Returned(mut state, value), Phase::Body) => {
                state.set_cell(self.binding.out, value);
                self.arrive(state, next)
            }
            (Exit::Returned(state, value), Phase::Monitor(index)) => {
                let holds = self.exec.scalar(&value, 1)?;
                self.exec.property(&state, Property::Monitor(index), holds);
                self.arrive(state, next)
            }
            (Exit::Mark(mut state), Phase::Body | Phase::Enter) => {
                self.come_to_rest(&mut state)?;
                self.arrive(state, next)
            }
            _ => Err(Halt::Bug("a phase ended in an unexpected way".into())),
        }
    }

    /// Moves a superloop between two ticks on to where its next statement is, so that ways to the same one are alike.
    fn come_to_rest(&mut self, state: &mut State) -> Done<()> {
        let frame = state.top();
        for _ in 0..self.program.funcs[frame.func.0 as usize].blocks.len() {
            let block = &self.program.funcs[frame.func.0 as usize].blocks[frame.block.0 as usize];
            let next = block.statements.get(frame.statement as usize);
            match (next, &block.terminator) {
                (None, Some(Terminator::Goto(to))) => {
                    let flow = self.exec.flow(frame.func)?;
                    enter(frame, &flow, *to);
                }
                (Some((Statement::TickStart, _)), _) => break,
                _ => break,
            }
        }
        frame.rounds.fill(0);
        Ok(())
    }

    /// One of the handlers runs here, or none. They run at the first opportunities, each as often as it may.
    fn offer(&mut self, mut state: State, phase: u32) -> Done<()> {
        let handlers = &self.harness.handlers;
        let position = self.exec.position(&state)?;
        let count = handlers.len() as u32;
        let choice = self.exec.choice(&mut state, position.clone(), count + 1);
        self.limit_choices(&mut state, &position, choice);
        let width = self.exec.pool.width(choice);
        for (index, handler) in handlers.iter().enumerate() {
            let number = self.exec.pool.constant(width, index as u128 + 1);
            let taken = self.exec.pool.eq(choice, number);
            let mut chosen = state.clone();
            chosen.path = chosen.path.take(&mut self.exec.pool, taken);
            self.exec
                .push_call(&mut chosen, handler.func, Vec::new(), None)?;
            self.exec.wait(chosen)?;
        }
        let zero = self.exec.pool.constant(width, 0);
        let none = self.exec.pool.eq(choice, zero);
        state.path = state.path.take(&mut self.exec.pool, none);
        self.arrive(state, phase + 1)
    }

    /// Other orders of choices than the allowed ones are not considered: a handler runs at most `max` times, and nothing
    /// follows after no handler was chosen.
    fn limit_choices(&mut self, state: &mut State, position: &Position, choice: Term) {
        let pool = &mut self.exec.pool;
        let width = pool.width(choice);
        let mut earlier: Vec<Term> = Vec::new();
        for phase in 0..position[0] {
            let mut before = position.clone();
            before[0] = phase;
            if let Some((Sym::Scalar(term), _)) = self.exec.known_inputs.get(&before) {
                earlier.push(*term);
            }
        }
        let zero = pool.constant(width, 0);
        if let Some(last) = earlier.last() {
            let (over, none) = (pool.eq(*last, zero), pool.eq(choice, zero));
            let fine = pool.implies(over, none);
            state.alive = pool.and(state.alive, fine);
        }
        for (index, handler) in self.harness.handlers.iter().enumerate() {
            let number = pool.constant(width, index as u128 + 1);
            let mut count = pool.constant(COUNTER_BITS, 0);
            for term in &earlier {
                let was = pool.eq(*term, number);
                let one = pool.zext(was, COUNTER_BITS);
                count = pool.add(count, one);
            }
            let max = pool.constant(COUNTER_BITS, u128::from(handler.max));
            let (is_now, may) = (pool.eq(choice, number), pool.ult(count, max));
            let fine = pool.implies(is_now, may);
            state.alive = pool.and(state.alive, fine);
        }
    }

    /// The inputs of the tick if there is no plant; and no event has happened yet.
    fn take_inputs(&mut self, state: &mut State, phase: u32) -> Done<()> {
        if self.binding.plant.is_none() {
            for (index, input) in self.binding.inputs.iter().enumerate() {
                let position = vec![phase, index as u32];
                let value = self
                    .exec
                    .input(state, position, input.name, input.ty, input.range)?;
                state.set_cell(input.cell, value);
            }
        }
        let none = Sym::Scalar(self.exec.pool.bool(false));
        for cell in self.binding.events.values() {
            state.set_cell(*cell, Sym::Product(Rc::new(vec![none.clone()])));
        }
        Ok(())
    }

    fn take_plant(&mut self, state: &mut State, value: Sym) -> Done<()> {
        let inputs = &self.binding.inputs;
        let values = match (inputs.len(), value) {
            (1, value) => vec![value],
            (_, Sym::Product(values)) => values.to_vec(),
            _ => return Err(Halt::Bug("the plant gives no inputs".into())),
        };
        for (input, value) in inputs.iter().zip(values) {
            state.set_cell(input.cell, value);
        }
        Ok(())
    }

    // --- the system

    fn finish(mut self, start: Ended, step: Ended, wanted: &[Property]) -> System {
        let state = self.variables(&start, &step);
        let returned = template(&self.returned(&step));
        let pool = &mut self.exec.pool;
        let start_valid = any_live(pool, &start, |_| true);
        let valid = any_live(pool, &step, |_| true);
        let tick_done = any_live(pool, &step, |done| done);
        let steps_are_ticks = step.states.iter().all(|(_, _, done)| *done);
        let never = pool.bool(false);
        let find = |ended: &Ended, property: &Property| {
            let found = ended.bad.iter().find(|(p, _, _)| p == property);
            found.map_or((never, never), |(_, bad, reached)| (*bad, *reached))
        };
        let properties = wanted.iter().map(|property| Checked {
            property: *property,
            start_bad: find(&start, property).0,
            bad: find(&step, property).0,
            reached: find(&step, property).1,
        });
        let properties = properties.collect();
        let (start_inputs, start_readings) = readings(pool, start.inputs);
        let (inputs, readings) = readings(pool, step.inputs);
        System {
            state,
            start_inputs,
            inputs,
            start_valid,
            valid,
            tick_done,
            steps_are_ticks,
            properties,
            returned,
            start_readings,
            readings,
            pool: self.exec.pool,
        }
    }

    /// What the tick returned, in the states that complete one.
    fn returned(&mut self, step: &Ended) -> Sym {
        let pool = &mut self.exec.pool;
        let mut value = Sym::Undefined;
        for (_, state, _) in step.states.iter().filter(|(_, _, done)| *done) {
            let path = state.path.condition(pool);
            value = mux(pool, path, &state.cell(self.binding.out), &value);
        }
        value
    }

    fn variables(&mut self, start: &Ended, step: &Ended) -> Vec<Variable> {
        let mut variables = Vec::new();
        if let Some(var) = self.counter {
            let number = |position: &Position| {
                let at = self.order.iter().position(|known| known == position);
                at.unwrap_or(0) as u128
            };
            let pool = &mut self.exec.pool;
            let first = start
                .states
                .first()
                .map_or(0, |(position, _, _)| number(position));
            let init = pool.constant(COUNTER_BITS, first);
            let mut next = init;
            for (position, state, _) in &step.states {
                let path = state.path.condition(pool);
                let here = pool.constant(COUNTER_BITS, number(position));
                next = pool.ite(path, here, next);
            }
            let name = "(program counter)".to_owned();
            variables.push(Variable {
                name,
                var,
                init,
                next,
            });
        }
        let shapes = std::mem::take(&mut self.shapes);
        for (cell, shape) in &shapes {
            self.cell_variables(*cell, shape, start, step, &mut variables);
        }
        variables
    }

    fn cell_variables(
        &mut self,
        cell: Cell,
        shape: &Shape,
        start: &Ended,
        step: &Ended,
        variables: &mut Vec<Variable>,
    ) {
        let pointer = self.pointer();
        let init = start
            .states
            .first()
            .map_or(Sym::Undefined, |(_, s, _)| s.cell(cell));
        let init = leaves_of(&mut self.exec.pool, pointer, shape, &init);
        let mut next: Option<Vec<Term>> = None;
        for (_, state, _) in &step.states {
            let value = state.cell(cell);
            if matches!(value, Sym::Undefined) {
                continue;
            }
            let pool = &mut self.exec.pool;
            let leaves = leaves_of(pool, pointer, shape, &value);
            let path = state.path.condition(pool);
            next = Some(match next {
                None => leaves.into_iter().map(|(_, term)| term).collect(),
                Some(others) => leaves
                    .into_iter()
                    .zip(others)
                    .map(|((_, term), other)| pool.ite(path, term, other))
                    .collect(),
            });
        }
        for (at, (path, init)) in init.into_iter().enumerate() {
            let Some(var) = self.leaves.var(cell, &path) else {
                continue;
            };
            let next = next.as_ref().map_or(init, |next| next[at]);
            let name = self.leaf_name(cell, &path);
            variables.push(Variable {
                name,
                var,
                init,
                next,
            });
        }
    }

    fn leaf_name(&self, cell: Cell, path: &[u32]) -> String {
        let (base, ty) = match cell {
            Cell::Static(id) => {
                let item = &self.program.statics[id.0 as usize];
                (item.name.to_string(), Some(item.ty))
            }
            Cell::Local(id, local) => {
                let frames = self
                    .locations
                    .values()
                    .flat_map(|location| &location.frames);
                let frame = frames.into_iter().find(|frame| frame.id == id);
                let local =
                    frame.map(|f| &self.program.funcs[f.func.0 as usize].locals[local.0 as usize]);
                let name = local.and_then(|local| local.name);
                let name = name.map_or_else(|| "(temporary)".to_owned(), |name| name.to_string());
                (name, local.map(|local| local.ty))
            }
            Cell::Kept(_) | Cell::Passing(_) => {
                let name = self.binding.names.get(&cell).cloned();
                let name = name.unwrap_or_else(|| "(tick)".to_owned());
                (name, self.binding.types.get(&cell).copied())
            }
        };
        match ty {
            Some(ty) => super::name::leaf(self.program, base, ty, path),
            None => base,
        }
    }
}

const COUNTER_BITS: u32 = 8;

fn any_live(pool: &mut crate::term::Pool, ended: &Ended, wanted: impl Fn(bool) -> bool) -> Term {
    let states = ended.states.iter().filter(|(_, _, done)| wanted(*done));
    let live: Vec<Term> = states.map(|(_, state, _)| state.live(pool)).collect();
    pool.any(&live)
}

/// What the parameters of a call get in a state.
fn arguments(exec: &mut Executor, state: &State, call: &Call) -> Done<Vec<Sym>> {
    let mut values = Vec::with_capacity(call.params.len());
    for bound in &call.params {
        values.push(match *bound {
            Bound::Reference(cell) => reference(exec, cell),
            Bound::Value(cell) => state.cell(cell),
            Bound::Local { local, by_ref } => {
                let Some(frame) = state.frames.first() else {
                    return Err(Halt::Bug("a local of no superloop".into()));
                };
                let cell = Cell::Local(frame.id, local);
                match by_ref {
                    true => reference(exec, cell),
                    false => state.cell(cell),
                }
            }
            Bound::Event(ty, cell) => last_event(exec, ty, &state.cell(cell))?,
        });
    }
    Ok(values)
}

fn reference(exec: &mut Executor, cell: Cell) -> Sym {
    let path = Vec::new();
    Sym::reference(&mut exec.pool, super::value::Spot { cell, path })
}

/// The `Option` of an event's arguments: the only one, or the tuple of all.
fn last_event(exec: &mut Executor, ty: crate::ir::TypeId, event: &Sym) -> Done<Sym> {
    let Type::Enum { variants, .. } = exec.program.ty(ty).map_err(Halt::Bug)? else {
        return Err(Halt::Bug("an event is bound to no Option".into()));
    };
    let Some(some) = variants.iter().position(|v| v.fields.len() == 1) else {
        return Err(Halt::Bug("an event is bound to no Option".into()));
    };
    let (happened, args) = match event {
        Sym::Product(parts) => match parts.split_first() {
            Some((happened, args)) => (exec.scalar(happened, 1)?, args),
            None => (exec.pool.bool(false), &[][..]),
        },
        _ => (exec.pool.bool(false), &[][..]),
    };
    let mut payloads = super::value::blank_payloads(exec.program, ty);
    let has_args = exec.pool.as_const(happened) != Some(0);
    payloads[some][0] = match args {
        _ if !has_args => Sym::Undefined,
        [only] => only.clone(),
        all => Sym::Product(Rc::new(all.to_vec())),
    };
    let (yes, no) = (some as u128, 1 - some as u128);
    let yes = exec.pool.constant(TAG_BITS, yes);
    let no = exec.pool.constant(TAG_BITS, no);
    let tag = exec.pool.ite(happened, yes, no);
    Ok(Sym::Sum(tag, Rc::new(payloads)))
}

/// The variables behind inputs, and how to read values off them.
fn readings(
    pool: &crate::term::Pool,
    inputs: BTreeMap<Position, InputRecord>,
) -> (Vec<Term>, Vec<Reads>) {
    let reads: Vec<Reads> = inputs
        .into_values()
        .map(|record| Reads {
            asked: record.asked,
            when: record.when,
            value: template(&record.value),
        })
        .collect();
    let mut terms = Vec::new();
    reads.iter().for_each(|read| read.value.terms(&mut terms));
    (crate::term::support(pool, &terms), reads)
}

fn template(value: &Sym) -> Template {
    match value {
        Sym::Scalar(term) => Template::Scalar(*term),
        Sym::Product(parts) => Template::Product(parts.iter().map(template).collect()),
        Sym::Sum(tag, payloads) => {
            let payloads = payloads.iter().map(|p| p.iter().map(template).collect());
            Template::Sum(*tag, payloads.collect())
        }
        Sym::Undefined | Sym::Refs(_) | Sym::Slices(_) | Sym::Funcs(_) => Template::Unknown,
    }
}
