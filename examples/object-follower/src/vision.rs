//! The acquisition task: from the camera's rectangles to the size and the position of the object.
use crate::REPAIRED;
use falsify::aux;

/// The camera reports at most so many rectangles.
const RECTANGLES: usize = 8;
/// The colour of the object.
const OBJECT: u8 = 0;
/// The median is taken over so many samples.
const WINDOW: usize = 15;

/// A rectangle of one colour, by two opposite corners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rectangle {
    /// Which colour it has.
    pub colour: u8,
    /// Horizontal coordinates.
    pub x: [u8; 2],
    /// Vertical coordinates.
    pub y: [u8; 2],
}

impl Rectangle {
    fn middle(&self) -> u8 {
        let [a, b] = self.x;
        a.midpoint(b)
    }
}

/// What the camera sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The rectangles that were found.
    pub rectangles: [Rectangle; RECTANGLES],
    /// How many of them count.
    pub count: u8,
}

impl Frame {
    /// The object, if it is in view.
    pub fn object(&self) -> Option<Rectangle> {
        biggest(self.rectangles, self.count)
    }
}

/// The area of a rectangle.
#[aux]
pub(crate) fn area(rectangle: Rectangle) -> u16 {
    let [x0, x1] = rectangle.x;
    let [y0, y1] = rectangle.y;
    u16::from(x0.abs_diff(x1)) * u16::from(y0.abs_diff(y1))
}

/// The biggest rectangle of the object's colour, among equals the last.
#[aux]
fn biggest(rectangles: [Rectangle; RECTANGLES], count: u8) -> Option<Rectangle> {
    let seen = rectangles.into_iter().take(usize::from(count));
    seen.filter(|it| it.colour == OBJECT)
        .max_by_key(|it| area(*it))
}

/// Square roots of 0 … 31, in units of 1/32.
const ROOTS: [u8; 32] = {
    let mut roots = [
        0, 32, 45, 55, 64, 71, 78, 84, 90, 96, 101, 106, 110, 115, 119, 123, 128, 131, 135, 139,
        143, 146, 150, 153, 156, 160, 163, 186, 169, 172, 175, 178,
    ];
    if REPAIRED {
        roots[27] = 166;
    }
    roots
};

/// The square root, rounded down or a little smaller: looked up for the leading bits, scaled by the others.
#[aux]
pub(crate) fn square_root(area: u16) -> u8 {
    let bits = u16::BITS - area.leading_zeros();
    let halvings = bits.saturating_sub(4) / 2;
    let root = u16::from(ROOTS[usize::from(area >> (2 * halvings))]);
    ((root << halvings) >> 5) as u8
}

/// What is known about the object.
#[derive(Debug, Default)]
pub(crate) struct Vision {
    pub(crate) tracking: bool,
    samples: [u16; WINDOW],
    next: usize,
    in_view: bool,
    /// The size of the object, 0 if there is none.
    pub(crate) size: u8,
    /// The object's horizontal position.
    pub(crate) position: u8,
}

impl Vision {
    /// Asks for tracking until the camera obeys; then looks.
    pub(crate) fn acquire(&mut self, frame: &Frame, obeys: bool) {
        if self.tracking {
            self.look(frame.object());
        } else {
            self.tracking = obeys;
        }
    }

    fn look(&mut self, object: Option<Rectangle>) {
        let sample = object.map_or(0, area);
        if REPAIRED && !self.in_view {
            // An object that comes into view need not outvote the time before.
            self.samples = [sample; WINDOW];
        }
        self.samples[self.next] = sample;
        self.next = (self.next + 1) % WINDOW;
        self.in_view = object.is_some();
        self.size = square_root(self.median());
        if let Some(object) = object {
            self.position = object.middle();
        }
    }

    pub(crate) fn median(&self) -> u16 {
        let mut sorted = self.samples;
        sorted.sort_unstable();
        sorted[WINDOW / 2]
    }

    /// The size by which the robot drives and which it shows.
    pub(crate) fn size_in_view(&self) -> u8 {
        if REPAIRED && !self.in_view {
            0
        } else {
            self.size
        }
    }
}
