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

fn words(n: u8) -> &'static str {
    ["", "ab,cd,,e", " ab  cd ", "a\nb\r\nc\n", "x=1=2", "äbä€ä", "aaaa", "\u{3000}q\u{85}"][(n % 8) as usize]
}
fn digest<'a>(parts: impl Iterator<Item = &'a str>) -> (u32, u32) {
    parts.fold((0, 7), |(n, x), p| (n + 1, p.bytes().fold(x.wrapping_mul(13), |x, b| x.wrapping_mul(31).wrapping_add(b as u32))))
}
fn letter(n: u8) -> char { ['a', ',', 'ä', '€', ' ', '=', '\n', 'q'][(n % 8) as usize] }

pub fn contains(n: u8, m: u8) -> (bool, bool, bool) { (words(n).contains(letter(m)), words(n).contains("ab"), words(n).contains(char::is_whitespace)) }
pub fn starts_with(n: u8, m: u8) -> (bool, bool) { (words(n).starts_with(letter(m)), words(n).starts_with("ab")) }
pub fn ends_with(n: u8, m: u8) -> (bool, bool) { (words(n).ends_with(letter(m)), words(n).ends_with("d ")) }
pub fn find(n: u8, m: u8) -> (Option<usize>, Option<usize>, Option<usize>) {
    (words(n).find(letter(m)), words(n).find("b"), words(n).find(|c: char| c.is_ascii_digit()))
}
pub fn rfind(n: u8, m: u8) -> (Option<usize>, Option<usize>) { (words(n).rfind(letter(m)), words(n).rfind("aa")) }
pub fn find_one_of(n: u8) -> (Option<usize>, Option<usize>) { (words(n).find(['=', ',']), words(n).find(&['€', 'c'][..])) }
pub fn find_nothing(n: u8) -> (Option<usize>, bool) { (words(n).find(""), words(n).ends_with("")) }
pub fn strip(n: u8, m: u8) -> (Option<usize>, Option<usize>) {
    (words(n).strip_prefix(letter(m)).map(str::len), words(n).strip_suffix(letter(m)).map(str::len))
}
pub fn strip_text(n: u8) -> (Option<usize>, Option<usize>) { (words(n).strip_prefix("aa").map(str::len), words(n).strip_suffix("aa").map(str::len)) }
pub fn split(n: u8, m: u8) -> ((u32, u32), (u32, u32)) { (digest(words(n).split(letter(m))), digest(words(n).split("a"))) }
pub fn split_by_overlapping(n: u8) -> (u32, u32) { digest(words(n).split("aa")) }
pub fn split_by_nothing(n: u8) -> (u32, u32) { digest(words(n).split("")) }
pub fn split_once(n: u8, m: u8) -> Option<(usize, usize)> { words(n).split_once(letter(m)).map(|(a, b)| (a.len(), b.len())) }
pub fn split_whitespace(n: u8) -> (u32, u32) { digest(words(n).split_whitespace()) }
pub fn lines(n: u8) -> (u32, u32) { digest(words(n).lines()) }
pub fn trim(n: u8) -> (usize, usize, usize) { (words(n).trim().len(), words(n).trim_start().len(), words(n).trim_end().len()) }
pub fn trim_sides(n: u8) -> (usize, usize) { (words(n).trim_left().len(), words(n).trim_right().len()) }
pub fn trim_matches(n: u8, m: u8) -> (usize, usize) { (words(n).trim_start_matches(letter(m)).len(), words(n).trim_end_matches(letter(m)).len()) }
pub fn as_str(n: u8) -> (usize, usize) {
    let mut c = text(n).chars();
    c.next();
    let mut i = text(n).char_indices();
    i.next();
    (c.as_str().len(), i.offset())
}
pub fn from_utf8_unchecked(n: u8) -> usize { unsafe { core::str::from_utf8_unchecked(text(n).as_bytes()) }.len() }
pub fn rsplit(n: u8, m: u8) -> ((u32, u32), (u32, u32)) { (digest(words(n).rsplit(letter(m))), digest(words(n).rsplit("a"))) }
pub fn rsplit_by_overlapping(n: u8) -> ((u32, u32), (u32, u32)) { (digest(words(n).rsplit("aa")), digest(words(n).rsplit(""))) }
pub fn rsplit_once(n: u8, m: u8) -> Option<(usize, usize)> { words(n).rsplit_once(letter(m)).map(|(a, b)| (a.len(), b.len())) }
pub fn splitn(n: u8, m: u8, k: u8) -> ((u32, u32), (u32, u32)) {
    (digest(words(n).splitn((k % 4) as usize, letter(m))), digest(words(n).rsplitn((k % 4) as usize, letter(m))))
}
pub fn split_terminator(n: u8, m: u8) -> ((u32, u32), (u32, u32)) { (digest(words(n).split_terminator(letter(m))), digest(words(n).split_terminator("aa"))) }
pub fn split_inclusive(n: u8, m: u8) -> ((u32, u32), (u32, u32)) { (digest(words(n).split_inclusive(letter(m))), digest(words(n).split_inclusive("aa"))) }
pub fn split_back(n: u8, m: u8) -> ((u32, u32), Option<usize>) {
    let mut parts = words(n).split(letter(m));
    parts.next();
    let last = parts.next_back().map(str::len);
    (digest(words(n).split(letter(m)).rev()), last)
}
pub fn words_and_lines_back(n: u8) -> ((u32, u32), (u32, u32), (u32, u32)) {
    (digest(words(n).split_whitespace().rev()), digest(words(n).lines().rev()), digest(words(n).split_ascii_whitespace().rev()))
}
pub fn split_ascii_whitespace(n: u8) -> (u32, u32) { digest(words(n).split_ascii_whitespace()) }
pub fn matches(n: u8, m: u8) -> ((u32, u32), (u32, u32)) { (digest(words(n).matches(letter(m))), digest(words(n).matches("aa"))) }
pub fn match_indices(n: u8, m: u8) -> (usize, usize, usize) {
    let sum = |n, (i, s): (usize, &str)| n * 7 + i + s.len();
    (words(n).match_indices(letter(m)).fold(1, sum), words(n).match_indices("a").fold(1, sum), words(n).match_indices("").fold(1, sum))
}
pub fn trim_both(n: u8, m: u8) -> (usize, usize) { (words(n).trim_matches(letter(m)).len(), words(n).trim_matches(|c: char| c > 'y' || c < 'b').len()) }
pub fn trim_ascii_sides(n: u8) -> (usize, usize) { (words(n).trim_ascii_start().len(), words(n).trim_ascii_end().len()) }
pub fn char_boundaries(n: u8, i: u8) -> (usize, usize) { (text(n).floor_char_boundary((i % 9) as usize), text(n).ceil_char_boundary((i % 9) as usize)) }
pub fn reference_pattern(n: u8) -> (bool, Option<usize>) { (words(n).contains(&"ab"), words(n).find(&["=", "q"][(n & 1) as usize])) }
