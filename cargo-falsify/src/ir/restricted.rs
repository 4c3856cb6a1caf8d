//! Library types that have fewer values than their fields: what is drawn from outside must be one of them.

use super::{Program, Type, TypeId, Value};

/// The field of a struct that is restricted, and the first and last number that its bits may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restriction {
    pub field: usize,
    pub first: u128,
    pub last: u128,
}

impl Restriction {
    pub fn contains(&self, bits: u128) -> bool {
        (self.first..=self.last).contains(&bits)
    }
}

/// By the name of the type, which no other type of a program has: the front end sees to that.
pub fn restriction(name: &str) -> Option<Restriction> {
    let (field, first, last) = match name {
        "Duration" => (1, 0, 999_999_999),
        _ if name.starts_with("NonZero<") => (0, 1, u128::MAX),
        _ => return None,
    };
    Some(Restriction { field, first, last })
}

impl Program {
    /// Whether a value has only parts that their library types have.
    pub fn is_possible(&self, ty: TypeId, value: &Value) -> bool {
        let all = |types: &mut dyn Iterator<Item = TypeId>, parts: &[Value]| {
            types
                .zip(parts)
                .all(|(ty, part)| self.is_possible(ty, part))
        };
        match (self.types.get(ty.0 as usize), value) {
            (Some(Type::Struct { name, fields }), Value::Aggregate(parts)) => {
                let restricted = restriction(name.as_str());
                let is_inside = |it: Restriction| match parts.get(it.field) {
                    Some(Value::Scalar(bits)) => it.contains(*bits),
                    _ => true,
                };
                restricted.is_none_or(is_inside) && all(&mut fields.iter().map(|it| it.1), parts)
            }
            (Some(Type::Tuple(types)), Value::Aggregate(parts)) => {
                all(&mut types.iter().copied(), parts)
            }
            (Some(Type::Array(element, _)), Value::Aggregate(parts)) => {
                all(&mut std::iter::repeat(*element), parts)
            }
            (Some(Type::Ref(to)), Value::Pointee(behind)) => self.is_possible(*to, behind),
            (Some(Type::Enum { variants, .. }), Value::Variant(index, parts)) => {
                let variant = variants.get(*index as usize);
                let fields = variant.into_iter().flat_map(|it| &it.fields);
                all(&mut fields.map(|it| it.1), parts)
            }
            _ => true,
        }
    }
}
