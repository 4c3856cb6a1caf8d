//! The control task: from the size and the position of the object to the wheels.
use crate::vision::Vision;
use crate::REPAIRED;
use falsify::aux;

/// Where the object is to be: in the middle of the picture, at a size of 50.
const MIDDLE: i16 = 83;
const DISTANCE: i16 = 50;

/// The fastest that a wheel can turn, in percent.
pub(crate) const FASTEST: i16 = 100;
/// How fast the robot spins when it looks for the object.
const SEARCH: i16 = 65;
/// From this size on the object is too near to drive on.
pub(crate) const NEAR: u8 = 80;

/// The speed of both wheels in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wheels {
    pub(crate) left: i16,
    pub(crate) right: i16,
}

impl Wheels {
    pub(crate) const SPIN_LEFT: Wheels = Wheels {
        left: -SEARCH,
        right: SEARCH,
    };
    const SPIN_RIGHT: Wheels = Wheels {
        left: SEARCH,
        right: -SEARCH,
    };

    pub(crate) fn spin(self) -> bool {
        self == Self::SPIN_LEFT || self == Self::SPIN_RIGHT
    }

    pub(crate) fn forward(self) -> bool {
        self.left + self.right > 0
    }
}

/// The error of one quantity, over time. Only its value has a gain that is not zero.
#[derive(Clone, Copy, Debug, Default)]
struct Errors {
    value: i16,
    integral: i16,
    derivative: i16,
}

impl Errors {
    fn then(self, value: i16) -> Self {
        Errors {
            value,
            integral: self.integral.saturating_add(value),
            derivative: value - self.value,
        }
    }
}

const INTEGRAL_GAIN: i16 = 0;
const DERIVATIVE_GAIN: i16 = 0;

/// A PID controller with the proportional gain `numerator / denominator`, rounded towards zero.
#[cfg(not(feature = "float"))]
const fn pid(offset: i16, errors: Errors, numerator: i16, denominator: i16) -> i16 {
    (offset * denominator
        + numerator * errors.value
        + INTEGRAL_GAIN * errors.integral
        + DERIVATIVE_GAIN * errors.derivative)
        / denominator
}

/// A PID controller with the proportional gain `numerator / denominator`, rounded towards zero.
#[cfg(feature = "float")]
fn pid(offset: i16, errors: Errors, numerator: i16, denominator: i16) -> i16 {
    let gain = f32::from(numerator) / f32::from(denominator);
    (f32::from(offset)
        + gain * f32::from(errors.value)
        + f32::from(INTEGRAL_GAIN) * f32::from(errors.integral)
        + f32::from(DERIVATIVE_GAIN) * f32::from(errors.derivative)) as i16
}

/// The speed at which to approach the object.
#[aux]
fn approach(errors: Errors) -> i16 {
    pid(DISTANCE, errors, 3, 2).min(FASTEST)
}

/// By how much the wheels differ.
#[aux]
fn steer(errors: Errors) -> i16 {
    pid(0, errors, 1, 5)
}

/// The memory of the controllers.
#[derive(Debug, Default)]
pub(crate) struct Controller {
    distance: Errors,
    direction: Errors,
}

impl Controller {
    /// The next command for the wheels.
    pub(crate) fn drive(&mut self, vision: &Vision) -> Wheels {
        let size = vision.size_in_view();
        if REPAIRED && !vision.tracking {
            Wheels::default()
        } else if size > 0 && vision.position > 0 {
            self.follow(size, vision.position)
        } else {
            search(vision.position)
        }
    }

    fn follow(&mut self, size: u8, position: u8) -> Wheels {
        self.distance = self.distance.then(DISTANCE - i16::from(size));
        self.direction = self.direction.then(MIDDLE - i16::from(position));
        let mut speed = approach(self.distance);
        let adjustment = steer(self.direction);
        if REPAIRED && size >= NEAR {
            speed = speed.min(0);
        }
        Wheels {
            left: limited(speed - adjustment),
            right: limited(speed + adjustment),
        }
    }
}

#[cfg(not(feature = "repaired"))]
fn limited(speed: i16) -> i16 {
    speed.min(FASTEST)
}

#[cfg(feature = "repaired")]
fn limited(speed: i16) -> i16 {
    speed.clamp(-FASTEST, FASTEST)
}

#[cfg(not(feature = "repaired"))]
fn search(_position: u8) -> Wheels {
    Wheels::SPIN_LEFT
}

/// Towards the side on which the object was seen last.
#[cfg(feature = "repaired")]
fn search(position: u8) -> Wheels {
    if i16::from(position) > MIDDLE {
        Wheels::SPIN_RIGHT
    } else {
        Wheels::SPIN_LEFT
    }
}
