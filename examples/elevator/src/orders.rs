//! Who wants to go where.
use crate::{Floor, FLOORS};
use falsify::aux;

/// A direction of travel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// Towards the ground.
    #[default]
    Down,
    /// Towards the roof.
    Up,
}

/// The buttons of every floor: those in the hall, up and down, and those in the cabin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// Calls of people who want to go up.
    pub up: [bool; FLOORS],
    /// Calls of people who want to go down.
    pub down: [bool; FLOORS],
    /// Calls from the cabin.
    pub cabin: [bool; FLOORS],
}

impl Orders {
    /// Adds the pressed buttons.
    pub fn latch(&mut self, pressed: Orders) {
        for floor in 0..FLOORS {
            self.up[floor] |= pressed.up[floor];
            self.down[floor] |= pressed.down[floor];
            self.cabin[floor] |= pressed.cabin[floor];
        }
    }

    /// Whether there is an order for this floor.
    pub fn at(&self, floor: Floor) -> bool {
        let floor = usize::from(floor);
        self.up[floor] || self.down[floor] || self.cabin[floor]
    }

    /// Forgets the orders of a floor.
    pub fn clear(&mut self, floor: Floor) {
        let floor = usize::from(floor);
        self.up[floor] = false;
        self.down[floor] = false;
        self.cabin[floor] = false;
    }

    /// How many orders there are beyond a floor.
    pub fn ahead(&self, floor: Floor, direction: Direction) -> u8 {
        let mut count = 0;
        for other in 0..FLOORS {
            let beyond = match direction {
                Direction::Up => other > usize::from(floor),
                Direction::Down => other < usize::from(floor),
            };
            if beyond {
                count += self.count(other);
            }
        }
        count
    }

    fn count(&self, floor: usize) -> u8 {
        u8::from(self.up[floor]) + u8::from(self.down[floor]) + u8::from(self.cabin[floor])
    }
}

/// Whether anybody waits.
#[aux]
pub fn any_pending(orders: Orders) -> bool {
    (0..FLOORS).any(|floor| orders.count(floor) > 0)
}

/// The direction in which there are more orders, down if there are as many.
#[aux]
pub fn choose_direction(orders: Orders, floor: Floor) -> Direction {
    if orders.ahead(floor, Direction::Up) > orders.ahead(floor, Direction::Down) {
        Direction::Up
    } else {
        Direction::Down
    }
}

/// Whether a cabin that goes in this direction stops here: for its passengers, for people who go the same way, and for
/// everybody where it turns.
#[aux]
pub fn is_ordered(orders: Orders, floor: Floor, direction: Direction) -> bool {
    let turns = orders.ahead(floor, direction) == 0;
    let floor = usize::from(floor);
    let same_way = match direction {
        Direction::Up => orders.up[floor],
        Direction::Down => orders.down[floor],
    };
    orders.cabin[floor] || same_way || turns
}
