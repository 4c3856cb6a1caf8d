//! Iterators with a second end, a known length, a definite end.

use crate::ops::{ControlFlow, FromResidual, Try};

pub trait DoubleEndedIterator: Iterator {
    fn next_back(&mut self) -> Option<Self::Item>;

    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        let mut left = n;
        while left > 0 {
            self.next_back()?;
            left -= 1;
        }
        self.next_back()
    }

    fn try_rfold<B, F, R>(&mut self, init: B, f: F) -> R
    where
        Self: Sized,
        F: FnMut(B, Self::Item) -> R,
        R: Try<Output = B>,
    {
        let mut f = f;
        let mut acc = init;
        while let Some(x) = self.next_back() {
            match f(acc, x).branch() {
                ControlFlow::Continue(next) => acc = next,
                ControlFlow::Break(residual) => return R::from_residual(residual),
            }
        }
        R::from_output(acc)
    }

    fn rfold<B, F>(self, init: B, f: F) -> B
    where
        Self: Sized,
        F: FnMut(B, Self::Item) -> B,
    {
        let mut iter = self;
        let mut f = f;
        let mut acc = init;
        while let Some(x) = iter.next_back() {
            acc = f(acc, x);
        }
        acc
    }

    fn rfind<P>(&mut self, predicate: P) -> Option<Self::Item>
    where
        Self: Sized,
        P: FnMut(&Self::Item) -> bool,
    {
        let mut predicate = predicate;
        while let Some(x) = self.next_back() {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }
}

impl<I: DoubleEndedIterator + ?Sized> DoubleEndedIterator for &mut I {
    fn next_back(&mut self) -> Option<I::Item> {
        (**self).next_back()
    }

    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        (**self).nth_back(n)
    }
}

pub trait ExactSizeIterator: Iterator {
    fn len(&self) -> usize {
        self.size_hint().0
    }
}

impl<I: ExactSizeIterator + ?Sized> ExactSizeIterator for &mut I {
    fn len(&self) -> usize {
        (**self).len()
    }
}

pub trait FusedIterator: Iterator {}

impl<I: FusedIterator + ?Sized> FusedIterator for &mut I {}
