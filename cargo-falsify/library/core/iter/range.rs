//! Ranges as iterators.

use crate::intrinsics;
use crate::iter::FusedIterator;
use crate::mem;
use crate::ops::{Range, RangeFrom, RangeInclusive};

/// What a range can count in. `forward_checked` and `backward_checked` are core's; the others serve this model. All
/// that implement it are `Copy`, so `intrinsics::read` is a copy.
pub trait Step: Clone + PartialOrd {
    /// Whether the elements of a range can be taken by index.
    const RANDOM_ACCESS: bool;
    /// The number of steps from `start` up to `end`, zero if there are none, and the same if a usize holds it.
    fn steps_between(start: &Self, end: &Self) -> (usize, Option<usize>);
    fn forward_checked(start: Self, count: usize) -> Option<Self>;
    fn backward_checked(start: Self, count: usize) -> Option<Self>;
    /// The value `count` steps on, which exists.
    fn forward_unchecked(start: Self, count: usize) -> Self;
    /// The successor of a value that is known to have one.
    fn successor(value: &Self) -> Self;
    /// The predecessor of a value that is known to have one.
    fn predecessor(value: &Self) -> Self;
}

macro_rules! integer_step {
    ($($t:ident $Unsigned:ident)*) => { $(
        impl Step for $t {
            const RANDOM_ACCESS: bool = mem::size_of::<$t>() <= mem::size_of::<usize>();

            fn steps_between(start: &$t, end: &$t) -> (usize, Option<usize>) {
                if *start >= *end {
                    return (0, Some(0));
                }
                let steps = intrinsics::wrapping_sub(*end as $Unsigned, *start as $Unsigned);
                if steps as usize as $Unsigned == steps {
                    (steps as usize, Some(steps as usize))
                } else {
                    (usize::MAX, None)
                }
            }

            fn forward_checked(start: $t, count: usize) -> Option<$t> {
                if count as $Unsigned as usize != count {
                    return None;
                }
                let next = intrinsics::wrapping_add(start, count as $t);
                if next >= start && intrinsics::wrapping_sub(next as $Unsigned, start as $Unsigned) == count as $Unsigned {
                    Some(next)
                } else {
                    None
                }
            }

            fn backward_checked(start: $t, count: usize) -> Option<$t> {
                if count as $Unsigned as usize != count {
                    return None;
                }
                let next = intrinsics::wrapping_sub(start, count as $t);
                if next <= start && intrinsics::wrapping_sub(start as $Unsigned, next as $Unsigned) == count as $Unsigned {
                    Some(next)
                } else {
                    None
                }
            }

            fn forward_unchecked(start: $t, count: usize) -> $t {
                intrinsics::wrapping_add(start, count as $t)
            }

            fn successor(value: &$t) -> $t {
                intrinsics::wrapping_add(*value, 1 as $t)
            }

            fn predecessor(value: &$t) -> $t {
                intrinsics::wrapping_sub(*value, 1 as $t)
            }
        }
    )* };
}
integer_step! {
    u8 u8 u16 u16 u32 u32 u64 u64 u128 u128 usize usize
    i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize
}

/// Chars as consecutive numbers: the gap of the surrogates closed.
const SURROGATES: u32 = 0x800;

fn char_index(c: char) -> u32 {
    let code = c as u32;
    if code < 0xD800 {
        code
    } else {
        code - SURROGATES
    }
}

fn char_at(index: u32) -> char {
    if index < 0xD800 {
        intrinsics::char_from_u32(index)
    } else {
        intrinsics::char_from_u32(index + SURROGATES)
    }
}

impl Step for char {
    const RANDOM_ACCESS: bool = false;

    fn steps_between(start: &char, end: &char) -> (usize, Option<usize>) {
        Step::steps_between(&char_index(*start), &char_index(*end))
    }

    fn forward_checked(start: char, count: usize) -> Option<char> {
        let index = Step::forward_checked(char_index(start), count)?;
        if index <= char_index(char::MAX) {
            Some(char_at(index))
        } else {
            None
        }
    }

    fn backward_checked(start: char, count: usize) -> Option<char> {
        let index = Step::backward_checked(char_index(start), count)?;
        Some(char_at(index))
    }

    fn forward_unchecked(start: char, count: usize) -> char {
        char_at(char_index(start) + count as u32)
    }

    fn successor(value: &char) -> char {
        char_at(char_index(*value) + 1)
    }

    fn predecessor(value: &char) -> char {
        char_at(char_index(*value) - 1)
    }
}

impl<A: Step> Iterator for Range<A> {
    type Item = A;
    const __TRUSTED_LEN: bool = true;
    const __RANDOM_ACCESS: bool = A::RANDOM_ACCESS;

    fn __element(&mut self, index: usize) -> A {
        Step::forward_unchecked(self.start.clone(), index)
    }

    fn next(&mut self) -> Option<A> {
        if self.start < self.end {
            let item = intrinsics::read(&self.start);
            intrinsics::write(&mut self.start, Step::successor(&item));
            Some(item)
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        Step::steps_between(&self.start, &self.end)
    }

    fn nth(&mut self, n: usize) -> Option<A> {
        if let Some(item) = Step::forward_checked(self.start.clone(), n) {
            if item < self.end {
                self.start = Step::successor(&item);
                return Some(item);
            }
        }
        self.start = self.end.clone();
        None
    }
}

impl<A: Step> DoubleEndedIterator for Range<A> {
    fn next_back(&mut self) -> Option<A> {
        if self.start < self.end {
            self.end = Step::predecessor(&self.end);
            Some(self.end.clone())
        } else {
            None
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<A> {
        if let Some(after) = Step::backward_checked(self.end.clone(), n) {
            if after > self.start {
                self.end = Step::predecessor(&after);
                return Some(self.end.clone());
            }
        }
        self.end = self.start.clone();
        None
    }
}

impl<A: Step> FusedIterator for Range<A> {}

macro_rules! exact {
    ($Range:ident: $($t:ty)*) => { $( impl ExactSizeIterator for $Range<$t> {} )* };
}
exact! { Range: usize u8 isize i8 u16 i16 u32 i32 }
exact! { RangeInclusive: u8 i8 u16 i16 }

impl<A: Step> Iterator for RangeFrom<A> {
    type Item = A;
    const __TRUSTED_LEN: bool = true;

    fn next(&mut self) -> Option<A> {
        match Step::forward_checked(self.start.clone(), 1) {
            Some(next) => Some(mem::replace(&mut self.start, next)),
            None => intrinsics::fail_overflow(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }

    fn nth(&mut self, n: usize) -> Option<A> {
        match Step::forward_checked(self.start.clone(), n) {
            Some(item) => {
                self.start = item;
                self.next()
            }
            None => intrinsics::fail_overflow(),
        }
    }
}

impl<A: Step> FusedIterator for RangeFrom<A> {}

impl<A: Step> Iterator for RangeInclusive<A> {
    type Item = A;
    const __TRUSTED_LEN: bool = true;

    fn next(&mut self) -> Option<A> {
        if self.exhausted {
            return None;
        }
        if self.start < self.end {
            let item = intrinsics::read(&self.start);
            intrinsics::write(&mut self.start, Step::successor(&item));
            Some(item)
        } else if self.start == self.end {
            self.exhausted = true;
            Some(self.start.clone())
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.is_empty() {
            return (0, Some(0));
        }
        let (least, most) = Step::steps_between(&self.start, &self.end);
        (least.saturating_add(1), most.and_then(|steps| steps.checked_add(1)))
    }

    fn nth(&mut self, n: usize) -> Option<A> {
        if self.is_empty() {
            return None;
        }
        if let Some(item) = Step::forward_checked(self.start.clone(), n) {
            if item < self.end {
                self.start = Step::successor(&item);
                return Some(item);
            }
            if item == self.end {
                self.start = item.clone();
                self.exhausted = true;
                return Some(item);
            }
        }
        self.start = self.end.clone();
        self.exhausted = true;
        None
    }
}

impl<A: Step> DoubleEndedIterator for RangeInclusive<A> {
    fn next_back(&mut self) -> Option<A> {
        if self.exhausted {
            return None;
        }
        if self.start < self.end {
            let item = intrinsics::read(&self.end);
            intrinsics::write(&mut self.end, Step::predecessor(&item));
            Some(item)
        } else if self.start == self.end {
            self.exhausted = true;
            Some(self.end.clone())
        } else {
            None
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<A> {
        if self.is_empty() {
            return None;
        }
        if let Some(item) = Step::backward_checked(self.end.clone(), n) {
            if item > self.start {
                self.end = Step::predecessor(&item);
                return Some(item);
            }
            if item == self.start {
                self.end = item.clone();
                self.exhausted = true;
                return Some(item);
            }
        }
        self.end = self.start.clone();
        self.exhausted = true;
        None
    }
}

impl<A: Step> FusedIterator for RangeInclusive<A> {}
