//! `Flatten` and `FlatMap`.

use crate::iter::{Fuse, FusedIterator, Map};

/// The size hint of what is begun at both ends and of the items of type `T` in between.
fn size_hint<T: IntoIterator>(
    between: (usize, Option<usize>),
    front: (usize, Option<usize>),
    back: (usize, Option<usize>),
) -> (usize, Option<usize>) {
    let least = front.0.saturating_add(back.0);
    let ends = match (front.1, back.1) {
        (Some(front), Some(back)) => front.checked_add(back),
        _ => None,
    };
    match (T::__FIXED_LEN, between) {
        (Some(len), (inner_least, inner_most)) => {
            let inner_most = inner_most.and_then(|most| most.checked_mul(len));
            (inner_least.saturating_mul(len).saturating_add(least), sum(ends, inner_most))
        }
        (None, (_, most)) if T::__ONE_SHOT => (least, sum(ends, most)),
        (None, (0, Some(0))) => (least, ends),
        _ => (least, None),
    }
}

fn sum(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a?.checked_add(b?)
}

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
    const __TRUSTED_LEN: bool = I::__TRUSTED_LEN && <I::Item as IntoIterator>::__FIXED_LEN.is_some();

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
        let front = self.front.as_ref().map_or((0, Some(0)), Iterator::size_hint);
        let back = self.back.as_ref().map_or((0, Some(0)), Iterator::size_hint);
        size_hint::<I::Item>(self.iter.size_hint(), front, back)
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, Self::Item) -> Acc,
    {
        let (mut acc, mut fold) = (init, fold);
        if let Some(front) = self.front {
            acc = front.fold(acc, &mut fold);
        }
        acc = self.iter.fold(acc, |acc, inner| inner.into_iter().fold(acc, &mut fold));
        if let Some(back) = self.back {
            acc = back.fold(acc, fold);
        }
        acc
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
    const __TRUSTED_LEN: bool = I::__TRUSTED_LEN && U::__FIXED_LEN.is_some();

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
        let front = self.front.as_ref().map_or((0, Some(0)), Iterator::size_hint);
        let back = self.back.as_ref().map_or((0, Some(0)), Iterator::size_hint);
        size_hint::<U>(self.iter.size_hint(), front, back)
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, Self::Item) -> Acc,
    {
        let (mut acc, mut fold) = (init, fold);
        if let Some(front) = self.front {
            acc = front.fold(acc, &mut fold);
        }
        acc = self.iter.fold(acc, |acc, inner| inner.into_iter().fold(acc, &mut fold));
        if let Some(back) = self.back {
            acc = back.fold(acc, fold);
        }
        acc
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
