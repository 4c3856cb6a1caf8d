//! The adaptors that `Iterator`'s methods return.

use crate::cmp;
use crate::intrinsics;
use crate::iter::FusedIterator;

#[derive(Clone, Debug)]
pub struct Rev<T> {
    iter: T,
}

impl<T> Rev<T> {
    pub(crate) fn new(iter: T) -> Rev<T> {
        Rev { iter }
    }
}

impl<I: DoubleEndedIterator> Iterator for Rev<I> {
    type Item = I::Item;
    const __TRUSTED_LEN: bool = I::__TRUSTED_LEN;

    fn next(&mut self) -> Option<I::Item> {
        self.iter.next_back()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth_back(n)
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.iter.next()
    }

    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth(n)
    }
}

impl<I: ExactSizeIterator + DoubleEndedIterator> ExactSizeIterator for Rev<I> {}
impl<I: FusedIterator + DoubleEndedIterator> FusedIterator for Rev<I> {}

#[derive(Clone)]
pub struct Map<I, F> {
    iter: I,
    f: F,
}

impl<I, F> Map<I, F> {
    pub(crate) fn new(iter: I, f: F) -> Map<I, F> {
        Map { iter, f }
    }
}

impl<B, I: Iterator, F: FnMut(I::Item) -> B> Iterator for Map<I, F> {
    type Item = B;
    const __TRUSTED_LEN: bool = I::__TRUSTED_LEN;
    const __RANDOM_ACCESS: bool = I::__RANDOM_ACCESS;
    const __SIDE_EFFECTS: bool = true;
    const __ONE_SHOT: bool = I::__ONE_SHOT;

    fn __element(&mut self, index: usize) -> B {
        (self.f)(self.iter.__element(index))
    }

    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(x) => Some((self.f)(x)),
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, B) -> Acc,
    {
        let (mut f, mut fold) = (self.f, fold);
        self.iter.fold(init, |acc, x| fold(acc, f(x)))
    }
}

impl<B, I: DoubleEndedIterator, F: FnMut(I::Item) -> B> DoubleEndedIterator for Map<I, F> {
    fn next_back(&mut self) -> Option<B> {
        match self.iter.next_back() {
            Some(x) => Some((self.f)(x)),
            None => None,
        }
    }
}

impl<B, I: ExactSizeIterator, F: FnMut(I::Item) -> B> ExactSizeIterator for Map<I, F> {}
impl<B, I: FusedIterator, F: FnMut(I::Item) -> B> FusedIterator for Map<I, F> {}

#[derive(Clone)]
pub struct Filter<I, P> {
    iter: I,
    predicate: P,
}

impl<I, P> Filter<I, P> {
    pub(crate) fn new(iter: I, predicate: P) -> Filter<I, P> {
        Filter { iter, predicate }
    }
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for Filter<I, P> {
    type Item = I::Item;
    const __ONE_SHOT: bool = I::__ONE_SHOT;

    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, I::Item) -> Acc,
    {
        let (mut predicate, mut fold) = (self.predicate, fold);
        self.iter.fold(init, |acc, x| if predicate(&x) { fold(acc, x) } else { acc })
    }
}

impl<I: DoubleEndedIterator, P: FnMut(&I::Item) -> bool> DoubleEndedIterator for Filter<I, P> {
    fn next_back(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next_back() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }
}

impl<I: FusedIterator, P: FnMut(&I::Item) -> bool> FusedIterator for Filter<I, P> {}

#[derive(Clone)]
pub struct FilterMap<I, F> {
    iter: I,
    f: F,
}

impl<I, F> FilterMap<I, F> {
    pub(crate) fn new(iter: I, f: F) -> FilterMap<I, F> {
        FilterMap { iter, f }
    }
}

impl<B, I: Iterator, F: FnMut(I::Item) -> Option<B>> Iterator for FilterMap<I, F> {
    type Item = B;
    const __ONE_SHOT: bool = I::__ONE_SHOT;

    fn next(&mut self) -> Option<B> {
        while let Some(x) = self.iter.next() {
            let mapped = (self.f)(x);
            if mapped.is_some() {
                return mapped;
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, B) -> Acc,
    {
        let (mut f, mut fold) = (self.f, fold);
        self.iter.fold(init, |acc, x| match f(x) {
            Some(mapped) => fold(acc, mapped),
            None => acc,
        })
    }
}

impl<B, I: DoubleEndedIterator, F: FnMut(I::Item) -> Option<B>> DoubleEndedIterator for FilterMap<I, F> {
    fn next_back(&mut self) -> Option<B> {
        while let Some(x) = self.iter.next_back() {
            let mapped = (self.f)(x);
            if mapped.is_some() {
                return mapped;
            }
        }
        None
    }
}

impl<B, I: FusedIterator, F: FnMut(I::Item) -> Option<B>> FusedIterator for FilterMap<I, F> {}

#[derive(Clone, Debug)]
pub struct Enumerate<I> {
    iter: I,
    count: usize,
}

impl<I> Enumerate<I> {
    pub(crate) fn new(iter: I) -> Enumerate<I> {
        Enumerate { iter, count: 0 }
    }
}

impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (usize, I::Item);
    const __TRUSTED_LEN: bool = I::__TRUSTED_LEN;
    const __RANDOM_ACCESS: bool = I::__RANDOM_ACCESS;
    const __SIDE_EFFECTS: bool = I::__SIDE_EFFECTS;

    fn __element(&mut self, index: usize) -> (usize, I::Item) {
        (self.count + index, self.iter.__element(index))
    }

    fn next(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next() {
            Some(item) => {
                let i = self.count;
                self.count += 1;
                Some((i, item))
            }
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<(usize, I::Item)> {
        let item = self.iter.nth(n)?;
        let i = self.count + n;
        self.count = i + 1;
        Some((i, item))
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, (usize, I::Item)) -> Acc,
    {
        let (mut count, mut fold) = (self.count, fold);
        self.iter.fold(init, |acc, x| {
            let acc = fold(acc, (count, x));
            count += 1;
            acc
        })
    }
}

impl<I: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Enumerate<I> {
    fn next_back(&mut self) -> Option<(usize, I::Item)> {
        let item = self.iter.next_back()?;
        Some((self.count + self.iter.len(), item))
    }

    fn nth_back(&mut self, n: usize) -> Option<(usize, I::Item)> {
        let item = self.iter.nth_back(n)?;
        Some((self.count + self.iter.len(), item))
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Enumerate<I> {}
impl<I: FusedIterator> FusedIterator for Enumerate<I> {}

#[derive(Clone, Debug)]
pub struct Chain<A, B> {
    a: Option<A>,
    b: Option<B>,
}

impl<A, B> Chain<A, B> {
    pub(crate) fn new(a: A, b: B) -> Chain<A, B> {
        Chain { a: Some(a), b: Some(b) }
    }
}

impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Chain<A, B> {
    type Item = A::Item;
    const __TRUSTED_LEN: bool = A::__TRUSTED_LEN && B::__TRUSTED_LEN;

    fn next(&mut self) -> Option<A::Item> {
        if let Some(a) = &mut self.a {
            let item = a.next();
            if item.is_some() {
                return item;
            }
            self.a = None;
        }
        self.b.as_mut()?.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match (&self.a, &self.b) {
            (Some(a), Some(b)) => {
                let (a_least, a_most) = a.size_hint();
                let (b_least, b_most) = b.size_hint();
                let most = match (a_most, b_most) {
                    (Some(x), Some(y)) => x.checked_add(y),
                    _ => None,
                };
                (a_least.saturating_add(b_least), most)
            }
            (Some(a), None) => a.size_hint(),
            (None, Some(b)) => b.size_hint(),
            (None, None) => (0, Some(0)),
        }
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, A::Item) -> Acc,
    {
        let (mut acc, mut fold) = (init, fold);
        if let Some(a) = self.a {
            acc = a.fold(acc, &mut fold);
        }
        if let Some(b) = self.b {
            acc = b.fold(acc, fold);
        }
        acc
    }
}

impl<A: DoubleEndedIterator, B: DoubleEndedIterator<Item = A::Item>> DoubleEndedIterator for Chain<A, B> {
    fn next_back(&mut self) -> Option<A::Item> {
        if let Some(b) = &mut self.b {
            let item = b.next_back();
            if item.is_some() {
                return item;
            }
            self.b = None;
        }
        self.a.as_mut()?.next_back()
    }
}

impl<A: FusedIterator, B: FusedIterator<Item = A::Item>> FusedIterator for Chain<A, B> {}

#[derive(Clone, Debug)]
pub struct Take<I> {
    iter: I,
    n: usize,
}

impl<I> Take<I> {
    pub(crate) fn new(iter: I, n: usize) -> Take<I> {
        Take { iter, n }
    }
}

impl<I: Iterator> Iterator for Take<I> {
    type Item = I::Item;
    const __TRUSTED_LEN: bool = I::__TRUSTED_LEN;

    fn next(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        self.n -= 1;
        self.iter.next()
    }

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        if self.n > n {
            self.n -= n + 1;
            return self.iter.nth(n);
        }
        if self.n > 0 {
            self.iter.nth(self.n - 1);
            self.n = 0;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.n == 0 {
            return (0, Some(0));
        }
        let (least, most) = self.iter.size_hint();
        let most = match most {
            Some(most) if most < self.n => most,
            _ => self.n,
        };
        (cmp::min(least, self.n), Some(most))
    }
}

impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Take<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        let n = self.n;
        self.n -= 1;
        self.iter.nth_back(self.iter.len().saturating_sub(n))
    }

    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        let len = self.iter.len();
        if self.n > n {
            let skipped = len.saturating_sub(self.n) + n;
            self.n -= n + 1;
            return self.iter.nth_back(skipped);
        }
        if len > 0 {
            self.iter.nth_back(len - 1);
        }
        None
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Take<I> {}
impl<I: FusedIterator> FusedIterator for Take<I> {}

#[derive(Clone, Debug)]
pub struct Skip<I> {
    iter: I,
    n: usize,
}

impl<I> Skip<I> {
    pub(crate) fn new(iter: I, n: usize) -> Skip<I> {
        Skip { iter, n }
    }
}

impl<I: Iterator> Iterator for Skip<I> {
    type Item = I::Item;
    const __TRUSTED_LEN: bool = I::__RANDOM_ACCESS;
    const __RANDOM_ACCESS: bool = I::__RANDOM_ACCESS;
    const __SIDE_EFFECTS: bool = I::__SIDE_EFFECTS;

    fn __element(&mut self, index: usize) -> I::Item {
        if index == 0 && I::__SIDE_EFFECTS {
            let mut skipped = 0;
            while skipped < self.n {
                self.iter.__element(skipped);
                skipped += 1;
            }
        }
        self.iter.__element(self.n + index)
    }

    fn next(&mut self) -> Option<I::Item> {
        if self.n > 0 {
            let n = self.n;
            self.n = 0;
            self.iter.nth(n)
        } else {
            self.iter.next()
        }
    }

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        if self.n == 0 {
            return self.iter.nth(n);
        }
        let skip = self.n;
        self.n = 0;
        match skip.checked_add(n) {
            Some(nth) => self.iter.nth(nth),
            None => {
                self.iter.nth(skip - 1)?;
                self.iter.nth(n)
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        (least.saturating_sub(self.n), most.map(|most| most.saturating_sub(self.n)))
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, I::Item) -> Acc,
    {
        let mut iter = self.iter;
        if self.n > 0 && iter.nth(self.n - 1).is_none() {
            return init;
        }
        iter.fold(init, fold)
    }
}

impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Skip<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.len() > 0 {
            self.iter.next_back()
        } else {
            None
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        let len = self.len();
        if n < len {
            return self.iter.nth_back(n);
        }
        if len > 0 {
            self.iter.nth_back(len - 1);
        }
        None
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Skip<I> {}
impl<I: FusedIterator> FusedIterator for Skip<I> {}

/// Holds one less than the step, which is what lies between two elements.
#[derive(Clone, Debug)]
pub struct StepBy<I> {
    iter: I,
    between: usize,
    first_take: bool,
}

impl<I> StepBy<I> {
    pub(crate) fn new(iter: I, step: usize) -> StepBy<I> {
        if step == 0 {
            intrinsics::fail_assert()
        }
        StepBy { iter, between: step - 1, first_take: true }
    }

    /// The number of elements among the next `n` of the iterator.
    fn among(&self, n: usize) -> usize {
        if !self.first_take {
            match self.between.checked_add(1) {
                Some(step) => n / step,
                None => 0,
            }
        } else if n == 0 {
            0
        } else {
            match self.between.checked_add(1) {
                Some(step) => 1 + (n - 1) / step,
                None => 1,
            }
        }
    }
}

impl<I: Iterator> Iterator for StepBy<I> {
    type Item = I::Item;
    const __TRUSTED_LEN: bool = I::__RANDOM_ACCESS;

    fn next(&mut self) -> Option<I::Item> {
        let skipped = if self.first_take { 0 } else { self.between };
        self.first_take = false;
        self.iter.nth(skipped)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        (self.among(least), most.map(|most| self.among(most)))
    }
}

impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for StepBy<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        let behind = if self.first_take {
            let rest = match self.between.checked_add(1) {
                Some(step) => self.iter.len() % step,
                None => self.iter.len(),
            };
            if rest == 0 {
                self.between
            } else {
                rest - 1
            }
        } else {
            match self.between.checked_add(1) {
                Some(step) => self.iter.len() % step,
                None => self.iter.len(),
            }
        };
        self.iter.nth_back(behind)
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for StepBy<I> {}

#[derive(Clone)]
pub struct TakeWhile<I, P> {
    iter: I,
    done: bool,
    predicate: P,
}

impl<I, P> TakeWhile<I, P> {
    pub(crate) fn new(iter: I, predicate: P) -> TakeWhile<I, P> {
        TakeWhile { iter, done: false, predicate }
    }
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for TakeWhile<I, P> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if self.done {
            return None;
        }
        let x = self.iter.next()?;
        if (self.predicate)(&x) {
            Some(x)
        } else {
            self.done = true;
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.done {
            (0, Some(0))
        } else {
            (0, self.iter.size_hint().1)
        }
    }
}

impl<I: FusedIterator, P: FnMut(&I::Item) -> bool> FusedIterator for TakeWhile<I, P> {}

#[derive(Clone)]
pub struct SkipWhile<I, P> {
    iter: I,
    started: bool,
    predicate: P,
}

impl<I, P> SkipWhile<I, P> {
    pub(crate) fn new(iter: I, predicate: P) -> SkipWhile<I, P> {
        SkipWhile { iter, started: false, predicate }
    }
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for SkipWhile<I, P> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if self.started {
            return self.iter.next();
        }
        while let Some(x) = self.iter.next() {
            if !(self.predicate)(&x) {
                self.started = true;
                return Some(x);
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, I::Item) -> Acc,
    {
        let (mut skip_while, mut acc, mut fold) = (self, init, fold);
        if !skip_while.started {
            match skip_while.next() {
                Some(x) => acc = fold(acc, x),
                None => return acc,
            }
        }
        skip_while.iter.fold(acc, fold)
    }
}

impl<I: FusedIterator, P: FnMut(&I::Item) -> bool> FusedIterator for SkipWhile<I, P> {}

#[derive(Clone)]
pub struct MapWhile<I, P> {
    iter: I,
    predicate: P,
}

impl<I, P> MapWhile<I, P> {
    pub(crate) fn new(iter: I, predicate: P) -> MapWhile<I, P> {
        MapWhile { iter, predicate }
    }
}

impl<B, I: Iterator, P: FnMut(I::Item) -> Option<B>> Iterator for MapWhile<I, P> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        let x = self.iter.next()?;
        (self.predicate)(x)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

#[derive(Clone)]
pub struct Scan<I, St, F> {
    iter: I,
    f: F,
    state: St,
}

impl<I, St, F> Scan<I, St, F> {
    pub(crate) fn new(iter: I, state: St, f: F) -> Scan<I, St, F> {
        Scan { iter, f, state }
    }
}

impl<B, I: Iterator, St, F: FnMut(&mut St, I::Item) -> Option<B>> Iterator for Scan<I, St, F> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        let x = self.iter.next()?;
        (self.f)(&mut self.state, x)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

#[derive(Clone, Debug)]
pub struct Fuse<I> {
    iter: Option<I>,
}

impl<I> Fuse<I> {
    pub(crate) fn new(iter: I) -> Fuse<I> {
        Fuse { iter: Some(iter) }
    }
}

impl<I: Iterator> Iterator for Fuse<I> {
    type Item = I::Item;
    const __TRUSTED_LEN: bool = I::__TRUSTED_LEN;
    const __RANDOM_ACCESS: bool = I::__RANDOM_ACCESS;
    const __SIDE_EFFECTS: bool = I::__SIDE_EFFECTS;

    fn __element(&mut self, index: usize) -> I::Item {
        match &mut self.iter {
            Some(iter) => iter.__element(index),
            None => intrinsics::fail_library(),
        }
    }

    fn next(&mut self) -> Option<I::Item> {
        let item = self.iter.as_mut()?.next();
        if item.is_none() {
            self.iter = None;
        }
        item
    }

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        let item = self.iter.as_mut()?.nth(n);
        if item.is_none() {
            self.iter = None;
        }
        item
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.iter {
            Some(iter) => iter.size_hint(),
            None => (0, Some(0)),
        }
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, I::Item) -> Acc,
    {
        match self.iter {
            Some(iter) => iter.fold(init, fold),
            None => init,
        }
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Fuse<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        let item = self.iter.as_mut()?.next_back();
        if item.is_none() {
            self.iter = None;
        }
        item
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Fuse<I> {}
impl<I: Iterator> FusedIterator for Fuse<I> {}

#[derive(Clone)]
pub struct Inspect<I, F> {
    iter: I,
    f: F,
}

impl<I, F> Inspect<I, F> {
    pub(crate) fn new(iter: I, f: F) -> Inspect<I, F> {
        Inspect { iter, f }
    }
}

impl<I: Iterator, F: FnMut(&I::Item)> Iterator for Inspect<I, F> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let item = self.iter.next();
        if let Some(x) = &item {
            (self.f)(x);
        }
        item
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, I::Item) -> Acc,
    {
        let (mut f, mut fold) = (self.f, fold);
        self.iter.fold(init, |acc, x| {
            f(&x);
            fold(acc, x)
        })
    }
}

impl<I: DoubleEndedIterator, F: FnMut(&I::Item)> DoubleEndedIterator for Inspect<I, F> {
    fn next_back(&mut self) -> Option<I::Item> {
        let item = self.iter.next_back();
        if let Some(x) = &item {
            (self.f)(x);
        }
        item
    }
}

impl<I: ExactSizeIterator, F: FnMut(&I::Item)> ExactSizeIterator for Inspect<I, F> {}
impl<I: FusedIterator, F: FnMut(&I::Item)> FusedIterator for Inspect<I, F> {}

#[derive(Clone, Debug)]
pub struct Cycle<I> {
    original: I,
    iter: I,
}

impl<I: Clone> Cycle<I> {
    pub(crate) fn new(iter: I) -> Cycle<I> {
        Cycle { original: iter.clone(), iter }
    }
}

impl<I: Clone + Iterator> Iterator for Cycle<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let item = self.iter.next();
        if item.is_some() {
            return item;
        }
        self.iter = self.original.clone();
        self.iter.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.original.size_hint() {
            (0, Some(0)) => (0, Some(0)),
            (0, _) => (0, None),
            _ => (usize::MAX, None),
        }
    }
}

impl<I: Clone + Iterator> FusedIterator for Cycle<I> {}

#[derive(Clone, Debug)]
pub struct Copied<I> {
    iter: I,
}

impl<I> Copied<I> {
    pub(crate) fn new(iter: I) -> Copied<I> {
        Copied { iter }
    }
}

impl<'a, I: Iterator<Item = &'a T>, T: 'a + Copy> Iterator for Copied<I> {
    type Item = T;
    const __TRUSTED_LEN: bool = I::__TRUSTED_LEN;
    const __RANDOM_ACCESS: bool = I::__RANDOM_ACCESS;
    const __SIDE_EFFECTS: bool = I::__SIDE_EFFECTS;
    const __ONE_SHOT: bool = I::__ONE_SHOT;

    fn __element(&mut self, index: usize) -> T {
        *self.iter.__element(index)
    }

    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(&x) => Some(x),
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<T> {
        self.iter.nth(n).copied()
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, T) -> Acc,
    {
        let mut fold = fold;
        self.iter.fold(init, |acc, x| fold(acc, *x))
    }
}

impl<'a, I: DoubleEndedIterator<Item = &'a T>, T: 'a + Copy> DoubleEndedIterator for Copied<I> {
    fn next_back(&mut self) -> Option<T> {
        self.iter.next_back().copied()
    }
}

impl<'a, I: ExactSizeIterator<Item = &'a T>, T: 'a + Copy> ExactSizeIterator for Copied<I> {}
impl<'a, I: FusedIterator<Item = &'a T>, T: 'a + Copy> FusedIterator for Copied<I> {}

#[derive(Clone, Debug)]
pub struct Cloned<I> {
    iter: I,
}

impl<I> Cloned<I> {
    pub(crate) fn new(iter: I) -> Cloned<I> {
        Cloned { iter }
    }
}

impl<'a, I: Iterator<Item = &'a T>, T: 'a + Clone> Iterator for Cloned<I> {
    type Item = T;
    const __TRUSTED_LEN: bool = I::__TRUSTED_LEN;
    const __RANDOM_ACCESS: bool = I::__RANDOM_ACCESS;
    const __SIDE_EFFECTS: bool = true;
    const __ONE_SHOT: bool = I::__ONE_SHOT;

    fn __element(&mut self, index: usize) -> T {
        self.iter.__element(index).clone()
    }

    fn next(&mut self) -> Option<T> {
        self.iter.next().cloned()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, T) -> Acc,
    {
        let mut fold = fold;
        self.iter.fold(init, |acc, x| fold(acc, x.clone()))
    }
}

impl<'a, I: DoubleEndedIterator<Item = &'a T>, T: 'a + Clone> DoubleEndedIterator for Cloned<I> {
    fn next_back(&mut self) -> Option<T> {
        self.iter.next_back().cloned()
    }
}

impl<'a, I: ExactSizeIterator<Item = &'a T>, T: 'a + Clone> ExactSizeIterator for Cloned<I> {}
impl<'a, I: FusedIterator<Item = &'a T>, T: 'a + Clone> FusedIterator for Cloned<I> {}

/// `peeked` is `Some(None)` once the end has been seen.
#[derive(Clone, Debug)]
pub struct Peekable<I: Iterator> {
    iter: I,
    peeked: Option<Option<I::Item>>,
}

impl<I: Iterator> Peekable<I> {
    pub(crate) fn new(iter: I) -> Peekable<I> {
        Peekable { iter, peeked: None }
    }

    pub fn peek(&mut self) -> Option<&I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }

    pub fn peek_mut(&mut self) -> Option<&mut I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &mut self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }

    pub fn next_if(&mut self, func: impl FnOnce(&I::Item) -> bool) -> Option<I::Item> {
        match self.next() {
            Some(x) if func(&x) => Some(x),
            other => {
                self.peeked = Some(other);
                None
            }
        }
    }

    pub fn next_if_eq<T: ?Sized>(&mut self, expected: &T) -> Option<I::Item>
    where
        I::Item: PartialEq<T>,
    {
        self.next_if(|next| next == expected)
    }
}

impl<I: Iterator> Iterator for Peekable<I> {
    type Item = I::Item;
    const __TRUSTED_LEN: bool = I::__TRUSTED_LEN;

    fn next(&mut self) -> Option<I::Item> {
        match self.peeked.take() {
            Some(item) => item,
            None => self.iter.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        match &self.peeked {
            Some(None) => (0, Some(0)),
            Some(Some(_)) => (least.saturating_add(1), most.and_then(|most| most.checked_add(1))),
            None => (least, most),
        }
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, I::Item) -> Acc,
    {
        let (mut acc, mut fold) = (init, fold);
        match self.peeked {
            Some(None) => return acc,
            Some(Some(x)) => acc = fold(acc, x),
            None => {}
        }
        self.iter.fold(acc, fold)
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Peekable<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        match &self.peeked {
            Some(None) => None,
            Some(Some(_)) => match self.iter.next_back() {
                Some(x) => Some(x),
                None => self.peeked.take().flatten(),
            },
            None => self.iter.next_back(),
        }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Peekable<I> {}
impl<I: FusedIterator> FusedIterator for Peekable<I> {}
