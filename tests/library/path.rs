//! Library items under the paths that programs call them by, and library types in programs' own types.

use core::f32;
use core::iter::{Enumerate, Filter, Map, Peekable, Rev, Skip, Take, Zip};
use core::ops::{Range, RangeInclusive};
use core::slice::{Chunks, Iter, IterMut};
use core::u16;

pub fn old_constants() -> (u8, i32, u16, u16, f32, f32) {
    (core::u8::MAX, core::i32::MIN, u16::MAX, core::u16::MAX, f32::MAX, f32::consts::PI)
}
pub fn through_std(a: u8) -> (u64, f64, u8) { (std::u64::MAX, std::f64::consts::E, std::cmp::min(a, 7)) }
pub fn primitive_modules(a: u32) -> (f32, u16) { (f32::from_bits(a >> 9), u16::from_le_bytes([1, 2])) }
pub fn primitives_by_path(a: core::primitive::u8) -> core::primitive::bool { a > core::primitive::u8::MIN }
pub fn explicit_prelude(a: u8) -> Option<u8> {
    use core::prelude::rust_2021::*;
    core::option::Option::Some(a).filter(|x| TryInto::<i8>::try_into(*x).is_ok())
}
pub fn imported_variants(a: u8, b: u8) -> u8 {
    use core::cmp::Ordering::*;
    match a.cmp(&b) {
        Less => 0,
        Equal => 1,
        Greater => 2,
    }
}
pub fn qualified(a: i8) -> (i8, bool, i16) {
    (<i8 as core::ops::Not>::not(a), <i8 as PartialOrd>::lt(&a, &0), <i16 as From<i8>>::from(a))
}
pub fn associated_through_traits(a: u8) -> u8 {
    fn first<I: IntoIterator>(i: I) -> Option<I::Item> { i.into_iter().next() }
    fn twice<T: core::ops::Add<Output = T> + Copy>(x: T) -> T { x + x }
    first([a / 2]).map_or(0, twice)
}

struct Window<'a> {
    samples: Iter<'a, u8>,
    range: Range<u8>,
}
impl<'a> Iterator for Window<'a> {
    type Item = (u8, u8);
    fn next(&mut self) -> Option<(u8, u8)> { Some((*self.samples.next()?, self.range.next()?)) }
}
pub fn iterators_in_a_struct(a: [u8; 4], n: u8) -> u32 {
    let w = Window { samples: a.iter(), range: 0..n % 6 };
    w.map(|(x, y)| x as u32 * y as u32).sum()
}
pub fn named_adaptors(a: [u8; 4]) -> (u32, u32) {
    fn pairs(a: &[u8]) -> Zip<Iter<'_, u8>, Skip<Iter<'_, u8>>> { a.iter().zip(a.iter().skip(1)) }
    fn backwards(a: &[u8]) -> Take<Rev<Enumerate<Iter<'_, u8>>>> { a.iter().enumerate().rev().take(2) }
    (pairs(&a).map(|(x, y)| (x ^ y) as u32).sum(), backwards(&a).map(|(i, x)| i as u32 * *x as u32).sum())
}
pub fn function_pointers_in_adaptors(a: [u8; 4]) -> u32 {
    fn odd(x: &u8) -> bool { x % 2 == 1 }
    fn wide(x: u8) -> u32 { x as u32 }
    let f: Filter<core::array::IntoIter<u8, 4>, fn(&u8) -> bool> = a.into_iter().filter(odd as fn(&u8) -> bool);
    let m: Map<_, fn(u8) -> u32> = f.map(wide as fn(u8) -> u32);
    m.sum()
}
struct Parser<'a> {
    rest: Peekable<core::str::Bytes<'a>>,
}
impl Parser<'_> {
    fn number(&mut self) -> Option<u32> {
        let mut value = None;
        while let Some(digit) = self.rest.next_if(u8::is_ascii_digit) {
            value = Some(value.unwrap_or(0) * 10 + (digit - b'0') as u32);
        }
        value
    }
}
pub fn peekable_parser(n: u8) -> (Option<u32>, Option<u8>) {
    let text = ["", "12", "7,8", "x", "0042;"][(n % 5) as usize];
    let mut p = Parser { rest: text.bytes().peekable() };
    (p.number(), p.rest.next())
}
pub fn opaque_results(a: [u8; 4], n: u8) -> (u32, usize) {
    fn large(a: &[u8], n: u8) -> impl Iterator<Item = u32> + '_ { a.iter().filter(move |x| **x > n).map(|x| *x as u32) }
    fn steps(r: RangeInclusive<u8>) -> impl DoubleEndedIterator<Item = u8> + ExactSizeIterator { r.into_iter().rev() }
    (large(&a, n).sum(), steps(n..=n.saturating_add(3)).len())
}
pub fn mutable_iterators(a: [u8; 6]) -> [u8; 6] {
    fn fill(places: IterMut<'_, u8>, chunks: Chunks<'_, u8>) {
        for (place, chunk) in places.zip(chunks) {
            *place = chunk.iter().fold(0, |x, y| x ^ y);
        }
    }
    let source = a;
    let mut a = a;
    fill(a.iter_mut(), source.chunks(2));
    a
}
