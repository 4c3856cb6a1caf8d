//! Operators on scalars, with the checks that Rust makes.

use super::body::{copy, FuncBuilder};
use super::Res;
use crate::bv::{BinOp, UnOp};
use crate::ir::{Operand, PanicKind, Rvalue, Statement, Type, Value};
use crate::source::Span;
use crate::typeck::tree::{BinaryOp, Expr, UnaryOp};
use crate::typeck::ty::{Ty, TyKind};

impl FuncBuilder<'_, '_> {
    pub fn unary(&mut self, op: UnaryOp, operand: &Expr, expr: &Expr) -> Res<Rvalue> {
        let ty = self.mono(operand.ty)?;
        let value = self.operand(operand)?;
        match op {
            UnaryOp::Not => Ok(Rvalue::Unary(UnOp::Not, value)),
            UnaryOp::Neg => {
                if ty.is_integral() {
                    let overflows = Rvalue::Unary(UnOp::NegOverflows, value.clone());
                    self.check_not(overflows, PanicKind::Overflow, expr.span);
                }
                Ok(Rvalue::Unary(UnOp::Neg, value))
            }
        }
    }

    pub fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, expr: &Expr) -> Res<Rvalue> {
        let (left_ty, right_ty) = (self.mono(left.ty)?, self.mono(right.ty)?);
        let mut operands = self.operands(&[left, right])?.into_iter();
        let (Some(a), Some(b)) = (operands.next(), operands.next()) else {
            return Err(self.low.unsupported(expr.span, "this operator"));
        };
        if left_ty.is_unit() || left_ty.is_never() {
            return Ok(Rvalue::Use(self.unit_comparison(op)));
        }
        self.checked(op, (a, left_ty), (b, right_ty), expr.span)
    }

    fn unit_comparison(&mut self, op: BinaryOp) -> Operand {
        let holds = matches!(op, BinaryOp::Eq | BinaryOp::Le | BinaryOp::Ge);
        Operand::Const(Value::Scalar(holds.into()), self.low.bool_type())
    }

    /// The operation, after the checks that it needs.
    pub fn checked(
        &mut self,
        op: BinaryOp,
        left: (Operand, Ty),
        right: (Operand, Ty),
        span: Span,
    ) -> Res<Rvalue> {
        let ((a, ty), (b, right_ty)) = (left, right);
        if ty.is_integral() {
            self.check_operation(op, &a, ty, &b, right_ty, span)?;
        }
        Ok(Rvalue::Binary(operator(op), a, b))
    }

    fn check_operation(
        &mut self,
        op: BinaryOp,
        a: &Operand,
        ty: Ty,
        b: &Operand,
        right_ty: Ty,
        span: Span,
    ) -> Res<()> {
        let (predicate, kind) = match op {
            BinaryOp::Add => (BinOp::AddOverflows, PanicKind::Overflow),
            BinaryOp::Sub => (BinOp::SubOverflows, PanicKind::Overflow),
            BinaryOp::Mul => (BinOp::MulOverflows, PanicKind::Overflow),
            BinaryOp::Div | BinaryOp::Rem => return self.check_division(a, b, ty, span),
            BinaryOp::Shl | BinaryOp::Shr => {
                return self.check_shift(a, ty, b, right_ty, span);
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => return Ok(()),
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => return Ok(()),
        };
        self.check_not(Rvalue::Binary(predicate, a.clone(), b.clone()), kind, span);
        Ok(())
    }

    fn check_division(&mut self, a: &Operand, b: &Operand, ty: Ty, span: Span) -> Res<()> {
        let constant = self.scalar_constant(b);
        if constant.is_none_or(|bits| bits == 0) {
            let zero = Operand::Const(Value::Scalar(0), self.low.ty(ty)?);
            let is_zero = Rvalue::Binary(BinOp::Eq, b.clone(), zero);
            self.check_not(is_zero, PanicKind::DivZero, span);
        }
        let id = self.low.ty(ty)?;
        let Type::Int { signed: true, bits } = self.low.program.types[id.0 as usize] else {
            return Ok(());
        };
        if constant.is_none_or(|value| value == u128::MAX >> (128 - bits)) {
            let overflows = Rvalue::Binary(BinOp::DivOverflows, a.clone(), b.clone());
            self.check_not(overflows, PanicKind::DivOverflow, span);
        }
        Ok(())
    }

    fn check_shift(
        &mut self,
        a: &Operand,
        ty: Ty,
        b: &Operand,
        right_ty: Ty,
        span: Span,
    ) -> Res<()> {
        let width = match *ty.kind() {
            TyKind::Int(int) => int.bits(self.low.tcx.pointer_width()),
            _ => 0,
        };
        let signed = matches!(*right_ty.kind(), TyKind::Int(int) if int.signed());
        let in_range = |bits: u128| bits < u128::from(width) && (!signed || bits < 128);
        if !self.scalar_constant(b).is_some_and(in_range) {
            let outside = Rvalue::Binary(BinOp::ShiftOutOfRange, a.clone(), b.clone());
            self.check_not(outside, PanicKind::Shift, span);
        }
        Ok(())
    }

    fn scalar_constant(&self, operand: &Operand) -> Option<u128> {
        match operand {
            Operand::Const(Value::Scalar(bits), _) => Some(*bits),
            _ => None,
        }
    }

    /// Panics if the predicate is true.
    pub fn check_not(&mut self, predicate: Rvalue, kind: PanicKind, span: Span) {
        let ty = self.low.bool_type();
        let cond = copy(self.compute(ty, predicate, span));
        self.push(
            Statement::Check {
                cond,
                expected: false,
                kind,
            },
            span,
        );
    }

    /// `as`.
    pub fn cast(&mut self, operand: &Expr, expr: &Expr) -> Res<Rvalue> {
        let (from, to) = (self.mono(operand.ty)?, self.mono(expr.ty)?);
        match (from.kind(), to.kind()) {
            _ if from.is_scalar() && to.is_scalar() => {
                let value = self.operand(operand)?;
                Ok(Rvalue::Cast(value, self.low.ty(to)?))
            }
            (TyKind::Adt(def, _), TyKind::Int(_)) if self.low.tcx.adt(*def).is_enum => {
                self.cast_enum(operand, from, to, expr.span)
            }
            (TyKind::FnDef(..) | TyKind::Closure(..), TyKind::FnPtr(..)) => {
                self.function_pointer(operand, expr.ty)
            }
            _ if from == to || same_reference(from, to) => Ok(Rvalue::Use(self.operand(operand)?)),
            _ => {
                let (from, to) = (self.low.tcx.show(from), self.low.tcx.show(to));
                Err(self
                    .low
                    .unsupported(expr.span, format!("a cast from `{from}` to `{to}`")))
            }
        }
    }

    fn cast_enum(&mut self, operand: &Expr, from: Ty, to: Ty, span: Span) -> Res<Rvalue> {
        let place = self.place(operand)?;
        let value = self.discriminant(&place, from, span)?;
        Ok(Rvalue::Cast(value, self.low.ty(to)?))
    }

    /// The discriminant value of an enum place, in the type that represents it.
    pub fn discriminant(
        &mut self,
        place: &super::place::Place,
        ty: Ty,
        span: Span,
    ) -> Res<Operand> {
        let id = self.low.ty(ty)?;
        let Type::Enum { repr, .. } = self.low.program.types[id.0 as usize] else {
            return Err(self.low.unsupported(span, "the discriminant of a struct"));
        };
        let resolved = self.resolve(place)?;
        Ok(copy(self.compute(
            repr,
            Rvalue::Discriminant(resolved),
            span,
        )))
    }
}

/// `&mut T` and `&T` are the same here.
fn same_reference(from: Ty, to: Ty) -> bool {
    match (from.kind(), to.kind()) {
        (TyKind::Ref { inner: a, .. }, TyKind::Ref { inner: b, .. }) => a == b,
        _ => false,
    }
}

fn operator(op: BinaryOp) -> BinOp {
    match op {
        BinaryOp::Add => BinOp::Add,
        BinaryOp::Sub => BinOp::Sub,
        BinaryOp::Mul => BinOp::Mul,
        BinaryOp::Div => BinOp::Div,
        BinaryOp::Rem => BinOp::Rem,
        BinaryOp::BitAnd => BinOp::And,
        BinaryOp::BitOr => BinOp::Or,
        BinaryOp::BitXor => BinOp::Xor,
        BinaryOp::Shl => BinOp::Shl,
        BinaryOp::Shr => BinOp::Shr,
        BinaryOp::Eq => BinOp::Eq,
        BinaryOp::Ne => BinOp::Ne,
        BinaryOp::Lt => BinOp::Lt,
        BinaryOp::Le => BinOp::Le,
        BinaryOp::Gt => BinOp::Gt,
        BinaryOp::Ge => BinOp::Ge,
    }
}
