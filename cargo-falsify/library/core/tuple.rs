//! What tuples implement, up to twelve elements as in core.

use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};

impl Copy for () {}

impl Clone for () {
    fn clone(&self) -> Self {}
}

impl Default for () {
    fn default() -> Self {}
}

impl PartialEq for () {
    fn eq(&self, _other: &()) -> bool {
        true
    }
}

impl Eq for () {}

impl PartialOrd for () {
    fn partial_cmp(&self, _other: &()) -> Option<Ordering> {
        Some(Ordering::Equal)
    }
}

impl Ord for () {
    fn cmp(&self, _other: &()) -> Ordering {
        Ordering::Equal
    }
}

impl Hash for () {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}

impl fmt::Debug for () {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

macro_rules! tuple {
    ($(($($T:ident $i:tt)+))+) => { $(
        impl<$($T: Copy),+> Copy for ($($T,)+) {}

        impl<$($T: Clone),+> Clone for ($($T,)+) {
            fn clone(&self) -> Self {
                ($(self.$i.clone(),)+)
            }
        }

        impl<$($T: Default),+> Default for ($($T,)+) {
            fn default() -> Self {
                ($($T::default(),)+)
            }
        }

        impl<$($T: PartialEq),+> PartialEq for ($($T,)+) {
            fn eq(&self, other: &($($T,)+)) -> bool {
                $(self.$i == other.$i)&&+
            }

            fn ne(&self, other: &($($T,)+)) -> bool {
                $(self.$i != other.$i)||+
            }
        }

        impl<$($T: Eq),+> Eq for ($($T,)+) {}

        impl<$($T: PartialOrd),+> PartialOrd for ($($T,)+) {
            fn partial_cmp(&self, other: &($($T,)+)) -> Option<Ordering> {
                $(match self.$i.partial_cmp(&other.$i) {
                    Some(Ordering::Equal) => {}
                    unequal => return unequal,
                })+
                Some(Ordering::Equal)
            }
        }

        impl<$($T: Ord),+> Ord for ($($T,)+) {
            fn cmp(&self, other: &($($T,)+)) -> Ordering {
                $(match self.$i.cmp(&other.$i) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                })+
                Ordering::Equal
            }
        }

        impl<$($T: Hash),+> Hash for ($($T,)+) {
            fn hash<S: Hasher>(&self, state: &mut S) {
                $(self.$i.hash(state);)+
            }
        }

        impl<$($T: fmt::Debug),+> fmt::Debug for ($($T,)+) {
            fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Ok(())
            }
        }
    )+ };
}
tuple! {
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11)
}

/// Arrays and tuples of one element type convert into each other.
macro_rules! array_and_tuple {
    ($(($n:literal $($x:ident $T:ty),+))+) => { $(
        impl<T> From<[T; $n]> for ($($T,)+) {
            fn from(array: [T; $n]) -> Self {
                let [$($x),+] = array;
                ($($x,)+)
            }
        }

        impl<T> From<($($T,)+)> for [T; $n] {
            fn from(tuple: ($($T,)+)) -> Self {
                let ($($x,)+) = tuple;
                [$($x),+]
            }
        }
    )+ };
}
array_and_tuple! {
    (1 a T)
    (2 a T, b T)
    (3 a T, b T, c T)
    (4 a T, b T, c T, d T)
    (5 a T, b T, c T, d T, e T)
    (6 a T, b T, c T, d T, e T, f T)
    (7 a T, b T, c T, d T, e T, f T, g T)
    (8 a T, b T, c T, d T, e T, f T, g T, h T)
    (9 a T, b T, c T, d T, e T, f T, g T, h T, i T)
    (10 a T, b T, c T, d T, e T, f T, g T, h T, i T, j T)
    (11 a T, b T, c T, d T, e T, f T, g T, h T, i T, j T, k T)
    (12 a T, b T, c T, d T, e T, f T, g T, h T, i T, j T, k T, l T)
}
