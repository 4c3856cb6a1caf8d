//! inputs: 1 0 1 0 0
//! The operators say which ticks matter.
#![no_std]
use falsify::temporal::{AtMost, HeldFor, Once, Precedes, Rose, Separated, UntilWithin};
use falsify::{control_loop, monitor};

#[derive(Default)]
pub struct State {
    on: bool,
}

#[control_loop]
pub fn tick(s: &mut State, on: bool) {
    s.on = on;
}

/// Starts are at least three ticks apart.
#[monitor]
fn apart(s: &State, gap: &mut Separated<3>) -> bool {
    gap.check(s.on)
}

/// At most one of four ticks is on.
#[monitor]
fn rare(s: &State, rate: &mut AtMost<1, 4>) -> bool {
    rate.check(s.on)
}

/// Never off for two ticks.
#[monitor]
fn rests(s: &State, held: &mut HeldFor<2>) -> bool {
    !held.check(!s.on)
}

/// Off comes first.
#[monitor]
fn order(s: &State, order: &mut Precedes) -> bool {
    order.check(!s.on, s.on)
}

/// Once it is on, it stays on until it is released.
#[monitor]
fn stays(s: &State, phase: &mut UntilWithin<5>) -> bool {
    phase.check(s.on, s.on, false)
}

/// It never rises.
#[monitor]
fn falls(s: &State, rose: &mut Rose) -> bool {
    !rose.check(s.on)
}

#[derive(Default)]
pub struct Memory {
    once: Once,
    count: u8,
}

/// An operator inside a memory of one's own.
#[monitor]
fn own(s: &State, memory: &mut Memory) -> bool {
    memory.count += 1;
    memory.once.check(!s.on) && memory.count < 9
}
