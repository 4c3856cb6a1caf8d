//! A thermostat: hysteresis keeps the heater from chattering around one temperature, and a minimum on-time spares the
//! burner short runs.
#![no_std]
#![forbid(unsafe_code)]

use falsify::temporal::{Fell, HeldFor, Prev};
use falsify::{control_loop, monitor};

/// A temperature in tenths of a degree Celsius.
pub type Decicelsius = i16;

/// What the sensor can measure.
const COLDEST: Decicelsius = -400;
const HOTTEST: Decicelsius = 1250;

/// Below this the heater goes on.
pub const TURN_ON: Decicelsius = 195;
/// Above this it goes off again.
pub const TURN_OFF: Decicelsius = 210;
/// A heater that went on stays on for at least this many ticks, the one at which it went on counted.
pub const MINIMUM_ON: u8 = 30;

/// The heater as it was switched last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heater {
    Off,
    /// On, and for how many ticks it must not go off yet.
    On {
        locked: u8,
    },
}

/// A thermostat for one room.
#[derive(Debug)]
pub struct Thermostat {
    heater: Heater,
}

impl Thermostat {
    /// A thermostat that starts with a cold burner.
    pub const fn new() -> Self {
        Self {
            heater: Heater::Off,
        }
    }

    /// One pass of the control loop: takes the room's temperature and returns whether the heater is on.
    #[control_loop]
    pub fn step(&mut self, #[input(COLDEST..=HOTTEST)] room: Decicelsius) -> bool {
        self.heater = match self.heater {
            Heater::Off if room < TURN_ON => Heater::On {
                locked: MINIMUM_ON - 1,
            },
            Heater::On { locked: 0 } if room > TURN_OFF => Heater::Off,
            Heater::On { locked } => Heater::On {
                locked: locked.saturating_sub(1),
            },
            Heater::Off => Heater::Off,
        };
        self.is_on()
    }

    /// Whether the heater is on.
    pub fn is_on(&self) -> bool {
        matches!(self.heater, Heater::On { .. })
    }
}

impl Default for Thermostat {
    fn default() -> Self {
        Self::new()
    }
}

/// What the monitor of the on-time remembers.
#[derive(Debug, Default)]
struct OnTime {
    switched_off: Fell,
    long_run: HeldFor<30>,
    long_run_before: Prev<bool>,
}

/// A heater that goes off has been on for at least 30 ticks.
#[monitor]
fn runs_long_enough(thermostat: &Thermostat, time: &mut OnTime) -> bool {
    let on = thermostat.is_on();
    let long_run = time.long_run.check(on);
    let long_run_before = time.long_run_before.step(long_run).unwrap_or(false);
    !time.switched_off.check(on) || long_run_before
}

/// A cold room is heated at once.
#[monitor]
fn heats_a_cold_room(room: Decicelsius, out: bool) -> bool {
    room >= TURN_ON || out
}

/// A room that has been too warm for longer than the minimum on-time is not heated.
#[monitor]
fn does_not_overheat(room: Decicelsius, out: bool, too_warm: &mut HeldFor<31>) -> bool {
    !too_warm.check(room > TURN_OFF) || !out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_the_thresholds_nothing_changes() {
        let mut thermostat = Thermostat::new();
        assert!(!thermostat.step(TURN_ON));
        assert!(thermostat.step(TURN_ON - 1));
        for _ in 0..100 {
            assert!(thermostat.step(TURN_OFF));
        }
        assert!(!thermostat.step(TURN_OFF + 1));
        assert!(!thermostat.step(TURN_ON));
    }

    #[test]
    fn a_run_lasts_its_minimum() {
        let mut thermostat = Thermostat::new();
        assert!(thermostat.step(COLDEST));
        for _ in 1..MINIMUM_ON {
            assert!(thermostat.step(HOTTEST));
        }
        assert!(!thermostat.step(HOTTEST));
    }

    #[test]
    fn the_monitors_agree_with_a_room_that_swings() {
        let (mut thermostat, mut time) = (Thermostat::new(), OnTime::default());
        let mut too_warm = HeldFor::new();
        for tick in 0..1000_i16 {
            let room = 150 + (tick * 7) % 120;
            let out = thermostat.step(room);
            assert!(runs_long_enough(&thermostat, &mut time), "{tick}");
            assert!(heats_a_cold_room(room, out), "{tick}");
            assert!(does_not_overheat(room, out, &mut too_warm), "{tick}");
        }
    }

    #[test]
    fn the_monitor_sees_a_run_that_is_too_short() {
        let mut time = OnTime::default();
        let on = Thermostat {
            heater: Heater::On { locked: 3 },
        };
        for _ in 0..29 {
            assert!(runs_long_enough(&on, &mut time));
        }
        assert!(!runs_long_enough(&Thermostat::new(), &mut time));
    }
}
