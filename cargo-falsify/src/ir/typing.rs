//! Types of places and operands.
//!
//! An error says what does not fit, in words for whoever built the program.

use super::{
    print, Func, LocalId, Operand, Place, Program, Projection, Root, Static, StaticId, Type, TypeId,
};

impl Program {
    pub fn ty(&self, id: TypeId) -> Result<&Type, String> {
        let found = self.types.get(id.0 as usize);
        found.ok_or_else(|| format!("there is no type {id}"))
    }

    pub fn static_of(&self, id: StaticId) -> Result<&Static, String> {
        let found = self.statics.get(id.0 as usize);
        found.ok_or_else(|| format!("there is no static {id}"))
    }

    pub fn func(&self, id: super::FuncId) -> Result<&Func, String> {
        let found = self.funcs.get(id.0 as usize);
        found.ok_or_else(|| format!("there is no function {id}"))
    }

    /// What a reference of a type refers to; none for any other type.
    pub fn pointee(&self, reference: TypeId) -> Option<TypeId> {
        match self.ty(reference) {
            Ok(Type::Ref(target)) => Some(*target),
            _ => None,
        }
    }

    /// The type of indices and lengths.
    pub fn usize_type(&self) -> Type {
        Type::Int {
            signed: false,
            bits: self.pointer_width,
        }
    }

    /// The type of a place of a function.
    pub fn place_type(&self, func: &Func, place: &Place) -> Result<TypeId, String> {
        let root = match place.root {
            Root::Local(local) => func.local_type(local)?,
            Root::Static(id) => self.static_of(id)?.ty,
        };
        place
            .path
            .iter()
            .try_fold(root, |ty, step| self.projected_type(func, ty, *step))
    }

    /// The type that a projection leads to.
    pub fn projected_type(
        &self,
        func: &Func,
        ty: TypeId,
        step: Projection,
    ) -> Result<TypeId, String> {
        if let Projection::Index(index) = step {
            self.expect_usize(func.local_type(index)?)?;
        }
        match (self.ty(ty)?, step) {
            (Type::Tuple(_) | Type::Struct { .. }, Projection::Field(field)) => {
                self.field_type(ty, None, field)
            }
            (Type::Enum { .. }, Projection::VariantField(variant, field)) => {
                self.field_type(ty, Some(variant), field)
            }
            (Type::Array(element, _), Projection::Index(_)) => Ok(*element),
            (Type::Array(element, len), Projection::ConstIndex(at)) if at < *len => Ok(*element),
            (Type::Array(element, len), Projection::ConstIndexFromEnd(at))
                if (1..=*len).contains(&at) =>
            {
                Ok(*element)
            }
            (Type::Slice(element), Projection::Index(_) | Projection::ConstIndex(_)) => {
                Ok(*element)
            }
            (Type::Slice(element), Projection::ConstIndexFromEnd(1..)) => Ok(*element),
            (Type::Ref(target), Projection::Deref) => Ok(*target),
            (found, _) => {
                let found = print::shape(self, found);
                Err(format!("no projection {step:?} of {found}"))
            }
        }
    }

    /// The type of a field of a tuple or struct, or of one of an enum's variants.
    pub fn field_type(
        &self,
        ty: TypeId,
        variant: Option<u32>,
        field: u32,
    ) -> Result<TypeId, String> {
        let found = match (self.ty(ty)?, variant) {
            (Type::Tuple(fields), None) => fields.get(field as usize).copied(),
            (Type::Struct { fields, .. }, None) => fields.get(field as usize).map(|f| f.1),
            (Type::Enum { variants, .. }, Some(variant)) => variants
                .get(variant as usize)
                .and_then(|v| v.fields.get(field as usize))
                .map(|f| f.1),
            _ => None,
        };
        found.ok_or_else(|| {
            let ty = print::ty(self, ty);
            format!("no field {field} (variant {variant:?}) of {ty}")
        })
    }

    fn expect_usize(&self, ty: TypeId) -> Result<(), String> {
        if *self.ty(ty)? == self.usize_type() {
            return Ok(());
        }
        let found = print::ty(self, ty);
        Err(format!("an index is of type {found}, not usize"))
    }

    pub fn operand_type(&self, func: &Func, operand: &Operand) -> Result<TypeId, String> {
        match operand {
            Operand::Copy(place) => self.place_type(func, place),
            Operand::Const(_, ty) => self.ty(*ty).map(|_| *ty),
        }
    }
}

impl Func {
    pub fn local_type(&self, id: LocalId) -> Result<TypeId, String> {
        let found = self.locals.get(id.0 as usize).map(|local| local.ty);
        found.ok_or_else(|| format!("there is no local {id}"))
    }

    /// The place of the result.
    pub fn ret(&self) -> LocalId {
        LocalId(self.params)
    }

    pub fn param_types(&self) -> impl Iterator<Item = TypeId> + '_ {
        self.locals
            .iter()
            .take(self.params as usize)
            .map(|local| local.ty)
    }
}
