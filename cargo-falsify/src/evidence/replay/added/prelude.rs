//! How values are made out of numbers, in the order of their parts; an enum begins with the position of its variant.

pub trait Decode: core::marker::Sized {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self;
}

pub fn decode<T: Decode>(words: &mut dyn core::ops::FnMut() -> u128) -> T {
    T::decode(words)
}

impl Decode for bool {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        words() != 0
    }
}

impl Decode for char {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        core::char::from_u32(words() as u32).expect("a char")
    }
}

impl Decode for f32 {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        f32::from_bits(words() as u32)
    }
}

impl Decode for f64 {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        f64::from_bits(words() as u64)
    }
}

macro_rules! integers {
    ($($int:ident)*) => {$(
        impl Decode for $int {
            fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
                words() as $int
            }
        }
        impl Decode for core::num::NonZero<$int> {
            fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
                core::num::NonZero::<$int>::new(words() as $int).expect("not zero")
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

macro_rules! tuples {
    ($($part:ident)*) => {
        impl<$($part: Decode),*> Decode for ($($part,)*) {
            fn decode(_words: &mut dyn core::ops::FnMut() -> u128) -> Self {
                ($($part::decode(_words),)*)
            }
        }
    };
}

tuples! {}
tuples! { A }
tuples! { A B }
tuples! { A B C }
tuples! { A B C D }
tuples! { A B C D E }
tuples! { A B C D E F }
tuples! { A B C D E F G }
tuples! { A B C D E F G H }
tuples! { A B C D E F G H I }
tuples! { A B C D E F G H I J }
tuples! { A B C D E F G H I J K }
tuples! { A B C D E F G H I J K L }

impl<T: Decode, const N: usize> Decode for [T; N] {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        core::array::from_fn(|_| T::decode(words))
    }
}

impl<T: Decode> Decode for core::option::Option<T> {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        match words() {
            0 => core::option::Option::None,
            _ => core::option::Option::Some(T::decode(words)),
        }
    }
}

impl<T: Decode, E: Decode> Decode for core::result::Result<T, E> {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        match words() {
            0 => core::result::Result::Ok(T::decode(words)),
            _ => core::result::Result::Err(E::decode(words)),
        }
    }
}

impl Decode for core::cmp::Ordering {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        match words() {
            0 => core::cmp::Ordering::Less,
            1 => core::cmp::Ordering::Equal,
            _ => core::cmp::Ordering::Greater,
        }
    }
}

impl Decode for core::convert::Infallible {
    fn decode(_words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        core::panic!("a type without values")
    }
}

impl<T> Decode for core::marker::PhantomData<T> {
    fn decode(_words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        core::marker::PhantomData
    }
}

impl Decode for core::time::Duration {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        let seconds = decode(words);
        core::time::Duration::new(seconds, decode(words))
    }
}

impl<T: Decode> Decode for core::cell::Cell<T> {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        core::cell::Cell::new(decode(words))
    }
}

impl<T: Decode> Decode for core::cmp::Reverse<T> {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        core::cmp::Reverse(decode(words))
    }
}

impl<T: Decode> Decode for core::num::Wrapping<T> {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        core::num::Wrapping(decode(words))
    }
}

impl<T: Decode> Decode for core::num::Saturating<T> {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        core::num::Saturating(decode(words))
    }
}

impl<T: Decode> Decode for core::ops::Range<T> {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        let start = decode(words);
        start..decode(words)
    }
}

impl<T: Decode> Decode for core::ops::RangeFrom<T> {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        decode(words)..
    }
}

impl<T: Decode> Decode for core::ops::RangeTo<T> {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        ..decode(words)
    }
}

impl<T: Decode> Decode for core::ops::RangeToInclusive<T> {
    fn decode(words: &mut dyn core::ops::FnMut() -> u128) -> Self {
        ..=decode(words)
    }
}
