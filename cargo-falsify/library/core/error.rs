//! `core::error`.

use crate::fmt::{Debug, Display};

pub trait Error: Debug + Display {}

impl<T: ?Sized + Error> Error for &T {}

impl Error for crate::fmt::Error {}
impl Error for crate::num::ParseIntError {}
impl Error for crate::num::TryFromIntError {}
impl Error for crate::num::CharTryFromError {}
impl Error for crate::num::TryFromCharError {}
impl Error for crate::array::TryFromSliceError {}
impl Error for crate::cell::BorrowError {}
impl Error for crate::cell::BorrowMutError {}
impl Error for crate::str::ParseBoolError {}
impl Error for crate::str::Utf8Error {}
impl Error for crate::char::ParseCharError {}
impl Error for crate::time::TryFromFloatSecsError {}
