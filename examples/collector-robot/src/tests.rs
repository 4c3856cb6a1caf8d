extern crate std;

use super::*;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::vec::Vec;

/// A world with one beacon, behind the first look; it ends, with a panic, after some presses of the button.
struct World {
    presses: u8,
    /// Whether the timer is asked for the first time since it was set.
    fresh: bool,
    /// Whether the beacon is not seen yet.
    dark: bool,
    driven: Vec<Drive>,
    arm: Vec<Arm>,
    lamp: u8,
}

impl Board for World {
    fn button(&mut self) -> bool {
        self.presses = self.presses.checked_sub(1).expect("the day ends");
        true
    }

    fn bumped(&mut self) -> bool {
        false
    }

    fn infrared(&mut self) -> u16 {
        if core::mem::take(&mut self.dark) {
            100
        } else {
            700
        }
    }

    fn sonar(&mut self) -> u16 {
        130
    }

    fn time_is_over(&mut self) -> bool {
        !core::mem::take(&mut self.fresh)
    }

    fn set_timer(&mut self, _milliseconds: u16) {
        self.fresh = true;
    }

    fn drive(&mut self, drive: Drive) {
        self.driven.push(drive);
    }

    fn arm(&mut self, arm: Arm) {
        self.arm.push(arm);
    }

    fn lamp(&mut self, on: bool) {
        self.lamp += u8::from(on);
    }
}

#[test]
fn garbage_is_taken_to_the_wall() {
    let mut world = World {
        presses: 1,
        fresh: false,
        dark: true,
        driven: Vec::new(),
        arm: Vec::new(),
        lamp: 0,
    };
    let ended = catch_unwind(AssertUnwindSafe(|| run(&mut world)));
    assert!(ended.is_err());
    assert_eq!(world.arm, [Arm::Lower, Arm::Grip, Arm::Raise, Arm::Drop]);
    assert_eq!(world.lamp, SIGNALS);
    assert_eq!(world.driven.last(), Some(&Drive::Halt));
}

#[test]
fn a_stray_echo_does_not_count() {
    for (a, b, c) in [(1, 2, 3), (3, 1, 2), (2, 3, 1), (2, 2, 9), (0, 2, 2)] {
        assert_eq!(median(a, b, c), 2);
    }
}
