//! Buffers that a declared call fills: what lies behind its `&mut [T]` and `&mut [T; N]` arguments becomes fresh.

use super::body::{copy, whole, FuncBuilder};
use super::input::Range;
use super::place::Place;
use super::{Lowering, Res};
use crate::bv::BinOp;
use crate::ir::{Operand, Projection, Rvalue, Statement, Value};
use crate::source::{Span, Symbol};
use crate::typeck::ty::{Ty, TyKind};

/// Where fresh values come from.
#[derive(Clone)]
pub(super) struct Source {
    pub name: Symbol,
    pub range: Range,
    pub span: Span,
}

impl Lowering<'_> {
    /// The elements of a buffer.
    pub(super) fn buffer_element(&self, ty: Ty) -> Option<Ty> {
        match *ty.kind() {
            TyKind::Ref {
                mutable: true,
                inner,
            } => match *inner.kind() {
                TyKind::Slice(element) | TyKind::Array(element, _) => Some(element),
                _ => None,
            },
            _ => None,
        }
    }
}

impl FuncBuilder<'_, '_> {
    /// Fills the buffer that a place refers to; any other place stays as it is.
    pub fn fill(&mut self, reference: &Place, source: &Source) -> Res<()> {
        let Some(element) = self.low.buffer_element(reference.ty) else {
            return Ok(());
        };
        let buffer = reference.deref();
        let len = self.length(&buffer, source.span)?;
        self.each_element(&buffer, element, len, source.span, |b, part| {
            b.fill_element(part, source)
        })
    }

    /// An element with references inside is kept, and the buffers that it refers to are filled.
    fn fill_element(&mut self, place: &Place, source: &Source) -> Res<()> {
        let refers = &mut |_: &mut Lowering, part: Ty| matches!(part.kind(), TyKind::Ref { .. });
        if !self.low.any_part(place.ty, refers)? {
            self.low.check_input_type(place.ty, source.span)?;
            self.low.note_drawn(place.ty);
            self.low.spell_input(source.name, place.ty)?;
            let statement = Statement::Input {
                dest: self.resolve(place)?,
                source: source.name,
                range: source.range.clone(),
            };
            self.push(statement, source.span);
            return Ok(());
        }
        match *place.ty.kind() {
            TyKind::Ref { .. } => self.fill(place, source),
            TyKind::Adt(def, _) if self.low.tcx.adt(def).is_enum => {
                self.each_variant(place, source.span, |b, variant| {
                    b.fill_fields(place, Some(variant), source)
                })
            }
            _ => self.fill_fields(place, None, source),
        }
    }

    fn fill_fields(&mut self, place: &Place, variant: Option<u32>, source: &Source) -> Res<()> {
        for field in self.fields_of(place, variant)? {
            if matches!(field.ty.kind(), TyKind::Ref { .. }) {
                self.fill(&field, source)?;
            }
        }
        Ok(())
    }

    /// The fields of a place of a struct, tuple or closure, or of one that is known to be of a variant.
    pub fn fields_of(&mut self, place: &Place, variant: Option<u32>) -> Res<Vec<Place>> {
        let types = self.low.field_types(place.ty, variant.unwrap_or(0))?;
        let part = |(index, ty): (usize, Ty)| {
            let projection = match variant {
                Some(variant) => Projection::VariantField(variant, index as u32),
                None => Projection::Field(index as u32),
            };
            place.project(projection, ty)
        };
        Ok(types.into_iter().enumerate().map(part).collect())
    }

    /// Something for the variant that a place turns out to be of.
    pub fn each_variant(
        &mut self,
        place: &Place,
        span: Span,
        mut work: impl FnMut(&mut Self, u32) -> Res<()>,
    ) -> Res<()> {
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
            work(self, variant)?;
            self.goto(end);
            self.current = next;
        }
        self.diverge();
        self.current = end;
        Ok(())
    }

    /// Something for each of the first `len` elements of an array or slice.
    pub fn each_element(
        &mut self,
        place: &Place,
        element: Ty,
        len: Operand,
        span: Span,
        work: impl FnOnce(&mut Self, &Place) -> Res<()>,
    ) -> Res<()> {
        let (usize_type, bool_type) = (self.low.usize_type(), self.low.bool_type());
        let constant = |bits| Operand::Const(Value::Scalar(bits), usize_type);
        let index = self.compute(usize_type, Rvalue::Use(constant(0)), span);
        let (head, end) = (self.new_block(), self.new_block());
        self.goto(head);
        self.current = head;
        let inside = Rvalue::Binary(BinOp::Lt, copy(index), len);
        let inside = self.compute(bool_type, inside, span);
        self.require(copy(inside), end);
        work(self, &place.project(Projection::Index(index), element))?;
        let next = Rvalue::Binary(BinOp::Add, copy(index), constant(1));
        self.assign(whole(index), next, span);
        self.goto(head);
        self.current = end;
        Ok(())
    }
}
