//! Well-formedness, stated once.
//!
//! A program that verifies never ends in a bug of the interpreter, but for an index that no check guards, a place
//! that only some paths define, and control that comes to an unreachable point.

mod body;
mod definition;
mod harness;

use std::collections::HashSet;
use std::hash::Hash;

use super::interp::layout::Layouts;
use super::{print, Func, Program, StaticId, Step, Type, TypeId, Value};
use crate::source::Symbol;

/// All errors of a program, each with its position.
pub fn verify(program: &Program) -> Vec<String> {
    let mut errors = Errors::default();
    if ![16, 32, 64].contains(&program.pointer_width) {
        errors.push("program", "usize has 16, 32 or 64 bits");
    }
    types(program, &mut errors);
    // Everything else looks into types.
    if errors.found.is_empty() {
        statics(program, &mut errors);
        functions(program, &mut errors);
        harness::check(program, &mut errors);
    }
    errors.found
}

/// What is wrong with one function of a program whose types are well-formed.
pub fn verify_function(program: &Program, func: &Func) -> Vec<String> {
    let mut errors = Errors::default();
    body::check(program, &Layouts::new(program), func, &mut errors);
    errors.found
}

#[derive(Default)]
struct Errors {
    found: Vec<String>,
}

impl Errors {
    fn push(&mut self, position: &str, message: impl std::fmt::Display) {
        self.found.push(format!("{position}: {message}"));
    }

    fn note<T>(&mut self, position: &str, result: Result<T, String>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(message) => {
                self.push(position, message);
                None
            }
        }
    }
}

/// The first thing that occurs twice.
fn repeated<T: Eq + Hash + Clone>(items: impl IntoIterator<Item = T>) -> Option<T> {
    let mut seen = HashSet::new();
    items.into_iter().find(|item| !seen.insert(item.clone()))
}

fn types(program: &Program, errors: &mut Errors) {
    for (index, ty) in program.types.iter().enumerate() {
        let position = format!("type t{index}");
        errors.note(&position, one_type(program, ty));
    }
    if !errors.found.is_empty() {
        return;
    }
    let layouts = Layouts::new(program);
    for index in 0..program.types.len() {
        let id = TypeId(index as u32);
        errors.note(&format!("type {id}"), layouts.size(id));
    }
    if let Some(ty) = repeated(&program.types) {
        let ty = print::shape(program, ty);
        errors.push("types", format!("{ty} is there twice"));
    }
    if let Some(name) = repeated(program.types.iter().filter_map(nominal_name)) {
        errors.push("types", format!("two types are called {name}"));
    }
}

fn nominal_name(ty: &Type) -> Option<Symbol> {
    match ty {
        Type::Struct { name, .. } | Type::Enum { name, .. } => Some(*name),
        _ => None,
    }
}

fn one_type(program: &Program, ty: &Type) -> Result<(), String> {
    match ty {
        Type::Bool | Type::Char | Type::Str | Type::Never => Ok(()),
        Type::Int { bits: 1..=128, .. } | Type::Float { bits: 32 | 64 } => Ok(()),
        Type::Int { bits, .. } | Type::Float { bits } => Err(format!("no type has {bits} bits")),
        Type::Tuple(fields) => all_exist(program, fields.iter().copied()),
        Type::Array(inner, _) | Type::Ref(inner) | Type::Slice(inner) => {
            all_exist(program, [*inner])
        }
        Type::Struct { fields, .. } => all_exist(program, fields.iter().map(|f| f.1)),
        Type::FnPtr { params, ret } => all_exist(program, params.iter().chain([ret]).copied()),
        Type::Enum { repr, variants, .. } => {
            let fields = variants.iter().flat_map(|v| &v.fields);
            all_exist(program, fields.map(|f| f.1))?;
            match program.ty(*repr)? {
                Type::Int { .. } => Ok(()),
                other => {
                    let other = print::shape(program, other);
                    Err(format!("an enum is represented by {other}"))
                }
            }
        }
    }
}

fn all_exist(program: &Program, ids: impl IntoIterator<Item = TypeId>) -> Result<(), String> {
    ids.into_iter()
        .try_for_each(|id| program.ty(id).map(|_| ()))
}

fn statics(program: &Program, errors: &mut Errors) {
    for (index, item) in program.statics.iter().enumerate() {
        let position = format!("static s{index} {}", item.name);
        let typed = program.ty(item.ty).map(|_| ());
        let checked = typed.and_then(|()| check_value(program, &item.init, item.ty));
        errors.note(&position, checked);
    }
}

/// Whether a constant is a value of a type.
fn check_value(program: &Program, value: &Value, ty: TypeId) -> Result<(), String> {
    let wrong = || {
        let (value, ty) = (print::value(program, ty, value), print::ty(program, ty));
        format!("{value} is no value of {ty}")
    };
    match (value, program.ty(ty)?) {
        (Value::Undefined, _) => Ok(()),
        (Value::Scalar(bits), found) => {
            let fits = found.scalar().is_some_and(|scalar| scalar.contains(*bits));
            fits.then_some(()).ok_or_else(wrong)
        }
        (Value::Aggregate(values), Type::Array(element, len)) => {
            if values.len() as u64 != *len {
                return Err(wrong());
            }
            values
                .iter()
                .try_for_each(|v| check_value(program, v, *element))
        }
        (Value::Aggregate(values), Type::Tuple(_) | Type::Struct { .. }) => {
            check_fields(program, values, ty, None)
        }
        (Value::Variant(variant, values), Type::Enum { .. }) => {
            check_fields(program, values, ty, Some(*variant))
        }
        (Value::Func(id), Type::FnPtr { params, ret }) => {
            let func = program.func(*id)?;
            let fits = func.param_types().eq(params.iter().copied())
                && func.local_type(func.ret())? == *ret;
            fits.then_some(()).ok_or_else(wrong)
        }
        (Value::Ref(id, path), Type::Ref(target)) => {
            let fits = path_type(program, *id, path)? == *target;
            fits.then_some(()).ok_or_else(wrong)
        }
        (Value::Slice(id, path, start, len), Type::Slice(_) | Type::Str) => {
            let array = path_type(program, *id, path)?;
            let fits = is_part(program, array, ty, *start, *len)?;
            fits.then_some(()).ok_or_else(wrong)
        }
        (_, _) => Err(wrong()),
    }
}

fn check_fields(
    program: &Program,
    values: &[Value],
    ty: TypeId,
    variant: Option<u32>,
) -> Result<(), String> {
    let types = super::interp::layout::fields_of(program, ty, variant)?;
    if types.len() != values.len() {
        return Err(format!("{} fields for {}", values.len(), types.len()));
    }
    let mut fields = values.iter().zip(types);
    fields.try_for_each(|(value, ty)| check_value(program, value, ty))
}

/// The type at a path of a static.
fn path_type(program: &Program, id: StaticId, path: &[Step]) -> Result<TypeId, String> {
    let root = program.static_of(id)?.ty;
    path.iter().try_fold(root, |ty, step| match *step {
        Step::Field(field) => program.field_type(ty, None, field),
        Step::VariantField(variant, field) => program.field_type(ty, Some(variant), field),
        Step::Element(index) => match program.ty(ty)? {
            Type::Array(element, len) if index < *len => Ok(*element),
            other => {
                let other = print::shape(program, other);
                Err(format!("no element {index} of {other}"))
            }
        },
    })
}

/// Whether elements of an array make a slice of the type.
fn is_part(
    program: &Program,
    array: TypeId,
    slice: TypeId,
    start: u64,
    len: u64,
) -> Result<bool, String> {
    let Type::Array(element, count) = program.ty(array)? else {
        return Ok(false);
    };
    let within = start.checked_add(len).is_some_and(|end| end <= *count);
    let fits = match program.ty(slice)? {
        Type::Slice(wanted) => wanted == element,
        _ => is_byte(program.ty(*element)?),
    };
    Ok(within && fits)
}

fn is_byte(ty: &Type) -> bool {
    let byte = Type::Int {
        signed: false,
        bits: 8,
    };
    *ty == byte
}

fn functions(program: &Program, errors: &mut Errors) {
    if let Some(name) = repeated(program.funcs.iter().map(|func| func.name)) {
        errors.push("functions", format!("two functions are called {name}"));
    }
    let layouts = Layouts::new(program);
    for func in &program.funcs {
        body::check(program, &layouts, func, errors);
    }
}
