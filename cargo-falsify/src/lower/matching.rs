//! `match`: arms are tried in order; where one look at the value decides, it is one switch.

use std::collections::HashSet;

use super::body::{copy, FuncBuilder};
use super::pattern::bindings;
use super::place::Place;
use super::scope::ScopeKind;
use super::Res;
use crate::ir::{self, BlockId, Operand, Rvalue, Terminator};
use crate::source::Span;
use crate::typeck::tree::{Arm, BindingMode, Expr, Pat, PatKind};
use crate::typeck::ty::{Ty, TyKind};

/// A match that one look decides: what is looked at, and for each arm that can be reached its values.
struct Decision<'a> {
    /// Derefs from the scrutinee to what is looked at.
    depth: usize,
    arms: Vec<(&'a Arm, Vec<u128>)>,
    /// The arm that takes all other values.
    rest: Option<&'a Arm>,
}

/// The values that a pattern takes, by one look behind some references.
enum Look {
    Any,
    Values { depth: usize, values: Vec<u128> },
}

impl FuncBuilder<'_, '_> {
    /// Finds out whether one look at the value decides between the arms.
    fn decision<'a>(&mut self, arms: &'a [Arm], place: &Place) -> Res<Option<Decision<'a>>> {
        let mut decision = Decision {
            depth: 0,
            arms: Vec::new(),
            rest: None,
        };
        let mut seen = HashSet::new();
        for arm in arms {
            let look = if arm.guard.is_none() {
                look(&arm.pat, 0)
            } else {
                None
            };
            match look {
                None => return Ok(None),
                Some(Look::Any) => {
                    decision.rest = Some(arm);
                    break;
                }
                Some(Look::Values { depth, .. }) if !seen.is_empty() && depth != decision.depth => {
                    return Ok(None)
                }
                Some(Look::Values { depth, values }) => {
                    decision.depth = depth;
                    let new: Vec<u128> = values
                        .into_iter()
                        .filter(|&value| seen.insert(value))
                        .collect();
                    if !new.is_empty() {
                        decision.arms.push((arm, new));
                    }
                }
            }
        }
        let looked_at = (0..decision.depth).fold(place.clone(), |place, _| place.deref());
        let decides = decision.arms.len() > 1 && self.is_switchable(looked_at.ty);
        Ok(decides.then_some(decision))
    }

    fn is_switchable(&self, ty: Ty) -> bool {
        match *ty.kind() {
            TyKind::Adt(def, _) => self.low.tcx.adt(def).variants.len() > 1,
            TyKind::Bool | TyKind::Char | TyKind::Int(_) => true,
            _ => false,
        }
    }

    fn switch(
        &mut self,
        dest: Option<ir::Place>,
        decision: Decision<'_>,
        place: &Place,
        span: Span,
    ) -> Res<()> {
        let looked_at = (0..decision.depth).fold(place.clone(), |place, _| place.deref());
        let resolved = self.resolve(&looked_at)?;
        let on = if looked_at.ty.is_scalar() {
            Operand::Copy(resolved)
        } else {
            let ty = self.low.u32_type();
            copy(self.compute(ty, Rvalue::VariantOf(resolved), span))
        };
        let (otherwise, end) = (self.new_block(), self.new_block());
        let mut targets = Vec::new();
        let mut blocks = Vec::new();
        for (arm, values) in decision.arms {
            let block = self.new_block();
            targets.extend(values.into_iter().map(|value| (value, block)));
            blocks.push((arm, block));
        }
        self.end(Terminator::Switch {
            on,
            targets,
            otherwise,
        });
        match decision.rest {
            Some(arm) => blocks.push((arm, otherwise)),
            None => {
                self.current = otherwise;
                self.diverge();
            }
        }
        let mut made = Ok(());
        for (arm, block) in blocks {
            self.current = block;
            made = self.taken_arm(dest.clone(), arm, place).and(made);
            self.goto(end);
        }
        self.current = end;
        made
    }

    /// An arm whose pattern has matched.
    fn taken_arm(&mut self, dest: Option<ir::Place>, arm: &Arm, place: &Place) -> Res<()> {
        self.in_scope(ScopeKind::Vars, arm.body.span, |b| {
            b.schedule_bindings(&arm.pat)?;
            b.bind(&arm.pat, place)?;
            b.branch(dest, &arm.body)
        })
    }

    pub fn match_arms(
        &mut self,
        dest: Option<ir::Place>,
        scrutinee: &Expr,
        arms: &[Arm],
        span: Span,
    ) -> Res<()> {
        let place = self.place(scrutinee)?;
        if let Some(decision) = self.decision(arms, &place)? {
            return self.switch(dest, decision, &place, span);
        }
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

/// What one look tells about a pattern, if that is enough.
fn look(pat: &Pat, depth: usize) -> Option<Look> {
    match &pat.kind {
        PatKind::Wild | PatKind::Binding { sub: None, .. } => Some(Look::Any),
        PatKind::Binding { sub: Some(sub), .. } => look(sub, depth),
        PatKind::Deref(inner) => look(inner, depth + 1),
        PatKind::Scalar(bits) if !pat.ty.is_floating() => Some(Look::Values {
            depth,
            values: vec![*bits],
        }),
        PatKind::Variant { variant, fields }
            if fields.iter().all(|(_, field)| matches_all(field)) =>
        {
            let values = vec![(*variant).into()];
            Some(Look::Values { depth, values })
        }
        PatKind::Or(all) if bindings(pat).is_empty() => look_any(all, depth),
        _ => None,
    }
}

/// The values that any of the alternatives takes.
fn look_any(all: &[Pat], depth: usize) -> Option<Look> {
    let mut joined: Option<(usize, Vec<u128>)> = None;
    for pat in all {
        match (look(pat, depth)?, &mut joined) {
            (Look::Any, _) => return Some(Look::Any),
            (Look::Values { depth, values }, None) => joined = Some((depth, values)),
            (Look::Values { depth, values }, Some(known)) if known.0 == depth => {
                known.1.extend(values)
            }
            (Look::Values { .. }, Some(_)) => return None,
        }
    }
    joined.map(|(depth, values)| Look::Values { depth, values })
}

/// Whether a pattern takes every value of its type.
fn matches_all(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Wild => true,
        PatKind::Binding { sub, .. } => sub.as_deref().is_none_or(matches_all),
        PatKind::Deref(inner) => matches_all(inner),
        PatKind::Fields(fields) => fields.iter().all(|(_, field)| matches_all(field)),
        _ => false,
    }
}
