//! Operands and what is assigned.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{types, InstBuilder, Value as Native};

use super::place::{Address, Base, Spot};
use super::{internal, Emitter};
use crate::bv::{self, Scalar};
use crate::ir::{Operand, Place, Projection, Root, Rvalue, Type, TypeId, Value};
use crate::native::layout::{register, tag_register};
use crate::native::values::{read_word, Encoder};
use crate::native::Unsupported;

/// A value that was read.
#[derive(Clone, Debug)]
pub enum Got {
    Leaves(Vec<Native>),
    /// One that is not taken apart, and is still where it was.
    Memory(Address),
}

/// Arrays of more equal elements than this are filled by a call.
const MAX_INLINE_REPEAT: u64 = 8;

impl Emitter<'_, '_> {
    /// A constant word.
    pub(super) fn constant(&mut self, register: types::Type, word: u128) -> Native {
        if register != types::I128 {
            let unused = 128 - register.bits();
            let extended = ((word << unused) as i128 >> unused) as i64;
            return self.builder.ins().iconst(register, extended);
        }
        let low = self.builder.ins().iconst(types::I64, word as i64);
        let high = self.builder.ins().iconst(types::I64, (word >> 64) as i64);
        self.builder.ins().iconcat(low, high)
    }

    /// A word zero-extended or cut to a register.
    pub(super) fn extended(&mut self, word: Native, to: types::Type) -> Native {
        let from = self.register_of(word);
        match from.bits().cmp(&to.bits()) {
            std::cmp::Ordering::Less => self.builder.ins().uextend(to, word),
            std::cmp::Ordering::Equal => word,
            std::cmp::Ordering::Greater => self.builder.ins().ireduce(to, word),
        }
    }

    pub(super) fn compare(&mut self, how: IntCC, a: Native, b: Native) -> Native {
        self.builder.ins().icmp(how, a, b)
    }

    // --- operands

    pub(super) fn operand(&mut self, operand: &Operand) -> Result<(Got, TypeId), Unsupported> {
        match operand {
            Operand::Copy(place) => {
                let (spot, ty) = self.place(place)?;
                Ok((self.read(spot, ty)?, ty))
            }
            Operand::Const(value, ty) => Ok((self.constant_value(value, *ty)?, *ty)),
        }
    }

    fn constant_value(&mut self, value: &Value, ty: TypeId) -> Result<Got, Unsupported> {
        let layouts = self.unit.layouts;
        let Some(leaves) = layouts.leaves(ty)? else {
            let constants = &self.unit.plan.constants;
            let found = constants.get(&(value.clone(), ty)).copied();
            let offset = found.ok_or_else(|| internal("a constant has no place"))?;
            let base = Base::Memory;
            return Ok(Got::Memory(Address { base, offset }));
        };
        let mut bytes = vec![0; layouts.size(ty)? as usize];
        let mut encoder = Encoder {
            placed: self.unit.plan.placed(self.unit.program, layouts),
            bytes: &mut bytes,
            room: None,
        };
        encoder.value(0, value, ty).map_err(Unsupported)?;
        let mut words = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            let word = read_word(&bytes, leaf.offset as usize, leaf.register.bytes());
            words.push(self.constant(leaf.register, word.unwrap_or_default()));
        }
        Ok(Got::Leaves(words))
    }

    /// The leaves of an operand that can be taken apart.
    pub(super) fn leaves(
        &mut self,
        operand: &Operand,
    ) -> Result<(Vec<Native>, TypeId), Unsupported> {
        match self.operand(operand)? {
            (Got::Leaves(leaves), ty) => Ok((leaves, ty)),
            (Got::Memory(_), _) => Err(internal("a large value is taken apart")),
        }
    }

    pub(super) fn scalar(&mut self, operand: &Operand) -> Result<(Native, Scalar), Unsupported> {
        let (leaves, ty) = self.leaves(operand)?;
        let scalar = self.unit.program.ty(ty).map_err(Unsupported)?.scalar();
        let scalar = scalar.ok_or_else(|| internal("an operand is no scalar"))?;
        Ok((leaves[0], scalar))
    }

    pub(super) fn condition(&mut self, operand: &Operand) -> Result<Native, Unsupported> {
        match self.scalar(operand)? {
            (value, Scalar::Bool) => Ok(value),
            _ => Err(internal("a condition is no bool")),
        }
    }

    // --- assignments

    pub(super) fn assign(&mut self, dest: &Place, value: &Rvalue) -> Result<(), Unsupported> {
        let ty = self
            .unit
            .program
            .place_type(self.func, dest)
            .map_err(Unsupported)?;
        let is_large = self.unit.layouts.leaves(ty)?.is_none();
        let parts = match value {
            Rvalue::Aggregate(..) | Rvalue::Variant(..) | Rvalue::Repeat(..) if is_large => value,
            _ => {
                let got = self.rvalue(ty, value)?;
                let (spot, ty) = self.place(dest)?;
                return self.store(spot, ty, got);
            }
        };
        let (Spot::Memory(to), _) = self.place(dest)? else {
            return Err(internal("a large value in registers"));
        };
        if !self.may_overlap(dest, parts) {
            return self.build(to, ty, parts);
        }
        let temp = self.temp(ty)?;
        self.build(temp, ty, parts)?;
        let size = self.unit.layouts.size(ty)?;
        self.copy(to, temp, size);
        Ok(())
    }

    /// Makes a large value part by part.
    fn build(&mut self, to: Address, ty: TypeId, value: &Rvalue) -> Result<(), Unsupported> {
        let layout = self.unit.layouts.get(ty)?;
        match value {
            Rvalue::Aggregate(_, parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let offset = self.part_offset(ty, index)?;
                    self.write_part(to.moved(offset), part)?;
                }
                Ok(())
            }
            Rvalue::Variant(_, variant, parts) => {
                let tag = self.constant(tag_register(layout.variants.len()), (*variant).into());
                self.store_word(to, tag);
                for (index, part) in (0..).zip(parts) {
                    let field = self.unit.layouts.field(ty, Some(*variant), index)?;
                    self.write_part(to.moved(field.offset), part)?;
                }
                Ok(())
            }
            Rvalue::Repeat(part, count) => self.repeat(to, part, *count),
            _ => Err(internal("this is not made part by part")),
        }
    }

    fn part_offset(&self, ty: TypeId, index: usize) -> Result<u32, Unsupported> {
        match self.unit.program.ty(ty).map_err(Unsupported)? {
            Type::Array(element, _) => Ok(index as u32 * self.unit.layouts.size(*element)?),
            _ => Ok(self.unit.layouts.field(ty, None, index as u32)?.offset),
        }
    }

    fn write_part(&mut self, to: Address, part: &Operand) -> Result<(), Unsupported> {
        let (got, ty) = self.operand(part)?;
        self.store(Spot::Memory(to), ty, got)
    }

    fn repeat(&mut self, to: Address, part: &Operand, count: u64) -> Result<(), Unsupported> {
        let (got, ty) = self.operand(part)?;
        let size = self.unit.layouts.size(ty)?;
        if count == 0 || size == 0 {
            return Ok(());
        }
        if count <= MAX_INLINE_REPEAT {
            for index in 0..count as u32 {
                self.store(Spot::Memory(to.moved(index * size)), ty, got.clone())?;
            }
            return Ok(());
        }
        self.store(Spot::Memory(to), ty, got)?;
        let first = self.host_address(to);
        let size = self.builder.ins().iconst(types::I64, i64::from(size));
        let count = self.builder.ins().iconst(types::I64, count as i64);
        let helper = self.imported(self.output.helpers.repeat_bytes);
        self.builder.ins().call(helper, &[first, size, count]);
        Ok(())
    }

    /// A value of the type of its destination.
    fn rvalue(&mut self, ty: TypeId, value: &Rvalue) -> Result<Got, Unsupported> {
        if let Rvalue::Use(operand) = value {
            return Ok(self.operand(operand)?.0);
        }
        Ok(Got::Leaves(match value {
            Rvalue::Aggregate(_, parts) => self.all_leaves(parts)?,
            Rvalue::Variant(_, variant, parts) => self.variant(ty, *variant, parts)?,
            Rvalue::Repeat(part, count) => {
                let leaves = self.leaves(part)?.0;
                let count = if leaves.is_empty() { 0 } else { *count };
                (0..count).flat_map(|_| leaves.iter().copied()).collect()
            }
            Rvalue::StrAsBytes(operand) | Rvalue::BytesAsStr(operand) => self.leaves(operand)?.0,
            Rvalue::ArrayToSlice(operand) => self.array_to_slice(operand)?,
            Rvalue::SlicePart(slice, start, len) => self.slice_part(slice, start, len)?,
            _ => vec![self.word(value)?],
        }))
    }

    /// What is one word.
    fn word(&mut self, value: &Rvalue) -> Result<Native, Unsupported> {
        match value {
            Rvalue::Ref(place) => match self.place(place)?.0 {
                Spot::Memory(address) => Ok(self.offset(address)),
                Spot::Registers { .. } => Err(internal("a reference into registers")),
            },
            Rvalue::Unary(op, a) => {
                let (a, ty) = self.scalar(a)?;
                self.unary(*op, ty, a)
            }
            Rvalue::Binary(op, a, b) => {
                let (a, left) = self.scalar(a)?;
                let (b, right) = self.scalar(b)?;
                let result = self.binary(*op, (left, a), (right, b))?;
                self.note_comparison(*op, left, (a, b), result);
                Ok(result)
            }
            Rvalue::Cast(a, to) => {
                let (a, from) = self.scalar(a)?;
                let to = self.unit.program.ty(*to).map_err(Unsupported)?.scalar();
                let to = to.filter(|to| bv::castable(from, *to));
                self.cast(from, to.ok_or_else(|| internal("no such cast"))?, a)
            }
            Rvalue::Transmute(a, to) => {
                let (a, from) = self.scalar(a)?;
                let to = self.unit.program.ty(*to).map_err(Unsupported)?.scalar();
                let fits = to.is_some_and(|to| bv::transmutable(from, to));
                fits.then_some(a)
                    .ok_or_else(|| internal("no such transmutation"))
            }
            Rvalue::VariantOf(place) => {
                let (tag, _) = self.tag(place)?;
                Ok(self.extended(tag, types::I32))
            }
            Rvalue::Discriminant(place) => self.discriminant(place),
            Rvalue::Len(slice) => {
                let leaves = self.leaves(slice)?.0;
                leaves
                    .get(1)
                    .copied()
                    .ok_or_else(|| internal("the length of no slice"))
            }
            Rvalue::SliceToArray(slice, _) => Ok(self.leaves(slice)?.0[0]),
            _ => Err(internal("not a word")),
        }
    }

    fn all_leaves(&mut self, parts: &[Operand]) -> Result<Vec<Native>, Unsupported> {
        let mut all = Vec::new();
        for part in parts {
            all.extend(self.leaves(part)?.0);
        }
        Ok(all)
    }

    /// Leaves of the other variants are zero, so that equal values have equal bytes.
    fn variant(
        &mut self,
        ty: TypeId,
        variant: u32,
        parts: &[Operand],
    ) -> Result<Vec<Native>, Unsupported> {
        let layout = self.unit.layouts.get(ty)?;
        let given = self.all_leaves(parts)?;
        let fields = layout.variants.get(variant as usize);
        let fields = fields.ok_or_else(|| internal("no such variant"))?;
        let first = fields.first().map_or(0, |field| field.first_leaf);
        let mut words = Vec::new();
        for (index, leaf) in layout.leaves.iter().flatten().enumerate() {
            let given = index.checked_sub(first).and_then(|i| given.get(i));
            words.push(match given {
                _ if index == 0 => self.constant(leaf.register, variant.into()),
                Some(word) => *word,
                None => self.constant(leaf.register, 0),
            });
        }
        Ok(words)
    }

    /// The variant that an enum place holds, and the type of the enum.
    fn tag(&mut self, place: &Place) -> Result<(Native, TypeId), Unsupported> {
        let (spot, ty) = self.place(place)?;
        let count = self.unit.layouts.get(ty)?.variants.len();
        Ok((self.load_first(spot, tag_register(count))?, ty))
    }

    fn discriminant(&mut self, place: &Place) -> Result<Native, Unsupported> {
        let (tag, ty) = self.tag(place)?;
        let program = self.unit.program;
        let Type::Enum { repr, variants, .. } = program.ty(ty).map_err(Unsupported)? else {
            return Err(internal("the discriminant of no enum"));
        };
        let repr = program.ty(*repr).map_err(Unsupported)?.scalar();
        let repr = repr.ok_or_else(|| internal("an enum's representation is no scalar"))?;
        let to = register(repr);
        let in_order = (0..)
            .zip(variants)
            .all(|(index, v)| v.discriminant == index);
        if in_order {
            return Ok(self.extended(tag, to));
        }
        let mut word = self.constant(to, 0);
        for (index, variant) in variants.iter().enumerate() {
            let index = self.constant(self.register_of(tag), index as u128);
            let is_it = self.compare(IntCC::Equal, tag, index);
            let value = self.constant(to, repr.wrap(variant.discriminant as u128));
            word = self.builder.ins().select(is_it, value, word);
        }
        Ok(word)
    }

    fn array_to_slice(&mut self, operand: &Operand) -> Result<Vec<Native>, Unsupported> {
        let (leaves, ty) = self.leaves(operand)?;
        let program = self.unit.program;
        let target = match program.ty(ty).map_err(Unsupported)? {
            Type::Ref(target) => program.ty(*target).map_err(Unsupported)?,
            _ => return Err(internal("a slice of no array")),
        };
        let Type::Array(_, len) = target else {
            return Err(internal("a slice of no array"));
        };
        let size = register(Scalar::unsigned(program.pointer_width));
        Ok(vec![leaves[0], self.constant(size, u128::from(*len))])
    }

    fn slice_part(
        &mut self,
        slice: &Operand,
        start: &Operand,
        len: &Operand,
    ) -> Result<Vec<Native>, Unsupported> {
        let (leaves, ty) = self.leaves(slice)?;
        let stride = match self.unit.program.ty(ty).map_err(Unsupported)? {
            Type::Slice(element) => self.unit.layouts.size(*element)?,
            _ => 1,
        };
        let start = self.scalar(start)?.0;
        let start = self.extended(start, types::I64);
        let distance = self.builder.ins().imul_imm(start, i64::from(stride));
        let part = self.builder.ins().iadd(leaves[0], distance);
        Ok(vec![part, self.scalar(len)?.0])
    }

    /// Whether making the value part by part in its destination could change what later parts read.
    fn may_overlap(&self, dest: &Place, value: &Rvalue) -> bool {
        let apart = |operand: &Operand| match operand {
            Operand::Const(..) => true,
            Operand::Copy(place) => {
                is_own(place)
                    && (self.is_in_registers(place) || is_own(dest) && place.root != dest.root)
            }
        };
        match value {
            Rvalue::Aggregate(_, parts) | Rvalue::Variant(_, _, parts) => !parts.iter().all(apart),
            Rvalue::Repeat(part, _) => !apart(part),
            _ => false,
        }
    }

    fn is_in_registers(&self, place: &Place) -> bool {
        match place.root {
            Root::Local(local) => self.homes[local.0 as usize].registers.is_some(),
            Root::Static(_) => false,
        }
    }
}

/// Whether a place is a fixed part of a local.
fn is_own(place: &Place) -> bool {
    let fixed =
        |step: &Projection| matches!(step, Projection::Field(_) | Projection::VariantField(..));
    matches!(place.root, Root::Local(_)) && place.path.iter().all(fixed)
}
