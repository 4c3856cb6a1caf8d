//! A method that neither the crate nor the model of core has.
#![no_std]
use falsify::control_loop;

struct Probe;

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    let probe = Probe;
    *state = probe.sample(); //~ ERROR typeck::method
    *state += i32::from(input);
}
