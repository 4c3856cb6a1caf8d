//! `core::result`.

use crate::convert::Infallible;
use crate::fmt;
use crate::intrinsics;
use crate::iter::{ExactSizeIterator, FromIterator, FusedIterator, Product, Sum};
use crate::ops::{ControlFlow, Deref, DerefMut, FromResidual, Try};

#[lang = "result"]
#[derive(Copy, PartialEq, PartialOrd, Eq, Ord, Debug, Hash, Clone)]
pub enum Result<T, E> {
    Ok(T),
    Err(E),
}

impl<T, E> Result<T, E> {
    pub const fn is_ok(&self) -> bool {
        match *self {
            Ok(_) => true,
            Err(_) => false,
        }
    }

    pub fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            Ok(x) => f(x),
            Err(_) => false,
        }
    }

    pub const fn is_err(&self) -> bool {
        !self.is_ok()
    }

    pub fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool {
        match self {
            Ok(_) => false,
            Err(e) => f(e),
        }
    }

    pub fn ok(self) -> Option<T> {
        match self {
            Ok(x) => Some(x),
            Err(_) => None,
        }
    }

    pub fn err(self) -> Option<E> {
        match self {
            Ok(_) => None,
            Err(e) => Some(e),
        }
    }

    pub const fn as_ref(&self) -> Result<&T, &E> {
        match *self {
            Ok(ref x) => Ok(x),
            Err(ref e) => Err(e),
        }
    }

    pub const fn as_mut(&mut self) -> Result<&mut T, &mut E> {
        match *self {
            Ok(ref mut x) => Ok(x),
            Err(ref mut e) => Err(e),
        }
    }

    pub fn map<U, F: FnOnce(T) -> U>(self, op: F) -> Result<U, E> {
        match self {
            Ok(x) => Ok(op(x)),
            Err(e) => Err(e),
        }
    }

    pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
        match self {
            Ok(x) => f(x),
            Err(_) => default,
        }
    }

    pub fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
        match self {
            Ok(x) => f(x),
            Err(e) => default(e),
        }
    }

    pub fn map_err<F, O: FnOnce(E) -> F>(self, op: O) -> Result<T, F> {
        match self {
            Ok(x) => Ok(x),
            Err(e) => Err(op(e)),
        }
    }

    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Self {
        if let Ok(ref x) = self {
            f(x);
        }
        self
    }

    pub fn inspect_err<F: FnOnce(&E)>(self, f: F) -> Self {
        if let Err(ref e) = self {
            f(e);
        }
        self
    }

    pub fn as_deref(&self) -> Result<&T::Target, &E>
    where
        T: Deref,
    {
        match self {
            Ok(x) => Ok(x.deref()),
            Err(e) => Err(e),
        }
    }

    pub fn as_deref_mut(&mut self) -> Result<&mut T::Target, &mut E>
    where
        T: DerefMut,
    {
        match self {
            Ok(x) => Ok(x.deref_mut()),
            Err(e) => Err(e),
        }
    }

    pub fn iter(&self) -> Iter<'_, T> {
        Iter { item: self.as_ref().ok() }
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut { item: self.as_mut().ok() }
    }

    #[track_caller]
    pub fn expect(self, msg: &str) -> T
    where
        E: fmt::Debug,
    {
        match self {
            Ok(x) => x,
            Err(_) => intrinsics::fail_expect(),
        }
    }

    #[track_caller]
    pub fn unwrap(self) -> T
    where
        E: fmt::Debug,
    {
        match self {
            Ok(x) => x,
            Err(_) => intrinsics::fail_unwrap(),
        }
    }

    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Ok(x) => x,
            Err(_) => T::default(),
        }
    }

    #[track_caller]
    pub fn expect_err(self, msg: &str) -> E
    where
        T: fmt::Debug,
    {
        match self {
            Ok(_) => intrinsics::fail_expect(),
            Err(e) => e,
        }
    }

    #[track_caller]
    pub fn unwrap_err(self) -> E
    where
        T: fmt::Debug,
    {
        match self {
            Ok(_) => intrinsics::fail_unwrap(),
            Err(e) => e,
        }
    }

    pub fn and<U>(self, res: Result<U, E>) -> Result<U, E> {
        match self {
            Ok(_) => res,
            Err(e) => Err(e),
        }
    }

    pub fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, op: F) -> Result<U, E> {
        match self {
            Ok(x) => op(x),
            Err(e) => Err(e),
        }
    }

    pub fn or<F>(self, res: Result<T, F>) -> Result<T, F> {
        match self {
            Ok(x) => Ok(x),
            Err(_) => res,
        }
    }

    pub fn or_else<F, O: FnOnce(E) -> Result<T, F>>(self, op: O) -> Result<T, F> {
        match self {
            Ok(x) => Ok(x),
            Err(e) => op(e),
        }
    }

    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Ok(x) => x,
            Err(_) => default,
        }
    }

    #[track_caller]
    pub fn unwrap_or_else<F: FnOnce(E) -> T>(self, op: F) -> T {
        match self {
            Ok(x) => x,
            Err(e) => op(e),
        }
    }

    #[track_caller]
    pub unsafe fn unwrap_unchecked(self) -> T {
        match self {
            Ok(x) => x,
            Err(_) => intrinsics::fail_unwrap(),
        }
    }
}

impl<T, E> Result<&T, E> {
    pub fn copied(self) -> Result<T, E>
    where
        T: Copy,
    {
        match self {
            Ok(&x) => Ok(x),
            Err(e) => Err(e),
        }
    }

    pub fn cloned(self) -> Result<T, E>
    where
        T: Clone,
    {
        match self {
            Ok(x) => Ok(x.clone()),
            Err(e) => Err(e),
        }
    }
}

impl<T, E> Result<&mut T, E> {
    pub fn copied(self) -> Result<T, E>
    where
        T: Copy,
    {
        match self {
            Ok(&mut x) => Ok(x),
            Err(e) => Err(e),
        }
    }

    pub fn cloned(self) -> Result<T, E>
    where
        T: Clone,
    {
        match self {
            Ok(x) => Ok((*x).clone()),
            Err(e) => Err(e),
        }
    }
}

impl<T, E> Result<Option<T>, E> {
    pub const fn transpose(self) -> Option<Result<T, E>> {
        match self {
            Ok(Some(x)) => Some(Ok(x)),
            Ok(None) => None,
            Err(e) => Some(Err(e)),
        }
    }
}

impl<T, E> Result<Result<T, E>, E> {
    pub const fn flatten(self) -> Result<T, E> {
        match self {
            Ok(inner) => inner,
            Err(e) => Err(e),
        }
    }
}

impl<T, E> Try for Result<T, E> {
    type Output = T;
    type Residual = Result<Infallible, E>;

    fn from_output(output: T) -> Self {
        Ok(output)
    }

    fn branch(self) -> ControlFlow<Result<Infallible, E>, T> {
        match self {
            Ok(x) => ControlFlow::Continue(x),
            Err(e) => ControlFlow::Break(Err(e)),
        }
    }
}

impl<T, E, F: From<E>> FromResidual<Result<Infallible, E>> for Result<T, F> {
    #[track_caller]
    fn from_residual(residual: Result<Infallible, E>) -> Self {
        match residual {
            Ok(never) => match never {},
            Err(e) => Err(From::from(e)),
        }
    }
}

impl<T, E> IntoIterator for Result<T, E> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    const __ONE_SHOT: bool = true;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { item: self.ok() }
    }
}

impl<'a, T, E> IntoIterator for &'a Result<T, E> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    const __ONE_SHOT: bool = true;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T, E> IntoIterator for &'a mut Result<T, E> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    const __ONE_SHOT: bool = true;

    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}

#[derive(Debug)]
pub struct Iter<'a, T> {
    item: Option<&'a T>,
}

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Self {
        Iter { item: self.item }
    }
}

#[derive(Debug)]
pub struct IterMut<'a, T> {
    item: Option<&'a mut T>,
}

#[derive(Clone, Debug)]
pub struct IntoIter<T> {
    item: Option<T>,
}

macro_rules! single_item_iterator {
    ($([$($generics:tt)*] $Self:ty, $Item:ty;)*) => { $(
        impl<$($generics)*> Iterator for $Self {
            type Item = $Item;
            const __TRUSTED_LEN: bool = true;
            const __ONE_SHOT: bool = true;

            fn next(&mut self) -> Option<$Item> {
                self.item.take()
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = self.item.is_some() as usize;
                (n, Some(n))
            }
        }

        impl<$($generics)*> DoubleEndedIterator for $Self {
            fn next_back(&mut self) -> Option<$Item> {
                self.item.take()
            }
        }

        impl<$($generics)*> ExactSizeIterator for $Self {}
        impl<$($generics)*> FusedIterator for $Self {}
    )* };
}
single_item_iterator! {
    ['a, T] Iter<'a, T>, &'a T;
    ['a, T] IterMut<'a, T>, &'a mut T;
    [T] IntoIter<T>, T;
}

/// Passes the values on until the first error, and keeps that.
struct UntilErr<'a, I, E> {
    iter: I,
    error: &'a mut Option<E>,
}

impl<'a, T, E, I: Iterator<Item = Result<T, E>>> Iterator for UntilErr<'a, I, E> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.error.is_some() {
            return None;
        }
        match self.iter.next() {
            Some(Ok(x)) => Some(x),
            Some(Err(e)) => {
                *self.error = Some(e);
                None
            }
            None => None,
        }
    }
}

impl<A, E, V: FromIterator<A>> FromIterator<Result<A, E>> for Result<V, E> {
    fn from_iter<I: IntoIterator<Item = Result<A, E>>>(iter: I) -> Result<V, E> {
        let mut error = None;
        let value = V::from_iter(UntilErr { iter: iter.into_iter(), error: &mut error });
        match error {
            Some(e) => Err(e),
            None => Ok(value),
        }
    }
}

impl<T, U: Sum<T>, E> Sum<Result<T, E>> for Result<U, E> {
    fn sum<I: Iterator<Item = Result<T, E>>>(iter: I) -> Result<U, E> {
        let mut error = None;
        let value = U::sum(UntilErr { iter, error: &mut error });
        match error {
            Some(e) => Err(e),
            None => Ok(value),
        }
    }
}

impl<T, U: Product<T>, E> Product<Result<T, E>> for Result<U, E> {
    fn product<I: Iterator<Item = Result<T, E>>>(iter: I) -> Result<U, E> {
        let mut error = None;
        let value = U::product(UntilErr { iter, error: &mut error });
        match error {
            Some(e) => Err(e),
            None => Ok(value),
        }
    }
}
