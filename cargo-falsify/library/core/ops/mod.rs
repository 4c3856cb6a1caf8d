//! `core::ops`.

mod arith;
mod bit;
mod control_flow;
mod deref;
mod function;
mod range;

pub use self::arith::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};
pub use self::bit::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, ShlAssign, Shr, ShrAssign,
};
pub use self::control_flow::{ControlFlow, FromResidual, Try};
pub use self::deref::{Deref, DerefMut, Drop, Index, IndexMut};
pub use self::function::{Fn, FnMut, FnOnce};
pub use self::range::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};
