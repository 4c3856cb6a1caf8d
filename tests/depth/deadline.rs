//! A valve that closes by steps while the pressure is low, and a deadline for that as long as the depth.
#![no_std]
use falsify::temporal::Within;
use falsify::{control_loop, monitor};

const DEPTH: u16 = 50;

#[derive(Default)]
pub struct Valve {
    opening: u8,
}

#[control_loop]
pub fn tick(v: &mut Valve, #[input(0..=1000)] pressure: u16) {
    if pressure > 800 {
        v.opening = 100;
    } else if pressure < 300 {
        v.opening = v.opening.saturating_sub(1);
    }
}

/// A valve that opens is closed again in time.
#[monitor]
fn closes_in_time(v: &Valve, deadline: &mut Within<{ DEPTH as u32 }>) -> bool {
    deadline.check(v.opening == 100, v.opening == 0)
}
