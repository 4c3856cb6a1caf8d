//! inputs: 1 2 3 4 5 6
//! width: 60
//! More state than a narrow terminal has room for, names that are long, a text of several lines.
#![no_std]
use falsify::{control_loop, monitor};

#[derive(Default)]
pub struct Motor {
    temperature_of_the_winding: i32,
    revolutions: u16,
}

#[derive(Default)]
pub struct Plant {
    left: Motor,
    right: Motor,
    total: u64,
    serial: u32,
    trend: f32,
}

#[control_loop]
pub fn tick(p: &mut Plant, a: i32) -> (i32, bool) {
    p.left.temperature_of_the_winding += a;
    p.right.revolutions = p.right.revolutions.wrapping_mul(31) ^ a as u16;
    p.left.revolutions = p.left.revolutions.wrapping_add(7);
    p.total += 1_000_000_000_000;
    p.trend += a as f32 / 2.0;
    (a, a > 3)
}

/// The winding stays cool,
///
/// whatever the load is: the insulation of the left motor is known to age quickly above ten degrees.
#[monitor]
fn cool(p: &Plant) -> bool {
    p.left.temperature_of_the_winding <= 10 && p.right.temperature_of_the_winding <= 10
}
