//! Raw pointers to places of the program, unsafe cells, volatile reads of what a reference gives.

use core::cell::UnsafeCell;
use core::ptr::{self, NonNull};

struct Shared<T>(UnsafeCell<T>);

unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    const fn new(value: T) -> Shared<T> {
        Shared(UnsafeCell::new(value))
    }

    #[allow(clippy::mut_from_ref)]
    unsafe fn get(&self) -> &mut T {
        &mut *self.0.get()
    }

    fn lock<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        f(unsafe { &mut *self.0.get() })
    }
}

static COUNT: Shared<u32> = Shared::new(4);
static TABLE: Shared<[u8; 3]> = Shared::new([1, 2, 3]);
static mut RAW: [u16; 2] = [7, 8];

//= (9, 12)
pub fn an_unsafe_cell_is_state() -> (u32, u32) {
    unsafe { *COUNT.get() += 5 };
    let first = COUNT.lock(|count| *count);
    COUNT.lock(|count| *count += 3);
    (first, unsafe { *COUNT.0.get() })
}

//= (1, 5, 3)
pub fn a_pointer_to_an_array() -> [u8; 3] {
    let table = TABLE.0.get();
    unsafe { (*table)[1] += 3 };
    unsafe { *table }
}

//= (7, 20, 28)
pub fn a_pointer_is_kept() -> (u16, u16, u16) {
    let all = &raw mut RAW;
    let last = unsafe { &raw mut (*all)[1] };
    let before = unsafe { ptr::read(last) };
    unsafe { ptr::write(last, 20) };
    (before - 1, unsafe { *last }, unsafe { (*all)[0] + (*all)[1] + 1 })
}

//= (2, 1, 10)
pub fn pointers_to_locals() -> (u8, u8, u8) {
    let (mut a, mut b) = (1u8, 2u8);
    let (p, q) = (&mut a as *mut u8, &raw mut b);
    unsafe { ptr::swap(p, q) };
    let old = unsafe { q.replace(10) };
    (a, old, unsafe { *q.cast_const() })
}

fn add_one(to: *mut i32) {
    if let Some(to) = unsafe { to.as_mut() } {
        *to += 1;
    }
}

struct Cursor<T> {
    at: NonNull<T>,
}

//= (43, 43, 0)
pub fn references_become_pointers() -> (i32, i32, bool) {
    let mut x = 41;
    add_one(&mut x);
    let mut cursor = Cursor { at: NonNull::from(&mut x) };
    unsafe { *cursor.at.as_mut() += 1 };
    let seen = unsafe { *cursor.at.as_ptr() };
    let p: *const i32 = &x;
    (seen, unsafe { *p }, p.is_null())
}

//= 1080033280
pub fn a_reference_is_read_volatile() -> f32 {
    let x = 3.5f32;
    unsafe { ptr::read_volatile(&x) }
}
