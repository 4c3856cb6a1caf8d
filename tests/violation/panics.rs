//! inputs: 3 0  9 1  200 2  200 3  1 4  1 5  1 6  1 7
//! until: 1
//! Panics with what they were computed from, and the calls that led there.
#![no_std]
use falsify::control_loop;

#[derive(Default)]
pub struct State {
    sum: u8,
    table: [u8; 4],
}

fn ratio(a: u8, b: u8) -> u8 {
    a / b
}

fn through(a: u8, b: u8) -> u8 {
    ratio(a, b)
}

fn find(state: &State, wanted: u8) -> Option<u8> {
    state.table.iter().copied().find(|it| *it == wanted)
}

/// The second input chooses what goes wrong.
#[control_loop]
pub fn tick(state: &mut State, x: u8, what: u8) {
    state.sum = 100;
    match what {
        0 => state.sum = through(x, state.sum - 100),
        1 => state.table[x as usize] = 1,
        2 => state.sum += x,
        3 => state.sum = find(state, x).unwrap(),
        4 => assert!(state.sum < 10 || x > 3, "too much"),
        5 => assert_eq!(state.sum - 1, x),
        6 => state.sum = state.sum << (x + 7),
        _ => unreachable!(),
    }
}
