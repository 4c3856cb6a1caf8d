//! The types of a function written out, so that examples of an earlier version of it are known as such.

use crate::ir::{FuncId, Program, Type, TypeId};
use crate::source::Symbol;

/// The types of arguments and result with all that they are made of.
pub fn signature(program: &Program, function: FuncId) -> String {
    let func = &program.funcs[function.0 as usize];
    let types = func
        .param_types()
        .chain([func.locals[func.ret().0 as usize].ty]);
    let written: Vec<String> = types.map(|ty| written(program, ty)).collect();
    written.join(", ")
}

/// Types have no cycles: a value of one that contains itself would have no end.
fn written(program: &Program, ty: TypeId) -> String {
    let all = |types: &mut dyn Iterator<Item = TypeId>| {
        let all: Vec<String> = types.map(|ty| written(program, ty)).collect();
        all.join(", ")
    };
    let fields = |fields: &[(Symbol, TypeId)]| {
        let fields = fields.iter();
        let fields = fields.map(|(name, ty)| format!("{name}: {}", written(program, *ty)));
        fields.collect::<Vec<String>>().join(", ")
    };
    match &program.types[ty.0 as usize] {
        Type::Tuple(types) => format!("({})", all(&mut types.iter().copied())),
        Type::Array(element, length) => format!("[{}; {length}]", written(program, *element)),
        Type::Struct { name, fields: of } => format!("{name} {{{}}}", fields(of)),
        Type::Enum { name, variants, .. } => {
            let variants = variants.iter();
            let variants = variants.map(|it| format!("{}({})", it.name, fields(&it.fields)));
            format!(
                "{name} {{{}}}",
                variants.collect::<Vec<String>>().join(", ")
            )
        }
        Type::Ref(to) => format!("&{}", written(program, *to)),
        Type::Slice(element) => format!("&[{}]", written(program, *element)),
        Type::Str => "&str".into(),
        Type::FnPtr { .. } => "fn".into(),
        Type::Never => "!".into(),
        found @ (Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. }) => {
            found.scalar().map(|it| it.to_string()).unwrap_or_default()
        }
    }
}
