//! An output that a monitor names, and another one of that name.
#![no_std]
use falsify::{control_loop, monitor};

mod left {
    #[falsify::output]
    pub fn set(_duty: u8) {}
    #[falsify::output]
    pub fn stop(_now: bool) {}
}

mod right {
    #[falsify::output]
    pub fn set(_duty: u8) {}
}

/// Of the same name, but no loop calls it.
pub mod unused {
    #[falsify::output]
    pub fn stop(_after: u32) {}
}

#[control_loop]
pub fn tick(duty: &mut u8, by: u8) {
    *duty = by;
    left::set(by);
    right::set(by);
    left::stop(by == 0);
}

/// Which one?
#[monitor]
fn limited(set: Option<u8>) -> bool { //~ ERROR roots::ambiguous-output
    set < Some(100)
}

/// The one that is called.
#[monitor]
fn stopped(stop: Option<bool>) -> bool {
    stop.is_some()
}
