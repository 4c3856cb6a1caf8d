//! Values as Rust expressions that compile where a test stands.

use crate::bv::Scalar;
use crate::ir::blueprint::NamedText;
use crate::ir::{Program, Type, TypeId, Value};
use crate::source::Symbol;

/// Writes values; structs and enums by the names they have there.
pub(super) struct Values<'a> {
    pub program: &'a Program,
    pub types: &'a [(TypeId, NamedText)],
}

impl Values<'_> {
    /// An expression; none for what has no value or no name.
    pub fn expression(&self, ty: TypeId, value: &Value) -> Option<String> {
        let found = &self.program.types[ty.0 as usize];
        Some(match (found, value) {
            (_, Value::Scalar(bits)) => scalar(found.scalar()?, *bits),
            (Type::Tuple(types), Value::Aggregate(parts)) => {
                let parts = self.all(types.iter().copied(), parts)?;
                match parts.as_slice() {
                    [one] => format!("({one},)"),
                    _ => format!("({})", parts.join(", ")),
                }
            }
            (Type::Array(element, _), Value::Aggregate(parts)) => {
                let element = std::iter::repeat(*element);
                format!("[{}]", self.all(element, parts)?.join(", "))
            }
            (Type::Struct { fields, .. }, Value::Aggregate(parts)) => match self.named(ty)? {
                NamedText::Own(path) => path.clone() + &self.fields(fields, parts)?,
                NamedText::Library(path) => {
                    let types = fields.iter().map(|(_, ty)| *ty);
                    library(path, &self.all(types, parts)?)?
                }
            },
            (Type::Enum { variants, .. }, Value::Variant(index, parts)) => {
                let variant = variants.get(*index as usize)?;
                let fields = self.fields(&variant.fields, parts)?;
                let path = match self.named(ty)? {
                    NamedText::Own(path) => path,
                    NamedText::Library(path) => *path,
                };
                format!("{path}::{}{fields}", variant.name.written())
            }
            _ => return None,
        })
    }

    fn named(&self, ty: TypeId) -> Option<&NamedText> {
        let found = self.types.iter().find(|(known, _)| *known == ty);
        found.map(|(_, named)| named)
    }

    /// What a library type wraps has no name of its own.
    fn part(&self, ty: TypeId, value: &Value) -> Option<String> {
        match (&self.program.types[ty.0 as usize], value) {
            (Type::Struct { fields, .. }, Value::Aggregate(parts))
                if self.named(ty).is_none() && fields.len() == 1 =>
            {
                self.part(fields[0].1, parts.first()?)
            }
            _ => self.expression(ty, value),
        }
    }

    fn all(&self, types: impl Iterator<Item = TypeId>, parts: &[Value]) -> Option<Vec<String>> {
        let pairs = types.zip(parts);
        pairs.map(|(ty, part)| self.part(ty, part)).collect()
    }

    fn fields(&self, fields: &[(Symbol, TypeId)], parts: &[Value]) -> Option<String> {
        let values = self.all(fields.iter().map(|(_, ty)| *ty), parts)?;
        Some(match fields.first() {
            None => String::new(),
            Some((name, _)) if name.as_str().starts_with(|c: char| c.is_ascii_digit()) => {
                format!("({})", values.join(", "))
            }
            Some(_) => {
                let named = fields.iter().zip(values);
                let named = named.map(|((name, _), value)| format!("{}: {value}", name.written()));
                format!(" {{ {} }}", named.collect::<Vec<_>>().join(", "))
            }
        })
    }
}

/// A struct of the library out of its parts.
fn library(path: &str, parts: &[String]) -> Option<String> {
    let name = path.rsplit("::").next()?;
    Some(match (name, parts) {
        ("Cell", [part]) => format!("core::cell::Cell::new({part})"),
        ("Reverse", [part]) => format!("core::cmp::Reverse({part})"),
        ("PhantomData", _) => "core::marker::PhantomData".into(),
        ("NonZero", [part]) => format!("core::num::NonZero::new({part}).unwrap()"),
        ("Saturating" | "Wrapping", [part]) => format!("core::num::{name}({part})"),
        ("Range", [start, end]) => format!("({start}..{end})"),
        ("RangeFrom", [start]) => format!("({start}..)"),
        ("RangeTo", [end]) => format!("(..{end})"),
        ("RangeToInclusive", [end]) => format!("(..={end})"),
        ("Duration", [seconds, nanos]) => format!("core::time::Duration::new({seconds}, {nanos})"),
        _ => return None,
    })
}

fn scalar(ty: Scalar, bits: u128) -> String {
    match ty {
        Scalar::Bool => (bits != 0).to_string(),
        Scalar::Char => {
            let code = u32::try_from(bits).ok().and_then(char::from_u32);
            format!("{:?}", code.unwrap_or_default())
        }
        Scalar::Int { signed: true, .. } => ty.sign_extend(bits).to_string(),
        Scalar::Int { signed: false, .. } => bits.to_string(),
        Scalar::Float { bits: 32 } => match f32::from_bits(bits as u32) {
            number if number.is_finite() => format!("{number:?}"),
            _ => format!("f32::from_bits({bits:#x})"),
        },
        Scalar::Float { .. } => match f64::from_bits(bits as u64) {
            number if number.is_finite() => format!("{number:?}"),
            _ => format!("f64::from_bits({bits:#x})"),
        },
    }
}
