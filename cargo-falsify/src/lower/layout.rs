//! Sizes and alignments of types, where Rust's choice is certain.

use super::body::FuncBuilder;
use super::place::is_unsized;
use super::{Lowering, Res};
use crate::ir::{Operand, Rvalue, Value};
use crate::source::Span;
use crate::typeck::ty::{Args, DefId, FloatTy, Ty, TyKind};
use crate::typeck::AdtDef;

/// Size and alignment in bytes.
type Layout = (u64, u64);

/// Fields as they are added one by one.
struct Fields {
    size: u64,
    align: u64,
    /// Rust may reorder them so that there is no padding but at the end.
    reordered: bool,
    packed: Option<u64>,
}

impl Fields {
    fn add(&mut self, (size, align): Layout) {
        let align = self.packed.map_or(align, |packed| packed.min(align));
        self.align = self.align.max(align);
        let start = match self.reordered {
            true => self.size,
            false => self.size.next_multiple_of(align),
        };
        self.size = start + size;
    }

    fn layout(&self) -> Layout {
        (self.size.next_multiple_of(self.align), self.align)
    }
}

impl FuncBuilder<'_, '_> {
    /// `size_of` and `align_of`
    pub fn layout_of(&mut self, name: &str, generics: Args, span: Span) -> Res<Rvalue> {
        let ty = self.type_argument(generics, span)?;
        let Some((size, align)) = self.low.layout(ty)? else {
            let shown = self.low.tcx.show(ty);
            return Err(self
                .low
                .unsupported(span, format!("the memory layout of `{shown}`")));
        };
        let value = if name == "size_of" { size } else { align };
        Ok(Rvalue::Use(Operand::Const(
            Value::Scalar(value.into()),
            self.low.usize_type(),
        )))
    }
}

impl Lowering<'_> {
    fn layout(&mut self, ty: Ty) -> Res<Option<Layout>> {
        let pointer = u64::from(self.tcx.pointer_width() / 8);
        Ok(match *ty.kind() {
            TyKind::Bool => Some((1, 1)),
            TyKind::Char | TyKind::Float(FloatTy::F32) => Some((4, 4)),
            TyKind::Float(FloatTy::F64) => Some((8, 8)),
            TyKind::Int(int) => {
                let size = u64::from(int.bits(self.tcx.pointer_width()) / 8);
                Some((size, size))
            }
            TyKind::Ref { inner, .. } if is_unsized(inner) => Some((2 * pointer, pointer)),
            TyKind::Ref { .. } | TyKind::FnPtr(..) | TyKind::RawPtr { .. } => {
                Some((pointer, pointer))
            }
            TyKind::Never | TyKind::FnDef(..) => Some((0, 1)),
            TyKind::Array(inner, len) => {
                let len = self.array_len(len)? as u64;
                self.layout(inner)?.map(|(size, align)| (size * len, align))
            }
            TyKind::Tuple(_) | TyKind::Closure(..) => {
                let fields = self.field_types(ty, 0)?;
                let start = Fields {
                    size: 0,
                    align: 1,
                    reordered: true,
                    packed: None,
                };
                self.fields_layout(start, &fields)?
            }
            TyKind::Adt(def, _) => self.adt_layout(def, ty)?,
            _ => None,
        })
    }

    fn fields_layout(&mut self, start: Fields, types: &[Ty]) -> Res<Option<Layout>> {
        let mut fields = start;
        for &ty in types {
            match self.layout(ty)? {
                Some(layout) => fields.add(layout),
                None => return Ok(None),
            }
        }
        Ok(Some(fields.layout()))
    }

    fn adt_layout(&mut self, def: DefId, ty: Ty) -> Res<Option<Layout>> {
        let adt = self.tcx.adt(def);
        let layout = match adt.is_enum {
            true => self.enum_layout(&adt, ty)?,
            false => self.struct_layout(&adt, ty)?,
        };
        let least = adt.written_repr.align.unwrap_or(1);
        Ok(layout.map(|(size, align)| {
            let align = align.max(least);
            (size.next_multiple_of(align), align)
        }))
    }

    fn struct_layout(&mut self, adt: &AdtDef, ty: Ty) -> Res<Option<Layout>> {
        let start = Fields {
            size: 0,
            align: 1,
            reordered: !adt.written_repr.c,
            packed: adt.written_repr.packed,
        };
        let fields = self.field_types(ty, 0)?;
        self.fields_layout(start, &fields)
    }

    /// Without an integer type in the attribute the layout of an enum with payloads is the compiler's own business.
    fn enum_layout(&mut self, adt: &AdtDef, ty: Ty) -> Res<Option<Layout>> {
        let fieldless = adt.variants.iter().all(|variant| variant.fields.is_empty());
        match (adt.written_repr.int.is_some(), adt.written_repr.c) {
            (true, false) => self.tagged_layout(adt, ty),
            (true, true) if fieldless => self.tagged_layout(adt, ty),
            (false, false) if fieldless => Ok(Some(smallest_tag(adt))),
            _ => Ok(None),
        }
    }

    /// With an integer type each variant is laid out as in C, the tag first.
    fn tagged_layout(&mut self, adt: &AdtDef, ty: Ty) -> Res<Option<Layout>> {
        let tag = u64::from(adt.repr.bits(self.tcx.pointer_width()) / 8);
        let (mut size, mut align) = (tag, tag);
        for index in 0..adt.variants.len() {
            let start = Fields {
                size: tag,
                align: tag,
                reordered: false,
                packed: None,
            };
            let fields = self.field_types(ty, index as u32)?;
            let Some(variant) = self.fields_layout(start, &fields)? else {
                return Ok(None);
            };
            (size, align) = (size.max(variant.0), align.max(variant.1));
        }
        Ok(Some((size.next_multiple_of(align), align)))
    }
}

/// The smallest integer that holds the discriminants, signed if one of them is negative.
fn smallest_tag(adt: &AdtDef) -> Layout {
    if adt.variants.len() < 2 {
        return (0, 1);
    }
    let values = || adt.variants.iter().map(|variant| variant.discriminant);
    let signed = values().any(|value| value < 0);
    let fits = |bits: u32| {
        let range = match signed {
            true => -(1i128 << (bits - 1))..=(1 << (bits - 1)) - 1,
            false => 0..=(1 << bits) - 1,
        };
        values().all(|value| range.contains(&value))
    };
    let size = [1, 2, 4].into_iter().find(|bytes| fits(8 * bytes));
    let size = u64::from(size.unwrap_or(8));
    (size, size)
}
