//! The end of inference: fallback, the last obligations, all types filled in, operators settled, captures found.

use std::rc::Rc;

use super::super::tree::{
    Body, Closure, ClosureKind, Expr, ExprKind, Pat, PatBound, PatKind, Stmt,
};
use super::super::ty::{mk_args, DefId, FloatTy, GenericArg, Ty, TyKind};
use super::super::{ClosureEntry, Reported};
use super::expr::float_bits;
use super::operator::{assign_trait, is_builtin, is_comparison, operator_trait, unary_trait};
use super::{tree, Checker};
use crate::source::Span;
use crate::syntax::ast;
use crate::typeck::fold::{any_part, has_infer};

impl Checker<'_> {
    pub(super) fn finish(
        mut self,
        params: Vec<Pat>,
        value: Expr,
        ret: Ty,
        span: Span,
    ) -> Result<Body, Reported> {
        self.settle_obligations();
        let (mut params, mut value) = (params, value);
        for index in 0..self.locals.len() {
            let ty = self.final_ty(self.locals[index].ty, self.locals[index].span);
            self.locals[index].ty = ty;
        }
        // Closures are known to others by their signatures before their bodies are.
        for (def, (params, ret)) in self.closure_params() {
            let params = params.iter().map(|&ty| self.infer.resolve(ty)).collect();
            let entry = ClosureEntry {
                owner: self.owner,
                params,
                ret: self.infer.resolve(ret),
                closure: None,
            };
            self.tcx.caches.borrow_mut().closures.insert(def, entry);
        }
        params.iter_mut().for_each(|pat| self.finish_pat(pat));
        self.finish_expr(&mut value);
        let opaques = self.final_opaques(span);
        let ret = self.final_ty(ret, span);
        if self.failed {
            return Err(Reported);
        }
        let locals = std::mem::take(&mut self.locals);
        Ok(Body {
            owner: self.owner,
            params,
            locals,
            value,
            ret,
            span,
            opaques,
        })
    }

    /// What the opaque types hide.
    fn final_opaques(&mut self, span: Span) -> Vec<(DefId, Ty)> {
        let opaques = std::mem::take(&mut self.opaques);
        let hidden = opaques
            .into_iter()
            .map(|(def, ty)| (def, self.final_ty(ty, span)));
        hidden.collect()
    }

    /// An opaque type that only the recursive calls of its own function describe hides nothing.
    fn check_opaques(&mut self) {
        for index in 0..self.opaques.len() {
            let (def, ty) = self.opaques[index];
            let ty = self.infer.resolve(ty);
            if matches!(ty.kind(), TyKind::Infer(_)) || mentions_opaque(ty, def) {
                let name = self.tcx.path(self.owner);
                let message = format!("what `{name}` returns is only described by itself");
                self.error("typeck::cycle", self.tcx.span(def), message);
            }
        }
    }

    fn settle_obligations(&mut self) {
        self.select();
        while self.infer.fall_back() {
            self.select();
        }
        let diverging = match self.tcx.edition(self.owner) >= ast::Edition::E2024 {
            true => Ty::never(),
            false => Ty::unit(),
        };
        while self.infer.fall_back_diverging(diverging) {
            self.select();
        }
        self.infer.fall_back();
        self.select();
        if !self.failed {
            self.check_opaques();
        }
        if self.failed {
            return;
        }
        let left: Vec<_> = self.infer.pending.take();
        for obligation in left {
            if let super::Predicate::Trait(t) = obligation.predicate {
                if self.infer.resolve(t.self_ty()).is_error() {
                    continue;
                }
            }
            self.report_unmet(obligation.predicate, obligation.span);
        }
    }

    fn final_ty(&mut self, ty: Ty, span: Span) -> Ty {
        let ty = self.infer.resolve(ty);
        if has_infer(ty) && !self.failed {
            let shown = self.tcx.show(ty);
            self.error(
                "typeck::unknown",
                span,
                format!("the type of this is not known: `{shown}`"),
            );
        }
        ty
    }

    fn finish_exprs(&mut self, exprs: &mut [Expr]) {
        exprs.iter_mut().for_each(|expr| self.finish_expr(expr));
    }

    fn finish_expr(&mut self, expr: &mut Expr) {
        expr.ty = self.final_ty(expr.ty, expr.span);
        match &mut expr.kind {
            ExprKind::Scalar(bits) => *bits = self.literal_bits(*bits, expr.ty),
            ExprKind::Str(digits) => {
                if let Some(kind) = float_literal(digits, expr.ty) {
                    expr.kind = kind;
                }
            }
            ExprKind::ByteStr(_)
            | ExprKind::Local(_)
            | ExprKind::Static(_)
            | ExprKind::FnItem
            | ExprKind::Continue { .. } => {}
            ExprKind::Const(_, args) => *args = self.infer.resolve_args(args),
            ExprKind::ConstValue(c) => *c = self.infer.resolve_const(*c),
            ExprKind::Adt { fields, base, .. } => {
                fields
                    .iter_mut()
                    .for_each(|(_, field)| self.finish_expr(field));
                base.iter_mut().for_each(|base| self.finish_expr(base));
            }
            ExprKind::Tuple(items) | ExprKind::Array(items) | ExprKind::Log(items) => {
                self.finish_exprs(items)
            }
            ExprKind::Panic { args, .. } => self.finish_exprs(args),
            ExprKind::Repeat(inner, len) => {
                *len = self.infer.resolve_const(*len);
                self.finish_expr(inner);
            }
            ExprKind::Field(inner, _)
            | ExprKind::Deref(inner)
            | ExprKind::Ref { expr: inner, .. }
            | ExprKind::Cast(inner)
            | ExprKind::Coerce(_, inner)
            | ExprKind::Check { cond: inner, .. } => self.finish_expr(inner),
            ExprKind::Index(left, right)
            | ExprKind::Lazy(_, left, right)
            | ExprKind::Assign(left, right) => {
                self.finish_expr(left);
                self.finish_expr(right);
            }
            ExprKind::Unary(..) => self.finish_unary(expr),
            ExprKind::Binary(..) => self.finish_binary(expr),
            ExprKind::AssignOp(..) => self.finish_assign_op(expr),
            ExprKind::Call {
                generic_args, args, ..
            } => {
                *generic_args = self.infer.resolve_args(generic_args);
                self.finish_exprs(args);
                self.finish_closure_call(expr);
            }
            ExprKind::CallPtr { callee, args, .. } => {
                self.finish_expr(callee);
                self.finish_exprs(args);
            }
            ExprKind::Block(block) => self.finish_block(block),
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                self.finish_expr(cond);
                self.finish_expr(then);
                otherwise.iter_mut().for_each(|expr| self.finish_expr(expr));
            }
            ExprKind::Let(pat, scrutinee) => {
                self.finish_expr(scrutinee);
                self.finish_pat(pat);
            }
            ExprKind::Match { scrutinee, arms } => {
                self.finish_expr(scrutinee);
                for arm in arms {
                    self.finish_pat(&mut arm.pat);
                    arm.guard
                        .iter_mut()
                        .for_each(|guard| self.finish_expr(guard));
                    self.finish_expr(&mut arm.body);
                }
            }
            ExprKind::Loop { body, .. } => self.finish_expr(body),
            ExprKind::Break { value, .. } | ExprKind::Return(value) => {
                value.iter_mut().for_each(|value| self.finish_expr(value));
            }
            ExprKind::Closure(closure) => self.finish_closure(closure),
        }
    }

    /// A literal's bits within its width: `-1i8` is negated at its width, `0xffu8 as i8` is not a literal.
    fn literal_bits(&self, bits: u128, ty: Ty) -> u128 {
        match ty.kind() {
            TyKind::Int(int) => mask(bits, int.bits(self.tcx.pointer_width())),
            TyKind::Float(float) => float_bits(&bits.to_string(), *float).unwrap_or(bits),
            _ => bits,
        }
    }

    fn finish_block(&mut self, block: &mut tree::Block) {
        for stmt in &mut block.stmts {
            match stmt {
                Stmt::Let {
                    pat,
                    init,
                    otherwise,
                    ..
                } => {
                    init.iter_mut().for_each(|init| self.finish_expr(init));
                    self.finish_pat(pat);
                    otherwise
                        .iter_mut()
                        .for_each(|block| self.finish_block(block));
                }
                Stmt::Expr(expr) => self.finish_expr(expr),
            }
        }
        block
            .expr
            .iter_mut()
            .for_each(|tail| self.finish_expr(tail));
    }

    fn finish_unary(&mut self, expr: &mut Expr) {
        let ExprKind::Unary(op, operand) = &mut expr.kind else {
            return;
        };
        self.finish_expr(operand);
        let ty = operand.ty;
        // `-128i8` is a literal of its own, not the negation of one that does not fit.
        if let (tree::UnaryOp::Neg, TyKind::Int(_), ExprKind::Scalar(bits)) =
            (*op, ty.kind(), &operand.kind)
        {
            expr.kind = ExprKind::Scalar(self.literal_bits(bits.wrapping_neg(), ty));
            return;
        }
        if ty.is_scalar() || ty.is_never() || ty.is_error() {
            return;
        }
        let (lang, method) = unary_trait(*op);
        let Some(callee) = self.operator_method(lang, method) else {
            return;
        };
        let operand = (**operand).clone();
        let generic_args = mk_args(&[GenericArg::Ty(ty)]);
        expr.kind = ExprKind::Call {
            callee,
            generic_args,
            args: vec![operand],
            fn_span: expr.span,
        };
    }

    fn finish_binary(&mut self, expr: &mut Expr) {
        let ExprKind::Binary(op, left, right) = &mut expr.kind else {
            return;
        };
        self.finish_expr(left);
        self.finish_expr(right);
        let op = *op;
        let both_unit = left.ty.is_unit() && right.ty.is_unit();
        if is_builtin(op, left.ty, right.ty)
            || left.ty.is_error()
            || (both_unit && is_comparison(op))
        {
            return;
        }
        let (lang, method) = operator_trait(op);
        let Some(callee) = self.operator_method(lang, method) else {
            return;
        };
        let generic_args = mk_args(&[GenericArg::Ty(left.ty), GenericArg::Ty(right.ty)]);
        let (left, right) = ((**left).clone(), (**right).clone());
        let args = if is_comparison(op) {
            vec![self.reference(false, left), self.reference(false, right)]
        } else {
            vec![left, right]
        };
        expr.kind = ExprKind::Call {
            callee,
            generic_args,
            args,
            fn_span: expr.span,
        };
    }

    fn finish_assign_op(&mut self, expr: &mut Expr) {
        let ExprKind::AssignOp(op, place, value) = &mut expr.kind else {
            return;
        };
        self.finish_expr(place);
        self.finish_expr(value);
        if is_builtin(*op, place.ty, value.ty) || place.ty.is_error() {
            return;
        }
        let (lang, method) = assign_trait(*op);
        let Some(callee) = self.operator_method(&lang, &method) else {
            return;
        };
        let generic_args = mk_args(&[GenericArg::Ty(place.ty), GenericArg::Ty(value.ty)]);
        let (place, value) = ((**place).clone(), (**value).clone());
        let args = vec![self.reference(true, place), value];
        expr.kind = ExprKind::Call {
            callee,
            generic_args,
            args,
            fn_span: expr.span,
        };
    }

    /// A closure that consumes itself is called by value.
    fn finish_closure_call(&mut self, expr: &mut Expr) {
        let ExprKind::Call { callee, args, .. } = &mut expr.kind else {
            return;
        };
        let is_fn =
            self.tcx.lang("fn").is_some() && self.tcx.parent(*callee) == self.tcx.lang("fn");
        if !is_fn || args.is_empty() {
            return;
        }
        let ExprKind::Ref {
            mutable: false,
            expr: place,
        } = &args[0].kind
        else {
            return;
        };
        let TyKind::Closure(def, _) = *place.ty.kind() else {
            return;
        };
        let kind = self.tcx.closure(def).map(|closure| closure.kind);
        match kind {
            Some(ClosureKind::FnMut) => {
                let place = (**place).clone();
                if let Some(method) = self.operator_method("fn_mut", "call_mut") {
                    *callee = method;
                    args[0] = self.reference(true, place);
                }
            }
            Some(ClosureKind::FnOnce) => {
                let place = (**place).clone();
                if let Some(method) = self.operator_method("fn_once", "call_once") {
                    *callee = method;
                    args[0] = place;
                }
            }
            Some(ClosureKind::Fn) | None => {}
        }
    }

    fn finish_closure(&mut self, closure: &mut Rc<Closure>) {
        let mut done = Closure {
            def: closure.def,
            params: closure.params.clone(),
            body: closure.body.clone(),
            ret: self.final_ty(closure.ret, closure.span),
            kind: ClosureKind::Fn,
            captures: Vec::new(),
            span: closure.span,
        };
        let by_move = closure.kind == ClosureKind::FnOnce;
        done.params.iter_mut().for_each(|pat| self.finish_pat(pat));
        self.finish_expr(&mut done.body);
        self.capture(&mut done, by_move);
        *closure = Rc::new(done);
        if let Some(entry) = self.tcx.caches.borrow_mut().closures.get_mut(&closure.def) {
            entry.closure = Some(closure.clone());
        }
    }

    fn finish_pat(&mut self, pat: &mut Pat) {
        pat.ty = self.final_ty(pat.ty, pat.span);
        match &mut pat.kind {
            PatKind::Wild => {}
            PatKind::Scalar(bits) => *bits = self.literal_bits(*bits, pat.ty),
            PatKind::Str(digits) => {
                if let Some(ExprKind::Scalar(bits)) = float_literal(digits, pat.ty) {
                    pat.kind = PatKind::Scalar(bits);
                }
            }
            PatKind::Const(_, args) => *args = self.infer.resolve_args(args),
            PatKind::Range { start, end, .. } => {
                for bound in [start, end].into_iter().flatten() {
                    match &mut **bound {
                        PatBound::Scalar(bits) => *bits = self.literal_bits(*bits, pat.ty),
                        PatBound::Const(_, args) => *args = self.infer.resolve_args(args),
                    }
                }
            }
            PatKind::Binding { sub, .. } => sub.iter_mut().for_each(|sub| self.finish_pat(sub)),
            PatKind::Deref(inner) => self.finish_pat(inner),
            PatKind::Variant { fields, .. } | PatKind::Fields(fields) => {
                fields
                    .iter_mut()
                    .for_each(|(_, field)| self.finish_pat(field));
            }
            PatKind::Slice {
                prefix,
                rest,
                suffix,
            } => {
                prefix
                    .iter_mut()
                    .chain(suffix)
                    .for_each(|pat| self.finish_pat(pat));
                rest.iter_mut()
                    .flatten()
                    .for_each(|pat| self.finish_pat(pat));
            }
            PatKind::Or(pats) => pats.iter_mut().for_each(|pat| self.finish_pat(pat)),
        }
    }
}

/// A float literal kept as text, once its width is known.
fn float_literal(digits: &str, ty: Ty) -> Option<ExprKind> {
    match ty.kind() {
        TyKind::Float(float) => float_bits(digits, *float).map(ExprKind::Scalar),
        TyKind::Infer(_) => float_bits(digits, FloatTy::F64).map(ExprKind::Scalar),
        _ => None,
    }
}

fn mask(bits: u128, width: u32) -> u128 {
    if width >= 128 {
        bits
    } else {
        bits & ((1 << width) - 1)
    }
}

fn mentions_opaque(ty: Ty, opaque: DefId) -> bool {
    let is_opaque = &mut |part: Ty| matches!(*part.kind(), TyKind::Opaque(def, _) if def == opaque);
    any_part(ty, is_opaque, &mut |_| false)
}
