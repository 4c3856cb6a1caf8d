//! Names of the system's variables, for people.

use crate::ir::{Program, Type, TypeId};

/// The name of a leaf: the variable, then fields, elements and variants as Rust writes them.
pub(super) fn leaf(program: &Program, base: String, ty: TypeId, path: &[u32]) -> String {
    let (mut name, mut ty, mut rest) = (base, ty, path);
    loop {
        match (program.ty(ty), rest) {
            (Ok(Type::Tuple(types)), [field, more @ ..]) if (*field as usize) < types.len() => {
                name = format!("{name}.{field}");
                ty = types[*field as usize];
                rest = more;
            }
            (Ok(Type::Struct { fields, .. }), [field, more @ ..])
                if (*field as usize) < fields.len() =>
            {
                let (field, inner) = fields[*field as usize];
                name = format!("{name}.{field}");
                ty = inner;
                rest = more;
            }
            (Ok(Type::Array(element, _)), [index, more @ ..]) => {
                name = format!("{name}[{index}]");
                ty = *element;
                rest = more;
            }
            (Ok(Type::Enum { variants, .. }), [variant, field, more @ ..]) if *variant > 0 => {
                let Some(variant) = variants.get(*variant as usize - 1) else {
                    return name;
                };
                let Some((field, inner)) = variant.fields.get(*field as usize) else {
                    return name;
                };
                name = format!("{name}::{}.{field}", variant.name);
                ty = *inner;
                rest = more;
            }
            _ => return name,
        }
    }
}
