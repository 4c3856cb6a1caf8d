//@ edition 2021
//@ seeds 150
//@ meets monitor check assume event Overflow Shift DivZero DivOverflow Bounds Slice Unwrap Expect Assert Panic
//@ meets Unreachable Todo Borrow
//@ file src/lib.rs
//! Step loops with private everything, in a crate that tolerates no warning and no unsafe code.
#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unreachable_pub)]
#![allow(dead_code)]

mod deep;
mod inputs;
mod hooks;
mod panics;

mod inline {
    mod inner {
        use falsify::{control_loop, monitor};
        #[derive(Default)]
        struct Hidden { n: u8, last: Option<Kind> }
        #[derive(Clone, Copy, PartialEq)]
        enum Kind { A, B(i8), C { x: bool, y: Pair } }
        #[derive(Clone, Copy, PartialEq)]
        struct Pair(u16, char);
        #[control_loop]
        fn inner_tick(h: &mut Hidden, kind: Kind, #[input(-3..4)] by: i8) -> Kind {
            h.n = h.n.wrapping_add(by as u8);
            if let Kind::B(x) = kind { h.n ^= x as u8; }
            h.last = Some(kind);
            kind
        }
        #[monitor(of = inner_tick)]
        fn never_c(h: &Hidden, out: Kind) -> bool { h.last == Some(out) && !matches!(out, Kind::C { x: true, y: Pair(0..=30000, _) }) }
        #[monitor(of = inner_tick)]
        fn small(h: &Hidden, kind: Kind, by: i8) -> bool { h.n < 200 || kind == Kind::A || by > 2 } }
}
//@ file src/deep/mod.rs
//! Monitors in modules other than the loop's, with memories that only they can name.
use falsify::control_loop;

mod watch;

/// Has `new` and `default`, which differ.
pub(crate) struct Tank { level: i32, pub(super) open: bool }

impl Tank {
    const fn new() -> Self { Tank { level: 10, open: false } }

    #[control_loop]
    pub(crate) fn fill(&mut self, #[input(-9..=9)] flow: i32, open: bool) -> (i32, bool) {
        self.open = open;
        self.level += if open { flow } else { flow * 2 };
        (self.level, self.open)
    }

    /// Says what the level is.
    pub(super) fn level(&self) -> i32 { self.level }
}

impl Default for Tank { fn default() -> Self { Tank { level: -1, open: true } } }
//@ file src/deep/watch.rs
//! Watches the tank.
use super::Tank;
use falsify::monitor;
use falsify::temporal::{HeldFor, Within};

#[derive(Default)]
struct Memory { deadline: Within<3>, held: HeldFor<2>, seen: [i32; 2] }

#[monitor(of = Tank::fill)]
fn closes(tank: &Tank, memory: &mut Memory, flow: i32, second: &mut u8) -> bool {
    memory.seen = [memory.seen[1], flow];
    *second = second.wrapping_add(tank.open as u8);
    let held = memory.held.check(tank.open);
    memory.deadline.check(memory.seen[0] > 5, tank.level() > 0) && (!held || *second < 9)
}

#[monitor(of = Tank::fill)]
fn out_is_level(out: (i32, bool), tank: &Tank, open: bool) -> bool { out == (tank.level(), open) && tank.level() < 25 }

impl Tank {
    #[monitor(of = Tank::fill)]
    fn as_method(&self, out: (i32, bool)) -> bool { out.0 > -25 || self.open }
}
//@ file src/inputs.rs
//! Inputs of every kind, and initial states from everywhere.
use core::cmp::Ordering;
use core::num::{NonZeroU8, Wrapping};
use falsify::{control_loop, monitor};

const LOW: f32 = -1.5;
/// A range of letters.
const LETTERS: (char, char) = ('a', 'f');

#[derive(Clone, Copy, Debug, PartialEq)]
struct Generic<T, const N: usize> { all: [T; N], r#type: bool }

fn start() -> (u32, bool) { (7, false) }

#[control_loop(init = (start().0 + 1, true))]
fn many(
    s: &mut (u32, bool),
    a: u8, b: u16, c: u32, d: u64, e: u128,
    (): (),
    f: i8, g: i16, h: i32, i: i64, j: i128,
    #[input(LOW..2.5)] k: f32,
    l: f64,
    #[input(LETTERS.0..=LETTERS.1)] m: char,
    n: bool,
    o: [Option<(u8, bool)>; 2],
    p: Generic<u16, 3>,
    q: Result<Ordering, Wrapping<i8>>,
    r: NonZeroU8,
    #[input(5..)] t: usize,
    u: isize,
) -> u64 {
    s.0 = s.0.rotate_left(3) ^ c ^ u32::from(a) ^ u32::from(b);
    s.1 ^= n ^ (f < 0) ^ (g < 0) ^ (h < 0) ^ (i < 0) ^ (j < 0) ^ (u < 0);
    let mut sum = d ^ (e as u64) ^ (e >> 64) as u64 ^ u64::from(m as u32);
    sum ^= u64::from(k.to_bits()) ^ l.to_bits() ^ t as u64 ^ u64::from(r.get());
    for part in o { if let Some((x, y)) = part { sum ^= u64::from(x) << u32::from(y); } }
    sum ^= u64::from(p.all[0]) ^ u64::from(p.all[2]) ^ u64::from(p.r#type);
    match q { Ok(x) => sum ^= x as u64 & 1, Err(x) => sum ^= x.0 as u64 }
    sum
}

#[monitor(of = many)]
fn odd(out: u64, s: &(u32, bool)) -> bool { out % 3 != 0 || s.1 }
#[monitor(of = many)]
fn letter(m: char, k: f32, p: Generic<u16, 3>) -> bool { m < 'e' && k < 2.0 || p.r#type }
#[monitor(of = many)]
fn others(q: Result<Ordering, Wrapping<i8>>, r: NonZeroU8, t: usize) -> bool { q != Ok(Ordering::Less) || r.get() > 9 || t < 99 }

/// The initial state of a method may name `Self`.
#[derive(Default)]
struct Counter(i8);

impl Counter {
    fn at(n: i8) -> Self { Counter(n) }
    #[control_loop(init = Self::at(100))]
    fn count(&mut self, by: bool) { self.0 += i8::from(by) * 3; }
}
//@ file src/hooks.rs
//! Free choice, assumptions, properties, events, handlers and plants.
use core::cell::Cell;
use core::sync::atomic::{AtomicU8, Ordering};
use falsify::{any, any_in, assume, check, control_loop, environment, input, isr, monitor, output};

static COUNT: AtomicU8 = AtomicU8::new(3);

#[derive(Clone, Copy, PartialEq)]
enum Mode { Off, Level(u8), Both { a: bool, b: i16 } }

#[input(0..=999)]
fn adc(channel: u8) -> u16 { u16::from(channel) }

#[input]
fn mode() -> Mode { Mode::Off }

#[output]
fn lamp(on: bool) { let _: bool = on; }

#[output]
fn send(byte: u8, (x, y): (u8, bool), text: &[u8]) -> Result<(), u8> { let _: (u8, bool, &[u8]) = (x, y, text); Err(byte) }

#[output]
fn done() {}

fn fresh<T: Copy>() -> T { any() }

macro_rules! checked { ($e:expr) => { check!("made by a macro", $e) }; }

/// State with a cell in it.
#[derive(Default)]
struct State { sum: Cell<u16>, mode: Option<Mode> }

#[control_loop(init = State { sum: Cell::new(any_in(1..=9)), mode: None })]
fn hooked(s: &mut State, limit: u16) -> Option<Mode> {
    assume(limit > 100);
    let read = adc(1);
    s.sum.set(s.sum.get() / 2 + read);
    let flags: [bool; 3] = any();
    let extra: u8 = any_in(..10);
    let dynamic = any_in(read..=read.saturating_add(limit));
    check!("sum stays small", s.sum.get() < 1700); check!("extra", extra != 7 && dynamic < 60000);
    checked!(fresh::<u8>() != 3);
    if flags[0] { lamp(flags[1]); }
    if flags[2] {
        let local = [extra, 1, 2];
        if send(extra, (extra, flags[1]), &local[..2]).is_err() { done(); lamp(true); }
    }
    s.mode = if fresh() { Some(mode()) } else { fresh() };
    s.mode
}

#[isr(max = 2, of = hooked)]
fn bump() { COUNT.fetch_add(fresh(), Ordering::Relaxed); lamp(true); }

#[isr(of = hooked)]
extern "C" fn reset() { COUNT.store(0, Ordering::Relaxed); }

#[monitor(of = hooked)]
fn lamp_is_off(lamp: Option<bool>) -> bool { lamp != Some(true) }
#[monitor(of = hooked)]
fn sent(send: Option<(u8, (u8, bool), &[u8])>, done: Option<()>) -> bool {
    match send { Some((byte, (x, _), text)) => byte == x && text[0] == byte && text[1] == 1 && text.len() == 2 && (done.is_none() || byte < 5), None => done.is_none() }
}
#[monitor(of = hooked)]
fn counts(out: Option<Mode>, limit: u16) -> bool { COUNT.load(Ordering::Relaxed) < 240 && out != Some(Mode::Level(0)) && limit > 100 && !matches!(out, Some(Mode::Both { a: true, b: 0.. })) }

#[derive(Default)]
struct Room { heat: i16 }

#[control_loop(init = false)]
fn heater(on: &mut bool, #[input(-50..=50)] heat: i16, door: bool) { *on = heat < 20 && !door; }

#[environment(of = heater)]
fn room(on: &bool, room: &mut Room, ticks: &mut u8) -> (i16, bool) {
    *ticks = ticks.wrapping_add(1);
    room.heat += if *on { any_in(0..=9) } else { -any_in(0..=4) };
    assume(room.heat > -40);
    (room.heat, *ticks % 4 == 0 && any())
}

#[monitor(of = heater)]
fn not_hot(heat: i16, door: bool) -> bool { heat < 25 || door }

#[control_loop]
fn no_state(x: u8) { COUNT.fetch_xor(x, Ordering::SeqCst); }

#[environment(of = no_state)]
fn one_input() -> u8 { falsify::any_in(0..9) }
//@ file src/panics.rs
//! Panics of every kind, everywhere.
use core::cell::RefCell;
use falsify::{any_in, control_loop, environment, input, isr, monitor};

#[input(0..27)]
fn which() -> u8 { 0 }

fn deeper(slot: &RefCell<u8>, n: u8) -> u8 { let _guard = slot.borrow_mut(); if n > 0 { deeper(slot, n - 1) } else { n } }

macro_rules! fails { ($n:expr) => { if $n == 17 { panic!("{} in a macro", $n) } }; }

#[track_caller]
fn tracked(n: u8) { if n == 18 { panic!("tracked") } }

#[control_loop(init = RefCell::new(0))]
fn panicking(s: &mut RefCell<u8>, n: i32, data: [u8; 4]) -> u8 {
    let small = n as u8;
    match which() {
        0 => return small + 200, 1 => return small - 100, 2 => return small * 3,
        3 => { let _ = -(n as i8); } 4 => { let _ = 1u32 << (small / 4); } 5 => { let _ = 100 / (small / 60); }
        6 => { let _ = n % i32::from(data[0] / 50); } 7 => { let m = if small > 9 { i32::MIN } else { n }; let _ = m / -1; }
        8 => { let _ = data[usize::from(small / 50)]; } 9 => { let _ = &data[usize::from(data[1] / 50)..usize::from(data[2] / 50)]; }
        10 => { let _: u8 = data.get(usize::from(small)).copied().unwrap(); }
        11 => { let _: u8 = u8::try_from(n).expect("a small one"); }
        12 => assert!(small < 100, "{small} is large"), 13 => assert_eq!(small / 100, 0),
        14 => { if small > 90 { unreachable!("not {}", small) } } 15 => { if small > 90 { todo!() } }
        16 => { return deeper(s, small / 100); }
        17 => fails!(small / 10), 18 => tracked(small / 10), 19 => { let _: [u8; 2] = data[..usize::from(small / 100)].try_into().unwrap(); }
        20 => { if small > 128 { unimplemented!() } }
        21 => { let x: Result<u8, i32> = if small > 50 { Err(n) } else { Ok(1) }; let _ = x.unwrap(); }
        22 => { let mut sum = 0u8; for x in data { sum += x; } return sum; }
        23 => { return data.iter().copied().sum(); }
        24 => { return data.iter().map(|x| x / 20).fold(1u8, |a, b| a * b); }
        _ => {}
    }
    small
}

#[isr(of = panicking)]
extern "C" fn handler() { if which() == 26 { panic!("in a handler") } }

#[monitor(of = panicking)]
fn monitor_panics(out: u8, m: &mut u8) -> bool { *m += out / 100; out != 77 }

#[control_loop]
fn plant_panics(s: &mut u8, x: u8) { *s = x; }
#[environment(of = plant_panics)]
fn plant(s: &u8) -> u8 { let y: u8 = any_in(0..=60); *s + y }

fn begin() -> u8 { let x: u8 = falsify::any(); x * 2 }
#[control_loop(init = begin())]
fn start_panics(s: &mut u8) { *s = 0; }
