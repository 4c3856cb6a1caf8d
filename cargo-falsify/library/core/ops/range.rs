//! The range types and `RangeBounds`.

use self::Bound::{Excluded, Included, Unbounded};

#[lang = "range_full"]
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct RangeFull;

#[lang = "range"]
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Range<Idx> {
    pub start: Idx,
    pub end: Idx,
}

#[lang = "range_from"]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RangeFrom<Idx> {
    pub start: Idx,
}

#[lang = "range_to"]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct RangeTo<Idx> {
    pub end: Idx,
}

/// `exhausted` is set when iteration has yielded the last element, for then `start == end` does not say it.
#[lang = "range_inclusive"]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RangeInclusive<Idx> {
    pub(crate) start: Idx,
    pub(crate) end: Idx,
    pub(crate) exhausted: bool,
}

#[lang = "range_to_inclusive"]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct RangeToInclusive<Idx> {
    pub end: Idx,
}

impl<Idx: PartialOrd<Idx>> Range<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: ?Sized + PartialOrd<Idx>,
    {
        self.start <= *item && *item < self.end
    }

    pub fn is_empty(&self) -> bool {
        !(self.start < self.end)
    }
}

impl<Idx: PartialOrd<Idx>> RangeFrom<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: ?Sized + PartialOrd<Idx>,
    {
        self.start <= *item
    }
}

impl<Idx: PartialOrd<Idx>> RangeTo<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: ?Sized + PartialOrd<Idx>,
    {
        *item < self.end
    }
}

impl<Idx: PartialOrd<Idx>> RangeToInclusive<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: ?Sized + PartialOrd<Idx>,
    {
        *item <= self.end
    }
}

impl<Idx> RangeInclusive<Idx> {
    #[lang = "range_inclusive_new"]
    pub const fn new(start: Idx, end: Idx) -> Self {
        RangeInclusive { start, end, exhausted: false }
    }

    pub const fn start(&self) -> &Idx {
        &self.start
    }

    pub const fn end(&self) -> &Idx {
        &self.end
    }

    pub fn into_inner(self) -> (Idx, Idx) {
        (self.start, self.end)
    }
}

impl<Idx: PartialOrd<Idx>> RangeInclusive<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: ?Sized + PartialOrd<Idx>,
    {
        self.start <= *item && if self.exhausted { *item < self.end } else { *item <= self.end }
    }

    pub fn is_empty(&self) -> bool {
        self.exhausted || !(self.start <= self.end)
    }
}

#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
pub enum Bound<T> {
    Included(T),
    Excluded(T),
    Unbounded,
}

impl<T> Bound<T> {
    pub fn as_ref(&self) -> Bound<&T> {
        match *self {
            Included(ref x) => Included(x),
            Excluded(ref x) => Excluded(x),
            Unbounded => Unbounded,
        }
    }

    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Bound<U> {
        match self {
            Included(x) => Included(f(x)),
            Excluded(x) => Excluded(f(x)),
            Unbounded => Unbounded,
        }
    }
}

impl<T: Clone> Bound<&T> {
    pub fn cloned(self) -> Bound<T> {
        match self {
            Included(x) => Included(x.clone()),
            Excluded(x) => Excluded(x.clone()),
            Unbounded => Unbounded,
        }
    }
}

pub trait RangeBounds<T: ?Sized> {
    fn start_bound(&self) -> Bound<&T>;
    fn end_bound(&self) -> Bound<&T>;

    #[lang = "range_bounds_contains"]
    fn contains<U>(&self, item: &U) -> bool
    where
        T: PartialOrd<U>,
        U: ?Sized + PartialOrd<T>,
    {
        let above = match self.start_bound() {
            Included(start) => *start <= *item,
            Excluded(start) => *start < *item,
            Unbounded => true,
        };
        above
            && match self.end_bound() {
                Included(end) => *item <= *end,
                Excluded(end) => *item < *end,
                Unbounded => true,
            }
    }
}

impl<T: ?Sized> RangeBounds<T> for RangeFull {
    fn start_bound(&self) -> Bound<&T> {
        Unbounded
    }

    fn end_bound(&self) -> Bound<&T> {
        Unbounded
    }
}

impl<T> RangeBounds<T> for RangeFrom<T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(&self.start)
    }

    fn end_bound(&self) -> Bound<&T> {
        Unbounded
    }
}

impl<T> RangeBounds<T> for RangeTo<T> {
    fn start_bound(&self) -> Bound<&T> {
        Unbounded
    }

    fn end_bound(&self) -> Bound<&T> {
        Excluded(&self.end)
    }
}

impl<T> RangeBounds<T> for Range<T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(&self.start)
    }

    fn end_bound(&self) -> Bound<&T> {
        Excluded(&self.end)
    }
}

impl<T> RangeBounds<T> for RangeInclusive<T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(&self.start)
    }

    fn end_bound(&self) -> Bound<&T> {
        if self.exhausted {
            Excluded(&self.end)
        } else {
            Included(&self.end)
        }
    }
}

impl<T> RangeBounds<T> for RangeToInclusive<T> {
    fn start_bound(&self) -> Bound<&T> {
        Unbounded
    }

    fn end_bound(&self) -> Bound<&T> {
        Included(&self.end)
    }
}

impl<T> RangeBounds<T> for (Bound<T>, Bound<T>) {
    fn start_bound(&self) -> Bound<&T> {
        self.0.as_ref()
    }

    fn end_bound(&self) -> Bound<&T> {
        self.1.as_ref()
    }
}

impl<T> RangeBounds<T> for Range<&T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(self.start)
    }

    fn end_bound(&self) -> Bound<&T> {
        Excluded(self.end)
    }
}
