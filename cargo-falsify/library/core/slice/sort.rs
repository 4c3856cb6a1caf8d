//! Sorting, by insertion: the result of a stable sort does not depend on the algorithm, and an unstable sort may be
//! stable.
//!
//! An element goes past all before it that it is less than; then it is less than none of the others either, so that to
//! compare it with these too changes nothing. Which places are compared does not depend on the elements in this way, and
//! every comparison concerns two places only: that is what makes the circuit of a sort small.

use crate::cmp::Ordering;
use crate::intrinsics;

/// Sort so that no element is followed by one that is less.
fn insertion_sort<T, F: FnMut(&T, &T) -> bool>(slice: &mut [T], is_less: F) {
    let mut is_less = is_less;
    let mut sorted = 1;
    while sorted < slice.len() {
        let mut i = sorted;
        while i > 0 {
            if is_less(&slice[i], &slice[i - 1]) {
                slice.swap(i, i - 1);
            }
            i -= 1;
        }
        sorted += 1;
    }
}

impl<T> [T] {
    pub fn sort(&mut self)
    where
        T: Ord,
    {
        insertion_sort(self, |a, b| a < b)
    }

    pub fn sort_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F) {
        let mut compare = compare;
        insertion_sort(self, |a, b| compare(a, b) == Ordering::Less)
    }

    pub fn sort_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
        let mut f = f;
        insertion_sort(self, |a, b| f(a) < f(b))
    }

    pub fn sort_unstable(&mut self)
    where
        T: Ord,
    {
        insertion_sort(self, |a, b| a < b)
    }

    pub fn sort_unstable_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F) {
        let mut compare = compare;
        insertion_sort(self, |a, b| compare(a, b) == Ordering::Less)
    }

    pub fn sort_unstable_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
        let mut f = f;
        insertion_sort(self, |a, b| f(a) < f(b))
    }

    pub fn select_nth_unstable(&mut self, index: usize) -> (&mut [T], &mut T, &mut [T])
    where
        T: Ord,
    {
        self.select_nth_unstable_by(index, T::cmp)
    }

    pub fn select_nth_unstable_by_key<K: Ord, F: FnMut(&T) -> K>(
        &mut self,
        index: usize,
        f: F,
    ) -> (&mut [T], &mut T, &mut [T]) {
        let mut f = f;
        self.select_nth_unstable_by(index, |a, b| f(a).cmp(&f(b)))
    }

    pub fn select_nth_unstable_by<F: FnMut(&T, &T) -> Ordering>(
        &mut self,
        index: usize,
        compare: F,
    ) -> (&mut [T], &mut T, &mut [T]) {
        if index >= self.len() {
            intrinsics::fail_library()
        }
        self.sort_unstable_by(compare);
        let (below, rest) = self.split_at_mut(index);
        match rest.split_first_mut() {
            Some((nth, above)) => (below, nth, above),
            None => intrinsics::fail_bounds(),
        }
    }
}
