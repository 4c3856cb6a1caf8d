//! The iterators over parts of a slice. Each holds the part that is still to come.

use crate::cmp;
use crate::intrinsics;
use crate::iter::FusedIterator;

/// Iterators that take `$size` elements (fewer at the far end) from one end of `rest`.
macro_rules! chunks {
    ($Chunks:ident, $Slice:ty, $part:ident, from_start) => {
        chunks! { @define $Chunks, $Slice }

        impl<'a, T> Iterator for $Chunks<'a, T> {
            type Item = $Slice;
            const __TRUSTED_LEN: bool = true;
            const __RANDOM_ACCESS: bool = true;

            fn __element(&mut self, index: usize) -> $Slice {
                let start = index * self.size;
                let size = cmp::min(self.rest.len() - start, self.size);
                intrinsics::$part(self.rest, start, size)
            }

            fn next(&mut self) -> Option<$Slice> {
                let len = self.rest.len();
                if len == 0 {
                    return None;
                }
                let size = cmp::min(len, self.size);
                let chunk = intrinsics::$part(self.rest, 0, size);
                self.rest = intrinsics::$part(self.rest, size, len - size);
                Some(chunk)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = self.rest.len().div_ceil(self.size);
                (n, Some(n))
            }
        }

        impl<'a, T> DoubleEndedIterator for $Chunks<'a, T> {
            fn next_back(&mut self) -> Option<$Slice> {
                let len = self.rest.len();
                if len == 0 {
                    return None;
                }
                let over = len % self.size;
                let size = if over == 0 { self.size } else { over };
                let chunk = intrinsics::$part(self.rest, len - size, size);
                self.rest = intrinsics::$part(self.rest, 0, len - size);
                Some(chunk)
            }
        }
    };
    ($Chunks:ident, $Slice:ty, $part:ident, from_end) => {
        chunks! { @define $Chunks, $Slice }

        impl<'a, T> Iterator for $Chunks<'a, T> {
            type Item = $Slice;
            const __TRUSTED_LEN: bool = true;
            const __RANDOM_ACCESS: bool = true;

            fn __element(&mut self, index: usize) -> $Slice {
                let end = self.rest.len() - index * self.size;
                let size = cmp::min(end, self.size);
                intrinsics::$part(self.rest, end - size, size)
            }

            fn next(&mut self) -> Option<$Slice> {
                let len = self.rest.len();
                if len == 0 {
                    return None;
                }
                let size = cmp::min(len, self.size);
                let chunk = intrinsics::$part(self.rest, len - size, size);
                self.rest = intrinsics::$part(self.rest, 0, len - size);
                Some(chunk)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = self.rest.len().div_ceil(self.size);
                (n, Some(n))
            }
        }

        impl<'a, T> DoubleEndedIterator for $Chunks<'a, T> {
            fn next_back(&mut self) -> Option<$Slice> {
                let len = self.rest.len();
                if len == 0 {
                    return None;
                }
                let over = len % self.size;
                let size = if over == 0 { self.size } else { over };
                let chunk = intrinsics::$part(self.rest, 0, size);
                self.rest = intrinsics::$part(self.rest, size, len - size);
                Some(chunk)
            }
        }
    };
    (@define $Chunks:ident, $Slice:ty) => {
        #[derive(Debug)]
        pub struct $Chunks<'a, T> {
            rest: $Slice,
            size: usize,
        }

        impl<'a, T> $Chunks<'a, T> {
            pub(crate) const fn new(slice: $Slice, size: usize) -> $Chunks<'a, T> {
                $Chunks { rest: slice, size }
            }
        }

        impl<'a, T> ExactSizeIterator for $Chunks<'a, T> {}
        impl<'a, T> FusedIterator for $Chunks<'a, T> {}
    };
}
chunks! { Chunks, &'a [T], slice_part, from_start }
chunks! { ChunksMut, &'a mut [T], slice_part_mut, from_start }
chunks! { RChunks, &'a [T], slice_part, from_end }
chunks! { RChunksMut, &'a mut [T], slice_part_mut, from_end }

/// Iterators over full chunks only; what does not fill one is left at the far end.
macro_rules! exact_chunks {
    ($Chunks:ident of $Inner:ident, $Slice:ty, $part:ident, |$len:ident, $full:ident| $full_start:expr, $over_start:expr) => {
        #[derive(Debug)]
        pub struct $Chunks<'a, T> {
            chunks: $Inner<'a, T>,
            remainder: $Slice,
        }

        impl<'a, T> $Chunks<'a, T> {
            pub(crate) const fn new(slice: $Slice, size: usize) -> $Chunks<'a, T> {
                let $len = slice.len();
                let $full = $len - $len % size;
                let remainder = intrinsics::$part(slice, $over_start, $len - $full);
                let rest = intrinsics::$part(slice, $full_start, $full);
                $Chunks { chunks: $Inner { rest, size }, remainder }
            }
        }

        impl<'a, T> Iterator for $Chunks<'a, T> {
            type Item = $Slice;
            const __TRUSTED_LEN: bool = true;
            const __RANDOM_ACCESS: bool = true;

            fn __element(&mut self, index: usize) -> $Slice {
                self.chunks.__element(index)
            }

            fn next(&mut self) -> Option<$Slice> {
                self.chunks.next()
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.chunks.size_hint()
            }
        }

        impl<'a, T> DoubleEndedIterator for $Chunks<'a, T> {
            fn next_back(&mut self) -> Option<$Slice> {
                self.chunks.next_back()
            }
        }

        impl<'a, T> ExactSizeIterator for $Chunks<'a, T> {}
        impl<'a, T> FusedIterator for $Chunks<'a, T> {}
    };
}
exact_chunks! { ChunksExact of Chunks, &'a [T], slice_part, |len, full| 0, full }
exact_chunks! { ChunksExactMut of ChunksMut, &'a mut [T], slice_part_mut, |len, full| 0, full }
exact_chunks! { RChunksExact of RChunks, &'a [T], slice_part, |len, full| len - full, 0 }

impl<'a, T> ChunksExact<'a, T> {
    pub fn remainder(&self) -> &'a [T] {
        self.remainder
    }
}

impl<'a, T> ChunksExactMut<'a, T> {
    pub fn into_remainder(self) -> &'a mut [T] {
        self.remainder
    }
}

impl<'a, T> RChunksExact<'a, T> {
    pub fn remainder(&self) -> &'a [T] {
        self.remainder
    }
}

macro_rules! clone {
    ($($Chunks:ident { $($field:ident)* })*) => { $(
        impl<'a, T> Clone for $Chunks<'a, T> {
            fn clone(&self) -> Self {
                $Chunks { $($field: self.$field.clone()),* }
            }
        }
    )* };
}
clone! {
    Chunks { rest size }
    RChunks { rest size }
    ChunksExact { chunks remainder }
    RChunksExact { chunks remainder }
    Windows { rest size }
}

#[derive(Debug)]
pub struct Windows<'a, T> {
    rest: &'a [T],
    size: usize,
}

impl<'a, T> Windows<'a, T> {
    pub(crate) const fn new(slice: &'a [T], size: usize) -> Windows<'a, T> {
        Windows { rest: slice, size }
    }
}

impl<'a, T> Iterator for Windows<'a, T> {
    type Item = &'a [T];
    const __TRUSTED_LEN: bool = true;
    const __RANDOM_ACCESS: bool = true;

    fn __element(&mut self, index: usize) -> &'a [T] {
        intrinsics::slice_part(self.rest, index, self.size)
    }

    fn next(&mut self) -> Option<&'a [T]> {
        let len = self.rest.len();
        if self.size > len {
            return None;
        }
        let window = intrinsics::slice_part(self.rest, 0, self.size);
        self.rest = intrinsics::slice_part(self.rest, 1, len - 1);
        Some(window)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.rest.len();
        let n = if self.size > len { 0 } else { len - self.size + 1 };
        (n, Some(n))
    }
}

impl<'a, T> DoubleEndedIterator for Windows<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let len = self.rest.len();
        if self.size > len {
            return None;
        }
        let window = intrinsics::slice_part(self.rest, len - self.size, self.size);
        self.rest = intrinsics::slice_part(self.rest, 0, len - 1);
        Some(window)
    }
}

impl<'a, T> ExactSizeIterator for Windows<'a, T> {}
impl<'a, T> FusedIterator for Windows<'a, T> {}

pub struct ChunkBy<'a, T, P> {
    rest: &'a [T],
    predicate: P,
}

impl<'a, T, P> ChunkBy<'a, T, P> {
    pub(crate) fn new(slice: &'a [T], predicate: P) -> ChunkBy<'a, T, P> {
        ChunkBy { rest: slice, predicate }
    }
}

impl<'a, T, P: FnMut(&T, &T) -> bool> Iterator for ChunkBy<'a, T, P> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        let rest = self.rest;
        if rest.is_empty() {
            return None;
        }
        let mut size = 1;
        while size < rest.len() && (self.predicate)(&rest[size - 1], &rest[size]) {
            size += 1;
        }
        self.rest = intrinsics::slice_part(rest, size, rest.len() - size);
        Some(intrinsics::slice_part(rest, 0, size))
    }
}

impl<'a, T, P: FnMut(&T, &T) -> bool> FusedIterator for ChunkBy<'a, T, P> {}

/// `rest` is `None` once the last part has been handed out.
pub struct Split<'a, T, P> {
    rest: Option<&'a [T]>,
    predicate: P,
}

impl<'a, T, P> Split<'a, T, P> {
    pub(crate) fn new(slice: &'a [T], predicate: P) -> Split<'a, T, P> {
        Split { rest: Some(slice), predicate }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> Iterator for Split<'a, T, P> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        let rest = self.rest.take()?;
        let mut i = 0;
        while i < rest.len() {
            if (self.predicate)(&rest[i]) {
                self.rest = Some(intrinsics::slice_part(rest, i + 1, rest.len() - i - 1));
                return Some(intrinsics::slice_part(rest, 0, i));
            }
            i += 1;
        }
        Some(rest)
    }
}

impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for Split<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let rest = self.rest.take()?;
        let mut i = rest.len();
        while i > 0 {
            i -= 1;
            if (self.predicate)(&rest[i]) {
                self.rest = Some(intrinsics::slice_part(rest, 0, i));
                return Some(intrinsics::slice_part(rest, i + 1, rest.len() - i - 1));
            }
        }
        Some(rest)
    }
}

impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for Split<'a, T, P> {}

impl<'a, T, P> Split<'a, T, P> {
    /// What has not been handed out, as one part.
    fn finish(&mut self) -> Option<&'a [T]> {
        self.rest.take()
    }
}

pub struct RSplit<'a, T, P> {
    forward: Split<'a, T, P>,
}

impl<'a, T, P> RSplit<'a, T, P> {
    pub(crate) fn new(slice: &'a [T], predicate: P) -> RSplit<'a, T, P> {
        RSplit { forward: Split::new(slice, predicate) }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> Iterator for RSplit<'a, T, P> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        self.forward.next_back()
    }
}

impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for RSplit<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        self.forward.next()
    }
}

impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for RSplit<'a, T, P> {}

/// Splitting into so many parts at most: the last one is what remains.
macro_rules! limited_split {
    ($Name:ident, $next:ident) => {
        pub struct $Name<'a, T, P> {
            parts: Split<'a, T, P>,
            left: usize,
        }

        impl<'a, T, P> $Name<'a, T, P> {
            pub(crate) fn new(slice: &'a [T], n: usize, predicate: P) -> $Name<'a, T, P> {
                $Name { parts: Split::new(slice, predicate), left: n }
            }
        }

        impl<'a, T, P: FnMut(&T) -> bool> Iterator for $Name<'a, T, P> {
            type Item = &'a [T];

            fn next(&mut self) -> Option<&'a [T]> {
                if self.left == 0 {
                    return None;
                }
                self.left -= 1;
                if self.left == 0 {
                    self.parts.finish()
                } else {
                    self.parts.$next()
                }
            }
        }

        impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for $Name<'a, T, P> {}
    };
}
limited_split!(SplitN, next);
limited_split!(RSplitN, next_back);

/// Splitting behind the elements that match. An empty rest has been handed out.
pub struct SplitInclusive<'a, T, P> {
    rest: &'a [T],
    predicate: P,
}

impl<'a, T, P> SplitInclusive<'a, T, P> {
    pub(crate) fn new(slice: &'a [T], predicate: P) -> SplitInclusive<'a, T, P> {
        SplitInclusive { rest: slice, predicate }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> Iterator for SplitInclusive<'a, T, P> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.rest.is_empty() {
            return None;
        }
        let mut end = 0;
        while end < self.rest.len() {
            end += 1;
            if (self.predicate)(&self.rest[end - 1]) {
                break;
            }
        }
        let (part, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(part)
    }
}

impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for SplitInclusive<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.rest.is_empty() {
            return None;
        }
        let mut start = self.rest.len() - 1;
        while start > 0 && !(self.predicate)(&self.rest[start - 1]) {
            start -= 1;
        }
        let (rest, part) = self.rest.split_at(start);
        self.rest = rest;
        Some(part)
    }
}

impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for SplitInclusive<'a, T, P> {}

pub struct SplitMut<'a, T, P> {
    rest: Option<&'a mut [T]>,
    predicate: P,
}

impl<'a, T, P> SplitMut<'a, T, P> {
    pub(crate) fn new(slice: &'a mut [T], predicate: P) -> SplitMut<'a, T, P> {
        SplitMut { rest: Some(slice), predicate }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> Iterator for SplitMut<'a, T, P> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
        let rest = self.rest.take()?;
        let len = rest.len();
        let mut i = 0;
        while i < len {
            if (self.predicate)(&rest[i]) {
                self.rest = Some(intrinsics::slice_part_mut(rest, i + 1, len - i - 1));
                return Some(intrinsics::slice_part_mut(rest, 0, i));
            }
            i += 1;
        }
        Some(rest)
    }
}

impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for SplitMut<'a, T, P> {}
