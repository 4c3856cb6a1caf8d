//! A robot with a camera that follows a coloured object. Three tasks share one loop, each at a rate of its own: acquisition
//! (every 6 ticks), control (every 10) and display (every 20).
//!
//! The robot has nine faults, one for each requirement. The feature `repaired` takes them out.
#![no_std]
#![forbid(unsafe_code)]

mod control;
mod requirements;
mod vision;

use control::{Controller, Wheels};
use falsify::control_loop;
use vision::Vision;
pub use vision::{Frame, Rectangle};

const ACQUISITION_PERIOD: u8 = 6;
const CONTROL_PERIOD: u8 = 10;
const DISPLAY_PERIOD: u8 = 20;
/// After so many ticks all tasks start together again.
const CYCLE: u8 = 60;

const REPAIRED: bool = cfg!(feature = "repaired");

/// What the display shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Display {
    size: u8,
    wheels: Wheels,
}

/// The memory of all tasks.
#[derive(Debug, Default)]
pub struct Robot {
    tick: u8,
    vision: Vision,
    controller: Controller,
    wheels: Wheels,
    display: Display,
}

impl Robot {
    /// One pass of the loop: takes what the camera shows and whether it would obey a command.
    #[control_loop]
    pub fn step(&mut self, frame: Frame, obeys: bool) {
        self.tick = self.tick % CYCLE + 1;
        if self.tick.is_multiple_of(ACQUISITION_PERIOD) {
            self.vision.acquire(&frame, obeys);
        }
        // What is displayed is what was driven, so the display has to come last.
        if !REPAIRED {
            self.show();
        }
        if self.tick.is_multiple_of(CONTROL_PERIOD) {
            self.wheels = self.controller.drive(&self.vision);
        }
        if REPAIRED {
            self.show();
        }
    }

    fn show(&mut self) {
        if self.tick.is_multiple_of(DISPLAY_PERIOD) {
            self.display = Display {
                size: self.vision.size_in_view(),
                wheels: self.wheels,
            };
        }
    }
}

#[cfg(test)]
mod tests;
