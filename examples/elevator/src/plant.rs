//! The shaft: the cabin moves with the motor, and the panels are pressed at will.
use crate::orders::{Direction, Orders};
use crate::{Floor, Lift, Motor, Panel, FLOORS};
use falsify::environment;

/// How many ticks the cabin needs from one floor to the next.
pub(crate) const TRAVEL_TICKS: u8 = 20;

const ROOF: u8 = TRAVEL_TICKS * (FLOORS as u8 - 1);

/// Where the cabin is, in ticks of travel above the ground.
#[derive(Debug, Default)]
pub(crate) struct Shaft {
    pub(crate) height: Option<u8>,
}

impl Shaft {
    pub(crate) fn moved(height: u8, motor: Motor) -> u8 {
        match motor {
            Motor::Off => height,
            Motor::Runs(Direction::Down) => height.saturating_sub(1),
            Motor::Runs(Direction::Up) => ROOF.min(height + 1),
        }
    }

    pub(crate) fn floor(height: u8) -> Option<Floor> {
        height
            .is_multiple_of(TRAVEL_TICKS)
            .then_some(height / TRAVEL_TICKS)
    }
}

/// At power-up the cabin may be anywhere.
#[environment]
fn shaft(lift: &Lift, shaft: &mut Shaft) -> (Option<Floor>, Panel) {
    let height = match shaft.height {
        None => falsify::any_in(0..=ROOF),
        Some(height) => Shaft::moved(height, lift.motor()),
    };
    shaft.height = Some(height);
    let pressed = Orders {
        up: falsify::any(),
        down: falsify::any(),
        cabin: falsify::any(),
    };
    let stop = falsify::any();
    (Shaft::floor(height), Panel { pressed, stop })
}
