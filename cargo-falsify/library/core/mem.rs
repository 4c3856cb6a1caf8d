//! `core::mem`.

use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
// Not wrapped: where a layout is not known, the finding is at the call.
pub use crate::intrinsics::{align_of, size_of};
use crate::marker::PhantomData;
use crate::ops::{Deref, DerefMut};

pub const fn swap<T>(x: &mut T, y: &mut T) {
    let old = intrinsics::read(x);
    intrinsics::write(x, intrinsics::read(y));
    intrinsics::write(y, old);
}

pub const fn replace<T>(dest: &mut T, src: T) -> T {
    let old = intrinsics::read(dest);
    intrinsics::write(dest, src);
    old
}

pub fn take<T: Default>(dest: &mut T) -> T {
    replace(dest, T::default())
}

pub fn drop<T>(_x: T) {}

pub const fn forget<T>(t: T) {
    intrinsics::forget(t)
}

pub const fn size_of_val<T>(_val: &T) -> usize {
    intrinsics::size_of::<T>()
}

pub const fn align_of_val<T>(_val: &T) -> usize {
    intrinsics::align_of::<T>()
}

pub const fn needs_drop<T: ?Sized>() -> bool {
    intrinsics::needs_drop::<T>()
}

pub const fn discriminant<T>(v: &T) -> Discriminant<T> {
    Discriminant { value: intrinsics::discriminant(v), of: PhantomData }
}

/// Which variant a value is of.
pub struct Discriminant<T> {
    value: i128,
    of: PhantomData<T>,
}

impl<T> Copy for Discriminant<T> {}

impl<T> Clone for Discriminant<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> PartialEq for Discriminant<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T> Eq for Discriminant<T> {}

impl<T> Hash for Discriminant<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.value as isize).hash(state);
    }
}

impl<T> fmt::Debug for Discriminant<T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// The front end never drops what is inside.
#[lang = "manually_drop"]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ManuallyDrop<T> {
    value: T,
}

impl<T> ManuallyDrop<T> {
    pub const fn new(value: T) -> ManuallyDrop<T> {
        ManuallyDrop { value }
    }

    pub const fn into_inner(slot: ManuallyDrop<T>) -> T {
        intrinsics::read(&slot.value)
    }

    pub unsafe fn take(slot: &mut ManuallyDrop<T>) -> T {
        intrinsics::read(&slot.value)
    }

    pub unsafe fn drop(slot: &mut ManuallyDrop<T>) {
        drop(intrinsics::read(&slot.value));
    }
}

impl<T> Deref for ManuallyDrop<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for ManuallyDrop<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

/// A place for a value that may not be there yet. Reading it too early is undefined in Rust; here it yields some value.
pub struct MaybeUninit<T> {
    value: ManuallyDrop<T>,
}

impl<T> MaybeUninit<T> {
    pub const fn new(val: T) -> MaybeUninit<T> {
        MaybeUninit { value: ManuallyDrop::new(val) }
    }

    pub const fn uninit() -> MaybeUninit<T> {
        MaybeUninit { value: intrinsics::uninit() }
    }

    pub const fn write(&mut self, val: T) -> &mut T {
        *self = MaybeUninit::new(val);
        &mut self.value.value
    }

    pub const fn as_ptr(&self) -> *const T {
        &self.value.value
    }

    pub const fn as_mut_ptr(&mut self) -> *mut T {
        &mut self.value.value
    }

    pub const unsafe fn assume_init(self) -> T {
        intrinsics::read(&self.value.value)
    }

    pub const unsafe fn assume_init_read(&self) -> T {
        intrinsics::read(&self.value.value)
    }

    pub unsafe fn assume_init_drop(&mut self) {
        drop(intrinsics::read(&self.value.value));
    }

    pub const unsafe fn assume_init_ref(&self) -> &T {
        &self.value.value
    }

    pub const unsafe fn assume_init_mut(&mut self) -> &mut T {
        &mut self.value.value
    }
}

impl<T: Copy> Copy for MaybeUninit<T> {}

impl<T: Copy> Clone for MaybeUninit<T> {
    fn clone(&self) -> Self {
        *self
    }
}
