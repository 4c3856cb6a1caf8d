//! `core::num`, and the inherent methods of the primitive number types.

mod convert;
mod float;
mod int;
mod nonzero;
mod parse;
mod saturating;
mod wrapping;

pub mod f32_consts;
pub mod f64_consts;

pub use self::convert::{CharTryFromError, TryFromCharError, TryFromIntError};
pub use self::float::FpCategory;
pub use self::nonzero::{
    NonZero, NonZeroI128, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI8, NonZeroIsize, NonZeroU128, NonZeroU16,
    NonZeroU32, NonZeroU64, NonZeroU8, NonZeroUsize, ZeroablePrimitive,
};
pub use self::parse::{IntErrorKind, ParseIntError};
pub use self::saturating::Saturating;
pub use self::wrapping::Wrapping;
