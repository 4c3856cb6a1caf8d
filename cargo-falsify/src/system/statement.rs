//! Statements that do not move control.

use std::rc::Rc;

use super::exec::{Done, Executor};
use super::state::State;
use super::value::Sym;
use super::Halt;
use crate::evidence::Property;
use crate::ir::{Operand, PanicKind, Statement};
use crate::source::{Span, Symbol};
use crate::term::Term;

impl Executor<'_> {
    pub fn statement(&mut self, state: &mut State, statement: &Statement, span: Span) -> Done<()> {
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
            Statement::Cover(cond) => {
                let cond = self.scalar_operand(state, cond)?;
                self.cover(state, cond);
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
    pub fn check(&mut self, state: &mut State, fine: Term, kind: PanicKind, span: Span) {
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

    /// Notes where in a monitor something is true that it needs; inside of an operator the place is that of its call.
    fn cover(&mut self, state: &State, cond: Term) {
        let (Some(monitor), Some(frame)) = (self.asking, state.frames.get(self.base)) else {
            return;
        };
        let block = &self.program.funcs[frame.func.0 as usize].blocks[frame.block.0 as usize];
        let Some((_, span)) = block.statements.get(frame.statement as usize) else {
            return;
        };
        let live = state.live(&mut self.pool);
        let now = self.pool.and(live, cond);
        let mut known = self.covers.iter_mut();
        match known.find(|(m, s, _)| (*m, *s) == (monitor, *span)) {
            Some((_, _, term)) => *term = self.pool.or(*term, now),
            None => self.covers.push((monitor, *span, now)),
        }
    }

    /// Keeps the arguments of the last event of a kind, if a monitor looks at them.
    fn output(&mut self, state: &mut State, event: Symbol, args: &[Operand]) -> Done<()> {
        let Some(cell) = self.events.get(&event).copied() else {
            return Ok(());
        };
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.operand(state, arg)?);
        }
        let happened = Sym::Scalar(self.pool.bool(true));
        let event = vec![happened, Sym::Product(Rc::new(values))];
        state.set_cell(cell, Sym::Product(Rc::new(event)));
        Ok(())
    }
}
