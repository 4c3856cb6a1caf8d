//! `core::ptr`: pointers to places of the program, which are as good as references. There are no addresses, so nothing
//! is null, and no pointer is made of a number or moved along an array. What is read or written volatile must be given by
//! a reference: behind a pointer it may be a register, which is for `#[input]` and `#[output]`.

use crate::clone::Clone;
use crate::fmt;
use crate::intrinsics;
use crate::marker::Copy;
use crate::mem;

pub const unsafe fn read<T>(src: *const T) -> T {
    intrinsics::read(&*src)
}

pub const unsafe fn write<T>(dst: *mut T, src: T) {
    intrinsics::write(&mut *dst, src)
}

pub const unsafe fn read_unaligned<T>(src: *const T) -> T {
    intrinsics::read(&*src)
}

pub const unsafe fn write_unaligned<T>(dst: *mut T, src: T) {
    intrinsics::write(&mut *dst, src)
}

pub unsafe fn read_volatile<T>(src: &T) -> T {
    intrinsics::read(src)
}

pub unsafe fn write_volatile<T>(dst: &mut T, src: T) {
    intrinsics::write(dst, src)
}

pub const unsafe fn replace<T>(dst: *mut T, src: T) -> T {
    mem::replace(&mut *dst, src)
}

pub const unsafe fn swap<T>(x: *mut T, y: *mut T) {
    mem::swap(&mut *x, &mut *y)
}

pub unsafe fn drop_in_place<T>(to_drop: *mut T) {
    mem::drop(intrinsics::read(&*to_drop))
}

pub const fn from_ref<T: ?Sized>(r: &T) -> *const T {
    r
}

pub const fn from_mut<T: ?Sized>(r: &mut T) -> *mut T {
    r
}

impl<T: ?Sized> Copy for *const T {}
impl<T: ?Sized> Copy for *mut T {}

impl<T: ?Sized> Clone for *const T {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Clone for *mut T {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> fmt::Debug for *const T {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<T: ?Sized> fmt::Debug for *mut T {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<T: ?Sized> *const T {
    pub const fn is_null(self) -> bool {
        false
    }

    pub const fn cast_mut(self) -> *mut T {
        self as *mut T
    }

    pub const unsafe fn as_ref<'a>(self) -> Option<&'a T> {
        Some(&*self)
    }
}

impl<T> *const T {
    pub const unsafe fn read(self) -> T {
        read(self)
    }
}

impl<T: ?Sized> *mut T {
    pub const fn is_null(self) -> bool {
        false
    }

    pub const fn cast_const(self) -> *const T {
        self
    }

    pub const unsafe fn as_ref<'a>(self) -> Option<&'a T> {
        Some(&*self)
    }

    pub const unsafe fn as_mut<'a>(self) -> Option<&'a mut T> {
        Some(&mut *self)
    }
}

impl<T> *mut T {
    pub const unsafe fn read(self) -> T {
        read(self)
    }

    pub const unsafe fn write(self, val: T) {
        write(self, val)
    }

    pub const unsafe fn replace(self, src: T) -> T {
        replace(self, src)
    }

    pub const unsafe fn swap(self, with: *mut T) {
        swap(self, with)
    }

    pub unsafe fn drop_in_place(self) {
        drop_in_place(self)
    }
}

pub struct NonNull<T: ?Sized> {
    pointer: *mut T,
}

impl<T: ?Sized> NonNull<T> {
    pub const fn new(ptr: *mut T) -> Option<NonNull<T>> {
        Some(NonNull { pointer: ptr })
    }

    pub const unsafe fn new_unchecked(ptr: *mut T) -> NonNull<T> {
        NonNull { pointer: ptr }
    }

    pub const fn as_ptr(self) -> *mut T {
        self.pointer
    }

    pub const unsafe fn as_ref<'a>(&self) -> &'a T {
        &*self.pointer
    }

    pub const unsafe fn as_mut<'a>(&mut self) -> &'a mut T {
        &mut *self.pointer
    }
}

impl<T: ?Sized> Copy for NonNull<T> {}

impl<T: ?Sized> Clone for NonNull<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> fmt::Debug for NonNull<T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<T: ?Sized> From<&mut T> for NonNull<T> {
    fn from(r: &mut T) -> NonNull<T> {
        NonNull { pointer: r }
    }
}

impl<T: ?Sized> From<&T> for NonNull<T> {
    fn from(r: &T) -> NonNull<T> {
        NonNull { pointer: intrinsics::interior_mut(r) }
    }
}
