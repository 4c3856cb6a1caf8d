//@ edition 2021
//@ seeds 150
//@ meets monitor check Overflow Bounds event interrupt
//@ file Cargo.toml
[package]
name = "preemption"
version = "0.1.0"
edition = "2021"

[dependencies]
critical-section = "1.2.0"
falsify-runtime = { path = "$RUNTIME" }
//@ file src/lib.rs
//! Handlers in the middle of ticks: every way in which an access is written.
#![no_std]
#![deny(warnings)]
#![allow(static_mut_refs, clippy::all)]

mod sections;
mod forms;
mod superloop;
//@ file src/sections.rs
use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicU8, Ordering::{self, Relaxed}};
use critical_section::Mutex;
use falsify::{control_loop, isr, monitor, output};

static BYTES: Mutex<RefCell<(u8, u8)>> = Mutex::new(RefCell::new((0, 0)));
static LAST: Mutex<Cell<u8>> = Mutex::new(Cell::new(0));
static RAW: AtomicU8 = AtomicU8::new(1);
static OWN: AtomicU8 = AtomicU8::new(0);

#[isr(preempt, max = 2, of = guarded)]
fn on_byte() {
    let raw = RAW.fetch_add(3, Relaxed);
    critical_section::with(|cs| {
        let mut bytes = BYTES.borrow_ref_mut(cs);
        *bytes = (bytes.1, raw);
        LAST.borrow(cs).set(raw);
    });
    lamp(raw > 200);
}

#[output]
fn lamp(_on: bool) {}

fn sum() -> u8 {
    critical_section::with(|cs| {
        let (a, b) = *BYTES.borrow(cs).borrow();
        a.wrapping_add(b) })
}

fn bump(of: &AtomicU8, by: u8) -> u8 { of.store(of.load(Relaxed).wrapping_add(by), Relaxed); of.load(Relaxed) }

#[control_loop]
fn guarded(s: &mut (u8, u8), x: u8) -> u8 {
    if x > 100 { lamp(false) }
    let first = bump(&RAW, x); // an interrupt may come in here
    let second = bump(&OWN, 1);
    s.0 = sum() ^ critical_section::with(|cs| { LAST.borrow(cs).get() }); s.1 = sum();
    falsify::check!("same", s.0 == s.1 || first != 0);
    let f = |y: u8| RAW.swap(y, Ordering::SeqCst) ^ second;
    match f(x) { 0 => { RAW.store(9, Relaxed) }
        n if RAW.load(Relaxed) > n => s.1 = n, _ => {} }
    RAW.compare_exchange(first, second, Relaxed, Relaxed).unwrap_or_else(|found| found)
}

#[monitor(of = guarded)]
fn twice(s: &(u8, u8), lamp: Option<bool>) -> bool { (s.0 ^ s.1) & 63 != 1 || lamp == Some(true) }
#[monitor(of = guarded)]
fn kept(out: u8) -> bool { RAW.load(Relaxed) != out || OWN.load(Relaxed) > 2 }
//@ file src/forms.rs
use falsify::{control_loop, isr, monitor};

static mut COUNT: u8 = 250;
static mut TABLE: [i16; 4] = [0; 4];
static mut WHICH: usize = 1;
static mut MODE: Mode = Mode::Idle;
static mut PART: Part = Part { low: 0, high: 0 };

#[derive(Clone, Copy, PartialEq)]
enum Mode { Idle, Busy }
#[derive(Clone, Copy)]
struct Part { low: u16, high: u16 }

#[isr(preempt, of = S::forms)]
fn on_edge() {
    unsafe {
        COUNT = COUNT.wrapping_add(1);
        WHICH = (WHICH + 1) % 5;
        TABLE[COUNT as usize % 4] += 300;
        MODE = if MODE == Mode::Idle { Mode::Busy } else { Mode::Idle };
        PART.low ^= PART.high;
        PART.high += 1;
    }
}
#[isr(preempt, of = S::forms)]
fn on_clear() { unsafe { COUNT = 0; PART.high = 0; } }

#[derive(Default)]
pub struct S { n: u16, seen: [u8; 3] }

impl S {
    #[control_loop]
    fn forms(&mut self, x: u8, go: bool) -> u16 {
        unsafe {
            // A comment; with { braces }
            if go { COUNT += x / 32 }
            TABLE[x as usize % 4] -=
                x as i16;
            let chosen = TABLE[WHICH] + TABLE[0];
            PART.low = PART.low.rotate_left(1) ^ PART.high;
            self.n = match MODE { Mode::Idle => PART.high, Mode::Busy => chosen as u16 };
        }
        let count = unsafe { &mut COUNT };
        *count = *count ^ x;
        for i in 0..3 { self.seen[i] = *count; }
        self.step(unsafe { WHICH });
        while unsafe { COUNT } > 240 { unsafe { COUNT -= 8; } }
        unsafe { PART.low }
    }

    fn step(&mut self, n: usize) { if n > 2 { return } self.n ^= unsafe { MODE as u16 }; }
}

#[monitor(of = S::forms)]
fn quiet(s: &S, out: u16) -> bool { s.seen[0] == s.seen[2] && out & 0xff != 3 }
#[monitor(of = S::forms)]
fn low(s: &S) -> bool { s.n < 0x8000 || unsafe { COUNT } < 100 }
//@ file src/superloop.rs
use core::sync::atomic::{AtomicBool, AtomicU16, Ordering::Relaxed};
use falsify::{control_loop, input, isr, monitor};

static READY: AtomicBool = AtomicBool::new(false);
static TIME: AtomicU16 = AtomicU16::new(0);

#[input]
fn level() -> u16 { 0 }

#[isr(preempt, of = run, max = 3)]
fn on_timer() {
    if !READY.swap(true, Relaxed) { TIME.fetch_add(level() % 9, Relaxed); }
}

#[control_loop]
fn run() -> ! {
    let mut old = 0;
    TIME.store(5, Relaxed);
    'outer: loop {
        let now = TIME.load(Relaxed);
        if !READY.load(Relaxed) { continue 'outer; }
        READY.store(false, Relaxed);
        let late = level() > 3 && TIME.load(Relaxed) != now;
        old = if late { old + 1 } else { TIME.load(Relaxed) - now };
    }
}

#[monitor(of = run)]
fn steady(old: u16) -> bool { old < 5 }
