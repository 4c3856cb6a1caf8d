//! Between value trees and bytes of the memory, and between offsets and paths into statics.

use super::layout::{register, tag_register, Field, Layout, Layouts};
use super::Unsupported;
use crate::bv::Scalar;
use crate::ir::{print, FuncId, Program, StaticId, Step, Type, TypeId, Value};

/// A program with the place of everything that constants refer to.
#[derive(Clone, Copy)]
pub struct Placed<'a> {
    pub program: &'a Program,
    pub layouts: &'a Layouts,
    /// Offset of each static.
    pub statics: &'a [u32],
}

type Encoded<T> = Result<T, String>;

/// How deep references are followed: `Cell`s can make circles of them.
const MAX_DEPTH: u32 = 16;
const MAX_NODES: u32 = 1 << 24;

pub fn read_word(bytes: &[u8], at: usize, size: u32) -> Option<u128> {
    let part = bytes.get(at..at.checked_add(size as usize)?)?;
    Some(match size {
        1 => u128::from(part[0]),
        2 => u128::from(u16::from_ne_bytes(part.try_into().ok()?)),
        4 => u128::from(u32::from_ne_bytes(part.try_into().ok()?)),
        8 => u128::from(u64::from_ne_bytes(part.try_into().ok()?)),
        _ => u128::from_ne_bytes(part.try_into().ok()?),
    })
}

pub fn write_word(bytes: &mut [u8], at: usize, size: u32, word: u128) -> Option<()> {
    let part = bytes.get_mut(at..at.checked_add(size as usize)?)?;
    match size {
        1 => part[0] = word as u8,
        2 => part.copy_from_slice(&(word as u16).to_ne_bytes()),
        4 => part.copy_from_slice(&(word as u32).to_ne_bytes()),
        8 => part.copy_from_slice(&(word as u64).to_ne_bytes()),
        _ => part.copy_from_slice(&word.to_ne_bytes()),
    }
    Some(())
}

impl Placed<'_> {
    fn of_type<T>(&self, found: Result<T, Unsupported>) -> Encoded<T> {
        found.map_err(|why| why.0)
    }

    /// Offset and type of a place in a static.
    fn address_of(&self, id: StaticId, path: &[Step]) -> Encoded<(u32, TypeId)> {
        let mut ty = self.program.static_of(id)?.ty;
        let start = self.statics.get(id.0 as usize);
        let mut at = *start.ok_or_else(|| format!("static {id} has no place"))?;
        for step in path {
            let (offset, next) = self.step_into(ty, *step)?;
            at += offset;
            ty = next;
        }
        Ok((at, ty))
    }

    fn step_into(&self, ty: TypeId, step: Step) -> Encoded<(u32, TypeId)> {
        let field = match step {
            Step::Field(field) => self.layouts.field(ty, None, field),
            Step::VariantField(variant, field) => self.layouts.field(ty, Some(variant), field),
            Step::Element(index) => {
                return match self.program.ty(ty)? {
                    Type::Array(element, len) if index < *len => {
                        let stride = self.of_type(self.layouts.size(*element))?;
                        Ok((index as u32 * stride, *element))
                    }
                    _ => Err(format!("no element {index} of {ty}")),
                }
            }
        };
        let field = self.of_type(field)?;
        Ok((field.offset, field.ty))
    }

    fn byte_type(&self) -> Encoded<TypeId> {
        let byte = Type::Int {
            signed: false,
            bits: 8,
        };
        let found = self.program.types.iter().position(|ty| *ty == byte);
        let found = found.ok_or("a str, but no type u8 in the program")?;
        Ok(TypeId(found as u32))
    }

    fn length_size(&self) -> u32 {
        register(Scalar::unsigned(self.program.pointer_width)).bytes()
    }

    /// Where the length of a slice lies behind its offset.
    const LENGTH_AT: usize = 8;
}

/// Writes values.
pub struct Encoder<'a> {
    pub placed: Placed<'a>,
    pub bytes: &'a mut [u8],
    /// Where values behind references may go; none if there is no room for such.
    pub room: Option<usize>,
}

impl Encoder<'_> {
    /// Writes a value of the type at an offset.
    pub fn value(&mut self, at: usize, value: &Value, ty: TypeId) -> Encoded<()> {
        let program = self.placed.program;
        match (value, program.ty(ty)?) {
            (Value::Undefined, _) => Ok(()),
            (Value::Scalar(bits), found) => match found.scalar() {
                Some(scalar) if scalar.contains(*bits) => {
                    self.word(at, register(scalar).bytes(), *bits)
                }
                _ => Err(self.no_value(value, ty)),
            },
            (Value::Aggregate(elements), Type::Array(element, len)) => {
                if elements.len() as u64 != *len {
                    return Err(format!("{} elements for {len}", elements.len()));
                }
                self.elements(at, elements, *element)
            }
            (Value::Aggregate(values), Type::Tuple(_) | Type::Struct { .. }) => {
                let fields = &self.placed.layouts.get(ty).map_err(|why| why.0)?.fields;
                self.fields(at, values, fields)
            }
            (Value::Variant(index, values), Type::Enum { .. }) => {
                let layout = self.placed.layouts.get(ty).map_err(|why| why.0)?;
                let fields = layout.variants.get(*index as usize);
                let fields = fields.ok_or_else(|| self.no_value(value, ty))?;
                self.word(at, tag_size(layout), u128::from(*index))?;
                self.fields(at, values, fields)
            }
            (Value::Func(FuncId(id)), Type::FnPtr { .. }) => self.word(at, 4, u128::from(*id)),
            (_, Type::Ref(target)) => {
                let address = self.reference(value, *target)?;
                self.word(at, 8, address as u128)
            }
            (_, Type::Slice(element)) => self.slice(at, value, *element),
            (_, Type::Str) => self.slice(at, value, self.placed.byte_type()?),
            _ => Err(self.no_value(value, ty)),
        }
    }

    fn no_value(&self, value: &Value, ty: TypeId) -> String {
        let program = self.placed.program;
        let (value, ty) = (print::value(program, ty, value), print::ty(program, ty));
        format!("{value} is no value of {ty}")
    }

    fn word(&mut self, at: usize, size: u32, word: u128) -> Encoded<()> {
        write_word(self.bytes, at, size, word).ok_or_else(|| "there is no room".to_owned())
    }

    fn fields(&mut self, at: usize, values: &[Value], fields: &[Field]) -> Encoded<()> {
        if values.len() != fields.len() {
            return Err(format!("{} fields for {}", values.len(), fields.len()));
        }
        let mut pairs = values.iter().zip(fields);
        pairs.try_for_each(|(value, field)| self.value(at + field.offset as usize, value, field.ty))
    }

    fn elements(&mut self, at: usize, values: &[Value], element: TypeId) -> Encoded<()> {
        let stride = self.size(element)?;
        let mut numbered = values.iter().enumerate();
        numbered.try_for_each(|(index, value)| self.value(at + index * stride, value, element))
    }

    fn size(&self, ty: TypeId) -> Encoded<usize> {
        self.placed
            .of_type(self.placed.layouts.size(ty))
            .map(|size| size as usize)
    }

    fn reference(&mut self, value: &Value, target: TypeId) -> Encoded<usize> {
        match value {
            Value::Ref(id, path) => {
                let (address, ty) = self.placed.address_of(*id, path)?;
                if ty != target {
                    return Err(format!("{value:?} refers to {ty}, not {target}"));
                }
                Ok(address as usize)
            }
            Value::Pointee(pointee) => {
                let at = self.take_room(self.size(target)?)?;
                self.value(at, pointee, target)?;
                Ok(at)
            }
            _ => Err(format!("{value:?} is no reference")),
        }
    }

    fn slice(&mut self, at: usize, value: &Value, element: TypeId) -> Encoded<()> {
        let (start, len) = match value {
            Value::Slice(id, path, start, len) => {
                (self.part_of_static(*id, path, element, *start, *len)?, *len)
            }
            Value::Pointee(pointee) => {
                let Value::Aggregate(values) = &**pointee else {
                    return Err(format!("{pointee:?} is no run of elements"));
                };
                let start = self.take_room(self.size(element)? * values.len())?;
                self.elements(start, values, element)?;
                (start, values.len() as u64)
            }
            _ => return Err(format!("{value:?} is no slice")),
        };
        self.word(at, 8, start as u128)?;
        let size = self.placed.length_size();
        self.word(at + Placed::LENGTH_AT, size, u128::from(len))
    }

    fn part_of_static(
        &self,
        id: StaticId,
        path: &[Step],
        element: TypeId,
        start: u64,
        len: u64,
    ) -> Encoded<usize> {
        let (address, ty) = self.placed.address_of(id, path)?;
        match self.placed.program.ty(ty)? {
            Type::Array(found, n) if *found == element => {
                let within = start.checked_add(len).is_some_and(|end| end <= *n);
                let stride = self.size(element)?;
                within
                    .then(|| address as usize + start as usize * stride)
                    .ok_or_else(|| format!("elements {start}..+{len} of {n}"))
            }
            _ => Err(format!("a slice of {element} in {ty}")),
        }
    }

    fn take_room(&mut self, size: usize) -> Encoded<usize> {
        let at = self
            .room
            .ok_or("a value refers to a place outside the statics")?;
        // One byte more, so that what has no size differs in its address.
        self.room = Some((at + size + 1).next_multiple_of(16));
        Ok(at)
    }
}

fn tag_size(layout: &Layout) -> u32 {
    tag_register(layout.variants.len()).bytes()
}

/// Reads value trees. Reading is total: what makes no sense is [`Value::Undefined`].
pub struct Reader<'a> {
    placed: Placed<'a>,
    bytes: &'a [u8],
    /// How many more nodes to read: references that were never written could lead in circles.
    budget: u32,
}

/// What a search in a static is for.
enum Wanted {
    Place(TypeId),
    Run(TypeId, u64),
}

impl<'a> Reader<'a> {
    pub fn new(placed: Placed<'a>, bytes: &'a [u8]) -> Reader<'a> {
        Reader {
            placed,
            bytes,
            budget: MAX_NODES,
        }
    }

    /// The value of the type at an offset.
    pub fn read(&mut self, at: usize, ty: TypeId) -> Value {
        self.value(at, ty, 0).unwrap_or(Value::Undefined)
    }

    fn value(&mut self, at: usize, ty: TypeId, depth: u32) -> Option<Value> {
        self.budget = self.budget.checked_sub(1)?;
        let found = self.placed.program.ty(ty).ok()?;
        if let Some(scalar) = found.scalar() {
            let size = register(scalar).bytes();
            return read_word(self.bytes, at, size).map(Value::Scalar);
        }
        let layout = self.placed.layouts.get(ty).ok()?;
        match found {
            Type::Tuple(_) | Type::Struct { .. } => {
                Some(Value::Aggregate(self.fields(at, &layout.fields, depth)))
            }
            Type::Array(element, len) => {
                let elements = self.elements(at, *element, *len, depth)?;
                Some(Value::Aggregate(elements))
            }
            Type::Enum { .. } => {
                let index = read_word(self.bytes, at, tag_size(layout))?;
                let fields = layout.variants.get(usize::try_from(index).ok()?)?;
                Some(Value::Variant(index as u32, self.fields(at, fields, depth)))
            }
            Type::FnPtr { .. } => {
                let id = read_word(self.bytes, at, 4)?;
                Some(Value::Func(FuncId(id as u32)))
            }
            Type::Ref(target) => {
                let address = usize::try_from(read_word(self.bytes, at, 8)?).ok()?;
                self.reference(address, *target, depth)
            }
            Type::Slice(element) => self.slice(at, *element, depth),
            Type::Str => self.slice(at, self.placed.byte_type().ok()?, depth),
            _ => None,
        }
    }

    fn fields(&mut self, at: usize, fields: &[Field], depth: u32) -> Vec<Value> {
        let mut read = |field: &Field| {
            let value = self.value(at + field.offset as usize, field.ty, depth);
            value.unwrap_or(Value::Undefined)
        };
        fields.iter().map(&mut read).collect()
    }

    fn elements(&mut self, at: usize, ty: TypeId, len: u64, depth: u32) -> Option<Vec<Value>> {
        let stride = self.placed.layouts.size(ty).ok()? as usize;
        let len = usize::try_from(len)
            .ok()
            .filter(|n| *n <= MAX_NODES as usize)?;
        let end = at.checked_add(len.checked_mul(stride)?)?;
        if end > self.bytes.len() {
            return None;
        }
        let starts = (0..len).map(|index| at + index * stride);
        let values = starts.map(|at| self.value(at, ty, depth).unwrap_or(Value::Undefined));
        Some(values.collect())
    }

    fn reference(&mut self, address: usize, target: TypeId, depth: u32) -> Option<Value> {
        if let Some((id, path, _)) = self.locate(address, &Wanted::Place(target)) {
            return Some(Value::Ref(id, path));
        }
        if depth >= MAX_DEPTH {
            return None;
        }
        let pointee = self.value(address, target, depth + 1)?;
        Some(Value::Pointee(Box::new(pointee)))
    }

    fn slice(&mut self, at: usize, element: TypeId, depth: u32) -> Option<Value> {
        let address = usize::try_from(read_word(self.bytes, at, 8)?).ok()?;
        let size = self.placed.length_size();
        let len = read_word(self.bytes, at + Placed::LENGTH_AT, size)? as u64;
        if let Some((id, path, start)) = self.locate(address, &Wanted::Run(element, len)) {
            return Some(Value::Slice(id, path, start, len));
        }
        if depth >= MAX_DEPTH {
            return None;
        }
        let elements = self.elements(address, element, len, depth + 1)?;
        Some(Value::Pointee(Box::new(Value::Aggregate(elements))))
    }

    /// What is wanted at an offset, if it is in a static: the static, the path, of a run the first index.
    fn locate(&self, address: usize, wanted: &Wanted) -> Option<(StaticId, Vec<Step>, u64)> {
        let starts = self.placed.statics.iter().enumerate();
        let below = starts.filter(|(_, start)| **start as usize <= address);
        let (index, start) = below.max_by_key(|(_, start)| **start)?;
        let ty = self.placed.program.statics[index].ty;
        let start = *start as usize;
        let size = self.placed.layouts.size(ty).ok()? as usize;
        if address - start > size {
            return None;
        }
        let mut path = Vec::new();
        let first = self.search(start, ty, address - start, wanted, &mut path)?;
        Some((StaticId(index as u32), path, first))
    }

    /// Extends the path to what is wanted at an offset of the place of type `ty` at `start`.
    fn search(
        &self,
        start: usize,
        ty: TypeId,
        offset: usize,
        wanted: &Wanted,
        path: &mut Vec<Step>,
    ) -> Option<u64> {
        if let Some(first) = self.matches(ty, offset, wanted) {
            return Some(first);
        }
        for (step, at, part) in self.parts(start, ty, offset)? {
            path.push(step);
            if let Some(first) = self.search(start + at, part, offset - at, wanted, path) {
                return Some(first);
            }
            path.pop();
        }
        None
    }

    fn matches(&self, ty: TypeId, offset: usize, wanted: &Wanted) -> Option<u64> {
        match wanted {
            Wanted::Place(target) => (ty == *target && offset == 0).then_some(0),
            Wanted::Run(element, len) => {
                let Type::Array(found, n) = self.placed.program.ty(ty).ok()? else {
                    return None;
                };
                let stride = self.placed.layouts.size(*found).ok()? as usize;
                let start = offset.checked_div(stride).unwrap_or(0) as u64;
                let whole = stride == 0 || offset.is_multiple_of(stride);
                (found == element && whole && start + len <= *n).then_some(start)
            }
        }
    }

    /// The parts of a place that an offset may be in (one without size may also lie at another's end).
    fn parts(&self, start: usize, ty: TypeId, offset: usize) -> Option<Vec<(Step, usize, TypeId)>> {
        let layout = self.placed.layouts.get(ty).ok()?;
        let (variant, fields) = match self.placed.program.ty(ty).ok()? {
            Type::Tuple(_) | Type::Struct { .. } => (None, &layout.fields),
            Type::Enum { .. } => {
                let index = read_word(self.bytes, start, tag_size(layout))? as u32;
                (Some(index), layout.variants.get(index as usize)?)
            }
            Type::Array(element, len) => {
                let stride = self.placed.layouts.size(*element).ok()? as usize;
                let index = offset.checked_div(stride).unwrap_or(0);
                let within = (index as u64) < *len;
                let part = (Step::Element(index as u64), index * stride, *element);
                return Some(within.then_some(part).into_iter().collect());
            }
            _ => return Some(Vec::new()),
        };
        let mut parts = Vec::new();
        for (index, field) in (0u32..).zip(fields) {
            let (at, size) = (
                field.offset as usize,
                self.placed.layouts.size(field.ty).ok()? as usize,
            );
            if (at..=at + size).contains(&offset) {
                let step = match variant {
                    None => Step::Field(index),
                    Some(variant) => Step::VariantField(variant, index),
                };
                parts.push((step, at, field.ty));
            }
        }
        Some(parts)
    }
}
