//! A door interlock on embedded-hal pins: the hardware is whatever implements the traits, and nothing is annotated but
//! the loop and its requirements.
//!
//! The heater is on while it is demanded and the door is shut. A pin that cannot be read counts as an open door.
#![no_std]
#![forbid(unsafe_code)]

use embedded_hal::digital::{InputPin, OutputPin};
use falsify::temporal::HeldFor;
use falsify::{control_loop, monitor};

/// Ticks for which the door must have been shut before the heater may start.
pub const SETTLE: u8 = 5;

/// Guards the heater for ever.
#[control_loop]
pub fn run(door: &mut impl InputPin, demand: &mut impl InputPin, heater: &mut impl OutputPin) -> ! {
    let mut shut_for: u8 = 0;
    let mut faults: u8 = 0;
    loop {
        let shut = matches!(door.is_low(), Ok(true));
        shut_for = if shut { shut_for.saturating_add(1) } else { 0 };

        let wanted = demand.is_high().unwrap_or(false);
        let on = wanted && shut_for >= SETTLE;
        let written = if on {
            heater.set_high()
        } else {
            heater.set_low()
        };
        if written.is_err() {
            faults = faults.saturating_add(1);
        }
    }
}

/// The heater is on only if the door has been shut for five ticks.
#[monitor]
fn heats_behind_a_shut_door(shut: bool, on: bool, settled: &mut HeldFor<5>) -> bool {
    let settled = settled.check(shut);
    !on || settled
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use core::convert::Infallible;
    use embedded_hal::digital::ErrorType;
    use std::panic::{catch_unwind, AssertUnwindSafe};
    use std::vec::Vec;

    /// An input that plays a script and then powers down with a panic.
    struct Script(std::vec::IntoIter<bool>);

    impl ErrorType for Script {
        type Error = Infallible;
    }

    impl InputPin for Script {
        fn is_high(&mut self) -> Result<bool, Infallible> {
            Ok(self.0.next().expect("the script ends here"))
        }

        fn is_low(&mut self) -> Result<bool, Infallible> {
            self.is_high().map(|high| !high)
        }
    }

    /// An output that notes what it is set to.
    #[derive(Default)]
    struct Notes(Vec<bool>);

    impl ErrorType for Notes {
        type Error = Infallible;
    }

    impl OutputPin for Notes {
        fn set_low(&mut self) -> Result<(), Infallible> {
            self.0.push(false);
            Ok(())
        }

        fn set_high(&mut self) -> Result<(), Infallible> {
            self.0.push(true);
            Ok(())
        }
    }

    #[test]
    fn the_heater_starts_when_the_door_has_settled() {
        let mut door = Script(std::vec![false; 7].into_iter());
        let mut demand = Script(std::vec![true; 7].into_iter());
        let mut heater = Notes::default();
        let ended = catch_unwind(AssertUnwindSafe(|| {
            run(&mut door, &mut demand, &mut heater)
        }));
        assert!(ended.is_err());
        assert_eq!(heater.0, [false, false, false, false, true, true, true]);
    }
}
