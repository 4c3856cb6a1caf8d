//! Conversions with `as` between all scalar types.

pub fn float_to_signed(x: f32) -> (i8, i16, i32, i64, i128) {
    (x as i8, x as i16, x as i32, x as i64, x as i128)
}
