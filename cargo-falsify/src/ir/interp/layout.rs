//! How values lie in the interpreter's memory: one slot of 128 bits per scalar.
//!
//! A sized reference is one slot, a slice reference two (address, length), a function pointer one. An enum is
//! the slot of its variant's index followed by the fields of that variant; the variants overlap.

use crate::ir::{print, Program, Type, TypeId};

/// No type may need more slots than this, so that offsets fit in 32 bits with room to add.
const MAX_SLOTS: u64 = 1 << 30;

/// Sizes of all types of a program.
pub struct Layouts {
    sizes: Vec<Option<u32>>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Unknown,
    InProgress,
    Known(Option<u32>),
}

impl Layouts {
    pub fn new(program: &Program) -> Layouts {
        let mut states = vec![State::Unknown; program.types.len()];
        for index in 0..program.types.len() {
            size_of(program, &mut states, TypeId(index as u32));
        }
        let known = states.into_iter().map(|state| match state {
            State::Known(size) => size,
            State::Unknown | State::InProgress => None,
        });
        Layouts {
            sizes: known.collect(),
        }
    }

    /// Slots of a value of the type.
    pub fn size(&self, ty: TypeId) -> Result<u32, String> {
        let size = self.sizes.get(ty.0 as usize).copied().flatten();
        size.ok_or_else(|| format!("type {ty} has no finite layout"))
    }

    /// Where a field starts.
    pub fn field_offset(&self, fields: &[TypeId], field: u32) -> Result<u32, String> {
        fields
            .iter()
            .take(field as usize)
            .try_fold(0, |sum, ty| Ok(sum + self.size(*ty)?))
    }

    /// Offset of a field in a tuple, struct, or variant.
    pub fn offset(
        &self,
        program: &Program,
        ty: TypeId,
        variant: Option<u32>,
        field: u32,
    ) -> Result<u32, String> {
        let fields = fields_of(program, ty, variant)?;
        let start = u32::from(variant.is_some());
        Ok(start + self.field_offset(&fields, field)?)
    }
}

/// Types of the fields of a tuple, struct, or variant.
pub fn fields_of(
    program: &Program,
    ty: TypeId,
    variant: Option<u32>,
) -> Result<Vec<TypeId>, String> {
    match (program.ty(ty)?, variant) {
        (Type::Tuple(fields), None) => Ok(fields.clone()),
        (Type::Struct { fields, .. }, None) => Ok(fields.iter().map(|f| f.1).collect()),
        (Type::Enum { variants, .. }, Some(index)) => {
            let variant = variants.get(index as usize);
            let no_variant = || format!("{} has no variant {index}", print::ty(program, ty));
            let variant = variant.ok_or_else(no_variant)?;
            Ok(variant.fields.iter().map(|f| f.1).collect())
        }
        (other, _) => {
            let other = print::shape(program, other);
            Err(format!("{other} has no fields (variant {variant:?})"))
        }
    }
}

fn size_of(program: &Program, states: &mut [State], ty: TypeId) -> Option<u32> {
    match states.get(ty.0 as usize)? {
        State::Known(size) => return *size,
        State::InProgress => return None,
        State::Unknown => states[ty.0 as usize] = State::InProgress,
    }
    let size = compute(program, states, ty).filter(|size| u64::from(*size) <= MAX_SLOTS);
    states[ty.0 as usize] = State::Known(size);
    size
}

fn compute(program: &Program, states: &mut [State], ty: TypeId) -> Option<u32> {
    match &program.types[ty.0 as usize] {
        Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. } => Some(1),
        Type::Ref(_) | Type::FnPtr { .. } => Some(1),
        Type::Slice(_) | Type::Str => Some(2),
        Type::Never => Some(0),
        Type::Tuple(fields) => sum(program, states, fields.iter().copied()),
        Type::Struct { fields, .. } => sum(program, states, fields.iter().map(|f| f.1)),
        Type::Array(element, len) => {
            let slots = u64::from(size_of(program, states, *element)?).checked_mul(*len)?;
            (slots <= MAX_SLOTS).then_some(slots as u32)
        }
        Type::Enum { variants, .. } => {
            let mut largest = 0;
            for variant in variants {
                let payload = variant.fields.iter().map(|f| f.1);
                largest = largest.max(sum(program, states, payload)?);
            }
            largest.checked_add(1)
        }
    }
}

fn sum(
    program: &Program,
    states: &mut [State],
    mut fields: impl Iterator<Item = TypeId>,
) -> Option<u32> {
    fields.try_fold(0u32, |sum, ty| {
        sum.checked_add(size_of(program, states, ty)?)
    })
}
