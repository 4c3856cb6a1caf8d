//! Indexing text by ranges of bytes that start and end at char boundaries.

use crate::intrinsics;
use crate::ops::{Index, IndexMut, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use crate::slice::SliceIndex;

impl<I: SliceIndex<str>> Index<I> for str {
    type Output = I::Output;

    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.index(self)
    }
}

impl<I: SliceIndex<str>> IndexMut<I> for str {
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self)
    }
}

macro_rules! ranges {
    ($($Range:ty: |$range:ident, $len:ident| $half_open:expr;)*) => { $(
        impl SliceIndex<str> for $Range {
            type Output = str;

            fn get(self, text: &str) -> Option<&str> {
                let ($range, $len) = (self, text.len());
                let range: Range<usize> = $half_open;
                if range.start <= range.end && text.is_char_boundary(range.start) && text.is_char_boundary(range.end) {
                    let part = intrinsics::slice_part(text.as_bytes(), range.start, range.end - range.start);
                    Some(intrinsics::str_from_bytes(part))
                } else {
                    None
                }
            }

            fn get_mut(self, text: &mut str) -> Option<&mut str> {
                match self.get(text) {
                    Some(part) => Some(intrinsics::interior_mut(part)),
                    None => None,
                }
            }

            #[track_caller]
            fn index(self, text: &str) -> &str {
                match self.get(text) {
                    Some(part) => part,
                    None => intrinsics::fail_slice(),
                }
            }

            #[track_caller]
            fn index_mut(self, text: &mut str) -> &mut str {
                match self.get_mut(text) {
                    Some(part) => part,
                    None => intrinsics::fail_slice(),
                }
            }
        }
    )* };
}
ranges! {
    Range<usize>: |range, _len| range;
    RangeTo<usize>: |range, _len| 0..range.end;
    RangeFrom<usize>: |range, len| range.start..len;
    RangeFull: |_range, len| 0..len;
    RangeInclusive<usize>: |range, _len| half_open(range)?;
    RangeToInclusive<usize>: |range, _len| half_open(0..=range.end)?;
}

fn half_open(range: RangeInclusive<usize>) -> Option<Range<usize>> {
    let end = range.end.checked_add(1)?;
    let start = if range.exhausted { end } else { range.start };
    Some(start..end)
}
