//! A derive that cannot be applied.
#![no_std]
use falsify::control_loop;

#[derive(Default)] //~ ERROR syntax::derive
pub enum Mode {
    On,
    Off,
}

#[control_loop]
pub fn tick(state: &mut u8, input: u8) {
    *state = input;
}
