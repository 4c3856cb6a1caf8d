//! Execution that is bound to one way through a loop: which way each branch goes is known before it is come to.
//!
//! Control is bound outside of chosen calls and of monitors. There it is in one place at a time, so that what it decides
//! is a list, in the order of execution.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use super::exec::{Done, Executor};
use super::state::State;
use super::value::{constant, Sym};
use super::Halt;
use crate::evidence::{Reading, TickInputs};
use crate::ir::{BlockId, FuncId, Operand, Site, TypeId, Value};
use crate::source::{Span, Symbol};
use crate::term::Term;

/// The branches of a run outside of chosen calls: of the initialisation, then of each tick.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Way {
    pub(super) start: Vec<Branch>,
    pub(super) ticks: Vec<Vec<Branch>>,
    /// Handlers that run before each tick, by their indices.
    pub(super) handlers: Vec<Vec<usize>>,
}

impl Way {
    /// Of how many ticks it is.
    pub fn ticks(&self) -> u64 {
        self.ticks.len() as u64
    }
}

/// Where a branch leads: to a block, or into a function whose address is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Branch {
    Block(BlockId),
    Func(FuncId),
}

/// What control is bound to.
pub(super) struct Course {
    /// Calls inside of which it is not bound.
    pub chosen: Rc<BTreeSet<Site>>,
    pub guide: Guide,
    /// Handlers that are still to run before the tick.
    pub handlers: VecDeque<usize>,
}

pub(super) enum Guide {
    /// The inputs are known, and with them all branches, which are noted.
    Inputs(VecDeque<Reading>, Vec<Branch>),
    /// The branches are known; where they end, the way does.
    Branches(VecDeque<Branch>),
}

impl Course {
    /// What a run of known inputs is bound to in a tick.
    pub fn of_inputs(chosen: &Rc<BTreeSet<Site>>, inputs: &TickInputs) -> Course {
        Course {
            chosen: chosen.clone(),
            guide: Guide::Inputs(inputs.readings.iter().cloned().collect(), Vec::new()),
            handlers: inputs.handlers.iter().copied().collect(),
        }
    }

    /// What a way is bound to in a tick.
    pub fn of_branches(
        chosen: &Rc<BTreeSet<Site>>,
        branches: &[Branch],
        handlers: &[usize],
    ) -> Course {
        Course {
            chosen: chosen.clone(),
            guide: Guide::Branches(branches.iter().copied().collect()),
            handlers: handlers.iter().copied().collect(),
        }
    }

    /// The branches that were noted.
    pub fn noted(self) -> Vec<Branch> {
        match self.guide {
            Guide::Inputs(_, noted) => noted,
            Guide::Branches(_) => Vec::new(),
        }
    }
}

impl Executor<'_> {
    /// Whether control may only go where the course leads.
    pub fn is_bound(&self, state: &State) -> bool {
        self.course.is_some() && !state.frames.last().is_some_and(|frame| frame.free)
    }

    /// Whether the statement that is executed is a call inside of which control is not bound.
    pub fn leaves_course(&self, state: &State) -> bool {
        let (Some(course), Some(frame)) = (&self.course, state.frames.last()) else {
            return false;
        };
        course.chosen.contains(&Site {
            func: frame.func,
            block: frame.block,
            statement: frame.statement,
        })
    }

    /// A switch under a course.
    pub fn follow_switch(
        &mut self,
        mut state: State,
        on: Term,
        targets: &[(u128, BlockId)],
        otherwise: BlockId,
    ) -> Done<Option<State>> {
        let known = self.pool.as_const(on).map(|bits| {
            let target = targets.iter().find(|(value, _)| *value == bits);
            Branch::Block(target.map_or(otherwise, |target| target.1))
        });
        let Some(Branch::Block(to)) = self.next_branch(known)? else {
            return Ok(None);
        };
        let taken = self.leads_to(on, targets, otherwise, to);
        if self.pool.as_const(taken) == Some(0) {
            return Ok(None);
        }
        state.path = state.path.take(&mut self.pool, taken);
        self.go(state, to)
    }

    /// When a switch leads to a block.
    fn leads_to(
        &mut self,
        on: Term,
        targets: &[(u128, BlockId)],
        otherwise: BlockId,
        to: BlockId,
    ) -> Term {
        let width = self.pool.width(on);
        let (mut here, mut elsewhere) = (Vec::new(), Vec::new());
        for (value, block) in targets {
            let number = self.pool.constant(width, *value);
            let cond = self.pool.eq(on, number);
            if *block == to {
                &mut here
            } else {
                &mut elsewhere
            }
            .push(cond);
        }
        if otherwise == to {
            let elsewhere = self.pool.any(&elsewhere);
            return self.pool.not(elsewhere);
        }
        self.pool.any(&here)
    }

    /// The call of a function by its address under a course.
    pub fn follow_call(
        &mut self,
        mut state: State,
        choices: &[(Term, FuncId)],
        args: &[Operand],
        span: Span,
    ) -> Done<()> {
        let mut certain = choices.iter();
        let certain = certain.find(|(guard, _)| self.pool.as_const(*guard) == Some(1));
        let known = certain.map(|(_, func)| Branch::Func(*func));
        let Some(Branch::Func(func)) = self.next_branch(known)? else {
            return Ok(());
        };
        let guards = choices.iter().filter(|choice| choice.1 == func);
        let guards: Vec<Term> = guards.map(|choice| choice.0).collect();
        let taken = self.pool.any(&guards);
        state.path = state.path.take(&mut self.pool, taken);
        self.call(&mut state, func, args, span)?;
        self.wait(state)
    }

    /// Where control goes on; none at the end of the way.
    fn next_branch(&mut self, known: Option<Branch>) -> Done<Option<Branch>> {
        match self.course.as_mut().map(|course| &mut course.guide) {
            Some(Guide::Branches(left)) => Ok(left.pop_front()),
            Some(Guide::Inputs(_, noted)) => {
                let known = known.ok_or_else(|| Halt::Bug("a branch on nothing known".into()))?;
                noted.push(known);
                Ok(Some(known))
            }
            None => Err(Halt::Bug("there is no course".into())),
        }
    }

    /// The value of an input, if inputs are known.
    pub fn given_input(&mut self, source: Symbol, ty: TypeId) -> Done<Option<Sym>> {
        let Some(Guide::Inputs(readings, _)) = self.course.as_mut().map(|it| &mut it.guide) else {
            return Ok(None);
        };
        let next = readings.pop_front();
        let value = match next {
            Some(next) if next.source == source && next.ty == ty => next.value,
            // What nothing looks at was not asked for.
            _ => Value::Undefined,
        };
        let value = constant(&mut self.pool, self.program, &value, ty);
        value.map(Some).map_err(Halt::Bug)
    }

    /// The handler that runs next, by its index plus one, or 0 if none does; if handlers are known.
    pub fn given_choice(&mut self) -> Option<u128> {
        let course = self.course.as_mut()?;
        let next = course.handlers.pop_front();
        Some(next.map_or(0, |index| index as u128 + 1))
    }
}
