//! `core::option`.

use crate::convert::Infallible;
use crate::intrinsics;
use crate::iter::{ExactSizeIterator, FromIterator, FusedIterator, Product, Sum};
use crate::mem;
use crate::ops::{ControlFlow, Deref, DerefMut, FromResidual, Try};

#[lang = "option"]
#[derive(Copy, Eq, Debug, Hash, Clone, PartialEq, PartialOrd, Ord)]
pub enum Option<T> {
    None,
    Some(T),
}

impl<T> Option<T> {
    pub const fn is_some(&self) -> bool {
        match *self {
            Some(_) => true,
            None => false,
        }
    }

    pub fn is_some_and(self, f: impl FnOnce(T) -> bool) -> bool {
        match self {
            Some(x) => f(x),
            None => false,
        }
    }

    pub const fn is_none(&self) -> bool {
        !self.is_some()
    }

    pub fn is_none_or(self, f: impl FnOnce(T) -> bool) -> bool {
        match self {
            Some(x) => f(x),
            None => true,
        }
    }

    pub const fn as_ref(&self) -> Option<&T> {
        match *self {
            Some(ref x) => Some(x),
            None => None,
        }
    }

    pub const fn as_mut(&mut self) -> Option<&mut T> {
        match *self {
            Some(ref mut x) => Some(x),
            None => None,
        }
    }

    pub fn as_deref(&self) -> Option<&T::Target>
    where
        T: Deref,
    {
        match self {
            Some(x) => Some(x.deref()),
            None => None,
        }
    }

    pub fn as_deref_mut(&mut self) -> Option<&mut T::Target>
    where
        T: DerefMut,
    {
        match self {
            Some(x) => Some(x.deref_mut()),
            None => None,
        }
    }

    #[track_caller]
    pub const fn expect(self, msg: &str) -> T {
        match self {
            Some(x) => x,
            None => intrinsics::fail_expect(),
        }
    }

    #[track_caller]
    pub const fn unwrap(self) -> T {
        match self {
            Some(x) => x,
            None => intrinsics::fail_unwrap(),
        }
    }

    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Some(x) => x,
            None => default,
        }
    }

    #[track_caller]
    pub fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T {
        match self {
            Some(x) => x,
            None => f(),
        }
    }

    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Some(x) => x,
            None => T::default(),
        }
    }

    #[track_caller]
    pub const unsafe fn unwrap_unchecked(self) -> T {
        match self {
            Some(x) => x,
            None => intrinsics::fail_unwrap(),
        }
    }

    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U> {
        match self {
            Some(x) => Some(f(x)),
            None => None,
        }
    }

    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Self {
        if let Some(ref x) = self {
            f(x);
        }
        self
    }

    pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
        match self {
            Some(x) => f(x),
            None => default,
        }
    }

    pub fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
        match self {
            Some(x) => f(x),
            None => default(),
        }
    }

    pub fn ok_or<E>(self, err: E) -> Result<T, E> {
        match self {
            Some(x) => Ok(x),
            None => Err(err),
        }
    }

    pub fn ok_or_else<E, F: FnOnce() -> E>(self, err: F) -> Result<T, E> {
        match self {
            Some(x) => Ok(x),
            None => Err(err()),
        }
    }

    pub fn iter(&self) -> Iter<'_, T> {
        Iter { item: self.as_ref() }
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut { item: self.as_mut() }
    }

    pub fn and<U>(self, optb: Option<U>) -> Option<U> {
        match self {
            Some(_) => optb,
            None => None,
        }
    }

    pub fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U> {
        match self {
            Some(x) => f(x),
            None => None,
        }
    }

    pub fn filter<P: FnOnce(&T) -> bool>(self, predicate: P) -> Self {
        if let Some(x) = self {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }

    pub fn or(self, optb: Option<T>) -> Option<T> {
        match self {
            Some(x) => Some(x),
            None => optb,
        }
    }

    pub fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T> {
        match self {
            Some(x) => Some(x),
            None => f(),
        }
    }

    pub fn xor(self, optb: Option<T>) -> Option<T> {
        match (self, optb) {
            (Some(a), None) => Some(a),
            (None, Some(b)) => Some(b),
            _ => None,
        }
    }

    pub fn insert(&mut self, value: T) -> &mut T {
        *self = Some(value);
        match self {
            Some(x) => x,
            None => intrinsics::fail_unwrap(),
        }
    }

    pub fn get_or_insert(&mut self, value: T) -> &mut T {
        self.get_or_insert_with(|| value)
    }

    pub fn get_or_insert_default(&mut self) -> &mut T
    where
        T: Default,
    {
        self.get_or_insert_with(T::default)
    }

    pub fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T {
        if let None = self {
            *self = Some(f());
        }
        match self {
            Some(x) => x,
            None => intrinsics::fail_unwrap(),
        }
    }

    pub const fn take(&mut self) -> Option<T> {
        mem::replace(self, None)
    }

    pub fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, predicate: P) -> Option<T> {
        let taken = match self {
            Some(x) => predicate(x),
            None => false,
        };
        if taken {
            self.take()
        } else {
            None
        }
    }

    pub const fn replace(&mut self, value: T) -> Option<T> {
        mem::replace(self, Some(value))
    }

    pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)> {
        match (self, other) {
            (Some(a), Some(b)) => Some((a, b)),
            _ => None,
        }
    }
}

impl<T, U> Option<(T, U)> {
    pub fn unzip(self) -> (Option<T>, Option<U>) {
        match self {
            Some((a, b)) => (Some(a), Some(b)),
            None => (None, None),
        }
    }
}

impl<T> Option<&T> {
    pub const fn copied(self) -> Option<T>
    where
        T: Copy,
    {
        match self {
            Some(&x) => Some(x),
            None => None,
        }
    }

    pub fn cloned(self) -> Option<T>
    where
        T: Clone,
    {
        match self {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
}

impl<T> Option<&mut T> {
    pub const fn copied(self) -> Option<T>
    where
        T: Copy,
    {
        match self {
            Some(&mut x) => Some(x),
            None => None,
        }
    }

    pub fn cloned(self) -> Option<T>
    where
        T: Clone,
    {
        match self {
            Some(x) => Some((*x).clone()),
            None => None,
        }
    }
}

impl<T, E> Option<Result<T, E>> {
    pub const fn transpose(self) -> Result<Option<T>, E> {
        match self {
            Some(Ok(x)) => Ok(Some(x)),
            Some(Err(e)) => Err(e),
            None => Ok(None),
        }
    }
}

impl<T> Option<Option<T>> {
    pub const fn flatten(self) -> Option<T> {
        match self {
            Some(inner) => inner,
            None => None,
        }
    }
}

impl<T> Default for Option<T> {
    fn default() -> Option<T> {
        None
    }
}

impl<T> From<T> for Option<T> {
    fn from(value: T) -> Option<T> {
        Some(value)
    }
}

impl<'a, T> From<&'a Option<T>> for Option<&'a T> {
    fn from(o: &'a Option<T>) -> Option<&'a T> {
        o.as_ref()
    }
}

impl<'a, T> From<&'a mut Option<T>> for Option<&'a mut T> {
    fn from(o: &'a mut Option<T>) -> Option<&'a mut T> {
        o.as_mut()
    }
}

impl<T> Try for Option<T> {
    type Output = T;
    type Residual = Option<Infallible>;

    fn from_output(output: T) -> Self {
        Some(output)
    }

    fn branch(self) -> ControlFlow<Option<Infallible>, T> {
        match self {
            Some(x) => ControlFlow::Continue(x),
            None => ControlFlow::Break(None),
        }
    }
}

impl<T> FromResidual<Option<Infallible>> for Option<T> {
    fn from_residual(_residual: Option<Infallible>) -> Self {
        None
    }
}

impl<T> IntoIterator for Option<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    const __ONE_SHOT: bool = true;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { item: self }
    }
}

impl<'a, T> IntoIterator for &'a Option<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    const __ONE_SHOT: bool = true;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Option<T> {
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

/// Passes the values on until the first `None`, and remembers that it came.
struct UntilNone<'a, I> {
    iter: I,
    stopped: &'a mut bool,
}

impl<'a, T, I: Iterator<Item = Option<T>>> Iterator for UntilNone<'a, I> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if *self.stopped {
            return None;
        }
        match self.iter.next() {
            Some(Some(x)) => Some(x),
            Some(None) => {
                *self.stopped = true;
                None
            }
            None => None,
        }
    }
}

impl<A, V: FromIterator<A>> FromIterator<Option<A>> for Option<V> {
    fn from_iter<I: IntoIterator<Item = Option<A>>>(iter: I) -> Option<V> {
        let mut stopped = false;
        let value = V::from_iter(UntilNone { iter: iter.into_iter(), stopped: &mut stopped });
        if stopped {
            None
        } else {
            Some(value)
        }
    }
}

impl<T, U: Sum<T>> Sum<Option<T>> for Option<U> {
    fn sum<I: Iterator<Item = Option<T>>>(iter: I) -> Option<U> {
        let mut stopped = false;
        let value = U::sum(UntilNone { iter, stopped: &mut stopped });
        if stopped {
            None
        } else {
            Some(value)
        }
    }
}

impl<T, U: Product<T>> Product<Option<T>> for Option<U> {
    fn product<I: Iterator<Item = Option<T>>>(iter: I) -> Option<U> {
        let mut stopped = false;
        let value = U::product(UntilNone { iter, stopped: &mut stopped });
        if stopped {
            None
        } else {
            Some(value)
        }
    }
}
