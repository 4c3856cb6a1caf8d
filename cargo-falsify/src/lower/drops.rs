//! Which types have drop glue, and the functions that drop their values.

use super::body::{copy, whole, FuncBuilder};
use super::place::Place;
use super::{Key, Lowering, Res};
use crate::ir::{self, Func, LocalId, Rvalue, Statement, Terminator};
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
            TyKind::Array(element, _) => {
                let len = self.length(place, span)?;
                self.each_element(place, element, len, span, |b, part| {
                    let resolved = b.resolve(part)?;
                    b.drop_place(resolved, part.ty, span)
                })
            }
            TyKind::Adt(def, _) if self.low.tcx.adt(def).is_enum => {
                self.each_variant(place, span, |b, variant| {
                    b.drop_fields(place, Some(variant), span)
                })
            }
            _ => self.drop_fields(place, None, span),
        }
    }

    fn drop_fields(&mut self, place: &Place, variant: Option<u32>, span: Span) -> Res<()> {
        for field in self.fields_of(place, variant)? {
            let resolved = self.resolve(&field)?;
            self.drop_place(resolved, field.ty, span)?;
        }
        Ok(())
    }
}
