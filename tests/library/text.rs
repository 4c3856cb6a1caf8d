//! `core::str`, little as it is.

fn text(n: u8) -> &'static str { ["", "a", "abc", "äöü", "a\u{10ffff}z", "€uro", "  x ", "\u{7ff}\u{800}"][(n % 8) as usize] }

pub fn len(n: u8) -> (usize, bool) { (text(n).len(), text(n).is_empty()) }
pub fn bytes(n: u8) -> (u8, usize, Option<u8>) {
    (text(n).bytes().fold(0, |x, y| x ^ y), text(n).bytes().len(), text(n).bytes().next_back())
}
pub fn as_bytes(n: u8) -> Option<u8> { text(n).as_bytes().first().copied() }
pub fn chars(n: u8) -> (u32, usize) { (text(n).chars().fold(0, |x, c| x.wrapping_mul(31) ^ c as u32), text(n).chars().count()) }
pub fn chars_back(n: u8) -> [Option<char>; 3] {
    let mut c = text(n).chars();
    [c.next_back(), c.next(), c.next_back()]
}
pub fn char_indices(n: u8) -> (usize, Option<(usize, char)>) {
    (text(n).char_indices().map(|(i, _)| i).sum(), text(n).char_indices().next_back())
}
pub fn is_char_boundary(n: u8, i: u8) -> bool { text(n).is_char_boundary((i % 8) as usize) }
pub fn get(n: u8, i: u8, j: u8) -> Option<usize> { text(n).get((i % 8) as usize..(j % 8) as usize).map(str::len) }
pub fn index(n: u8, i: u8) -> usize { text(n)[(i % 8) as usize..].len() }
pub fn index_to(n: u8, i: u8) -> usize { text(n)[..(i % 8) as usize].len() }
pub fn split_at(n: u8, i: u8) -> (usize, usize) {
    let (a, b) = text(n).split_at((i % 8) as usize);
    (a.len(), b.len())
}
pub fn split_at_checked(n: u8, i: u8) -> bool { text(n).split_at_checked((i % 8) as usize).is_some() }
pub fn comparison(n: u8, m: u8) -> (bool, bool, core::cmp::Ordering) { (text(n) == text(m), text(n) < text(m), text(n).cmp(text(m))) }
pub fn ascii(n: u8) -> (bool, bool) { (text(n).is_ascii(), text(n).eq_ignore_ascii_case("ABC")) }
pub fn trim_ascii(n: u8) -> usize { text(n).trim_ascii().len() }
pub fn from_utf8(a: [u8; 3]) -> Result<usize, (usize, Option<usize>)> {
    core::str::from_utf8(&a).map(str::len).map_err(|e| (e.valid_up_to(), e.error_len()))
}
pub fn from_utf8_edges(a: u8, b: u8) -> Result<usize, (usize, Option<usize>)> {
    let lead = [0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0x41][(a % 12) as usize];
    let next = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0][(b % 8) as usize];
    let bytes = [lead, next, 0x80, 0x80];
    core::str::from_utf8(&bytes).map(str::len).map_err(|e| (e.valid_up_to(), e.error_len()))
}
pub fn matched(n: u8) -> u8 {
    match text(n) {
        "" => 0,
        "a" => 1,
        "€uro" => 2,
        _ => 3,
    }
}
