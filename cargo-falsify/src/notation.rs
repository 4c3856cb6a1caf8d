//! Values and types of the IR as Rust would write them, and as JSON.
//!
//! In JSON an integer is a number (a string where 64 bits do not hold it), a float a number or one of the strings `NaN`,
//! `inf`, `-inf`, a char a string, a tuple or array an array, a struct an object, a tuple struct an array, a variant
//! without fields its name, one with fields an object of its name and them. A cell or an atomic stands for what it holds.

use serde_json::{json, Map, Value as Json};

use crate::bv::Scalar;
use crate::ir::{Program, Step, Type, TypeId, Value};
use crate::source::Symbol;

type Fields<'a> = &'a [(Symbol, TypeId)];

/// A type as Rust writes it, paths cut to their last name.
pub fn type_name(program: &Program, ty: TypeId) -> String {
    let name = |ty: &TypeId| type_name(program, *ty);
    let all = |tys: &[TypeId]| tys.iter().map(name).collect::<Vec<_>>().join(", ");
    let found = &program.types[ty.0 as usize];
    match found {
        Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. } => {
            found.scalar().map(|s| s.to_string()).unwrap_or_default()
        }
        Type::Tuple(fields) if fields.len() == 1 => format!("({},)", all(fields)),
        Type::Tuple(fields) => format!("({})", all(fields)),
        Type::Array(element, length) => format!("[{}; {length}]", name(element)),
        Type::Struct { name, .. } | Type::Enum { name, .. } => short_name(name.as_str()),
        Type::Ref(inner) => format!("&{}", name(inner)),
        Type::Slice(element) => format!("&[{}]", name(element)),
        Type::Str => "&str".into(),
        Type::FnPtr { params, ret } => format!("fn({}) -> {}", all(params), name(ret)),
        Type::Never => "!".into(),
    }
}

/// A name without the modules in front of it, inside its arguments too: `a::B<c::D>` is `B<D>`.
pub fn short_name(path: &str) -> String {
    let mut short = String::new();
    let mut word = String::new();
    let mut chars = path.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ':' if chars.peek() == Some(&':') => {
                chars.next();
                word.clear();
            }
            _ if c.is_alphanumeric() || c == '_' || c == '#' => word.push(c),
            _ => {
                short.push_str(&std::mem::take(&mut word));
                short.push(c);
            }
        }
    }
    short + &word
}

/// A value as Rust writes it.
pub fn show(program: &Program, ty: TypeId, value: &Value) -> String {
    let found = &program.types[ty.0 as usize];
    match (found, value) {
        (_, Value::Undefined) => "_".into(),
        (_, Value::Scalar(bits)) => show_scalar(found, *bits),
        (Type::Tuple(fields), Value::Aggregate(parts)) => {
            let parts = fields
                .iter()
                .zip(parts)
                .map(|(ty, v)| show(program, *ty, v));
            format!("({})", parts.collect::<Vec<_>>().join(", "))
        }
        (Type::Array(element, _) | Type::Slice(element), Value::Aggregate(parts)) => {
            let parts = parts.iter().map(|v| show(program, *element, v));
            format!("[{}]", parts.collect::<Vec<_>>().join(", "))
        }
        (Type::Struct { name, fields }, Value::Aggregate(parts)) => match held(*name, fields) {
            Some((at, inner)) => show(program, inner, &parts[at]),
            None => short_name(name.as_str()) + &show_fields(program, fields, parts),
        },
        (Type::Enum { variants, .. }, Value::Variant(index, parts)) => {
            match variants.get(*index as usize) {
                Some(v) => v.name.to_string() + &show_fields(program, &v.fields, parts),
                None => format!("variant {index}"),
            }
        }
        (Type::Ref(inner), Value::Pointee(to)) => format!("&{}", show(program, *inner, to)),
        (_, Value::Pointee(to)) => format!("&{}", show(program, ty, to)),
        (Type::Str, Value::Aggregate(bytes)) => format!("{:?}", text(bytes)),
        (_, Value::Func(f)) => short_name(program.funcs[f.0 as usize].name.as_str()),
        (_, Value::Ref(s, _) | Value::Slice(s, ..)) => match behind(program, value) {
            Some(to) => show(program, ty, &to),
            None => format!(
                "&{}",
                short_name(program.statics[s.0 as usize].name.as_str())
            ),
        },
        (_, Value::Aggregate(_) | Value::Variant(..)) => "?".into(),
    }
}

/// What a reference to a constant refers to; one to a static that changes has but a name.
fn behind(program: &Program, reference: &Value) -> Option<Value> {
    let (Value::Ref(id, path) | Value::Slice(id, path, ..)) = reference else {
        return None;
    };
    let found = program.statics.get(id.0 as usize).filter(|s| !s.mutable)?;
    let at = path.iter().try_fold(&found.init, part)?;
    let to = match (reference, at) {
        (Value::Slice(_, _, start, len), Value::Aggregate(all)) => {
            let end = start.checked_add(*len)?;
            Value::Aggregate(all.get(*start as usize..end as usize)?.to_vec())
        }
        _ => at.clone(),
    };
    Some(Value::Pointee(Box::new(to)))
}

fn part<'v>(value: &'v Value, step: &Step) -> Option<&'v Value> {
    let (Value::Aggregate(parts) | Value::Variant(_, parts)) = value else {
        return None;
    };
    let at = match step {
        Step::Field(at) | Step::VariantField(_, at) => u64::from(*at),
        Step::Element(at) => *at,
    };
    parts.get(at as usize)
}

fn text(bytes: &[Value]) -> String {
    let byte = |value: &Value| match value {
        Value::Scalar(bits) => *bits as u8,
        _ => b'?',
    };
    let bytes: Vec<u8> = bytes.iter().map(byte).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a value can be one of the type, as far as its form tells.
pub fn is_value_of(program: &Program, ty: TypeId, value: &Value) -> bool {
    let all = |types: &[TypeId], parts: &[Value]| {
        let mut pairs = types.iter().zip(parts);
        types.len() == parts.len() && pairs.all(|(ty, v)| is_value_of(program, *ty, v))
    };
    let fields = |fields: Fields| fields.iter().map(|(_, ty)| *ty).collect::<Vec<_>>();
    let found = &program.types[ty.0 as usize];
    match (found, value) {
        (_, Value::Scalar(bits)) => found.scalar().is_some_and(|scalar| scalar.contains(*bits)),
        (Type::Tuple(types), Value::Aggregate(parts)) => all(types, parts),
        (Type::Struct { fields: of, .. }, Value::Aggregate(parts)) => all(&fields(of), parts),
        (Type::Array(element, len), Value::Aggregate(parts)) => {
            let mut parts_fit = parts.iter().map(|v| is_value_of(program, *element, v));
            parts.len() as u64 == *len && parts_fit.all(|fits| fits)
        }
        (Type::Enum { variants, .. }, Value::Variant(index, parts)) => variants
            .get(*index as usize)
            .is_some_and(|variant| all(&fields(&variant.fields), parts)),
        (_, Value::Aggregate(_) | Value::Variant(..)) => false,
        _ => true,
    }
}

/// Whether the values of a type tell nothing: a hardware handle, or a reference to one.
pub fn tells_nothing(program: &Program, ty: TypeId) -> bool {
    match &program.types[ty.0 as usize] {
        Type::Struct { fields, .. } => fields.is_empty(),
        Type::Ref(inner) => tells_nothing(program, *inner),
        _ => false,
    }
}

fn show_fields(program: &Program, fields: Fields, parts: &[Value]) -> String {
    let shown = |((name, ty), v): (&(Symbol, TypeId), &Value)| match is_position(*name) {
        true => show(program, *ty, v),
        false => format!("{name}: {}", show(program, *ty, v)),
    };
    let parts: Vec<String> = fields.iter().zip(parts).map(shown).collect();
    match fields.first() {
        None => String::new(),
        Some((name, _)) if is_position(*name) => format!("({})", parts.join(", ")),
        Some(_) => format!(" {{ {} }}", parts.join(", ")),
    }
}

/// The field of a tuple struct.
fn is_position(field: Symbol) -> bool {
    field.as_str().starts_with(|c: char| c.is_ascii_digit())
}

/// Types of the library that only wrap a value.
const WRAPPERS: &[&str] = &[
    "Cell",
    "UnsafeCell",
    "RefCell",
    "Mutex",
    "Wrapping",
    "Saturating",
    "NonZero",
];

/// The position and type of what a library wrapper holds.
pub fn held(name: Symbol, fields: Fields) -> Option<(usize, TypeId)> {
    let name = short_name(name.as_str());
    let name = name.split('<').next().unwrap_or("");
    if !WRAPPERS.contains(&name) && !name.starts_with("Atomic") {
        return None;
    }
    match fields {
        [(_, inner)] => Some((0, *inner)),
        _ => {
            let at = fields
                .iter()
                .position(|(field, _)| field.as_str() == "value")?;
            Some((at, fields[at].1))
        }
    }
}

fn show_scalar(ty: &Type, bits: u128) -> String {
    match ty.scalar() {
        Some(Scalar::Bool) => (bits != 0).to_string(),
        Some(Scalar::Char) => format!("{:?}", as_char(bits)),
        Some(s @ Scalar::Int { signed: true, .. }) => s.sign_extend(bits).to_string(),
        Some(Scalar::Int { signed: false, .. }) | None => bits.to_string(),
        Some(Scalar::Float { bits: 32 }) => format!("{:?}", f32::from_bits(bits as u32)),
        Some(Scalar::Float { .. }) => format!("{:?}", f64::from_bits(bits as u64)),
    }
}

fn as_char(bits: u128) -> char {
    let code = u32::try_from(bits).ok();
    code.and_then(char::from_u32)
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// A value as JSON.
pub fn to_json(program: &Program, ty: TypeId, value: &Value) -> Json {
    let found = &program.types[ty.0 as usize];
    match (found, value) {
        (_, Value::Undefined) => Json::Null,
        (_, Value::Scalar(bits)) => scalar_to_json(found, *bits),
        (Type::Tuple(fields), Value::Aggregate(parts)) => fields
            .iter()
            .zip(parts)
            .map(|(ty, v)| to_json(program, *ty, v))
            .collect(),
        (Type::Array(element, _) | Type::Slice(element), Value::Aggregate(parts)) => parts
            .iter()
            .map(|v| to_json(program, *element, v))
            .collect(),
        (Type::Struct { name, fields }, Value::Aggregate(parts)) => match held(*name, fields) {
            Some((at, inner)) => to_json(program, inner, &parts[at]),
            None => fields_to_json(program, fields, parts),
        },
        (Type::Enum { variants, .. }, Value::Variant(index, parts)) => {
            match variants.get(*index as usize) {
                Some(v) if v.fields.is_empty() => json!(v.name.as_str()),
                Some(v) => json!({ v.name.as_str(): fields_to_json(program, &v.fields, parts) }),
                None => Json::Null,
            }
        }
        (Type::Ref(inner), Value::Pointee(to)) => to_json(program, *inner, to),
        (_, Value::Pointee(to)) => to_json(program, ty, to),
        (Type::Str, Value::Aggregate(bytes)) => json!(text(bytes)),
        (_, Value::Func(_)) => json!(show(program, ty, value)),
        (_, Value::Ref(..) | Value::Slice(..)) => match behind(program, value) {
            Some(to) => to_json(program, ty, &to),
            None => json!(show(program, ty, value)),
        },
        (_, Value::Aggregate(_) | Value::Variant(..)) => Json::Null,
    }
}

fn fields_to_json(program: &Program, fields: Fields, parts: &[Value]) -> Json {
    let pairs = fields.iter().zip(parts);
    let shown =
        |((name, ty), v): (&(Symbol, TypeId), &Value)| (name.to_string(), to_json(program, *ty, v));
    match fields.first() {
        Some((name, _)) if is_position(*name) => pairs.map(shown).map(|(_, v)| v).collect(),
        _ => Json::Object(pairs.map(shown).collect::<Map<_, _>>()),
    }
}

fn scalar_to_json(ty: &Type, bits: u128) -> Json {
    match ty.scalar() {
        Some(Scalar::Bool) => json!(bits != 0),
        Some(Scalar::Char) => json!(as_char(bits)),
        Some(s @ Scalar::Int { signed: true, .. }) => {
            let number = s.sign_extend(bits);
            i64::try_from(number).map_or_else(|_| json!(number.to_string()), |n| json!(n))
        }
        Some(Scalar::Int { signed: false, .. }) | None => {
            u64::try_from(bits).map_or_else(|_| json!(bits.to_string()), |n| json!(n))
        }
        Some(Scalar::Float { bits: 32 }) => float_to_json(f32::from_bits(bits as u32).into()),
        Some(Scalar::Float { .. }) => float_to_json(f64::from_bits(bits as u64)),
    }
}

fn float_to_json(number: f64) -> Json {
    match number.is_finite() {
        true => json!(number),
        false => json!(format!("{number}")),
    }
}

/// Reads back what [`to_json`] writes; the error says what was expected.
pub fn from_json(program: &Program, ty: TypeId, json: &Json) -> Result<Value, String> {
    let found = &program.types[ty.0 as usize];
    let refused = || format!("{json} is not a value of type `{}`", type_name(program, ty));
    match found {
        Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. } => {
            scalar_from_json(found, json)
                .map(Value::Scalar)
                .ok_or_else(refused)
        }
        Type::Tuple(fields) => {
            let parts = elements(json, fields.len()).ok_or_else(refused)?;
            let parts = fields
                .iter()
                .zip(parts)
                .map(|(ty, j)| from_json(program, *ty, j));
            Ok(Value::Aggregate(parts.collect::<Result<_, _>>()?))
        }
        Type::Array(element, length) => {
            let parts = elements(json, *length as usize).ok_or_else(refused)?;
            let parts = parts.iter().map(|j| from_json(program, *element, j));
            Ok(Value::Aggregate(parts.collect::<Result<_, _>>()?))
        }
        Type::Struct { name, fields } => match held(*name, fields) {
            Some((_, inner)) if fields.len() == 1 => {
                Ok(Value::Aggregate(vec![from_json(program, inner, json)?]))
            }
            Some(_) => Err(refused()),
            None => Ok(Value::Aggregate(
                fields_from_json(program, fields, json).ok_or_else(refused)??,
            )),
        },
        Type::Enum { variants, .. } => {
            let (name, payload) = tagged(json).ok_or_else(refused)?;
            let index = variants
                .iter()
                .position(|v| v.name.as_str() == name)
                .ok_or_else(refused)?;
            let parts = fields_from_json(program, &variants[index].fields, payload);
            Ok(Value::Variant(index as u32, parts.ok_or_else(refused)??))
        }
        Type::Ref(to) => Ok(Value::Pointee(Box::new(from_json(program, *to, json)?))),
        Type::Slice(_) | Type::Str | Type::FnPtr { .. } | Type::Never => Err(refused()),
    }
}

fn elements(json: &Json, count: usize) -> Option<&Vec<Json>> {
    json.as_array().filter(|parts| parts.len() == count)
}

/// Name and payload of a variant.
fn tagged(json: &Json) -> Option<(&str, &Json)> {
    match json {
        Json::String(name) => Some((name, &Json::Null)),
        Json::Object(one) if one.len() == 1 => one.iter().next().map(|(k, v)| (k.as_str(), v)),
        _ => None,
    }
}

/// `None` if the shape does not fit.
fn fields_from_json(
    program: &Program,
    fields: Fields,
    json: &Json,
) -> Option<Result<Vec<Value>, String>> {
    let parts: Vec<&Json> = match (fields.first(), json) {
        (None, Json::Null) => Vec::new(),
        (Some((name, _)), _) if is_position(*name) => {
            elements(json, fields.len())?.iter().collect()
        }
        (_, Json::Object(map)) if map.len() == fields.len() => fields
            .iter()
            .map(|(name, _)| map.get(name.as_str()))
            .collect::<Option<_>>()?,
        _ => return None,
    };
    let parts = fields
        .iter()
        .zip(parts)
        .map(|((_, ty), j)| from_json(program, *ty, j));
    Some(parts.collect())
}

fn scalar_from_json(ty: &Type, json: &Json) -> Option<u128> {
    match ty.scalar()? {
        Scalar::Bool => json.as_bool().map(u128::from),
        Scalar::Char => {
            let mut chars = json.as_str()?.chars();
            let only = chars.next()?;
            chars.next().is_none().then_some(only as u128)
        }
        int @ Scalar::Int { .. } => integer_from_json(int, json),
        Scalar::Float { bits: 32 } => Some((float_from_json(json)? as f32).to_bits().into()),
        Scalar::Float { .. } => Some(float_from_json(json)?.to_bits().into()),
    }
}

fn integer_from_json(ty: Scalar, json: &Json) -> Option<u128> {
    let digits = match json {
        Json::Number(number) => number.to_string(),
        Json::String(digits) => digits.clone(),
        _ => return None,
    };
    let bits = match digits.parse::<u128>() {
        Ok(number) => number,
        Err(_) => digits.parse::<i128>().ok()? as u128,
    };
    let negative = digits.starts_with('-');
    let fits = match ty.is_signed() {
        true => ty.sign_extend(bits) == bits as i128 && (bits as i128 >= 0) != negative,
        false => !negative && bits <= ty.mask(),
    };
    // Minus zero is zero.
    (fits || bits == 0).then(|| ty.wrap(bits))
}

fn float_from_json(json: &Json) -> Option<f64> {
    match json {
        Json::String(name) => match name.as_str() {
            "NaN" => Some(f64::NAN),
            "inf" => Some(f64::INFINITY),
            "-inf" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => json.as_f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Variant;

    /// bool, i8, u128, f32, char, (i8, bool), [i8; 2], struct, tuple struct, enum, core's cell
    fn program() -> Program {
        let named = |name, ty| (Symbol::new(name), TypeId(ty));
        let variant = |name, fields| Variant {
            name: Symbol::new(name),
            discriminant: 0,
            fields,
        };
        let mut program = Program::new(32);
        program.types = vec![
            Type::Bool,
            Type::Int {
                signed: true,
                bits: 8,
            },
            Type::Int {
                signed: false,
                bits: 128,
            },
            Type::Float { bits: 32 },
            Type::Char,
            Type::Tuple(vec![TypeId(1), TypeId(0)]),
            Type::Array(TypeId(1), 2),
            Type::Struct {
                name: Symbol::new("a::Car<b::Fast>"),
                fields: vec![named("v", 1), named("on", 0)],
            },
            Type::Struct {
                name: Symbol::new("a::Volt"),
                fields: vec![named("0", 3)],
            },
            Type::Enum {
                name: Symbol::new("a::Mode"),
                repr: TypeId(1),
                variants: vec![
                    variant("Off", vec![]),
                    variant("On", vec![named("0", 1)]),
                    variant("Ramp", vec![named("to", 1)]),
                ],
            },
            Type::Struct {
                name: Symbol::new("core::cell::Cell<i8>"),
                fields: vec![named("value", 1)],
            },
        ];
        program
    }

    /// Type, value, as Rust, as JSON.
    fn cases() -> Vec<(u32, Value, &'static str, Json)> {
        let scalar = Value::Scalar;
        let all = Value::Aggregate;
        vec![
            (0, scalar(1), "true", json!(true)),
            (1, scalar(0x80), "-128", json!(-128)),
            (1, scalar(127), "127", json!(127)),
            (
                2,
                scalar(u128::MAX),
                "340282366920938463463374607431768211455",
                json!("340282366920938463463374607431768211455"),
            ),
            (2, scalar(7), "7", json!(7)),
            (3, scalar(0x3fc0_0000), "1.5", json!(1.5)),
            (3, scalar(0x7f80_0000), "inf", json!("inf")),
            (4, scalar(0x61), "'a'", json!("a")),
            (
                5,
                all(vec![scalar(0xff), scalar(0)]),
                "(-1, false)",
                json!([-1, false]),
            ),
            (6, all(vec![scalar(1), scalar(2)]), "[1, 2]", json!([1, 2])),
            (
                7,
                all(vec![scalar(3), scalar(1)]),
                "Car<Fast> { v: 3, on: true }",
                json!({"v": 3, "on": true}),
            ),
            (8, all(vec![scalar(0)]), "Volt(0.0)", json!([0.0])),
            (9, Value::Variant(0, vec![]), "Off", json!("Off")),
            (
                9,
                Value::Variant(1, vec![scalar(4)]),
                "On(4)",
                json!({"On": [4]}),
            ),
            (
                9,
                Value::Variant(2, vec![scalar(5)]),
                "Ramp { to: 5 }",
                json!({"Ramp": {"to": 5}}),
            ),
            (10, all(vec![scalar(6)]), "6", json!(6)),
        ]
    }

    #[test]
    fn values_are_written_as_rust_and_as_json() {
        let program = program();
        for (ty, value, text, json) in cases() {
            assert_eq!(show(&program, TypeId(ty), &value), text);
            assert_eq!(to_json(&program, TypeId(ty), &value), json);
        }
    }

    #[test]
    fn json_reads_back() {
        let program = program();
        for (ty, value, _, json) in cases() {
            assert_eq!(from_json(&program, TypeId(ty), &json), Ok(value));
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let program = program();
        let cases = [
            (0, json!(1)),
            (1, json!(128)),
            (1, json!(-129)),
            (1, json!(1.5)),
            (2, json!(-1)),
            (4, json!("ab")),
            (5, json!([1])),
            (6, json!([1, 2, 3])),
            (7, json!({"v": 3})),
            (7, json!({"v": 3, "off": true})),
            (9, json!("Gone")),
            (9, json!("On")),
            (9, json!({"Off": [1]})),
        ];
        for (ty, json) in cases {
            assert!(
                from_json(&program, TypeId(ty), &json).is_err(),
                "{json} as t{ty}"
            );
        }
    }
}
