//! Expressions in attributes are checked by the compiler in every build.
#![allow(unused)]
use falsify::{control_loop, input};

struct State {
    total: u32,
}

const LEVEL: u8 = 3;
const LEVELS: core::ops::Range<u16> = 0..3;

#[control_loop(init = 3)]
fn wrong_state(state: &mut State) {}

#[control_loop(init = State { total: x })]
fn from_an_input(state: &mut State, x: u32) {}

#[control_loop]
fn wrong_bound(#[input(0..=LEVEL)] x: u16) {}

#[control_loop]
fn wrong_range(#[input(LEVELS)] x: u8) {}

#[control_loop]
fn no_range(#[input(LEVEL)] x: u8) {}

#[control_loop]
fn unknown_bound(#[input(..=HIGHEST)] x: u8) {}

#[input('a'..='z')]
fn not_a_letter() -> u8 {
    0
}

trait Board {
    #[input(0..LEVEL)]
    fn read(&self) -> u16;
}

fn main() {}
