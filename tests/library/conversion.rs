//! `core::convert` and the conversions of numbers.

use core::convert::identity;

pub fn same(a: u8) -> u8 { identity(a) }
pub fn from_bool(a: bool) -> (u8, i16, u128, isize, f32, f64) { (a.into(), a.into(), a.into(), a.into(), a.into(), a.into()) }
pub fn from_u8(a: u8) -> (u16, u32, u64, u128, usize) { (a.into(), a.into(), a.into(), a.into(), a.into()) }
pub fn from_u8_signed(a: u8) -> (i16, i32, i64, i128, isize) { (a.into(), a.into(), a.into(), a.into(), a.into()) }
pub fn from_u8_other(a: u8) -> (f32, f64, char) { (a.into(), a.into(), a.into()) }
pub fn from_u16(a: u16) -> (u32, u64, usize, i32, i64, f32, f64) { (a.into(), a.into(), a.into(), a.into(), a.into(), a.into(), a.into()) }
pub fn from_u32(a: u32) -> (u64, u128, i64, f64) { (a.into(), a.into(), a.into(), a.into()) }
pub fn from_u64(a: u64) -> (u128, i128) { (a.into(), a.into()) }
pub fn from_i8(a: i8) -> (i16, i32, i64, i128, isize, f32, f64) { (a.into(), a.into(), a.into(), a.into(), a.into(), a.into(), a.into()) }
pub fn from_i16(a: i16) -> (i32, i64, isize, f32) { (a.into(), a.into(), a.into(), a.into()) }
pub fn from_i32(a: i32) -> (i64, i128, f64) { (a.into(), a.into(), a.into()) }
pub fn from_i64(a: i64) -> i128 { a.into() }
pub fn from_f32(a: f32) -> f64 { a.into() }
pub fn from_char(a: char) -> (u32, u64, u128) { (a.into(), a.into(), a.into()) }
pub fn by_name(a: u8) -> (u64, i32) { (u64::from(a), i32::from(a)) }
pub fn reflexive(a: u8) -> (u8, Option<u8>) { (u8::from(a), a.into()) }

pub fn try_u8(a: i32) -> (bool, bool, bool, bool) {
    (u8::try_from(a).is_ok(), i8::try_from(a).is_ok(), u16::try_from(a).is_ok(), i16::try_from(a).is_ok())
}
pub fn try_value(a: i32) -> Option<u8> { u8::try_from(a).ok() }
pub fn try_into_value(a: u64) -> Option<i32> { a.try_into().ok() }
pub fn try_same_width(a: u32) -> (Option<i32>, Option<usize>, Option<u16>) { (a.try_into().ok(), a.try_into().ok(), a.try_into().ok()) }
pub fn try_signed(a: i64) -> (Option<u64>, Option<i8>, Option<usize>, Option<isize>) {
    (a.try_into().ok(), a.try_into().ok(), a.try_into().ok(), a.try_into().ok())
}
pub fn try_wide(a: i128) -> (Option<u128>, Option<i64>, Option<u8>) { (a.try_into().ok(), a.try_into().ok(), a.try_into().ok()) }
pub fn try_unsigned_wide(a: u128) -> (Option<i128>, Option<u64>, Option<i8>) { (a.try_into().ok(), a.try_into().ok(), a.try_into().ok()) }
pub fn try_usize(a: usize) -> (Option<u8>, Option<u32>, Option<u64>, Option<isize>, Option<u128>) {
    (a.try_into().ok(), a.try_into().ok(), a.try_into().ok(), a.try_into().ok(), a.try_into().ok())
}
pub fn try_isize(a: isize) -> (Option<usize>, Option<i8>, Option<i64>, Option<u16>) {
    (a.try_into().ok(), a.try_into().ok(), a.try_into().ok(), a.try_into().ok())
}
pub fn try_small(a: i8) -> (Option<u8>, Option<u16>, Option<u128>, Option<usize>) {
    (a.try_into().ok(), a.try_into().ok(), a.try_into().ok(), a.try_into().ok())
}
pub fn try_u16(a: u16) -> (Option<u8>, Option<i8>, Option<i16>, Option<isize>) {
    (a.try_into().ok(), a.try_into().ok(), a.try_into().ok(), a.try_into().ok())
}
pub fn try_unwrap(a: i16) -> u8 { u8::try_from(a).unwrap() }
pub fn try_infallible(a: u8) -> u32 {
    match u32::try_from(a) {
        Ok(x) => x,
        Err(never) => match never {},
    }
}
pub fn try_char(a: u32) -> Option<char> { char::try_from(a).ok() }
pub fn try_byte(a: char) -> (Option<u8>, Option<u16>) { (u8::try_from(a).ok(), u16::try_from(a).ok()) }
pub fn errors_are_equal(a: i32, b: i32) -> bool { u8::try_from(a) == u8::try_from(b) }

pub fn as_ref(a: [u8; 3]) -> usize {
    fn length(x: impl AsRef<[u8]>) -> usize { x.as_ref().len() }
    length(a) + length(&a) + length(&a[1..])
}
pub fn as_mut(a: [u8; 2]) -> [u8; 2] {
    let mut a = a;
    fn flip(x: &mut impl AsMut<[u8]>) { x.as_mut()[1] ^= 255; }
    flip(&mut a);
    a
}
pub fn borrowed(a: [u8; 2]) -> usize {
    use core::borrow::{Borrow, BorrowMut};
    let mut a = a;
    let all: &mut [u8] = a.borrow_mut();
    all[0] = 0;
    let all: &[u8] = a.borrow();
    all.len()
}
pub fn array_from_slice(a: [u8; 4], n: u8) -> Option<[u8; 2]> { <[u8; 2]>::try_from(&a[..(n & 3) as usize]).ok() }
pub fn array_reference_from_slice(a: [u8; 4], n: u8) -> Option<u8> {
    let part: Result<&[u8; 2], _> = a[..(n & 3) as usize].try_into();
    part.ok().map(|x| x[1])
}
pub fn mutable_array_from_slice(a: [u8; 4], n: u8) -> [u8; 4] {
    let mut a = a;
    if let Ok(part) = <&mut [u8; 2]>::try_from(&mut a[..(n & 3) as usize]) {
        part[0] ^= 255;
    }
    a
}
pub fn word_from_slice(a: [u8; 6], n: usize) -> u32 { u32::from_le_bytes(a[n..n + 4].try_into().unwrap()) }
pub fn tuple_from_array(a: [u8; 3]) -> (u8, u8, u8) { a.into() }
pub fn array_from_tuple(a: (u8, u8)) -> [u8; 2] { a.into() }
pub struct Celsius(i16);
impl From<u8> for Celsius {
    fn from(raw: u8) -> Celsius { Celsius(raw as i16 - 40) }
}
impl TryFrom<Celsius> for u8 {
    type Error = i16;
    fn try_from(c: Celsius) -> Result<u8, i16> { if c.0 >= 0 { Ok(c.0 as u8) } else { Err(c.0) } }
}
pub fn own_from(a: u8) -> Result<u8, i16> {
    let c: Celsius = a.into();
    c.try_into()
}
pub fn own_error(a: u8) -> Result<u8, i32> {
    let c = Celsius::from(a);
    Ok(u8::try_from(c)?)
}
pub fn nonzero_widens(a: u8, b: i8) -> Option<(u32, i16, i64)> {
    use core::num::NonZero;
    let (x, y) = (NonZero::new(a)?, NonZero::new(b)?);
    Some((NonZero::<u32>::from(x).get(), NonZero::<i16>::from(x).get(), NonZero::<i64>::from(y).get()))
}
