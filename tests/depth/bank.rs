//! A bank of debounced switches, and an integrator that rises while all of them are closed and the level is high. It comes to its limit
//! after as many ticks, and a few for the switches.
#![no_std]
use falsify::{control_loop, monitor};

const DEPTH: u16 = 50;
const WIDTH: usize = 1;

#[derive(Clone, Copy, Default)]
struct Switch {
    closed: bool,
    differing: u8,
}

impl Switch {
    fn debounce(&mut self, contact: bool) {
        if contact == self.closed {
            self.differing = 0;
        } else if self.differing < 3 {
            self.differing += 1;
        } else {
            self.differing = 0;
            self.closed = contact;
        }
    }
}

pub struct Controller {
    switches: [Switch; WIDTH],
    sum: u16,
}

impl Controller {
    pub fn new() -> Self {
        Controller { switches: [Switch::default(); WIDTH], sum: 0 }
    }
}

#[control_loop]
pub fn tick(c: &mut Controller, contacts: [bool; WIDTH], level: u8) {
    for (switch, contact) in c.switches.iter_mut().zip(contacts) {
        switch.debounce(contact);
    }
    if c.switches.iter().all(|it| it.closed) && level >= 128 {
        c.sum = (c.sum + 1).min(50_000);
    } else {
        c.sum = c.sum.saturating_sub(1);
    }
}

/// The integrator stays below its limit.
#[monitor]
fn below_the_limit(c: &Controller) -> bool {
    c.sum < DEPTH
}
