//! The operators of `bv`. What has no instruction of its own is evaluated by the table itself.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{types, InstBuilder, MemFlags, Value};

use super::stop::SCRATCH;
use super::Emitter;
use crate::bv::{BinOp, Scalar, UnOp};
use crate::native::host::Operator;
use crate::native::layout::register;
use crate::native::Unsupported;

/// A value with its type.
type Typed = (Scalar, Value);

/// Whether a scalar fills its register.
fn fills_register(scalar: Scalar) -> bool {
    match scalar {
        Scalar::Bool | Scalar::Char | Scalar::Float { .. } => true,
        Scalar::Int { bits, .. } => matches!(bits, 8 | 16 | 32 | 64 | 128),
    }
}

impl Emitter<'_, '_> {
    pub(super) fn unary(&mut self, op: UnOp, ty: Scalar, a: Value) -> Result<Value, Unsupported> {
        let result = op
            .result(ty)
            .ok_or_else(|| super::internal("no such operator"))?;
        let native = match ty {
            Scalar::Float { .. } => self.float_unary(op, ty, a),
            _ if fills_register(ty) => self.int_unary(op, ty, a),
            _ => None,
        };
        Ok(native.unwrap_or_else(|| self.by_table(Operator::Unary(op, ty), &[a], result)))
    }

    pub(super) fn binary(
        &mut self,
        op: BinOp,
        (left, a): Typed,
        (right, b): Typed,
    ) -> Result<Value, Unsupported> {
        let result = op
            .result(left, right)
            .ok_or_else(|| super::internal("no such operator"))?;
        let native = match left {
            Scalar::Float { .. } => self.float_binary(op, left, a, b),
            _ if fills_register(left) && fills_register(right) => {
                self.int_binary(op, (left, a), (right, b))
            }
            _ => None,
        };
        let operator = Operator::Binary(op, left, right);
        Ok(native.unwrap_or_else(|| self.by_table(operator, &[a, b], result)))
    }

    /// Has the host evaluate an operator.
    pub(super) fn by_table(&mut self, operator: Operator, operands: &[Value], to: Scalar) -> Value {
        for (index, operand) in operands.iter().enumerate() {
            let wide = self.extended(*operand, types::I128);
            let (low, high) = self.builder.ins().isplit(wide);
            self.store_header(SCRATCH + index * 16, low);
            self.store_header(SCRATCH + index * 16 + 8, high);
        }
        let code = self
            .builder
            .ins()
            .iconst(types::I64, operator.encode() as i64);
        let helper = self.imported(self.output.helpers.evaluate);
        self.builder.ins().call(helper, &[self.base, code]);
        let low = self.load_header(SCRATCH, types::I64);
        let high = self.load_header(SCRATCH + 8, types::I64);
        let wide = self.builder.ins().iconcat(low, high);
        self.extended(wide, register(to))
    }

    // --- integers, bool, char

    fn int_unary(&mut self, op: UnOp, ty: Scalar, a: Value) -> Option<Value> {
        let of = register(ty);
        let result = match op {
            UnOp::Not if ty == Scalar::Bool => self.builder.ins().bxor_imm(a, 1),
            UnOp::Not => self.builder.ins().bnot(a),
            UnOp::Neg => self.builder.ins().ineg(a),
            UnOp::NegOverflows if ty.is_signed() => {
                let least = self.constant(of, ty.min());
                self.compare(IntCC::Equal, a, least)
            }
            UnOp::NegOverflows => {
                let zero = self.constant(of, 0);
                self.compare(IntCC::NotEqual, a, zero)
            }
            UnOp::CountOnes => {
                let count = self.builder.ins().popcnt(a);
                self.extended(count, types::I32)
            }
            UnOp::LeadingZeros => {
                let count = self.builder.ins().clz(a);
                self.extended(count, types::I32)
            }
            UnOp::TrailingZeros => {
                let count = self.builder.ins().ctz(a);
                self.extended(count, types::I32)
            }
            UnOp::SwapBytes if of == types::I8 => a,
            UnOp::SwapBytes => self.builder.ins().bswap(a),
            UnOp::ReverseBits => self.builder.ins().bitrev(a),
            _ => return None,
        };
        Some(result)
    }

    fn int_binary(&mut self, op: BinOp, (ty, a): Typed, (by, b): Typed) -> Option<Value> {
        let result = match op {
            BinOp::Add => self.builder.ins().iadd(a, b),
            BinOp::Sub => self.builder.ins().isub(a, b),
            BinOp::Mul => self.builder.ins().imul(a, b),
            BinOp::And => self.builder.ins().band(a, b),
            BinOp::Or => self.builder.ins().bor(a, b),
            BinOp::Xor => self.builder.ins().bxor(a, b),
            BinOp::Div | BinOp::Rem => return self.divide(op, ty, a, b),
            BinOp::Shl | BinOp::Shr | BinOp::RotateLeft | BinOp::RotateRight => {
                self.shift(op, ty, a, b)
            }
            BinOp::ShiftOutOfRange => {
                // A negative amount is a large one, read as unsigned.
                let width = self.constant(register(by), ty.bits().into());
                self.compare(IntCC::UnsignedGreaterThanOrEqual, b, width)
            }
            BinOp::AddSaturating => self.saturating_add(ty, a, b),
            BinOp::SubSaturating => self.saturating_sub(ty, a, b),
            BinOp::AddOverflows => self.add_overflows(ty, a, b),
            BinOp::SubOverflows => self.sub_overflows(ty, a, b),
            BinOp::MulOverflows => return self.mul_overflows(ty, a, b),
            BinOp::DivOverflows => self.div_overflows(ty, a, b),
            BinOp::FloatCopysign => return None,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                self.compare(order(op, ty.is_signed()), a, b)
            }
        };
        Some(result)
    }

    /// Instructions trap where the table has a value: the divisor is replaced there, and the result chosen afterwards.
    fn divide(&mut self, op: BinOp, ty: Scalar, a: Value, b: Value) -> Option<Value> {
        let of = register(ty);
        if of == types::I128 {
            return None;
        }
        if of.bits() < 32 {
            return Some(self.divide_narrow(op, ty, a, b));
        }
        let zero = self.constant(of, 0);
        let one = self.constant(of, 1);
        let by_zero = self.compare(IntCC::Equal, b, zero);
        let divisor = self.builder.ins().select(by_zero, one, b);
        if op == BinOp::Rem {
            let rest = match ty.is_signed() {
                true => self.builder.ins().srem(a, divisor),
                false => self.builder.ins().urem(a, divisor),
            };
            return Some(self.builder.ins().select(by_zero, a, rest));
        }
        let minus_one = self.constant(of, ty.mask());
        if !ty.is_signed() {
            let quotient = self.builder.ins().udiv(a, divisor);
            return Some(self.builder.ins().select(by_zero, minus_one, quotient));
        }
        let by_minus_one = self.compare(IntCC::Equal, b, minus_one);
        let divisor = self.builder.ins().select(by_minus_one, one, divisor);
        let quotient = self.divide_by_any_but_least(ty, a, divisor);
        let negated = self.builder.ins().ineg(a);
        let quotient = self.builder.ins().select(by_minus_one, negated, quotient);
        let is_negative = self.compare(IntCC::SignedLessThan, a, zero);
        let beyond = self.builder.ins().select(is_negative, one, minus_one);
        Some(self.builder.ins().select(by_zero, beyond, quotient))
    }

    /// The code generator takes the smallest number for a positive power of two when it divides by that constant.
    fn divide_by_any_but_least(&mut self, ty: Scalar, a: Value, b: Value) -> Value {
        let of = register(ty);
        let (one, least) = (self.constant(of, 1), self.constant(of, ty.min()));
        let by_least = self.compare(IntCC::Equal, b, least);
        let divisor = self.builder.ins().select(by_least, one, b);
        let quotient = self.builder.ins().sdiv(a, divisor);
        let is_least = self.compare(IntCC::Equal, a, least);
        let is_least = self.extended(is_least, of);
        self.builder.ins().select(by_least, is_least, quotient)
    }

    /// Narrow numbers divide as 32-bit ones, where the smallest by -1 does not overflow.
    fn divide_narrow(&mut self, op: BinOp, ty: Scalar, a: Value, b: Value) -> Value {
        let of = register(ty);
        let widen = |this: &mut Self, value| match ty.is_signed() {
            true => this.builder.ins().sextend(types::I32, value),
            false => this.builder.ins().uextend(types::I32, value),
        };
        let (wide_a, wide_b) = (widen(self, a), widen(self, b));
        let wide = Scalar::Int {
            signed: ty.is_signed(),
            bits: 32,
        };
        // Division by zero gives all ones or 1 at any width.
        let result = self.divide(op, wide, wide_a, wide_b).unwrap_or(wide_a);
        self.extended(result, of)
    }

    /// Widths are powers of two, so the low bits of an amount are the amount modulo the width.
    fn shift(&mut self, op: BinOp, ty: Scalar, a: Value, by: Value) -> Value {
        let by = self.extended(by, types::I32);
        let by = self.builder.ins().band_imm(by, i64::from(ty.bits()) - 1);
        match op {
            BinOp::Shl => self.builder.ins().ishl(a, by),
            BinOp::Shr if ty.is_signed() => self.builder.ins().sshr(a, by),
            BinOp::Shr => self.builder.ins().ushr(a, by),
            BinOp::RotateLeft => self.builder.ins().rotl(a, by),
            _ => self.builder.ins().rotr(a, by),
        }
    }

    fn add_overflows(&mut self, ty: Scalar, a: Value, b: Value) -> Value {
        let sum = self.builder.ins().iadd(a, b);
        if !ty.is_signed() {
            return self.compare(IntCC::UnsignedLessThan, sum, a);
        }
        // The sum has another sign than both.
        let x = self.builder.ins().bxor(a, sum);
        let y = self.builder.ins().bxor(b, sum);
        let both = self.builder.ins().band(x, y);
        let zero = self.constant(register(ty), 0);
        self.compare(IntCC::SignedLessThan, both, zero)
    }

    fn sub_overflows(&mut self, ty: Scalar, a: Value, b: Value) -> Value {
        if !ty.is_signed() {
            return self.compare(IntCC::UnsignedLessThan, a, b);
        }
        // The operands have different signs, and the difference not that of the left one.
        let difference = self.builder.ins().isub(a, b);
        let x = self.builder.ins().bxor(a, b);
        let y = self.builder.ins().bxor(a, difference);
        let both = self.builder.ins().band(x, y);
        let zero = self.constant(register(ty), 0);
        self.compare(IntCC::SignedLessThan, both, zero)
    }

    fn mul_overflows(&mut self, ty: Scalar, a: Value, b: Value) -> Option<Value> {
        match register(ty) {
            types::I128 => None,
            types::I64 => Some(self.wide_mul_overflows(ty, a, b)),
            of => {
                let product = match ty.is_signed() {
                    true => {
                        let a = self.builder.ins().sextend(types::I64, a);
                        let b = self.builder.ins().sextend(types::I64, b);
                        self.builder.ins().imul(a, b)
                    }
                    false => {
                        let a = self.builder.ins().uextend(types::I64, a);
                        let b = self.builder.ins().uextend(types::I64, b);
                        self.builder.ins().imul(a, b)
                    }
                };
                let cut = self.builder.ins().ireduce(of, product);
                let again = match ty.is_signed() {
                    true => self.builder.ins().sextend(types::I64, cut),
                    false => self.builder.ins().uextend(types::I64, cut),
                };
                Some(self.compare(IntCC::NotEqual, product, again))
            }
        }
    }

    fn wide_mul_overflows(&mut self, ty: Scalar, a: Value, b: Value) -> Value {
        let (high, expected) = match ty.is_signed() {
            true => {
                let low = self.builder.ins().imul(a, b);
                let high = self.builder.ins().smulhi(a, b);
                (high, self.builder.ins().sshr_imm(low, 63))
            }
            false => {
                let high = self.builder.ins().umulhi(a, b);
                (high, self.constant(types::I64, 0))
            }
        };
        self.compare(IntCC::NotEqual, high, expected)
    }

    fn div_overflows(&mut self, ty: Scalar, a: Value, b: Value) -> Value {
        if !ty.is_signed() {
            return self.constant(types::I8, 0);
        }
        let least = self.constant(register(ty), ty.min());
        let minus_one = self.constant(register(ty), ty.mask());
        let x = self.compare(IntCC::Equal, a, least);
        let y = self.compare(IntCC::Equal, b, minus_one);
        self.builder.ins().band(x, y)
    }

    fn saturating_add(&mut self, ty: Scalar, a: Value, b: Value) -> Value {
        let sum = self.builder.ins().iadd(a, b);
        let over = self.add_overflows(ty, a, b);
        let bound = match ty.is_signed() {
            true => self.bound_on_side_of(ty, a),
            false => self.constant(register(ty), ty.max()),
        };
        self.builder.ins().select(over, bound, sum)
    }

    fn saturating_sub(&mut self, ty: Scalar, a: Value, b: Value) -> Value {
        let difference = self.builder.ins().isub(a, b);
        let over = self.sub_overflows(ty, a, b);
        let bound = match ty.is_signed() {
            true => self.bound_on_side_of(ty, a),
            false => self.constant(register(ty), 0),
        };
        self.builder.ins().select(over, bound, difference)
    }

    /// The smallest value of a signed type if the value is negative, else the largest.
    fn bound_on_side_of(&mut self, ty: Scalar, value: Value) -> Value {
        let of = register(ty);
        let zero = self.constant(of, 0);
        let is_negative = self.compare(IntCC::SignedLessThan, value, zero);
        let (least, most) = (self.constant(of, ty.min()), self.constant(of, ty.max()));
        self.builder.ins().select(is_negative, least, most)
    }

    // --- floats: their bits are kept in integer registers

    pub(super) fn float_of(&mut self, ty: Scalar, bits: Value) -> Value {
        let float = match ty.bits() {
            32 => types::F32,
            _ => types::F64,
        };
        self.builder.ins().bitcast(float, MemFlags::new(), bits)
    }

    /// The bits of a float that an operation gave: all NaNs are the same one.
    pub(super) fn float_bits(&mut self, ty: Scalar, float: Value) -> Value {
        let of = register(ty);
        let bits = self.builder.ins().bitcast(of, MemFlags::new(), float);
        let is_nan = self.builder.ins().fcmp(FloatCC::Unordered, float, float);
        let nan = match ty.bits() {
            32 => self.constant(of, 0x7fc0_0000),
            _ => self.constant(of, 0x7ff8_0000_0000_0000),
        };
        self.builder.ins().select(is_nan, nan, bits)
    }

    fn float_unary(&mut self, op: UnOp, ty: Scalar, a: Value) -> Option<Value> {
        let sign = 1u128 << (ty.bits() - 1);
        match op {
            UnOp::Neg => {
                let sign = self.constant(register(ty), sign);
                return Some(self.builder.ins().bxor(a, sign));
            }
            UnOp::FloatAbs => {
                let rest = self.constant(register(ty), sign - 1);
                return Some(self.builder.ins().band(a, rest));
            }
            _ => {}
        }
        let x = self.float_of(ty, a);
        let result = match op {
            UnOp::FloatSqrt => self.builder.ins().sqrt(x),
            UnOp::FloatFloor => self.builder.ins().floor(x),
            UnOp::FloatCeil => self.builder.ins().ceil(x),
            UnOp::FloatTrunc => self.builder.ins().trunc(x),
            UnOp::FloatRoundTiesEven => self.builder.ins().nearest(x),
            _ => return None,
        };
        Some(self.float_bits(ty, result))
    }

    fn float_binary(&mut self, op: BinOp, ty: Scalar, a: Value, b: Value) -> Option<Value> {
        if op == BinOp::FloatCopysign {
            let sign = 1u128 << (ty.bits() - 1);
            let rest = self.constant(register(ty), sign - 1);
            let sign = self.constant(register(ty), sign);
            let magnitude = self.builder.ins().band(a, rest);
            let sign = self.builder.ins().band(b, sign);
            return Some(self.builder.ins().bor(magnitude, sign));
        }
        let (x, y) = (self.float_of(ty, a), self.float_of(ty, b));
        let how = match op {
            BinOp::Eq => FloatCC::Equal,
            BinOp::Ne => FloatCC::NotEqual,
            BinOp::Lt => FloatCC::LessThan,
            BinOp::Le => FloatCC::LessThanOrEqual,
            BinOp::Gt => FloatCC::GreaterThan,
            BinOp::Ge => FloatCC::GreaterThanOrEqual,
            _ => {
                let result = match op {
                    BinOp::Add => self.builder.ins().fadd(x, y),
                    BinOp::Sub => self.builder.ins().fsub(x, y),
                    BinOp::Mul => self.builder.ins().fmul(x, y),
                    BinOp::Div => self.builder.ins().fdiv(x, y),
                    _ => return None,
                };
                return Some(self.float_bits(ty, result));
            }
        };
        Some(self.builder.ins().fcmp(how, x, y))
    }
}

fn order(op: BinOp, signed: bool) -> IntCC {
    match (op, signed) {
        (BinOp::Eq, _) => IntCC::Equal,
        (BinOp::Lt, true) => IntCC::SignedLessThan,
        (BinOp::Le, true) => IntCC::SignedLessThanOrEqual,
        (BinOp::Gt, true) => IntCC::SignedGreaterThan,
        (BinOp::Ge, true) => IntCC::SignedGreaterThanOrEqual,
        (BinOp::Lt, false) => IntCC::UnsignedLessThan,
        (BinOp::Le, false) => IntCC::UnsignedLessThanOrEqual,
        (BinOp::Gt, false) => IntCC::UnsignedGreaterThan,
        (BinOp::Ge, false) => IntCC::UnsignedGreaterThanOrEqual,
        _ => IntCC::NotEqual,
    }
}
