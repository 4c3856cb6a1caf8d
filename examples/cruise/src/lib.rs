//! Cruise control, after the motivating program of the PBEAR paper: the speed follows a demand that a sensor gives, and
//! must not stay at 50 or above for long. It can: a sensor that keeps asking for more is never refused.
#![no_std]
#![forbid(unsafe_code)]

use falsify::temporal::Within;
use falsify::{aux, control_loop, monitor};

/// The cruise control's memory between two ticks.
#[derive(Debug, Default)]
pub struct Cruise {
    speed: i32,
}

impl Cruise {
    /// The speed after the last tick.
    pub fn speed(&self) -> i32 {
        self.speed
    }

    /// Changes the speed by what the demand asks for.
    fn apply(&mut self, demand: i32) {
        if demand == 0 {
            self.speed -= 30;
        } else if demand == 1 {
            self.speed -= 20;
        } else {
            self.speed += 50;
        }
    }
}

/// One pass of the control loop. `raw` is read from the sensor every tick.
#[control_loop]
pub fn tick(cruise: &mut Cruise, #[input(-200..=200)] raw: i32) {
    let demand = classify(raw);
    if engaged(cruise.speed, demand) != 0 {
        cruise.apply(demand);
    }
}

/// The demand behind a reading: 0 to slow down, 1 to slow down gently, 2 to speed up.
#[aux]
fn classify(raw: i32) -> i32 {
    if raw < 30 {
        0
    } else if raw < 50 {
        1
    } else {
        2
    }
}

/// Whether speed and demand are valid together: not 0 if so. It is their greatest common divisor.
#[aux]
fn engaged(speed: i32, demand: i32) -> i32 {
    let mut a = if speed < 0 { -speed } else { speed };
    let mut b = if demand < 0 { -demand } else { demand };
    while b != 0 {
        let rest = a % b;
        a = b;
        b = rest;
    }
    a
}

/// At 50 or above, the speed must be back under 50 within 10 ticks.
#[monitor]
fn slows_down(cruise: &Cruise, deadline: &mut Within<10>) -> bool {
    deadline.check(cruise.speed >= 50, cruise.speed < 50)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Drives the loop and asks the monitor after every tick; the tick that breaks it, if any.
    fn first_violation(readings: impl IntoIterator<Item = i32>) -> Option<usize> {
        let mut cruise = Cruise::default();
        let mut deadline = Within::new();
        let mut ticks = readings.into_iter().enumerate();
        ticks.find_map(|(index, raw)| {
            tick(&mut cruise, raw);
            let fine = slows_down(&cruise, &mut deadline);
            (!fine).then_some(index + 1)
        })
    }

    #[test]
    fn readings_fall_into_three_demands() {
        let readings = [i32::MIN, 29, 30, 49, 50, i32::MAX];
        assert_eq!(readings.map(classify), [0, 0, 1, 1, 2, 2]);
    }

    #[test]
    fn engaged_is_the_greatest_common_divisor() {
        assert_eq!(engaged(0, 0), 0);
        assert_eq!(engaged(50, 0), 50);
        assert_eq!(engaged(-30, 2), 2);
        assert_eq!(engaged(21, 14), 7);
    }

    #[test]
    fn a_standing_car_that_is_asked_to_slow_down_stays() {
        let mut cruise = Cruise::default();
        tick(&mut cruise, 0);
        assert_eq!(cruise.speed(), 0);
    }

    #[test]
    fn a_car_that_is_asked_to_slow_down_does() {
        assert_eq!(first_violation([50].into_iter().chain([0; 20])), None);
    }

    #[test]
    fn a_sensor_that_keeps_asking_for_more_breaks_the_deadline() {
        assert_eq!(first_violation([50; 20]), Some(11));
    }
}
