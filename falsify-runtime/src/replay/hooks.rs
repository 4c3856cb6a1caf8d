//! What the crate's own code calls in a replay.

use core::ops::RangeBounds;
use core::panic::Location;
use std::alloc::{alloc, Layout};

use super::registry::is_unit;
use super::run;

/// The next value that the run has for an input.
pub fn input<T>(source: &str) -> T {
    match is_unit::<T>() {
        // SAFETY: this is the unit type, which has one value and no bits.
        true => unsafe { core::mem::zeroed() },
        false => run::read(source),
    }
}

/// An event with its arguments: none, one, or a tuple of all.
pub fn output<T>(event: &str, arguments: T) {
    run::event(event, arguments);
}

/// The same bits at a place that stays, for a reference among the arguments of an output.
pub fn keep_behind<T: ?Sized>(reference: &T) -> &T {
    let layout = Layout::for_value(reference);
    if layout.size() == 0 {
        return reference;
    }
    let mut kept: *const T = reference;
    // SAFETY: the new place has room for what is copied there. A pointer begins with its address, whatever else belongs
    // to it; nothing that is read in a replay has a destructor that frees anything.
    unsafe {
        let place = alloc(layout);
        let from = kept.cast::<u8>();
        core::ptr::copy_nonoverlapping(from, place, size_of_val(reference));
        debug_assert_eq!(place.align_offset(align_of_val(reference)), 0);
        (&raw mut kept).cast::<*mut u8>().write(place);
        &*kept
    }
}

/// A fresh value.
#[must_use]
pub fn any<T>() -> T {
    input("any")
}

/// A fresh value within a range.
#[track_caller]
pub fn any_in<T: PartialOrd>(range: impl RangeBounds<T>) -> T {
    let value = input("any_in");
    assume(range.contains(&value));
    value
}

/// Ends the run if the condition is false.
#[track_caller]
pub fn assume(condition: bool) {
    if !condition {
        run::assumption_failed(Location::caller());
    }
}

/// Notes whether a property holds.
#[track_caller]
pub fn check(name: &str, holds: bool) {
    run::property(name, holds, Location::caller());
}

/// States a property at this point.
#[macro_export]
macro_rules! check {
    ($name:literal, $condition:expr $(,)?) => {
        $crate::replay::check($name, $condition)
    };
}
