//! Place expressions: where a value lies.

use super::body::{copy, FuncBuilder, Tracked};
use super::Res;
use crate::bv::BinOp;
use crate::ir::{
    self, LocalId, Operand, PanicKind, Projection, Root, Rvalue, Statement, StaticId, Value,
};
use crate::source::Span;
use crate::typeck::tree::{self, Expr, ExprKind};
use crate::typeck::ty::{Ty, TyKind};

/// A place under construction with its concrete type. If the type is a slice or `str`, the path leads to the reference
/// to it, because the IR has no unsized places.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub base: Base,
    pub path: Vec<Element>,
    pub ty: Ty,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Base {
    Local(LocalId),
    Static(StaticId),
    /// A variable of the function around a closure.
    Captured(tree::LocalId),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Element {
    To(Projection, Ty),
    /// Of a reference to a slice or `str`.
    UnsizedDeref,
}

impl Place {
    pub fn local(local: LocalId, ty: Ty) -> Place {
        Place {
            base: Base::Local(local),
            path: Vec::new(),
            ty,
        }
    }

    pub fn constant(id: StaticId, ty: Ty) -> Place {
        Place {
            base: Base::Static(id),
            ..Place::local(LocalId(0), ty)
        }
    }

    /// The part of the place that the projection leads to.
    pub fn project(&self, projection: Projection, ty: Ty) -> Place {
        let mut place = self.clone();
        place.path.push(Element::To(projection, ty));
        place.ty = ty;
        place
    }

    pub fn field(&self, index: u32, ty: Ty) -> Place {
        self.project(Projection::Field(index), ty)
    }

    /// What the reference in this place points to.
    pub fn deref(&self) -> Place {
        let (TyKind::Ref { inner, .. } | TyKind::RawPtr { inner, .. }) = *self.ty.kind() else {
            return self.clone();
        };
        if !is_unsized(inner) {
            return self.project(Projection::Deref, inner);
        }
        let mut place = self.clone();
        place.path.push(Element::UnsizedDeref);
        place.ty = inner;
        place
    }

    pub fn is_unsized(&self) -> bool {
        is_unsized(self.ty)
    }

    /// Whether something else may look at it: it lies in a static or behind a reference.
    pub fn is_shared(&self) -> bool {
        let leads_away = |element: &Element| {
            matches!(
                element,
                Element::To(Projection::Deref, _) | Element::UnsizedDeref
            )
        };
        matches!(self.base, Base::Static(_)) || self.path.iter().any(leads_away)
    }
}

pub(super) fn is_unsized(ty: Ty) -> bool {
    matches!(
        ty.kind(),
        TyKind::Slice(_) | TyKind::Str | TyKind::Dynamic(_)
    )
}

impl FuncBuilder<'_, '_> {
    /// The place that an expression denotes; a value is stored in a temporary.
    pub fn place(&mut self, expr: &Expr) -> Res<Place> {
        self.place_for(expr, false)
    }

    /// A place that is only read: a constant need not be copied.
    pub fn shared_place(&mut self, expr: &Expr) -> Res<Place> {
        self.place_for(expr, true)
    }

    fn place_for(&mut self, expr: &Expr, shared: bool) -> Res<Place> {
        match &expr.kind {
            ExprKind::Local(variable) => self.variable_place(*variable),
            ExprKind::Static(def) => {
                let ty = self.mono(expr.ty)?;
                let id = self.low.static_item(*def)?;
                Ok(Place::constant(id, ty))
            }
            ExprKind::Field(base, field) => {
                let base = self.place_for(base, shared)?;
                let ty = self.mono(expr.ty)?;
                Ok(base.field(*field, ty))
            }
            ExprKind::Deref(base) => Ok(self.place_for(base, shared)?.deref()),
            ExprKind::Index(base, index) => {
                let base = self.place_for(base, shared)?;
                self.index_place(base, index, expr)
            }
            _ => match shared.then(|| self.promote(expr)).transpose()?.flatten() {
                Some(place) => Ok(place),
                None => self.temporary(expr),
            },
        }
    }

    /// Stores a value in a temporary that lives as its position says.
    pub fn temporary(&mut self, expr: &Expr) -> Res<Place> {
        let ty = self.mono(expr.ty)?;
        let local = self.local(ty)?;
        self.into(Some(super::body::whole(local)), expr)?;
        self.begin_temporary(local, ty, expr)?;
        Ok(Place::local(local, ty))
    }

    pub fn variable_place(&mut self, variable: tree::LocalId) -> Res<Place> {
        if let Some(alias) = self.aliases.get(&variable) {
            return Ok(alias.clone());
        }
        let ty = self.variable_type(variable)?;
        if self.is_captured(variable) {
            return Ok(Place {
                base: Base::Captured(variable),
                path: Vec::new(),
                ty,
            });
        }
        let local = self.declare(variable)?;
        Ok(Place::local(local, ty))
    }

    fn index_place(&mut self, base: Place, index: &Expr, expr: &Expr) -> Res<Place> {
        let element = self.mono(expr.ty)?;
        if let (ExprKind::Scalar(bits), TyKind::Array(_, len)) = (&index.kind, base.ty.kind()) {
            if *bits < self.low.array_len(*len)? {
                return Ok(base.project(Projection::ConstIndex(*bits as u64), element));
            }
        }
        let index = self.value_local(index)?;
        let len = self.length(&base, expr.span)?;
        self.check_less(copy(index), len, PanicKind::Bounds, expr.span);
        Ok(base.project(Projection::Index(index), element))
    }

    fn check_less(&mut self, index: Operand, len: Operand, kind: PanicKind, span: Span) {
        let ty = self.low.bool_type();
        let inside = self.compute(ty, Rvalue::Binary(BinOp::Lt, index, len), span);
        let cond = copy(inside);
        self.push(
            Statement::Check {
                cond,
                expected: true,
                kind,
            },
            span,
        );
    }

    /// The number of elements of an array or slice place.
    pub fn length(&mut self, place: &Place, span: Span) -> Res<Operand> {
        let usize_type = self.low.usize_type();
        if let TyKind::Array(_, len) = *place.ty.kind() {
            let len = self.low.array_len(len)?;
            return Ok(Operand::Const(Value::Scalar(len), usize_type));
        }
        let reference = Operand::Copy(self.resolve(place)?);
        Ok(copy(self.compute(usize_type, Rvalue::Len(reference), span)))
    }

    /// The place in terms of the IR: captures are looked up in the closure.
    pub fn resolve(&mut self, place: &Place) -> Res<ir::Place> {
        let (root, mut path, rest) = match place.base {
            Base::Local(local) => (Root::Local(local), Vec::new(), &place.path[..]),
            Base::Static(id) => (Root::Static(id), Vec::new(), &place.path[..]),
            Base::Captured(variable) => {
                let (path, used) = self.captured_path(variable, &place.path)?;
                (Root::Local(LocalId(0)), path, &place.path[used..])
            }
        };
        path.extend(rest.iter().filter_map(|element| match element {
            Element::To(projection, _) => Some(*projection),
            Element::UnsizedDeref => None,
        }));
        Ok(ir::Place { root, path })
    }

    /// The place as something whose initialisation is tracked, unless it lies behind a reference or in a static.
    pub fn tracked_place(&mut self, place: &Place) -> Res<Option<Tracked>> {
        let (local, ty, prefix, rest) = match place.base {
            Base::Static(_) => return Ok(None),
            Base::Local(local) => {
                let Some(ty) = self.local_types[local.0 as usize] else {
                    return Ok(None);
                };
                (local, ty, Vec::new(), &place.path[..])
            }
            Base::Captured(variable) => match self.captured_by_value(variable, &place.path)? {
                None => return Ok(None),
                Some((closure, field, ty, used)) => (
                    LocalId(0),
                    closure,
                    vec![(Projection::Field(field), ty)],
                    &place.path[used..],
                ),
            },
        };
        let mut path = prefix;
        for element in rest {
            match *element {
                Element::To(
                    Projection::Deref | Projection::Index(_) | Projection::ConstIndexFromEnd(_),
                    _,
                )
                | Element::UnsizedDeref => return Ok(None),
                Element::To(projection, ty) => path.push((projection, ty)),
            }
        }
        Ok(Some(Tracked { local, ty, path }))
    }

    /// A reference to the place, as an operand.
    pub fn reference(&mut self, place: &Place, mutable: bool, span: Span) -> Res<Operand> {
        let resolved = self.resolve(place)?;
        if place.is_unsized() {
            return Ok(Operand::Copy(resolved));
        }
        let ty = self.low.ty(Ty::reference(mutable, place.ty))?;
        Ok(copy(self.compute(ty, Rvalue::Ref(resolved), span)))
    }

    /// The rvalue that makes a reference to the place.
    pub fn borrow(&mut self, place: &Place) -> Res<Rvalue> {
        let resolved = self.resolve(place)?;
        Ok(if place.is_unsized() {
            Rvalue::Use(Operand::Copy(resolved))
        } else {
            Rvalue::Ref(resolved)
        })
    }

    /// The value of an expression in a local of its own, fixed at this time.
    pub fn value_local(&mut self, expr: &Expr) -> Res<LocalId> {
        let ty = self.mono(expr.ty)?;
        let local = self.local(ty)?;
        self.into(Some(super::body::whole(local)), expr)?;
        Ok(local)
    }
}

/// Whether an expression denotes a place.
pub(super) fn is_place(expr: &Expr) -> bool {
    use ExprKind::*;
    matches!(
        expr.kind,
        Local(_) | Static(_) | Field(..) | Deref(_) | Index(..)
    )
}

/// Whether evaluating the expression writes nothing, so that earlier operands need no copy.
pub(super) fn writes_nothing(expr: &Expr) -> bool {
    use ExprKind::*;
    match &expr.kind {
        Scalar(_) | Str(_) | ByteStr(_) | Local(_) | Static(_) | Const(..) | ConstValue(_)
        | FnItem => true,
        Field(a, _) | Deref(a) | Unary(_, a) | Cast(a) | Ref { expr: a, .. } => writes_nothing(a),
        Coerce(kind, a) => *kind != tree::Coercion::NeverToAny && writes_nothing(a),
        Index(a, b) | Binary(_, a, b) => writes_nothing(a) && writes_nothing(b),
        Tuple(all) | Array(all) => all.iter().all(writes_nothing),
        Adt { fields, base, .. } => {
            fields.iter().all(|(_, part)| writes_nothing(part))
                && base.as_deref().is_none_or(writes_nothing)
        }
        _ => false,
    }
}

/// Whether a place stays the same place, and is cheap to name, whatever is evaluated before it is used.
pub(super) fn is_stable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Local(_) | ExprKind::Static(_) => true,
        ExprKind::Field(base, _) => is_stable(base),
        ExprKind::Deref(base) => matches!(base.kind, ExprKind::Local(_)),
        _ => false,
    }
}
