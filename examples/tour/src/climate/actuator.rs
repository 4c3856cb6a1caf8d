//! What moves: a vent that needs time, and a heater that is on or off.
use crate::units::Percent;

/// Something that can be opened by a share.
pub trait Actuator {
    /// How far it may move in one tick.
    const SPEED: u8;

    /// Where it is.
    fn position(&self) -> Percent;

    /// Puts it somewhere at once.
    fn set(&mut self, position: Percent);

    /// Moves it towards a goal, as fast as it can.
    fn approach(&mut self, goal: Percent) {
        let position = self.position().towards(goal, Self::SPEED);
        self.set(position);
    }

    /// Whether it is fully closed.
    fn is_closed(&self) -> bool {
        self.position() == Percent::ZERO
    }
}

/// A vent in the roof.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vent {
    position: Percent,
}

impl Actuator for Vent {
    const SPEED: u8 = 10;

    fn position(&self) -> Percent {
        self.position
    }

    fn set(&mut self, position: Percent) {
        self.position = position;
    }
}

/// A heater with one level.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heater {
    on: bool,
}

impl Actuator for Heater {
    const SPEED: u8 = 100;

    fn position(&self) -> Percent {
        if self.on {
            Percent::FULL
        } else {
            Percent::ZERO
        }
    }

    fn set(&mut self, position: Percent) {
        self.on = position > Percent::ZERO;
    }

    fn is_closed(&self) -> bool {
        !self.on
    }
}

/// Moves `actuator` towards closed; whether it is there.
pub fn close<A: Actuator>(actuator: &mut A) -> bool {
    actuator.approach(Percent::ZERO);
    actuator.is_closed()
}
