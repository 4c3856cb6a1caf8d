//! Loops as embedded software has them, by hand, whose violation lies as deep as one likes.

use cargo_falsify::system::System;

use super::Builder;

/// A series of systems by the step of their first violation.
pub struct Series {
    pub name: &'static str,
    pub at: fn(u64) -> System,
}

/// The series that benchmarks print.
pub const SERIES: &[Series] = &[
    Series {
        name: "integrator",
        at: integrator,
    },
    Series {
        name: "watchdog",
        at: watchdog,
    },
    Series {
        name: "timer",
        at: timer,
    },
];

const IDLE: u128 = 0;
const ARMED: u128 = 1;
const ACTIVE: u128 = 2;

/// Steps that the debouncer and the mode machine need before the integrator begins.
const ARMING: u64 = 6;

/// A button with a debouncer, a mode machine, and an integrator that rises while the mode is active and the level is
/// high, falls otherwise, and saturates. It must not come to a threshold.
pub fn integrator(depth: u64) -> System {
    let mut b = Builder::default();
    let (button, level) = (b.input(1), b.input(8));
    let count = b.state("count", 8, 0);
    let pressed = b.state("pressed", 1, 0);
    let mode = b.state("mode", 2, IDLE);
    let sum = b.state("sum", 16, 0);

    // Four equal readings in a row change what counts as pressed.
    let differs = b.pool().xor(button, pressed);
    let full = b.at_least(count, 3);
    let change = b.pool().and(differs, full);
    let (zero, more) = (b.number(count, 0), b.plus(count, 1));
    let counted = b.choose(&[(change, zero), (differs, more)], zero);
    b.next(count, counted);
    let flipped = b.pool().xor(pressed, change);
    b.next(pressed, flipped);

    let (is_idle, is_armed) = (b.is(mode, IDLE), b.is(mode, ARMED));
    let (idle, armed) = (b.number(mode, IDLE), b.number(mode, ARMED));
    let active = b.number(mode, ACTIVE);
    let released = b.pool().not(pressed);
    let next = b.choose(
        &[(released, idle), (is_idle, armed), (is_armed, active)],
        mode,
    );
    b.next(mode, next);

    let is_active = b.is(mode, ACTIVE);
    let high = b.at_least(level, 128);
    let rises = b.pool().and(is_active, high);
    let (up, down) = (b.plus(sum, 1), b.minus(sum, 1));
    let (top, bottom) = (b.at_least(sum, 50_000), b.is(sum, 0));
    let up = b.choose(&[(top, sum)], up);
    let down = b.choose(&[(bottom, sum)], down);
    let integrated = b.choose(&[(rises, up)], down);
    b.next(sum, integrated);

    let threshold = u128::from(depth.saturating_sub(ARMING + 1));
    let bad = b.at_least(sum, threshold);
    b.never(bad);
    b.system
}

/// A watchdog that is fed by a valid key and expires otherwise: a 32-bit count of missed steps. It must not expire.
pub fn watchdog(depth: u64) -> System {
    let mut b = Builder::default();
    let key = b.input(16);
    let enabled = b.state("enabled", 1, 0);
    let missed = b.state("missed", 32, 0);
    let fed = b.is(key, 0xA5);
    let starts = b.is(key, 0x1234);
    let now = b.pool().or(enabled, starts);
    b.next(enabled, now);
    let (zero, more) = (b.number(missed, 0), b.plus(missed, 1));
    let idle = b.pool().not(enabled);
    let next = b.choose(&[(idle, zero), (fed, zero)], more);
    b.next(missed, next);
    let limit = u128::from(depth.saturating_sub(2));
    let bad = b.at_least(missed, limit);
    b.never(bad);
    b.system
}

/// Two timers of 32 bits against each other: the deadline moves on by a period whenever it is met, and the sum of what
/// was added to a total of 32 bits must stay below what one unit a step comes to.
pub fn timer(depth: u64) -> System {
    let mut b = Builder::default();
    let amount = b.input(32);
    let now = b.state("now", 32, 0);
    let deadline = b.state("deadline", 32, 10);
    let total = b.state("total", 32, 0);
    let due = b.pool().ule(deadline, now);
    let later = b.plus(deadline, 10);
    let moved = b.choose(&[(due, later)], deadline);
    b.next(deadline, moved);
    let ticked = b.plus(now, 1);
    b.next(now, ticked);
    let one = b.number(amount, 1);
    let small = b.pool().ule(amount, one);
    let none = b.number(amount, 0);
    let added = b.choose(&[(small, amount)], none);
    let sum = b.pool().add(total, added);
    b.next(total, sum);
    let bad = b.at_least(total, u128::from(depth.saturating_sub(1)));
    b.never(bad);
    b.system
}
