//! Methods of `char` and the ASCII methods of `u8`.

pub fn limits() -> (char, char, char) { (char::MIN, char::MAX, char::REPLACEMENT_CHARACTER) }
pub fn from_u32(a: u32) -> (Option<char>, Option<char>) { (char::from_u32(a), core::char::from_u32(a & 0x1fffff)) }
pub fn from_digit(a: u8, r: u8) -> Option<char> { char::from_digit(a as u32, (r % 40) as u32) }
pub fn to_digit(a: char, r: u8) -> Option<u32> { a.to_digit((r % 40) as u32) }
pub fn is_digit(a: char, r: u8) -> bool { a.is_digit((r % 40) as u32) }
pub fn lengths(a: char) -> (usize, usize) { (a.len_utf8(), a.len_utf16()) }
pub fn encode(a: char) -> ([u8; 4], usize) {
    let mut bytes = [0; 4];
    let len = a.encode_utf8(&mut bytes).len();
    (bytes, len)
}
pub fn encode_in_little(a: char, n: u8) -> usize {
    let mut bytes = [0; 4];
    a.encode_utf8(&mut bytes[..(n & 3) as usize]).len()
}
pub fn ascii(a: char) -> (bool, bool, bool, bool, bool) {
    (a.is_ascii(), a.is_ascii_alphabetic(), a.is_ascii_digit(), a.is_ascii_hexdigit(), a.is_ascii_alphanumeric())
}
pub fn ascii_more(a: char) -> (bool, bool, bool, bool, bool, bool) {
    (a.is_ascii_uppercase(), a.is_ascii_lowercase(), a.is_ascii_punctuation(), a.is_ascii_graphic(),
     a.is_ascii_whitespace(), a.is_ascii_control())
}
pub fn cases(a: char) -> (char, char) { (a.to_ascii_uppercase(), a.to_ascii_lowercase()) }
pub fn make_cases(a: char) -> (char, char) {
    let (mut x, mut y) = (a, a);
    x.make_ascii_uppercase();
    y.make_ascii_lowercase();
    (x, y)
}
pub fn ignore_case(a: char, b: char) -> bool { a.eq_ignore_ascii_case(&b) }
pub fn ignore_case_of_itself(a: char) -> bool { a.eq_ignore_ascii_case(&a.to_ascii_uppercase()) }
pub fn classes(a: char) -> (bool, bool) { (a.is_control(), a.is_whitespace()) }
pub fn letters(a: char) -> (bool, bool, bool) { (a.is_alphabetic(), a.is_numeric(), a.is_alphanumeric()) }
pub fn letters_low(a: u16) -> Option<(bool, bool, bool)> { char::from_u32(a as u32).map(|c| (c.is_alphabetic(), c.is_numeric(), c.is_alphanumeric())) }
pub fn letter_case(a: char) -> (bool, bool) { (a.is_lowercase(), a.is_uppercase()) }
pub fn letter_case_low(a: u16) -> Option<(bool, bool)> { char::from_u32(a as u32).map(|c| (c.is_lowercase(), c.is_uppercase())) }
pub fn classes_low(a: u16) -> Option<(bool, bool)> { char::from_u32(a as u32).map(|c| (c.is_control(), c.is_whitespace())) }
pub fn range(a: char) -> (Option<char>, Option<char>, usize) {
    let all = a..=char::MAX;
    (all.clone().nth(1), all.rev().nth(1), (a..'z').count())
}
pub fn range_over_the_gap() -> (usize, Option<char>, Option<char>) {
    let gap = '\u{D7FE}'..='\u{E001}';
    (gap.clone().count(), gap.clone().nth(2), gap.rev().nth(2))
}
pub fn parse(n: u8) -> Option<char> { ["", "a", "ab", "ä"][(n & 3) as usize].parse().ok() }
pub fn default() -> char { char::default() }

pub fn byte_ascii(a: u8) -> (bool, bool, bool, bool, bool) {
    (a.is_ascii(), a.is_ascii_alphabetic(), a.is_ascii_digit(), a.is_ascii_hexdigit(), a.is_ascii_alphanumeric())
}
pub fn byte_ascii_more(a: u8) -> (bool, bool, bool, bool, bool, bool) {
    (a.is_ascii_uppercase(), a.is_ascii_lowercase(), a.is_ascii_punctuation(), a.is_ascii_graphic(),
     a.is_ascii_whitespace(), a.is_ascii_control())
}
pub fn byte_cases(a: u8) -> (u8, u8) { (a.to_ascii_uppercase(), a.to_ascii_lowercase()) }
pub fn byte_make_cases(a: u8) -> (u8, u8) {
    let (mut x, mut y) = (a, a);
    x.make_ascii_uppercase();
    y.make_ascii_lowercase();
    (x, y)
}
pub fn byte_ignore_case(a: u8, b: u8) -> bool { a.eq_ignore_ascii_case(&b) }
pub fn text_of_bytes(a: [u8; 3]) -> (bool, bool, [u8; 3]) {
    let mut upper = a;
    upper.make_ascii_uppercase();
    let mut lower = a;
    lower.make_ascii_lowercase();
    (a.is_ascii(), upper.eq_ignore_ascii_case(&lower), upper)
}
pub fn trim(a: [bool; 4]) -> (usize, usize, usize) {
    let text = a.map(|space| if space { b' ' } else { b'x' });
    (text.trim_ascii().len(), text.trim_ascii_start().len(), text.trim_ascii_end().len())
}
pub fn unchecked(a: char) -> (char, char) { unsafe { (char::from_u32_unchecked(a as u32), core::char::from_u32_unchecked(a as u32)) } }
pub fn range_back(a: char, b: char) -> (u32, u32) {
    let gap = ('\u{D7FC}'..='\u{E003}').rev().fold(7u32, |x, c| x.wrapping_mul(31) ^ c as u32);
    (gap, (a..b).rev().take(3).fold(7u32, |x, c| x.wrapping_mul(31) ^ c as u32))
}
pub fn range_forward(a: char, b: char) -> (u32, u32) {
    let gap = ('\u{D7FC}'..'\u{E003}').fold(7u32, |x, c| x.wrapping_mul(31) ^ c as u32);
    (gap, (a..=b).take(3).fold(7u32, |x, c| x.wrapping_mul(31) ^ c as u32))
}
