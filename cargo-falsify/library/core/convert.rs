//! `core::convert`; the conversions between numbers are in `num::convert`.

use crate::cmp::Ordering;
use crate::error::Error;
use crate::fmt;
use crate::hash::{Hash, Hasher};

pub use crate::num::{CharTryFromError, TryFromCharError};

pub const fn identity<T>(x: T) -> T {
    x
}

pub trait AsRef<T: ?Sized> {
    fn as_ref(&self) -> &T;
}

pub trait AsMut<T: ?Sized> {
    fn as_mut(&mut self) -> &mut T;
}

#[lang = "into"]
pub trait Into<T>: Sized {
    fn into(self) -> T;
}

#[lang = "from"]
pub trait From<T>: Sized {
    fn from(value: T) -> Self;
}

pub trait TryInto<T>: Sized {
    type Error;

    fn try_into(self) -> Result<T, Self::Error>;
}

pub trait TryFrom<T>: Sized {
    type Error;

    fn try_from(value: T) -> Result<Self, Self::Error>;
}

impl<T: ?Sized + AsRef<U>, U: ?Sized> AsRef<U> for &T {
    fn as_ref(&self) -> &U {
        <T as AsRef<U>>::as_ref(*self)
    }
}

impl<T: ?Sized + AsRef<U>, U: ?Sized> AsRef<U> for &mut T {
    fn as_ref(&self) -> &U {
        <T as AsRef<U>>::as_ref(*self)
    }
}

impl<T: ?Sized + AsMut<U>, U: ?Sized> AsMut<U> for &mut T {
    fn as_mut(&mut self) -> &mut U {
        <T as AsMut<U>>::as_mut(*self)
    }
}

impl<T> AsRef<[T]> for [T] {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T> AsMut<[T]> for [T] {
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T, const N: usize> AsRef<[T]> for [T; N] {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T, const N: usize> AsMut<[T]> for [T; N] {
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}

impl AsRef<str> for str {
    fn as_ref(&self) -> &str {
        self
    }
}

impl AsMut<str> for str {
    fn as_mut(&mut self) -> &mut str {
        self
    }
}

impl AsRef<[u8]> for str {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<T: Sized, U: From<T>> Into<U> for T {
    #[track_caller]
    fn into(self) -> U {
        U::from(self)
    }
}

impl<T> From<T> for T {
    fn from(t: T) -> T {
        t
    }
}

impl<T: Sized, U: TryFrom<T>> TryInto<U> for T {
    type Error = U::Error;

    fn try_into(self) -> Result<U, U::Error> {
        U::try_from(self)
    }
}

impl<T, U: Into<T>> TryFrom<U> for T {
    type Error = Infallible;

    fn try_from(value: U) -> Result<T, Infallible> {
        Ok(U::into(value))
    }
}

#[derive(Copy)]
pub enum Infallible {}

impl Clone for Infallible {
    fn clone(&self) -> Infallible {
        match *self {}
    }
}

impl fmt::Debug for Infallible {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl fmt::Display for Infallible {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl Error for Infallible {}

impl PartialEq for Infallible {
    fn eq(&self, _other: &Infallible) -> bool {
        match *self {}
    }
}

impl Eq for Infallible {}

impl PartialOrd for Infallible {
    fn partial_cmp(&self, _other: &Self) -> Option<Ordering> {
        match *self {}
    }
}

impl Ord for Infallible {
    fn cmp(&self, _other: &Self) -> Ordering {
        match *self {}
    }
}

impl Hash for Infallible {
    fn hash<H: Hasher>(&self, _state: &mut H) {
        match *self {}
    }
}
