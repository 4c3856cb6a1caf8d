//! Iterators from nothing, from values and from functions.

use crate::iter::{Chain, FusedIterator};
use crate::marker::PhantomData;

pub const fn empty<T>() -> Empty<T> {
    Empty(PhantomData)
}

#[derive(Debug)]
pub struct Empty<T>(PhantomData<T>);

impl<T> Iterator for Empty<T> {
    type Item = T;
    const __TRUSTED_LEN: bool = true;
    const __ONE_SHOT: bool = true;

    fn next(&mut self) -> Option<T> {
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(0))
    }
}

impl<T> DoubleEndedIterator for Empty<T> {
    fn next_back(&mut self) -> Option<T> {
        None
    }
}

impl<T> ExactSizeIterator for Empty<T> {}
impl<T> FusedIterator for Empty<T> {}

impl<T> Clone for Empty<T> {
    fn clone(&self) -> Empty<T> {
        Empty(PhantomData)
    }
}

impl<T> Default for Empty<T> {
    fn default() -> Empty<T> {
        Empty(PhantomData)
    }
}

pub fn once<T>(value: T) -> Once<T> {
    Once { value: Some(value) }
}

#[derive(Clone, Debug)]
pub struct Once<T> {
    value: Option<T>,
}

impl<T> Iterator for Once<T> {
    type Item = T;
    const __TRUSTED_LEN: bool = true;
    const __ONE_SHOT: bool = true;

    fn next(&mut self) -> Option<T> {
        self.value.take()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.value.is_some() as usize;
        (n, Some(n))
    }
}

impl<T> DoubleEndedIterator for Once<T> {
    fn next_back(&mut self) -> Option<T> {
        self.value.take()
    }
}

impl<T> ExactSizeIterator for Once<T> {}
impl<T> FusedIterator for Once<T> {}

pub fn once_with<A, F: FnOnce() -> A>(make: F) -> OnceWith<F> {
    OnceWith { make: Some(make) }
}

#[derive(Clone)]
pub struct OnceWith<F> {
    make: Option<F>,
}

impl<A, F: FnOnce() -> A> Iterator for OnceWith<F> {
    type Item = A;
    const __TRUSTED_LEN: bool = true;
    const __ONE_SHOT: bool = true;

    fn next(&mut self) -> Option<A> {
        let make = self.make.take()?;
        Some(make())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.make.is_some() as usize;
        (n, Some(n))
    }
}

impl<A, F: FnOnce() -> A> DoubleEndedIterator for OnceWith<F> {
    fn next_back(&mut self) -> Option<A> {
        self.next()
    }
}

impl<A, F: FnOnce() -> A> ExactSizeIterator for OnceWith<F> {}
impl<A, F: FnOnce() -> A> FusedIterator for OnceWith<F> {}

pub fn repeat<T: Clone>(elt: T) -> Repeat<T> {
    Repeat { element: elt }
}

#[derive(Clone, Debug)]
pub struct Repeat<A> {
    element: A,
}

impl<A: Clone> Iterator for Repeat<A> {
    type Item = A;
    const __TRUSTED_LEN: bool = true;

    fn next(&mut self) -> Option<A> {
        Some(self.element.clone())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }

    fn nth(&mut self, _n: usize) -> Option<A> {
        Some(self.element.clone())
    }
}

impl<A: Clone> DoubleEndedIterator for Repeat<A> {
    fn next_back(&mut self) -> Option<A> {
        Some(self.element.clone())
    }
}

impl<A: Clone> FusedIterator for Repeat<A> {}

pub fn repeat_with<A, F: FnMut() -> A>(repeater: F) -> RepeatWith<F> {
    RepeatWith { repeater }
}

#[derive(Copy, Clone)]
pub struct RepeatWith<F> {
    repeater: F,
}

impl<A, F: FnMut() -> A> Iterator for RepeatWith<F> {
    type Item = A;
    const __TRUSTED_LEN: bool = true;

    fn next(&mut self) -> Option<A> {
        Some((self.repeater)())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}

impl<A, F: FnMut() -> A> FusedIterator for RepeatWith<F> {}

pub fn repeat_n<T: Clone>(element: T, count: usize) -> RepeatN<T> {
    let element = if count > 0 { Some(element) } else { None };
    RepeatN { element, count }
}

/// Holds the element until it has been handed out for the last time.
#[derive(Clone, Debug)]
pub struct RepeatN<A> {
    element: Option<A>,
    count: usize,
}

impl<A: Clone> Iterator for RepeatN<A> {
    type Item = A;
    const __TRUSTED_LEN: bool = true;

    fn next(&mut self) -> Option<A> {
        if self.count == 0 {
            return None;
        }
        self.count -= 1;
        if self.count == 0 {
            self.element.take()
        } else {
            self.element.clone()
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}

impl<A: Clone> DoubleEndedIterator for RepeatN<A> {
    fn next_back(&mut self) -> Option<A> {
        self.next()
    }
}

impl<A: Clone> ExactSizeIterator for RepeatN<A> {}
impl<A: Clone> FusedIterator for RepeatN<A> {}

pub fn from_fn<T, F: FnMut() -> Option<T>>(f: F) -> FromFn<F> {
    FromFn(f)
}

#[derive(Clone)]
pub struct FromFn<F>(F);

impl<T, F: FnMut() -> Option<T>> Iterator for FromFn<F> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        (self.0)()
    }
}

pub fn successors<T, F: FnMut(&T) -> Option<T>>(first: Option<T>, succ: F) -> Successors<T, F> {
    Successors { next: first, succ }
}

#[derive(Clone)]
pub struct Successors<T, F> {
    next: Option<T>,
    succ: F,
}

impl<T, F: FnMut(&T) -> Option<T>> Iterator for Successors<T, F> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let item = self.next.take()?;
        self.next = (self.succ)(&item);
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.next.is_some() {
            (1, None)
        } else {
            (0, Some(0))
        }
    }
}

impl<T, F: FnMut(&T) -> Option<T>> FusedIterator for Successors<T, F> {}

pub fn chain<A: IntoIterator, B: IntoIterator<Item = A::Item>>(a: A, b: B) -> Chain<A::IntoIter, B::IntoIter> {
    Chain::new(a.into_iter(), b.into_iter())
}
