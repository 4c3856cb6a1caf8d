//! Binary search and questions about order.

use crate::cmp::Ordering;

impl<T> [T] {
    pub fn binary_search(&self, x: &T) -> Result<usize, usize>
    where
        T: Ord,
    {
        self.binary_search_by(|p| p.cmp(x))
    }

    /// Halves like core, so that among equal elements the same one is found.
    pub fn binary_search_by<'a, F: FnMut(&'a T) -> Ordering>(&'a self, f: F) -> Result<usize, usize> {
        let mut f = f;
        let mut size = self.len();
        if size == 0 {
            return Err(0);
        }
        let mut base = 0;
        while size > 1 {
            let half = size / 2;
            let mid = base + half;
            if f(&self[mid]) != Ordering::Greater {
                base = mid;
            }
            size -= half;
        }
        match f(&self[base]) {
            Ordering::Equal => Ok(base),
            Ordering::Less => Err(base + 1),
            Ordering::Greater => Err(base),
        }
    }

    pub fn binary_search_by_key<'a, B: Ord, F: FnMut(&'a T) -> B>(&'a self, b: &B, f: F) -> Result<usize, usize> {
        let mut f = f;
        self.binary_search_by(|k| f(k).cmp(b))
    }

    pub fn partition_point<P: FnMut(&T) -> bool>(&self, pred: P) -> usize {
        let mut pred = pred;
        let found = self.binary_search_by(|x| if pred(x) { Ordering::Less } else { Ordering::Greater });
        match found {
            Ok(i) => i,
            Err(i) => i,
        }
    }

    pub fn is_sorted(&self) -> bool
    where
        T: PartialOrd,
    {
        self.is_sorted_by(|a, b| a <= b)
    }

    pub fn is_sorted_by<'a, F: FnMut(&'a T, &'a T) -> bool>(&'a self, compare: F) -> bool {
        let mut compare = compare;
        let mut i = 1;
        while i < self.len() {
            if !compare(&self[i - 1], &self[i]) {
                return false;
            }
            i += 1;
        }
        true
    }

    pub fn is_sorted_by_key<'a, F: FnMut(&'a T) -> K, K: PartialOrd>(&'a self, f: F) -> bool {
        self.iter().is_sorted_by_key(f)
    }
}
