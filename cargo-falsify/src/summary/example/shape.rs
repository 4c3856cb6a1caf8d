//! What the values of a type are made of, as far as they can come from outside and be written down.

use std::fmt;

use crate::bv::Scalar;
use crate::ir::restricted::{restriction, Restriction};
use crate::ir::{Program, Type, TypeId, Value, Variant};
use crate::notation::{short_name, type_name};
use crate::source::Symbol;

/// Elements of an array that is still written down as an argument.
const LARGEST_ARRAY: u64 = 4_096;

/// The form of the values of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Word(Scalar),
    Product(Vec<Shape>, Option<Restriction>),
    /// The variants that have values, by their indices.
    Sum(Vec<(u32, Vec<Shape>)>),
    /// A reference to a value that nothing else refers to.
    Behind(Box<Shape>),
}

/// Why there are no examples of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritable {
    /// A part of an argument or of the result has this type.
    Type { ty: String, why: &'static str },
    /// It looks at something that changes between two calls.
    Static(Symbol),
    /// It draws values from outside.
    Draws(Symbol),
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwritable::Type { ty, why } => write!(f, "`{ty}` {why}"),
            Unwritable::Static(name) => {
                let name = short_name(name.as_str());
                write!(f, "it reads `{name}`, which is no argument and may change")
            }
            Unwritable::Draws(name) => write!(f, "it reads the input `{name}`"),
        }
    }
}

impl Shape {
    pub fn of(program: &Program, ty: TypeId) -> Result<Shape, Unwritable> {
        let refused = |why| {
            let ty = type_name(program, ty);
            Err(Unwritable::Type { ty, why })
        };
        match &program.types[ty.0 as usize] {
            found @ (Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. }) => {
                let scalar = found.scalar().map(Shape::Word);
                scalar.map_or_else(|| refused("has no values"), Ok)
            }
            Type::Tuple(types) => Ok(Shape::product(all(program, types.iter().copied())?)),
            Type::Array(_, length) if *length > LARGEST_ARRAY => refused("is too long an array"),
            Type::Array(element, length) => {
                let element = Shape::of(program, *element)?;
                Ok(Shape::product(vec![element; *length as usize]))
            }
            Type::Struct { name, fields } => {
                let parts = all(program, fields.iter().map(|field| field.1))?;
                Ok(Shape::Product(parts, restriction(name.as_str())))
            }
            Type::Enum { variants, .. } => {
                let fields = |variant: &Variant| {
                    let types: Vec<TypeId> = variant.fields.iter().map(|field| field.1).collect();
                    types
                };
                let named = variants.iter().enumerate();
                // Such as `Err(Infallible)`.
                let possible = named.map(|(index, variant)| (index as u32, fields(variant)));
                let possible =
                    possible.filter(|(_, types)| !types.iter().any(|ty| is_empty(program, *ty)));
                let shapes =
                    possible.map(|(index, types)| Ok((index, all(program, types.into_iter())?)));
                match shapes.collect::<Result<Vec<_>, _>>()? {
                    none if none.is_empty() => refused("has no values"),
                    found => Ok(Shape::Sum(found)),
                }
            }
            Type::Ref(to) => Ok(Shape::Behind(Box::new(Shape::of(program, *to)?))),
            Type::Slice(_) | Type::Str => refused("has no fixed length"),
            Type::FnPtr { .. } => refused("is a pointer to a function"),
            Type::Never => refused("has no values"),
        }
    }

    pub fn product(parts: Vec<Shape>) -> Shape {
        Shape::Product(parts, None)
    }

    /// How many values there are with what words may be; none if they are too many to count.
    pub fn count(&self, menu: &dyn Menu) -> Option<u128> {
        match self {
            Shape::Word(scalar) => menu.count(*scalar),
            Shape::Product(parts, _) => count_of(parts, menu),
            Shape::Behind(inner) => inner.count(menu),
            Shape::Sum(variants) => {
                let mut counts = variants.iter().map(|(_, parts)| count_of(parts, menu));
                counts.try_fold(0u128, |all, one| all.checked_add(one?))
            }
        }
    }

    /// The value of a number below the count.
    pub fn nth(&self, number: u128, menu: &dyn Menu) -> Value {
        self.take(&mut { number }, menu)
    }

    /// Takes its part of the number, as a digit of a number of mixed radix.
    fn take(&self, number: &mut u128, menu: &dyn Menu) -> Value {
        let Some(count) = self.count(menu).filter(|count| *count > 0) else {
            return Value::Undefined;
        };
        let mut digit = *number % count;
        *number /= count;
        match self {
            Shape::Word(scalar) => Value::Scalar(menu.value(*scalar, digit)),
            Shape::Product(parts, restriction) => {
                let parts = parts.iter().map(|part| part.take(&mut digit, menu));
                restricted(*restriction, parts.collect())
            }
            Shape::Behind(inner) => Value::Pointee(Box::new(inner.take(&mut digit, menu))),
            Shape::Sum(variants) => {
                for (index, parts) in variants {
                    let own = count_of(parts, menu).unwrap_or(0);
                    if digit < own {
                        let parts = parts.iter().map(|part| part.take(&mut digit, menu));
                        return Value::Variant(*index, parts.collect());
                    }
                    digit -= own;
                }
                Value::Undefined
            }
        }
    }

    /// A value whose words and variants are chosen one by one.
    pub fn build(&self, choice: &mut dyn Choice) -> Value {
        match self {
            Shape::Word(scalar) => Value::Scalar(choice.word(*scalar)),
            Shape::Product(parts, restriction) => {
                let parts = parts.iter().map(|part| part.build(choice));
                restricted(*restriction, parts.collect())
            }
            Shape::Behind(inner) => Value::Pointee(Box::new(inner.build(choice))),
            Shape::Sum(variants) => {
                let (index, parts) = &variants[choice.variant(variants.len())];
                let parts = parts.iter().map(|part| part.build(choice));
                Value::Variant(*index, parts.collect())
            }
        }
    }

    /// Goes through the words and the enums of a value; an enum comes before its parts.
    pub fn visit(&self, value: &mut Value, each: &mut dyn FnMut(&Shape, &mut Value)) {
        if let Shape::Word(_) | Shape::Sum(_) = self {
            each(self, value);
        }
        match (self, value) {
            (Shape::Product(shapes, restriction), Value::Aggregate(parts)) => {
                visit_all(shapes, parts, each);
                restrict(*restriction, parts);
            }
            (Shape::Behind(inner), Value::Pointee(behind)) => inner.visit(behind, each),
            (Shape::Sum(variants), Value::Variant(index, parts)) => {
                let variant = variants.iter().find(|(known, _)| known == index);
                visit_all(variant.map_or(&[], |it| &it.1), parts, each);
            }
            _ => {}
        }
    }
}

fn visit_all(shapes: &[Shape], parts: &mut [Value], each: &mut dyn FnMut(&Shape, &mut Value)) {
    for (shape, part) in shapes.iter().zip(parts) {
        shape.visit(part, each);
    }
}

/// What a word may be.
pub trait Menu {
    /// None if these are not to be counted.
    fn count(&self, scalar: Scalar) -> Option<u128>;
    fn value(&self, scalar: Scalar, at: u128) -> u128;
}

/// Decides what a value is made of.
pub trait Choice {
    fn word(&mut self, scalar: Scalar) -> u128;
    fn variant(&mut self, count: usize) -> usize;
}

fn count_of(parts: &[Shape], menu: &dyn Menu) -> Option<u128> {
    let mut counts = parts.iter().map(|part| part.count(menu));
    counts.try_fold(1u128, |all, one| all.checked_mul(one?))
}

fn restricted(restriction: Option<Restriction>, mut parts: Vec<Value>) -> Value {
    restrict(restriction, &mut parts);
    Value::Aggregate(parts)
}

/// Moves a restricted field inside of its bounds.
fn restrict(restriction: Option<Restriction>, parts: &mut [Value]) {
    let Some(bounds) = restriction else { return };
    if let Some(Value::Scalar(bits)) = parts.get_mut(bounds.field) {
        if !bounds.contains(*bits) {
            let count = (bounds.last - bounds.first).saturating_add(1);
            *bits = bounds.first + *bits % count;
        }
    }
}

fn all(program: &Program, types: impl Iterator<Item = TypeId>) -> Result<Vec<Shape>, Unwritable> {
    types.map(|ty| Shape::of(program, ty)).collect()
}

/// Whether a type surely has no value.
fn is_empty(program: &Program, ty: TypeId) -> bool {
    match &program.types[ty.0 as usize] {
        Type::Never => true,
        Type::Enum { variants, .. } => {
            let mut fields = variants.iter().map(|variant| &variant.fields);
            fields.all(|fields| fields.iter().any(|field| is_empty(program, field.1)))
        }
        Type::Tuple(types) => types.iter().any(|ty| is_empty(program, *ty)),
        Type::Struct { fields, .. } => fields.iter().any(|field| is_empty(program, field.1)),
        _ => false,
    }
}
