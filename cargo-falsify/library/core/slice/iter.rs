//! The iterators over a slice's elements.

use crate::fmt;
use crate::intrinsics;
use crate::iter::FusedIterator;

/// The elements from `front` to before `back` are still to come.
pub struct Iter<'a, T> {
    slice: &'a [T],
    front: usize,
    back: usize,
}

impl<'a, T> Iter<'a, T> {
    pub(crate) const fn new(slice: &'a [T]) -> Iter<'a, T> {
        Iter { slice, front: 0, back: slice.len() }
    }

    pub fn as_slice(&self) -> &'a [T] {
        intrinsics::slice_part(self.slice, self.front, self.back - self.front)
    }
}

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Self {
        Iter { slice: self.slice, front: self.front, back: self.back }
    }
}

impl<'a, T> AsRef<[T]> for Iter<'a, T> {
    fn as_ref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<'a, T: fmt::Debug> fmt::Debug for Iter<'a, T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

pub struct IterMut<'a, T> {
    slice: &'a mut [T],
    front: usize,
    back: usize,
}

impl<'a, T> IterMut<'a, T> {
    pub(crate) const fn new(slice: &'a mut [T]) -> IterMut<'a, T> {
        let back = slice.len();
        IterMut { slice, front: 0, back }
    }

    pub fn into_slice(self) -> &'a mut [T] {
        intrinsics::slice_part_mut(self.slice, self.front, self.back - self.front)
    }

    pub fn as_slice(&self) -> &[T] {
        intrinsics::slice_part(self.slice, self.front, self.back - self.front)
    }
}

impl<'a, T: fmt::Debug> fmt::Debug for IterMut<'a, T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

macro_rules! iterator {
    ($Iter:ident, $Item:ty, $at:ident) => {
        impl<'a, T> Iterator for $Iter<'a, T> {
            type Item = $Item;
            const __TRUSTED_LEN: bool = true;
            const __RANDOM_ACCESS: bool = true;

            fn __element(&mut self, index: usize) -> $Item {
                intrinsics::$at(self.slice, intrinsics::wrapping_add(self.front, index))
            }

            fn next(&mut self) -> Option<$Item> {
                if self.front < self.back {
                    let i = self.front;
                    self.front = intrinsics::wrapping_add(i, 1);
                    Some(intrinsics::$at(self.slice, i))
                } else {
                    None
                }
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = intrinsics::wrapping_sub(self.back, self.front);
                (n, Some(n))
            }

            fn count(self) -> usize {
                intrinsics::wrapping_sub(self.back, self.front)
            }

            fn nth(&mut self, n: usize) -> Option<$Item> {
                if n >= intrinsics::wrapping_sub(self.back, self.front) {
                    self.front = self.back;
                    return None;
                }
                let i = intrinsics::wrapping_add(self.front, n);
                self.front = intrinsics::wrapping_add(i, 1);
                Some(intrinsics::$at(self.slice, i))
            }

            fn last(self) -> Option<$Item> {
                let mut iter = self;
                iter.next_back()
            }
        }

        impl<'a, T> DoubleEndedIterator for $Iter<'a, T> {
            fn next_back(&mut self) -> Option<$Item> {
                if self.front < self.back {
                    self.back = intrinsics::wrapping_sub(self.back, 1);
                    Some(intrinsics::$at(self.slice, self.back))
                } else {
                    None
                }
            }

            fn nth_back(&mut self, n: usize) -> Option<$Item> {
                if n >= intrinsics::wrapping_sub(self.back, self.front) {
                    self.back = self.front;
                    return None;
                }
                self.back = intrinsics::wrapping_sub(intrinsics::wrapping_sub(self.back, n), 1);
                Some(intrinsics::$at(self.slice, self.back))
            }
        }

        impl<'a, T> ExactSizeIterator for $Iter<'a, T> {}
        impl<'a, T> FusedIterator for $Iter<'a, T> {}
    };
}
iterator! { Iter, &'a T, slice_at }
iterator! { IterMut, &'a mut T, slice_at_mut }

impl<'a, T> IntoIterator for &'a [T] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut [T] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}
