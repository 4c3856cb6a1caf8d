//! Which types have drop glue, and the functions that drop their values.

use super::body::{copy, whole, FuncBuilder};
use super::place::Place;
use super::{Key, Lowering, Res};
use crate::bv::BinOp;
use crate::ir::{self, Func, LocalId, Operand, Projection, Rvalue, Statement, Terminator, Value};
use crate::source::Span;
use crate::typeck::ty::{Ty, TyKind};

impl Lowering<'_> {
    /// Whether the end of a value's life does anything.
    pub(crate) fn needs_drop(&mut self, ty: Ty) -> Res<bool> {
        if let Some(&known) = self.drop_needs.get(&ty) {
            return Ok(known);
        }
        let needs = match *ty.kind() {
            TyKind::Adt(def, _) => {
                !self.never_drops(def)
                    && (self.tcx.drop_impl(ty).is_some() || self.variants_need_drop(ty, def)?)
            }
            TyKind::Tuple(_) | TyKind::Closure(..) => self.fields_need_drop(ty, 0)?,
            TyKind::Array(inner, len) => self.array_len(len)? > 0 && self.needs_drop(inner)?,
            _ => false,
        };
        self.drop_needs.insert(ty, needs);
        Ok(needs)
    }

    fn never_drops(&self, def: crate::typeck::ty::DefId) -> bool {
        self.tcx.lang("manually_drop") == Some(def)
    }

    fn variants_need_drop(&mut self, ty: Ty, def: crate::typeck::ty::DefId) -> Res<bool> {
        for variant in 0..self.tcx.adt(def).variants.len() as u32 {
            if self.fields_need_drop(ty, variant)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn fields_need_drop(&mut self, ty: Ty, variant: u32) -> Res<bool> {
        for field in self.field_types(ty, variant)? {
            if self.needs_drop(field)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `fn(&mut T)`: the type's own `drop`, then its fields in order.
    pub(super) fn make_drop_glue(&mut self, ty: Ty) -> Res<Func> {
        let span = self.func_span(Key::DropGlue(ty));
        let own = self.tcx.drop_impl(ty);
        let reference = Ty::reference(true, ty);
        let mut builder = FuncBuilder::new(self, None, &[]);
        builder.start(&[reference], Ty::unit())?;
        if let Some((def, args)) = own {
            let func = builder.low.item(def, args);
            builder.emit_call(None, func, vec![copy(LocalId(0))], Ty::unit(), span)?;
        }
        let place = Place::local(LocalId(0), reference).deref();
        builder.drop_parts(&place, span)?;
        let ret = whole(builder.ret);
        builder.unit(Some(ret), span)?;
        builder.end(Terminator::Return);
        builder.finish(1, span)
    }
}

impl FuncBuilder<'_, '_> {
    /// Drops the value in a place that certainly holds one.
    pub fn drop_place(&mut self, place: ir::Place, ty: Ty, span: Span) -> Res<()> {
        if !self.low.needs_drop(ty)? {
            return Ok(());
        }
        let reference_type = self.low.ty(Ty::reference(true, ty))?;
        let reference = self.compute(reference_type, Rvalue::Ref(place), span);
        let func = self.low.func(Key::DropGlue(ty));
        let unit = self.low.unit_type();
        let dest = whole(self.ir_local(unit));
        let args = vec![copy(reference)];
        self.push(Statement::Call { dest, func, args }, span);
        Ok(())
    }

    fn drop_parts(&mut self, place: &Place, span: Span) -> Res<()> {
        match *place.ty.kind() {
            TyKind::Array(element, len) => {
                let len = self.low.array_len(len)?;
                self.drop_elements(place, element, len, span)
            }
            TyKind::Adt(def, _) if self.low.tcx.adt(def).is_enum => self.drop_variants(place, span),
            _ => self.drop_fields(place, None, span),
        }
    }

    fn drop_fields(&mut self, place: &Place, variant: Option<u32>, span: Span) -> Res<()> {
        for (index, ty) in self
            .low
            .field_types(place.ty, variant.unwrap_or(0))?
            .into_iter()
            .enumerate()
        {
            let projection = match variant {
                Some(variant) => Projection::VariantField(variant, index as u32),
                None => Projection::Field(index as u32),
            };
            let field = self.resolve(&place.project(projection, ty))?;
            self.drop_place(field, ty, span)?;
        }
        Ok(())
    }

    fn drop_variants(&mut self, place: &Place, span: Span) -> Res<()> {
        let TyKind::Adt(def, _) = *place.ty.kind() else {
            return Ok(());
        };
        let resolved = self.resolve(place)?;
        let u32_type = self.low.u32_type();
        let found = self.compute(u32_type, Rvalue::VariantOf(resolved), span);
        let end = self.new_block();
        for variant in 0..self.low.tcx.adt(def).variants.len() as u32 {
            let next = self.new_block();
            self.require_bits(copy(found), variant.into(), next);
            self.drop_fields(place, Some(variant), span)?;
            self.goto(end);
            self.current = next;
        }
        self.diverge();
        self.current = end;
        Ok(())
    }

    fn drop_elements(&mut self, place: &Place, element: Ty, len: u128, span: Span) -> Res<()> {
        let (usize_type, bool_type) = (self.low.usize_type(), self.low.bool_type());
        let constant = |bits| Operand::Const(Value::Scalar(bits), usize_type);
        let index = self.compute(usize_type, Rvalue::Use(constant(0)), span);
        let (head, end) = (self.new_block(), self.new_block());
        self.goto(head);
        self.current = head;
        let inside = self.compute(
            bool_type,
            Rvalue::Binary(BinOp::Lt, copy(index), constant(len)),
            span,
        );
        self.require(copy(inside), end);
        let part = self.resolve(&place.project(Projection::Index(index), element))?;
        self.drop_place(part, element, span)?;
        self.assign(
            whole(index),
            Rvalue::Binary(BinOp::Add, copy(index), constant(1)),
            span,
        );
        self.goto(head);
        self.current = end;
        Ok(())
    }
}
