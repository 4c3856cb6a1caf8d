//! `core::array`, and the inherent methods of `[T; N]`.

use crate::convert::TryFrom;
use crate::fmt;
use crate::intrinsics;
use crate::iter::FusedIterator;
use crate::mem::ManuallyDrop;
use crate::ops::{Index, IndexMut};
use crate::slice::{Iter, IterMut};

pub fn from_fn<T, const N: usize, F: FnMut(usize) -> T>(f: F) -> [T; N] {
    let mut f = f;
    let mut array: [T; N] = intrinsics::uninit();
    let mut i = 0;
    while i < N {
        intrinsics::write(intrinsics::slice_at_mut(&mut array, i), f(i));
        i = intrinsics::wrapping_add(i, 1);
    }
    array
}

pub fn repeat<T: Clone, const N: usize>(val: T) -> [T; N] {
    from_fn(|_| val.clone())
}

#[derive(Debug, Copy, Clone)]
pub struct TryFromSliceError(());

impl fmt::Display for TryFromSliceError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<T, const N: usize> [T; N] {
    pub fn map<F: FnMut(T) -> U, U>(self, f: F) -> [U; N] {
        let mut f = f;
        let source = ManuallyDrop::new(self);
        from_fn(|i| f(intrinsics::read(intrinsics::slice_at(&*source, i))))
    }

    pub const fn as_slice(&self) -> &[T] {
        self
    }

    pub const fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }

    pub fn each_ref(&self) -> [&T; N] {
        from_fn(|i| intrinsics::slice_at(self, i))
    }

    pub fn each_mut(&mut self) -> [&mut T; N] {
        from_fn(|i| intrinsics::slice_at_mut(self, i))
    }
}

impl<T, I, const N: usize> Index<I> for [T; N]
where
    [T]: Index<I>,
{
    type Output = <[T] as Index<I>>::Output;

    #[track_caller]
    fn index(&self, index: I) -> &Self::Output {
        Index::index(self as &[T], index)
    }
}

impl<T, I, const N: usize> IndexMut<I> for [T; N]
where
    [T]: IndexMut<I>,
{
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut Self::Output {
        IndexMut::index_mut(self as &mut [T], index)
    }
}

impl<T: Copy, const N: usize> TryFrom<&[T]> for [T; N] {
    type Error = TryFromSliceError;

    fn try_from(slice: &[T]) -> Result<[T; N], TryFromSliceError> {
        match <&[T; N]>::try_from(slice) {
            Ok(array) => Ok(*array),
            Err(error) => Err(error),
        }
    }
}

impl<T: Copy, const N: usize> TryFrom<&mut [T]> for [T; N] {
    type Error = TryFromSliceError;

    fn try_from(slice: &mut [T]) -> Result<[T; N], TryFromSliceError> {
        <[T; N]>::try_from(&*slice)
    }
}

impl<'a, T, const N: usize> TryFrom<&'a [T]> for &'a [T; N] {
    type Error = TryFromSliceError;

    fn try_from(slice: &'a [T]) -> Result<&'a [T; N], TryFromSliceError> {
        if slice.len() == N {
            Ok(intrinsics::slice_as_array(slice))
        } else {
            Err(TryFromSliceError(()))
        }
    }
}

impl<'a, T, const N: usize> TryFrom<&'a mut [T]> for &'a mut [T; N] {
    type Error = TryFromSliceError;

    fn try_from(slice: &'a mut [T]) -> Result<&'a mut [T; N], TryFromSliceError> {
        if slice.len() == N {
            Ok(intrinsics::slice_as_array_mut(slice))
        } else {
            Err(TryFromSliceError(()))
        }
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a [T; N] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    const __FIXED_LEN: Option<usize> = Some(N);

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a mut [T; N] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    const __FIXED_LEN: Option<usize> = Some(N);

    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}

impl<T, const N: usize> IntoIterator for [T; N] {
    type Item = T;
    type IntoIter = IntoIter<T, N>;
    const __FIXED_LEN: Option<usize> = Some(N);

    fn into_iter(self) -> IntoIter<T, N> {
        IntoIter { data: ManuallyDrop::new(self), front: 0, back: N }
    }
}

/// The elements from `front` to before `back` are still to come; the others have been moved out.
pub struct IntoIter<T, const N: usize> {
    data: ManuallyDrop<[T; N]>,
    front: usize,
    back: usize,
}

impl<T, const N: usize> IntoIter<T, N> {
    pub fn as_slice(&self) -> &[T] {
        intrinsics::slice_part(&*self.data, self.front, self.back - self.front)
    }

    pub fn as_mut_slice(&mut self) -> &mut [T] {
        intrinsics::slice_part_mut(&mut *self.data, self.front, self.back - self.front)
    }
}

impl<T, const N: usize> Iterator for IntoIter<T, N> {
    type Item = T;
    const __TRUSTED_LEN: bool = true;
    const __ONE_SHOT: bool = N <= 1;

    fn next(&mut self) -> Option<T> {
        if self.front < self.back {
            let i = self.front;
            self.front = intrinsics::wrapping_add(i, 1);
            Some(intrinsics::read(intrinsics::slice_at(&*self.data, i)))
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = intrinsics::wrapping_sub(self.back, self.front);
        (n, Some(n))
    }
}

impl<T, const N: usize> DoubleEndedIterator for IntoIter<T, N> {
    fn next_back(&mut self) -> Option<T> {
        if self.front < self.back {
            self.back = intrinsics::wrapping_sub(self.back, 1);
            Some(intrinsics::read(intrinsics::slice_at(&*self.data, self.back)))
        } else {
            None
        }
    }
}

impl<T, const N: usize> Drop for IntoIter<T, N> {
    fn drop(&mut self) {
        if intrinsics::needs_drop::<T>() {
            while let Some(element) = self.next() {
                drop(element);
            }
        }
    }
}

impl<T, const N: usize> ExactSizeIterator for IntoIter<T, N> {}
impl<T, const N: usize> FusedIterator for IntoIter<T, N> {}

impl<T: Clone, const N: usize> Clone for IntoIter<T, N> {
    fn clone(&self) -> Self {
        let mut data: [T; N] = intrinsics::uninit();
        let mut i = self.front;
        while i < self.back {
            intrinsics::write(intrinsics::slice_at_mut(&mut data, i), intrinsics::slice_at(&*self.data, i).clone());
            i += 1;
        }
        IntoIter { data: ManuallyDrop::new(data), front: self.front, back: self.back }
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for IntoIter<T, N> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
