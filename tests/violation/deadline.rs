//! inputs: 10 60 60
//! A deadline that a trigger at tick 2 arms; the run is long and steady.
#![no_std]
use falsify::temporal::Within;
use falsify::{control_loop, monitor};

#[derive(Default)]
pub struct Cruise {
    speed: i32,
    odometer: u32,
}

#[control_loop]
pub fn tick(c: &mut Cruise, #[input(0..=100)] raw: i32) {
    c.odometer = c.odometer.wrapping_add(c.speed as u32);
    c.speed = raw;
}

/// Above 50 the speed must be back under 50 within 10 ticks.
#[monitor]
fn slows_down(c: &Cruise, deadline: &mut Within<10>) -> bool {
    deadline.check(c.speed >= 50, c.speed < 50)
}
