//! `Flatten` and `FlatMap`.

use crate::iter::{Fuse, FusedIterator, Map};

pub struct Flatten<I: Iterator>
where
    I::Item: IntoIterator,
{
    iter: Fuse<I>,
    front: Option<<I::Item as IntoIterator>::IntoIter>,
    back: Option<<I::Item as IntoIterator>::IntoIter>,
}

impl<I: Iterator> Flatten<I>
where
    I::Item: IntoIterator,
{
    pub(crate) fn new(iter: I) -> Flatten<I> {
        Flatten { iter: iter.fuse(), front: None, back: None }
    }
}

impl<I: Iterator> Iterator for Flatten<I>
where
    I::Item: IntoIterator,
{
    type Item = <I::Item as IntoIterator>::Item;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(front) = &mut self.front {
                let item = front.next();
                if item.is_some() {
                    return item;
                }
                self.front = None;
            }
            match self.iter.next() {
                Some(inner) => self.front = Some(inner.into_iter()),
                None => break,
            }
        }
        let item = self.back.as_mut()?.next();
        if item.is_none() {
            self.back = None;
        }
        item
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (front_least, front_most) = match &self.front {
            Some(front) => front.size_hint(),
            None => (0, Some(0)),
        };
        let (back_least, back_most) = match &self.back {
            Some(back) => back.size_hint(),
            None => (0, Some(0)),
        };
        let least = front_least.saturating_add(back_least);
        match (self.iter.size_hint(), front_most, back_most) {
            ((0, Some(0)), Some(a), Some(b)) => (least, a.checked_add(b)),
            _ => (least, None),
        }
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Flatten<I>
where
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: DoubleEndedIterator,
{
    fn next_back(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(back) = &mut self.back {
                let item = back.next_back();
                if item.is_some() {
                    return item;
                }
                self.back = None;
            }
            match self.iter.next_back() {
                Some(inner) => self.back = Some(inner.into_iter()),
                None => break,
            }
        }
        let item = self.front.as_mut()?.next_back();
        if item.is_none() {
            self.front = None;
        }
        item
    }
}

impl<I: Iterator> FusedIterator for Flatten<I> where I::Item: IntoIterator {}

impl<I: Iterator + Clone> Clone for Flatten<I>
where
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: Clone,
{
    fn clone(&self) -> Self {
        Flatten { iter: self.iter.clone(), front: self.front.clone(), back: self.back.clone() }
    }
}

pub struct FlatMap<I, U: IntoIterator, F> {
    iter: Fuse<Map<I, F>>,
    front: Option<U::IntoIter>,
    back: Option<U::IntoIter>,
}

impl<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> FlatMap<I, U, F> {
    pub(crate) fn new(iter: I, f: F) -> FlatMap<I, U, F> {
        FlatMap { iter: iter.map(f).fuse(), front: None, back: None }
    }
}

impl<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> Iterator for FlatMap<I, U, F> {
    type Item = U::Item;

    fn next(&mut self) -> Option<U::Item> {
        loop {
            if let Some(front) = &mut self.front {
                let item = front.next();
                if item.is_some() {
                    return item;
                }
                self.front = None;
            }
            match self.iter.next() {
                Some(inner) => self.front = Some(inner.into_iter()),
                None => break,
            }
        }
        let item = self.back.as_mut()?.next();
        if item.is_none() {
            self.back = None;
        }
        item
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (front_least, front_most) = match &self.front {
            Some(front) => front.size_hint(),
            None => (0, Some(0)),
        };
        let (back_least, back_most) = match &self.back {
            Some(back) => back.size_hint(),
            None => (0, Some(0)),
        };
        let least = front_least.saturating_add(back_least);
        match (self.iter.size_hint(), front_most, back_most) {
            ((0, Some(0)), Some(a), Some(b)) => (least, a.checked_add(b)),
            _ => (least, None),
        }
    }
}

impl<I, U, F> DoubleEndedIterator for FlatMap<I, U, F>
where
    I: DoubleEndedIterator,
    U: IntoIterator,
    U::IntoIter: DoubleEndedIterator,
    F: FnMut(I::Item) -> U,
{
    fn next_back(&mut self) -> Option<U::Item> {
        loop {
            if let Some(back) = &mut self.back {
                let item = back.next_back();
                if item.is_some() {
                    return item;
                }
                self.back = None;
            }
            match self.iter.next_back() {
                Some(inner) => self.back = Some(inner.into_iter()),
                None => break,
            }
        }
        let item = self.front.as_mut()?.next_back();
        if item.is_none() {
            self.front = None;
        }
        item
    }
}

impl<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> FusedIterator for FlatMap<I, U, F> {}

impl<I: Clone, U: IntoIterator, F: Clone> Clone for FlatMap<I, U, F>
where
    U::IntoIter: Clone,
{
    fn clone(&self) -> Self {
        FlatMap { iter: self.iter.clone(), front: self.front.clone(), back: self.back.clone() }
    }
}
