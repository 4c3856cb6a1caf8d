//! How values lie in native memory: bytes at natural sizes, and the scalars ("leaves") that a value consists of.
//!
//! An enum is the index of its variant followed by the fields of *all* variants one after the other: so every leaf
//! has one offset and one register type, whichever variant is there. A reference is an offset in the memory, a slice
//! an offset and a length.

use cranelift_codegen::ir::types;
use cranelift_codegen::ir::Type as Register;

use super::Unsupported;
use crate::bv::Scalar;
use crate::ir::{Program, Type, TypeId};

/// A value of more leaves than this is never taken apart: it stays in memory.
pub const MAX_LEAVES: usize = 8;

/// Larger types are not laid out, so that every offset fits an immediate operand.
const MAX_SIZE: u64 = 1 << 28;

/// A scalar of a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leaf {
    pub offset: u32,
    pub register: Register,
}

/// The place of one type.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    pub size: u32,
    pub align: u32,
    /// If there are few enough of them.
    pub leaves: Option<Vec<Leaf>>,
    /// Of a tuple or struct, or of an array its only element type, at index 0.
    pub fields: Vec<Field>,
    /// Of an enum.
    pub variants: Vec<Vec<Field>>,
}

/// A field within its value.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub ty: TypeId,
    pub offset: u32,
    /// Position of its first leaf among the value's.
    pub first_leaf: usize,
}

/// Layouts of all types of a program.
pub struct Layouts {
    of: Vec<Option<Layout>>,
}

impl Layouts {
    pub fn new(program: &Program) -> Layouts {
        let mut layouts = Layouts {
            of: vec![None; program.types.len()],
        };
        let mut open = vec![false; program.types.len()];
        for index in 0..program.types.len() {
            layouts.fill(program, TypeId(index as u32), &mut open);
        }
        layouts
    }

    pub fn get(&self, ty: TypeId) -> Result<&Layout, Unsupported> {
        let found = self.of.get(ty.0 as usize).and_then(Option::as_ref);
        found.ok_or_else(|| Unsupported(format!("type {ty} is too large or has no finite layout")))
    }

    pub fn size(&self, ty: TypeId) -> Result<u32, Unsupported> {
        Ok(self.get(ty)?.size)
    }

    /// The leaves of a type that can be taken apart.
    pub fn leaves(&self, ty: TypeId) -> Result<Option<&[Leaf]>, Unsupported> {
        Ok(self.get(ty)?.leaves.as_deref())
    }

    /// A field of a tuple, struct or variant.
    pub fn field(
        &self,
        ty: TypeId,
        variant: Option<u32>,
        field: u32,
    ) -> Result<Field, Unsupported> {
        let layout = self.get(ty)?;
        let fields = match variant {
            None => Some(&layout.fields),
            Some(variant) => layout.variants.get(variant as usize),
        };
        let found = fields
            .and_then(|fields| fields.get(field as usize))
            .copied();
        found.ok_or_else(|| Unsupported(format!("no field {field} of {ty}")))
    }

    fn fill(&mut self, program: &Program, ty: TypeId, open: &mut [bool]) -> Option<()> {
        let index = ty.0 as usize;
        if self.of.get(index)?.is_some() {
            return Some(());
        }
        if std::mem::replace(&mut open[index], true) {
            return None; // A type that contains itself, or one that was too large before.
        }
        let layout = self.compute(program, ty, open)?;
        self.of[index] = Some(layout);
        Some(())
    }

    fn compute(&mut self, program: &Program, ty: TypeId, open: &mut [bool]) -> Option<Layout> {
        let found = &program.types[ty.0 as usize];
        if let Some(scalar) = found.scalar() {
            return Some(Layout::of_registers(&[register(scalar)]));
        }
        match found {
            Type::Ref(_) => Some(Layout::of_registers(&[types::I64])),
            Type::FnPtr { .. } => Some(Layout::of_registers(&[types::I32])),
            Type::Slice(_) | Type::Str => {
                let length = register(Scalar::unsigned(program.pointer_width));
                Some(Layout::of_registers(&[types::I64, length]))
            }
            Type::Array(element, len) => {
                self.fill(program, *element, open)?;
                self.array(*element, *len)
            }
            Type::Tuple(fields) => self.product(program, fields.iter().copied(), open),
            Type::Struct { fields, .. } => self.product(program, fields.iter().map(|f| f.1), open),
            Type::Enum { variants, .. } => {
                let tag = tag_register(variants.len());
                let mut built = Layout::of_registers(&[tag]);
                for variant in variants {
                    let types = variant.fields.iter().map(|f| f.1);
                    let fields = self.append(program, &mut built, types, open)?;
                    built.variants.push(fields);
                }
                built.finished()
            }
            _ => Some(Layout::of_registers(&[])),
        }
    }

    fn array(&self, element: TypeId, len: u64) -> Option<Layout> {
        let part = self.of[element.0 as usize].as_ref()?;
        let size = u64::from(part.size).checked_mul(len)?;
        let count = part
            .leaves
            .as_ref()
            .map(|l| (l.len() as u64).saturating_mul(len));
        let is_small = count.is_some_and(|count| count <= MAX_LEAVES as u64 && len <= 1 << 20);
        let leaves = match (&part.leaves, is_small) {
            (Some(leaves), true) => Some(repeated(leaves, part.size, len)),
            _ => None,
        };
        (size <= MAX_SIZE).then_some(Layout {
            size: size as u32,
            align: part.align,
            leaves,
            fields: vec![Field {
                ty: element,
                offset: 0,
                first_leaf: 0,
            }],
            variants: Vec::new(),
        })
    }

    fn product(
        &mut self,
        program: &Program,
        fields: impl Iterator<Item = TypeId>,
        open: &mut [bool],
    ) -> Option<Layout> {
        let mut built = Layout::of_registers(&[]);
        built.fields = self.append(program, &mut built, fields, open)?;
        built.finished()
    }

    /// Puts fields behind what is there.
    fn append(
        &mut self,
        program: &Program,
        built: &mut Layout,
        types: impl Iterator<Item = TypeId>,
        open: &mut [bool],
    ) -> Option<Vec<Field>> {
        let mut fields = Vec::new();
        for ty in types {
            self.fill(program, ty, open)?;
            fields.push(built.add(ty, self.of[ty.0 as usize].as_ref()?)?);
        }
        Some(fields)
    }
}

impl Layout {
    fn of_registers(registers: &[Register]) -> Layout {
        let mut built = Layout {
            align: 1,
            leaves: Some(Vec::new()),
            ..Layout::default()
        };
        for register in registers {
            let align = register.bytes().min(8);
            built.align = built.align.max(align);
            let offset = built.size.next_multiple_of(align);
            built.size = offset + register.bytes();
            let leaf = Leaf {
                offset,
                register: *register,
            };
            built.leaves.get_or_insert_default().push(leaf);
        }
        built
    }

    fn add(&mut self, ty: TypeId, part: &Layout) -> Option<Field> {
        let offset = self.size.next_multiple_of(part.align);
        let first_leaf = self.leaves.as_ref().map_or(0, Vec::len);
        self.align = self.align.max(part.align);
        self.size = offset.checked_add(part.size)?;
        self.leaves = match (self.leaves.take(), &part.leaves) {
            (Some(mut all), Some(more)) if all.len() + more.len() <= MAX_LEAVES => {
                all.extend(more.iter().map(|leaf| leaf.moved(offset)));
                Some(all)
            }
            _ => None,
        };
        (u64::from(self.size) <= MAX_SIZE).then_some(Field {
            ty,
            offset,
            first_leaf,
        })
    }

    /// Rounds the size so that elements of arrays are aligned.
    fn finished(mut self) -> Option<Layout> {
        self.size = self.size.next_multiple_of(self.align);
        Some(self)
    }
}

impl Leaf {
    fn moved(self, by: u32) -> Leaf {
        Leaf {
            offset: self.offset + by,
            ..self
        }
    }
}

fn repeated(leaves: &[Leaf], stride: u32, len: u64) -> Vec<Leaf> {
    let starts = (0..len as u32).map(|index| index * stride);
    starts
        .flat_map(|start| leaves.iter().map(move |leaf| leaf.moved(start)))
        .collect()
}

/// What holds a scalar: the smallest register that it fits, zero-extended.
pub fn register(scalar: Scalar) -> Register {
    match scalar.bits() {
        ..=8 => types::I8,
        9..=16 => types::I16,
        17..=32 => types::I32,
        33..=64 => types::I64,
        65.. => types::I128,
    }
}

/// What holds the index of one of so many variants.
pub fn tag_register(variants: usize) -> Register {
    match variants {
        ..=256 => types::I8,
        257..=65536 => types::I16,
        _ => types::I32,
    }
}
