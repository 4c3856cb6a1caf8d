//! Conversions with `as` between all scalar types.

#[derive(Clone, Copy)]
enum Level {
    Low = 3,
    Middle,
    High = 200,
}

#[repr(i8)]
#[derive(Clone, Copy)]
enum Signed {
    Minus = -5,
    Next,
    Plus = 100,
}

pub fn float_to_signed(x: f32) -> (i8, i16, i32, i64, i128) {
    (x as i8, x as i16, x as i32, x as i64, x as i128)
}

pub fn float_to_unsigned(x: f64) -> (u8, u16, u32, u64, u128, usize) {
    (x as u8, x as u16, x as u32, x as u64, x as u128, x as usize)
}

pub fn signed_to_float(a: i8, b: i64, c: i128) -> (f32, f32, f64, f32) {
    (a as f32, b as f32, b as f64, c as f32)
}

pub fn unsigned_to_float(a: u32, b: u64, c: u128) -> (f32, f32, f64, f64) {
    (a as f32, b as f32, b as f64, c as f64)
}

pub fn widest_to_f32(c: u128) -> f32 {
    c as f32
}

pub fn between_floats(a: f64, b: f32) -> (f32, f64) {
    (a as f32, b as f64)
}

pub fn truncation(x: i64) -> (u8, i8, u16, i16, u32, i32) {
    (x as u8, x as i8, x as u16, x as i16, x as u32, x as i32)
}

pub fn extension(x: i8, y: u8) -> (u16, i16, u128, i128, usize, isize) {
    (x as u16, y as i16, x as u128, x as i128, x as usize, y as isize)
}

pub fn sign_change(x: i32, y: u32) -> (u32, i32, u64, i64) {
    (x as u32, y as i32, x as u64, y as i64)
}

pub fn two_steps_differ(x: i8) -> (u32, u32) {
    (x as u8 as u32, x as i32 as u32)
}

pub fn bools(b: bool) -> (u8, i128, usize) {
    (b as u8, b as i128, b as usize)
}

pub fn chars(c: char, b: u8) -> (u8, u32, i8, u128, char) {
    (c as u8, c as u32, c as i8, c as u128, b as char)
}

pub fn enums(n: u8) -> (i32, u8, i8, usize, u8) {
    let level = match n % 3 {
        0 => Level::Low,
        1 => Level::Middle,
        _ => Level::High,
    };
    let signed = match n % 2 {
        0 => Signed::Minus,
        _ => Signed::Next,
    };
    (level as i32, level as u8, level as i8, signed as usize, Signed::Plus as u8 + signed as u8 % 2)
}

pub fn literal_is_an_i32_first() -> (u8, u64, i8) {
    (300 as u8, -1 as i64 as u64, 0x80 as i8)
}

pub fn literal_of_a_float(x: i8) -> (u8, i32) {
    (256.7 as u8, (x as f32 * 1.5) as i32)
}

pub fn precedence(x: u8, y: u8) -> (u16, i32, bool) {
    (x as u16 + y as u16, -(x as i32), (x as i8) < y as i8)
}

pub fn cast_binds_tighter(x: u8) -> u32 {
    x as u32 * 2 + !x as u32
}
