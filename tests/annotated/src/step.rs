//! The step form: free functions and methods, with inputs of every kind.
use core::ops::RangeInclusive;
use falsify::temporal::Within;
use falsify::{aux, control_loop, environment, monitor};

/// State of the loops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cruise {
    speed: i32,
}

impl Cruise {
    /// The lowest reading of the sensor.
    pub const LOWEST: i32 = -200;

    /// A cruise control at a speed; its initial state comes from elsewhere.
    #[must_use]
    pub fn at(speed: i32) -> Self {
        Self { speed }
    }

    /// One tick, as a method.
    #[control_loop(init = Self::at(INITIAL))]
    pub fn step(&mut self, #[input(Self::LOWEST..=HIGHEST)] raw: i32) -> bool {
        self.speed = classify(raw);
        self.is_fast(raw)
    }

    #[aux]
    fn is_fast(self, limit: i32) -> bool {
        self.speed > limit
    }

    #[monitor(of = Cruise::step)]
    fn stays_slow(&self, out: bool) -> bool {
        !out || self.speed < 3
    }
}

const HIGHEST: i32 = 200;
const INITIAL: i32 = 3;
const PERCENT: RangeInclusive<u8> = 0..=100;
const STARTING_VOLTAGE: f32 = 3.3;

/// Mentioned by an attribute only, and not constant.
fn initial() -> Cruise {
    Cruise::at(1)
}

/// One tick, as a function.
#[control_loop(init = initial())]
pub fn tick(
    cruise: &mut Cruise,
    #[input(-200..=HIGHEST)] raw: i32,
    #[input(PERCENT)] duty: u8,
    #[input('a'..='z')] letter: char,
    #[input(..STARTING_VOLTAGE)] volts: f32,
    #[falsify::input(1..)] count: u16,
    gear: Option<u8>,
) -> i32 {
    falsify::assume(gear.is_none_or(|gear| gear < 6));
    falsify::check!("duty is a percentage", duty <= 100);
    if letter == 'x' && volts > 1.0 && count > 2 {
        cruise.speed = raw;
    }
    classify(raw)
}

#[aux]
fn classify(x: i32) -> i32 {
    if x < 30 {
        0
    } else {
        x / 10
    }
}

/// Has no state, and inputs without a range.
#[control_loop]
fn idle(#[input] pressed: bool, #[input()] held: u8) -> bool {
    pressed && held > 0
}

/// The state may be a primitive.
#[control_loop(init = 7)]
const fn count(counter: &mut u8) {
    *counter = counter.wrapping_add(1);
}

#[control_loop]
fn generic<const N: usize>(cells: &mut [u8; N], #[input(..N)] index: usize) {
    cells[index] = 0;
}

/// What only the monitors below have to do with.
#[derive(Default)]
struct Memory {
    deadline: Within<10>,
    ticks: u32,
}

#[monitor(of = tick)]
fn slows_down(cruise: &Cruise, memory: &mut Memory) -> bool {
    memory.ticks = memory.ticks.saturating_add(1);
    memory
        .deadline
        .check(cruise.speed >= 50, slow(cruise.speed))
}

fn slow(speed: i32) -> bool {
    speed < 50
}

#[monitor(of = idle)]
fn nothing_to_say() -> bool {
    true
}

#[derive(Default)]
struct Road {
    slope: i32,
}

type Inputs = (i32, u8, char, f32, u16, Option<u8>);

#[environment(of = tick)]
fn road(cruise: &Cruise, road: &mut Road) -> Inputs {
    road.slope = falsify::any_in(-10..=10);
    falsify::assume(road.slope != 0);
    let raw = cruise.speed.saturating_add(road.slope);
    (raw, falsify::any(), 'a', 0.0, 1, None)
}
