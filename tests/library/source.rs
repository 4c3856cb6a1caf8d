//! The functions of `core::iter` that make iterators.

use core::iter;

fn digest<I: Iterator<Item = u8>>(iter: I) -> (u32, u32) {
    iter.fold((0, 0), |(n, x), y| (n + 1, x.wrapping_mul(257).wrapping_add(y as u32)))
}

pub fn empty() -> (Option<u8>, Option<u8>, usize) {
    let mut e = iter::empty::<u8>();
    (e.next(), e.next_back(), e.len())
}
pub fn once(a: u8) -> ([Option<u8>; 2], usize) {
    let mut o = iter::once(a);
    let n = o.len();
    ([o.next(), o.next_back()], n)
}
pub fn once_with(a: u8) -> (u32, u32) { digest(iter::once_with(|| a ^ 1)) }
pub fn repeat(a: u8, n: u8) -> ((u32, u32), Option<u8>, (usize, Option<usize>)) {
    (digest(iter::repeat(a).take((n % 5) as usize)), iter::repeat(a).nth(1000), iter::repeat(a).size_hint())
}
pub fn repeat_with(a: u8) -> (u32, u32) {
    let mut x = a;
    digest(iter::repeat_with(|| { x = x.wrapping_mul(3); x }).take(3))
}
pub fn repeat_n(a: u8, n: u8) -> ((u32, u32), usize, Option<u8>) {
    let r = iter::repeat_n(a, (n % 5) as usize);
    (digest(r.clone()), r.len(), r.rev().next())
}
pub fn from_fn(a: u8) -> (u32, u32) {
    let mut x = a;
    digest(iter::from_fn(move || { x = x.checked_sub(50)?; Some(x) }))
}
pub fn successors(a: Option<u8>) -> ((u32, u32), (usize, Option<usize>)) {
    let s = iter::successors(a, |x| x.checked_mul(2).filter(|y| *y != 0));
    let hint = s.size_hint();
    (digest(s), hint)
}
pub fn chain_function(a: [u8; 2], b: Option<u8>) -> (u32, u32) { digest(iter::chain(a, b)) }
