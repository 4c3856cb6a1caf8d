//! `macro_rules`: fragments, repetition, recursion, hygiene.

macro_rules! square {
    ($x:expr) => {
        $x.wrapping_mul($x)
    };
}

pub fn expression_is_one_operand(x: u8) -> u8 {
    square!(x ^ 1)
}

macro_rules! swap_with {
    ($a:ident, $b:expr) => {{
        let tmp = $b;
        let old = $a;
        $a = tmp;
        old
    }};
}

pub fn hygiene(x: u8) -> (u8, u8, u8) {
    let tmp = 7;
    let mut a = x;
    let old = swap_with!(a, tmp);
    (a, old, tmp)
}

macro_rules! declare {
    ($name:ident) => {
        let $name = 5u8;
    };
}

pub fn given_name_is_visible(x: u8) -> u8 {
    declare!(y);
    x ^ y
}

macro_rules! total {
    () => { 0u8 };
    ($head:expr $(, $tail:expr)* $(,)?) => { $head.wrapping_add(total!($($tail),*)) };
}

pub fn recursive(x: u8) -> u8 {
    total!(x, x / 2, 3u8,)
}

macro_rules! table {
    ($($key:literal => $value:expr),+ $(; $other:expr)?) => {
        |n: u8| match n {
            $($key => $value,)+
            _ => 0 $(+ $other)?,
        }
    };
}

pub fn optional_parts(x: u8) -> (u8, u8) {
    (table!(1 => 10, 2 => 20)(x % 4), table!(1 => 11; 9)(x % 4))
}

macro_rules! structure {
    ($name:ident { $($field:ident : $ty:ty = $value:expr),* }) => {
        #[derive(Clone, Copy)]
        struct $name { $($field: $ty),* }
        impl $name {
            fn new() -> Self { $name { $($field: $value),* } }
            $(fn $field(&self) -> $ty { self.$field })*
        }
    };
}

structure!(Config { gain: u8 = 3, offset: i16 = -2 });

pub fn generated_items(x: u8) -> i16 {
    let config = Config::new();
    (x as i16) * config.gain() as i16 + config.offset()
}

macro_rules! implement {
    ($($ty:ty),*) => { $(impl Zero for $ty { fn is_zero(&self) -> bool { *self == 0 as $ty } })* };
}

trait Zero {
    fn is_zero(&self) -> bool;
}

implement!(u8, i32, f32);

pub fn implementations(x: u8) -> (bool, bool, bool) {
    (x.is_zero(), (x as i32 - 1).is_zero(), (x as f32).is_zero())
}

macro_rules! count {
    () => { 0usize };
    ($first:tt $($rest:tt)*) => { 1usize + count!($($rest)*) };
}

pub fn token_trees(x: u8) -> usize {
    count!(a b (c d) [e] { f } 1 + 2) + x as usize
}

macro_rules! when {
    ($p:pat, $e:expr => $t:block else $f:block) => {
        if let $p = $e $t else $f
    };
}

pub fn patterns_and_blocks(o: Option<u8>) -> u8 {
    when!(Some(n @ 1..=9) | Some(n @ 100), o => { n } else { 3 })
}

macro_rules! nested {
    ($($row:ident: [$($cell:expr),*]);*) => {
        $( let $row = [$($cell),*]; )*
    };
}

pub fn nested_repetition(x: u8) -> u8 {
    nested!(a: [x, 1]; b: [2, x]);
    a[0] ^ b[0] ^ a[1] ^ b[1]
}

macro_rules! leave {
    ($l:lifetime, $e:expr) => {
        break $l $e
    };
}

pub fn lifetimes(x: u8) -> u8 {
    'a: loop {
        if x > 3 {
            leave!('a, 1);
        }
        leave!('a, x);
    }
}

macro_rules! early {
    ($e:expr) => {
        match $e {
            Some(v) => v,
            None => return 9,
        }
    };
}

pub fn return_from_a_macro(o: Option<u8>) -> u8 {
    let v = early!(o);
    v ^ early!(v.checked_sub(1))
}

mod inner {
    macro_rules! local {
        ($x:expr) => {
            $x | 1
        };
    }
    pub(super) fn use_it(x: u8) -> u8 {
        local!(x)
    }
    pub(super) const BASE: u8 = local!(4);
}

pub fn in_a_module(x: u8) -> u8 {
    inner::use_it(x) ^ inner::BASE
}

pub fn vec_free_matches(x: u8) -> (bool, bool) {
    (matches!(x, 1 | 3..=9), matches!(Some(x), Some(n) if n > 100))
}

macro_rules! unless {
    ($cfg:meta; $e:expr) => {
        #[cfg($cfg)]
        $e
    };
}

pub fn configured_fragments(x: u8) -> u8 {
    unless! { any(); if true { return nowhere::at_all(x); } }
    let mut y = x;
    unless! { all(); y ^= 5 }
    y
}

mod exported {
    pub mod private {
        pub use core;
    }
}

pub fn macros_of_core_by_another_path(x: u8) -> (usize, bool) {
    let name = self::exported::private::core::stringify!(abc);
    (name.len(), self::exported::private::core::matches!(x, 1..=9))
}
