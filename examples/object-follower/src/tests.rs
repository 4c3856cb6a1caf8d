use crate::control::Wheels;
use crate::vision::square_root;
use crate::{Frame, Rectangle, Robot};

fn frame(x: [u8; 2], y: [u8; 2]) -> Frame {
    let mut frame = Frame::default();
    frame.rectangles[0] = Rectangle { colour: 0, x, y };
    frame.count = 1;
    frame
}

fn run(robot: &mut Robot, frame: Frame, ticks: u8) {
    for _ in 0..ticks {
        robot.step(frame, true);
    }
}

#[test]
fn the_biggest_of_the_colour_counts_and_the_last_of_equals() {
    let mut frame = Frame::default();
    let shapes = [(0, 2), (1, 9), (0, 4), (0, 4), (0, 8)];
    for (at, (colour, width)) in shapes.into_iter().enumerate() {
        let left = at as u8 * 10;
        frame.rectangles[at] = Rectangle {
            colour,
            x: [left, left + width],
            y: [1, 0],
        };
    }
    frame.count = 4;
    assert_eq!(frame.object(), Some(frame.rectangles[3]));
    frame.count = 0;
    assert_eq!(frame.object(), None);
}

#[test]
fn roots_are_near() {
    for area in 0..=u16::MAX {
        // The wrong entry of the table.
        let halvings = (area.max(16).ilog2() - 3) / 2;
        if cfg!(not(feature = "repaired")) && area >> (2 * halvings) == 27 {
            continue;
        }
        let (root, exact) = (square_root(area), area.isqrt());
        assert!(u16::from(root) <= exact, "{area}: {root}");
        assert!(exact - u16::from(root) <= 1 + exact / 16, "{area}: {root}");
    }
}

#[test]
fn an_object_in_the_middle_is_approached() {
    let mut robot = Robot::default();
    run(&mut robot, frame([63, 103], [10, 50]), 60);
    // The root of 40 · 40 is taken as 40, which is 10 too far.
    assert_eq!(robot.vision.size, 40);
    assert_eq!(
        robot.wheels,
        Wheels {
            left: 65,
            right: 65
        }
    );
}

#[test]
fn an_object_on_the_left_is_turned_to() {
    let mut robot = Robot::default();
    run(&mut robot, frame([1, 65], [0, 40]), 60);
    assert_eq!(robot.vision.position, 33);
    assert_eq!(robot.vision.size, 50);
    assert_eq!(
        robot.wheels,
        Wheels {
            left: 40,
            right: 60
        }
    );
}

#[test]
fn without_an_object_the_robot_spins() {
    let mut robot = Robot::default();
    run(&mut robot, Frame::default(), 20);
    assert!(robot.wheels.spin());
}
