//! A field that the struct does not have.
#![no_std]
use falsify::control_loop;

struct Probe {
    level: i32,
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    let probe = Probe { level: 1 };
    *state = probe.pressure; //~ ERROR typeck::unresolved
    *state += i32::from(input) + probe.level;
}
