//! What passengers may rely on.
use crate::{Floor, Lift, Panel, FLOORS};
use falsify::monitor;
use falsify::temporal::{HeldFor, Once, Prev, Within};

const TOP: Floor = FLOORS as Floor - 1;

/// The door is never open for longer than three seconds.
#[monitor]
fn door_closes(lift: &Lift, open: &mut HeldFor<301>) -> bool {
    !open.check(lift.door_is_open())
}

/// Who calls from the cabin for the floor at which it stands sees the door open within three seconds, also right after it
/// was served.
#[monitor]
fn served_again(
    lift: &Lift,
    floor: Option<Floor>,
    panel: Panel,
    deadline: &mut Within<300>,
) -> bool {
    let called = floor.is_some_and(|floor| panel.pressed.cabin[usize::from(floor)]);
    deadline.check(called && !panel.stop, lift.door_is_open() || panel.stop)
}

/// What the monitor of the time after an emergency remembers.
#[derive(Debug, Default)]
struct Aftermath {
    stopped: Once,
    deadline: Within<600>,
}

/// Once the stop button is released, a new call from the cabin lets people out within six seconds.
#[monitor]
fn serves_after_emergency(lift: &Lift, panel: Panel, after: &mut Aftermath) -> bool {
    let stopped = after.stopped.check(panel.stop);
    let called = panel.pressed.cabin.contains(&true) && !panel.stop;
    let response = lift.door_is_open() || panel.stop;
    after.deadline.check(stopped && called, response)
}

/// What the monitor of waiting people remembers.
#[derive(Debug, Default)]
struct Waiting {
    last_floor: Prev<Option<Floor>>,
    arrivals: u8,
}

/// While people on the first floor wait to go up, the cabin does not come to the top floor twice.
#[monitor]
fn up_call_is_not_passed_over(lift: &Lift, floor: Option<Floor>, waiting: &mut Waiting) -> bool {
    let before = waiting.last_floor.step(floor);
    let arrives = floor == Some(TOP) && before == Some(None);
    if !lift.orders.up[1] {
        waiting.arrivals = 0;
    } else if arrives {
        waiting.arrivals = waiting.arrivals.saturating_add(1);
    }
    waiting.arrivals < 2
}
