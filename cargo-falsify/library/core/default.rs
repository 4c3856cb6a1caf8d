//! `core::default`.

#[lang = "default"]
pub trait Default: Sized {
    fn default() -> Self;
}

macro_rules! default {
    ($($t:ty = $value:expr),* $(,)?) => { $(
        impl Default for $t {
            fn default() -> $t {
                $value
            }
        }
    )* };
}
default! {
    u8 = 0, u16 = 0, u32 = 0, u64 = 0, u128 = 0, usize = 0, i8 = 0, i16 = 0, i32 = 0, i64 = 0, i128 = 0, isize = 0,
    f32 = 0.0, f64 = 0.0, bool = false, char = '\0', &'static str = "",
}

impl<T> Default for &[T] {
    fn default() -> Self {
        &[]
    }
}

impl<T> Default for &mut [T] {
    fn default() -> Self {
        &mut []
    }
}

/// Core has this for arrays of up to 32 elements, and for the empty one whatever `T` is.
impl<T: Default, const N: usize> Default for [T; N] {
    fn default() -> Self {
        crate::array::from_fn(|_| T::default())
    }
}
