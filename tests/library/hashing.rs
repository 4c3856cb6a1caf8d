//! `core::hash`: what reaches a hasher.

use core::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

#[derive(Default)]
struct Sum(u64);
impl Hasher for Sum {
    fn finish(&self) -> u64 { self.0 }
    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = self.0.wrapping_mul(31).wrapping_add(*b as u64);
        }
    }
}
fn hash<T: Hash>(x: T) -> u64 {
    let mut s = Sum(7);
    x.hash(&mut s);
    s.finish()
}

pub fn unsigned(a: u8, b: u16, c: u32, d: u64) -> (u64, u64, u64, u64) { (hash(a), hash(b), hash(c), hash(d)) }
pub fn signed(a: i8, b: i16, c: i32, d: i64) -> (u64, u64, u64, u64) { (hash(a), hash(b), hash(c), hash(d)) }
pub fn wide(a: u128, b: i128, c: usize, d: isize) -> (u64, u64, u64, u64) { (hash(a), hash(b), hash(c), hash(d)) }
pub fn others(a: bool, b: char) -> (u64, u64, u64) { (hash(a), hash(b), hash("text")) }
pub fn tuples(a: (u8, u16), b: u8) -> (u64, u64, u64) { (hash(a), hash(&b), hash(())) }
pub fn arrays(a: [u8; 3]) -> (u64, u64) { (hash(a), hash(&a[1..])) }
#[derive(Hash)]
pub struct Point { x: i8, y: i8 }
#[derive(Hash)]
pub enum Shape { Empty, Dot(u8), Line { from: u8, to: u8 } }
pub fn derived(p: Point) -> u64 { hash(p) }
pub fn derived_enum(s: Shape) -> u64 { hash(s) }
pub fn option(a: Option<u8>) -> u64 { hash(a) }
pub fn built(a: u8) -> u64 { BuildHasherDefault::<Sum>::default().hash_one(a) }
