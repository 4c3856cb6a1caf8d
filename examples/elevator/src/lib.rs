//! A lift with four floors. The loop runs a hundred times a second, so a door that is open for three seconds is open for
//! hundreds of ticks, and what goes wrong after two stops goes wrong late.
//!
//! The controller has four faults, one for each requirement. The feature `repaired` takes them out.
#![no_std]
#![forbid(unsafe_code)]

pub mod orders;
mod plant;
mod requirements;

use falsify::control_loop;
use orders::{any_pending, choose_direction, is_ordered, Direction, Orders};

/// A floor, counted from the ground.
pub type Floor = u8;

/// How many floors there are.
pub const FLOORS: usize = 4;

/// The door stays open for three seconds.
pub const DOOR_TICKS: u16 = 300;

/// What the panels say in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Panel {
    /// The buttons that are pressed.
    pub pressed: Orders,
    /// The stop button in the cabin.
    pub stop: bool,
}

/// What the motor does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motor {
    /// It holds the cabin.
    #[default]
    Off,
    /// It moves the cabin.
    Runs(Direction),
}

/// What the controller is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    /// Goes down until a floor is known.
    #[default]
    Init,
    /// Waits for an order.
    Idle,
    /// Goes to an order.
    Run,
    /// Stands at a floor; `Some` is the time for which the door stays open.
    Stop(Option<u16>),
    /// The stop button is held.
    Emergency,
}

/// The controller's memory.
#[derive(Debug, Default)]
pub struct Lift {
    mode: Mode,
    orders: Orders,
    direction: Direction,
    motor: Motor,
}

impl Lift {
    /// Whether the door is open.
    pub fn door_is_open(&self) -> bool {
        matches!(self.mode, Mode::Stop(Some(_)))
    }

    /// What the motor does.
    pub fn motor(&self) -> Motor {
        self.motor
    }

    fn home(&mut self, floor: Option<Floor>) {
        match floor {
            Some(_) => self.halt(Mode::Idle),
            None => self.motor = Motor::Runs(Direction::Down),
        }
    }

    fn leave_idle(&mut self, floor: Floor) {
        if any_pending(self.orders) {
            self.direction = self.next_direction(floor);
            self.mode = Mode::Run;
        }
    }

    /// The direction in which more people wait.
    #[cfg(not(feature = "repaired"))]
    fn next_direction(&self, floor: Floor) -> Direction {
        choose_direction(self.orders, floor)
    }

    /// The direction of before, as long as somebody waits there: two busy floors cannot keep the cabin between them.
    #[cfg(feature = "repaired")]
    fn next_direction(&self, floor: Floor) -> Direction {
        if self.orders.ahead(floor, self.direction) > 0 {
            self.direction
        } else {
            choose_direction(self.orders, floor)
        }
    }

    fn run(&mut self, floor: Floor) {
        if is_ordered(self.orders, floor, self.direction) {
            self.halt(Mode::Stop(None));
        } else {
            self.motor = Motor::Runs(self.direction);
        }
    }

    fn serve(&mut self, floor: Floor, door: Option<u16>) {
        match door {
            None => self.keep_open(floor, DOOR_TICKS),
            Some(0..=1) => self.close(floor),
            Some(left) => self.keep_open(floor, self.time_left(floor, left)),
        }
    }

    fn keep_open(&mut self, floor: Floor, left: u16) {
        self.orders.clear(floor);
        self.mode = Mode::Stop(Some(left));
    }

    /// Who orders this floor again gets the full time once more.
    #[cfg(not(feature = "repaired"))]
    fn time_left(&self, floor: Floor, left: u16) -> u16 {
        if self.orders.at(floor) {
            DOOR_TICKS
        } else {
            left - 1
        }
    }

    /// Nobody can hold the door for longer than its time.
    #[cfg(feature = "repaired")]
    fn time_left(&self, _floor: Floor, left: u16) -> u16 {
        left - 1
    }

    /// Drops the orders of the floor, also one that came in just now.
    #[cfg(not(feature = "repaired"))]
    fn close(&mut self, floor: Floor) {
        self.orders.clear(floor);
        self.mode = Mode::Idle;
    }

    /// An order that came in just now opens the door again.
    #[cfg(feature = "repaired")]
    fn close(&mut self, _floor: Floor) {
        self.mode = Mode::Idle;
    }

    fn release(&mut self, floor: Option<Floor>) {
        self.mode = match floor {
            Some(_) => Mode::Stop(None),
            None => Self::BETWEEN_FLOORS,
        };
    }

    /// Waits, although nothing that depends on the floor can happen where there is none.
    #[cfg(not(feature = "repaired"))]
    const BETWEEN_FLOORS: Mode = Mode::Idle;

    /// Looks for a floor first.
    #[cfg(feature = "repaired")]
    const BETWEEN_FLOORS: Mode = Mode::Init;

    fn halt(&mut self, mode: Mode) {
        self.motor = Motor::Off;
        self.mode = mode;
    }
}

/// One pass of the control loop: takes the floor at which the cabin is, `None` between two, and the panels.
#[control_loop]
pub fn tick(lift: &mut Lift, floor: Option<Floor>, panel: Panel) {
    if panel.stop {
        lift.orders = Orders::default();
        lift.halt(Mode::Emergency);
        return;
    }
    lift.orders.latch(panel.pressed);
    match (lift.mode, floor) {
        (Mode::Init, _) => lift.home(floor),
        (Mode::Emergency, _) => lift.release(floor),
        (Mode::Idle, Some(floor)) => lift.leave_idle(floor),
        (Mode::Run, Some(floor)) => lift.run(floor),
        (Mode::Stop(door), Some(floor)) => lift.serve(floor, door),
        (Mode::Idle | Mode::Run | Mode::Stop(_), None) => {}
    }
}

#[cfg(test)]
mod tests;
