//! The flat memory of a native run.
//!
//! ```text
//! header │ constants, scratch │ what a snapshot keeps: statics, state, memories, superloop │ frames │ guard
//!        └ offset 0           └ kept.start                                    kept.end ┘
//! ```
//!
//! A reference is an offset from the end of the header. Native code cuts every offset that it computes at run time to
//! the window (a power of two) and adds an immediate that is smaller than the guard: so even a malformed
//! program stays within the allocation, and the header, which holds pointers of the host, lies below offset 0.

use std::alloc::{alloc_zeroed, dealloc, handle_alloc_error, Layout};
use std::ops::Range;

use super::host::Header;

/// Bytes of the header, rounded up.
pub const HEADER: usize = size_of::<Header>().next_multiple_of(64);

/// Alignment of offset 0.
const ALIGN: usize = 64;

/// Where things lie.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// What a snapshot keeps.
    pub kept: Range<usize>,
    /// Offsets are cut to fewer than this many bytes: a power of two.
    pub window: usize,
    /// Bytes behind the window that an immediate offset may still reach.
    pub guard: usize,
}

/// An allocation of its own.
pub struct Memory {
    start: *mut u8,
    layout: Layout,
    window: usize,
}

// Nothing else points to the allocation while nothing runs in it.
unsafe impl Send for Memory {}

impl Memory {
    pub fn new(map: &Map) -> Memory {
        let size = (HEADER + map.window + map.guard).next_multiple_of(ALIGN);
        // A size that overflows cannot come from layouts and stacks of bounded size.
        let layout = Layout::from_size_align(size, ALIGN).unwrap_or(Layout::new::<Header>());
        // SAFETY: the size is not zero.
        let start = unsafe { alloc_zeroed(layout) };
        if start.is_null() {
            handle_alloc_error(layout);
        }
        // SAFETY: the allocation starts with room for a header and is aligned for it.
        unsafe {
            start
                .cast::<Header>()
                .write(Header::new(map.window + map.guard))
        };
        Memory {
            start,
            layout,
            window: map.window + map.guard,
        }
    }

    /// The address of offset 0, which native code gets.
    #[inline]
    pub fn base(&mut self) -> *mut u8 {
        // SAFETY: the header is part of the allocation.
        unsafe { self.start.add(HEADER) }
    }

    #[inline]
    pub fn header(&mut self) -> &mut Header {
        // SAFETY: written at the start, exclusively borrowed.
        unsafe { &mut *self.start.cast::<Header>() }
    }

    #[inline]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: initialised to zero, within the allocation, borrowed.
        unsafe { std::slice::from_raw_parts(self.start.add(HEADER), self.window) }
    }

    #[inline]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(HEADER), self.window) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the header was written at the start; allocated with this layout.
        unsafe {
            self.start.cast::<Header>().drop_in_place();
            dealloc(self.start, self.layout);
        }
    }
}
