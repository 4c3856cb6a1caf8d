//! Coercions: never, deref and reborrow, array to slice, function pointers.

use super::super::probe::Step;
use super::super::tree::{Coercion, Expr, ExprKind};
use super::super::ty::{mk_args, GenericArg, Ty, TyKind};
use super::closure::is_place;
use super::Checker;
use crate::source::{Span, Symbol};
use crate::typeck::DefKind;

impl Checker<'_> {
    /// Makes an expression have a type, or reports a mismatch.
    pub(super) fn coerce(&mut self, expr: Expr, target: Ty) -> Expr {
        let span = expr.span;
        let found = expr.ty;
        match self.try_coerce(expr, target) {
            Ok(expr) => expr,
            Err(expr) => {
                self.mismatch(span, target, found);
                Expr {
                    ty: Ty::error(),
                    ..expr
                }
            }
        }
    }

    pub(super) fn mismatch(&mut self, span: Span, expected: Ty, found: Ty) {
        if is_trait_object_reference(self.infer.resolve(expected)) {
            self.unsupported(span, "a trait object");
            return;
        }
        // The model asks for a reference where core takes a pointer: what is behind that one may change by itself.
        if let (TyKind::Ref { .. }, TyKind::RawPtr { .. }) = (
            self.infer.shallow(expected).kind(),
            self.infer.shallow(found).kind(),
        ) {
            self.unsupported(span, "volatile access through a raw pointer");
            return;
        }
        let expected = self.tcx.show(self.infer.resolve(expected));
        let found = self.tcx.show(self.infer.resolve(found));
        self.error(
            "typeck::mismatch",
            span,
            format!("expected `{expected}`, found `{found}`"),
        );
    }

    pub(super) fn demand_eq(&mut self, expected: Ty, found: Ty, span: Span) {
        if self.infer.equate(expected, found).is_err() {
            self.mismatch(span, expected, found);
        }
    }

    pub(super) fn try_coerce(&mut self, expr: Expr, target: Ty) -> Result<Expr, Expr> {
        let from = self.infer.shallow(expr.ty);
        let to = self.infer.shallow(target);
        if from == to && !is_mutable_place(&expr, from) {
            return Ok(expr);
        }
        if from.is_never() {
            return Ok(self.never_to_any(expr, to));
        }
        let coerced = match (from.kind(), to.kind()) {
            (TyKind::Ref { .. }, TyKind::Ref { mutable, inner }) => {
                self.coerce_reference(&expr, *mutable, *inner, to)
            }
            (TyKind::FnDef(..) | TyKind::Closure(..), TyKind::FnPtr(..)) => {
                self.coerce_fn_pointer(&expr, from, to)
            }
            (_, TyKind::RawPtr { mutable, inner }) => self.coerce_pointer(&expr, *mutable, *inner),
            _ => None,
        };
        match coerced {
            Some(expr) => Ok(expr),
            None => match self.infer.commit_if_ok(|| self.infer.equate(from, to)) {
                Ok(()) => Ok(expr),
                Err(_) => Err(expr),
            },
        }
    }

    pub(super) fn never_to_any(&mut self, expr: Expr, to: Ty) -> Expr {
        let span = expr.span;
        let to = match to.kind() {
            TyKind::Infer(_) => {
                let var = self.infer.diverging_var();
                let _ = self.infer.unify(var, to);
                to
            }
            _ => to,
        };
        Expr {
            kind: ExprKind::Coerce(Coercion::NeverToAny, Box::new(expr)),
            ty: to,
            span,
        }
    }

    /// `&[T; N]` to `&[T]`, `&mut T` to `&T`, `&T` to `&U` where `T` dereferences to `U`.
    fn coerce_reference(&mut self, expr: &Expr, mutable: bool, inner: Ty, to: Ty) -> Option<Expr> {
        let TyKind::Ref {
            mutable: from_mutable,
            inner: from_inner,
        } = *self.infer.shallow(expr.ty).kind()
        else {
            return None;
        };
        if mutable && !from_mutable {
            return None;
        }
        let pointee = self.structure(from_inner);
        if let (TyKind::Array(element, _), TyKind::Slice(wanted)) =
            (pointee.kind(), self.infer.shallow(inner).kind())
        {
            let unified = self
                .infer
                .commit_if_ok(|| self.infer.unify(*element, *wanted));
            return unified.ok().map(|()| {
                let reference = self.reborrowed(expr, mutable, from_mutable);
                self.unsize(reference, mutable, *element)
            });
        }
        let steps = self.infer.autoderef(expr.ty);
        for count in 1..steps.len() {
            let candidate = Ty::reference(mutable, steps[count].ty);
            if self
                .infer
                .commit_if_ok(|| self.infer.unify(candidate, to))
                .is_ok()
            {
                if count == 1 {
                    return Some(self.reborrowed(expr, mutable, from_mutable));
                }
                let place = self.apply_derefs(expr.clone(), &steps[1..=count]);
                return Some(self.reference(mutable, place));
            }
        }
        None
    }

    /// `&mut T` to `*mut T` and `*const T`, `&T` and `*mut T` to `*const T`.
    fn coerce_pointer(&mut self, expr: &Expr, mutable: bool, inner: Ty) -> Option<Expr> {
        match *self.infer.shallow(expr.ty).kind() {
            TyKind::Ref { mutable: from, .. } if from || !mutable => {}
            TyKind::RawPtr { mutable: true, .. } if !mutable => {}
            _ => return None,
        }
        self.pointer_to_same(expr, mutable, inner)
    }

    /// A reference or pointer as a pointer to the same place of the same type.
    pub(super) fn pointer_to_same(
        &mut self,
        expr: &Expr,
        mutable: bool,
        inner: Ty,
    ) -> Option<Expr> {
        let (TyKind::Ref { inner: of, .. } | TyKind::RawPtr { inner: of, .. }) =
            *self.infer.shallow(expr.ty).kind()
        else {
            return None;
        };
        let unified = self.infer.commit_if_ok(|| self.infer.unify(of, inner));
        unified.ok()?;
        let place = self.deref(expr.clone(), of);
        Some(self.raw_pointer(mutable, place))
    }

    /// `as *const T`, `as *mut T`: to what the operand points to, as what it is. There are no addresses.
    pub(super) fn cast_to_pointer(
        &mut self,
        operand: Expr,
        mutable: bool,
        inner: Ty,
        span: Span,
    ) -> Expr {
        let same = self.pointer_to_same(&operand, mutable, inner);
        match (self.structure(operand.ty).kind(), same) {
            (_, Some(pointer)) => Expr { span, ..pointer },
            (TyKind::Ref { .. } | TyKind::RawPtr { .. }, None) => {
                self.unsupported(span, "a pointer to what is of another type")
            }
            _ => self.unsupported(span, "an address as a raw pointer"),
        }
    }

    pub(super) fn raw_pointer(&self, mutable: bool, place: Expr) -> Expr {
        let inner = place.ty;
        let reference = self.reference(mutable, place);
        Expr {
            ty: super::super::ty::mk(TyKind::RawPtr { mutable, inner }),
            ..reference
        }
    }

    /// A receiver that is taken as it is.
    pub(super) fn borrowed_again(&mut self, expr: Expr) -> Expr {
        let ty = self.infer.shallow(expr.ty);
        match is_mutable_place(&expr, ty) {
            true => self.reborrowed(&expr, true, true),
            false => expr,
        }
    }

    /// A reference where one to the same type is expected: a mutable one is borrowed again rather than moved, so that
    /// a closure which passes it on can be called again.
    fn reborrowed(&mut self, expr: &Expr, mutable: bool, from_mutable: bool) -> Expr {
        if !from_mutable {
            return expr.clone();
        }
        let steps = self.infer.autoderef(expr.ty);
        let place = self.apply_derefs(expr.clone(), &steps[1..=1]);
        self.reference(mutable, place)
    }

    pub(super) fn unsize(&self, expr: Expr, mutable: bool, element: Ty) -> Expr {
        let span = expr.span;
        let ty = Ty::reference(mutable, Ty::slice(element));
        Expr {
            kind: ExprKind::Coerce(Coercion::Unsize, Box::new(expr)),
            ty,
            span,
        }
    }

    fn coerce_fn_pointer(&mut self, expr: &Expr, from: Ty, to: Ty) -> Option<Expr> {
        let TyKind::FnPtr(params, ret) = *to.kind() else {
            return None;
        };
        let (inputs, output) = match *from.kind() {
            TyKind::FnDef(def, args) => {
                let sig = self.tcx.fn_sig(def).subst(args);
                let inputs = sig
                    .inputs
                    .iter()
                    .map(|&ty| self.infer.normalize(ty, expr.span))
                    .collect();
                (inputs, self.infer.normalize(sig.output, expr.span))
            }
            TyKind::Closure(def, args) => self.infer.closure_sig(def, args)?,
            _ => return None,
        };
        let inputs: Vec<Ty> = inputs;
        let unified = self.infer.commit_if_ok(|| {
            if inputs.len() != params.len() {
                return Err(crate::typeck::infer::Mismatch);
            }
            inputs
                .iter()
                .zip(params)
                .try_for_each(|(&a, &b)| self.infer.unify(a, b))?;
            self.infer.unify(output, ret)
        });
        unified.ok()?;
        let kind = ExprKind::Coerce(Coercion::FnPointer, Box::new(expr.clone()));
        Some(Expr {
            kind,
            ty: to,
            span: expr.span,
        })
    }

    /// Takes a reference to a place; overloaded derefs on the way become mutable ones where needed.
    pub(super) fn reference(&self, mutable: bool, mut place: Expr) -> Expr {
        if mutable {
            self.make_mutable(&mut place);
        }
        let ty = Ty::reference(mutable, place.ty);
        let span = place.span;
        Expr {
            kind: ExprKind::Ref {
                mutable,
                expr: Box::new(place),
            },
            ty,
            span,
        }
    }

    pub(super) fn apply_derefs(&mut self, expr: Expr, steps: &[Step]) -> Expr {
        steps.iter().fold(expr, |expr, step| {
            if step.overloaded {
                self.overloaded_deref(expr, step.ty)
            } else {
                self.deref(expr, step.ty)
            }
        })
    }

    pub(super) fn deref(&self, expr: Expr, ty: Ty) -> Expr {
        let span = expr.span;
        Expr {
            kind: ExprKind::Deref(Box::new(expr)),
            ty,
            span,
        }
    }

    fn overloaded_deref(&mut self, expr: Expr, target: Ty) -> Expr {
        let span = expr.span;
        let Some(method) = self.lang_method("deref", "deref", span) else {
            return self.error_expr(span);
        };
        let generic_args = mk_args(&[GenericArg::Ty(expr.ty)]);
        let receiver = self.reference(false, expr);
        let kind = ExprKind::Call {
            callee: method,
            generic_args,
            args: vec![receiver],
            fn_span: span,
        };
        let call = Expr {
            kind,
            ty: Ty::reference(false, target),
            span,
        };
        self.deref(call, target)
    }

    /// A method of a lang trait.
    pub(super) fn lang_method(
        &mut self,
        lang: &str,
        method: &str,
        span: Span,
    ) -> Option<crate::typeck::ty::DefId> {
        let found = self.tcx.require_lang(lang, span).ok();
        let found = found.and_then(|def| {
            self.tcx
                .assoc_named(def, Symbol::new(method), DefKind::AssocFn)
        });
        if found.is_none() {
            self.failed = true;
        }
        found
    }

    /// Switches the overloaded derefs and indexings inside a place that is used mutably to `DerefMut` and `IndexMut`.
    pub(super) fn make_mutable(&self, place: &mut Expr) {
        match &mut place.kind {
            ExprKind::Field(base, _) | ExprKind::Index(base, _) => self.make_mutable(base),
            ExprKind::Deref(inner) => self.make_reference_mutable(inner),
            _ => {}
        }
    }

    fn make_reference_mutable(&self, inner: &mut Expr) {
        match &mut inner.kind {
            ExprKind::Call { callee, args, .. } => {
                let Some(mutable) = self.mutable_twin(*callee) else {
                    return;
                };
                *callee = mutable;
                if let TyKind::Ref { inner: target, .. } = *inner.ty.kind() {
                    inner.ty = Ty::reference(true, target);
                }
                if let Some(receiver) = args.first_mut() {
                    self.make_receiver_mutable(receiver);
                }
            }
            // A slice place made from an array for indexing.
            ExprKind::Coerce(Coercion::Unsize, array) => {
                self.make_receiver_mutable(array);
                if let TyKind::Ref { inner: target, .. } = *inner.ty.kind() {
                    inner.ty = Ty::reference(true, target);
                }
            }
            _ => {}
        }
    }

    fn make_receiver_mutable(&self, receiver: &mut Expr) {
        match &mut receiver.kind {
            ExprKind::Ref { mutable, expr } => {
                *mutable = true;
                self.make_mutable(expr);
                receiver.ty = Ty::reference(true, expr.ty);
            }
            ExprKind::Coerce(Coercion::Unsize, _) => self.make_reference_mutable(receiver),
            _ => {}
        }
    }

    /// `deref` → `deref_mut`, `index` → `index_mut`.
    fn mutable_twin(&self, method: crate::typeck::ty::DefId) -> Option<crate::typeck::ty::DefId> {
        let twins = [
            ("deref", "deref_mut", "deref_mut"),
            ("index", "index_mut", "index_mut"),
        ];
        twins.iter().find_map(|(lang, twin, name)| {
            let of = self.tcx.lang(lang)?;
            if self.tcx.parent(method) != Some(of) {
                return None;
            }
            let twin = self.tcx.lang(twin)?;
            self.tcx
                .assoc_named(twin, Symbol::new(name), DefKind::AssocFn)
        })
    }
}

fn is_trait_object_reference(ty: Ty) -> bool {
    let TyKind::Ref { inner, .. } = *ty.kind() else {
        return false;
    };
    matches!(inner.kind(), TyKind::Dynamic(_))
}

/// A place that holds a mutable reference: it is borrowed again, not moved out of.
fn is_mutable_place(expr: &Expr, ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Ref { mutable: true, .. }) && is_place(expr)
}
