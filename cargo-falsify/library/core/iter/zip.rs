//! `Zip`.
//!
//! What the longer side is asked for shows in the effects of closures, and core asks differently for iterators that it can
//! take by index, for those whose length it knows, and for all others.

use crate::cmp;
use crate::iter::FusedIterator;

pub fn zip<A: IntoIterator, B: IntoIterator>(a: A, b: B) -> Zip<A::IntoIter, B::IntoIter> {
    Zip::new(a.into_iter(), b.into_iter())
}

/// `index` and `len` only serve iterators with random access: the elements between them are still to come.
#[derive(Clone, Debug)]
pub struct Zip<A, B> {
    a: A,
    b: B,
    index: usize,
    len: usize,
}

impl<A: Iterator, B: Iterator> Zip<A, B> {
    const INDEXED: bool = A::__RANDOM_ACCESS && B::__RANDOM_ACCESS;
    const EFFECTS: bool = A::__SIDE_EFFECTS || B::__SIDE_EFFECTS;
    const COUNTED: bool = A::__TRUSTED_LEN && B::__TRUSTED_LEN;

    pub(crate) fn new(a: A, b: B) -> Zip<A, B> {
        let len = if Self::INDEXED { cmp::min(a.size_hint().0, b.size_hint().0) } else { 0 };
        Zip { a, b, index: 0, len }
    }

    fn pair(&mut self, index: usize) -> (A::Item, B::Item) {
        (self.a.__element(index), self.b.__element(index))
    }

    /// The rest, when both lengths are known: nothing is taken that has no partner.
    fn fold_counted<Acc, Fold: FnMut(Acc, (A::Item, B::Item)) -> Acc>(self, init: Acc, fold: Fold) -> Acc {
        let (mut zip, mut acc, mut fold) = (self, init, fold);
        let mut left = zip.size_hint().1;
        while left != Some(0) {
            match (zip.a.next(), zip.b.next()) {
                (Some(x), Some(y)) => acc = fold(acc, (x, y)),
                _ => return acc,
            }
            left = left.map(|left| left - 1);
        }
        acc
    }
}

impl<A: Iterator, B: Iterator> Iterator for Zip<A, B> {
    type Item = (A::Item, B::Item);
    const __TRUSTED_LEN: bool = Self::COUNTED;
    const __RANDOM_ACCESS: bool = Self::INDEXED;
    const __SIDE_EFFECTS: bool = Self::EFFECTS;

    fn __element(&mut self, index: usize) -> (A::Item, B::Item) {
        self.pair(self.index + index)
    }

    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        if Self::INDEXED {
            if self.index < self.len {
                let i = self.index;
                self.index += 1;
                Some(self.pair(i))
            } else {
                None
            }
        } else {
            match self.a.next() {
                Some(x) => match self.b.next() {
                    Some(y) => Some((x, y)),
                    None => None,
                },
                None => None,
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if Self::INDEXED {
            let n = self.len - self.index;
            return (n, Some(n));
        }
        let (a_least, a_most) = self.a.size_hint();
        let (b_least, b_most) = self.b.size_hint();
        let most = match (a_most, b_most) {
            (Some(a), Some(b)) => Some(cmp::min(a, b)),
            (Some(most), None) | (None, Some(most)) => Some(most),
            (None, None) => None,
        };
        (cmp::min(a_least, b_least), most)
    }

    fn fold<Acc, Fold>(self, init: Acc, fold: Fold) -> Acc
    where
        Fold: FnMut(Acc, (A::Item, B::Item)) -> Acc,
    {
        if Self::COUNTED && !Self::INDEXED {
            return self.fold_counted(init, fold);
        }
        let (mut zip, mut acc, mut fold) = (self, init, fold);
        while let Some(pair) = zip.next() {
            acc = fold(acc, pair);
        }
        acc
    }
}

impl<A, B> Zip<A, B>
where
    A: DoubleEndedIterator + ExactSizeIterator,
    B: DoubleEndedIterator + ExactSizeIterator,
{
    /// Takes from the back of the longer side what has no partner.
    fn trim(&mut self, a_len: usize, b_len: usize) {
        let mut a_len = a_len;
        while a_len > b_len {
            self.a.next_back();
            a_len -= 1;
        }
        let mut b_len = b_len;
        while b_len > a_len {
            self.b.next_back();
            b_len -= 1;
        }
    }

    /// The elements without a partner are asked for once, and only if that may run code of the user.
    fn last_by_index(&mut self) -> Option<(A::Item, B::Item)> {
        if self.index >= self.len {
            return None;
        }
        let len = self.len;
        self.len -= 1;
        if Self::EFFECTS {
            let (a_len, b_len) = (self.a.size_hint().0, self.b.size_hint().0);
            if a_len == len && B::__SIDE_EFFECTS || b_len == len && A::__SIDE_EFFECTS {
                self.trim(a_len, b_len);
            }
        }
        Some(self.pair(self.len))
    }
}

impl<A, B> DoubleEndedIterator for Zip<A, B>
where
    A: DoubleEndedIterator + ExactSizeIterator,
    B: DoubleEndedIterator + ExactSizeIterator,
{
    fn next_back(&mut self) -> Option<(A::Item, B::Item)> {
        if Self::INDEXED {
            return self.last_by_index();
        }
        let (a_len, b_len) = (self.a.len(), self.b.len());
        self.trim(a_len, b_len);
        match (self.a.next_back(), self.b.next_back()) {
            (Some(x), Some(y)) => Some((x, y)),
            _ => None,
        }
    }
}

impl<A: ExactSizeIterator, B: ExactSizeIterator> ExactSizeIterator for Zip<A, B> {}
impl<A: FusedIterator, B: FusedIterator> FusedIterator for Zip<A, B> {}
