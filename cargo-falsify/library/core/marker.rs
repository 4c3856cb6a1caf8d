//! `core::marker`: traits without methods, and `PhantomData`.

use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};

/// Implemented by the front end: every type but slices and `str`.
#[lang = "sized"]
pub trait Sized {}

/// The front end adds closures, function items and function pointers.
#[lang = "copy"]
pub trait Copy: Clone {}

/// Holds of every type: an analysed program has one context.
#[lang = "send"]
pub unsafe auto trait Send {}

/// Holds of every type: an analysed program has one context.
#[lang = "sync"]
pub unsafe auto trait Sync {}

/// Holds of every type: nothing has an address.
#[lang = "unpin"]
pub auto trait Unpin {}

macro_rules! copy {
    ($($t:ty)*) => { $( impl Copy for $t {} )* };
}
copy! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char }

impl Copy for ! {}
impl<T: ?Sized> Copy for &T {}
impl<T: Copy, const N: usize> Copy for [T; N] {}

#[lang = "phantom_data"]
pub struct PhantomData<T: ?Sized>;

impl<T: ?Sized> Copy for PhantomData<T> {}

impl<T: ?Sized> Clone for PhantomData<T> {
    fn clone(&self) -> Self {
        Self
    }
}

impl<T: ?Sized> Default for PhantomData<T> {
    fn default() -> Self {
        Self
    }
}

impl<T: ?Sized> PartialEq for PhantomData<T> {
    fn eq(&self, _other: &PhantomData<T>) -> bool {
        true
    }
}

impl<T: ?Sized> Eq for PhantomData<T> {}

impl<T: ?Sized> PartialOrd for PhantomData<T> {
    fn partial_cmp(&self, _other: &PhantomData<T>) -> Option<Ordering> {
        Some(Ordering::Equal)
    }
}

impl<T: ?Sized> Ord for PhantomData<T> {
    fn cmp(&self, _other: &PhantomData<T>) -> Ordering {
        Ordering::Equal
    }
}

impl<T: ?Sized> Hash for PhantomData<T> {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}

impl<T: ?Sized> fmt::Debug for PhantomData<T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

#[derive(Debug, Default, Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct PhantomPinned;
