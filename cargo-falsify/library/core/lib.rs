//! The model of `core`: what the library means, in plain Rust that the front end reads like any other crate.
//!
//! Modules, types, traits, their parameters and bounds have core's names, so that method lookup and inference go the
//! same way as with the real library. Bodies are the shortest code with core's observable behaviour: the same values,
//! the same panics, at the same place (`#[track_caller]` is where core has it). `std` resolves to this crate too.
//!
//! What differs on purpose: there are no addresses, so that raw pointers are references to places; formatting is erased, so the `fmt` traits
//! exist only for bounds; memory orderings are checked for validity and otherwise have no effect.
//!
//! `#[lang = "…"]` marks what the front end looks for, `#[intrinsic]` what it implements (see `intrinsics`).

pub mod intrinsics;

pub mod array;
mod boolean;
pub mod borrow;
pub mod cell;
pub mod char;
pub mod clone;
pub mod cmp;
pub mod convert;
pub mod default;
pub mod error;
pub mod ffi;
pub mod fmt;
pub mod hash;
pub mod hint;
pub mod iter;
pub mod marker;
pub mod mem;
pub mod num;
pub mod ops;
pub mod option;
pub mod panic;
pub mod prelude;
pub mod ptr;
pub mod result;
pub mod slice;
pub mod str;
pub mod sync;
pub mod time;
pub mod tuple;
mod unicode;

pub mod primitive {
    //! The primitive types under paths that nothing shadows.
    pub use bool;
    pub use char;
    pub use f32;
    pub use f64;
    pub use i128;
    pub use i16;
    pub use i32;
    pub use i64;
    pub use i8;
    pub use isize;
    pub use str;
    pub use u128;
    pub use u16;
    pub use u32;
    pub use u64;
    pub use u8;
    pub use usize;
}

/// The old modules named like integer types, with their two constants.
macro_rules! integer_modules {
    ($($t:ident)*) => { $(
        pub mod $t {
            pub const MIN: $t = $t::MIN;
            pub const MAX: $t = $t::MAX;
        }
    )* };
}
integer_modules! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

pub mod f32 {
    //! `core::f32`: the mathematical constants and the old spellings of the associated ones.
    pub use crate::num::f32_consts as consts;
    pub const RADIX: u32 = f32::RADIX;
    pub const MANTISSA_DIGITS: u32 = f32::MANTISSA_DIGITS;
    pub const DIGITS: u32 = f32::DIGITS;
    pub const EPSILON: f32 = f32::EPSILON;
    pub const MIN: f32 = f32::MIN;
    pub const MIN_POSITIVE: f32 = f32::MIN_POSITIVE;
    pub const MAX: f32 = f32::MAX;
    pub const NAN: f32 = f32::NAN;
    pub const INFINITY: f32 = f32::INFINITY;
    pub const NEG_INFINITY: f32 = f32::NEG_INFINITY;
}

pub mod f64 {
    //! `core::f64`: the mathematical constants and the old spellings of the associated ones.
    pub use crate::num::f64_consts as consts;
    pub const RADIX: u32 = f64::RADIX;
    pub const MANTISSA_DIGITS: u32 = f64::MANTISSA_DIGITS;
    pub const DIGITS: u32 = f64::DIGITS;
    pub const EPSILON: f64 = f64::EPSILON;
    pub const MIN: f64 = f64::MIN;
    pub const MIN_POSITIVE: f64 = f64::MIN_POSITIVE;
    pub const MAX: f64 = f64::MAX;
    pub const NAN: f64 = f64::NAN;
    pub const INFINITY: f64 = f64::INFINITY;
    pub const NEG_INFINITY: f64 = f64::NEG_INFINITY;
}
