//! What firmware does all the time, right and wrong: each loop that holds is to be proved, not only looked at for a while.

//// debouncer_holds
//= no_glitch holds
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct Button { down: bool, count: u8, steady: u8, last: bool }
#[control_loop] fn tick(b: &mut Button, raw: bool) {
    if raw != b.last { b.steady = 0; } else if b.steady < 4 { b.steady += 1; }
    b.last = raw;
    if raw == b.down { b.count = 0; } else {
        b.count += 1;
        if b.count >= 4 { b.down = raw; b.count = 0; }
    }
}
#[monitor] fn no_glitch(b: &Button) -> bool { b.count < 4 && (b.last != b.down || b.count == 0) }

//// debouncer_that_forgets_to_start_anew
//= no_glitch falsified 2
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct Button { down: bool, count: u8, last: bool }
#[control_loop] fn tick(b: &mut Button, raw: bool) {
    b.last = raw;
    if raw != b.down {
        b.count += 1;
        if b.count >= 4 { b.down = raw; b.count = 0; }
    }
}
#[monitor] fn no_glitch(b: &Button) -> bool { b.count < 4 && (b.last != b.down || b.count == 0) }

//// hysteresis_holds
//= warm_enough holds
//= only_between holds
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct Heater { on: bool, seen: i16 }
#[control_loop] fn tick(h: &mut Heater, #[input(-400..=1250)] tenths: i16) {
    h.seen = tenths;
    if tenths < 180 { h.on = true; } else if tenths > 220 { h.on = false; }
}
#[monitor] fn warm_enough(h: &Heater) -> bool { h.on || h.seen >= 180 }
#[monitor] fn only_between(h: &Heater) -> bool { !h.on || h.seen <= 220 }

//// hysteresis_with_a_gap
//= warm_enough falsified 1
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct Heater { on: bool, seen: i16 }
#[control_loop] fn tick(h: &mut Heater, #[input(-400..=1250)] tenths: i16) {
    h.seen = tenths;
    if tenths < 178 { h.on = true; } else if tenths > 220 { h.on = false; }
}
#[monitor] fn warm_enough(h: &Heater) -> bool { h.on || h.seen >= 180 }

//// saturating_counters_hold
//= in_step holds
//= overflow:6 holds
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct Counts { errors: u8, weight: u8 }
#[control_loop] fn tick(c: &mut Counts, bad: bool) {
    if bad && c.errors < 80 { c.errors += 1; c.weight += 3; }
    if !bad && c.errors > 0 { c.errors -= 1; c.weight -= 3; }
}
#[monitor] fn in_step(c: &Counts) -> bool { c.errors <= 80 && c.weight == 3 * c.errors }

//// counters_that_saturate_apart
//= in_step falsified 29
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct Counts { errors: u8, weight: u8 }
#[control_loop] fn tick(c: &mut Counts, bad: bool) {
    if bad { c.errors = c.errors.saturating_add(1); c.weight = c.weight.saturating_add(9); }
}
#[monitor] fn in_step(c: &Counts) -> bool { c.weight as u16 == 9 * c.errors as u16 }

//// watchdog_holds
//= fed_in_time holds
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct Task { left: u8, dog: u8, bitten: bool }
#[control_loop] fn tick(t: &mut Task, #[input(0..=6)] work: u8) {
    if t.left == 0 { t.dog = 0; t.left = work; } else { t.left -= 1; }
    t.dog += 1;
    if t.dog > 8 { t.bitten = true; t.dog = 0; }
}
#[monitor] fn fed_in_time(t: &Task) -> bool { !t.bitten }

//// watchdog_that_bites
//= fed_in_time falsified 9
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct Task { left: u8, dog: u8, bitten: bool }
#[control_loop] fn tick(t: &mut Task, #[input(0..=8)] work: u8) {
    if t.left == 0 { t.dog = 0; t.left = work; } else { t.left -= 1; }
    t.dog += 1;
    if t.dog > 8 { t.bitten = true; t.dog = 0; }
}
#[monitor] fn fed_in_time(t: &Task) -> bool { !t.bitten }

//// handshake_excludes
//= never_both holds
use falsify::{control_loop, monitor};
#[derive(Clone, Copy, PartialEq, Eq, Default)] pub enum Phase { #[default] Idle, Asks, Owns, Leaves }
#[derive(Default)] pub struct Bus { a: Phase, b: Phase, turn: bool }
fn next(me: Phase, other: Phase, mine: bool, wants: bool) -> Phase {
    match me {
        Phase::Idle if wants => Phase::Asks,
        Phase::Asks if other == Phase::Idle || other == Phase::Asks && mine => Phase::Owns,
        Phase::Owns if !wants => Phase::Leaves,
        Phase::Leaves => Phase::Idle,
        same => same,
    }
}
#[control_loop] fn tick(bus: &mut Bus, a: bool, b: bool) {
    if bus.turn { bus.a = next(bus.a, bus.b, true, a); } else { bus.b = next(bus.b, bus.a, true, b); }
    bus.turn = !bus.turn;
}
#[monitor] fn never_both(bus: &Bus) -> bool { bus.a != Phase::Owns || bus.b != Phase::Owns }

//// handshake_without_turns
//= never_both falsified 2
use falsify::{control_loop, monitor};
#[derive(Clone, Copy, PartialEq, Eq, Default)] pub enum Phase { #[default] Idle, Asks, Owns, Leaves }
#[derive(Default)] pub struct Bus { a: Phase, b: Phase }
fn next(me: Phase, other: Phase, wants: bool) -> Phase {
    match me {
        Phase::Idle if wants => Phase::Asks,
        Phase::Asks if other == Phase::Idle => Phase::Owns,
        Phase::Owns if !wants => Phase::Leaves,
        Phase::Leaves => Phase::Idle,
        same => same,
    }
}
#[control_loop] fn tick(bus: &mut Bus, a: bool, b: bool) {
    let (left, right) = (bus.a, bus.b);
    bus.a = next(left, right, a);
    bus.b = if right == Phase::Idle && b { Phase::Owns } else { next(right, left, b) };
}
#[monitor] fn never_both(bus: &Bus) -> bool { bus.a != Phase::Owns || bus.b != Phase::Owns }

//// ring_buffer_stays_inside
//= indices holds
//= bounds:8 holds
//= bounds:13 holds
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct Ring { bytes: [u8; 6], read: u8, len: u8 }
impl Ring {
    fn push(&mut self, byte: u8) {
        if self.len < 6 { let at = (self.read + self.len) % 6; self.bytes[at as usize] = byte; self.len += 1; }
    }
    fn pop(&mut self) -> Option<u8> {
        if self.len == 0 { return None; }
        let at = self.read as usize;
        let byte = self.bytes[at];
        self.read = if self.read == 5 { 0 } else { self.read + 1 };
        self.len -= 1;
        Some(byte)
    }
}
#[control_loop] fn tick(r: &mut Ring, byte: u8, put: bool, take: bool) {
    if put { r.push(byte); }
    if take { r.pop(); }
}
#[monitor] fn indices(r: &Ring) -> bool { r.read < 6 && r.len <= 6 }

//// ring_buffer_that_runs_over
//= indices falsified 7
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct Ring { bytes: [u8; 6], read: u8, len: u8 }
impl Ring {
    fn push(&mut self, byte: u8) { let at = self.read as usize; self.bytes[at] = byte; self.len = self.len.saturating_add(1); }
    fn pop(&mut self) { if self.len > 0 { self.read = if self.read == 5 { 0 } else { self.read + 1 }; self.len -= 1; } }
}
#[control_loop] fn tick(r: &mut Ring, byte: u8, put: bool, take: bool) {
    if put { r.push(byte); }
    if take { r.pop(); }
}
#[monitor] fn indices(r: &Ring) -> bool { r.read < 6 && r.len <= 6 }

//// deadline_met_because_something_gets_less
//= answered holds
use falsify::temporal::Within;
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct Server { queue: u8, asked: bool, done: bool }
#[control_loop] fn tick(s: &mut Server, ask: bool, #[input(0..=5)] size: u8) {
    s.asked = ask && s.queue == 0;
    if s.asked { s.queue = 2 + size; }
    s.done = s.queue == 1;
    if s.queue > 0 { s.queue -= 1; }
}
#[monitor] fn answered(s: &Server, limit: &mut Within<7>) -> bool { limit.check(s.asked, s.done) }

//// deadline_missed_by_one
//= answered falsified 6
use falsify::temporal::Within;
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct Server { queue: u8, asked: bool, done: bool }
#[control_loop] fn tick(s: &mut Server, ask: bool, #[input(0..=5)] size: u8) {
    s.asked = ask && s.queue == 0;
    if s.asked { s.queue = 2 + size; }
    s.done = s.queue == 1;
    if s.queue > 0 { s.queue -= 1; }
}
#[monitor] fn answered(s: &Server, limit: &mut Within<5>) -> bool { limit.check(s.asked, s.done) }

//// door_timer_beside_its_deadline
//= closes holds
use falsify::temporal::HeldFor;
use falsify::{control_loop, monitor};
#[derive(Default, Clone, Copy)] pub enum Door { #[default] Shut, Open(u8) }
#[control_loop] fn tick(door: &mut Door, call: bool, stop: bool) {
    *door = match *door {
        _ if stop => Door::Shut,
        Door::Shut if call => Door::Open(200),
        Door::Open(left) if left > 1 => Door::Open(left - 1),
        _ => Door::Shut,
    };
}
#[monitor] fn closes(door: &Door, open: &mut HeldFor<201>) -> bool { !open.check(matches!(door, Door::Open(_))) }

//// door_timer_that_starts_anew
//= closes falsified 201
use falsify::temporal::HeldFor;
use falsify::{control_loop, monitor};
#[derive(Default, Clone, Copy)] pub enum Door { #[default] Shut, Open(u8) }
#[control_loop] fn tick(door: &mut Door, call: bool, stop: bool) {
    *door = match *door {
        _ if stop => Door::Shut,
        _ if call => Door::Open(200),
        Door::Open(left) if left > 1 => Door::Open(left - 1),
        _ => Door::Shut,
    };
}
#[monitor] fn closes(door: &Door, open: &mut HeldFor<201>) -> bool { !open.check(matches!(door, Door::Open(_))) }

//// state_in_unsafe_cells
//= at_most_six holds
//= at_most_five falsified 6
//= sums_up holds
use core::cell::UnsafeCell;
use core::ptr::NonNull;
use falsify::{control_loop, isr, monitor};
pub struct Shared<T>(UnsafeCell<T>);
unsafe impl<T> Sync for Shared<T> {}
impl<T> Shared<T> {
    pub const fn new(value: T) -> Self { Shared(UnsafeCell::new(value)) }
    pub fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R { unsafe { f(&mut *self.0.get()) } }
}
static RECEIVED: Shared<[u8; 4]> = Shared::new([0; 4]);
static POSITION: Shared<usize> = Shared::new(0);
static mut PULSES: [u8; 2] = [0, 0];
#[isr] fn receive() {
    let at = POSITION.with(|p| { *p = (*p + 1) % 4; *p });
    RECEIVED.with(|bytes| bytes[at] = bytes[at].wrapping_add(1));
}
#[derive(Default)] pub struct Poll { last: Option<NonNull<u8>>, polls: u32, pulses: u8 }
fn bump(count: *mut u32) { if let Some(count) = unsafe { count.as_mut() } { *count += 1; } }
#[control_loop] fn tick(poll: &mut Poll, which: bool) {
    bump(&mut poll.polls);
    if poll.polls > 6 { poll.polls = 0; }
    let pulse = unsafe { if which { &raw mut PULSES[0] } else { &raw mut PULSES[1] } };
    poll.last = NonNull::new(pulse);
    if let Some(last) = &mut poll.last { unsafe { *last.as_mut() += 1 }; poll.pulses += 1; }
    if poll.pulses > 5 { poll.pulses = 0; unsafe { PULSES = [0, 0] }; }
    RECEIVED.with(|bytes| if bytes.iter().any(|&b| b > 40) { bytes.fill(0); });
}
#[monitor] fn at_most_six(poll: &Poll) -> bool { poll.polls <= 6 }
#[monitor] fn at_most_five(poll: &Poll) -> bool { poll.polls <= 5 }
#[monitor] fn sums_up(poll: &Poll) -> bool { unsafe { PULSES[0] <= poll.pulses && PULSES[1] == poll.pulses - PULSES[0] } }
