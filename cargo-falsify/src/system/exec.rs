//! Symbolic execution: all paths of a step at once.
//!
//! States wait at their positions, the smallest position goes first, and states that meet are merged: every block is
//! executed once for each round of the loops around it, however many paths lead there. What ends a run (a panic, a
//! false assumption) makes a state's `alive` false and lets it go on, so that it still merges with the others.
//!
//! A loop is unrolled for as long as another round is possible. One that goes on for too long with a condition that is not
//! constant becomes a *cut point*: execution is suspended at its head, and the next step of the system goes on there.
//! So nothing is ever cut off.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use super::flow::Flow;
use super::input::InputRecord;
use super::state::{Frame, Path, Position, State};
use super::value::{self, Cell, Move, Part, Spot, Sym, TAG_BITS};
use super::{Halt, Oracle};
use crate::evidence::Property;
use crate::ir::{
    BlockId, FuncId, LocalId, Operand, PanicKind, Place, Program, Projection, Root, Rvalue,
    Statement, Terminator, Type, TypeId,
};
use crate::source::{Span, Symbol};
use crate::term::{self, Pool, Term};

/// Rounds of a loop with a condition that is not constant before it becomes a cut point.
const ROUNDS: u32 = 40;
/// Statements in one step, so that a constant loop that never ends is noticed.
const STATEMENTS: u64 = 3_000_000;
/// Nested calls.
const DEPTH: usize = 300;

pub(super) type Done<T> = Result<T, Halt>;

pub(super) struct Executor<'p> {
    pub program: &'p Program,
    pub pool: Pool,
    flows: HashMap<FuncId, Rc<Flow>>,
    frame_ids: HashMap<(Position, FuncId), u32>,
    pub pending: BTreeMap<Position, State>,
    /// States at heads of loops that are cut points.
    pub suspended: BTreeMap<Position, State>,
    /// Loops that are cut points, by their heads.
    pub cuts: HashSet<(FuncId, BlockId)>,
    /// When each property is violated.
    pub bad: HashMap<Property, Term>,
    /// When each place with a property is reached at all.
    pub reached: HashMap<Property, Term>,
    /// In the order of execution.
    pub inputs: BTreeMap<Position, InputRecord>,
    pub events: HashMap<Symbol, Cell>,
    /// Values of inputs by where they are read, the same in every round of the fixpoint.
    pub known_inputs: HashMap<Position, (Sym, Term)>,
    pub oracle: Oracle,
    /// At each head of a loop: the path of the last round, and how many rounds have added a condition to it.
    rounds: HashMap<(u32, BlockId), (Path, u32)>,
    /// Of cells that are neither locals nor statics.
    pub cell_types: HashMap<Cell, TypeId>,
    /// How many frames a suspended superloop has below those of the phases.
    pub base: usize,
    /// Superloop: whether a mark ends the execution of a phase.
    pub stop_at_start: bool,
    fuel: u64,
}

/// Why a state leaves the executor.
pub(super) enum Exit {
    /// The lowest frame of the phase returned this.
    Returned(State, Sym),
    /// At a mark, with the mark passed.
    Mark(State),
}

impl<'p> Executor<'p> {
    pub fn new(program: &'p Program) -> Executor<'p> {
        Executor {
            program,
            pool: Pool::new(),
            flows: HashMap::new(),
            frame_ids: HashMap::new(),
            pending: BTreeMap::new(),
            suspended: BTreeMap::new(),
            cuts: HashSet::new(),
            bad: HashMap::new(),
            reached: HashMap::new(),
            inputs: BTreeMap::new(),
            events: HashMap::new(),
            known_inputs: HashMap::new(),
            oracle: Oracle::new(),
            rounds: HashMap::new(),
            cell_types: HashMap::new(),
            base: 0,
            stop_at_start: false,
            fuel: STATEMENTS,
        }
    }

    /// Forgets what the last execution found, but not the names it gave.
    pub fn begin(&mut self) {
        self.pending.clear();
        self.suspended.clear();
        self.bad.clear();
        self.reached.clear();
        self.inputs.clear();
        self.fuel = STATEMENTS;
    }

    pub fn flow(&mut self, func: FuncId) -> Done<Rc<Flow>> {
        if let Some(flow) = self.flows.get(&func) {
            return Ok(flow.clone());
        }
        let function = self.program.func(func).map_err(Halt::Bug)?;
        let flow = Flow::new(function)
            .map_err(|_| Halt::Unsupported("a loop with two entries".into(), function.span))?;
        let flow = Rc::new(flow);
        self.flows.insert(func, flow.clone());
        Ok(flow)
    }

    pub fn position(&mut self, state: &State) -> Done<Position> {
        let mut position = vec![state.phase];
        for frame in &state.frames {
            let flow = self.flow(frame.func)?;
            let stand = flow.stand(frame.block);
            position.push(frame.func.0);
            for (head, round) in stand.loops.iter().zip(&frame.rounds) {
                position.extend([*head, *round]);
            }
            position.extend([stand.order, frame.statement]);
        }
        Ok(position)
    }

    /// Lets a state wait at its position, together with those that are there.
    pub fn wait(&mut self, state: State) -> Done<()> {
        let live = state.live(&mut self.pool);
        if self.pool.as_const(live) == Some(0) {
            return Ok(());
        }
        let position = self.position(&state)?;
        add(&mut self.pool, &mut self.pending, position, state);
        Ok(())
    }

    /// Makes a frame on top of a state.
    pub fn push_call(
        &mut self,
        state: &mut State,
        func: FuncId,
        args: Vec<Sym>,
        blamed: Option<Span>,
    ) -> Done<()> {
        let function = self.program.func(func).map_err(Halt::Bug)?;
        if state.frames.len() >= DEPTH {
            return Err(Halt::LoopBound(function.span));
        }
        let place = self.position(state)?;
        let next = self.frame_ids.len() as u32;
        let id = *self.frame_ids.entry((place, func)).or_insert(next);
        let mut locals = args;
        locals.resize(function.locals.len(), Sym::Undefined);
        let rounds = self.flow(func)?.stand(BlockId(0)).loops.len();
        state.frames.push(Frame {
            id,
            func,
            locals: Rc::new(locals),
            block: BlockId(0),
            statement: 0,
            rounds: vec![0; rounds],
            blamed: blamed.filter(|_| function.track_caller),
        });
        Ok(())
    }

    /// Executes until something leaves, or nothing waits in this phase or before.
    pub fn run(&mut self, phase: u32) -> Done<Vec<Exit>> {
        let mut exits = Vec::new();
        while let Some(entry) = self.pending.first_entry() {
            if entry.key()[0] > phase {
                break;
            }
            let state = entry.remove();
            if self.goes_on(&state)? {
                self.block(state, &mut exits)?;
            }
        }
        Ok(exits)
    }

    /// Executes a state until control may meet that of others.
    fn block(&mut self, mut state: State, exits: &mut Vec<Exit>) -> Done<()> {
        loop {
            let frame = state.top();
            let (func, block, at) = (frame.func, frame.block, frame.statement as usize);
            let program = self.program;
            let found = &program.funcs[func.0 as usize].blocks[block.0 as usize];
            let Some((statement, span)) = found.statements.get(at) else {
                let terminator = found.terminator.as_ref();
                let terminator = terminator.ok_or_else(|| Halt::Bug("an open block".into()))?;
                match self.terminator(state, terminator, exits)? {
                    Some(next) => state = next,
                    None => return Ok(()),
                }
                continue;
            };
            self.fuel = self.fuel.checked_sub(1).ok_or(Halt::LoopBound(*span))?;
            match statement {
                Statement::Call { func, args, .. } => self.call(&mut state, *func, args, *span)?,
                Statement::CallIndirect { func, args, .. } => {
                    return self.call_indirect(state, func, args, *span);
                }
                Statement::TickStart | Statement::TickEnd => {
                    let ends = matches!(statement, Statement::TickEnd) || self.stop_at_start;
                    if ends {
                        // The position of a start is that of the mark itself, that of an end lies behind it.
                        if matches!(statement, Statement::TickEnd) {
                            state.top().statement += 1;
                        }
                        exits.push(Exit::Mark(state));
                        return Ok(());
                    }
                    state.top().statement += 1;
                }
                other => {
                    self.statement(&mut state, other, *span)?;
                    state.top().statement += 1;
                }
            }
            if self.pool.as_const(state.alive) == Some(0) {
                return Ok(());
            }
        }
    }

    fn call(&mut self, state: &mut State, func: FuncId, args: &[Operand], span: Span) -> Done<()> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.operand(state, arg)?);
        }
        if state.frames.iter().any(|frame| frame.func == func) && !self.possible(state)? {
            state.alive = self.pool.bool(false);
            // The path is dead: leave it where it is.
            state.top().statement += 1;
            return Ok(());
        }
        let blamed = state.top().blamed.unwrap_or(span);
        self.push_call(state, func, values, Some(blamed))
    }

    fn call_indirect(
        &mut self,
        mut state: State,
        func: &Operand,
        args: &[Operand],
        span: Span,
    ) -> Done<()> {
        let Sym::Funcs(choices) = self.operand(&mut state, func)? else {
            // Nothing is known about the pointer: the path cannot be taken.
            return Ok(());
        };
        for (guard, func) in choices.iter() {
            let mut chosen = state.clone();
            chosen.path = chosen.path.take(&mut self.pool, *guard);
            self.call(&mut chosen, *func, args, span)?;
            self.wait(chosen)?;
        }
        Ok(())
    }

    /// Whether a state can be reached at all, as far as that is easy to know.
    fn possible(&mut self, state: &State) -> Done<bool> {
        let live = state.live(&mut self.pool);
        Ok(match self.pool.as_const(live) {
            Some(known) => known == 1,
            None => self.oracle.possible(&self.pool, live),
        })
    }

    /// The state goes on alone if it is given back; else it waits for others.
    fn terminator(
        &mut self,
        mut state: State,
        terminator: &Terminator,
        exits: &mut Vec<Exit>,
    ) -> Done<Option<State>> {
        match terminator {
            Terminator::Goto(to) => self.go(state, *to),
            Terminator::Switch {
                on,
                targets,
                otherwise,
            } => self.switch(state, on, targets, *otherwise),
            Terminator::Return => self.give_back(state, exits),
            Terminator::Panic(kind, span) => {
                let never = self.pool.bool(false);
                let place = state.top().blamed.unwrap_or(*span);
                self.check(&mut state, never, *kind, place);
                Ok(None)
            }
            // Control never comes here.
            Terminator::Unreachable => Ok(None),
        }
    }

    fn switch(
        &mut self,
        mut state: State,
        on: &Operand,
        targets: &[(u128, BlockId)],
        otherwise: BlockId,
    ) -> Done<Option<State>> {
        let on = self.scalar_operand(&mut state, on)?;
        if let Some(bits) = self.pool.as_const(on) {
            let target = targets.iter().find(|(value, _)| *value == bits);
            return self.go(state, target.map_or(otherwise, |target| target.1));
        }
        let width = self.pool.width(on);
        let mut cases: Vec<(BlockId, Term)> = Vec::new();
        let mut others = self.pool.bool(true);
        for (value, block) in targets {
            let number = self.pool.constant(width, *value);
            let here = self.pool.eq(on, number);
            let not = self.pool.not(here);
            others = self.pool.and(others, not);
            match cases.iter_mut().find(|(known, _)| known == block) {
                Some((_, cond)) => *cond = self.pool.or(*cond, here),
                None => cases.push((*block, here)),
            }
        }
        match cases.iter_mut().find(|(known, _)| *known == otherwise) {
            Some((_, cond)) => *cond = self.pool.or(*cond, others),
            None => cases.push((otherwise, others)),
        }
        for (block, cond) in cases {
            if self.pool.as_const(cond) == Some(0) {
                continue;
            }
            let mut taken = state.clone();
            taken.path = taken.path.take(&mut self.pool, cond);
            if let Some(alone) = self.go(taken, block)? {
                self.wait(alone)?;
            }
        }
        Ok(None)
    }

    /// Moves control to a block of the same function.
    fn go(&mut self, mut state: State, to: BlockId) -> Done<Option<State>> {
        let func = state.top().func;
        let flow = self.flow(func)?;
        enter(state.top(), &flow, to);
        if flow.is_head(to) && self.cuts.contains(&(func, to)) {
            return self.suspend(state);
        }
        if flow.is_join(to) {
            self.wait(state)?;
            return Ok(None);
        }
        Ok(Some(state))
    }

    /// Whether a state that has come back to the head of a loop may go round once more. A loop that does so for too long
    /// under changing conditions becomes a cut point.
    fn goes_on(&mut self, state: &State) -> Done<bool> {
        let Some(frame) = state.frames.last() else {
            return Ok(true);
        };
        let round = frame.rounds.last().copied().unwrap_or(0);
        let is_head = self.flow(frame.func)?.is_head(frame.block);
        if round == 0 || !is_head || frame.statement > 0 {
            return Ok(true);
        }
        let (last, conditional) = match self.rounds.get(&(frame.id, frame.block)) {
            Some((last, count)) if round > 1 => (Some(last), *count),
            _ => (None, 0),
        };
        let unconditional = last.is_some_and(|last| last.is(&state.path));
        let conditional = conditional + u32::from(!unconditional);
        let place = (frame.id, frame.block);
        self.rounds.insert(place, (state.path.clone(), conditional));
        if unconditional || conditional < 3 {
            return Ok(true);
        }
        if !self.possible(state)? {
            return Ok(false);
        }
        match conditional > ROUNDS {
            true => Err(Halt::Cut(frame.func, frame.block)),
            false => Ok(true),
        }
    }

    fn suspend(&mut self, mut state: State) -> Done<Option<State>> {
        if let Some(round) = state.top().rounds.last_mut() {
            *round = 0;
        }
        let position = self.position(&state)?;
        add(&mut self.pool, &mut self.suspended, position, state);
        Ok(None)
    }

    /// Leaves a function.
    fn give_back(&mut self, mut state: State, exits: &mut Vec<Exit>) -> Done<Option<State>> {
        let Some(frame) = state.frames.pop() else {
            return Err(Halt::Bug("a return from nowhere".into()));
        };
        let ret = self.program.funcs[frame.func.0 as usize].ret();
        let value = frame.locals[ret.0 as usize].clone();
        if state.frames.len() == self.base {
            exits.push(Exit::Returned(state, value));
            return Ok(None);
        }
        let caller = state.top();
        let (func, block, at) = (caller.func, caller.block, caller.statement as usize);
        let program = self.program;
        let statements = &program.funcs[func.0 as usize].blocks[block.0 as usize].statements;
        let dest = match statements.get(at) {
            Some((Statement::Call { dest, .. } | Statement::CallIndirect { dest, .. }, _)) => dest,
            _ => return Err(Halt::Bug("a return to no call".into())),
        };
        self.assign(&mut state, dest, &value)?;
        state.top().statement += 1;
        self.wait(state)?;
        Ok(None)
    }

    // --- statements

    fn statement(&mut self, state: &mut State, statement: &Statement, span: Span) -> Done<()> {
        match statement {
            Statement::Assign(place, rvalue) => {
                let ty = self.place_type(state, place)?;
                let value = self.rvalue(state, rvalue, ty, span)?;
                self.assign(state, place, &value)
            }
            Statement::Check {
                cond,
                expected,
                kind,
            } => {
                let cond = self.scalar_operand(state, cond)?;
                let fine = match expected {
                    true => cond,
                    false => self.pool.not(cond),
                };
                let place = state.top().blamed.unwrap_or(span);
                self.check(state, fine, *kind, place);
                Ok(())
            }
            Statement::Property { name, cond } => {
                let cond = self.scalar_operand(state, cond)?;
                self.property(state, Property::Check { name: *name, span }, cond);
                Ok(())
            }
            Statement::Assume(cond) => {
                let cond = self.scalar_operand(state, cond)?;
                state.alive = self.pool.and(state.alive, cond);
                Ok(())
            }
            Statement::Input {
                dest,
                source,
                range,
            } => {
                let ty = self.place_type(state, dest)?;
                let position = self.position(state)?;
                let value = self.input(state, position, *source, ty, range.as_ref())?;
                self.assign(state, dest, &value)
            }
            Statement::Output { event, args } => self.output(state, *event, args),
            Statement::Call { .. }
            | Statement::CallIndirect { .. }
            | Statement::TickStart
            | Statement::TickEnd => Err(Halt::Bug("a statement of control flow".into())),
        }
    }

    /// The run goes on only if the condition is true.
    fn check(&mut self, state: &mut State, fine: Term, kind: PanicKind, span: Span) {
        self.property(state, Property::Panic { kind, span }, fine);
        state.alive = self.pool.and(state.alive, fine);
    }

    /// Notes that something is violated where the condition is false.
    pub fn property(&mut self, state: &State, property: Property, fine: Term) {
        let pool = &mut self.pool;
        let live = state.live(pool);
        let not = pool.not(fine);
        let violated = pool.and(live, not);
        let never = pool.bool(false);
        let bad = self.bad.entry(property).or_insert(never);
        *bad = pool.or(*bad, violated);
        let reached = self.reached.entry(property).or_insert(never);
        *reached = pool.or(*reached, live);
    }

    /// Keeps the arguments of the last event of a kind, if a monitor looks at them.
    fn output(&mut self, state: &mut State, event: Symbol, args: &[Operand]) -> Done<()> {
        let Some(cell) = self.events.get(&event).copied() else {
            return Ok(());
        };
        let mut parts = vec![Sym::Scalar(self.pool.bool(true))];
        for arg in args {
            parts.push(self.operand(state, arg)?);
        }
        state.set_cell(cell, Sym::Product(Rc::new(parts)));
        Ok(())
    }

    // --- places

    /// The places that an expression may mean, with their conditions.
    fn spots(&mut self, state: &mut State, place: &Place) -> Done<Vec<(Term, Spot)>> {
        let frame = state.top();
        let (id, func) = (frame.id, frame.func);
        let cell = match place.root {
            Root::Local(local) => Cell::Local(id, local),
            Root::Static(id) => Cell::Static(id),
        };
        let mut ty = self.root_type(func, place.root)?;
        let path = Vec::new();
        let mut spots = vec![(self.pool.bool(true), Spot { cell, path })];
        let program = self.program;
        let function = &program.funcs[func.0 as usize];
        for step in &place.path {
            spots = self.project(state, spots, ty, *step)?;
            ty = program
                .projected_type(function, ty, *step)
                .map_err(Halt::Bug)?;
        }
        Ok(spots)
    }

    fn root_type(&self, func: FuncId, root: Root) -> Done<TypeId> {
        match root {
            Root::Local(local) => self.program.funcs[func.0 as usize].local_type(local),
            Root::Static(id) => self.program.static_of(id).map(|item| item.ty),
        }
        .map_err(Halt::Bug)
    }

    fn place_type(&self, state: &mut State, place: &Place) -> Done<TypeId> {
        let func = &self.program.funcs[state.top().func.0 as usize];
        self.program.place_type(func, place).map_err(Halt::Bug)
    }

    fn project(
        &mut self,
        state: &mut State,
        spots: Vec<(Term, Spot)>,
        ty: TypeId,
        step: Projection,
    ) -> Done<Vec<(Term, Spot)>> {
        let width = u32::from(self.program.pointer_width);
        let in_slice = matches!(self.program.ty(ty), Ok(Type::Slice(_) | Type::Str));
        let next = match step {
            Projection::Deref => return self.follow(state, &spots),
            Projection::Field(field) => Move::Field(field),
            Projection::VariantField(variant, field) => Move::Payload(variant, field),
            Projection::Index(local) => Move::Element(self.local(state, local, width)?),
            Projection::ConstIndex(at) => Move::Element(self.pool.constant(width, at.into())),
            Projection::ConstIndexFromEnd(back) if in_slice => {
                return self.element(state, &spots, None, back);
            }
            Projection::ConstIndexFromEnd(back) => {
                let Ok(Type::Array(_, len)) = self.program.ty(ty) else {
                    return Err(Halt::Bug("an index from the end of no array".into()));
                };
                let at = len.saturating_sub(back);
                Move::Element(self.pool.constant(width, at.into()))
            }
        };
        if let (true, Move::Element(index)) = (in_slice, next) {
            return self.element(state, &spots, Some(index), 0);
        }
        let pool = &mut self.pool;
        let extend = |(guard, mut spot): (Term, Spot)| {
            let window = spot.path.pop_if(|last| matches!(last, Move::Window(..)));
            spot.path.push(match (window, next) {
                (Some(Move::Window(start, _)), Move::Element(at)) => {
                    Move::Element(pool.add(start, at))
                }
                _ => next,
            });
            (guard, spot)
        };
        Ok(spots.into_iter().map(extend).collect())
    }

    fn local(&mut self, state: &mut State, local: LocalId, width: u32) -> Done<Term> {
        let id = state.top().id;
        let value = state.cell(Cell::Local(id, local));
        self.scalar(&value, width)
    }

    /// The places that references at some places denote.
    fn follow(&mut self, state: &State, spots: &[(Term, Spot)]) -> Done<Vec<(Term, Spot)>> {
        let mut found = Vec::new();
        for (guard, spot) in spots {
            if let Sym::Refs(targets) = self.load(state, spot)? {
                for (inner, target) in targets.iter() {
                    let guard = self.pool.and(*guard, *inner);
                    found.push((guard, target.clone()));
                }
            }
        }
        self.possible_ones(&mut found);
        Ok(found)
    }

    fn possible_ones(&mut self, found: &mut Vec<(Term, Spot)>) {
        found.retain(|(guard, _)| self.pool.as_const(*guard) != Some(0));
    }

    /// Elements of slices whose references are at some places: by index, or counted from the end.
    fn element(
        &mut self,
        state: &State,
        spots: &[(Term, Spot)],
        index: Option<Term>,
        back: u64,
    ) -> Done<Vec<(Term, Spot)>> {
        let width = u32::from(self.program.pointer_width);
        let mut found = Vec::new();
        for (guard, spot) in spots {
            let Sym::Slices(parts) = self.load(state, spot)? else {
                continue;
            };
            for (inner, part) in parts.iter() {
                let offset = match index {
                    Some(index) => index,
                    None => {
                        let back = self.pool.constant(width, back.into());
                        self.pool.sub(part.len, back)
                    }
                };
                let at = self.pool.add(part.start, offset);
                let mut spot = part.array.clone();
                spot.path.push(Move::Element(at));
                found.push((self.pool.and(*guard, *inner), spot));
            }
        }
        self.possible_ones(&mut found);
        Ok(found)
    }

    pub fn load(&mut self, state: &State, spot: &Spot) -> Done<Sym> {
        let value = state.cell(spot.cell);
        value::read(&mut self.pool, &value, &spot.path).map_err(Halt::Bug)
    }

    fn load_place(&mut self, state: &mut State, place: &Place) -> Done<Sym> {
        let spots = self.spots(state, place)?;
        let mut value = Sym::Undefined;
        // The conditions exclude each other, so the last one needs none.
        for (at, (guard, spot)) in spots.iter().enumerate() {
            let found = self.load(state, spot)?;
            value = match at {
                0 => found,
                _ => value::mux(&mut self.pool, *guard, &found, &value),
            };
        }
        Ok(value)
    }

    fn assign(&mut self, state: &mut State, place: &Place, value: &Sym) -> Done<()> {
        let spots = self.spots(state, place)?;
        for (guard, spot) in spots {
            self.store(state, &spot, value, guard)?;
        }
        Ok(())
    }

    pub fn store(&mut self, state: &mut State, spot: &Spot, new: &Sym, when: Term) -> Done<()> {
        let ty = self.cell_type(state, spot.cell)?;
        let old = state.cell(spot.cell);
        let value = value::write(
            &mut self.pool,
            self.program,
            &old,
            ty,
            &spot.path,
            new,
            when,
        );
        state.set_cell(spot.cell, value.map_err(Halt::Bug)?);
        Ok(())
    }

    fn cell_type(&self, state: &State, cell: Cell) -> Done<TypeId> {
        let ty =
            match cell {
                Cell::Static(id) => self.program.static_of(id).map(|item| item.ty).ok(),
                Cell::Local(id, local) => state
                    .frames
                    .iter()
                    .find(|frame| frame.id == id)
                    .and_then(|frame| {
                        self.program.funcs[frame.func.0 as usize]
                            .local_type(local)
                            .ok()
                    }),
                Cell::Kept(_) | Cell::Passing(_) => self.cell_types.get(&cell).copied(),
            };
        ty.ok_or_else(|| Halt::Bug(format!("{cell:?} has no type")))
    }

    // --- values

    pub fn operand(&mut self, state: &mut State, operand: &Operand) -> Done<Sym> {
        match operand {
            Operand::Copy(place) => self.load_place(state, place),
            Operand::Const(value, ty) => {
                value::constant(&mut self.pool, self.program, value, *ty).map_err(Halt::Bug)
            }
        }
    }

    fn operand_type(&self, state: &mut State, operand: &Operand) -> Done<TypeId> {
        let func = &self.program.funcs[state.top().func.0 as usize];
        self.program.operand_type(func, operand).map_err(Halt::Bug)
    }

    fn scalar_type(&self, ty: TypeId) -> Done<crate::bv::Scalar> {
        let found = self.program.ty(ty).map_err(Halt::Bug)?;
        found
            .scalar()
            .ok_or_else(|| Halt::Bug(format!("{ty} is no scalar type")))
    }

    /// A place that no path has written is only read where no run comes, so any value does.
    pub fn scalar(&mut self, value: &Sym, width: u32) -> Done<Term> {
        match value {
            Sym::Scalar(term) => Ok(*term),
            Sym::Undefined => Ok(self.pool.constant(width, 0)),
            other => Err(Halt::Bug(format!("{other:?} is no scalar"))),
        }
    }

    fn scalar_operand(&mut self, state: &mut State, operand: &Operand) -> Done<Term> {
        let ty = self.operand_type(state, operand)?;
        let width = self.scalar_type(ty)?.bits();
        let value = self.operand(state, operand)?;
        let term = self.scalar(&value, width)?;
        Ok(state.path.prune(&mut self.pool, term))
    }

    fn rvalue(&mut self, state: &mut State, rvalue: &Rvalue, ty: TypeId, span: Span) -> Done<Sym> {
        let unsupported = |what: term::Unsupported| Halt::Unsupported(what.to_string(), span);
        match rvalue {
            Rvalue::Use(operand) => self.operand(state, operand),
            Rvalue::Ref(place) => Ok(Sym::Refs(Rc::new(self.spots(state, place)?))),
            Rvalue::Unary(op, a) => {
                let ty = self.operand_type(state, a)?;
                let scalar = self.scalar_type(ty)?;
                let a = self.scalar_operand(state, a)?;
                let term = term::unary(&mut self.pool, *op, scalar, a);
                Ok(Sym::Scalar(term.map_err(unsupported)?))
            }
            Rvalue::Binary(op, a, b) => {
                let (left, right) = (self.operand_type(state, a)?, self.operand_type(state, b)?);
                let (left, right) = (self.scalar_type(left)?, self.scalar_type(right)?);
                let (a, b) = (
                    self.scalar_operand(state, a)?,
                    self.scalar_operand(state, b)?,
                );
                let term = term::binary(&mut self.pool, *op, left, a, right, b);
                Ok(Sym::Scalar(term.map_err(unsupported)?))
            }
            Rvalue::Cast(a, to) => {
                let from = self.operand_type(state, a)?;
                let (from, to) = (self.scalar_type(from)?, self.scalar_type(*to)?);
                let a = self.scalar_operand(state, a)?;
                let term = term::cast(&mut self.pool, from, to, a);
                Ok(Sym::Scalar(term.map_err(unsupported)?))
            }
            Rvalue::Transmute(a, _) => Ok(Sym::Scalar(self.scalar_operand(state, a)?)),
            Rvalue::Aggregate(_, parts) => {
                let parts: Done<Vec<Sym>> = parts.iter().map(|p| self.operand(state, p)).collect();
                Ok(Sym::Product(Rc::new(parts?)))
            }
            Rvalue::Variant(ty, index, parts) => {
                let mut payloads = value::blank_payloads(self.program, *ty);
                for (at, part) in parts.iter().enumerate() {
                    payloads[*index as usize][at] = self.operand(state, part)?;
                }
                let tag = self.pool.constant(TAG_BITS, u128::from(*index));
                Ok(Sym::Sum(tag, Rc::new(payloads)))
            }
            Rvalue::Repeat(part, count) => {
                let part = self.operand(state, part)?;
                Ok(Sym::Product(Rc::new(vec![part; *count as usize])))
            }
            Rvalue::VariantOf(place) => Ok(Sym::Scalar(self.tag(state, place)?)),
            Rvalue::Discriminant(place) => self.discriminant(state, place, ty),
            _ => self.slice_rvalue(state, rvalue),
        }
    }

    fn tag(&mut self, state: &mut State, place: &Place) -> Done<Term> {
        match self.load_place(state, place)? {
            Sym::Sum(tag, _) => Ok(state.path.prune(&mut self.pool, tag)),
            Sym::Undefined => Ok(self.pool.constant(TAG_BITS, 0)),
            other => Err(Halt::Bug(format!("{other:?} has no variants"))),
        }
    }

    fn discriminant(&mut self, state: &mut State, place: &Place, ty: TypeId) -> Done<Sym> {
        let of = self.place_type(state, place)?;
        let width = self.scalar_type(ty)?.bits();
        let Ok(Type::Enum { variants, .. }) = self.program.ty(of) else {
            return Err(Halt::Bug(format!("{of} has no discriminant")));
        };
        let tag = self.tag(state, place)?;
        let mask = u128::MAX >> (128 - width);
        let mut value = self.pool.constant(width, 0);
        for (index, variant) in variants.iter().enumerate() {
            let number = self.pool.constant(TAG_BITS, index as u128);
            let here = self.pool.eq(tag, number);
            let bits = variant.discriminant as u128 & mask;
            let discriminant = self.pool.constant(width, bits);
            value = self.pool.ite(here, discriminant, value);
        }
        Ok(Sym::Scalar(value))
    }

    fn slice_rvalue(&mut self, state: &mut State, rvalue: &Rvalue) -> Done<Sym> {
        let width = u32::from(self.program.pointer_width);
        match rvalue {
            Rvalue::ArrayToSlice(array) => {
                let ty = self.operand_type(state, array)?;
                let Ok(Type::Ref(target)) = self.program.ty(ty) else {
                    return Err(Halt::Bug(format!("{ty} is no reference to an array")));
                };
                let len = self.array_length(*target)?;
                let len = self.pool.constant(width, len.into());
                let Sym::Refs(spots) = self.operand(state, array)? else {
                    return Ok(Sym::Undefined);
                };
                let first = self.pool.constant(width, 0);
                let parts = spots.iter().map(|(guard, array)| {
                    let mut array = array.clone();
                    let start = match array.path.last() {
                        Some(Move::Window(start, _)) => *start,
                        _ => first,
                    };
                    array.path.pop_if(|last| matches!(last, Move::Window(..)));
                    (*guard, Part { array, start, len })
                });
                Ok(Sym::Slices(Rc::new(parts.collect())))
            }
            Rvalue::Len(slice) => {
                let parts = self.parts(state, slice)?;
                let mut len = self.pool.constant(width, 0);
                for (at, (guard, part)) in parts.iter().enumerate() {
                    len = match at {
                        0 => part.len,
                        _ => self.pool.ite(*guard, part.len, len),
                    };
                }
                Ok(Sym::Scalar(len))
            }
            Rvalue::SlicePart(slice, start, len) => {
                let parts = self.parts(state, slice)?;
                let start = self.scalar_operand(state, start)?;
                let len = self.scalar_operand(state, len)?;
                let mut found = Vec::with_capacity(parts.len());
                for (guard, part) in parts.iter() {
                    let start = self.pool.add(part.start, start);
                    let array = part.array.clone();
                    found.push((*guard, Part { array, start, len }));
                }
                Ok(Sym::Slices(Rc::new(found)))
            }
            Rvalue::SliceToArray(slice, ty) => {
                let len = self.array_length(*ty)?;
                let parts = self.parts(state, slice)?;
                let windows = parts.iter().map(|(guard, part)| {
                    let mut spot = part.array.clone();
                    spot.path.push(Move::Window(part.start, len));
                    (*guard, spot)
                });
                Ok(Sym::Refs(Rc::new(windows.collect())))
            }
            Rvalue::StrAsBytes(operand) | Rvalue::BytesAsStr(operand) => {
                self.operand(state, operand)
            }
            other => Err(Halt::Bug(format!("{other:?} is no operation on slices"))),
        }
    }

    fn parts(&mut self, state: &mut State, slice: &Operand) -> Done<Rc<Vec<(Term, Part)>>> {
        match self.operand(state, slice)? {
            Sym::Slices(parts) => Ok(parts),
            _ => Ok(Rc::new(Vec::new())),
        }
    }

    fn array_length(&self, ty: TypeId) -> Done<u64> {
        match self.program.ty(ty) {
            Ok(Type::Array(_, len)) => Ok(*len),
            _ => Err(Halt::Bug(format!("{ty} is no array"))),
        }
    }
}

/// Puts a state where others may be already.
fn add(pool: &mut Pool, at: &mut BTreeMap<Position, State>, position: Position, state: State) {
    let state = match at.remove(&position) {
        Some(there) => State::merge(pool, there, state),
        None => state,
    };
    at.insert(position, state);
}

/// Sets a frame to the start of a block, and counts the rounds of the loops around it.
pub(super) fn enter(frame: &mut Frame, flow: &Flow, to: BlockId) {
    let (from, target) = (flow.stand(frame.block), flow.stand(to));
    let common = from.loops.iter().zip(&target.loops);
    let common = common.take_while(|(a, b)| a == b).count();
    frame.rounds.truncate(common);
    // A head is the last of its own loops, so a jump to one from inside keeps all of its loops.
    let back = flow.is_head(to) && common == target.loops.len();
    if back {
        if let Some(round) = frame.rounds.last_mut() {
            *round += 1;
        }
    }
    frame.rounds.resize(target.loops.len(), 0);
    frame.block = to;
    frame.statement = 0;
}
