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

use super::course::Course;
use super::explore::Jumps;
use super::flow::Flow;
use super::input::InputRecord;
use super::state::{Frame, Path, Position, State};
use super::value::{Cell, Sym};
use super::{Halt, Oracle};
use crate::evidence::Property;
use crate::ir::verify::verify_function;
use crate::ir::{BlockId, FuncId, Operand, Program, Statement, Terminator, TypeId};
use crate::solver::Budget;
use crate::source::{Span, Symbol};
use crate::term::{Pool, Term};

/// Rounds of a loop with a condition that is not constant before it becomes a cut point.
pub(super) const ROUNDS: u32 = 40;
/// The same where a function is only explored.
const EXPLORED_ROUNDS: u32 = 10;
/// Statements in one step, so that a constant loop that never ends is noticed.
const STATEMENTS: u64 = 3_000_000;
/// Statements between two looks at the clock.
const BREATH: u64 = 16;
/// Nested calls.
const DEPTH: usize = 300;
/// Recursive calls under conditions that are not constant, within each other and in one step. More of them cannot be
/// waited for: every one is a question to the solver.
const NESTED_RECURSIONS: u32 = 40;
const RECURSIONS: u32 = 500;

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
    /// When something happens without which a monitor says nothing, by the monitor and the place.
    pub covers: Vec<(usize, Span, Term)>,
    /// The monitor that is asked now.
    pub asking: Option<usize>,
    /// In the order of execution.
    pub inputs: BTreeMap<Position, InputRecord>,
    pub events: HashMap<Symbol, Cell>,
    /// Values of inputs by where they are read, the same in every round of the fixpoint.
    pub known_inputs: HashMap<Position, (Sym, Term)>,
    pub oracle: Oracle,
    /// At each head of a loop, of the last round.
    rounds: HashMap<(u32, BlockId), Round>,
    /// Calls under way that came about by recursion, by their frames.
    recursions: HashMap<u32, Recursion>,
    /// Recursive calls under a condition in this execution.
    questions: u32,
    /// Of cells that are neither locals nor statics.
    pub cell_types: HashMap<Cell, TypeId>,
    /// When each jump is made, if that is what is asked: then loops that go on for too long are left.
    pub explored: Option<Jumps>,
    /// How many frames a suspended superloop has below those of the phases.
    pub base: usize,
    /// Superloop: whether a mark ends the execution of a phase.
    pub stop_at_start: bool,
    /// What control is bound to, if it is.
    pub course: Option<Course>,
    /// Rounds of a loop before it becomes a cut point.
    pub patience: u32,
    fuel: u64,
    budget: Budget,
}

/// A round of a loop.
struct Round {
    path: Path,
    /// How many rounds have added a condition to the path.
    conditional: u32,
    /// What was known at the head, in some of the rounds.
    state: Option<State>,
}

impl Round {
    /// Whether the next round begins with all as it was, so that nothing will ever change: the loop waits for good.
    fn stays(&self, next: &State) -> bool {
        self.state.as_ref().is_some_and(|state| state.same(next))
    }
}

/// A call that can lead to itself.
struct Recursion {
    path: Path,
    /// How many of the calls around it have added a condition to the path.
    conditional: u32,
    possible: bool,
}

/// Why a state leaves the executor.
pub(super) enum Exit {
    /// The lowest frame of the phase returned this.
    Returned(State, Sym),
    /// At a mark, with the mark passed.
    Mark(State),
}

impl<'p> Executor<'p> {
    pub fn new(program: &'p Program, budget: Budget) -> Executor<'p> {
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
            covers: Vec::new(),
            asking: None,
            inputs: BTreeMap::new(),
            events: HashMap::new(),
            known_inputs: HashMap::new(),
            oracle: Oracle::new(&budget),
            rounds: HashMap::new(),
            recursions: HashMap::new(),
            questions: 0,
            cell_types: HashMap::new(),
            explored: None,
            base: 0,
            stop_at_start: false,
            course: None,
            patience: ROUNDS,
            fuel: STATEMENTS,
            budget,
        }
    }

    /// Forgets what the last execution found, but not the names it gave.
    pub fn begin(&mut self) {
        self.pending.clear();
        self.suspended.clear();
        self.bad.clear();
        self.reached.clear();
        self.covers.clear();
        self.inputs.clear();
        self.rounds.clear();
        self.recursions.clear();
        self.questions = 0;
        self.fuel = STATEMENTS;
    }

    pub fn flow(&mut self, func: FuncId) -> Done<Rc<Flow>> {
        if let Some(flow) = self.flows.get(&func) {
            return Ok(flow.clone());
        }
        let function = self.program.func(func).map_err(Halt::Bug)?;
        // What would be said about malformed code may be anything. What nothing reaches may be a stub.
        if let Some(what) = verify_function(self.program, function).pop() {
            return Err(Halt::Bug(what));
        }
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
            free: state.frames.last().is_some_and(|frame| frame.free),
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
            self.burn(*span)?;
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

    /// Pays for a statement.
    fn burn(&mut self, span: Span) -> Done<()> {
        if self.fuel.is_multiple_of(BREATH) {
            self.breathe()?;
        }
        self.fuel = self.fuel.checked_sub(1).ok_or(Halt::LoopBound(span))?;
        Ok(())
    }

    fn breathe(&self) -> Done<()> {
        match self.budget.exhausted() {
            true => Err(Halt::Stopped),
            false => Ok(()),
        }
    }

    pub(super) fn call(
        &mut self,
        state: &mut State,
        func: FuncId,
        args: &[Operand],
        span: Span,
    ) -> Done<()> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.operand(state, arg)?);
        }
        let recursion = self.recursion(state, func)?;
        if !recursion.possible {
            state.alive = self.pool.bool(false);
            // The path is dead: leave it where it is.
            state.top().statement += 1;
            return Ok(());
        }
        let blamed = state.top().blamed.unwrap_or(span);
        let leaves_course = self.leaves_course(state);
        self.push_call(state, func, values, Some(blamed))?;
        state.top().free |= leaves_course;
        self.recursions.insert(state.top().id, recursion);
        Ok(())
    }

    /// What is known about a call of a function that may be under way already.
    fn recursion(&mut self, state: &State, func: FuncId) -> Done<Recursion> {
        let around = state.frames.iter().rev().find(|frame| frame.func == func);
        let around = around.and_then(|frame| self.recursions.get(&frame.id));
        let path = state.path.clone();
        if self.is_bound(state) {
            return Ok(Recursion {
                path,
                conditional: 0,
                possible: true,
            });
        }
        let counted = around.map_or(0, |around| around.conditional);
        let unconditional = around.is_none_or(|around| around.path.is(&path));
        let conditional = counted + u32::from(!unconditional);
        let possible = unconditional || self.possible(state);
        self.questions += u32::from(!unconditional);
        let too_many = conditional > NESTED_RECURSIONS || self.questions > RECURSIONS;
        if too_many && possible {
            // An answer that was not waited for says nothing about the bound.
            self.breathe()?;
            return Err(Halt::LoopBound(self.program.funcs[func.0 as usize].span));
        }
        Ok(Recursion {
            path,
            conditional,
            possible,
        })
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
        if self.is_bound(&state) {
            return self.follow_call(state, &choices, args, span);
        }
        for (guard, func) in choices.iter() {
            let mut chosen = state.clone();
            chosen.path = chosen.path.take(&mut self.pool, *guard);
            self.call(&mut chosen, *func, args, span)?;
            self.wait(chosen)?;
        }
        Ok(())
    }

    /// Whether a state can be reached at all, as far as that is easy to know.
    fn possible(&mut self, state: &State) -> bool {
        let live = state.live(&mut self.pool);
        self.oracle.possible(&self.pool, live)
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
        if self.is_bound(&state) {
            return self.follow_switch(state, on, targets, otherwise);
        }
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
    pub(super) fn go(&mut self, mut state: State, to: BlockId) -> Done<Option<State>> {
        let func = state.top().func;
        let flow = self.flow(func)?;
        self.note_jump(&mut state, to);
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

    fn note_jump(&mut self, state: &mut State, to: BlockId) {
        let Some(jumps) = &mut self.explored else {
            return;
        };
        let live = state.live(&mut self.pool);
        let jump = (state.top().func, state.top().block, to);
        let never = self.pool.bool(false);
        let known = jumps.entry(jump).or_insert(never);
        *known = self.pool.or(*known, live);
    }

    /// Whether a state that has come back to the head of a loop may go round once more. A loop that does so for too long
    /// under changing conditions becomes a cut point.
    fn goes_on(&mut self, state: &State) -> Done<bool> {
        let Some(frame) = state.frames.last() else {
            return Ok(true);
        };
        let round = frame.rounds.last().copied().unwrap_or(0);
        let is_head = self.flow(frame.func)?.is_head(frame.block);
        if self.is_bound(state) {
            return Ok(true);
        }
        if round == 0 || !is_head || frame.statement > 0 {
            return Ok(true);
        }
        let last = self.rounds.remove(&(frame.id, frame.block));
        let last = last.filter(|_| round > 1);
        let unconditional = last.as_ref().is_some_and(|last| last.path.is(&state.path));
        let counted = last.as_ref().map_or(0, |last| last.conditional);
        let conditional = counted + u32::from(!unconditional);
        let possible = unconditional || conditional < 3 || self.possible(state);
        let stays = unconditional && last.is_some_and(|last| last.stays(state));
        let now = Round {
            path: state.path.clone(),
            conditional,
            state: round.is_power_of_two().then(|| state.clone()),
        };
        self.rounds.insert((frame.id, frame.block), now);
        if self.explored.is_some() {
            return Ok(possible && !stays && conditional <= EXPLORED_ROUNDS);
        }
        match possible && (stays || conditional > self.patience) {
            true => Err(Halt::Cut(frame.func, frame.block)),
            false => Ok(possible),
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
