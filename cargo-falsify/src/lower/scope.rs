//! Scopes: which values die where.
//!
//! Variables die at the end of their block, arm or condition; temporaries at the end of the enclosing *temporary scope* (a
//! statement, a condition, an arm, …) unless their life is extended by the `let` they stand in. Only values with drop
//! glue are scheduled: storage of the others needs no care, a frame keeps all its locals.

use super::body::{FuncBuilder, Step, Tracked};
use super::place::Place;
use super::Res;
use crate::ir::LocalId;
use crate::source::Span;
use crate::typeck::tree::{BindingMode, Expr, ExprKind, Pat, PatKind};
use crate::typeck::ty::Ty;
use crate::typeck::DefKind;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScopeKind {
    Vars,
    Temps,
    /// Variables and temporaries in the order of their beginning: the condition and branch of an `if` from
    /// edition 2024 on.
    Both,
}

#[derive(Debug)]
pub(super) struct Scope {
    pub kind: ScopeKind,
    /// In the order of their beginning.
    pub values: Vec<Tracked>,
}

impl FuncBuilder<'_, '_> {
    pub fn push_scope(&mut self, kind: ScopeKind) {
        self.scopes.push(Scope {
            kind,
            values: Vec::new(),
        });
    }

    /// The deaths of everything in the scopes above `depth`; the scopes themselves stay open for other paths.
    pub fn scopes_end(&mut self, depth: usize, span: Span) {
        let scopes = self.scopes.get(depth..).unwrap_or_default();
        let dying: Vec<Tracked> = scopes
            .iter()
            .rev()
            .flat_map(|scope| scope.values.iter().rev().cloned())
            .collect();
        for value in dying {
            self.step(Step::Drop(value), span);
        }
    }

    /// Runs a part in a scope of its own, which also ends when the part fails.
    pub fn in_scope<T>(
        &mut self,
        kind: ScopeKind,
        span: Span,
        part: impl FnOnce(&mut Self) -> Res<T>,
    ) -> Res<T> {
        let depth = self.scopes.len();
        self.push_scope(kind);
        let made = part(self);
        self.scopes_end(depth, span);
        self.scopes.truncate(depth);
        made
    }

    fn nearest(&self, kind: ScopeKind) -> Option<usize> {
        self.scopes
            .iter()
            .rposition(|scope| scope.kind == kind || scope.kind == ScopeKind::Both)
    }

    /// A variable's value is there: it dies with the innermost scope of variables.
    pub fn begin_variable(&mut self, local: LocalId, ty: Ty, span: Span) -> Res<()> {
        self.schedule_variable(local, ty)?;
        self.mark_init(local, ty, span)
    }

    /// The variable may get a value from here on.
    pub fn schedule_variable(&mut self, local: LocalId, ty: Ty) -> Res<()> {
        let scope = self.nearest(ScopeKind::Vars);
        self.schedule(local, ty, scope)
    }

    pub fn mark_init(&mut self, local: LocalId, ty: Ty, span: Span) -> Res<()> {
        if self.low.needs_drop(ty)? {
            self.step(Step::Init(tracked(local, ty)), span);
        }
        Ok(())
    }

    fn schedule(&mut self, local: LocalId, ty: Ty, scope: Option<usize>) -> Res<()> {
        if !self.low.needs_drop(ty)? {
            return Ok(());
        }
        let scope = scope.and_then(|index| self.scopes.get_mut(index));
        if let Some(scope) = scope {
            scope.values.push(tracked(local, ty));
        }
        Ok(())
    }

    /// The temporary that holds the value of `expr` begins.
    pub fn begin_temporary(&mut self, local: LocalId, ty: Ty, expr: &Expr) -> Res<()> {
        let extended = self.extended.get(&std::ptr::from_ref(expr)).copied();
        let scope = extended.or_else(|| self.nearest(ScopeKind::Temps));
        self.schedule(local, ty, scope)?;
        self.mark_init(local, ty, expr.span)
    }

    /// A value that waits to be used as an operand begins.
    pub fn begin_operand(&mut self, local: LocalId, ty: Ty, span: Span) -> Res<()> {
        let scope = self.nearest(ScopeKind::Temps);
        self.schedule(local, ty, scope)?;
        self.mark_init(local, ty, span)
    }

    /// The value in a place has been moved away.
    pub fn mark_moved(&mut self, place: &Place, span: Span) -> Res<()> {
        if !self.low.needs_drop(place.ty)? {
            return Ok(());
        }
        if let Some(tracked) = self.tracked_place(place)? {
            self.step(Step::Moved(tracked), span);
        }
        Ok(())
    }

    /// Marks the temporaries in the initialiser of a `let` that live as long as the variable.
    pub fn extend_temporaries(&mut self, pat: &Pat, init: &Expr) {
        let Some(scope) = self.nearest(ScopeKind::Vars) else {
            return;
        };
        if binds_by_reference(pat) {
            self.extend_base(init, scope);
        }
        self.extend(init, scope);
    }

    fn extend_base(&mut self, expr: &Expr, scope: usize) {
        self.extended.insert(std::ptr::from_ref(expr), scope);
        if let ExprKind::Field(base, _) | ExprKind::Index(base, _) = &expr.kind {
            self.extend_base(base, scope);
        }
    }

    fn extend(&mut self, expr: &Expr, scope: usize) {
        match &expr.kind {
            ExprKind::Ref { expr, .. } => {
                self.extend_base(expr, scope);
                self.extend(expr, scope);
            }
            ExprKind::Tuple(parts) | ExprKind::Array(parts) => {
                parts.iter().for_each(|part| self.extend(part, scope))
            }
            ExprKind::Adt { fields, .. } => {
                fields.iter().for_each(|(_, part)| self.extend(part, scope))
            }
            ExprKind::Call { callee, args, .. } if self.is_constructor(*callee) => {
                args.iter().for_each(|part| self.extend(part, scope));
            }
            ExprKind::Cast(inner) | ExprKind::Coerce(_, inner) => self.extend(inner, scope),
            ExprKind::Block(block) => block.expr.iter().for_each(|tail| self.extend(tail, scope)),
            ExprKind::If {
                then, otherwise, ..
            } => {
                self.extend(then, scope);
                otherwise.iter().for_each(|part| self.extend(part, scope));
            }
            ExprKind::Match { arms, .. } => {
                arms.iter().for_each(|arm| self.extend(&arm.body, scope))
            }
            _ => {}
        }
    }

    fn is_constructor(&self, callee: crate::typeck::ty::DefId) -> bool {
        matches!(
            self.low.tcx.kind(callee),
            DefKind::Struct | DefKind::Variant
        )
    }
}

pub(super) fn tracked(local: LocalId, ty: Ty) -> Tracked {
    Tracked {
        local,
        ty,
        path: Vec::new(),
    }
}

/// Whether the pattern borrows from the value itself, so that the value must live as long.
fn binds_by_reference(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Binding {
            mode: BindingMode::Ref { .. },
            ..
        } => true,
        PatKind::Binding { sub, .. } => sub.as_deref().is_some_and(binds_by_reference),
        PatKind::Variant { fields, .. } | PatKind::Fields(fields) => {
            fields.iter().any(|(_, field)| binds_by_reference(field))
        }
        PatKind::Slice {
            prefix,
            rest,
            suffix,
        } => {
            let rest = rest.iter().flatten().map(|pat| &**pat);
            prefix
                .iter()
                .chain(suffix)
                .chain(rest)
                .any(binds_by_reference)
        }
        PatKind::Or(all) => all.iter().any(binds_by_reference),
        _ => false,
    }
}
