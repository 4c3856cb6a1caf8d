//! Rust's `as` between scalars.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{types, InstBuilder, Value};

use super::Emitter;
use crate::bv::Scalar;
use crate::native::host::Operator;
use crate::native::layout::register;
use crate::native::Unsupported;

impl Emitter<'_, '_> {
    pub(super) fn cast(
        &mut self,
        from: Scalar,
        to: Scalar,
        a: Value,
    ) -> Result<Value, Unsupported> {
        let is_plain = |scalar: Scalar| match scalar {
            Scalar::Int { bits, .. } => matches!(bits, 8 | 16 | 32 | 64 | 128),
            _ => true,
        };
        let native = match (from, to) {
            _ if !is_plain(from) || !is_plain(to) => None,
            (Scalar::Float { bits }, Scalar::Float { bits: wanted }) => Some(
                self.resize_float(from, to, a)
                    .filter(|_| bits != wanted)
                    .unwrap_or(a),
            ),
            (Scalar::Float { .. }, _) => self.float_to_int(from, to, a),
            (_, Scalar::Float { .. }) => self.int_to_float(from, to, a),
            _ => Some(self.resize_int(from, to, a)),
        };
        Ok(native.unwrap_or_else(|| self.by_table(Operator::Cast(from, to), &[a], to)))
    }

    fn resize_int(&mut self, from: Scalar, to: Scalar, a: Value) -> Value {
        let wanted = register(to);
        let grows = register(from).bits() < wanted.bits();
        match from.is_signed() && grows {
            true => self.builder.ins().sextend(wanted, a),
            false => self.extended(a, wanted),
        }
    }

    /// None if the widths are equal.
    fn resize_float(&mut self, from: Scalar, to: Scalar, a: Value) -> Option<Value> {
        let x = self.float_of(from, a);
        let result = match (from.bits(), to.bits()) {
            (32, 64) => self.builder.ins().fpromote(types::F64, x),
            (64, 32) => self.builder.ins().fdemote(types::F32, x),
            _ => return None,
        };
        Some(self.float_bits(to, result))
    }

    fn float_to_int(&mut self, from: Scalar, to: Scalar, a: Value) -> Option<Value> {
        let of = register(to);
        if of == types::I128 {
            return None;
        }
        let x = self.float_of(from, a);
        // Narrow types go through 32 bits, where nothing that they hold is lost.
        let wide = if of.bits() < 32 { types::I32 } else { of };
        let converted = match to.is_signed() {
            true => self.builder.ins().fcvt_to_sint_sat(wide, x),
            false => self.builder.ins().fcvt_to_uint_sat(wide, x),
        };
        if wide == of {
            return Some(converted);
        }
        let held = self.clamp(to, converted);
        Some(self.builder.ins().ireduce(of, held))
    }

    fn clamp(&mut self, to: Scalar, value: Value) -> Value {
        let (least, most) = (to.sign_extend(to.min()) as u128, to.max());
        let most = self.constant(types::I32, most);
        if !to.is_signed() {
            let above = self.compare(IntCC::UnsignedGreaterThan, value, most);
            return self.builder.ins().select(above, most, value);
        }
        let least = self.constant(types::I32, least);
        let above = self.compare(IntCC::SignedGreaterThan, value, most);
        let value = self.builder.ins().select(above, most, value);
        let below = self.compare(IntCC::SignedLessThan, value, least);
        self.builder.ins().select(below, least, value)
    }

    fn int_to_float(&mut self, from: Scalar, to: Scalar, a: Value) -> Option<Value> {
        if register(from) == types::I128 {
            return None;
        }
        let float = if to.bits() == 32 {
            types::F32
        } else {
            types::F64
        };
        // Widening first keeps the number and avoids instructions that narrow types lack.
        let wide = Scalar::Int {
            signed: from.is_signed(),
            bits: 64,
        };
        let a = self.resize_int(from, wide, a);
        let is_nonnegative = register(from).bits() < 64;
        let result = match from.is_signed() || is_nonnegative {
            true => self.builder.ins().fcvt_from_sint(float, a),
            false => self.builder.ins().fcvt_from_uint(float, a),
        };
        Some(self.float_bits(to, result))
    }
}
