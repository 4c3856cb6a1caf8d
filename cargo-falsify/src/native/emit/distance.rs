//! How close a run comes to what has not happened yet: of every comparison the smallest distance to the other outcome,
//! for each outcome; of every block whether it was executed.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{types, InstBuilder, MemFlags, Value};

use super::Emitter;
use crate::bv::{BinOp, Scalar};
use crate::native::host::Header;

const DISTANCES: usize = offset_of!(Header, distances);
const NEWS: usize = offset_of!(Header, news);

/// Bytes of a distance.
const SIZE: u32 = 8;

impl Emitter<'_, '_> {
    pub(super) fn note_block(&mut self) {
        if self.unit.distances {
            let slots = self.load_header(DISTANCES, types::I64);
            let nothing = self.constant(types::I64, 0);
            let first = self.new_slots(1);
            self.note(slots, first, nothing);
        }
    }

    /// After an operator that gives a truth value.
    pub(super) fn note_comparison(
        &mut self,
        op: BinOp,
        ty: Scalar,
        (a, b): (Value, Value),
        outcome: Value,
    ) {
        if !self.unit.distances {
            return;
        }
        if let Some(distance) = self.distance(op, ty, a, b) {
            let slots = self.load_header(DISTANCES, types::I64);
            let outcome = self.extended(outcome, types::I64);
            let by = self.builder.ins().imul_imm(outcome, i64::from(SIZE));
            let slots = self.builder.ins().iadd(slots, by);
            let first = self.new_slots(2);
            self.note(slots, first, distance);
        }
    }

    fn new_slots(&mut self, count: usize) -> usize {
        let first = self.output.sites.distances;
        self.output.sites.distances += count;
        first
    }

    /// Keeps the smaller distance, and notes that there is news if it is a new one.
    fn note(&mut self, slots: Value, slot: usize, distance: Value) {
        let at = (slot * SIZE as usize) as i32;
        let old = self
            .builder
            .ins()
            .load(types::I64, MemFlags::trusted(), slots, at);
        let is_less = self.compare(IntCC::UnsignedLessThan, distance, old);
        let least = self.builder.ins().select(is_less, distance, old);
        self.builder
            .ins()
            .store(MemFlags::trusted(), least, slots, at);
        let so_far = self.load_header(NEWS, types::I32);
        let is_less = self.extended(is_less, types::I32);
        let news = self.builder.ins().bor(so_far, is_less);
        self.store_header(NEWS, news);
    }

    /// How far the operands are from the other outcome, roughly; none where that has no meaning.
    fn distance(&mut self, op: BinOp, ty: Scalar, a: Value, b: Value) -> Option<Value> {
        let is_small = ty.is_int() && ty.bits() <= 64;
        let how = match op {
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge if is_small => {
                let (a, b) = (self.number(ty, a), self.number(ty, b));
                return Some(self.gap(ty, a, b));
            }
            BinOp::AddOverflows | BinOp::SubOverflows | BinOp::MulOverflows => op,
            _ => return None,
        };
        if ty.bits() > 32 {
            return None;
        }
        let (a, b) = (self.number(ty, a), self.number(ty, b));
        let exact = match how {
            BinOp::AddOverflows => self.builder.ins().iadd(a, b),
            BinOp::SubOverflows => self.builder.ins().isub(a, b),
            _ => self.builder.ins().imul(a, b),
        };
        let (low, high) = match ty.is_signed() {
            true => (ty.sign_extend(ty.min()), ty.sign_extend(ty.max())),
            false => (0, ty.max() as i128),
        };
        let wide = Scalar::signed(64);
        let low = self.constant(types::I64, wide.wrap(low as u128));
        let high = self.constant(types::I64, wide.wrap(high as u128));
        let (down, up) = (self.gap(wide, exact, low), self.gap(wide, exact, high));
        let is_down = self.compare(IntCC::UnsignedLessThan, down, up);
        Some(self.builder.ins().select(is_down, down, up))
    }

    /// A scalar as a number of 64 bits.
    fn number(&mut self, ty: Scalar, word: Value) -> Value {
        match ty.is_signed() && self.register_of(word).bits() < 64 {
            true => self.builder.ins().sextend(types::I64, word),
            false => self.extended(word, types::I64),
        }
    }

    fn gap(&mut self, ty: Scalar, a: Value, b: Value) -> Value {
        let less = match ty.is_signed() {
            true => IntCC::SignedLessThan,
            false => IntCC::UnsignedLessThan,
        };
        let is_less = self.compare(less, a, b);
        let (up, down) = (self.builder.ins().isub(b, a), self.builder.ins().isub(a, b));
        self.builder.ins().select(is_less, up, down)
    }
}
