//! Attributes on parameters where they do not belong.
#![allow(unused)]
use falsify::{aux, control_loop, monitor};

struct State;

impl State {
    #[control_loop]
    fn step(#[input] &mut self) {}
}

#[control_loop]
fn by_reference(#[input(0..3)] state: &mut u8) {}

#[control_loop]
fn of_no_type(state: &mut u8, #[input] x: impl Copy) {}

#[control_loop]
fn endless(#[input(0..3)] x: u8) -> ! {
    loop {}
}

#[control_loop]
fn marked_twice(#[input(0..3)] #[input(1..2)] x: u8) {}

#[control_loop]
fn marked_wrongly(#[monitor] x: u8, #[falsify::output] y: u8) {}

#[aux]
fn helper(#[input(0..3)] x: u8) -> u8 {
    x
}

#[monitor]
fn fine(#[input] x: u8) -> bool {
    x > 0
}

fn unmarked(#[falsify::input(0..3)] x: u8) {}

fn main() {}
