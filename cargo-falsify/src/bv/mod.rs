//! Scalars as bit-vectors, and the one table of operators over them.
//!
//! A value of a scalar type is the bits of a `u128`, zero-extended: two's complement for integers, the IEEE
//! encoding for floats, the code for `char`, 0 or 1 for `bool`. Every executor of the tool (interpreter, terms,
//! bit-blasting, abstract domains) takes the meaning of an operator from [`UnOp`], [`BinOp`], [`cast`] and
//! [`transmute`], or is tested against them.
//!
//! Operators are total. Where Rust panics, the operator wraps or yields what its row says, and a predicate of the
//! same table (`AddOverflows`, `ShiftOutOfRange`, …) tells when Rust would have panicked.
//!
//! Widths are not limited to Rust's: any width from 1 to 128 bits works, so that other executors can be compared
//! exhaustively at small ones.

mod cast;
mod float;
mod int;
mod table;

pub use cast::{cast, castable, transmutable, transmute};
pub use table::{BinOp, BinRow, Operands, ResultType, UnOp, UnRow, BINARY, UNARY};

/// A type whose values are bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    Bool,
    Char,
    Int { signed: bool, bits: u16 },
    Float { bits: u16 },
}

impl Scalar {
    /// The type of counts of bits, as in Rust.
    pub const U32: Scalar = Scalar::unsigned(32);

    pub const fn signed(bits: u16) -> Scalar {
        Scalar::Int { signed: true, bits }
    }

    pub const fn unsigned(bits: u16) -> Scalar {
        Scalar::Int {
            signed: false,
            bits,
        }
    }

    /// Width in bits; a `char` counts as 32 because it transmutes from and to `u32`.
    pub const fn bits(self) -> u32 {
        match self {
            Scalar::Bool => 1,
            Scalar::Char => 32,
            Scalar::Int { bits, .. } | Scalar::Float { bits } => bits as u32,
        }
    }

    pub const fn is_int(self) -> bool {
        matches!(self, Scalar::Int { .. })
    }

    pub const fn is_float(self) -> bool {
        matches!(self, Scalar::Float { .. })
    }

    /// Whether a value is read as two's complement.
    pub const fn is_signed(self) -> bool {
        matches!(self, Scalar::Int { signed: true, .. })
    }

    /// All bits of the type set.
    #[inline]
    pub const fn mask(self) -> u128 {
        u128::MAX >> (128 - self.bits())
    }

    /// Cuts to the width of the type.
    #[inline]
    pub const fn wrap(self, bits: u128) -> u128 {
        bits & self.mask()
    }

    /// The number that the bits stand for when read as two's complement.
    #[inline]
    pub const fn sign_extend(self, bits: u128) -> i128 {
        let unused = 128 - self.bits();
        ((bits << unused) as i128) >> unused
    }

    /// Whether the bits are a value of the type.
    pub fn contains(self, bits: u128) -> bool {
        match self {
            Scalar::Char => u32::try_from(bits).is_ok_and(|code| char::from_u32(code).is_some()),
            Scalar::Bool | Scalar::Int { .. } | Scalar::Float { .. } => bits <= self.mask(),
        }
    }

    /// Smallest value of an integer type.
    pub const fn min(self) -> u128 {
        if self.is_signed() {
            1 << (self.bits() - 1)
        } else {
            0
        }
    }

    /// Largest value of an integer type.
    pub const fn max(self) -> u128 {
        if self.is_signed() {
            self.mask() >> 1
        } else {
            self.mask()
        }
    }

    /// Order of two values of the type; none if one is NaN.
    pub fn order(self, a: u128, b: u128) -> Option<std::cmp::Ordering> {
        match self {
            Scalar::Float { bits } => float::order(bits, a, b),
            Scalar::Int { signed: true, .. } => Some(self.sign_extend(a).cmp(&self.sign_extend(b))),
            Scalar::Int { .. } | Scalar::Bool | Scalar::Char => Some(a.cmp(&b)),
        }
    }
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scalar::Bool => f.write_str("bool"),
            Scalar::Char => f.write_str("char"),
            Scalar::Int { signed: true, bits } => write!(f, "i{bits}"),
            Scalar::Int { bits, .. } => write!(f, "u{bits}"),
            Scalar::Float { bits } => write!(f, "f{bits}"),
        }
    }
}

#[cfg(test)]
mod tests;
