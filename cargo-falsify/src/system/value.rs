//! Symbolic values: what a place holds on all paths at once.
//!
//! A reference is a small set of places, each with the condition under which it is the one; the conditions of a
//! set exclude each other, and one of them is true wherever the value is used. The index of an element is a term, so
//! that a walk over an array is one place, not many.

use std::rc::Rc;

use crate::ir::{FuncId, LocalId, Program, StaticId, Step, Type, TypeId, Value};
use crate::term::{Pool, Term};

/// A variable of the execution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Cell {
    Static(StaticId),
    /// What the driver of the loop keeps between ticks: the loop's state, monitors' memories, handles.
    Kept(u32),
    /// A value that lives for a tick: an input, the result, the last event of a kind.
    Passing(u32),
    /// Of a frame, which is named by the place of its call.
    Local(u32, LocalId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    Field(u32),
    /// Variant and field.
    Payload(u32, u32),
    Element(Term),
    /// An array that lies in a larger one: where it starts, how long it is. Always the last.
    Window(Term, u64),
}

/// A part of a variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    pub cell: Cell,
    pub path: Vec<Move>,
}

/// A run of elements: the array's place, where it starts there, how long it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub array: Spot,
    pub start: Term,
    pub len: Term,
}

#[derive(Clone, Debug)]
pub enum Sym {
    /// No path has written it.
    Undefined,
    Scalar(Term),
    /// Tuple, array, struct.
    Product(Rc<Vec<Sym>>),
    /// The index of the variant, 32 bits, and the fields of every variant.
    Sum(Term, Rc<Vec<Vec<Sym>>>),
    Refs(Rc<Vec<(Term, Spot)>>),
    Slices(Rc<Vec<(Term, Part)>>),
    Funcs(Rc<Vec<(Term, FuncId)>>),
}

impl Sym {
    /// The reference to one place.
    pub fn reference(pool: &mut Pool, spot: Spot) -> Sym {
        Sym::Refs(Rc::new(vec![(pool.bool(true), spot)]))
    }

    /// Whether two values are known to be the same without looking into them.
    pub fn same(&self, other: &Sym) -> bool {
        match (self, other) {
            (Sym::Undefined, Sym::Undefined) => true,
            (Sym::Scalar(a), Sym::Scalar(b)) => a == b,
            (Sym::Product(a), Sym::Product(b)) => Rc::ptr_eq(a, b),
            (Sym::Sum(s, a), Sym::Sum(t, b)) => s == t && Rc::ptr_eq(a, b),
            (Sym::Refs(a), Sym::Refs(b)) => Rc::ptr_eq(a, b) || a == b,
            (Sym::Slices(a), Sym::Slices(b)) => Rc::ptr_eq(a, b) || a == b,
            (Sym::Funcs(a), Sym::Funcs(b)) => Rc::ptr_eq(a, b) || a == b,
            _ => false,
        }
    }
}

/// A constant.
pub fn constant(
    pool: &mut Pool,
    program: &Program,
    value: &Value,
    ty: TypeId,
) -> Result<Sym, String> {
    let found = program.ty(ty)?;
    if let (Some(scalar), Value::Scalar(bits)) = (found.scalar(), value) {
        return Ok(Sym::Scalar(pool.constant(scalar.bits(), *bits)));
    }
    match (found, value) {
        (_, Value::Undefined) => Ok(Sym::Undefined),
        (Type::Tuple(types), Value::Aggregate(parts)) => {
            product(pool, program, parts.iter().zip(types.iter().copied()))
        }
        (Type::Struct { fields, .. }, Value::Aggregate(parts)) => {
            product(pool, program, parts.iter().zip(fields.iter().map(|f| f.1)))
        }
        (Type::Array(element, _), Value::Aggregate(parts)) => {
            product(pool, program, parts.iter().map(|part| (part, *element)))
        }
        (Type::Enum { variants, .. }, Value::Variant(index, parts)) => {
            let mut payloads = blank_payloads(program, ty);
            let types = variants.get(*index as usize).map_or(&[][..], |v| &v.fields);
            for (at, (part, field)) in parts.iter().zip(types).enumerate() {
                payloads[*index as usize][at] = constant(pool, program, part, field.1)?;
            }
            let tag = pool.constant(TAG_BITS, u128::from(*index));
            Ok(Sym::Sum(tag, Rc::new(payloads)))
        }
        (Type::Ref(_), Value::Ref(id, path)) => {
            let spot = static_spot(pool, program, *id, path);
            Ok(Sym::reference(pool, spot))
        }
        (Type::Slice(_) | Type::Str, Value::Slice(id, path, start, len)) => {
            let width = u32::from(program.pointer_width);
            let part = Part {
                array: static_spot(pool, program, *id, path),
                start: pool.constant(width, u128::from(*start)),
                len: pool.constant(width, u128::from(*len)),
            };
            Ok(Sym::Slices(Rc::new(vec![(pool.bool(true), part)])))
        }
        (Type::FnPtr { .. }, Value::Func(func)) => {
            Ok(Sym::Funcs(Rc::new(vec![(pool.bool(true), *func)])))
        }
        (_, other) => Err(format!("{other:?} is no constant of type {ty}")),
    }
}

/// Bits of a variant's index.
pub const TAG_BITS: u32 = 32;

fn product<'v>(
    pool: &mut Pool,
    program: &Program,
    parts: impl Iterator<Item = (&'v Value, TypeId)>,
) -> Result<Sym, String> {
    let parts: Result<Vec<Sym>, String> = parts
        .map(|(part, ty)| constant(pool, program, part, ty))
        .collect();
    Ok(Sym::Product(Rc::new(parts?)))
}

fn static_spot(pool: &mut Pool, program: &Program, id: StaticId, path: &[Step]) -> Spot {
    let width = u32::from(program.pointer_width);
    let moves = path.iter().map(|step| match *step {
        Step::Field(field) => Move::Field(field),
        Step::VariantField(variant, field) => Move::Payload(variant, field),
        Step::Element(at) => Move::Element(pool.constant(width, u128::from(at))),
    });
    Spot {
        cell: Cell::Static(id),
        path: moves.collect(),
    }
}

/// The payloads of an enum of which nothing is known.
pub fn blank_payloads(program: &Program, ty: TypeId) -> Vec<Vec<Sym>> {
    match program.ty(ty) {
        Ok(Type::Enum { variants, .. }) => variants
            .iter()
            .map(|variant| vec![Sym::Undefined; variant.fields.len()])
            .collect(),
        _ => Vec::new(),
    }
}

/// A value of the type's outermost shape, with nothing inside.
fn blank(pool: &mut Pool, program: &Program, ty: TypeId) -> Sym {
    match program.ty(ty) {
        Ok(Type::Tuple(types)) => Sym::Product(Rc::new(vec![Sym::Undefined; types.len()])),
        Ok(Type::Struct { fields, .. }) => {
            Sym::Product(Rc::new(vec![Sym::Undefined; fields.len()]))
        }
        Ok(Type::Array(_, len)) => Sym::Product(Rc::new(vec![Sym::Undefined; *len as usize])),
        Ok(Type::Enum { .. }) => Sym::Sum(
            pool.constant(TAG_BITS, 0),
            Rc::new(blank_payloads(program, ty)),
        ),
        _ => Sym::Undefined,
    }
}

/// One value where the condition is true, the other where it is not.
pub fn mux(pool: &mut Pool, cond: Term, a: &Sym, b: &Sym) -> Sym {
    if a.same(b) {
        return a.clone();
    }
    match (a, b) {
        (Sym::Undefined, other) | (other, Sym::Undefined) => other.clone(),
        (Sym::Scalar(a), Sym::Scalar(b)) => Sym::Scalar(pool.ite(cond, *a, *b)),
        (Sym::Product(a), Sym::Product(b)) if a.len() == b.len() => {
            Sym::Product(Rc::new(mux_all(pool, cond, a, b)))
        }
        (Sym::Sum(s, a), Sym::Sum(t, b)) if a.len() == b.len() => {
            let tag = pool.ite(cond, *s, *t);
            let pairs = a.iter().zip(b.iter());
            let payloads = pairs.map(|(a, b)| mux_all(pool, cond, a, b)).collect();
            Sym::Sum(tag, Rc::new(payloads))
        }
        (Sym::Refs(a), Sym::Refs(b)) => Sym::Refs(Rc::new(union(pool, cond, a, b, join_spots))),
        (Sym::Slices(a), Sym::Slices(b)) => {
            Sym::Slices(Rc::new(union(pool, cond, a, b, join_parts)))
        }
        (Sym::Funcs(a), Sym::Funcs(b)) => {
            let join = |_: &mut Pool, _, a: &FuncId, b: &FuncId| (a == b).then_some(*a);
            Sym::Funcs(Rc::new(union(pool, cond, a, b, join)))
        }
        // Values of different kinds are never read where they meet: one of them is left over from a dead variable.
        _ => Sym::Undefined,
    }
}

fn mux_all(pool: &mut Pool, cond: Term, a: &[Sym], b: &[Sym]) -> Vec<Sym> {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| mux(pool, cond, a, b)).collect()
}

/// The alternatives of both sides, those that name the same thing joined.
fn union<T: Clone>(
    pool: &mut Pool,
    cond: Term,
    a: &[(Term, T)],
    b: &[(Term, T)],
    join: impl Fn(&mut Pool, Term, &T, &T) -> Option<T>,
) -> Vec<(Term, T)> {
    let not = pool.not(cond);
    let mut all: Vec<(Term, T)> = Vec::with_capacity(a.len() + b.len());
    for (guard, target) in a {
        all.push((pool.and(cond, *guard), target.clone()));
    }
    let mut shared = vec![false; a.len()];
    for (guard, target) in b {
        let guard = pool.and(not, *guard);
        // The first of `b` that joins one of `a` is told from it by the condition, a further one by its own guard.
        let joined = (0..a.len()).find_map(|at| {
            let known = all[at].1.clone();
            let joined = match shared[at] {
                false => join(pool, cond, &known, target),
                true => join(pool, guard, target, &known),
            };
            Some((at, joined?))
        });
        match joined {
            Some((at, target)) => {
                shared[at] = true;
                all[at] = (pool.or(all[at].0, guard), target);
            }
            None => all.push((guard, target.clone())),
        }
    }
    all.retain(|(guard, _)| pool.as_const(*guard) != Some(0));
    all
}

/// One spot for two that differ at most in the indices of elements.
fn join_spots(pool: &mut Pool, cond: Term, a: &Spot, b: &Spot) -> Option<Spot> {
    if a.cell != b.cell || a.path.len() != b.path.len() {
        return None;
    }
    let mut path = Vec::with_capacity(a.path.len());
    for (a, b) in a.path.iter().zip(&b.path) {
        path.push(match (a, b) {
            (Move::Element(a), Move::Element(b)) => Move::Element(pool.ite(cond, *a, *b)),
            (Move::Window(a, m), Move::Window(b, n)) if m == n => {
                Move::Window(pool.ite(cond, *a, *b), *m)
            }
            (a, b) if a == b => *a,
            _ => return None,
        });
    }
    Some(Spot { cell: a.cell, path })
}

fn join_parts(pool: &mut Pool, cond: Term, a: &Part, b: &Part) -> Option<Part> {
    Some(Part {
        array: join_spots(pool, cond, &a.array, &b.array)?,
        start: pool.ite(cond, a.start, b.start),
        len: pool.ite(cond, a.len, b.len),
    })
}

/// What lies at a path inside a value.
pub fn read(pool: &mut Pool, value: &Sym, path: &[Move]) -> Result<Sym, String> {
    let Some((first, rest)) = path.split_first() else {
        return Ok(value.clone());
    };
    match (value, *first) {
        (Sym::Undefined, _) => Ok(Sym::Undefined),
        (Sym::Product(parts), Move::Field(field)) => match parts.get(field as usize) {
            Some(part) => read(pool, part, rest),
            None => Err(format!("there is no field {field}")),
        },
        (Sym::Sum(_, payloads), Move::Payload(variant, field)) => {
            let payload = payloads.get(variant as usize);
            match payload.and_then(|payload| payload.get(field as usize)) {
                Some(part) => read(pool, part, rest),
                None => Err(format!("there is no field {field} of variant {variant}")),
            }
        }
        (Sym::Product(parts), Move::Element(index)) => read_element(pool, parts, index, rest),
        (Sym::Product(parts), Move::Window(start, len)) => {
            let mut window = Vec::with_capacity(len as usize);
            for at in 0..len {
                let index = offset(pool, start, at);
                window.push(read_element(pool, parts, index, rest)?);
            }
            Ok(Sym::Product(Rc::new(window)))
        }
        _ => Err(format!("{first:?} does not lead into {value:?}")),
    }
}

fn offset(pool: &mut Pool, start: Term, by: u64) -> Term {
    let by = pool.constant(pool.width(start), by.into());
    pool.add(start, by)
}

/// An index out of bounds reads some element: a check before it has ended such paths.
fn read_element(pool: &mut Pool, parts: &[Sym], index: Term, rest: &[Move]) -> Result<Sym, String> {
    let Some(last) = parts.len().checked_sub(1) else {
        return Ok(Sym::Undefined);
    };
    if let Some(at) = pool.as_const(index) {
        return read(pool, &parts[(at as usize).min(last)], rest);
    }
    let mut level = Vec::with_capacity(parts.len());
    for part in parts {
        level.push(read(pool, part, rest)?);
    }
    let width = pool.width(index);
    let mut bit = 0;
    while level.len() > 1 && bit < width {
        let cond = pool.extract(index, bit, bit);
        let pairs = level.chunks(2);
        level = pairs
            .map(|pair| match pair {
                [even, odd] => mux(pool, cond, odd, even),
                _ => pair[0].clone(),
            })
            .collect();
        bit += 1;
    }
    Ok(level.swap_remove(0))
}

/// The value with something else at a path, where the condition is true.
pub fn write(
    pool: &mut Pool,
    program: &Program,
    value: &Sym,
    ty: TypeId,
    path: &[Move],
    new: &Sym,
    when: Term,
) -> Result<Sym, String> {
    let Some((first, rest)) = path.split_first() else {
        return Ok(match pool.as_const(when) {
            Some(1) => new.clone(),
            Some(_) => value.clone(),
            None => mux(pool, when, new, value),
        });
    };
    if let Move::Window(start, len) = *first {
        let mut value = value.clone();
        for at in 0..len {
            let index = Move::Element(offset(pool, start, at));
            let part = read(pool, new, &[Move::Field(at as u32)])?;
            value = write(pool, program, &value, ty, &[index], &part, when)?;
        }
        return Ok(value);
    }
    let value = match value {
        Sym::Undefined => blank(pool, program, ty),
        value => value.clone(),
    };
    match (value, *first) {
        (Sym::Product(mut parts), Move::Field(field)) => {
            let inner = program.field_type(ty, None, field)?;
            let part = write(
                pool,
                program,
                &parts[field as usize],
                inner,
                rest,
                new,
                when,
            )?;
            Rc::make_mut(&mut parts)[field as usize] = part;
            Ok(Sym::Product(parts))
        }
        (Sym::Sum(tag, mut payloads), Move::Payload(variant, field)) => {
            let inner = program.field_type(ty, Some(variant), field)?;
            let old = &payloads[variant as usize][field as usize];
            let part = write(pool, program, old, inner, rest, new, when)?;
            Rc::make_mut(&mut payloads)[variant as usize][field as usize] = part;
            Ok(Sym::Sum(tag, payloads))
        }
        (Sym::Product(mut parts), Move::Element(index)) => {
            let Type::Array(element, _) = program.ty(ty)? else {
                return Err(format!("{ty} has no elements"));
            };
            let width = pool.width(index);
            let known = pool.as_const(index).map(|at| at as usize);
            for at in 0..parts.len() {
                if known.is_some_and(|known| known != at) {
                    continue;
                }
                let number = pool.constant(width, at as u128);
                let here = pool.eq(index, number);
                let when = pool.and(when, here);
                if pool.as_const(when) == Some(0) {
                    continue;
                }
                let part = write(pool, program, &parts[at], *element, rest, new, when)?;
                Rc::make_mut(&mut parts)[at] = part;
            }
            Ok(Sym::Product(parts))
        }
        (value, step) => Err(format!("{step:?} does not lead into {value:?}")),
    }
}
