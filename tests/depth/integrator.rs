//! A button with a debouncer, a mode machine, and an integrator that rises while the mode is active and the level is high. It comes
//! to its limit after as many ticks, and a few for arming.
#![no_std]
use falsify::{control_loop, monitor};

const DEPTH: u16 = 50;

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Idle,
    Armed,
    Active,
}

pub struct Controller {
    pressed: bool,
    differing: u8,
    mode: Mode,
    sum: u16,
}

impl Controller {
    pub const fn new() -> Self {
        Controller { pressed: false, differing: 0, mode: Mode::Idle, sum: 0 }
    }

    fn debounce(&mut self, button: bool) {
        if button == self.pressed {
            self.differing = 0;
        } else if self.differing < 3 {
            self.differing += 1;
        } else {
            self.differing = 0;
            self.pressed = button;
        }
    }
}

#[control_loop]
pub fn tick(c: &mut Controller, button: bool, level: u8) {
    c.debounce(button);
    c.mode = match (c.pressed, c.mode) {
        (false, _) => Mode::Idle,
        (true, Mode::Idle) => Mode::Armed,
        (true, _) => Mode::Active,
    };
    if c.mode == Mode::Active && level >= 128 {
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
