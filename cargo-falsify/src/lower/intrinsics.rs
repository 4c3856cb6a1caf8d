//! The primitives of the library model.

use super::body::{copy, whole, FuncBuilder};
use super::place::is_unsized;
use super::Res;
use crate::bv::{BinOp, UnOp};
use crate::ir::{self, Operand, PanicKind, Projection, Rvalue, Terminator, Type, Value};
use crate::source::Span;
use crate::typeck::tree::Expr;
use crate::typeck::ty::{Args, GenericArg, Ty, TyKind};

impl FuncBuilder<'_, '_> {
    pub fn intrinsic(
        &mut self,
        dest: Option<ir::Place>,
        name: &str,
        generics: Args,
        args: &[Expr],
        ret: Ty,
        span: Span,
    ) -> Res<()> {
        let args: Vec<&Expr> = args.iter().collect();
        let operands = self.operands(&args)?;
        self.intrinsic_operands(dest, name, generics, operands, ret, span)
    }

    pub fn intrinsic_operands(
        &mut self,
        dest: Option<ir::Place>,
        name: &str,
        generics: Args,
        args: Vec<Operand>,
        ret: Ty,
        span: Span,
    ) -> Res<()> {
        if let Some(kind) = failure(name) {
            self.end(Terminator::Panic(kind, span));
            return Ok(());
        }
        let rvalue = match (name, &args[..]) {
            ("write", [place, value]) => return self.write(place, value, generics, dest, span),
            ("forget", _) => return self.unit(dest, span),
            ("overflowing_add" | "overflowing_sub" | "overflowing_mul", [a, b]) => {
                self.overflowing(name, a, b, generics, ret, span)?
            }
            (_, [a]) => match unary(name) {
                Some(op) => Rvalue::Unary(op, a.clone()),
                None => self.other_intrinsic(name, generics, &args, ret, span)?,
            },
            (_, [a, b]) => match binary(name) {
                Some(op) => Rvalue::Binary(op, a.clone(), b.clone()),
                None => self.other_intrinsic(name, generics, &args, ret, span)?,
            },
            _ => self.other_intrinsic(name, generics, &args, ret, span)?,
        };
        self.store(dest, rvalue, ret, span)
    }

    fn other_intrinsic(
        &mut self,
        name: &str,
        generics: Args,
        args: &[Operand],
        ret: Ty,
        span: Span,
    ) -> Res<Rvalue> {
        Ok(match (name, args) {
            (
                "float_to_bits32" | "float_to_bits64" | "float_from_bits32" | "float_from_bits64"
                | "char_from_u32",
                [a],
            ) => Rvalue::Transmute(a.clone(), self.low.ty(ret)?),
            ("interior_mut", [a]) => Rvalue::Use(a.clone()),
            ("read", [reference]) => {
                let place = self.behind(reference.clone(), ret, span)?;
                Rvalue::Use(Operand::Copy(self.resolve(&place)?))
            }
            ("uninit", []) => Rvalue::Use(self.unspecified(ret)?),
            ("needs_drop", []) => {
                let needs = match generics.first() {
                    Some(GenericArg::Ty(ty)) => !is_unsized(*ty) && self.low.needs_drop(*ty)?,
                    _ => false,
                };
                Rvalue::Use(Operand::Const(
                    Value::Scalar(needs.into()),
                    self.low.bool_type(),
                ))
            }
            ("size_of" | "align_of", []) => self.layout_of(name, generics, span)?,
            ("discriminant", [reference]) => {
                self.discriminant_behind(reference, generics, ret, span)?
            }
            ("slice_len", [slice]) => Rvalue::Len(slice.clone()),
            ("slice_at" | "slice_at_mut", [slice, index]) => {
                self.element(slice, index, ret, span)?
            }
            ("slice_part" | "slice_part_mut", [slice, start, len]) => {
                Rvalue::SlicePart(slice.clone(), start.clone(), len.clone())
            }
            ("slice_as_array" | "slice_as_array_mut", [slice]) => match *ret.kind() {
                TyKind::Ref { inner, .. } => {
                    Rvalue::SliceToArray(slice.clone(), self.low.ty(inner)?)
                }
                _ => return Err(self.low.unsupported(span, "this primitive")),
            },
            ("str_bytes", [text]) => Rvalue::StrAsBytes(text.clone()),
            ("str_from_bytes", [bytes]) => Rvalue::BytesAsStr(bytes.clone()),
            _ => {
                return Err(self
                    .low
                    .unsupported(span, format!("the primitive `{name}`")))
            }
        })
    }

    fn write(
        &mut self,
        place: &Operand,
        value: &Operand,
        generics: Args,
        dest: Option<ir::Place>,
        span: Span,
    ) -> Res<()> {
        let ty = self.type_argument(generics, span)?;
        let behind = self.behind(place.clone(), ty, span)?;
        let resolved = self.resolve(&behind)?;
        self.assign(resolved, Rvalue::Use(value.clone()), span);
        self.unit(dest, span)
    }

    pub fn type_argument(&self, generics: Args, span: Span) -> Res<Ty> {
        match generics.first() {
            Some(GenericArg::Ty(ty)) => Ok(*ty),
            _ => Err(self.low.unsupported(span, "this primitive")),
        }
    }

    /// The wrapped result and whether it wrapped.
    fn overflowing(
        &mut self,
        name: &str,
        a: &Operand,
        b: &Operand,
        generics: Args,
        ret: Ty,
        span: Span,
    ) -> Res<Rvalue> {
        let (op, predicate) = match name {
            "overflowing_add" => (BinOp::Add, BinOp::AddOverflows),
            "overflowing_sub" => (BinOp::Sub, BinOp::SubOverflows),
            _ => (BinOp::Mul, BinOp::MulOverflows),
        };
        let ty = self.type_argument(generics, span)?;
        let (ty, bool_type) = (self.low.ty(ty)?, self.low.bool_type());
        let result = self.compute(ty, Rvalue::Binary(op, a.clone(), b.clone()), span);
        let wraps = self.compute(
            bool_type,
            Rvalue::Binary(predicate, a.clone(), b.clone()),
            span,
        );
        Ok(Rvalue::Aggregate(
            self.low.ty(ret)?,
            vec![copy(result), copy(wraps)],
        ))
    }

    fn element(&mut self, slice: &Operand, index: &Operand, ret: Ty, span: Span) -> Res<Rvalue> {
        let TyKind::Ref { inner, mutable } = *ret.kind() else {
            return Err(self.low.unsupported(span, "this primitive"));
        };
        let slice_ty = Ty::reference(mutable, Ty::slice(inner));
        let slice = self.place_of_operand(slice, slice_ty, span)?;
        let index = self.fixed_index(index, span)?;
        let element = slice.deref().project(Projection::Index(index), inner);
        self.borrow(&element)
    }

    /// Indices of places are locals of their own.
    fn fixed_index(&mut self, index: &Operand, span: Span) -> Res<ir::LocalId> {
        let local = self.local(Ty::usize())?;
        self.assign(whole(local), Rvalue::Use(index.clone()), span);
        Ok(local)
    }

    fn discriminant_behind(
        &mut self,
        reference: &Operand,
        generics: Args,
        ret: Ty,
        span: Span,
    ) -> Res<Rvalue> {
        let ty = self.type_argument(generics, span)?;
        let ret = self.low.ty(ret)?;
        if !self.low.is_enum(ty) {
            return Ok(Rvalue::Use(Operand::Const(Value::Scalar(0), ret)));
        }
        let place = self.behind(reference.clone(), ty, span)?;
        let value = self.discriminant(&place, ty, span)?;
        Ok(Rvalue::Cast(value, ret))
    }

    /// Some value of a type that nobody looks at.
    fn unspecified(&mut self, ty: Ty) -> Res<Operand> {
        let id = self.low.ty(ty)?;
        Ok(Operand::Const(self.zero(id), id))
    }

    fn zero(&self, id: ir::TypeId) -> Value {
        match &self.low.program.types[id.0 as usize] {
            Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. } => Value::Scalar(0),
            Type::Tuple(types) => Value::Aggregate(types.iter().map(|&ty| self.zero(ty)).collect()),
            Type::Array(element, len) => Value::Aggregate(vec![self.zero(*element); *len as usize]),
            Type::Struct { fields, .. } => {
                Value::Aggregate(fields.iter().map(|field| self.zero(field.1)).collect())
            }
            Type::Enum { variants, .. } => match variants.first() {
                Some(first) => Value::Variant(
                    0,
                    first
                        .fields
                        .iter()
                        .map(|field| self.zero(field.1))
                        .collect(),
                ),
                None => Value::Undefined,
            },
            Type::Ref(_) | Type::Slice(_) | Type::Str | Type::FnPtr { .. } | Type::Never => {
                Value::Undefined
            }
        }
    }
}

fn failure(name: &str) -> Option<PanicKind> {
    Some(match name {
        "fail_unwrap" => PanicKind::Unwrap,
        "fail_expect" => PanicKind::Expect,
        "fail_bounds" => PanicKind::Bounds,
        "fail_slice" => PanicKind::Slice,
        "fail_borrow" => PanicKind::Borrow,
        "fail_overflow" => PanicKind::Overflow,
        "fail_shift" => PanicKind::Shift,
        "fail_assert" => PanicKind::Assert,
        "fail_library" => PanicKind::Library,
        _ => return None,
    })
}

fn unary(name: &str) -> Option<UnOp> {
    Some(match name {
        "ctpop" => UnOp::CountOnes,
        "ctlz" => UnOp::LeadingZeros,
        "cttz" => UnOp::TrailingZeros,
        "bswap" => UnOp::SwapBytes,
        "bitreverse" => UnOp::ReverseBits,
        "sqrt" => UnOp::FloatSqrt,
        "floor" => UnOp::FloatFloor,
        "ceil" => UnOp::FloatCeil,
        "trunc" => UnOp::FloatTrunc,
        "round" => UnOp::FloatRound,
        "round_ties_even" => UnOp::FloatRoundTiesEven,
        "abs" => UnOp::FloatAbs,
        _ => return None,
    })
}

fn binary(name: &str) -> Option<BinOp> {
    Some(match name {
        "wrapping_add" => BinOp::Add,
        "wrapping_sub" => BinOp::Sub,
        "wrapping_mul" => BinOp::Mul,
        "saturating_add" => BinOp::AddSaturating,
        "saturating_sub" => BinOp::SubSaturating,
        "unchecked_div" => BinOp::Div,
        "unchecked_rem" => BinOp::Rem,
        "unchecked_shl" => BinOp::Shl,
        "unchecked_shr" => BinOp::Shr,
        "rotate_left" => BinOp::RotateLeft,
        "rotate_right" => BinOp::RotateRight,
        "copysign" => BinOp::FloatCopysign,
        _ => return None,
    })
}
