//! The climate loop: heats a cold greenhouse, airs a hot one, and does what the operator says in between.
mod actuator;

use crate::command::{self, Command, CommandError};
use crate::filter::{Chain, Filter, Mean, Median};
use crate::units::{Celsius, Percent};
use actuator::{close, Actuator, Heater, Vent};
use core::time::Duration;
use falsify::temporal::{Prev, Since, Within};
use falsify::{aux, control_loop, monitor};

/// What the sensor can measure, in sixteenths of a degree.
const COLDEST: i16 = -40 * 16;
const HOTTEST: i16 = 85 * 16;

/// How long one tick takes.
const TICK: Duration = Duration::from_millis(500);
/// The target until the operator gives one.
const FIRST_TARGET: i8 = 18;
/// How far from the target the air may be before something is done.
const TOLERANCE: Celsius = Celsius::from_sixteenths(8);

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Automatic,
    Manual { vent: Percent },
    Paused { left: Duration },
}

/// The loop's memory.
#[derive(Clone, Copy, Debug)]
pub struct Climate {
    target: Celsius,
    mode: Mode,
    air: Chain<Median<i16>, Mean<4>>,
    vent: Vent,
    heater: Heater,
    fault: Option<CommandError>,
}

steps! {
    /// How far to open the vent for an excess in sixteenths of a degree.
    fn opening {
        below 8 => 0,
        below 32 => 25,
        below 80 => 60,
        else 100,
    }
}

impl Climate {
    /// A closed greenhouse that is to be kept at a temperature.
    pub fn at(target: impl Into<Celsius>) -> Self {
        Self {
            target: target.into(),
            mode: Mode::Automatic,
            air: Chain::default(),
            vent: Vent::default(),
            heater: Heater::default(),
            fault: None,
        }
    }

    /// One pass of the loop: takes a reading, and a command if one came in. Returns the vent's position and whether the
    /// heater is on.
    #[control_loop(init = Climate::at(FIRST_TARGET))]
    pub fn step(
        &mut self,
        #[input(COLDEST..=HOTTEST)] reading: i16,
        command: Option<[u8; 3]>,
    ) -> (Percent, bool) {
        let air = Celsius::from_sixteenths(self.air.update(reading));
        let outcome = command.map(|bytes| command::parse(&bytes)).transpose();
        self.fault = outcome.err();
        if let Ok(Some(command)) = outcome {
            self.obey(command);
        }
        self.act(air);
        (self.vent.position(), !self.heater.is_closed())
    }

    fn obey(&mut self, command: Command) {
        self.mode = match (command, self.mode) {
            (Command::Target(target), mode) => {
                self.target = limited(target);
                mode
            }
            (Command::Vent(vent), _) => Mode::Manual { vent },
            (Command::Pause(time), Mode::Paused { left }) => Mode::Paused {
                left: largest!(time, left),
            },
            (Command::Pause(left), _) => Mode::Paused { left },
            (Command::Resume, _) => Mode::Automatic,
        };
    }

    fn act(&mut self, air: Celsius) {
        match self.mode {
            Mode::Automatic => self.regulate(air),
            Mode::Manual { vent } => {
                self.heater.set(Percent::ZERO);
                self.vent.approach(vent);
            }
            Mode::Paused { left } => {
                self.heater.set(Percent::ZERO);
                self.mode = match left.checked_sub(TICK) {
                    None | Some(Duration::ZERO) => Mode::Automatic,
                    Some(left) => Mode::Paused { left },
                };
            }
        }
    }

    /// Heats only under a closed vent.
    fn regulate(&mut self, air: Celsius) {
        let excess = air - self.target;
        if excess < -TOLERANCE {
            let closed = close(&mut self.vent);
            let power = if closed { Percent::FULL } else { Percent::ZERO };
            self.heater.set(power);
        } else {
            self.heater.set(Percent::ZERO);
            self.vent
                .approach(Percent::saturating(opening(excess.sixteenths())));
        }
    }
}

/// The nearest temperature that the greenhouse can be kept at.
#[aux]
fn limited(target: Celsius) -> Celsius {
    target.clamp(Celsius::from(5), Celsius::from(30))
}

/// Nobody heats under an open vent.
#[monitor(of = Climate::step)]
fn never_heats_the_sky(out: (Percent, bool)) -> bool {
    let (vent, heating) = out;
    !heating || vent == Percent::ZERO
}

/// The vent moves by at most 10 percent in a tick.
#[monitor(of = Climate::step)]
fn vent_moves_slowly(climate: &Climate, last: &mut Prev<u8>) -> bool {
    let position = climate.vent.position().get();
    last.step(position)
        .is_none_or(|last| last.abs_diff(position) <= 10)
}

/// The target stays between 5 and 30 degrees.
#[monitor(of = Climate::step)]
fn target_is_bearable(climate: &Climate) -> bool {
    let range = Celsius::from(5)..=Celsius::from(30);
    range.contains(&climate.target)
}

/// From a pause on, the heater is off as long as the pause lasts.
#[monitor(of = Climate::step)]
fn pauses_are_quiet(climate: &Climate, pause: &mut Since) -> bool {
    let paused = matches!(climate.mode, Mode::Paused { .. });
    !pause.check(paused, paused) || climate.heater.is_closed()
}

/// A pause ends within two minutes, commands or not.
#[monitor(of = Climate::step)]
fn pauses_end(climate: &Climate, end: &mut Within<240>) -> bool {
    let paused = matches!(climate.mode, Mode::Paused { .. });
    end.check(paused, !paused)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLD: i16 = 10 * 16;
    const HOT: i16 = 30 * 16;

    /// The outputs of a greenhouse whose air stays as it is, tick by tick.
    fn run<const T: usize>(climate: &mut Climate, reading: i16) -> [(u8, bool); T] {
        [(); T].map(|()| {
            let out = climate.step(reading, None);
            assert!(never_heats_the_sky(out) && target_is_bearable(climate));
            (out.0.get(), out.1)
        })
    }

    #[test]
    fn a_cold_house_is_heated() {
        let mut climate = Climate::at(18);
        assert_eq!(run(&mut climate, COLD), [(0, true); 2]);
    }

    #[test]
    fn a_hot_house_is_aired_slowly_and_closed_before_it_is_heated() {
        let mut climate = Climate::at(18);
        assert_eq!(run(&mut climate, HOT), [(10, false), (20, false)]);
        climate.air = Chain::default();
        assert_eq!(run(&mut climate, COLD), [(10, false), (0, true)]);
    }

    #[test]
    fn the_operator_opens_the_vent() {
        let mut climate = Climate::at(18);
        climate.step(COLD, Some([b'V', 5, 0]));
        assert_eq!(run(&mut climate, COLD), [(5, false); 2]);
        climate.step(COLD, Some(*b"R  "));
        assert_eq!(run(&mut climate, COLD), [(0, true); 2]);
    }

    #[test]
    fn a_pause_ends_by_itself() {
        let mut climate = Climate::at(18);
        climate.step(COLD, Some([b'P', 1, 0]));
        assert_eq!(run(&mut climate, COLD), [(0, false), (0, true)]);
    }

    #[test]
    fn a_target_out_of_reach_is_limited_and_a_bad_command_is_kept() {
        let mut climate = Climate::at(18);
        climate.step(COLD, Some([b'T', 0x7F, 0xFF]));
        assert_eq!(climate.target, Celsius::from(30));
        climate.step(COLD, Some([b'V', 200, 0]));
        assert_eq!(climate.fault, Some(CommandError::Value(200)));
        climate.step(COLD, None);
        assert_eq!(climate.fault, None);
    }

    #[test]
    fn a_pause_that_is_asked_for_again_and_again_does_not_end() {
        let (mut climate, mut end) = (Climate::at(18), Within::default());
        let (mut pause, mut last) = (Since::default(), Prev::default());
        let broken = (1..=300).find(|_| {
            climate.step(COLD, Some([b'P', 60, 0]));
            assert!(pauses_are_quiet(&climate, &mut pause));
            assert!(vent_moves_slowly(&climate, &mut last));
            !pauses_end(&climate, &mut end)
        });
        assert_eq!(broken, Some(241));
    }
}
