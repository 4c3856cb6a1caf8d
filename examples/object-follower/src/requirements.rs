//! What the robot has to do.
use crate::control::{Wheels, FASTEST, NEAR};
use crate::vision::area;
use crate::{Frame, Robot, CONTROL_PERIOD};
use falsify::monitor;
use falsify::temporal::{HeldFor, Within};

/// From this position on the object is clearly to the right.
const RIGHT: u8 = 120;

/// No wheel is told to turn faster than it can.
#[monitor]
fn wheels_are_in_range(robot: &Robot) -> bool {
    let fine = -FASTEST..=FASTEST;
    fine.contains(&robot.wheels.left) && fine.contains(&robot.wheels.right)
}

/// When the object has been out of view for 50 ticks, the robot looks for it.
#[monitor]
fn searches_a_lost_object(robot: &Robot, frame: Frame, lost: &mut HeldFor<50>) -> bool {
    let gone = lost.check(robot.vision.tracking && frame.object().is_none());
    !gone || robot.wheels.spin()
}

/// The robot does not drive on towards an object that is as near as can be.
#[monitor]
fn keeps_its_distance(robot: &Robot) -> bool {
    let vision = &robot.vision;
    !robot.tick.is_multiple_of(CONTROL_PERIOD) || vision.size < NEAR || !robot.wheels.forward()
}

/// The size of the object is never overestimated.
#[monitor]
fn size_is_a_root(robot: &Robot) -> bool {
    let size = u16::from(robot.vision.size);
    size * size <= robot.vision.median()
}

/// The display shows how the wheels turn at most ten ticks after they do.
#[monitor]
fn display_is_up_to_date(robot: &Robot, deadline: &mut Within<10>) -> bool {
    let agrees = robot.display.wheels == robot.wheels;
    deadline.check(!agrees, agrees)
}

/// What the monitor of searches remembers.
#[derive(Debug, Default)]
struct Search {
    followed_right: bool,
    wrong_way: HeldFor<10>,
}

/// An object that was followed to the right is not looked for on the left for ten ticks.
#[monitor]
fn searches_where_it_was(robot: &Robot, search: &mut Search) -> bool {
    let right = robot.vision.position >= RIGHT;
    let follows = robot.wheels != Wheels::default() && !robot.wheels.spin();
    search.followed_right = right && (follows || search.followed_right);
    let spins_left = robot.wheels == Wheels::SPIN_LEFT;
    !search.wrong_way.check(search.followed_right && spins_left)
}

/// An object that stays in view for 44 ticks is followed.
#[monitor]
fn follows_what_it_sees(robot: &Robot, frame: Frame, steady: &mut HeldFor<44>) -> bool {
    let visible = frame
        .object()
        .is_some_and(|it| area(it) > 0 && it.x[0].min(it.x[1]) > 0);
    !steady.check(robot.vision.tracking && visible) || !robot.wheels.spin()
}

/// A robot whose camera has not obeyed for 60 ticks stands still.
#[monitor]
fn blind_robot_stands_still(robot: &Robot, blind: &mut HeldFor<60>) -> bool {
    !blind.check(!robot.vision.tracking) || robot.wheels == Wheels::default()
}

/// When the object has been out of view for 50 ticks, the display shows no size.
#[monitor]
fn display_forgets(robot: &Robot, frame: Frame, lost: &mut HeldFor<50>) -> bool {
    let gone = lost.check(robot.vision.tracking && frame.object().is_none());
    !gone || robot.display.size == 0
}
