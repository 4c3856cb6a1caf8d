//! `match`: arms are tried in order.

use super::body::FuncBuilder;
use super::place::Place;
use super::scope::ScopeKind;
use super::Res;
use crate::ir::{self, BlockId};
use crate::source::Span;
use crate::typeck::tree::{Arm, BindingMode, Expr, Pat, PatKind};

impl FuncBuilder<'_, '_> {
    pub fn match_arms(
        &mut self,
        dest: Option<ir::Place>,
        scrutinee: &Expr,
        arms: &[Arm],
        span: Span,
    ) -> Res<()> {
        let place = self.place(scrutinee)?;
        let end = self.new_block();
        let mut made = Ok(());
        for arm in arms {
            let next = self.new_block();
            made = self
                .in_scope(ScopeKind::Vars, span, |b| {
                    b.arm(dest.clone(), arm, &place, next, end)
                })
                .and(made);
            self.current = next;
        }
        // rustc has checked that the arms are exhaustive.
        self.diverge();
        self.current = end;
        made
    }

    /// One arm: on a match the body, then `end`; else `next`.
    fn arm(
        &mut self,
        dest: Option<ir::Place>,
        arm: &Arm,
        place: &Place,
        next: BlockId,
        end: BlockId,
    ) -> Res<()> {
        let body = self.new_block();
        let depth = self.scopes.len() - 1;
        match &arm.guard {
            None => self.match_or(&arm.pat, place, next, |b| {
                b.goto(body);
                Ok(())
            })?,
            Some(guard) => self.guarded(&arm.pat, guard, place, next, body)?,
        }
        self.current = body;
        let made = self.branch(dest, &arm.body);
        self.scopes_end(depth, arm.body.span);
        self.goto(end);
        made
    }

    /// The guard sees the matched places themselves; variables are bound by value only after it held.
    fn guarded(
        &mut self,
        pat: &Pat,
        guard: &Expr,
        place: &Place,
        next: BlockId,
        body: BlockId,
    ) -> Res<()> {
        let alternatives = self.alternatives(pat)?;
        for alternative in &alternatives {
            let other = self.new_block();
            self.test(alternative, place, other)?;
            let outer = self.aliases.clone();
            self.alias(alternative, place)?;
            let depth = self.scopes.len();
            self.push_scope(ScopeKind::Vars);
            let held = self.condition(guard, other, depth);
            self.aliases = outer;
            held?;
            self.bind(alternative, place)?;
            let bound_in_guard = self.scopes.pop();
            self.keep_until_arm_ends(bound_in_guard);
            self.goto(body);
            self.current = other;
        }
        self.schedule_bindings(pat)?;
        self.goto(next);
        Ok(())
    }

    /// What a guard's `let` bound lives as long as the arm.
    fn keep_until_arm_ends(&mut self, inner: Option<super::scope::Scope>) {
        if let (Some(inner), Some(arm)) = (inner, self.scopes.last_mut()) {
            arm.values.extend(inner.values);
        }
    }

    /// Until the guard has been decided, variables bound by value stand for the places.
    fn alias(&mut self, pat: &Pat, place: &Place) -> Res<()> {
        match &pat.kind {
            PatKind::Binding { local, mode, sub } => {
                match mode {
                    BindingMode::Value => {
                        self.aliases.insert(*local, place.clone());
                    }
                    BindingMode::Ref { .. } => {
                        self.bind_variable(*local, *mode, place, pat.span)?
                    }
                }
                sub.iter().try_for_each(|sub| self.alias(sub, place))
            }
            _ => self
                .parts(pat, place)?
                .iter()
                .try_for_each(|(pat, place)| self.alias(pat, place)),
        }
    }
}
