//! Indexing slices by position and by every kind of range.

use crate::intrinsics;
use crate::ops::{
    Bound, Index, IndexMut, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

impl<T, I: SliceIndex<[T]>> Index<I> for [T] {
    type Output = I::Output;

    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.index(self)
    }
}

impl<T, I: SliceIndex<[T]>> IndexMut<I> for [T] {
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self)
    }
}

pub trait SliceIndex<T: ?Sized> {
    type Output: ?Sized;

    fn get(self, slice: &T) -> Option<&Self::Output>;
    fn get_mut(self, slice: &mut T) -> Option<&mut Self::Output>;

    #[track_caller]
    fn index(self, slice: &T) -> &Self::Output;

    #[track_caller]
    fn index_mut(self, slice: &mut T) -> &mut Self::Output;
}

impl<T> SliceIndex<[T]> for usize {
    type Output = T;

    fn get(self, slice: &[T]) -> Option<&T> {
        if self < slice.len() {
            Some(intrinsics::slice_at(slice, self))
        } else {
            None
        }
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut T> {
        if self < slice.len() {
            Some(intrinsics::slice_at_mut(slice, self))
        } else {
            None
        }
    }

    #[track_caller]
    fn index(self, slice: &[T]) -> &T {
        &slice[self]
    }

    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut T {
        &mut slice[self]
    }
}

impl<T> SliceIndex<[T]> for Range<usize> {
    type Output = [T];

    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.start <= self.end && self.end <= slice.len() {
            Some(intrinsics::slice_part(slice, self.start, self.end - self.start))
        } else {
            None
        }
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.start <= self.end && self.end <= slice.len() {
            Some(intrinsics::slice_part_mut(slice, self.start, self.end - self.start))
        } else {
            None
        }
    }

    #[track_caller]
    fn index(self, slice: &[T]) -> &[T] {
        match self.get(slice) {
            Some(part) => part,
            None => intrinsics::fail_slice(),
        }
    }

    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        match self.get_mut(slice) {
            Some(part) => part,
            None => intrinsics::fail_slice(),
        }
    }
}

/// The other ranges are half-open ones once the length is known; `None` is an end that no usize can express.
macro_rules! as_half_open {
    ($($Range:ty: |$range:ident, $len:ident| $half_open:expr;)*) => { $(
        impl<T> SliceIndex<[T]> for $Range {
            type Output = [T];

            fn get(self, slice: &[T]) -> Option<&[T]> {
                let ($range, $len) = (self, slice.len());
                let half_open: Option<Range<usize>> = $half_open;
                half_open?.get(slice)
            }

            fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
                let ($range, $len) = (self, slice.len());
                let half_open: Option<Range<usize>> = $half_open;
                half_open?.get_mut(slice)
            }

            #[track_caller]
            fn index(self, slice: &[T]) -> &[T] {
                match self.get(slice) {
                    Some(part) => part,
                    None => intrinsics::fail_slice(),
                }
            }

            #[track_caller]
            fn index_mut(self, slice: &mut [T]) -> &mut [T] {
                match self.get_mut(slice) {
                    Some(part) => part,
                    None => intrinsics::fail_slice(),
                }
            }
        }
    )* };
}
as_half_open! {
    RangeTo<usize>: |range, _len| Some(0..range.end);
    RangeFrom<usize>: |range, len| Some(range.start..len);
    RangeFull: |_range, len| Some(0..len);
    RangeInclusive<usize>: |range, _len| half_open(range);
    RangeToInclusive<usize>: |range, _len| half_open(0..=range.end);
    (Bound<usize>, Bound<usize>): |range, len| between(range, len);
}

/// An exhausted range is empty, at the end of what it was.
fn half_open(range: RangeInclusive<usize>) -> Option<Range<usize>> {
    let end = range.end.checked_add(1)?;
    let start = if range.exhausted { end } else { range.start };
    Some(start..end)
}

fn between(bounds: (Bound<usize>, Bound<usize>), len: usize) -> Option<Range<usize>> {
    let start = match bounds.0 {
        Bound::Included(start) => start,
        Bound::Excluded(before) => before.checked_add(1)?,
        Bound::Unbounded => 0,
    };
    let end = match bounds.1 {
        Bound::Included(last) => last.checked_add(1)?,
        Bound::Excluded(end) => end,
        Bound::Unbounded => len,
    };
    Some(start..end)
}

/// Any range over a slice of this length, as a half-open one; panics like indexing.
#[track_caller]
pub(crate) fn range<R: RangeBounds<usize>>(range: R, len: usize) -> Range<usize> {
    let bounds = (range.start_bound().cloned(), range.end_bound().cloned());
    match between(bounds, len) {
        Some(range) if range.start <= range.end && range.end <= len => range,
        _ => intrinsics::fail_slice(),
    }
}
