//! `core::iter`.

mod accum;
mod adapters;
mod collect;
mod double_ended;
mod flatten;
mod iterator;
mod range;
mod sources;
mod zip;

pub use self::accum::{Product, Sum};
pub use self::adapters::{
    Chain, Cloned, Copied, Cycle, Enumerate, Filter, FilterMap, Fuse, Inspect, Map, MapWhile, Peekable, Rev, Scan, Skip,
    SkipWhile, StepBy, Take, TakeWhile,
};
pub use self::collect::{Extend, FromIterator, IntoIterator};
pub use self::double_ended::{DoubleEndedIterator, ExactSizeIterator, FusedIterator};
pub use self::flatten::{FlatMap, Flatten};
pub use self::iterator::Iterator;
pub use self::range::Step;
pub use self::sources::{
    chain, empty, from_fn, once, once_with, repeat, repeat_n, repeat_with, successors, Empty, FromFn, Once,
    OnceWith, Repeat, RepeatN, RepeatWith, Successors,
};
pub use self::zip::{zip, Zip};
