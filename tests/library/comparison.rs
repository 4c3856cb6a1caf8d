//! `core::cmp`, tuples, arrays and slices in order.

use core::cmp::{self, Ordering, Reverse};

pub fn ordering_tests(o: Ordering) -> (bool, bool, bool, bool, bool, bool) {
    (o.is_eq(), o.is_ne(), o.is_lt(), o.is_le(), o.is_gt(), o.is_ge())
}
pub fn reverse(o: Ordering) -> Ordering { o.reverse() }
pub fn then(a: Ordering, b: Ordering) -> (Ordering, Ordering) { (a.then(b), a.then_with(|| b)) }
pub fn ordering_order(a: Ordering, b: Ordering) -> (bool, bool, Ordering) { (a == b, a < b, a.cmp(&b)) }
pub fn ordering_number(a: Ordering) -> i8 { a as i8 }
pub fn reversed(a: u8, b: u8) -> (bool, Ordering, Reverse<u8>) {
    (Reverse(a) < Reverse(b), Reverse(a).cmp(&Reverse(b)), Reverse(a).max(Reverse(b)))
}
pub fn reversed_more(a: i8, b: i8) -> (bool, bool, bool) {
    (Reverse(a) <= Reverse(b), Reverse(a) > Reverse(b), Reverse(a) >= Reverse(b))
}
pub fn min(a: i16, b: i16) -> (i16, i16) { (cmp::min(a, b), cmp::max(a, b)) }
pub fn min_by(a: (u8, u8), b: (u8, u8)) -> ((u8, u8), (u8, u8)) {
    (cmp::min_by(a, b, |x, y| x.0.cmp(&y.0)), cmp::max_by(a, b, |x, y| x.0.cmp(&y.0)))
}
pub fn min_by_key(a: (u8, u8), b: (u8, u8)) -> ((u8, u8), (u8, u8)) {
    (cmp::min_by_key(a, b, |x| x.0 & 3), cmp::max_by_key(a, b, |x| x.0 & 3))
}
pub fn equal_keys(a: u8, b: u8) -> ((u8, u8), (u8, u8)) {
    (cmp::min_by_key((1, a), (1, b), |x| x.0), cmp::max_by_key((1, a), (1, b), |x| x.0))
}
pub fn clamp(a: char, b: char, c: char) -> char { a.clamp(b, c) }
pub fn booleans(a: bool, b: bool) -> (Ordering, bool, bool, bool) { (a.cmp(&b), a < b, a.max(b), a.min(b)) }
pub fn chars(a: char, b: char) -> (Ordering, bool, char) { (a.cmp(&b), a <= b, a.max(b)) }
pub fn references(a: u8, b: u8) -> (bool, bool, Ordering, u8) { (&a == &b, &a < &b, (&a).cmp(&&b), *(&a).max(&b)) }
pub fn mutable_references(a: u8, b: u8) -> (bool, bool) {
    let (mut a, mut b) = (a, b);
    (&mut a == &mut b, &mut a < &mut b)
}
pub fn pairs(a: (u8, i8), b: (u8, i8)) -> (bool, bool, Ordering) { (a == b, a < b, a.cmp(&b)) }
pub fn triples(a: (u8, bool, i8), b: (u8, bool, i8)) -> (bool, Option<Ordering>, (u8, bool, i8)) {
    (a != b, a.partial_cmp(&b), a.min(b))
}
pub fn float_pairs(a: (f32, u8), b: (f32, u8)) -> (bool, Option<Ordering>, bool) { (a == b, a.partial_cmp(&b), a < b) }
pub fn units() -> (bool, Ordering) { (() == (), ().cmp(&())) }
pub fn arrays(a: [u8; 3], b: [u8; 3]) -> (bool, bool, Ordering) { (a == b, a < b, a.cmp(&b)) }
pub fn slices(a: [u8; 4], n: u8, m: u8) -> (bool, bool, Ordering) {
    let (x, y) = (&a[..(n & 3) as usize], &a[..(m & 3) as usize]);
    (x == y, x < y, x.cmp(y))
}
pub fn slice_with_array(a: [u8; 2], b: [u8; 2]) -> (bool, bool, bool) { (a[..] == b, a == b[..], &a[..] == b) }
pub fn partial_slices(a: [f32; 2], b: [f32; 2]) -> Option<Ordering> { a.partial_cmp(&b) }
pub fn eight(a: (u8, u8, u8, u8), b: (u8, u8, u8, u8)) -> bool {
    (a.0, a.1, a.2, a.3, b.0, b.1, b.2, b.3) < (b.0, b.1, b.2, b.3, a.0, a.1, a.2, a.3)
}
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
pub enum Mixed {
    Unit,
    One(u8),
    Named { x: i8, y: bool },
}
pub fn derived(a: Mixed, b: Mixed) -> (bool, bool, Ordering, Option<Ordering>) { (a == b, a > b, a.cmp(&b), a.partial_cmp(&b)) }
pub fn derived_min(a: Mixed, b: Mixed) -> Mixed { a.min(b) }
pub fn derived_clamp(a: Mixed, b: Mixed, c: Mixed) -> Mixed { a.clamp(b, c) }
