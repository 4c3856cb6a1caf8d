//! `core::slice`, and the inherent methods of `[T]`.

mod ascii;
mod chunks;
mod cmp;
mod index;
mod iter;
mod search;
mod sort;

pub use self::chunks::{
    ChunkBy, Chunks, ChunksExact, ChunksExactMut, ChunksMut, RChunks, RChunksExact, RChunksMut, RSplit, RSplitN, Split,
    SplitInclusive, SplitMut, SplitN, Windows,
};
pub use self::index::SliceIndex;
pub use self::iter::{Iter, IterMut};

use crate::intrinsics;
use crate::mem;
use crate::ops::{Range, RangeBounds};

impl<T> Default for Iter<'_, T> {
    fn default() -> Self {
        (&[]).iter()
    }
}

impl<T> [T] {
    pub const fn len(&self) -> usize {
        intrinsics::slice_len(self)
    }

    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub const fn first(&self) -> Option<&T> {
        if self.is_empty() {
            None
        } else {
            Some(intrinsics::slice_at(self, 0))
        }
    }

    pub const fn first_mut(&mut self) -> Option<&mut T> {
        if self.is_empty() {
            None
        } else {
            Some(intrinsics::slice_at_mut(self, 0))
        }
    }

    pub const fn last(&self) -> Option<&T> {
        if self.is_empty() {
            None
        } else {
            Some(intrinsics::slice_at(self, self.len() - 1))
        }
    }

    pub const fn last_mut(&mut self) -> Option<&mut T> {
        let len = self.len();
        if len == 0 {
            None
        } else {
            Some(intrinsics::slice_at_mut(self, len - 1))
        }
    }

    pub const fn split_first(&self) -> Option<(&T, &[T])> {
        if self.is_empty() {
            return None;
        }
        let rest = intrinsics::slice_part(self, 1, self.len() - 1);
        Some((intrinsics::slice_at(self, 0), rest))
    }

    pub const fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        let len = self.len();
        if len == 0 {
            return None;
        }
        let rest = intrinsics::slice_part_mut(self, 1, len - 1);
        Some((intrinsics::slice_at_mut(self, 0), rest))
    }

    pub const fn split_last(&self) -> Option<(&T, &[T])> {
        if self.is_empty() {
            return None;
        }
        let last = self.len() - 1;
        Some((intrinsics::slice_at(self, last), intrinsics::slice_part(self, 0, last)))
    }

    pub const fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        let len = self.len();
        if len == 0 {
            return None;
        }
        let rest = intrinsics::slice_part_mut(self, 0, len - 1);
        Some((intrinsics::slice_at_mut(self, len - 1), rest))
    }

    pub const fn first_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        if self.len() < N {
            None
        } else {
            Some(intrinsics::slice_as_array(intrinsics::slice_part(self, 0, N)))
        }
    }

    pub const fn first_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        if self.len() < N {
            None
        } else {
            Some(intrinsics::slice_as_array_mut(intrinsics::slice_part_mut(self, 0, N)))
        }
    }

    pub const fn last_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        if self.len() < N {
            None
        } else {
            Some(intrinsics::slice_as_array(intrinsics::slice_part(self, self.len() - N, N)))
        }
    }

    pub const fn last_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        let len = self.len();
        if len < N {
            None
        } else {
            Some(intrinsics::slice_as_array_mut(intrinsics::slice_part_mut(self, len - N, N)))
        }
    }

    pub const fn split_first_chunk<const N: usize>(&self) -> Option<(&[T; N], &[T])> {
        match self.split_at_checked(N) {
            Some((first, rest)) => Some((intrinsics::slice_as_array(first), rest)),
            None => None,
        }
    }

    pub const fn split_last_chunk<const N: usize>(&self) -> Option<(&[T], &[T; N])> {
        if self.len() < N {
            return None;
        }
        let (rest, last) = self.split_at(self.len() - N);
        Some((rest, intrinsics::slice_as_array(last)))
    }

    pub const fn split_first_chunk_mut<const N: usize>(&mut self) -> Option<(&mut [T; N], &mut [T])> {
        match self.split_at_mut_checked(N) {
            Some((first, rest)) => Some((intrinsics::slice_as_array_mut(first), rest)),
            None => None,
        }
    }

    pub const fn split_last_chunk_mut<const N: usize>(&mut self) -> Option<(&mut [T], &mut [T; N])> {
        let len = self.len();
        if len < N {
            return None;
        }
        let (rest, last) = self.split_at_mut(len - N);
        Some((rest, intrinsics::slice_as_array_mut(last)))
    }

    pub fn get<I: SliceIndex<[T]>>(&self, index: I) -> Option<&I::Output> {
        index.get(self)
    }

    pub fn get_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> Option<&mut I::Output> {
        index.get_mut(self)
    }

    /// Undefined in Rust out of bounds; a panic here, so that it is found.
    #[track_caller]
    pub unsafe fn get_unchecked<I: SliceIndex<[T]>>(&self, index: I) -> &I::Output {
        index.index(self)
    }

    /// Undefined in Rust out of bounds; a panic here, so that it is found.
    #[track_caller]
    pub unsafe fn get_unchecked_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self)
    }

    #[track_caller]
    pub const fn swap(&mut self, a: usize, b: usize) {
        let left = intrinsics::read(&self[a]);
        let right = intrinsics::read(&self[b]);
        intrinsics::write(intrinsics::slice_at_mut(self, a), right);
        intrinsics::write(intrinsics::slice_at_mut(self, b), left);
    }

    pub const fn reverse(&mut self) {
        let len = self.len();
        let mut i = 0;
        while i < len / 2 {
            self.swap(i, len - 1 - i);
            i += 1;
        }
    }

    pub const fn iter(&self) -> Iter<'_, T> {
        Iter::new(self)
    }

    pub const fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut::new(self)
    }

    #[track_caller]
    pub const fn windows(&self, size: usize) -> Windows<'_, T> {
        if size == 0 {
            intrinsics::fail_expect()
        }
        Windows::new(self, size)
    }

    #[track_caller]
    pub const fn chunks(&self, chunk_size: usize) -> Chunks<'_, T> {
        if chunk_size == 0 {
            intrinsics::fail_assert()
        }
        Chunks::new(self, chunk_size)
    }

    #[track_caller]
    pub const fn chunks_mut(&mut self, chunk_size: usize) -> ChunksMut<'_, T> {
        if chunk_size == 0 {
            intrinsics::fail_assert()
        }
        ChunksMut::new(self, chunk_size)
    }

    #[track_caller]
    pub const fn chunks_exact(&self, chunk_size: usize) -> ChunksExact<'_, T> {
        if chunk_size == 0 {
            intrinsics::fail_assert()
        }
        ChunksExact::new(self, chunk_size)
    }

    #[track_caller]
    pub const fn chunks_exact_mut(&mut self, chunk_size: usize) -> ChunksExactMut<'_, T> {
        if chunk_size == 0 {
            intrinsics::fail_assert()
        }
        ChunksExactMut::new(self, chunk_size)
    }

    #[track_caller]
    pub const fn rchunks(&self, chunk_size: usize) -> RChunks<'_, T> {
        if chunk_size == 0 {
            intrinsics::fail_assert()
        }
        RChunks::new(self, chunk_size)
    }

    #[track_caller]
    pub const fn rchunks_mut(&mut self, chunk_size: usize) -> RChunksMut<'_, T> {
        if chunk_size == 0 {
            intrinsics::fail_assert()
        }
        RChunksMut::new(self, chunk_size)
    }

    #[track_caller]
    pub const fn rchunks_exact(&self, chunk_size: usize) -> RChunksExact<'_, T> {
        if chunk_size == 0 {
            intrinsics::fail_assert()
        }
        RChunksExact::new(self, chunk_size)
    }

    pub fn chunk_by<F: FnMut(&T, &T) -> bool>(&self, pred: F) -> ChunkBy<'_, T, F> {
        ChunkBy::new(self, pred)
    }

    pub fn split<F: FnMut(&T) -> bool>(&self, pred: F) -> Split<'_, T, F> {
        Split::new(self, pred)
    }

    pub fn split_mut<F: FnMut(&T) -> bool>(&mut self, pred: F) -> SplitMut<'_, T, F> {
        SplitMut::new(self, pred)
    }

    pub fn split_inclusive<F: FnMut(&T) -> bool>(&self, pred: F) -> SplitInclusive<'_, T, F> {
        SplitInclusive::new(self, pred)
    }

    pub fn rsplit<F: FnMut(&T) -> bool>(&self, pred: F) -> RSplit<'_, T, F> {
        RSplit::new(self, pred)
    }

    pub fn splitn<F: FnMut(&T) -> bool>(&self, n: usize, pred: F) -> SplitN<'_, T, F> {
        SplitN::new(self, n, pred)
    }

    pub fn rsplitn<F: FnMut(&T) -> bool>(&self, n: usize, pred: F) -> RSplitN<'_, T, F> {
        RSplitN::new(self, n, pred)
    }

    #[track_caller]
    pub const fn split_at(&self, mid: usize) -> (&[T], &[T]) {
        match self.split_at_checked(mid) {
            Some(parts) => parts,
            None => intrinsics::fail_slice(),
        }
    }

    #[track_caller]
    pub const fn split_at_mut(&mut self, mid: usize) -> (&mut [T], &mut [T]) {
        match self.split_at_mut_checked(mid) {
            Some(parts) => parts,
            None => intrinsics::fail_slice(),
        }
    }

    pub const fn split_at_checked(&self, mid: usize) -> Option<(&[T], &[T])> {
        let len = self.len();
        if mid > len {
            return None;
        }
        Some((intrinsics::slice_part(self, 0, mid), intrinsics::slice_part(self, mid, len - mid)))
    }

    pub const fn split_at_mut_checked<'a>(&mut self, mid: usize) -> Option<(&'a mut [T], &'a mut [T])> {
        let len = self.len();
        if mid > len {
            return None;
        }
        Some((intrinsics::slice_part_mut(self, 0, mid), intrinsics::slice_part_mut(self, mid, len - mid)))
    }

    pub fn rotate_left(&mut self, mid: usize) {
        if mid > self.len() {
            intrinsics::fail_assert()
        }
        self[..mid].reverse();
        self[mid..].reverse();
        self.reverse();
    }

    pub fn rotate_right(&mut self, k: usize) {
        if k > self.len() {
            intrinsics::fail_assert()
        }
        self.rotate_left(self.len() - k);
    }

    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        for place in self {
            *place = value.clone();
        }
    }

    pub fn fill_with<F: FnMut() -> T>(&mut self, f: F) {
        let mut f = f;
        for place in self {
            *place = f();
        }
    }

    #[track_caller]
    pub fn clone_from_slice(&mut self, src: &[T])
    where
        T: Clone,
    {
        if self.len() != src.len() {
            intrinsics::fail_library()
        }
        for (place, value) in self.iter_mut().zip(src) {
            place.clone_from(value);
        }
    }

    #[track_caller]
    pub const fn copy_from_slice(&mut self, src: &[T])
    where
        T: Copy,
    {
        if self.len() != src.len() {
            intrinsics::fail_library()
        }
        let mut i = 0;
        while i < src.len() {
            *intrinsics::slice_at_mut(self, i) = *intrinsics::slice_at(src, i);
            i += 1;
        }
    }

    #[track_caller]
    pub fn copy_within<R: RangeBounds<usize>>(&mut self, src: R, dest: usize)
    where
        T: Copy,
    {
        let Range { start, end } = index::range(src, self.len());
        let count = end - start;
        if dest > self.len() - count {
            intrinsics::fail_library()
        }
        let mut i = 0;
        while i < count {
            let offset = if dest > start { count - 1 - i } else { i };
            *intrinsics::slice_at_mut(self, dest + offset) = *intrinsics::slice_at(self, start + offset);
            i += 1;
        }
    }

    #[track_caller]
    pub fn swap_with_slice(&mut self, other: &mut [T]) {
        if self.len() != other.len() {
            intrinsics::fail_assert()
        }
        for (a, b) in self.iter_mut().zip(other) {
            mem::swap(a, b);
        }
    }

    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        self.iter().any(|y| *y == *x)
    }

    pub fn starts_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq,
    {
        match self.split_at_checked(needle.len()) {
            Some((start, _)) => start == needle,
            None => false,
        }
    }

    pub fn ends_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq,
    {
        match self.len().checked_sub(needle.len()) {
            Some(mid) => self[mid..] == *needle,
            None => false,
        }
    }

    pub fn strip_prefix<P: ?Sized + AsRef<[T]>>(&self, prefix: &P) -> Option<&[T]>
    where
        T: PartialEq,
    {
        let prefix = prefix.as_ref();
        if self.starts_with(prefix) {
            Some(&self[prefix.len()..])
        } else {
            None
        }
    }

    pub fn strip_suffix<P: ?Sized + AsRef<[T]>>(&self, suffix: &P) -> Option<&[T]>
    where
        T: PartialEq,
    {
        let suffix = suffix.as_ref();
        if self.ends_with(suffix) {
            Some(&self[..self.len() - suffix.len()])
        } else {
            None
        }
    }

    pub const fn as_array<const N: usize>(&self) -> Option<&[T; N]> {
        if self.len() == N {
            Some(intrinsics::slice_as_array(self))
        } else {
            None
        }
    }

    pub const fn as_mut_array<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        if self.len() == N {
            Some(intrinsics::slice_as_array_mut(self))
        } else {
            None
        }
    }
}
