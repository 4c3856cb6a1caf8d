//! Places: where they are, reading and writing them.

use cranelift_codegen::ir::{types, AliasRegion, InstBuilder, Value};

use super::value::Got;
use super::{flags, internal, Emitter};
use crate::ir::{LocalId, Place, Projection, Root, Type, TypeId};
use crate::native::layout::Leaf;
use crate::native::{convention, Unsupported};

/// What an offset counts from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Base {
    /// The memory's start.
    Memory,
    /// This function's frame.
    Frame,
    /// The frame of whoever is called next.
    Callee,
    /// An offset that the run computes.
    Offset(Value),
}

/// A place in memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Address {
    pub base: Base,
    pub offset: u32,
}

impl Address {
    pub fn moved(self, by: u32) -> Address {
        Address {
            offset: self.offset + by,
            ..self
        }
    }
}

/// A place in registers or in memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Spot {
    /// Leaves of a local, from this one on.
    Registers {
        local: usize,
        first: usize,
    },
    Memory(Address),
}

/// Larger values are copied by a call.
const MAX_INLINE_COPY: u32 = 64;

impl Emitter<'_, '_> {
    pub(super) fn local_spot(&self, local: usize) -> Spot {
        let home = &self.homes[local];
        match (&home.registers, home.slot) {
            (None, Some(offset)) => Spot::Memory(Address {
                base: Base::Frame,
                offset,
            }),
            _ => Spot::Registers { local, first: 0 },
        }
    }

    /// Finds a place and its type.
    pub(super) fn place(&mut self, place: &Place) -> Result<(Spot, TypeId), Unsupported> {
        let program = self.unit.program;
        let (mut spot, mut ty) = self.root_place(place.root)?;
        for step in &place.path {
            let next = program
                .projected_type(self.func, ty, *step)
                .map_err(Unsupported)?;
            spot = self.project(spot, ty, *step)?;
            ty = next;
        }
        Ok((spot, ty))
    }

    fn root_place(&self, root: Root) -> Result<(Spot, TypeId), Unsupported> {
        match root {
            Root::Local(local) => {
                let ty = self.func.local_type(local).map_err(Unsupported)?;
                Ok((self.local_spot(local.0 as usize), ty))
            }
            Root::Static(id) => {
                let ty = self.unit.program.static_of(id).map_err(Unsupported)?.ty;
                let offset = self.unit.plan.statics[id.0 as usize];
                let base = Base::Memory;
                Ok((Spot::Memory(Address { base, offset }), ty))
            }
        }
    }

    fn project(&mut self, spot: Spot, ty: TypeId, step: Projection) -> Result<Spot, Unsupported> {
        let (variant, field) = match step {
            Projection::Field(field) => (None, field),
            Projection::VariantField(variant, field) => (Some(variant), field),
            Projection::Deref => {
                let reference = self.load_leaves(spot, ty)?[0];
                return Ok(Spot::Memory(at(reference)));
            }
            _ => return self.element(spot, ty, step),
        };
        let field = self.unit.layouts.field(ty, variant, field)?;
        Ok(match spot {
            Spot::Registers { local, first } => {
                let first = first + field.first_leaf;
                Spot::Registers { local, first }
            }
            Spot::Memory(address) => Spot::Memory(address.moved(field.offset)),
        })
    }

    fn element(&mut self, spot: Spot, ty: TypeId, step: Projection) -> Result<Spot, Unsupported> {
        match self.unit.program.ty(ty).map_err(Unsupported)? {
            Type::Array(element, len) => match step {
                Projection::ConstIndex(index) => self.fixed_element(spot, *element, index),
                Projection::ConstIndexFromEnd(back) => {
                    self.fixed_element(spot, *element, len - back)
                }
                Projection::Index(local) => {
                    let Spot::Memory(array) = spot else {
                        return Err(internal("an array in registers is indexed"));
                    };
                    let start = self.offset(array);
                    let index = self.index(local)?;
                    self.element_at(start, index, *element)
                }
                _ => Err(internal("no such projection of an array")),
            },
            Type::Slice(element) => {
                let slice = self.load_leaves(spot, ty)?;
                let index = match step {
                    Projection::Index(local) => self.index(local)?,
                    Projection::ConstIndex(index) => self.constant(types::I64, u128::from(index)),
                    Projection::ConstIndexFromEnd(back) => {
                        let len = self.extended(slice[1], types::I64);
                        self.builder.ins().iadd_imm(len, -(back as i64))
                    }
                    _ => return Err(internal("no such projection of a slice")),
                };
                self.element_at(slice[0], index, *element)
            }
            _ => Err(internal("an index into something that is no array")),
        }
    }

    fn fixed_element(
        &mut self,
        spot: Spot,
        element: TypeId,
        index: u64,
    ) -> Result<Spot, Unsupported> {
        let part = self.unit.layouts.get(element)?;
        Ok(match spot {
            Spot::Registers { local, first } => {
                let count = part.leaves.as_ref().map_or(0, Vec::len);
                let first = first + index as usize * count;
                Spot::Registers { local, first }
            }
            Spot::Memory(address) => Spot::Memory(address.moved(index as u32 * part.size)),
        })
    }

    fn index(&mut self, local: LocalId) -> Result<Value, Unsupported> {
        let ty = self.func.local_type(local).map_err(Unsupported)?;
        let index = self.load_leaves(self.local_spot(local.0 as usize), ty)?[0];
        Ok(self.extended(index, types::I64))
    }

    fn element_at(
        &mut self,
        start: Value,
        index: Value,
        element: TypeId,
    ) -> Result<Spot, Unsupported> {
        let stride = self.unit.layouts.size(element)?;
        let distance = self.builder.ins().imul_imm(index, i64::from(stride));
        Ok(Spot::Memory(at(self.builder.ins().iadd(start, distance))))
    }

    // --- addresses

    /// The offset that a reference to the place holds.
    pub(super) fn offset(&mut self, address: Address) -> Value {
        let by = i64::from(address.offset);
        match address.base {
            Base::Memory => self.builder.ins().iconst(types::I64, by),
            Base::Frame => self.builder.ins().iadd_imm(self.sp, by),
            Base::Callee => self.builder.ins().iadd_imm(self.callee_sp, by),
            Base::Offset(offset) if by == 0 => offset,
            Base::Offset(offset) => self.builder.ins().iadd_imm(offset, by),
        }
    }

    /// What to add the immediate offset to.
    fn pointer(&mut self, address: Address) -> Value {
        match address.base {
            Base::Memory => self.base,
            Base::Frame => self.builder.ins().iadd(self.base, self.sp),
            Base::Callee => self.builder.ins().iadd(self.base, self.callee_sp),
            Base::Offset(offset) => {
                let window = i64::from(self.unit.window) - 1;
                let cut = self.builder.ins().band_imm(offset, window);
                self.builder.ins().iadd(self.base, cut)
            }
        }
    }

    /// The host's address of a place.
    pub(super) fn host_address(&mut self, address: Address) -> Value {
        let pointer = self.pointer(address);
        self.builder
            .ins()
            .iadd_imm(pointer, i64::from(address.offset))
    }

    fn load_word(&mut self, address: Address, register: types::Type) -> Value {
        let pointer = self.pointer(address);
        let flags = flags(AliasRegion::Heap);
        self.builder
            .ins()
            .load(register, flags, pointer, address.offset as i32)
    }

    pub(super) fn store_word(&mut self, address: Address, word: Value) {
        let pointer = self.pointer(address);
        let flags = flags(AliasRegion::Heap);
        self.builder
            .ins()
            .store(flags, word, pointer, address.offset as i32);
    }

    /// Room for a value until the end of the statement.
    pub(super) fn temp(&mut self, ty: TypeId) -> Result<Address, Unsupported> {
        let offset = convention::reserve(self.unit.layouts, ty, &mut self.temps)?;
        self.max_frame = self.max_frame.max(self.temps);
        Ok(Address {
            base: Base::Frame,
            offset,
        })
    }

    // --- values of places

    fn leaves_of(&self, ty: TypeId) -> Result<Vec<Leaf>, Unsupported> {
        let leaves = self.unit.layouts.leaves(ty)?;
        let leaves = leaves.ok_or_else(|| internal("a large value is taken apart"))?;
        Ok(leaves.to_vec())
    }

    /// The leaves of a place of a type that can be taken apart.
    pub(super) fn load_leaves(
        &mut self,
        spot: Spot,
        ty: TypeId,
    ) -> Result<Vec<Value>, Unsupported> {
        let leaves = self.leaves_of(ty)?;
        match spot {
            Spot::Registers { local, first } => {
                let registers = self.homes[local].registers.clone().unwrap_or_default();
                let wanted = registers.get(first..first + leaves.len());
                let wanted = wanted.ok_or_else(|| internal("leaves are missing"))?;
                Ok(wanted.iter().map(|v| self.builder.use_var(*v)).collect())
            }
            Spot::Memory(address) => {
                let load = |leaf: Leaf| self.load_word(address.moved(leaf.offset), leaf.register);
                Ok(leaves.into_iter().map(load).collect())
            }
        }
    }

    /// The first leaf of a place, whatever its type.
    pub(super) fn load_first(
        &mut self,
        spot: Spot,
        register: types::Type,
    ) -> Result<Value, Unsupported> {
        match spot {
            Spot::Registers { local, first } => {
                let registers = self.homes[local].registers.as_ref();
                let wanted = registers.and_then(|r| r.get(first)).copied();
                let wanted = wanted.ok_or_else(|| internal("a leaf is missing"))?;
                Ok(self.builder.use_var(wanted))
            }
            Spot::Memory(address) => Ok(self.load_word(address, register)),
        }
    }

    /// What is there: taken apart if it can be.
    pub(super) fn read(&mut self, spot: Spot, ty: TypeId) -> Result<Got, Unsupported> {
        match (spot, self.unit.layouts.leaves(ty)?.is_some()) {
            (_, true) => Ok(Got::Leaves(self.load_leaves(spot, ty)?)),
            (Spot::Memory(address), false) => Ok(Got::Memory(address)),
            (Spot::Registers { .. }, false) => Err(internal("a large value in registers")),
        }
    }

    pub(super) fn store(&mut self, spot: Spot, ty: TypeId, got: Got) -> Result<(), Unsupported> {
        let values = match (spot, got) {
            (Spot::Memory(to), Got::Memory(from)) => {
                let size = self.unit.layouts.size(ty)?;
                self.copy(to, from, size);
                return Ok(());
            }
            (_, Got::Leaves(values)) => values,
            (_, Got::Memory(from)) => self.load_leaves(Spot::Memory(from), ty)?,
        };
        let leaves = self.leaves_of(ty)?;
        if leaves.len() != values.len() {
            return Err(internal("a value of another type is stored"));
        }
        for (index, (leaf, value)) in leaves.into_iter().zip(values).enumerate() {
            if self.register_of(value) != leaf.register {
                return Err(internal("a value of another type is stored"));
            }
            match spot {
                Spot::Memory(to) => self.store_word(to.moved(leaf.offset), value),
                Spot::Registers { local, first } => {
                    let registers = self.homes[local].registers.as_ref();
                    let variable = registers.and_then(|r| r.get(first + index)).copied();
                    let variable = variable.ok_or_else(|| internal("a leaf is missing"))?;
                    self.builder.def_var(variable, value);
                }
            }
        }
        Ok(())
    }

    /// Copies bytes; the places may overlap.
    pub(super) fn copy(&mut self, to: Address, from: Address, size: u32) {
        if to == from || size == 0 {
            return;
        }
        if size > MAX_INLINE_COPY {
            let (to, from) = (self.host_address(to), self.host_address(from));
            let size = self.builder.ins().iconst(types::I64, i64::from(size));
            let helper = self.imported(self.output.helpers.move_bytes);
            self.builder.ins().call(helper, &[to, from, size]);
            return;
        }
        let parts: Vec<_> = pieces(size)
            .map(|(at, register)| (at, self.load_word(from.moved(at), register)))
            .collect();
        for (at, word) in parts {
            self.store_word(to.moved(at), word);
        }
    }
}

fn at(offset: Value) -> Address {
    Address {
        base: Base::Offset(offset),
        offset: 0,
    }
}

/// Words that make up a number of bytes.
fn pieces(size: u32) -> impl Iterator<Item = (u32, types::Type)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let register = match size - at {
            0 => return None,
            1 => types::I8,
            2..=3 => types::I16,
            4..=7 => types::I32,
            _ => types::I64,
        };
        at += register.bytes();
        Some((at - register.bytes(), register))
    })
}
