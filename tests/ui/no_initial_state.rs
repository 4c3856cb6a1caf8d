//! The state has no start value.
#![no_std]
use falsify::{control_loop};

pub struct Motor {
    speed: u8,
}

#[control_loop]
pub fn tick(motor: &mut Motor, input: u8) { //~ ERROR roots::no-initial-state
    motor.speed = input;
}
