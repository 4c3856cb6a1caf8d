//@ edition 2018
//@ seeds 40
//@ meets monitor check assume event Panic Overflow Borrow
//@ file src/lib.rs
//! Superloops: marks, locals, handles.
#![no_std]
#![deny(warnings)]
#![allow(unused)]
use core::cell::RefCell;
use core::sync::atomic::{AtomicU16, Ordering};
use falsify::{any_in, assume, check, control_loop, input, isr, monitor, output};

mod generic;
mod hal;

struct Shared(RefCell<u16>);
// SAFETY: the tests have one thread.
unsafe impl Sync for Shared {}
static SHARED: Shared = Shared(RefCell::new(0));
static TICKS: AtomicU16 = AtomicU16::new(0);

#[derive(Clone, Copy, PartialEq)]
enum Key { None, Up(u8), Down }

trait Board {
    #[input]
    fn key(&mut self) -> Key;
    #[input(0..=3)]
    fn ready(&self) -> u8;
    #[output]
    fn led(&mut self, on: bool);
    #[output]
    fn log(&mut self, key: Key, n: u8);
    fn twice(&mut self) -> (Key, Key) { (self.key(), self.key()) }
}

/// Writes into what it was made from when it goes.
struct Guard<'a>(&'a mut u8);
impl Drop for Guard<'_> {
    fn drop(&mut self) { *self.0 = self.0.wrapping_add(1); }
}

#[control_loop]
fn run(board: &mut impl Board) -> ! {
    let mut n = 0u8; let mut dropped = 3u8;
    let (mut a, b) = (any_in(0..=9u8), 7u16);
    board.led(false);
    let table = [1u8, 2, 3];
    'outer: loop { let key = board.key(); let before = n; let mut doubled = u16::from(n) * 2; check!("on the loop's line", n < 250);
        TICKS.fetch_add(1, Ordering::Relaxed);
        if key == Key::None { doubled += 1; continue; }
        for step in 0..4u8 {
            if step == 1 { continue; }
            if let Key::Up(by) = key { if by == step { n += by; doubled = 0; continue 'outer; } }
            while board.ready() == 0 { a = a.wrapping_add(1); if a == 200 { panic!("never ready") } }
        }
        let _guard = Guard(&mut dropped);
        let mut shared = SHARED.0.borrow_mut();
        *shared = shared.wrapping_add(b);
        n = match board.twice() { (Key::Up(x), Key::Up(y)) => n.wrapping_add(x) ^ y, (Key::Down, _) => n.saturating_sub(1), _ => n };
        board.log(key, n); doubled = doubled.wrapping_add(u16::from(table[usize::from(n % 3)]));
        if n > 40 { board.led(true) } }
}

#[isr(of = run)]
fn interrupt() { let mut shared = SHARED.0.borrow_mut(); *shared /= 2; }

#[monitor(of = run)]
fn locals(n: &u8, key: Key, before: u8, doubled: u16) -> bool { *n < 100 || key == Key::Down || before < 50 || doubled < 9 }
#[monitor(of = run)]
fn after_drops(dropped: u8, a: u8, b: u16) -> bool { dropped % 7 != 0 && a < 150 && b == 7 && *SHARED.0.borrow() < 300 }
#[monitor(of = run)]
fn events(led: Option<bool>, log: Option<(Key, u8)>, n: u8) -> bool { led != Some(true) && log.is_none_or(|(_, x)| x == n) }
#[monitor(of = run)]
fn times(count: &mut u16) -> bool { *count += 1; *count == TICKS.load(Ordering::Relaxed) && *count < 38 }

#[control_loop]
fn waits(board: &mut impl Board) -> ! {
    let mut sum = 0u8;
    loop {
        let mut waited = 0u8;
        while board.ready() != 3 { waited += 1; assume(waited < 9); }
        sum += waited; let closure = |x: u8| { if x > 4 { return x; } x / 2 };
        let half = closure(sum);
        if waited == 6 { let _held = SHARED.0.borrow_mut(); let _ = SHARED.0.borrow(); }
    }
}
#[monitor(of = waits)]
fn not_half(half: u8, sum: &u8, waited: u8) -> bool { half <= *sum && waited != 7 }

#[control_loop]
fn nothing() -> ! {
    let mut n = 250u8;
    { let _block = 3; }
    loop { n += 1; }
}
#[monitor(of = nothing)]
fn sees(n: u8) -> bool { n != 253 }

#[control_loop]
fn late(board: &mut impl Board) -> ! {
    let mut last: u8; let mut n = 0u8;
    loop { let level; let kind: Option<u8>;
        n = n.wrapping_add(7); last = n;
        if n % 3 == 0 { level = n; kind = None; continue }
        match board.ready() { 2 => { level = 9; kind = Some(n); if n > 99 { continue; } } other => { level = other; kind = None } }
        last = level / 2;
        if last == 4 { board.led(true) }
    }
}
#[monitor(of = late)]
fn given_late(last: &u8, level: u8, kind: Option<u8>) -> bool { *last < 200 && level != 9 || kind.is_none_or(|it| it < 90) }
//@ file src/generic.rs
use falsify::{control_loop, input, monitor, output};

/// Something with associated items and a supertrait.
pub trait Base {
    type Reading: Copy + PartialOrd + Default;
    fn unused(&self, x: &mut [u8], y: Option<&str>) -> bool;
    const SCALE: u16;
}

pub trait Bus<T>: Base {
    #[input]
    fn read(&mut self, register: u8) -> Result<T, Self::Fault>;
    #[input]
    fn sense(&mut self) -> Self::Reading;
    #[output]
    fn write(&mut self, bytes: &[u16], last: u16) -> Result<usize, Self::Fault>;
    type Fault: Clone + core::fmt::Debug;
    #[input(1..5)]
    fn now() -> u8;
}

#[control_loop]
fn owned<B: Bus<u16, Reading = i8>>(mut bus: B, shared: &impl Clock) -> ! {
    let mut faults = 0u8;
    let mut sensed = 0i8;
    loop {
        let value = match bus.read(3) { Ok(value) => value, Err(_fault) => { faults += 40; 0 } };
        sensed = sensed.max(bus.sense()) / 2;
        let written = bus.write(&[value, value / 2], 9).unwrap_or(B::now() as usize);
        let time = shared.time();
    }
}

pub trait Clock { #[input] fn time(&self) -> u32; }

#[monitor(of = owned)]
fn holds(faults: u8, sensed: &i8, written: usize, time: u32, value: u16) -> bool { faults < 80 && *sensed < 60 && written != 3 && time & 15 != 1 && value != 0 }
#[monitor(of = owned)]
fn wrote(write: Option<(&[u16], u16)>, value: u16) -> bool { write.is_none_or(|(bytes, last)| bytes == &[value, value / 2] && last == 9) }

/// A step with handles.
#[control_loop]
fn step<C: Clock>(board: &mut C, n: &mut u32, flag: bool, other: &mut impl Clock) -> u32 { *n ^= board.time() ^ u32::from(flag); *n % (other.time() % 64) }
#[monitor(of = step)]
fn odd(out: u32, n: &u32, flag: bool) -> bool { out < 60 || flag || *n < 99 }

struct Real { n: u32 }
/// Called as itself: the trait says that these are inputs.
impl Clock for Real { fn time(&self) -> u32 { self.n } }

#[control_loop(init = Real { n: 3 })]
fn concrete(real: &mut Real) { real.n = real.time() / 2; }
#[monitor(of = concrete)]
fn large(real: &Real) -> bool { real.n != 3 }
//@ file src/hal.rs
use falsify::{control_loop, input, monitor, output};

#[input]
fn level() -> u8 { 0 }

extern "C" {
    #[input(..200)]
    fn read(register: u8) -> u8;
    #[output]
    pub fn send(register: u8, value: i16) -> i8;
}

#[control_loop]
fn pumps() -> ! { let mut on = false; loop { let seen = level(); on = seen > 100 && !on; if seen == 255 { break_down(on) } let got = unsafe { send(1, seen as i16 - read(2) as i16) }; } }

fn break_down(on: bool) { if on { panic!("while on") } }

#[monitor(of = pumps)]
fn off(on: bool, seen: u8, got: i8) -> bool { !on || seen < 250 || got < 0 }
#[monitor(of = pumps)]
fn wrote(send: Option<(u8, i16)>, seen: u8) -> bool { match send { Some((1, x)) => x <= seen as i16 && x != 3, _ => false } }
// The last line of this file is a comment.