//! `core::sync::atomic`.

use core::sync::atomic::*;
use core::sync::atomic::Ordering::*;

fn order(n: u8) -> Ordering { [Relaxed, Release, Acquire, AcqRel, SeqCst][(n % 5) as usize] }

pub fn load(a: u8, n: u8) -> u8 { AtomicU8::new(a).load(order(n)) }
pub fn store(a: u16, b: u16, n: u8) -> u16 {
    let x = AtomicU16::new(a);
    x.store(b, order(n));
    x.into_inner()
}
pub fn swap(a: u32, b: u32, n: u8) -> (u32, u32) {
    let x = AtomicU32::new(a);
    (x.swap(b, order(n)), x.into_inner())
}
pub fn compare_exchange(a: u8, b: u8, n: u8, m: u8) -> (Result<u8, u8>, u8) {
    let x = AtomicU8::new(a & 1);
    (x.compare_exchange(b & 1, 7, order(n), order(m)), x.into_inner())
}
pub fn compare_exchange_weak(a: i8, b: i8, m: u8) -> (Result<i8, i8>, i8) {
    let x = AtomicI8::new(a & 1);
    (x.compare_exchange_weak(b & 1, 7, SeqCst, order(m)), x.into_inner())
}
pub fn fetch_add(a: i16, b: i16) -> (i16, i16) {
    let x = AtomicI16::new(a);
    (x.fetch_add(b, Relaxed), x.into_inner())
}
pub fn fetch_sub(a: i32, b: i32) -> (i32, i32) {
    let x = AtomicI32::new(a);
    (x.fetch_sub(b, AcqRel), x.into_inner())
}
pub fn fetch_bits(a: u64, b: u64) -> ([u64; 4], u64) {
    let x = AtomicU64::new(a);
    ([x.fetch_and(b, SeqCst), x.fetch_nand(b >> 1, SeqCst), x.fetch_or(b >> 2, SeqCst), x.fetch_xor(b, SeqCst)], x.into_inner())
}
pub fn fetch_order(a: i64, b: i64) -> (i64, i64, i64) {
    let x = AtomicI64::new(a);
    (x.fetch_max(b, SeqCst), x.fetch_min(7, SeqCst), x.into_inner())
}
pub fn fetch_update(a: u8, n: u8) -> (Result<u8, u8>, u8) {
    let x = AtomicU8::new(a);
    (x.fetch_update(SeqCst, order(n), |y| y.checked_add(100)), x.into_inner())
}
pub fn sizes(a: usize, b: isize) -> (usize, isize) {
    let (x, y) = (AtomicUsize::new(a), AtomicIsize::from(b));
    x.fetch_add(1, Relaxed);
    y.fetch_sub(1, Relaxed);
    (x.load(SeqCst), y.load(SeqCst))
}
pub fn bools(a: bool, b: bool) -> ([bool; 4], bool) {
    let x = AtomicBool::new(a);
    ([x.swap(b, SeqCst), x.fetch_and(a, SeqCst), x.fetch_or(b, SeqCst), x.fetch_xor(a, SeqCst)], x.load(Acquire))
}
pub fn bools_more(a: bool, b: bool) -> (bool, bool, Result<bool, bool>, bool) {
    let x = AtomicBool::new(a);
    (x.fetch_nand(b, SeqCst), x.fetch_not(SeqCst), x.compare_exchange(b, a, SeqCst, SeqCst), x.load(SeqCst))
}
pub fn bool_load(a: bool, n: u8) -> bool { AtomicBool::new(a).load(order(n)) }
pub fn bool_store(a: bool, n: u8) -> bool {
    let x = AtomicBool::default();
    x.store(a, order(n));
    x.into_inner()
}
pub fn get_mut(a: u32) -> u32 {
    let mut x = AtomicU32::new(a);
    *x.get_mut() ^= 1;
    x.into_inner()
}
pub fn fences(n: u8) {
    fence(order(n));
}
pub fn compiler_fences(n: u8) {
    compiler_fence(order(n));
}
static TICKS: AtomicU32 = AtomicU32::new(5);
pub fn in_a_static(a: u32) -> (u32, u32) {
    TICKS.store(a, Relaxed);
    let old = TICKS.fetch_add(1, Relaxed);
    (old, TICKS.load(Relaxed))
}
#[allow(deprecated)]
pub fn compare_and_swap(a: u8, b: u8) -> (u8, u8) {
    let x = AtomicU8::new(a & 1);
    (x.compare_and_swap(b & 1, 7, SeqCst), x.into_inner())
}
