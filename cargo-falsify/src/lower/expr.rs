//! Expressions as values: into a place, as an operand, or for their effects only.
//!
//! Operands are evaluated left to right. One that is read from a place is copied at once if
//! something after it may write that place.

use super::body::{copy, unit_value, whole, FuncBuilder};
use super::place::{is_place, writes_nothing, Place};
use super::scope::ScopeKind;
use super::Res;
use crate::ir::{self, LocalId, Operand, Rvalue, Statement, Terminator, Value};
use crate::source::Span;
use crate::typeck::tree::{Coercion, Expr, ExprKind};
use crate::typeck::ty::{Const, Ty, TyKind};

impl FuncBuilder<'_, '_> {
    /// Evaluates an expression and writes its value to `dest`, which holds none. Without a destination the
    /// value is not needed; it then has no drop glue.
    pub fn into(&mut self, dest: Option<ir::Place>, expr: &Expr) -> Res<()> {
        use ExprKind::*;
        let span = expr.span;
        self.low.at = span;
        match &expr.kind {
            If {
                cond,
                then,
                otherwise,
            } => self.if_else(dest, expr, (cond, then, otherwise.as_deref())),
            Match { scrutinee, arms } => self.match_arms(dest, scrutinee, arms, span),
            Block(block) => self.block(dest, block),
            Loop { label, body } => self.loop_forever(dest, *label, body, span),
            Break { label, value } => self.break_out(*label, value.as_deref(), span),
            Continue { label } => self.continue_with(*label, span),
            Return(value) => self.return_value(value.as_deref(), span),
            Lazy(..) | Let(..) => self.truth(dest, expr),
            Assign(place, value) => self
                .assignment(place, value, span)
                .and_then(|()| self.unit(dest, span)),
            AssignOp(op, place, value) => {
                self.compound_assignment(*op, place, value, span)?;
                self.unit(dest, span)
            }
            Call {
                callee,
                generic_args,
                args,
                fn_span,
            } => self.call(dest, *callee, generic_args, args, *fn_span, expr),
            CallPtr {
                callee,
                args,
                fn_span,
            } => self.call_pointer(dest, callee, args, *fn_span, expr),
            Coerce(Coercion::NeverToAny, inner) => self.into(None, inner),
            Panic { kind, args } => self.panic(*kind, args, span),
            Log(args) => {
                self.in_scope(ScopeKind::Temps, span, |b| {
                    args.iter().try_for_each(|arg| b.place(arg).map(|_| ()))
                })?;
                self.unit(dest, span)
            }
            Check { name, cond } => {
                let cond = self.operand(cond)?;
                self.push(Statement::Property { name: *name, cond }, span);
                self.unit(dest, span)
            }
            _ => self.simple(dest, expr),
        }
    }

    /// Expressions that end in one assignment.
    fn simple(&mut self, dest: Option<ir::Place>, expr: &Expr) -> Res<()> {
        let Some(dest) = dest else {
            return self.discard(expr);
        };
        let rvalue = self.rvalue(expr)?;
        self.assign(dest, rvalue, expr.span);
        Ok(())
    }

    /// Evaluates something whose value nobody wants.
    fn discard(&mut self, expr: &Expr) -> Res<()> {
        if is_place(expr) {
            return self.place(expr).map(|_| ());
        }
        let ty = self.mono(expr.ty)?;
        let local = self.local(ty)?;
        self.simple(Some(whole(local)), expr)
    }

    /// Writes the unit value.
    pub fn unit(&mut self, dest: Option<ir::Place>, span: Span) -> Res<()> {
        if let Some(dest) = dest {
            let ty = self.low.unit_type();
            self.assign(dest, Rvalue::Use(Operand::Const(unit_value(), ty)), span);
        }
        Ok(())
    }

    /// The operation that gives the value of an expression of the simple kinds; its parts are evaluated first.
    fn rvalue(&mut self, expr: &Expr) -> Res<Rvalue> {
        use ExprKind::*;
        if let Some(constant) = self.constant_operand(expr)? {
            return Ok(Rvalue::Use(constant));
        }
        match &expr.kind {
            Local(_) | Static(_) | Field(..) | Deref(_) | Index(..) => {
                let place = self.place_to_read(expr)?;
                Ok(Rvalue::Use(self.consume(&place, expr.span)?))
            }
            Adt {
                variant,
                fields,
                base,
            } => self.adt(*variant, fields, base.as_deref(), expr),
            Tuple(parts) | Array(parts) => {
                let parts: Vec<&Expr> = parts.iter().collect();
                let parts = self.operands(&parts)?;
                Ok(Rvalue::Aggregate(self.ir_type(expr.ty)?, parts))
            }
            Repeat(value, len) => self.repeat(value, *len, expr),
            Ref {
                mutable,
                expr: inner,
            } => self.reference_to(*mutable, inner),
            Unary(op, operand) => self.unary(*op, operand, expr),
            Binary(op, left, right) => self.binary(*op, left, right, expr),
            Cast(operand) => self.cast(operand, expr),
            Coerce(Coercion::Unsize, inner) => Ok(Rvalue::ArrayToSlice(self.operand(inner)?)),
            Coerce(Coercion::FnPointer, inner) => self.function_pointer(inner, expr.ty),
            Closure(closure) => self.closure_value(closure, expr),
            _ => Err(self.low.unsupported(expr.span, "this expression")),
        }
    }

    /// The value of a place: a copy, or the value itself, which then is no longer there.
    pub fn consume(&mut self, place: &Place, span: Span) -> Res<Operand> {
        let resolved = self.resolve(place)?;
        if !self.low.tcx.is_copy(place.ty) {
            self.mark_moved(place, span)?;
        }
        Ok(Operand::Copy(resolved))
    }

    /// Constants need no place and are the same at any time.
    pub fn constant_operand(&mut self, expr: &Expr) -> Res<Option<Operand>> {
        use ExprKind::*;
        let value = match &expr.kind {
            Scalar(bits) => Value::Scalar(*bits),
            Str(text) => self.low.str_literal(text)?,
            ByteStr(bytes) => self.low.bytes_literal(bytes)?,
            Const(def, args) => {
                let args = self.low.tcx.mono_args(args, self.args)?;
                self.low.constant(*def, args, expr.span)?
            }
            ConstValue(value) => Value::Scalar(self.low.tcx.mono_const(*value, self.args)?),
            FnItem => unit_value(),
            Tuple(parts) if parts.is_empty() => unit_value(),
            _ => return Ok(None),
        };
        let ty = self.ir_type(expr.ty)?;
        Ok(Some(Operand::Const(value, ty)))
    }

    /// One operand that is used right away.
    pub fn operand(&mut self, expr: &Expr) -> Res<Operand> {
        let mut operands = self.operands(&[expr])?;
        Ok(operands.remove(0))
    }

    /// Operands, evaluated in order and used right away.
    pub fn operands(&mut self, exprs: &[&Expr]) -> Res<Vec<Operand>> {
        let mut operands = Vec::new();
        let mut waiting = Vec::new();
        for (index, expr) in exprs.iter().enumerate() {
            let settled = exprs[index + 1..].iter().all(|later| writes_nothing(later));
            operands.push(self.operand_before(expr, settled, &mut waiting)?);
        }
        for place in waiting {
            self.mark_moved(&place, place_span(exprs))?;
        }
        Ok(operands)
    }

    /// An operand; if not `settled`, something is evaluated between now and its use, so a copy is taken, which waits.
    fn operand_before(
        &mut self,
        expr: &Expr,
        settled: bool,
        waiting: &mut Vec<Place>,
    ) -> Res<Operand> {
        if let Some(constant) = self.constant_operand(expr)? {
            return Ok(constant);
        }
        if settled && is_place(expr) {
            let place = self.place_to_read(expr)?;
            if !self.is_interruptible() || !place.is_shared() {
                return self.consume(&place, expr.span);
            }
            let value = self.consume(&place, expr.span)?;
            let ty = self.ir_type(expr.ty)?;
            return Ok(copy(self.compute(ty, Rvalue::Use(value), expr.span)));
        }
        let local = self.value_local(expr)?;
        if !settled {
            let ty = self.mono(expr.ty)?;
            self.begin_operand(local, ty, expr.span)?;
            waiting.push(Place::local(local, ty));
        }
        Ok(copy(local))
    }

    fn adt(
        &mut self,
        variant: u32,
        fields: &[(u32, Expr)],
        base: Option<&Expr>,
        expr: &Expr,
    ) -> Res<Rvalue> {
        let written: Vec<&Expr> = fields.iter().map(|(_, value)| value).collect();
        let base_writes = base.is_some_and(|base| !writes_nothing(base));
        let values = if base_writes {
            self.fixed_operands(&written)?
        } else {
            self.operands(&written)?
        };
        let ty = self.mono(expr.ty)?;
        let types = self.low.field_types(ty, variant)?;
        let mut operands: Vec<Option<Operand>> = vec![None; types.len()];
        for ((index, _), value) in fields.iter().zip(values) {
            operands[*index as usize] = Some(value);
        }
        if let Some(base) = base {
            self.rest_of_base(base, &types, &mut operands)?;
        }
        let operands: Option<Vec<Operand>> = operands.into_iter().collect();
        let Some(operands) = operands else {
            return Err(self
                .low
                .unsupported(expr.span, "a struct expression with missing fields"));
        };
        self.construct(ty, variant, operands)
    }

    /// Operands in temporaries of their own.
    fn fixed_operands(&mut self, exprs: &[&Expr]) -> Res<Vec<Operand>> {
        exprs
            .iter()
            .map(|expr| Ok(copy(self.value_local(expr)?)))
            .collect()
    }

    /// Takes the fields that were not written out of the base.
    fn rest_of_base(
        &mut self,
        base: &Expr,
        types: &[Ty],
        operands: &mut [Option<Operand>],
    ) -> Res<()> {
        let place = self.place(base)?;
        for (index, operand) in operands.iter_mut().enumerate() {
            if operand.is_none() {
                let field = place.field(index as u32, types[index]);
                *operand = Some(self.consume(&field, base.span)?);
            }
        }
        Ok(())
    }

    /// A struct or variant of the given fields.
    pub fn construct(&mut self, ty: Ty, variant: u32, fields: Vec<Operand>) -> Res<Rvalue> {
        let id = self.low.ty(ty)?;
        let is_enum = matches!(*ty.kind(), TyKind::Adt(def, _) if self.low.tcx.adt(def).is_enum);
        Ok(if is_enum {
            Rvalue::Variant(id, variant, fields)
        } else {
            Rvalue::Aggregate(id, fields)
        })
    }

    fn repeat(&mut self, value: &Expr, len: Const, expr: &Expr) -> Res<Rvalue> {
        let len = self.low.tcx.mono_const(len, self.args)?;
        if len == 0 {
            return self.empty_repeat(value, expr);
        }
        let value = self.operand(value)?;
        Ok(Rvalue::Repeat(value, len as u64))
    }

    /// The operand of `[value; 0]` is evaluated and dropped.
    fn empty_repeat(&mut self, value: &Expr, expr: &Expr) -> Res<Rvalue> {
        self.statement(value)?;
        Ok(Rvalue::Aggregate(self.ir_type(expr.ty)?, Vec::new()))
    }

    fn reference_to(&mut self, mutable: bool, inner: &Expr) -> Res<Rvalue> {
        let place = if mutable {
            self.place(inner)?
        } else {
            self.shared_place(inner)?
        };
        self.borrow(&place)
    }

    /// Evaluates an expression as a statement does: the value dies at the end of the temporary scope.
    pub fn statement(&mut self, expr: &Expr) -> Res<()> {
        let ty = self.mono(expr.ty)?;
        if !self.low.needs_drop(ty)? {
            return self.into(None, expr);
        }
        self.temporary(expr).map(|_| ())
    }

    /// Control does not come back from here.
    pub fn diverge(&mut self) {
        self.end(Terminator::Unreachable);
    }

    /// The local behind an operand, made if it is not one.
    pub fn operand_local(&mut self, operand: Operand, ty: Ty, span: Span) -> Res<LocalId> {
        if let Operand::Copy(ir::Place {
            root: ir::Root::Local(local),
            path,
        }) = &operand
        {
            if path.is_empty() {
                return Ok(*local);
            }
        }
        let local = self.local(ty)?;
        self.assign(whole(local), Rvalue::Use(operand), span);
        Ok(local)
    }
}

fn place_span(exprs: &[&Expr]) -> Span {
    exprs
        .last()
        .map_or_else(super::body::nowhere, |expr| expr.span)
}
