extern crate std;

use crate::geometry::{cylinder_of, head_of, place_of, SECTORS};
use crate::{fixed, Floppy, Request, Work};

#[test]
fn sectors_have_places() {
    assert_eq!(
        (cylinder_of(0), head_of(0), place_of(0)),
        (0, 0, 1),
        "the first"
    );
    let last = SECTORS - 1;
    assert_eq!(
        (cylinder_of(last), head_of(last), place_of(last)),
        (79, 1, 18)
    );
}

#[test]
fn a_request_is_worked_on_to_its_end() {
    let mut floppy = Floppy::default();
    fixed(&mut floppy, Some(Request::Read(100)), true);
    let ticks = (1..200).find(|_| {
        fixed(&mut floppy, None, true);
        floppy.work == Work::None
    });
    assert!(ticks.is_some_and(|it| it > 30), "{ticks:?}");
    assert_eq!(floppy.cylinder, Some(2));
    assert!(floppy.motor);
}

#[test]
fn the_motor_stops_when_nothing_comes() {
    let mut floppy = Floppy::default();
    fixed(&mut floppy, Some(Request::Write(0)), true);
    (0..100).for_each(|_| fixed(&mut floppy, None, true));
    assert!(!floppy.motor);
}
