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

/// The next values that the run has for the elements of a buffer.
pub fn fill<T>(source: &str, buffer: &mut [T]) {
    buffer.iter_mut().for_each(|it| *it = input(source));
}

/// An event with its arguments: none, one, or a tuple of all.
pub fn output<T>(event: &str, arguments: T) {
    run::event(event, arguments);
}

/// The same bits at a place that stays, for a reference among the arguments of an output.
pub fn keep_behind<T: ?Sized>(reference: &T) -> &T {
    let (size, align) = (size_of_val(reference), align_of_val(reference));
    let mut kept: *const T = reference;
    // SAFETY: a pointer begins with its address, whatever else belongs to it, and the new place has what the old one has.
    unsafe {
        let place = __falsify_keep(kept.cast(), size, align);
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

// What crates call that cannot name this one.

/// Reads an input of a type that is known by its name and size.
#[no_mangle]
fn __falsify_input(source: &str, ty: &str, size: usize, place: *mut ()) {
    if ty != "()" {
        run::read_into(source, ty, size, place);
    }
}

/// Notes an event whose arguments are at a place.
#[no_mangle]
fn __falsify_output(event: &str, arguments: *const (), size: usize, align: usize) {
    let kept = __falsify_keep(arguments.cast(), size, align);
    run::event_at(event, kept.cast());
}

/// Copies bytes to a place that stays.
#[no_mangle]
fn __falsify_keep(place: *const u8, size: usize, align: usize) -> *mut u8 {
    let layout = Layout::from_size_align(size, align).expect("a layout of the compiler");
    if size == 0 {
        return place.cast_mut();
    }
    // SAFETY: the new place has room for what is copied there.
    unsafe {
        let kept = alloc(layout);
        core::ptr::copy_nonoverlapping(place, kept, size);
        kept
    }
}
