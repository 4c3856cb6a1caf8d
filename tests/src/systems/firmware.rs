//! Small loops of the kind that firmware consists of, by hand: each holds what it promises.

use cargo_falsify::system::System;

use super::Builder;

type Made = fn() -> System;

/// Loops whose properties hold in every run.
pub const HOLDING: &[(&str, Made)] = &[
    ("debouncer", debouncer),
    ("hysteresis", hysteresis),
    ("saturating-sum", saturating_sum),
    ("anti-windup", anti_windup),
    ("watchdog", watchdog),
    ("handshake", handshake),
    ("ring-buffer", ring_buffer),
    ("ring-buffer-count", ring_buffer_count),
    ("deadline", deadline),
    ("twins", twins),
    ("credit", credit),
    ("sequence", sequence),
    ("ramp", ramp),
    ("traffic-light", traffic_light),
    ("average", average),
    ("nested-timers", nested_timers),
];

/// What counts as pressed changes only after four readings that agree.
pub fn debouncer() -> System {
    let mut b = Builder::default();
    let button = b.input(1);
    let count = b.state("count", 32, 0);
    let pressed = b.state("pressed", 1, 0);
    let history = b.state("history", 4, 0);
    let differs = b.pool().xor(button, pressed);
    let full = b.at_least(count, 3);
    let change = b.both(differs, full);
    let (zero, more) = (b.number(count, 0), b.plus(count, 1));
    let counted = b.choose(&[(change, zero), (differs, more)], zero);
    b.next(count, counted);
    let now = b.pool().xor(pressed, change);
    b.next(pressed, now);
    let older = b.pool().extract(history, 2, 0);
    let last = b.pool().concat(older, button);
    b.next(history, last);
    let (all, none) = (b.is(last, 15), b.is(last, 0));
    let settled = b.either(all, none);
    let hasty = b.no(settled);
    let bad = b.both(change, hasty);
    b.never(bad);
    let bad = b.above(counted, 3);
    b.never(bad);
    b.system
}

/// A heater that is on below 180 and off above 220 is never on above or off below.
pub fn hysteresis() -> System {
    let mut b = Builder::default();
    let reading = b.input(16);
    let on = b.state("on", 1, 0);
    let last = b.state("last", 16, 200);
    let (cold, hot) = (b.below(reading, 180), b.above(reading, 220));
    let (yes, no) = (b.pool().truth(), b.pool().falsity());
    let next = b.choose(&[(cold, yes), (hot, no)], on);
    b.next(on, next);
    b.next(last, reading);
    let (was_cold, was_hot) = (b.below(last, 180), b.above(last, 220));
    let off = b.no(on);
    let (wrong_off, wrong_on) = (b.both(off, was_cold), b.both(on, was_hot));
    let bad = b.either(wrong_off, wrong_on);
    b.never(bad);
    b.system
}

/// A sum of 32 bits that is cut at a million.
pub fn saturating_sum() -> System {
    let mut b = Builder::default();
    let amount = b.input(8);
    let sum = b.state("sum", 32, 0);
    let amount = b.pool().zext(amount, 32);
    let total = b.pool().add(sum, amount);
    let over = b.above(total, 1_000_000);
    let limit = b.number(sum, 1_000_000);
    let next = b.choose(&[(over, limit)], total);
    b.next(sum, next);
    let bad = b.above(sum, 1_000_000);
    b.never(bad);
    b.system
}

/// A signed integrator of 32 bits that is clamped to ±1000.
pub fn anti_windup() -> System {
    let mut b = Builder::default();
    let error = b.input(16);
    let sum = b.state("sum", 32, 0);
    let error = b.pool().sext(error, 32);
    let total = b.pool().add(sum, error);
    let (top, bottom) = (b.number(sum, 1000), b.number(sum, 1000_u128.wrapping_neg()));
    let (over, under) = (b.pool().slt(top, total), b.pool().slt(total, bottom));
    let next = b.choose(&[(over, top), (under, bottom)], total);
    b.next(sum, next);
    let (over, under) = (b.pool().slt(top, sum), b.pool().slt(sum, bottom));
    let bad = b.either(over, under);
    b.never(bad);
    b.system
}

/// The system is in reset whenever a hundred steps have been missed.
pub fn watchdog() -> System {
    let mut b = Builder::default();
    let fed = b.input(1);
    let missed = b.state("missed", 32, 0);
    let reset = b.state("reset", 1, 0);
    let (zero, more) = (b.number(missed, 0), b.plus(missed, 1));
    let clear = b.either(fed, reset);
    let next = b.choose(&[(clear, zero)], more);
    b.next(missed, next);
    let expired = b.at_least(next, 100);
    b.next(reset, expired);
    let bad = b.above(next, 100);
    b.never(bad);
    let late = b.at_least(missed, 100);
    let running = b.no(reset);
    let bad = b.both(late, running);
    b.never(bad);
    b.system
}

/// Two parties that ask for a bus in two phases never have it both.
pub fn handshake() -> System {
    let mut b = Builder::default();
    let (want_a, want_b, done) = (b.input(1), b.input(1), b.input(1));
    let a = b.state("a", 2, 0);
    let other = b.state("b", 2, 0);
    let grant = b.state("grant", 2, 0);
    for (party, want, mine) in [(a, want_a, 1), (other, want_b, 2)] {
        let (idle, asking, has) = (b.is(party, 0), b.is(party, 1), b.is(party, 2));
        let granted = b.is(grant, mine);
        let (asks, gets, ends) = (
            b.both(idle, want),
            b.both(asking, granted),
            b.both(has, done),
        );
        let values = [0, 1, 2].map(|v| b.number(party, v));
        let cases = [(asks, values[1]), (gets, values[2]), (ends, values[0])];
        let next = b.choose(&cases, party);
        b.next(party, next);
    }
    let free = b.is(grant, 0);
    let (a_asks, b_asks) = (b.is(a, 1), b.is(other, 1));
    let (to_a, to_b) = (b.both(free, a_asks), b.both(free, b_asks));
    let held_a = {
        let (granted, idle) = (b.is(grant, 1), b.is(a, 0));
        b.both(granted, idle)
    };
    let held_b = {
        let (granted, idle) = (b.is(grant, 2), b.is(other, 0));
        b.both(granted, idle)
    };
    let returned = b.either(held_a, held_b);
    let values = [0, 1, 2].map(|v| b.number(grant, v));
    let cases = [(to_a, values[1]), (to_b, values[2]), (returned, values[0])];
    let next = b.choose(&cases, grant);
    b.next(grant, next);
    let (a_has, b_has) = (b.is(a, 2), b.is(other, 2));
    let bad = b.both(a_has, b_has);
    b.never(bad);
    b.system
}

/// The index of a buffer of ten, kept by comparison and by remainder.
pub fn ring_buffer() -> System {
    let mut b = Builder::default();
    let (push, pop) = (b.input(1), b.input(1));
    let head = b.state("head", 64, 0);
    let tail = b.state("tail", 64, 0);
    let (zero, more) = (b.number(head, 0), b.plus(head, 1));
    let wraps = b.at_least(more, 10);
    let moved = b.choose(&[(wraps, zero)], more);
    let next = b.choose(&[(push, moved)], head);
    b.next(head, next);
    let more = b.plus(tail, 1);
    let ten = b.number(tail, 10);
    let moved = b.pool().urem(more, ten);
    let next = b.choose(&[(pop, moved)], tail);
    b.next(tail, next);
    let bad = b.at_least(head, 10);
    b.never(bad);
    let bad = b.at_least(tail, 10);
    b.never(bad);
    b.system
}

/// The count of a buffer of eight agrees with its indices.
pub fn ring_buffer_count() -> System {
    let mut b = Builder::default();
    let (push, pop) = (b.input(1), b.input(1));
    let head = b.state("head", 8, 0);
    let tail = b.state("tail", 8, 0);
    let count = b.state("count", 8, 0);
    let (full, empty) = (b.is(count, 8), b.is(count, 0));
    let (room, some) = (b.no(full), b.no(empty));
    let pushes = b.both(push, room);
    let keeps = b.no(pushes);
    let pops = b.both(pop, some);
    let pops = b.both(pops, keeps);
    let seven = b.number(head, 7);
    for (index, moves) in [(head, pushes), (tail, pops)] {
        let more = b.plus(index, 1);
        let more = b.pool().and(more, seven);
        let next = b.choose(&[(moves, more)], index);
        b.next(index, next);
    }
    let (more, less) = (b.plus(count, 1), b.minus(count, 1));
    let next = b.choose(&[(pushes, more), (pops, less)], count);
    b.next(count, next);
    let sum = b.pool().add(tail, count);
    let sum = b.pool().and(sum, seven);
    let same = b.pool().eq(sum, head);
    let bad = b.no(same);
    b.never(bad);
    let bad = b.above(count, 8);
    b.never(bad);
    b.system
}

/// A request is served within fifty steps because a count goes down.
pub fn deadline() -> System {
    let mut b = Builder::default();
    let request = b.input(1);
    let left = b.state("left", 16, 0);
    let waited = b.state("waited", 32, 0);
    let idle = b.is(left, 0);
    let starts = b.both(idle, request);
    let (fifty, less) = (b.number(left, 49), b.minus(left, 1));
    let next = b.choose(&[(starts, fifty), (idle, left)], less);
    b.next(left, next);
    let (zero, more) = (b.number(waited, 0), b.plus(waited, 1));
    let next = b.choose(&[(idle, zero)], more);
    b.next(waited, next);
    let bad = b.above(waited, 50);
    b.never(bad);
    b.system
}

/// Two counters of 32 bits that move together stay the same.
pub fn twins() -> System {
    let mut b = Builder::default();
    let by = b.input(32);
    let (one, two) = (b.state("one", 32, 0), b.state("two", 32, 0));
    for var in [one, two] {
        let next = b.pool().add(var, by);
        b.next(var, next);
    }
    let same = b.pool().eq(one, two);
    let bad = b.no(same);
    b.never(bad);
    b.system
}

/// Acknowledged frames never outnumber sent ones, by counters that are cut at their top.
pub fn credit() -> System {
    let mut b = Builder::default();
    let (send, acknowledge) = (b.input(1), b.input(1));
    let (sent, acked) = (b.state("sent", 16, 0), b.state("acked", 16, 0));
    let (top, more) = (b.is(sent, 0xffff), b.plus(sent, 1));
    let more = b.choose(&[(top, sent)], more);
    let next = b.choose(&[(send, more)], sent);
    b.next(sent, next);
    let open = b.pool().ult(acked, sent);
    let counts = b.both(acknowledge, open);
    let more = b.plus(acked, 1);
    let next = b.choose(&[(counts, more)], acked);
    b.next(acked, next);
    let bad = b.pool().ult(sent, acked);
    b.never(bad);
    b.system
}

/// A start-up sequence with a timer for each of its phases: the pump never runs while the valve is closed.
pub fn sequence() -> System {
    let mut b = Builder::default();
    let (start, fault) = (b.input(1), b.input(1));
    let phase = b.state("phase", 8, 0);
    let timer = b.state("timer", 32, 0);
    let (valve, pump) = (b.state("valve", 1, 0), b.state("pump", 1, 0));
    let phases = [0, 1, 2, 3].map(|p| b.is(phase, p));
    let expired = b.at_least(timer, 20);
    let begins = b.both(phases[0], start);
    let (opened, ran) = (b.both(phases[1], expired), b.both(phases[2], expired));
    let closed = b.both(phases[3], expired);
    let values = [0, 1, 2, 3].map(|p| b.number(phase, p));
    let cases = [
        (fault, values[0]),
        (begins, values[1]),
        (opened, values[2]),
        (ran, values[3]),
        (closed, values[0]),
    ];
    let next = b.choose(&cases, phase);
    b.next(phase, next);
    let same = b.pool().eq(next, phase);
    let (zero, more) = (b.number(timer, 0), b.plus(timer, 1));
    let ticked = b.choose(&[(same, more)], zero);
    let ticked = b.choose(&[(phases[0], zero)], ticked);
    b.next(timer, ticked);
    let open = b.at_least(next, 1);
    b.next(valve, open);
    let runs = b.is(next, 2);
    b.next(pump, runs);
    let closed = b.no(valve);
    let bad = b.both(pump, closed);
    b.never(bad);
    let bad = b.above(timer, 20);
    b.never(bad);
    b.system
}

/// A set-point that follows its target by at most five a step stays between the limits of the target.
pub fn ramp() -> System {
    let mut b = Builder::default();
    let wish = b.input(16);
    let output = b.state("output", 16, 100);
    let (low, high) = (b.number(wish, 50), b.number(wish, 400));
    let (under, over) = (b.pool().ult(wish, low), b.pool().ult(high, wish));
    let target = b.choose(&[(under, low), (over, high)], wish);
    let (up, down) = (b.plus(output, 5), b.minus(output, 5));
    let (far_below, far_above) = (b.pool().ult(up, target), b.pool().ult(target, down));
    let next = b.choose(&[(far_below, up), (far_above, down)], target);
    b.next(output, next);
    let (under, over) = (b.pool().ult(output, low), b.pool().ult(high, output));
    let bad = b.either(under, over);
    b.never(bad);
    b.system
}

/// Two lights with timers that depend on inputs are never green together.
pub fn traffic_light() -> System {
    let mut b = Builder::default();
    let waiting = b.input(1);
    let state = b.state("state", 3, 0);
    let timer = b.state("timer", 16, 0);
    let (north, east) = (b.state("north", 2, 2), b.state("east", 2, 0));
    let durations = [100, 10, 5, 60, 10, 5];
    let (zero, more) = (b.number(timer, 0), b.plus(timer, 1));
    let (mut next, mut ticks) = (state, more);
    for (at, duration) in durations.into_iter().enumerate() {
        let here = b.is(state, at as u128);
        let over = b.at_least(timer, duration);
        let leaves = b.both(here, over);
        let leaves = match at {
            0 => b.both(leaves, waiting),
            _ => leaves,
        };
        let after = b.number(state, (at as u128 + 1) % 6);
        next = b.choose(&[(leaves, after)], next);
        ticks = b.choose(&[(leaves, zero)], ticks);
    }
    b.next(state, next);
    b.next(timer, ticks);
    for (light, green, yellow) in [(north, 0, 1), (east, 3, 4)] {
        let (is_green, is_yellow) = (b.is(next, green), b.is(next, yellow));
        let colours = [0, 1, 2].map(|c| b.number(light, c));
        let shows = b.choose(
            &[(is_green, colours[2]), (is_yellow, colours[1])],
            colours[0],
        );
        b.next(light, shows);
    }
    let (north_goes, east_goes) = (b.at_least(north, 1), b.at_least(east, 1));
    let bad = b.both(north_goes, east_goes);
    b.never(bad);
    b.system
}

/// The mean of four samples of 12 bits stays in 12 bits.
pub fn average() -> System {
    let mut b = Builder::default();
    let sample = b.input(12);
    let sample = b.pool().zext(sample, 32);
    let samples = ["s0", "s1", "s2", "s3"].map(|name| b.state(name, 32, 0));
    let mut sum = sample;
    for at in 0..3 {
        b.next(samples[at + 1], samples[at]);
        sum = b.pool().add(sum, samples[at]);
    }
    b.next(samples[0], sample);
    let four = b.number(sum, 4);
    let mean = b.pool().udiv(sum, four);
    let bad = b.above(mean, 4095);
    b.never(bad);
    b.system
}

/// Seconds out of milliseconds out of ticks, each of 32 bits: none of them passes its limit.
pub fn nested_timers() -> System {
    let mut b = Builder::default();
    let pause = b.input(1);
    let limits = [10, 60, 60];
    let vars = ["tenths", "seconds", "minutes"].map(|name| b.state(name, 32, 0));
    let mut carry = b.no(pause);
    for (var, limit) in vars.into_iter().zip(limits) {
        let (zero, more) = (b.number(var, 0), b.plus(var, 1));
        let wraps = b.at_least(more, limit);
        let moved = b.choose(&[(wraps, zero)], more);
        let next = b.choose(&[(carry, moved)], var);
        b.next(var, next);
        carry = b.both(carry, wraps);
        let bad = b.at_least(var, limit);
        b.never(bad);
    }
    b.system
}
