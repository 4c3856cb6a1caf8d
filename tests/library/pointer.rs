//! `core::ptr`, and pointers that cells and memory hand out.

use core::cell::{Cell, UnsafeCell};
use core::mem::MaybeUninit;
use core::ptr::{self, NonNull};

pub fn read(a: u16) -> (u16, u16) {
    let p: *const u16 = &a;
    unsafe { (ptr::read(p), p.read()) }
}
pub fn write(a: u16, b: u16) -> u16 {
    let mut a = a;
    unsafe { ptr::write(&mut a, b) }
    a
}
pub fn unaligned(a: u32, b: u32) -> (u32, u32) {
    let mut place = a;
    let p = &raw mut place;
    unsafe {
        let before = ptr::read_unaligned(p);
        ptr::write_unaligned(p, b);
        (before, place)
    }
}
pub fn volatile(a: u8, b: u8) -> (u8, u8) {
    let mut place = a;
    unsafe {
        let before = ptr::read_volatile(&place);
        ptr::write_volatile(&mut place, b);
        (before, place)
    }
}
pub fn of_a_pointer(a: i8, b: i8) -> (i8, i8, i8) {
    let (mut a, mut b) = (a, b);
    let (p, q) = (&raw mut a, &raw mut b);
    unsafe {
        let first = p.read();
        p.write(q.replace(first));
        p.swap(q);
        (first, a, b)
    }
}
pub fn swapped(a: u8, b: u8) -> (u8, u8, u8) {
    let (mut a, mut b) = (a, b);
    unsafe {
        ptr::swap(&mut a, &mut b);
        let old = ptr::replace(&mut a, 7);
        (old, a, b)
    }
}
pub struct Noisy<'a>(&'a Cell<u8>);
impl Drop for Noisy<'_> {
    fn drop(&mut self) { self.0.set(self.0.get() ^ 9); }
}
pub fn dropped_in_place(a: u8) -> (u8, u8) {
    let count = Cell::new(a);
    let mut kept = MaybeUninit::new(Noisy(&count));
    unsafe { ptr::drop_in_place(kept.as_mut_ptr()) }
    let once = count.get();
    kept.write(Noisy(&count));
    unsafe { kept.as_mut_ptr().drop_in_place() }
    (once, count.get())
}
pub fn of_references(a: u8, b: u8) -> (u8, u8, bool) {
    let mut place = a;
    let p = ptr::from_mut(&mut place);
    unsafe { *p = b; }
    let q = ptr::from_ref(&a);
    unsafe { (*p, *q, p.is_null() || q.is_null()) }
}
pub fn casts(a: u8, b: u8) -> (u8, Option<u8>) {
    let mut place = a;
    let p = (&raw mut place).cast_const().cast_mut();
    unsafe {
        *p = b;
        (place, p.as_ref().copied())
    }
}
pub fn never_null(a: u8, b: u8) -> (u8, u8) {
    let mut place = a;
    let Some(mut p) = NonNull::new(&raw mut place) else { return (0, 0) };
    unsafe {
        *p.as_mut() = b;
        (*p.as_ref(), *p.as_ptr())
    }
}
pub fn of_cells(a: u8, b: u8) -> (u8, u8) {
    let (cell, raw) = (Cell::new(a), UnsafeCell::new(a));
    unsafe {
        *cell.as_ptr() = b;
        *UnsafeCell::raw_get(&raw) |= b;
        (cell.get(), raw.into_inner())
    }
}
pub fn of_memory(a: u16, b: u16) -> (u16, u16) {
    let mut memory = MaybeUninit::new(a);
    unsafe {
        let before = *memory.as_ptr();
        *memory.as_mut_ptr() = b;
        (before, memory.assume_init())
    }
}
