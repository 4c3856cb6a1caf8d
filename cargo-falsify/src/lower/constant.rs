//! Constants: literals, const items, statics, and values that live in statics because references to them outlive their
//! statement. They are evaluated by the interpreter, on the program as far as it has been made.

use std::rc::Rc;

use super::body::{unit_value, FuncBuilder};
use super::place::Place;
use super::{Key, Lowering, Memo, Res};
use crate::bv::{Scalar, UnOp};
use crate::diagnostic::Diagnostic;
use crate::ir::interp::{Limits, Machine, NoInputs, Stop};
use crate::ir::{FuncId, Static, StaticId, Step, Type, TypeId, Value};
use crate::source::Span;
use crate::typeck::tree::{Body, Coercion, Expr, ExprKind, UnaryOp};
use crate::typeck::ty::{Args, DefId, Ty, TyKind};
use crate::typeck::{Reported, Tcx};

impl<'t> Lowering<'t> {
    /// The value of a const item or associated constant.
    pub(crate) fn constant(&mut self, def: DefId, args: Args, span: Span) -> Res<Value> {
        let (def, args) = self.tcx.resolve_const(def, args)?;
        match self.constants.get(&(def, args)) {
            Some(Memo::Known(known)) => return known.clone(),
            Some(Memo::InProgress) => {
                let message = format!("the value of `{}` depends on itself", self.tcx.name(def));
                return Err(self.error("lower::constant", span, message));
            }
            None => {}
        }
        self.constants.insert((def, args), Memo::InProgress);
        let value = self.evaluate_item(def, args);
        self.constants
            .insert((def, args), Memo::Known(value.clone()));
        value
    }

    fn evaluate_item(&mut self, def: DefId, args: Args) -> Res<Value> {
        let body = self.tcx.body(def)?;
        if let Some(value) = self.fold(&body.value, args)? {
            return Ok(value);
        }
        let func = self.func(Key::Const(def, args));
        let ty = self.tcx.mono(body.ret, args)?;
        self.evaluate(func, ty, false, body.span)
    }

    /// Runs a function without parameters and makes its result a value for the program.
    fn evaluate(&mut self, func: FuncId, ty: Ty, mutable: bool, span: Span) -> Res<Value> {
        if !self.close(func) {
            return Err(Reported);
        }
        let mut machine = Machine::with(&self.program, Limits::default(), true);
        match machine.call(func, &[], &mut NoInputs) {
            Ok(value) => {
                let id = self.ty(ty)?;
                self.settle(value, id, mutable, span)
            }
            Err(stop) => Err(self.not_constant(stop, span)),
        }
    }

    fn not_constant(&self, stop: Stop, span: Span) -> Reported {
        let diagnostic = |message: String| Diagnostic::new("lower::constant", span, message);
        self.tcx.report(match stop {
            Stop::Panicked(panic) => diagnostic(format!(
                "evaluating this constant panics ({:?})",
                panic.kind
            ))
            .label(panic.span, "here"),
            Stop::OutOfFuel | Stop::StackOverflow => {
                diagnostic("evaluating this constant takes too long".to_owned())
                    .help("compute it in a build script, or write its value")
            }
            Stop::MissingInput(_) | Stop::InvalidInput(..) | Stop::AssumeFailed(_) => {
                diagnostic("this constant depends on an input".to_owned())
            }
            Stop::Bug(what) => diagnostic(format!("this constant cannot be evaluated: {what}")),
        })
    }

    /// Values behind references get statics of their own.
    fn settle(&mut self, value: Value, ty: TypeId, mutable: bool, span: Span) -> Res<Value> {
        let kind = self.program.types[ty.0 as usize].clone();
        Ok(match (value, kind) {
            (Value::Pointee(value), Type::Ref(inner)) => {
                let value = self.settle(*value, inner, mutable, span)?;
                Value::Ref(
                    self.add_static("promoted", inner, value, mutable, span),
                    Vec::new(),
                )
            }
            (Value::Pointee(value), Type::Slice(element)) => {
                self.settle_slice(*value, element, mutable, span)?
            }
            (Value::Pointee(value), Type::Str) => {
                let byte = self.byte_type();
                self.settle_slice(*value, byte, mutable, span)?
            }
            (Value::Aggregate(values), kind) => {
                let types = part_types(&kind, values.len());
                Value::Aggregate(self.settle_all(values, &types, mutable, span)?)
            }
            (Value::Variant(variant, values), Type::Enum { variants, .. }) => {
                let types: Vec<TypeId> = match variants.get(variant as usize) {
                    Some(variant) => variant.fields.iter().map(|field| field.1).collect(),
                    None => Vec::new(),
                };
                Value::Variant(variant, self.settle_all(values, &types, mutable, span)?)
            }
            (value, _) => value,
        })
    }

    fn settle_all(
        &mut self,
        values: Vec<Value>,
        types: &[TypeId],
        mutable: bool,
        span: Span,
    ) -> Res<Vec<Value>> {
        values
            .into_iter()
            .zip(types)
            .map(|(value, &ty)| self.settle(value, ty, mutable, span))
            .collect()
    }

    fn settle_slice(
        &mut self,
        value: Value,
        element: TypeId,
        mutable: bool,
        span: Span,
    ) -> Res<Value> {
        let Value::Aggregate(values) = value else {
            return Ok(value);
        };
        let len = values.len() as u64;
        let array = self.intern(Type::Array(element, len));
        let types = vec![element; values.len()];
        let values = self.settle_all(values, &types, mutable, span)?;
        let id = self.add_static("promoted", array, Value::Aggregate(values), mutable, span);
        Ok(Value::Slice(id, Vec::new(), 0, len))
    }

    fn byte_type(&mut self) -> TypeId {
        self.intern(Type::Int {
            signed: false,
            bits: 8,
        })
    }

    fn add_static(
        &mut self,
        name: &str,
        ty: TypeId,
        init: Value,
        mutable: bool,
        span: Span,
    ) -> StaticId {
        let id = StaticId(self.program.statics.len() as u32);
        let name = self.unique_name(name);
        self.program.statics.push(Static {
            name,
            ty,
            init,
            mutable,
            span,
        });
        id
    }

    /// The static for a constant value that something refers to; equal ones share it.
    fn constant_static(&mut self, value: Value, ty: TypeId, span: Span) -> StaticId {
        if let Some(&id) = self.promoted.get(&(value.clone(), ty)) {
            return id;
        }
        let id = self.add_static("promoted", ty, value.clone(), false, span);
        self.promoted.insert((value, ty), id);
        id
    }

    fn byte_array(&mut self, bytes: &[u8]) -> StaticId {
        if let Some(&id) = self.literals.get(bytes) {
            return id;
        }
        let byte = self.byte_type();
        let ty = self.intern(Type::Array(byte, bytes.len() as u64));
        let values = bytes
            .iter()
            .map(|&byte| Value::Scalar(byte.into()))
            .collect();
        let id = self.add_static("literal", ty, Value::Aggregate(values), false, self.at);
        self.literals.insert(bytes.to_vec(), id);
        id
    }

    pub(super) fn str_literal(&mut self, text: &str) -> Res<Value> {
        let id = self.byte_array(text.as_bytes());
        Ok(Value::Slice(id, Vec::new(), 0, text.len() as u64))
    }

    pub(super) fn bytes_literal(&mut self, bytes: &[u8]) -> Res<Value> {
        Ok(Value::Ref(self.byte_array(bytes), Vec::new()))
    }

    /// The value of a constant expression, if it is of a simple form.
    pub(super) fn fold(&mut self, expr: &Expr, args: Args) -> Res<Option<Value>> {
        Ok(match &expr.kind {
            ExprKind::Scalar(bits) => Some(Value::Scalar(*bits)),
            ExprKind::Str(text) => Some(self.str_literal(text)?),
            ExprKind::ByteStr(bytes) => Some(self.bytes_literal(bytes)?),
            ExprKind::ConstValue(value) => Some(Value::Scalar(self.tcx.mono_const(*value, args)?)),
            ExprKind::FnItem => Some(unit_value()),
            ExprKind::Const(def, generics) => {
                let generics = self.tcx.mono_args(generics, args)?;
                Some(self.constant(*def, generics, expr.span)?)
            }
            ExprKind::Unary(UnaryOp::Neg, inner) => self.fold_negation(inner, args)?,
            ExprKind::Tuple(parts) | ExprKind::Array(parts) => {
                self.fold_all(parts.iter(), args)?.map(Value::Aggregate)
            }
            ExprKind::Adt {
                variant,
                fields,
                base: None,
            } => self.fold_adt(*variant, fields, expr, args)?,
            ExprKind::Repeat(value, len) => {
                let len = self.tcx.mono_const(*len, args)?;
                let len = self.modest_len(len)? as usize;
                self.fold(value, args)?
                    .map(|value| Value::Aggregate(vec![value; len]))
            }
            ExprKind::Ref {
                mutable: false,
                expr,
            } => self.fold_reference(expr, args)?,
            ExprKind::Coerce(Coercion::Unsize, inner) => self.fold_unsize(inner, args)?,
            ExprKind::Block(block) if block.stmts.is_empty() && block.label.is_none() => {
                match &block.expr {
                    Some(tail) => self.fold(tail, args)?,
                    None => Some(unit_value()),
                }
            }
            _ => None,
        })
    }

    fn fold_all<'e>(
        &mut self,
        parts: impl Iterator<Item = &'e Expr>,
        args: Args,
    ) -> Res<Option<Vec<Value>>> {
        let mut values = Vec::new();
        for part in parts {
            match self.fold(part, args)? {
                Some(value) => values.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    fn fold_negation(&mut self, inner: &Expr, args: Args) -> Res<Option<Value>> {
        let ty = self.tcx.mono(inner.ty, args)?;
        let id = self.ty(ty)?;
        let scalar = match self.program.types[id.0 as usize] {
            Type::Int { signed, bits } => Scalar::Int { signed, bits },
            Type::Float { bits } => Scalar::Float { bits },
            _ => return Ok(None),
        };
        let Some(Value::Scalar(bits)) = self.fold(inner, args)? else {
            return Ok(None);
        };
        if scalar.is_int() && UnOp::NegOverflows.eval(scalar, bits) == 1 {
            return Ok(None);
        }
        Ok(Some(Value::Scalar(UnOp::Neg.eval(scalar, bits))))
    }

    fn fold_adt(
        &mut self,
        variant: u32,
        fields: &[(u32, Expr)],
        expr: &Expr,
        args: Args,
    ) -> Res<Option<Value>> {
        let Some(values) = self.fold_all(fields.iter().map(|(_, value)| value), args)? else {
            return Ok(None);
        };
        let mut ordered: Vec<(u32, Value)> =
            fields.iter().map(|(index, _)| *index).zip(values).collect();
        ordered.sort_by_key(|(index, _)| *index);
        let values = ordered.into_iter().map(|(_, value)| value).collect();
        let ty = self.tcx.mono(expr.ty, args)?;
        Ok(Some(if self.is_enum(ty) {
            Value::Variant(variant, values)
        } else {
            Value::Aggregate(values)
        }))
    }

    pub(super) fn is_enum(&self, ty: Ty) -> bool {
        matches!(*ty.kind(), TyKind::Adt(def, _) if self.tcx.adt(def).is_enum)
    }

    fn fold_reference(&mut self, inner: &Expr, args: Args) -> Res<Option<Value>> {
        let ty = self.tcx.mono(inner.ty, args)?;
        if self.has_interior(ty)? || self.needs_drop(ty)? {
            return Ok(None);
        }
        let Some(value) = self.fold(inner, args)? else {
            return Ok(None);
        };
        let id = self.ty(ty)?;
        Ok(Some(Value::Ref(
            self.constant_static(value, id, inner.span),
            Vec::new(),
        )))
    }

    fn fold_unsize(&mut self, inner: &Expr, args: Args) -> Res<Option<Value>> {
        let Some(Value::Ref(id, steps)) = self.fold(inner, args)? else {
            return Ok(None);
        };
        let ty = self.tcx.mono(inner.ty, args)?;
        let TyKind::Ref { inner: array, .. } = *ty.kind() else {
            return Ok(None);
        };
        let TyKind::Array(_, len) = *array.kind() else {
            return Ok(None);
        };
        let len = self.array_len(len)? as u64;
        Ok(Some(Value::Slice(id, steps, 0, len)))
    }

    /// The static for a static item; its value comes later.
    pub(super) fn static_item(&mut self, def: DefId) -> Res<StaticId> {
        if let Some(&id) = self.statics.get(&def) {
            return Ok(id);
        }
        let body = self.tcx.body(def)?;
        let ty = self.tcx.mono(body.ret, &[])?;
        let mutable = self.tcx.is_static_mut(def) || self.has_interior(ty)?;
        let id = self.ty(ty)?;
        let path = self.tcx.path(def);
        let id = self.add_static(&path, id, Value::Undefined, mutable, self.tcx.span(def));
        let spelling = self.spelling(ty);
        self.spellings
            .statics
            .extend(spelling.map(|text| (id, text)));
        self.statics.insert(def, id);
        self.pending_statics.push_back((id, def));
        Ok(id)
    }

    /// Evaluates the next static that has no value yet. Answers whether there was one.
    pub(super) fn evaluate_pending_static(&mut self) -> bool {
        match self.pending_statics.front() {
            Some(&(id, _)) => {
                self.evaluate_static(id);
                true
            }
            None => false,
        }
    }

    pub(super) fn evaluate_static(&mut self, id: StaticId) {
        let Some(at) = self
            .pending_statics
            .iter()
            .position(|&(pending, _)| pending == id)
        else {
            return;
        };
        let Some((_, def)) = self.pending_statics.remove(at) else {
            return;
        };
        if let Ok(value) = self.static_value(def) {
            self.program.statics[id.0 as usize].init = value;
        }
    }

    fn static_value(&mut self, def: DefId) -> Res<Value> {
        let body: Rc<Body> = self.tcx.body(def)?;
        if let Some(value) = self.fold(&body.value, &[])? {
            return Ok(value);
        }
        let ty = self.tcx.mono(body.ret, &[])?;
        let mutable = self.writes_behind(ty)?;
        let func = self.func(Key::Const(def, &[]));
        self.evaluate(func, ty, mutable, body.span)
    }

    /// Whether something behind a reference inside a static of the type may be written.
    fn writes_behind(&mut self, ty: Ty) -> Res<bool> {
        self.any_part(ty, &mut |low, part| match *part.kind() {
            TyKind::Ref { mutable: true, .. } | TyKind::RawPtr { .. } => true,
            TyKind::Ref { inner, .. } => low.has_interior(inner).unwrap_or(true),
            _ => false,
        })
    }

    /// What lies at a path of a constant static.
    pub(super) fn value_at(&self, id: StaticId, steps: &[Step]) -> Option<Value> {
        let mut value = &self.program.statics.get(id.0 as usize)?.init;
        for step in steps {
            value = match (value, *step) {
                (Value::Aggregate(parts), Step::Field(index)) => parts.get(index as usize)?,
                (Value::Aggregate(parts), Step::Element(index)) => parts.get(index as usize)?,
                (Value::Variant(_, parts), Step::VariantField(_, index)) => {
                    parts.get(index as usize)?
                }
                _ => return None,
            };
        }
        Some(value.clone())
    }

    pub(super) fn elements_at(
        &self,
        id: StaticId,
        steps: &[Step],
        start: u64,
        len: u64,
    ) -> Option<Vec<Value>> {
        match self.value_at(id, steps)? {
            Value::Aggregate(parts) => parts
                .get(start as usize..(start + len) as usize)
                .map(<[Value]>::to_vec),
            _ => None,
        }
    }
}

fn part_types(kind: &Type, count: usize) -> Vec<TypeId> {
    match kind {
        Type::Tuple(types) => types.clone(),
        Type::Array(element, _) => vec![*element; count],
        Type::Struct { fields, .. } => fields.iter().map(|field| field.1).collect(),
        _ => Vec::new(),
    }
}

impl FuncBuilder<'_, '_> {
    /// A constant expression that something refers to lives in a static, if nothing can be written there.
    pub fn promote(&mut self, expr: &Expr) -> Res<Option<Place>> {
        if !is_closed(expr) {
            return Ok(None);
        }
        let ty = self.mono(expr.ty)?;
        if self.low.has_interior(ty)? || self.low.needs_drop(ty)? {
            return Ok(None);
        }
        let value = match self.low.fold(expr, self.args)? {
            Some(value) => value,
            None => match self.run_closed(expr, ty)? {
                Some(value) => value,
                None => return Ok(None),
            },
        };
        let id = self.low.ty(ty)?;
        let id = self.low.constant_static(value, id, expr.span);
        Ok(Some(Place::constant(id, ty)))
    }

    /// Evaluates an expression without variables now; nothing if it panics, it then does so where it stands.
    fn run_closed(&mut self, expr: &Expr, ty: Ty) -> Res<Option<Value>> {
        let mut inner = FuncBuilder::new(self.low, None, self.args);
        inner.start(&[], ty)?;
        inner.function_body(&[], 0, expr)?;
        let func = inner.finish(0, expr.span)?;
        let func = self.low.add_func("promoted", func);
        if !self.low.close(func) {
            return Err(Reported);
        }
        let mut machine = Machine::with(&self.low.program, Limits::default(), true);
        match machine.call(func, &[], &mut NoInputs) {
            Ok(value) => {
                let id = self.low.ty(ty)?;
                self.low.settle(value, id, false, expr.span).map(Some)
            }
            Err(_) => Ok(None),
        }
    }
}

/// Whether an expression uses no variable, calls nothing and writes nothing.
fn is_closed(expr: &Expr) -> bool {
    use ExprKind::*;
    match &expr.kind {
        Scalar(_) | Str(_) | ByteStr(_) | Const(..) | ConstValue(_) | FnItem => true,
        Adt { fields, base, .. } => {
            fields.iter().all(|(_, part)| is_closed(part)) && base.as_deref().is_none_or(is_closed)
        }
        Tuple(parts) | Array(parts) => parts.iter().all(is_closed),
        Repeat(inner, _) | Unary(_, inner) | Cast(inner) | Field(inner, _) | Deref(inner) => {
            is_closed(inner)
        }
        Ref {
            mutable: false,
            expr,
        } => is_closed(expr),
        Coerce(kind, inner) => *kind != Coercion::NeverToAny && is_closed(inner),
        Binary(_, left, right) | Index(left, right) => is_closed(left) && is_closed(right),
        _ => false,
    }
}

/// Evaluates a constant to the bits of a scalar: what the checker needs for lengths and const arguments.
pub fn evaluate_scalar(tcx: &Tcx, def: DefId, args: Args) -> Res<u128> {
    let mut lowering = Lowering::new(tcx);
    let span = tcx.span(def);
    match lowering.constant(def, args, span)? {
        Value::Scalar(bits) => Ok(bits),
        _ => Err(lowering.error("lower::constant", span, "this constant is not a scalar")),
    }
}

/// Lets the checker evaluate constants.
pub fn install_evaluator(tcx: &Tcx) {
    tcx.set_const_evaluator(Rc::new(evaluate_scalar));
}
