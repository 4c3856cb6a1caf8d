//! The phases of a step: handlers, plant, inputs, the tick itself, monitors.

use std::rc::Rc;

use super::build::{Builder, Ended};
use super::exec::{enter, Done, Executor, Exit};
use super::harness::{Bound, Call, Phase};
use super::input::bits_for;
use super::state::State;
use super::value::{Cell, Sym, TAG_BITS};
use super::Halt;
use crate::evidence::Property;
use crate::ir::{Statement, Terminator, Type};

impl Builder<'_> {
    /// Lets a state wait for a phase, together with those that are there.
    pub fn arrive(&mut self, mut state: State, phase: u32) -> Done<()> {
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

    /// Where the states are that have completed a tick.
    fn end_of_tick(&self) -> u32 {
        self.plan.len() as u32
    }

    /// Where the states are that have completed the initialisation.
    pub fn end_of_start(&self) -> u32 {
        self.plan.len() as u32 + 1
    }

    fn after(&self, phase: u32) -> u32 {
        match phase + 1 {
            next if next == self.opening => self.end_of_tick(),
            next if next == self.plan.len() as u32 => self.end_of_start(),
            next => next,
        }
    }

    /// Executes all phases of the plan.
    pub fn phases(&mut self) -> Done<Ended> {
        for phase in 0..self.plan.len() as u32 {
            let whole = !matches!(self.plan[phase as usize], Phase::Body | Phase::Enter);
            let starting = phase >= self.opening;
            self.exec.base = usize::from(self.is_superloop() && whole && !starting);
            self.exec.stop_at_start = starting;
            self.exec.asking = match self.plan[phase as usize] {
                Phase::Monitor(index) => Some(index),
                _ => None,
            };
            for state in self.taken(phase) {
                self.enter_phase(state, phase)?;
            }
            for exit in self.exec.run(phase)? {
                self.leave_phase(exit, phase)?;
            }
        }
        let mut states = Vec::new();
        for end in [self.end_of_tick(), self.end_of_start()] {
            for mut state in self.taken(end) {
                state.phase = 0;
                let position = self.exec.position(&state)?;
                states.push((position, state, end == self.end_of_tick()));
            }
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
            covers: std::mem::take(&mut self.exec.covers),
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
            Phase::Handler => return self.offer(state),
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
                return self.arrive(state, self.after(phase));
            }
            // Between ticks a superloop is under way already.
            Phase::Body if self.is_superloop() => {}
            Phase::Body | Phase::Enter => {
                let args = arguments(&mut self.exec, &state, &self.binding.body)?;
                let func = self.binding.body.func;
                self.exec.push_call(&mut state, func, args, None)?;
            }
            Phase::Monitor(index) => {
                let call = &self.binding.monitors[index];
                let args = arguments(&mut self.exec, &state, call)?;
                let func = call.func;
                self.exec.push_call(&mut state, func, args, None)?;
                // A monitor only looks: a violation is one whatever way leads it there.
                state.top().free = true;
            }
        }
        self.exec.wait(state)
    }

    fn leave_phase(&mut self, exit: Exit, phase: u32) -> Done<()> {
        let next = self.after(phase);
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

    /// One of the handlers runs here, if it may run once more, or none, and then none of the later opportunities is taken.
    fn offer(&mut self, mut state: State) -> Done<()> {
        let handlers = &self.harness.handlers;
        let position = self.exec.position(&state)?;
        let count = handlers.len() as u32;
        let choice = self.exec.choice(&mut state, position, count + 1);
        let width = self.exec.pool.width(choice);
        for (index, handler) in handlers.iter().enumerate() {
            let number = self.exec.pool.constant(width, index as u128 + 1);
            let taken = self.exec.pool.eq(choice, number);
            let mut chosen = state.clone();
            chosen.path = chosen.path.take(&mut self.exec.pool, taken);
            self.count_run(&mut chosen, index)?;
            self.exec
                .push_call(&mut chosen, handler.func, Vec::new(), None)?;
            self.exec.wait(chosen)?;
        }
        let zero = self.exec.pool.constant(width, 0);
        let none = self.exec.pool.eq(choice, zero);
        state.path = state.path.take(&mut self.exec.pool, none);
        let is_handler = |phase: &&Phase| matches!(phase, Phase::Handler);
        let slots = self.plan.iter().take_while(is_handler).count();
        self.arrive(state, slots as u32)
    }

    /// No handler has run in this tick.
    pub fn forget_handlers(&mut self, state: &mut State) {
        let zero = |max: u32| Sym::Scalar(self.exec.pool.constant(bits_for(max.into()), 0));
        let counts: Vec<Sym> = self
            .harness
            .handlers
            .iter()
            .map(|h| h.max)
            .map(zero)
            .collect();
        state.set_cell(self.binding.handled, Sym::Product(Rc::new(counts)));
    }

    /// Notes that a handler runs; other orders than the allowed ones are not considered.
    fn count_run(&mut self, state: &mut State, index: usize) -> Done<()> {
        let Sym::Product(mut counts) = state.cell(self.binding.handled) else {
            return Err(Halt::Bug("the runs of handlers are not counted".into()));
        };
        let max = self.harness.handlers[index].max;
        let width = bits_for(max.into());
        let count = self.exec.scalar(&counts[index], width)?;
        let pool = &mut self.exec.pool;
        let (max, one) = (pool.constant(width, max.into()), pool.constant(width, 1));
        let may = pool.ult(count, max);
        state.alive = pool.and(state.alive, may);
        Rc::make_mut(&mut counts)[index] = Sym::Scalar(pool.add(count, one));
        state.set_cell(self.binding.handled, Sym::Product(counts));
        Ok(())
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
        state.set_cell(self.binding.handled, Sym::Undefined);
        let none = Sym::Scalar(self.exec.pool.bool(false));
        let none = Sym::Product(Rc::new(vec![none, Sym::Undefined]));
        for cell in self.binding.events.values() {
            state.set_cell(*cell, none.clone());
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
            if let Some(range) = input.range {
                self.exec.require_range(state, &value, input.ty, range)?;
            }
            state.set_cell(input.cell, value);
        }
        Ok(())
    }
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
    let Sym::Product(event) = event else {
        return Err(Halt::Bug("an event without a place".into()));
    };
    let happened = exec.scalar(&event[0], 1)?;
    let mut payloads = super::value::blank_payloads(exec.program, ty);
    payloads[some][0] = match &event[1] {
        Sym::Product(args) if args.len() == 1 => args[0].clone(),
        args => args.clone(),
    };
    let (yes, no) = (some as u128, 1 - some as u128);
    let yes = exec.pool.constant(TAG_BITS, yes);
    let no = exec.pool.constant(TAG_BITS, no);
    let tag = exec.pool.ite(happened, yes, no);
    Ok(Sym::Sum(tag, Rc::new(payloads)))
}
