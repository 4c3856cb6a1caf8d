//! Methods of `bool`, and its operators as traits.

pub fn then(a: bool, b: u8) -> (Option<u8>, Option<u8>) { (a.then(|| b / 2), a.then_some(b)) }
pub fn then_panics(a: bool, b: u8) -> Option<u8> { a.then(|| b * 2) }
pub fn operators(a: bool, b: bool) -> (bool, bool, bool, bool) {
    use core::ops::{BitAnd, BitOr, BitXor, Not};
    (a.bitand(b), a.bitor(&b), (&a).bitxor(b), (&a).not())
}
pub fn assigns(a: bool, b: bool) -> (bool, bool, bool) {
    let (mut x, mut y, mut z) = (a, a, a);
    x &= b;
    y |= b;
    z ^= &b;
    (x, y, z)
}
pub fn parse(n: u8) -> Option<bool> { ["true", "false", "True", ""][(n & 3) as usize].parse().ok() }
pub fn default() -> bool { bool::default() }
