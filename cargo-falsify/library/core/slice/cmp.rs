//! Comparing slices: element by element, then by length.

use crate::cmp::Ordering;

impl<T: PartialEq<U>, U> PartialEq<[U]> for [T] {
    fn eq(&self, other: &[U]) -> bool {
        if self.len() != other.len() {
            return false;
        }
        let mut i = 0;
        while i < self.len() {
            if self[i] != other[i] {
                return false;
            }
            i += 1;
        }
        true
    }
}

impl<T: Eq> Eq for [T] {}

impl<T: PartialOrd> PartialOrd for [T] {
    fn partial_cmp(&self, other: &[T]) -> Option<Ordering> {
        self.iter().partial_cmp(other.iter())
    }
}

impl<T: Ord> Ord for [T] {
    fn cmp(&self, other: &[T]) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

macro_rules! array_equality {
    ($([$($generics:tt)*] $Left:ty, $Right:ty;)*) => { $(
        impl<T: PartialEq<U>, U, $($generics)*> PartialEq<$Right> for $Left {
            fn eq(&self, other: &$Right) -> bool {
                self[..] == other[..]
            }

            fn ne(&self, other: &$Right) -> bool {
                self[..] != other[..]
            }
        }
    )* };
}
array_equality! {
    [const N: usize] [T; N], [U; N];
    [const N: usize] [T; N], [U];
    [const N: usize] [T], [U; N];
    [const N: usize] [T; N], &[U];
    [const N: usize] &[T], [U; N];
    [const N: usize] [T; N], &mut [U];
    [const N: usize] &mut [T], [U; N];
}

impl<T: Eq, const N: usize> Eq for [T; N] {}

impl<T: PartialOrd, const N: usize> PartialOrd for [T; N] {
    fn partial_cmp(&self, other: &[T; N]) -> Option<Ordering> {
        PartialOrd::partial_cmp(&self[..], &other[..])
    }
}

impl<T: Ord, const N: usize> Ord for [T; N] {
    fn cmp(&self, other: &[T; N]) -> Ordering {
        Ord::cmp(&self[..], &other[..])
    }
}
