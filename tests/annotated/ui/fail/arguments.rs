//! Arguments that the attributes do not take.
#![allow(unused)]
use falsify::{aux, control_loop, environment, input, isr, monitor, output};

#[control_loop(start = 3)]
fn a(state: &mut u8) {}

#[control_loop(u8::default())]
fn b(state: &mut u8) {}

#[control_loop(init)]
fn c(state: &mut u8) {}

#[control_loop(init = 1, init = 2)]
fn d(state: &mut u8) {}

#[monitor("a")]
fn e() -> bool {
    true
}

#[monitor(of = "a")]
fn f() -> bool {
    true
}

#[monitor(loop = a)]
fn g() -> bool {
    true
}

#[aux(pure)]
fn h(x: u8) -> u8 {
    x
}

#[output(led)]
fn i() {}

#[environment(of = a, range = 0..3)]
fn j() -> u8 {
    0
}

#[isr(max = 0)]
fn k() {}

#[isr(max = "3")]
fn l() {}

#[isr(preempt = true)]
fn m() {}

#[isr(maximum = 3, preempt)]
fn n() {}

#[input(5)]
fn o() -> u8 {
    0
}

#[input(0..=3, 5..=9)]
fn p() -> u8 {
    0
}

#[input(min = 3)]
fn q() -> u8 {
    0
}

#[control_loop]
fn r(#[input("low".."high", 3)] x: u8, #[input = 3] y: u8, #[input(7)] z: u8) {}

fn main() {}
