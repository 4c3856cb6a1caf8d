//! Closures: the value holds the captured places, the body reaches them through it.

use std::rc::Rc;

use super::body::FuncBuilder;
use super::place::{Base, Element, Place};
use super::{Lowering, Res};
use crate::ir::{Func, LocalId, Operand, Projection, Rvalue};
use crate::source::Span;
use crate::typeck::tree::{self, BindingMode, Body, Capture, Closure, ClosureKind, Expr};
use crate::typeck::ty::{DefId, Ty, TyKind};

/// What a closure body knows of the variables around it.
pub(super) struct Captures {
    closure: Rc<Closure>,
    /// The closure's type.
    ty: Ty,
}

impl FuncBuilder<'_, '_> {
    /// Builds the closure value: each captured place is borrowed or taken.
    pub fn closure_value(&mut self, closure: &Closure, expr: &Expr) -> Res<Rvalue> {
        let mut operands = Vec::new();
        for capture in &closure.captures {
            let place = self.captured_place(capture)?;
            operands.push(match capture.mode {
                BindingMode::Value => self.lent_on(&place, expr.span)?,
                BindingMode::Ref { mutable } => self.reference(&place, mutable, expr.span)?,
            });
        }
        Ok(Rvalue::Aggregate(self.ir_type(expr.ty)?, operands))
    }

    /// What a closure takes. A mutable reference may be used here again when the closure is gone.
    fn lent_on(&mut self, place: &Place, span: Span) -> Res<Operand> {
        match place.ty.kind() {
            TyKind::Ref { mutable: true, .. } => self.reference(&place.deref(), true, span),
            _ => self.consume(place, span),
        }
    }

    /// The place that a capture names, here outside of the closure.
    fn captured_place(&mut self, capture: &Capture) -> Res<Place> {
        let mut place = self.variable_place(capture.local)?;
        for step in &capture.path {
            place = match *step {
                None => place.deref(),
                Some(index) => {
                    let types = self.low.field_types(place.ty, 0)?;
                    match types.get(index as usize) {
                        Some(&ty) => place.field(index, ty),
                        None => return Err(self.low.unsupported(self.low.at, "this capture")),
                    }
                }
            };
        }
        Ok(place)
    }

    /// Whether a variable belongs to the function around this closure.
    pub fn is_captured(&self, variable: tree::LocalId) -> bool {
        let captured = |captures: &Captures| {
            captures
                .closure
                .captures
                .iter()
                .any(|c| c.local == variable)
        };
        !self.variables.contains_key(&variable) && self.captures.as_ref().is_some_and(captured)
    }

    /// The capture that a place goes through, its number, and how much of the path it covers.
    fn capture_of(&self, variable: tree::LocalId, path: &[Element]) -> Option<(usize, &Capture)> {
        let captures = self.captures.as_ref()?;
        let covers = |capture: &Capture| {
            let pairs = capture.path.iter().zip(path);
            capture.local == variable
                && capture.path.len() <= path.len()
                && pairs.into_iter().all(same_step)
        };
        captures
            .closure
            .captures
            .iter()
            .enumerate()
            .find(|(_, capture)| covers(capture))
    }

    /// The path from the closure parameter to a captured place, and how much of the place's own path that covers.
    pub fn captured_path(
        &mut self,
        variable: tree::LocalId,
        path: &[Element],
    ) -> Res<(Vec<Projection>, usize)> {
        let Some((index, capture)) = self.capture_of(variable, path) else {
            return Err(self.low.unsupported(
                self.closure_span(),
                "a variable that this closure uses only in part",
            ));
        };
        let (by_reference, used) = (capture.mode != BindingMode::Value, capture.path.len());
        let is_unsized = path[..used].last() == Some(&Element::UnsizedDeref);
        let mut steps = Vec::new();
        if self.closure_by_reference() {
            steps.push(Projection::Deref);
        }
        steps.push(Projection::Field(index as u32));
        if by_reference && !is_unsized {
            steps.push(Projection::Deref);
        }
        Ok((steps, used))
    }

    fn closure_span(&self) -> Span {
        self.captures
            .as_ref()
            .map_or_else(super::body::nowhere, |captures| captures.closure.span)
    }

    fn closure_by_reference(&self) -> bool {
        self.captures
            .as_ref()
            .is_some_and(|captures| captures.closure.kind != ClosureKind::FnOnce)
    }

    /// A place inside a closure that owns it: the closure's type, the field, its type, and how much of the path that covers.
    pub fn captured_by_value(
        &mut self,
        variable: tree::LocalId,
        path: &[Element],
    ) -> Res<Option<(Ty, u32, Ty, usize)>> {
        if self.closure_by_reference() {
            return Ok(None);
        }
        let Some(ty) = self.captures.as_ref().map(|captures| captures.ty) else {
            return Ok(None);
        };
        let Some((index, used)) = self
            .capture_of(variable, path)
            .and_then(|(index, capture)| {
                (capture.mode == BindingMode::Value).then_some((index, capture.path.len()))
            })
        else {
            return Ok(None);
        };
        let field = self.low.field_types(ty, 0)?[index];
        Ok(Some((ty, index as u32, field, used)))
    }
}

fn same_step((step, element): (&Option<u32>, &Element)) -> bool {
    match (step, element) {
        (Some(index), Element::To(Projection::Field(field), _)) => index == field,
        (None, Element::To(Projection::Deref, _) | Element::UnsizedDeref) => true,
        _ => false,
    }
}

impl Lowering<'_> {
    /// What the checker found out about a closure expression.
    pub(super) fn closure_of(&self, def: DefId) -> Res<Rc<Closure>> {
        self.tcx
            .closure(def)
            .ok_or_else(|| self.unsupported(self.tcx.span(def), "this closure"))
    }

    /// The body in which the closure stands: its variables are numbered there.
    fn closure_owner_body(&self, def: DefId) -> Res<Rc<Body>> {
        match self.tcx.closure_owner(def) {
            Some(owner) => self.tcx.body(owner),
            None => Err(self.unsupported(self.tcx.span(def), "this closure")),
        }
    }

    pub(super) fn closure_kind(&self, ty: Ty) -> Res<ClosureKind> {
        match *ty.kind() {
            TyKind::Closure(def, _) => Ok(self.closure_of(def)?.kind),
            _ => Err(self.unsupported(self.at, "this callee")),
        }
    }

    /// The function behind a closure: the closure itself (by reference unless it is `FnOnce`), then its arguments.
    pub(super) fn make_closure(&mut self, ty: Ty) -> Res<Func> {
        let TyKind::Closure(def, args) = *ty.kind() else {
            return Err(self.unsupported(self.at, "this callee"));
        };
        let closure = self.closure_of(def)?;
        let body = self.closure_owner_body(def)?;
        let mut builder = FuncBuilder::new(self, Some(body), args);
        let by_reference = closure.kind != ClosureKind::FnOnce;
        let mut params = vec![if by_reference {
            Ty::reference(true, ty)
        } else {
            ty
        }];
        for pat in &closure.params {
            params.push(builder.mono(pat.ty)?);
        }
        let ret = builder.mono(closure.ret)?;
        builder.start(&params, ret)?;
        builder.captures = Some(Captures {
            closure: closure.clone(),
            ty,
        });
        builder.closure_body(&closure, by_reference, ty)?;
        builder.finish(params.len() as u32, closure.span)
    }
}

impl FuncBuilder<'_, '_> {
    fn closure_body(&mut self, closure: &Closure, by_reference: bool, ty: Ty) -> Res<()> {
        self.push_scope(super::scope::ScopeKind::Vars);
        if !by_reference {
            self.begin_variable(LocalId(0), ty, closure.span)?;
        }
        self.function_body(&closure.params, 1, &closure.body)
    }

    /// A base for places that the caller has in hand already.
    pub fn place_of_operand(&mut self, operand: &Operand, ty: Ty, span: Span) -> Res<Place> {
        let local = self.operand_local(operand.clone(), ty, span)?;
        Ok(Place {
            base: Base::Local(local),
            path: Vec::new(),
            ty,
        })
    }
}
