//! The points where a program speaks to the tool: free choice, assumptions, and properties inside the code.
//!
//! The tool knows these items by their paths and gives them their meaning; what stands here is only what an ordinary
//! build does.
use core::ops::RangeBounds;

/// A fresh value, any one of its type.
///
/// Under `cargo falsify` every execution of the call chooses anew; a float may be infinite or NaN.
///
/// # Panics
/// Always, in an ordinary build: only the tool can choose.
#[track_caller]
pub fn any<T>() -> T {
    panic!("falsify::any() has a value only under `cargo falsify`; in an ordinary build nothing chooses it")
}

/// A fresh value within `range`, which may be any form of range over integers, chars or floats.
///
/// ```should_panic
/// let raw: u16 = falsify::any_in(0..=4095);
/// let letter = falsify::any_in('a'..='z');
/// ```
///
/// # Panics
/// Always, in an ordinary build: only the tool can choose.
#[track_caller]
pub fn any_in<T>(range: impl RangeBounds<T>) -> T {
    let _ = range;
    panic!("falsify::any_in() has a value only under `cargo falsify`; in an ordinary build nothing chooses it")
}

/// Leaves out of consideration every run in which `condition` is false here.
///
/// Does nothing in an ordinary build. The condition itself is evaluated, as any argument is.
pub fn assume(condition: bool) {
    let _ = condition;
}

/// States a property at this point: `check!("name", condition)`.
///
/// The tool looks for a run that comes here with a false condition. An ordinary build checks that the condition is a
/// `bool` and never evaluates it, so it must not be relied on for its effects.
///
/// ```
/// let duty = 40_u8;
/// falsify::check!("duty is a percentage", duty <= 100);
/// ```
///
/// ```compile_fail
/// falsify::check!("not a condition", 1);
/// ```
///
/// ```compile_fail
/// falsify::check!(3, true);
/// ```
#[macro_export]
macro_rules! check {
    ($name:literal, $condition:expr $(,)?) => {{
        const _: &str = $name;
        if false {
            let _: bool = $condition;
        }
    }};
}
