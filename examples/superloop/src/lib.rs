//! A pump controller as a superloop: the state is in locals, and the hardware is a trait that each board implements.
//!
//! The pump empties a tank. It runs from a high level down to a low one, never dry, and never while the lid is open.
#![no_std]
#![forbid(unsafe_code)]

use falsify::temporal::{AtMost, Within};
use falsify::{control_loop, input, monitor, output};

/// Counts of the level sensor at which the pump starts.
pub const HIGH: u16 = 3000;
/// Counts at which it stops again.
pub const LOW: u16 = 800;
/// Ticks for which the pump rests before it starts again.
pub const REST: u8 = 20;

/// The hardware of the controller.
pub trait Board {
    /// The level of the tank, as the converter gives it.
    #[input(0..=4095)]
    fn level(&mut self) -> u16;

    /// Whether the lid is open.
    #[input]
    fn lid_open(&mut self) -> bool;

    /// Switches the pump.
    #[output]
    fn set_pump(&mut self, on: bool);

    /// Switches the warning light.
    #[output]
    fn set_light(&mut self, on: bool);

    /// Sleeps until the next tick is due.
    #[output]
    fn sleep(&mut self);
}

/// Controls the pump for ever.
#[control_loop]
pub fn run(board: &mut impl Board) -> ! {
    let mut pumping = false;
    let mut rest: u8 = 0;
    board.set_pump(false);
    loop {
        let level = board.level();
        let lid_open = board.lid_open();
        let was_pumping = pumping;

        pumping = wants_to_pump(pumping, level) && !lid_open && rest == 0;
        rest = match (was_pumping, pumping) {
            (true, false) => REST,
            _ => rest.saturating_sub(1),
        };

        board.set_pump(pumping);
        board.set_light(lid_open || level >= HIGH);
        board.sleep();
    }
}

/// Hysteresis between the two levels.
fn wants_to_pump(pumping: bool, level: u16) -> bool {
    if pumping {
        level > LOW
    } else {
        level >= HIGH
    }
}

/// The pump is off as long as the lid is open.
#[monitor]
fn lid_stops_the_pump(lid_open: bool, set_pump: Option<bool>) -> bool {
    !lid_open || set_pump == Some(false)
}

/// The pump never runs dry.
#[monitor]
fn never_dry(level: u16, pumping: bool) -> bool {
    level > LOW || !pumping
}

/// What a full tank's monitor remembers.
#[derive(Debug, Default)]
struct FullTank {
    deadline: Within<20>,
}

/// A full tank under a closed lid is pumped within the rest time.
#[monitor]
fn full_tank_is_pumped(level: u16, lid_open: bool, pumping: bool, tank: &mut FullTank) -> bool {
    let full = level >= HIGH && !lid_open;
    tank.deadline.check(full, pumping || !full)
}

/// The pump starts at most twice within 40 ticks.
#[monitor]
fn starts_are_rare(was_pumping: bool, pumping: bool, starts: &mut AtMost<2, 40>) -> bool {
    starts.check(pumping && !was_pumping)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::panic::{catch_unwind, AssertUnwindSafe};
    use std::vec::Vec;

    /// A board that plays a script and notes what is switched; it powers down, with a panic, when the script ends.
    struct Bench {
        script: std::vec::IntoIter<(u16, bool)>,
        lid_open: bool,
        pump: Vec<bool>,
        light: Vec<bool>,
    }

    impl Board for Bench {
        fn level(&mut self) -> u16 {
            let (level, lid_open) = self.script.next().expect("the script ends here");
            self.lid_open = lid_open;
            level
        }

        fn lid_open(&mut self) -> bool {
            self.lid_open
        }

        fn set_pump(&mut self, on: bool) {
            self.pump.push(on);
        }

        fn set_light(&mut self, on: bool) {
            self.light.push(on);
        }

        fn sleep(&mut self) {}
    }

    /// What the pump was switched to at start and at each tick of the script, and the light at each tick.
    fn play(script: Vec<(u16, bool)>) -> (Vec<bool>, Vec<bool>) {
        let mut bench = Bench {
            script: script.into_iter(),
            lid_open: false,
            pump: Vec::new(),
            light: Vec::new(),
        };
        let ended = catch_unwind(AssertUnwindSafe(|| run(&mut bench)));
        assert!(ended.is_err());
        (bench.pump, bench.light)
    }

    #[test]
    fn the_pump_runs_from_high_to_low() {
        let levels = [2999, 3000, 2000, 801, 800];
        let (pump, light) = play(levels.map(|level| (level, false)).to_vec());
        assert_eq!(pump, [false, false, true, true, true, false]);
        assert_eq!(light, [false, true, false, false, false]);
    }

    #[test]
    fn an_open_lid_stops_the_pump_and_lights_the_light() {
        let (pump, light) = play(std::vec![(4000, false), (4000, true), (900, true)]);
        assert_eq!(pump, [false, true, false, false]);
        assert_eq!(light, [true, true, true]);
    }

    #[test]
    fn the_pump_rests_before_it_starts_again() {
        let mut script = std::vec![(4000, false), (0, false)];
        script.extend([(4000, false); 21]);
        let (pump, _) = play(script);
        let restarted = pump.iter().rposition(|on| !on).unwrap() + 1;
        assert_eq!(restarted, 3 + usize::from(REST));
    }
}
