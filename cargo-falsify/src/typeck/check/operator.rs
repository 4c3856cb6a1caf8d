//! Operators: primitives directly, everything else through the operator traits.

use super::super::generics::Predicate;
use super::super::tree::{BinaryOp, Expr, ExprKind, LazyOp, UnaryOp};
use super::super::ty::{mk, mk_args, DefId, GenericArg, Ty, TyKind};
use super::{Checker, Expect};
use crate::source::{Span, Symbol};
use crate::syntax::ast;
use crate::typeck::{DefKind, TraitRef};

/// The lang name of an operator's trait and its method.
pub(super) fn operator_trait(op: BinaryOp) -> (&'static str, &'static str) {
    match op {
        BinaryOp::Add => ("add", "add"),
        BinaryOp::Sub => ("sub", "sub"),
        BinaryOp::Mul => ("mul", "mul"),
        BinaryOp::Div => ("div", "div"),
        BinaryOp::Rem => ("rem", "rem"),
        BinaryOp::BitAnd => ("bitand", "bitand"),
        BinaryOp::BitOr => ("bitor", "bitor"),
        BinaryOp::BitXor => ("bitxor", "bitxor"),
        BinaryOp::Shl => ("shl", "shl"),
        BinaryOp::Shr => ("shr", "shr"),
        BinaryOp::Eq => ("eq", "eq"),
        BinaryOp::Ne => ("eq", "ne"),
        BinaryOp::Lt => ("partial_ord", "lt"),
        BinaryOp::Le => ("partial_ord", "le"),
        BinaryOp::Gt => ("partial_ord", "gt"),
        BinaryOp::Ge => ("partial_ord", "ge"),
    }
}

pub(super) fn assign_trait(op: BinaryOp) -> (String, String) {
    let (name, _) = operator_trait(op);
    (format!("{name}_assign"), format!("{name}_assign"))
}

pub(super) fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}

fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Shl | BinaryOp::Shr)
}

impl Checker<'_> {
    pub(super) fn check_unary(
        &mut self,
        op: UnaryOp,
        operand: &'static ast::Expr,
        expect: Expect,
        span: Span,
    ) -> Expr {
        let expect = match expect.ty() {
            Some(ty) if self.infer.shallow(ty).is_scalar() => expect,
            _ => Expect::Nothing,
        };
        let operand = self.check_expr(operand, expect);
        let ty = self.structure(operand.ty);
        let kind = ExprKind::Unary(op, Box::new(operand));
        if ty.is_scalar() || ty.is_error() || ty.is_never() {
            return Expr { kind, ty, span };
        }
        let (lang, _) = unary_trait(op);
        let ty = self.operator_output(lang, &[ty], span);
        Expr { kind, ty, span }
    }

    /// The `Output` of an operator trait for operand types, with the obligation registered.
    fn operator_output(&mut self, lang: &str, operands: &[Ty], span: Span) -> Ty {
        let Ok(def) = self.tcx.require_lang(lang, span) else {
            self.failed = true;
            return Ty::error();
        };
        let args: Vec<GenericArg> = operands.iter().map(|&ty| GenericArg::Ty(ty)).collect();
        let args = mk_args(&args);
        self.infer
            .register(Predicate::Trait(TraitRef { def, args }), span);
        match self
            .tcx
            .assoc_named(def, Symbol::new("Output"), DefKind::AssocTy)
        {
            Some(output) => self
                .infer
                .normalize(mk(TyKind::Projection(output, args)), span),
            None => Ty::unit(),
        }
    }

    pub(super) fn check_binary(
        &mut self,
        op: BinaryOp,
        left: &'static ast::Expr,
        right: &'static ast::Expr,
        span: Span,
    ) -> Expr {
        let left = self.check_expr(left, Expect::Nothing);
        let left_ty = self.structure(left.ty);
        let right_var = self.fresh();
        let result = self.binary_goal(op, left_ty, right_var, span);
        self.select();
        let right = self.check_expr(right, Expect::Type(right_var));
        let right = self.coerce(right, right_var);
        let right_ty = self.structure(right_var);
        let left_ty = self.infer.shallow(left_ty);
        let ty = self.builtin_result(op, left_ty, right_ty, result);
        Expr {
            kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
            ty,
            span,
        }
    }

    fn binary_goal(&mut self, op: BinaryOp, left: Ty, right: Ty, span: Span) -> Ty {
        let (lang, _) = operator_trait(op);
        if left.is_error() {
            return Ty::error();
        }
        let output = self.operator_output(lang, &[left, right], span);
        if is_comparison(op) {
            Ty::bool()
        } else {
            output
        }
    }

    /// On primitives the operands and the result are tied together at once.
    fn builtin_result(&mut self, op: BinaryOp, left: Ty, right: Ty, result: Ty) -> Ty {
        let peel = |ty: Ty| match *ty.kind() {
            TyKind::Ref { inner, .. } => self.infer.shallow(inner),
            _ => ty,
        };
        let (l, r) = (peel(left), peel(right));
        if !is_builtin(op, l, r) {
            return result;
        }
        if is_comparison(op) {
            if l == left && r == right {
                let _ = self.infer.unify(l, r);
            }
            return Ty::bool();
        }
        if !is_shift(op) {
            let _ = self.infer.commit_if_ok(|| self.infer.unify(l, r));
        }
        let _ = self.infer.commit_if_ok(|| self.infer.unify(result, l));
        result
    }

    pub(super) fn check_lazy(
        &mut self,
        op: LazyOp,
        left: &'static ast::Expr,
        right: &'static ast::Expr,
        span: Span,
    ) -> Expr {
        let left = self.check_coerced(left, Ty::bool());
        let reached = self.diverges;
        let right = self.check_coerced(right, Ty::bool());
        self.diverges = reached;
        Expr {
            kind: ExprKind::Lazy(op, Box::new(left), Box::new(right)),
            ty: Ty::bool(),
            span,
        }
    }

    pub(super) fn check_assign(
        &mut self,
        place: &'static ast::Expr,
        value: &'static ast::Expr,
        span: Span,
    ) -> Expr {
        let mut place = self.check_expr(place, Expect::Nothing);
        self.make_mutable(&mut place);
        let value = self.check_coerced(value, place.ty);
        Expr {
            kind: ExprKind::Assign(Box::new(place), Box::new(value)),
            ty: Ty::unit(),
            span,
        }
    }

    pub(super) fn check_assign_op(
        &mut self,
        op: BinaryOp,
        place: &'static ast::Expr,
        value: &'static ast::Expr,
        span: Span,
    ) -> Expr {
        let mut place = self.check_expr(place, Expect::Nothing);
        self.make_mutable(&mut place);
        let left = self.structure(place.ty);
        let right_var = self.fresh();
        let (lang, _) = assign_trait(op);
        let Ok(def) = self.tcx.require_lang(&lang, span) else {
            return self.error_expr(span);
        };
        if !left.is_error() {
            let args = mk_args(&[GenericArg::Ty(left), GenericArg::Ty(right_var)]);
            self.infer
                .register(Predicate::Trait(TraitRef { def, args }), span);
            self.select();
        }
        let value = self.check_expr(value, Expect::Type(right_var));
        let value = self.coerce(value, right_var);
        let right = self.structure(right_var);
        let left = self.infer.shallow(left);
        if is_builtin(op, left, right) && !is_shift(op) {
            let _ = self.infer.commit_if_ok(|| self.infer.unify(left, right));
        }
        Expr {
            kind: ExprKind::AssignOp(op, Box::new(place), Box::new(value)),
            ty: Ty::unit(),
            span,
        }
    }

    /// After inference: whether an operator is the primitive one, or the call that it stands for.
    pub(super) fn operator_method(&self, lang: &str, method: &str) -> Option<DefId> {
        let def = self.tcx.lang(lang)?;
        self.tcx
            .assoc_named(def, Symbol::new(method), DefKind::AssocFn)
    }
}

pub(super) fn unary_trait(op: UnaryOp) -> (&'static str, &'static str) {
    match op {
        UnaryOp::Not => ("not", "not"),
        UnaryOp::Neg => ("neg", "neg"),
    }
}

fn is_int(ty: Ty) -> bool {
    ty.is_integral()
}

/// Whether an operator on these types is one of the machine.
pub(super) fn is_builtin(op: BinaryOp, left: Ty, right: Ty) -> bool {
    use BinaryOp::*;
    let both = |test: fn(Ty) -> bool| test(left) && test(right);
    match op {
        Shl | Shr => both(is_int),
        Add | Sub | Mul | Div | Rem => both(is_int) || both(Ty::is_floating),
        BitAnd | BitOr | BitXor => both(is_int) || (is_bool(left) && is_bool(right)),
        Eq | Ne | Lt | Le | Gt | Ge => both(Ty::is_scalar),
    }
}

fn is_bool(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Bool)
}
