//! Memory and state side by side in one iterator: only the memory is written.
#![no_std]
use falsify::temporal::Rose;
use falsify::{aux, control_loop, monitor};

#[derive(Default)]
pub struct State {
    open: [bool; 3],
}

#[aux]
fn doubled(levels: &[u8; 3]) -> [u8; 3] {
    let mut twice = [0; 3];
    for (level, place) in levels.iter().zip(twice.iter_mut()) {
        *place = level / 2;
    }
    twice
}

#[control_loop]
pub fn tick(state: &mut State, levels: [u8; 3]) {
    state.open = doubled(&levels).map(|level| level > 50);
}

/// Valves open one at a time.
#[monitor]
fn spared(state: &State, edges: &mut [Rose; 3]) -> bool {
    let pairs = state.open.iter().zip(edges.iter_mut());
    pairs.fold(0, |count, (open, edge)| count + u8::from(edge.check(*open))) < 3
}
