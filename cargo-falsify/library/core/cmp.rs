//! `core::cmp`: the comparison traits, `Ordering`, `Reverse` and what primitives and references implement.

use self::Ordering::{Equal, Greater, Less};
use crate::hash::{Hash, Hasher};
use crate::intrinsics;

#[lang = "eq"]
pub trait PartialEq<Rhs: ?Sized = Self> {
    fn eq(&self, other: &Rhs) -> bool;

    fn ne(&self, other: &Rhs) -> bool {
        !self.eq(other)
    }
}

#[lang = "eq_total"]
pub trait Eq: PartialEq<Self> {}

#[lang = "ordering"]
#[derive(Clone, Copy, Eq, PartialOrd, Ord, PartialEq, Debug, Hash)]
#[repr(i8)]
pub enum Ordering {
    Less = -1,
    Equal = 0,
    Greater = 1,
}

impl Ordering {
    pub const fn is_eq(self) -> bool {
        match self {
            Equal => true,
            Less | Greater => false,
        }
    }

    pub const fn is_ne(self) -> bool {
        !self.is_eq()
    }

    pub const fn is_lt(self) -> bool {
        match self {
            Less => true,
            Equal | Greater => false,
        }
    }

    pub const fn is_gt(self) -> bool {
        match self {
            Greater => true,
            Less | Equal => false,
        }
    }

    pub const fn is_le(self) -> bool {
        !self.is_gt()
    }

    pub const fn is_ge(self) -> bool {
        !self.is_lt()
    }

    pub const fn reverse(self) -> Ordering {
        match self {
            Less => Greater,
            Equal => Equal,
            Greater => Less,
        }
    }

    pub const fn then(self, other: Ordering) -> Ordering {
        match self {
            Equal => other,
            Less | Greater => self,
        }
    }

    pub fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering {
        match self {
            Equal => f(),
            Less | Greater => self,
        }
    }
}

#[derive(PartialEq, Eq, Debug, Copy, Clone, Default, Hash)]
pub struct Reverse<T>(pub T);

impl<T: PartialOrd> PartialOrd for Reverse<T> {
    fn partial_cmp(&self, other: &Reverse<T>) -> Option<Ordering> {
        other.0.partial_cmp(&self.0)
    }

    fn lt(&self, other: &Self) -> bool {
        other.0 < self.0
    }

    fn le(&self, other: &Self) -> bool {
        other.0 <= self.0
    }

    fn gt(&self, other: &Self) -> bool {
        other.0 > self.0
    }

    fn ge(&self, other: &Self) -> bool {
        other.0 >= self.0
    }
}

impl<T: Ord> Ord for Reverse<T> {
    fn cmp(&self, other: &Reverse<T>) -> Ordering {
        other.0.cmp(&self.0)
    }
}

#[lang = "partial_ord"]
pub trait PartialOrd<Rhs: ?Sized = Self>: PartialEq<Rhs> {
    fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;

    fn lt(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(Less) => true,
            _ => false,
        }
    }

    fn le(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(Less | Equal) => true,
            _ => false,
        }
    }

    fn gt(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(Greater) => true,
            _ => false,
        }
    }

    fn ge(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(Greater | Equal) => true,
            _ => false,
        }
    }
}

#[lang = "ord"]
pub trait Ord: Eq + PartialOrd<Self> {
    fn cmp(&self, other: &Self) -> Ordering;

    fn max(self, other: Self) -> Self
    where
        Self: Sized,
    {
        if other < self {
            self
        } else {
            other
        }
    }

    fn min(self, other: Self) -> Self
    where
        Self: Sized,
    {
        if other < self {
            other
        } else {
            self
        }
    }

    fn clamp(self, min: Self, max: Self) -> Self
    where
        Self: Sized,
    {
        if min > max {
            intrinsics::fail_assert()
        }
        if self < min {
            min
        } else if self > max {
            max
        } else {
            self
        }
    }
}

pub fn min<T: Ord>(v1: T, v2: T) -> T {
    v1.min(v2)
}

pub fn max<T: Ord>(v1: T, v2: T) -> T {
    v1.max(v2)
}

pub fn min_by<T, F: FnOnce(&T, &T) -> Ordering>(v1: T, v2: T, compare: F) -> T {
    if compare(&v1, &v2).is_le() {
        v1
    } else {
        v2
    }
}

pub fn max_by<T, F: FnOnce(&T, &T) -> Ordering>(v1: T, v2: T, compare: F) -> T {
    if compare(&v1, &v2).is_gt() {
        v1
    } else {
        v2
    }
}

pub fn min_by_key<T, F: FnMut(&T) -> K, K: Ord>(v1: T, v2: T, mut f: F) -> T {
    if f(&v2) < f(&v1) {
        v2
    } else {
        v1
    }
}

pub fn max_by_key<T, F: FnMut(&T) -> K, K: Ord>(v1: T, v2: T, mut f: F) -> T {
    if f(&v2) < f(&v1) {
        v1
    } else {
        v2
    }
}

macro_rules! partial_eq {
    ($($t:ty)*) => { $(
        impl PartialEq for $t {
            fn eq(&self, other: &$t) -> bool {
                *self == *other
            }

            fn ne(&self, other: &$t) -> bool {
                *self != *other
            }
        }
    )* };
}
partial_eq! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char }

macro_rules! total {
    ($($t:ty)*) => { $(
        impl Eq for $t {}

        impl PartialOrd for $t {
            fn partial_cmp(&self, other: &$t) -> Option<Ordering> {
                Some(self.cmp(other))
            }

            fn lt(&self, other: &$t) -> bool {
                *self < *other
            }

            fn le(&self, other: &$t) -> bool {
                *self <= *other
            }

            fn gt(&self, other: &$t) -> bool {
                *self > *other
            }

            fn ge(&self, other: &$t) -> bool {
                *self >= *other
            }
        }

        impl Ord for $t {
            fn cmp(&self, other: &$t) -> Ordering {
                if *self < *other {
                    Less
                } else if *self == *other {
                    Equal
                } else {
                    Greater
                }
            }

            #[track_caller]
            fn clamp(self, min: $t, max: $t) -> $t {
                if min > max {
                    intrinsics::fail_library()
                }
                if self < min {
                    min
                } else if self > max {
                    max
                } else {
                    self
                }
            }
        }
    )* };
}
total! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char }

macro_rules! partial_float {
    ($($t:ty)*) => { $(
        impl PartialOrd for $t {
            fn partial_cmp(&self, other: &$t) -> Option<Ordering> {
                if *self < *other {
                    Some(Less)
                } else if *self == *other {
                    Some(Equal)
                } else if *self > *other {
                    Some(Greater)
                } else {
                    None
                }
            }

            fn lt(&self, other: &$t) -> bool {
                *self < *other
            }

            fn le(&self, other: &$t) -> bool {
                *self <= *other
            }

            fn gt(&self, other: &$t) -> bool {
                *self > *other
            }

            fn ge(&self, other: &$t) -> bool {
                *self >= *other
            }
        }
    )* };
}
partial_float! { f32 f64 }

impl PartialEq for ! {
    fn eq(&self, _other: &!) -> bool {
        *self
    }
}

impl Eq for ! {}

impl PartialOrd for ! {
    fn partial_cmp(&self, _other: &!) -> Option<Ordering> {
        *self
    }
}

impl Ord for ! {
    fn cmp(&self, _other: &!) -> Ordering {
        *self
    }
}

impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&B> for &A {
    fn eq(&self, other: &&B) -> bool {
        PartialEq::eq(*self, *other)
    }

    fn ne(&self, other: &&B) -> bool {
        PartialEq::ne(*self, *other)
    }
}

impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&mut B> for &mut A {
    fn eq(&self, other: &&mut B) -> bool {
        PartialEq::eq(&**self, &**other)
    }

    fn ne(&self, other: &&mut B) -> bool {
        PartialEq::ne(&**self, &**other)
    }
}

impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&mut B> for &A {
    fn eq(&self, other: &&mut B) -> bool {
        PartialEq::eq(*self, &**other)
    }

    fn ne(&self, other: &&mut B) -> bool {
        PartialEq::ne(*self, &**other)
    }
}

impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&B> for &mut A {
    fn eq(&self, other: &&B) -> bool {
        PartialEq::eq(&**self, *other)
    }

    fn ne(&self, other: &&B) -> bool {
        PartialEq::ne(&**self, *other)
    }
}

impl<A: ?Sized + Eq> Eq for &A {}
impl<A: ?Sized + Eq> Eq for &mut A {}

impl<A: ?Sized + PartialOrd<B>, B: ?Sized> PartialOrd<&B> for &A {
    fn partial_cmp(&self, other: &&B) -> Option<Ordering> {
        PartialOrd::partial_cmp(*self, *other)
    }

    fn lt(&self, other: &&B) -> bool {
        PartialOrd::lt(*self, *other)
    }

    fn le(&self, other: &&B) -> bool {
        PartialOrd::le(*self, *other)
    }

    fn gt(&self, other: &&B) -> bool {
        PartialOrd::gt(*self, *other)
    }

    fn ge(&self, other: &&B) -> bool {
        PartialOrd::ge(*self, *other)
    }
}

impl<A: ?Sized + PartialOrd<B>, B: ?Sized> PartialOrd<&mut B> for &mut A {
    fn partial_cmp(&self, other: &&mut B) -> Option<Ordering> {
        PartialOrd::partial_cmp(&**self, &**other)
    }
}

impl<A: ?Sized + Ord> Ord for &A {
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(*self, *other)
    }
}

impl<A: ?Sized + Ord> Ord for &mut A {
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(&**self, &**other)
    }
}

impl<T: ?Sized + Hash> Hash for &T {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: ?Sized + Hash> Hash for &mut T {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
