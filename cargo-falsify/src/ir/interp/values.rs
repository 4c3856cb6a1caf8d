//! Between value trees and words of memory, and between addresses and paths.

use super::compile::Context;
use super::layout::fields_of;
use crate::ir::{print, FuncId, StaticId, Step, Type, TypeId, Value};

/// A word to write; none where the value is undefined.
pub type Words = Vec<Option<u128>>;

/// Finds room for the words behind a reference and says where.
type PlaceWords<'a> = &'a mut dyn FnMut(Words) -> Result<u32, String>;

/// Words of a constant; undefined ones are zero.
pub fn constant_words(
    context: Context<'_>,
    value: &Value,
    ty: TypeId,
) -> Result<Vec<u128>, String> {
    let mut no_room = |_| Err("a constant refers to a place outside the statics".to_owned());
    let words = words(context, value, ty, &mut no_room)?;
    Ok(words.into_iter().map(Option::unwrap_or_default).collect())
}

/// Words of a value of the type.
pub fn words(
    context: Context<'_>,
    value: &Value,
    ty: TypeId,
    place: PlaceWords<'_>,
) -> Result<Words, String> {
    let mut out = Vec::with_capacity(context.layouts.size(ty)? as usize);
    Flatten { context, place }.value(value, ty, &mut out)?;
    Ok(out)
}

struct Flatten<'a, 'p> {
    context: Context<'a>,
    place: PlaceWords<'p>,
}

impl Flatten<'_, '_> {
    fn value(&mut self, value: &Value, ty: TypeId, out: &mut Words) -> Result<(), String> {
        let program = self.context.program;
        match (value, program.ty(ty)?) {
            (Value::Undefined, _) => {
                let size = self.context.layouts.size(ty)? as usize;
                out.resize(out.len() + size, None);
            }
            (Value::Scalar(bits), found) => match found.scalar() {
                Some(scalar) if scalar.contains(*bits) => out.push(Some(*bits)),
                _ => return Err(self.no_value(value, ty)),
            },
            (Value::Aggregate(elements), Type::Array(element, len)) => {
                if elements.len() as u64 != *len {
                    return Err(format!("{} elements for {len}", elements.len()));
                }
                for value in elements {
                    self.value(value, *element, out)?;
                }
            }
            (Value::Aggregate(values), Type::Tuple(_) | Type::Struct { .. }) => {
                self.fields(values, &fields_of(program, ty, None)?, out)?;
            }
            (Value::Variant(index, values), Type::Enum { .. }) => {
                let end = out.len() + self.context.layouts.size(ty)? as usize;
                out.push(Some((*index).into()));
                self.fields(values, &fields_of(program, ty, Some(*index))?, out)?;
                out.resize(end, None);
            }
            (Value::Func(FuncId(id)), Type::FnPtr { .. }) => out.push(Some((*id).into())),
            (_, Type::Ref(target)) => self.reference(value, *target, out)?,
            (_, Type::Slice(element)) => self.slice(value, *element, out)?,
            (_, Type::Str) => {
                let byte = program.types.iter().position(is_byte);
                let byte = byte.ok_or("a str, but no type u8 in the program")?;
                self.slice(value, TypeId(byte as u32), out)?;
            }
            _ => return Err(self.no_value(value, ty)),
        }
        Ok(())
    }

    fn no_value(&self, value: &Value, ty: TypeId) -> String {
        let program = self.context.program;
        let (value, ty) = (print::value(program, ty, value), print::ty(program, ty));
        format!("{value} is no value of {ty}")
    }

    fn fields(
        &mut self,
        values: &[Value],
        types: &[TypeId],
        out: &mut Words,
    ) -> Result<(), String> {
        if values.len() != types.len() {
            return Err(format!("{} fields for {}", values.len(), types.len()));
        }
        for (value, ty) in values.iter().zip(types) {
            self.value(value, *ty, out)?;
        }
        Ok(())
    }

    fn reference(&mut self, value: &Value, target: TypeId, out: &mut Words) -> Result<(), String> {
        let address = match value {
            Value::Ref(id, path) => {
                let (address, ty) = address_of(self.context, *id, path)?;
                if ty != target {
                    return Err(format!("{value:?} refers to {ty}, not {target}"));
                }
                address
            }
            Value::Pointee(pointee) => {
                let mut behind = Vec::new();
                self.value(pointee, target, &mut behind)?;
                (self.place)(behind)?
            }
            _ => return Err(format!("{value:?} is no reference")),
        };
        out.push(Some(address.into()));
        Ok(())
    }

    fn slice(&mut self, value: &Value, element: TypeId, out: &mut Words) -> Result<(), String> {
        let (address, len) = match value {
            Value::Slice(id, path, start, len) => {
                let address = self.part_address(*id, path, element, *start, *len)?;
                (address, *len)
            }
            Value::Pointee(pointee) => {
                let Value::Aggregate(elements) = &**pointee else {
                    return Err(format!("{pointee:?} is no run of elements"));
                };
                let mut behind = Vec::new();
                for value in elements {
                    self.value(value, element, &mut behind)?;
                }
                ((self.place)(behind)?, elements.len() as u64)
            }
            _ => return Err(format!("{value:?} is no slice")),
        };
        out.extend([Some(address.into()), Some(len.into())]);
        Ok(())
    }

    fn part_address(
        &self,
        id: StaticId,
        path: &[Step],
        element: TypeId,
        start: u64,
        len: u64,
    ) -> Result<u32, String> {
        let (address, ty) = address_of(self.context, id, path)?;
        match self.context.program.ty(ty)? {
            Type::Array(found, n) if *found == element => {
                let within = start.checked_add(len).is_some_and(|end| end <= *n);
                let stride = self.context.layouts.size(element)?;
                within
                    .then(|| address + start as u32 * stride)
                    .ok_or_else(|| format!("elements {start}..+{len} of {n}"))
            }
            found => {
                let program = self.context.program;
                let (element, found) = (print::ty(program, element), print::shape(program, found));
                Err(format!("a slice of {element} in {found}"))
            }
        }
    }
}

fn is_byte(ty: &Type) -> bool {
    *ty == Type::Int {
        signed: false,
        bits: 8,
    }
}

/// Address and type of a place in a static.
pub fn address_of(
    context: Context<'_>,
    id: StaticId,
    path: &[Step],
) -> Result<(u32, TypeId), String> {
    let mut ty = context.program.static_of(id)?.ty;
    let start = context.statics.get(id.0 as usize);
    let mut address = *start.ok_or_else(|| format!("static {id} has no place"))?;
    for step in path {
        let (offset, next) = step_into(context, ty, *step)?;
        address += offset;
        ty = next;
    }
    Ok((address, ty))
}

fn step_into(context: Context<'_>, ty: TypeId, step: Step) -> Result<(u32, TypeId), String> {
    let (program, layouts) = (context.program, context.layouts);
    let (variant, field) = match step {
        Step::Field(field) => (None, field),
        Step::VariantField(variant, field) => (Some(variant), field),
        Step::Element(index) => {
            return match program.ty(ty)? {
                Type::Array(element, len) if index < *len => {
                    Ok((index as u32 * layouts.size(*element)?, *element))
                }
                found => {
                    let found = print::shape(program, found);
                    Err(format!("no element {index} of {found}"))
                }
            }
        }
    };
    let offset = layouts.offset(program, ty, variant, field)?;
    Ok((offset, program.field_type(ty, variant, field)?))
}

/// The words of the interpreter, and in checked mode which of them have been written.
pub struct Memory {
    pub words: Vec<u128>,
    pub defined: Option<Vec<bool>>,
}

impl Memory {
    pub fn new(checked: bool) -> Memory {
        Memory {
            words: Vec::new(),
            defined: checked.then(Vec::new),
        }
    }

    pub fn grow(&mut self, len: usize) {
        if self.words.len() < len {
            self.words.resize(len, 0);
        }
        if let Some(defined) = &mut self.defined {
            if defined.len() < len {
                defined.resize(len, false);
            }
        }
    }

    /// The word, if it is there and defined.
    fn get(&self, address: usize) -> Option<u128> {
        let defined = self.defined.as_ref();
        if defined.is_some_and(|d| !d.get(address).copied().unwrap_or(false)) {
            return None;
        }
        self.words.get(address).copied()
    }

    /// Writes words and whether they are defined; grows if needed.
    pub fn write(&mut self, address: usize, words: &[Option<u128>]) {
        self.grow(address + words.len());
        for (at, word) in (address..).zip(words) {
            self.words[at] = word.unwrap_or_default();
            if let Some(defined) = &mut self.defined {
                defined[at] = word.is_some();
            }
        }
    }

    pub fn undefine(&mut self, from: usize, to: usize) {
        if let Some(defined) = &mut self.defined {
            defined[from..to].fill(false);
        }
    }
}

/// Reads value trees. Reading is total: what makes no sense (an undefined word, a reference that was never
/// written) is [`Value::Undefined`].
pub struct Reader<'a> {
    pub context: Context<'a>,
    pub memory: &'a Memory,
    /// How many more nodes to read: undefined references could lead in circles.
    budget: u32,
}

/// How deep references are followed: `Cell`s can make circles of them.
const MAX_DEPTH: u32 = 16;
const MAX_NODES: u32 = 1 << 24;

impl<'a> Reader<'a> {
    pub fn new(context: Context<'a>, memory: &'a Memory) -> Reader<'a> {
        Reader {
            context,
            memory,
            budget: MAX_NODES,
        }
    }

    /// The value of the type at an address.
    pub fn read(&mut self, address: usize, ty: TypeId) -> Value {
        self.value(address, ty, 0).unwrap_or(Value::Undefined)
    }

    fn value(&mut self, at: usize, ty: TypeId, depth: u32) -> Option<Value> {
        self.budget = self.budget.checked_sub(1)?;
        let program = self.context.program;
        match program.ty(ty).ok()? {
            Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. } => {
                self.memory.get(at).map(Value::Scalar)
            }
            Type::Tuple(_) | Type::Struct { .. } => {
                let types = fields_of(program, ty, None).ok()?;
                Some(Value::Aggregate(self.fields(at, &types, depth)?))
            }
            Type::Array(element, len) => {
                let elements = self.elements(at, *element, *len, depth)?;
                Some(Value::Aggregate(elements))
            }
            Type::Enum { .. } => {
                let index = u32::try_from(self.memory.get(at)?).ok()?;
                let types = fields_of(program, ty, Some(index)).ok()?;
                Some(Value::Variant(index, self.fields(at + 1, &types, depth)?))
            }
            Type::FnPtr { .. } => {
                let id = u32::try_from(self.memory.get(at)?).ok()?;
                Some(Value::Func(FuncId(id)))
            }
            Type::Ref(target) => {
                let address = usize::try_from(self.memory.get(at)?).ok()?;
                self.reference(address, *target, depth)
            }
            Type::Slice(element) => self.slice(at, *element, depth),
            Type::Str => {
                let byte = program.types.iter().position(is_byte)?;
                self.slice(at, TypeId(byte as u32), depth)
            }
            Type::Never => None,
        }
    }

    fn fields(&mut self, start: usize, types: &[TypeId], depth: u32) -> Option<Vec<Value>> {
        let mut at = start;
        let mut values = Vec::with_capacity(types.len());
        for ty in types {
            values.push(self.value(at, *ty, depth).unwrap_or(Value::Undefined));
            at += self.context.layouts.size(*ty).ok()? as usize;
        }
        Some(values)
    }

    fn elements(
        &mut self,
        start: usize,
        element: TypeId,
        len: u64,
        depth: u32,
    ) -> Option<Vec<Value>> {
        let stride = self.context.layouts.size(element).ok()? as usize;
        let len = usize::try_from(len)
            .ok()
            .filter(|n| *n <= MAX_NODES as usize)?;
        let end = start.checked_add(len.checked_mul(stride)?)?;
        if end > self.memory.words.len() {
            return None;
        }
        let places = (0..len).map(|index| start + index * stride);
        let values = places.map(|at| self.value(at, element, depth).unwrap_or(Value::Undefined));
        Some(values.collect())
    }

    fn reference(&mut self, address: usize, target: TypeId, depth: u32) -> Option<Value> {
        if let Some((id, path)) = self.locate(address, target) {
            return Some(Value::Ref(id, path));
        }
        if depth >= MAX_DEPTH {
            return None;
        }
        let pointee = self.value(address, target, depth + 1)?;
        Some(Value::Pointee(Box::new(pointee)))
    }

    fn slice(&mut self, at: usize, element: TypeId, depth: u32) -> Option<Value> {
        let address = usize::try_from(self.memory.get(at)?).ok()?;
        let len = u64::try_from(self.memory.get(at + 1)?).ok()?;
        if let Some((id, path, start)) = self.locate_slice(address, element, len) {
            return Some(Value::Slice(id, path, start, len));
        }
        if depth >= MAX_DEPTH {
            return None;
        }
        let elements = self.elements(address, element, len, depth + 1)?;
        Some(Value::Pointee(Box::new(Value::Aggregate(elements))))
    }

    /// The place of the type at an address, if it is in a static.
    pub fn locate(&self, address: usize, target: TypeId) -> Option<(StaticId, Vec<Step>)> {
        let (id, ty, offset) = self.static_at(address)?;
        let mut path = Vec::new();
        let wanted = Wanted::Place(target);
        self.search(address - offset, ty, offset, &wanted, &mut path)?;
        Some((id, path))
    }

    /// The array place and start of a run of elements, if it is in a static.
    pub fn locate_slice(
        &self,
        address: usize,
        element: TypeId,
        len: u64,
    ) -> Option<(StaticId, Vec<Step>, u64)> {
        let (id, ty, offset) = self.static_at(address)?;
        let mut path = Vec::new();
        let wanted = Wanted::Run(element, len);
        let start = self.search(address - offset, ty, offset, &wanted, &mut path)?;
        Some((id, path, start))
    }

    /// The static that an address is in, its type, and the offset in it.
    fn static_at(&self, address: usize) -> Option<(StaticId, TypeId, usize)> {
        let starts = self.context.statics;
        let index = starts.partition_point(|start| *start as usize <= address);
        let index = index.checked_sub(1)?;
        let ty = self.context.program.statics[index].ty;
        let offset = address - starts[index] as usize;
        let size = self.context.layouts.size(ty).ok()? as usize;
        (offset <= size).then_some((StaticId(index as u32), ty, offset))
    }

    /// Extends the path to what is wanted at an offset of the place of type `ty` at `start`. For a run of
    /// elements the result is the index of the first.
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
                let Type::Array(found, n) = self.context.program.ty(ty).ok()? else {
                    return None;
                };
                let stride = self.context.layouts.size(*found).ok()? as usize;
                let start = offset.checked_div(stride).unwrap_or(0) as u64;
                let whole = stride == 0 || offset.is_multiple_of(stride);
                (found == element && whole && start + len <= *n).then_some(start)
            }
        }
    }

    /// The parts of a place that an offset may be in (a zero-sized one may also lie at another's end).
    fn parts(&self, start: usize, ty: TypeId, offset: usize) -> Option<Vec<(Step, usize, TypeId)>> {
        let (program, layouts) = (self.context.program, self.context.layouts);
        let (variant, mut at) = match program.ty(ty).ok()? {
            Type::Tuple(_) | Type::Struct { .. } => (None, 0),
            Type::Enum { .. } => {
                let index = self.memory.words.get(start).copied()?;
                (Some(u32::try_from(index).ok()?), 1)
            }
            Type::Array(element, len) => {
                let stride = layouts.size(*element).ok()? as usize;
                let index = offset.checked_div(stride).unwrap_or(0);
                let within = (index as u64) < *len;
                let part = (Step::Element(index as u64), index * stride, *element);
                return Some(within.then_some(part).into_iter().collect());
            }
            _ => return Some(Vec::new()),
        };
        let mut parts = Vec::new();
        for (field, part) in (0u32..).zip(fields_of(program, ty, variant).ok()?) {
            let size = layouts.size(part).ok()? as usize;
            if (at..=at + size).contains(&offset) {
                let step = match variant {
                    None => Step::Field(field),
                    Some(variant) => Step::VariantField(variant, field),
                };
                parts.push((step, at, part));
            }
            at += size;
        }
        Some(parts)
    }
}

/// What a search in a static is for.
enum Wanted {
    Place(TypeId),
    Run(TypeId, u64),
}
