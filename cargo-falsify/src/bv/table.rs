//! THE table of operators: one row each, with its name in the text form, its types and its evaluation.

use std::cmp::Ordering;

use super::{float, int, Scalar};

/// Which types an operator takes as its (left) operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operands {
    Int,
    Float,
    IntOrFloat,
    IntOrBool,
    /// Integers of whole bytes.
    Bytes,
    /// Any scalar.
    Any,
}

impl Operands {
    pub fn contains(self, t: Scalar) -> bool {
        match self {
            Operands::Int => t.is_int(),
            Operands::Float => t.is_float(),
            Operands::IntOrFloat => t.is_int() || t.is_float(),
            Operands::IntOrBool => t.is_int() || t == Scalar::Bool,
            Operands::Bytes => t.is_int() && t.bits().is_multiple_of(8),
            Operands::Any => true,
        }
    }
}

/// What type an operator gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultType {
    /// That of the (left) operand.
    Same,
    Bool,
    U32,
}

impl ResultType {
    fn of(self, operand: Scalar) -> Scalar {
        match self {
            ResultType::Same => operand,
            ResultType::Bool => Scalar::Bool,
            ResultType::U32 => Scalar::U32,
        }
    }
}

/// A unary operator.
pub struct UnRow {
    pub op: UnOp,
    /// In the text form.
    pub name: &'static str,
    pub doc: &'static str,
    pub operand: Operands,
    pub result: ResultType,
    /// From the operand's type and bits.
    pub eval: fn(Scalar, u128) -> u128,
}

/// A binary operator.
pub struct BinRow {
    pub op: BinOp,
    /// In the text form.
    pub name: &'static str,
    pub doc: &'static str,
    pub left: Operands,
    /// Whether the right operand is a count of any integer type instead of the left one's type.
    pub counts: bool,
    pub result: ResultType,
    /// From the left type and bits and the right type and bits.
    pub eval: fn(Scalar, u128, Scalar, u128) -> u128,
}

macro_rules! unary_table {
    ($($(#[doc = $doc:literal])+ $op:ident = $name:literal : $operand:ident -> $result:ident, $eval:expr;)*) => {
        /// An operator with one operand.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum UnOp { $($(#[doc = $doc])+ $op,)* }

        /// The unary operators, in the order of [`UnOp`].
        pub static UNARY: &[UnRow] = &[$(UnRow {
            op: UnOp::$op,
            name: $name,
            doc: concat!($($doc),+),
            operand: Operands::$operand,
            result: ResultType::$result,
            eval: $eval,
        },)*];
    };
}

macro_rules! binary_table {
    ($($(#[doc = $doc:literal])+
        $op:ident = $name:literal : $left:ident, $counts:ident -> $result:ident, $eval:expr;)*) => {
        /// An operator with two operands.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum BinOp { $($(#[doc = $doc])+ $op,)* }

        /// The binary operators, in the order of [`BinOp`].
        pub static BINARY: &[BinRow] = &[$(BinRow {
            op: BinOp::$op,
            name: $name,
            doc: concat!($($doc),+),
            left: Operands::$left,
            counts: binary_table!(@$counts),
            result: ResultType::$result,
            eval: $eval,
        },)*];
    };
    (@same) => { false };
    (@count) => { true };
}

unary_table! {
    /// Complement of all bits; of a bool, logical negation.
    Not = "not": IntOrBool -> Same, |t, a| t.wrap(!a);
    /// Two's complement negation, wrapping; of a float, the other sign.
    Neg = "neg": IntOrFloat -> Same, |t, a| match t {
        Scalar::Float { bits } => float::neg(bits, a),
        _ => t.wrap(a.wrapping_neg()),
    };
    /// Whether `Neg` wraps: of a signed type the smallest value, of an unsigned one all but 0.
    NegOverflows = "neg_overflows": Int -> Bool, |t, a| int::neg_overflows(t, a).into();
    /// Number of one bits.
    CountOnes = "count_ones": Int -> U32, |_, a| a.count_ones().into();
    /// Zero bits above the highest one bit; the width if there is none.
    LeadingZeros = "leading_zeros": Int -> U32, int::leading_zeros;
    /// Zero bits below the lowest one bit; the width if there is none.
    TrailingZeros = "trailing_zeros": Int -> U32, int::trailing_zeros;
    /// Bytes in the opposite order.
    SwapBytes = "swap_bytes": Bytes -> Same, int::swap_bytes;
    /// Bits in the opposite order.
    ReverseBits = "reverse_bits": Int -> Same, int::reverse_bits;
    /// Sign bit cleared.
    FloatAbs = "float_abs": Float -> Same, |t, a| float::abs(t.bits() as u16, a);
    /// Square root, correctly rounded; NaN below zero.
    FloatSqrt = "float_sqrt": Float -> Same, |t, a| float::sqrt(t.bits() as u16, a);
    /// Toward negative infinity.
    FloatFloor = "float_floor": Float -> Same, |t, a| float::floor(t.bits() as u16, a);
    /// Toward positive infinity.
    FloatCeil = "float_ceil": Float -> Same, |t, a| float::ceil(t.bits() as u16, a);
    /// Toward zero.
    FloatTrunc = "float_trunc": Float -> Same, |t, a| float::trunc(t.bits() as u16, a);
    /// To the nearest, ties away from zero.
    FloatRound = "float_round": Float -> Same, |t, a| float::round(t.bits() as u16, a);
    /// To the nearest, ties to even.
    FloatRoundTiesEven = "float_round_ties_even": Float -> Same,
        |t, a| float::round_ties_even(t.bits() as u16, a);
}

binary_table! {
    /// Sum, wrapping; of floats, rounded to nearest.
    Add = "add": IntOrFloat, same -> Same, |t, a, _, b| match t {
        Scalar::Float { bits } => float::add(bits, a, b),
        _ => t.wrap(a.wrapping_add(b)),
    };
    /// Difference, wrapping; of floats, rounded to nearest.
    Sub = "sub": IntOrFloat, same -> Same, |t, a, _, b| match t {
        Scalar::Float { bits } => float::sub(bits, a, b),
        _ => t.wrap(a.wrapping_sub(b)),
    };
    /// Product, wrapping; of floats, rounded to nearest.
    Mul = "mul": IntOrFloat, same -> Same, |t, a, _, b| match t {
        Scalar::Float { bits } => float::mul(bits, a, b),
        _ => t.wrap(a.wrapping_mul(b)),
    };
    /// Quotient toward zero. The smallest value by -1 wraps to itself. By zero as in SMT-LIB: unsigned all ones,
    /// signed -1, or 1 if the dividend is negative. Of floats, rounded to nearest.
    Div = "div": IntOrFloat, same -> Same, |t, a, _, b| match t {
        Scalar::Float { bits } => float::div(bits, a, b),
        _ => int::div(t, a, b),
    };
    /// Remainder with the dividend's sign. By zero: the dividend. Of floats: exact, as C's `fmod`.
    Rem = "rem": IntOrFloat, same -> Same, |t, a, _, b| match t {
        Scalar::Float { bits } => float::rem(bits, a, b),
        _ => int::rem(t, a, b),
    };
    /// Bitwise or logical and.
    And = "and": IntOrBool, same -> Same, |_, a, _, b| a & b;
    /// Bitwise or logical or.
    Or = "or": IntOrBool, same -> Same, |_, a, _, b| a | b;
    /// Bitwise or logical exclusive or.
    Xor = "xor": IntOrBool, same -> Same, |_, a, _, b| a ^ b;
    /// Left shift by the amount's bits, read as unsigned, modulo the width.
    Shl = "shl": Int, count -> Same, |t, a, _, b| int::shl(t, a, b);
    /// Right shift, arithmetic for signed types, by the amount's bits, read as unsigned, modulo the width.
    Shr = "shr": Int, count -> Same, |t, a, _, b| int::shr(t, a, b);
    /// Rotation toward the high bits, by the amount's bits, read as unsigned, modulo the width.
    RotateLeft = "rotate_left": Int, count -> Same, |t, a, _, b| int::rotate_left(t, a, b);
    /// Rotation toward the low bits, by the amount's bits, read as unsigned, modulo the width.
    RotateRight = "rotate_right": Int, count -> Same, |t, a, _, b| int::rotate_right(t, a, b);
    /// Sum, held at the bound it would pass.
    AddSaturating = "add_saturating": Int, same -> Same, |t, a, _, b| int::saturating_add(t, a, b);
    /// Difference, held at the bound it would pass.
    SubSaturating = "sub_saturating": Int, same -> Same, |t, a, _, b| int::saturating_sub(t, a, b);
    /// Equality; false for NaN, the zeros are equal.
    Eq = "eq": Any, same -> Bool, |t, a, _, b| (t.order(a, b) == Some(Ordering::Equal)).into();
    /// Not `Eq`.
    Ne = "ne": Any, same -> Bool, |t, a, _, b| (t.order(a, b) != Some(Ordering::Equal)).into();
    /// Less; false for NaN.
    Lt = "lt": Any, same -> Bool, |t, a, _, b| (t.order(a, b) == Some(Ordering::Less)).into();
    /// Less or equal; false for NaN.
    Le = "le": Any, same -> Bool, |t, a, _, b| t.order(a, b).is_some_and(Ordering::is_le).into();
    /// Greater; false for NaN.
    Gt = "gt": Any, same -> Bool, |t, a, _, b| (t.order(a, b) == Some(Ordering::Greater)).into();
    /// Greater or equal; false for NaN.
    Ge = "ge": Any, same -> Bool, |t, a, _, b| t.order(a, b).is_some_and(Ordering::is_ge).into();
    /// Whether `Add` wraps.
    AddOverflows = "add_overflows": Int, same -> Bool, |t, a, _, b| int::add_overflows(t, a, b).into();
    /// Whether `Sub` wraps.
    SubOverflows = "sub_overflows": Int, same -> Bool, |t, a, _, b| int::sub_overflows(t, a, b).into();
    /// Whether `Mul` wraps.
    MulOverflows = "mul_overflows": Int, same -> Bool, |t, a, _, b| int::mul_overflows(t, a, b).into();
    /// Whether `Div` and `Rem` wrap: the smallest value by -1. Division by zero is not an overflow.
    DivOverflows = "div_overflows": Int, same -> Bool, |t, a, _, b| int::div_overflows(t, a, b).into();
    /// Whether the amount (right, read in its own type) is negative or not less than the left operand's width.
    ShiftOutOfRange = "shift_out_of_range": Int, count -> Bool,
        |t, _, u, b| int::shift_out_of_range(t, u, b).into();
    /// Magnitude of the left, sign of the right.
    FloatCopysign = "float_copysign": Float, same -> Same, |t, a, _, b| float::copysign(t.bits() as u16, a, b);
}

impl UnOp {
    pub fn row(self) -> &'static UnRow {
        &UNARY[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn by_name(name: &str) -> Option<UnOp> {
        UNARY.iter().find(|row| row.name == name).map(|row| row.op)
    }

    /// The result's type, if the operator takes the operand's.
    pub fn result(self, operand: Scalar) -> Option<Scalar> {
        let row = self.row();
        row.operand
            .contains(operand)
            .then(|| row.result.of(operand))
    }

    pub fn eval(self, operand: Scalar, a: u128) -> u128 {
        (self.row().eval)(operand, a)
    }
}

impl BinOp {
    pub fn row(self) -> &'static BinRow {
        &BINARY[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn by_name(name: &str) -> Option<BinOp> {
        BINARY.iter().find(|row| row.name == name).map(|row| row.op)
    }

    /// The result's type, if the operator takes the operands'.
    pub fn result(self, left: Scalar, right: Scalar) -> Option<Scalar> {
        let row = self.row();
        let right_fits = if row.counts {
            right.is_int()
        } else {
            left == right
        };
        (row.left.contains(left) && right_fits).then(|| row.result.of(left))
    }

    /// The right type matters to the operators that take a count.
    pub fn eval(self, left: Scalar, a: u128, right: Scalar, b: u128) -> u128 {
        (self.row().eval)(left, a, right, b)
    }
}
