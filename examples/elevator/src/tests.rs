extern crate std;

use crate::orders::{Direction, Orders};
use crate::plant::{Shaft, TRAVEL_TICKS};
use crate::{tick, Floor, Lift, Motor, Panel, DOOR_TICKS};

/// A lift and its cabin.
struct House {
    lift: Lift,
    height: u8,
}

impl House {
    fn at(floor: Floor) -> Self {
        let mut house = House {
            lift: Lift::default(),
            height: floor * TRAVEL_TICKS,
        };
        house.press(Panel::default());
        house
    }

    fn floor(&self) -> Option<Floor> {
        Shaft::floor(self.height)
    }

    fn press(&mut self, panel: Panel) {
        self.height = Shaft::moved(self.height, self.lift.motor());
        let floor = self.floor();
        tick(&mut self.lift, floor, panel);
    }

    /// How many ticks without a button it takes until the door is open, or closed.
    fn wait_for_door(&mut self, open: bool) -> u16 {
        let ticks = (1..1000).find(|_| {
            self.press(Panel::default());
            self.lift.door_is_open() == open
        });
        ticks.expect("the door moves")
    }
}

fn cabin(floor: usize) -> Panel {
    let mut panel = Panel::default();
    panel.pressed.cabin[floor] = true;
    panel
}

fn hall(floor: usize, direction: Direction) -> Panel {
    let mut panel = Panel::default();
    match direction {
        Direction::Up => panel.pressed.up[floor] = true,
        Direction::Down => panel.pressed.down[floor] = true,
    }
    panel
}

const STOP: Panel = Panel {
    pressed: Orders {
        up: [false; 4],
        down: [false; 4],
        cabin: [false; 4],
    },
    stop: true,
};

#[test]
fn a_call_brings_the_cabin_and_opens_the_door_for_its_time() {
    let mut house = House::at(0);
    house.press(cabin(2));
    assert_eq!(house.wait_for_door(true), 2 * u16::from(TRAVEL_TICKS) + 2);
    assert_eq!(house.floor(), Some(2));
    assert_eq!(house.wait_for_door(false), DOOR_TICKS);
}

#[test]
fn calls_on_the_way_are_served_in_the_direction_of_travel() {
    let mut house = House::at(0);
    house.press(cabin(3));
    house.press(hall(1, Direction::Down));
    house.press(hall(2, Direction::Up));
    house.wait_for_door(true);
    assert_eq!(house.floor(), Some(2));
}

#[test]
fn the_stop_button_stops_and_forgets() {
    let mut house = House::at(1);
    house.press(cabin(3));
    house.press(Panel::default());
    house.press(STOP);
    assert_eq!(house.lift.motor(), Motor::Off);
    assert_eq!(house.lift.orders, Orders::default());
}

#[test]
fn a_stop_at_a_floor_lets_people_out() {
    let mut house = House::at(1);
    house.press(STOP);
    house.press(Panel::default());
    assert_eq!(house.wait_for_door(true), 1);
}

#[cfg(feature = "repaired")]
#[test]
fn a_stop_between_floors_is_overcome() {
    let mut house = House::at(1);
    house.press(cabin(3));
    for _ in 0..5 {
        house.press(Panel::default());
    }
    house.press(STOP);
    house.press(cabin(2));
    house.wait_for_door(true);
    assert_eq!(house.floor(), Some(2));
}

#[cfg(feature = "repaired")]
#[test]
fn busy_floors_do_not_keep_the_cabin() {
    let mut house = House::at(3);
    house.press(cabin(2));
    house.press(hall(1, Direction::Up));
    house.wait_for_door(true);
    house.press(cabin(3));
    house.press(hall(3, Direction::Down));
    house.wait_for_door(false);
    house.wait_for_door(true);
    assert_eq!(house.floor(), Some(1));
}
