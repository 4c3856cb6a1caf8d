//! Into and out of iterators.

pub trait FromIterator<A>: Sized {
    fn from_iter<T: IntoIterator<Item = A>>(iter: T) -> Self;
}

#[lang = "into_iterator"]
pub trait IntoIterator {
    type Item;
    type IntoIter: Iterator<Item = Self::Item>;

    /// The length, of arrays: `flatten` knows its own by it.
    const __FIXED_LEN: Option<usize> = None;
    /// There is at most one element.
    const __ONE_SHOT: bool = false;

    fn into_iter(self) -> Self::IntoIter;
}

impl<I: Iterator> IntoIterator for I {
    type Item = I::Item;
    type IntoIter = I;
    const __ONE_SHOT: bool = I::__ONE_SHOT;

    fn into_iter(self) -> I {
        self
    }
}

pub trait Extend<A> {
    fn extend<T: IntoIterator<Item = A>>(&mut self, iter: T);
}

impl Extend<()> for () {
    fn extend<T: IntoIterator<Item = ()>>(&mut self, iter: T) {
        iter.into_iter().for_each(drop)
    }
}

impl FromIterator<()> for () {
    fn from_iter<T: IntoIterator<Item = ()>>(iter: T) -> () {
        iter.into_iter().for_each(|()| {})
    }
}

impl<A, B, ExtendA: Extend<A>, ExtendB: Extend<B>> Extend<(A, B)> for (ExtendA, ExtendB) {
    fn extend<T: IntoIterator<Item = (A, B)>>(&mut self, iter: T) {
        iter.into_iter().for_each(|(a, b)| {
            self.0.extend(Some(a));
            self.1.extend(Some(b));
        });
    }
}
