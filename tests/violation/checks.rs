//! inputs: 2 5 5
//! Checks inside the loop and in a helper that is called more than once.
#![no_std]
use falsify::{check, control_loop};

#[derive(Default)]
pub struct State {
    heat: i16,
    fan: i16,
}

fn bounded(name: i16, limit: i16) -> i16 {
    check!("bounded", name >= 0 && name < limit);
    name
}

#[control_loop]
pub fn tick(state: &mut State, #[input(0..=9)] raw: i16) {
    state.heat = bounded(raw, 8);
    state.fan = bounded(raw - 4, 8);
    check!("fan follows heat", state.fan * 2 >= state.heat);
}
