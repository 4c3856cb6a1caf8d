//// init expression, tuple state, inputs of every kind
//* name: tick
//* State
//* Input { name: a
//* range: Some((Scalar(246), Scalar(9)))
//* range: Some((Scalar(97), Scalar(122)))
use falsify::control_loop;
const TEN: i8 = 10;
#[derive(Clone, Copy)]
pub enum Command { Stop, Go(u8) }
#[control_loop(init = (start(), false))]
pub fn tick(s: &mut (u32, bool), #[input(-TEN..TEN)] a: i8, #[input('a'..='z')] c: char, d: Option<Command>, e: [bool; 2]) {
    if a > 0 && c > 'b' && e[0] { s.0 = s.0.wrapping_add(1); }
    if let Some(Command::Go(n)) = d { s.1 = n > 3; }
}
fn start() -> u32 { 7 }

//// a primitive state starts at its default
//* init: Some
#[falsify::control_loop]
pub fn tick(s: &mut u32) { *s = s.wrapping_add(1); }

//// state in statics only
//* init: None
use core::sync::atomic::{AtomicU8, Ordering};
static N: AtomicU8 = AtomicU8::new(3);
#[falsify::control_loop]
pub fn tick(x: u8) -> u8 { N.fetch_add(x, Ordering::Relaxed) }

//// a method of a type with new and default takes new
//* name: S::step
pub struct S(u8);
impl S {
    pub const fn new() -> S { S(1) }
    #[falsify::control_loop]
    pub fn step(&mut self, x: bool) -> bool { self.0 = x as u8; x }
}
impl Default for S { fn default() -> S { S(2) } }

//// no initial state
//! roots::no-initial-state
pub struct S(u8);
#[falsify::control_loop]
pub fn tick(s: &mut S) { s.0 = 1; }

//// two states
//! roots::parameter
#[falsify::control_loop]
pub fn tick(a: &mut u8, b: &mut u8) { *a = *b; }

//// an input by shared reference
//! roots::parameter
#[falsify::control_loop]
pub fn tick(a: &mut u8, b: &u8) { *a = *b; }

//// an input with a reference inside
//! lower::input-type
#[falsify::control_loop]
pub fn tick(a: &mut u8, b: Option<&'static u8>) { *a = b.copied().unwrap_or(0); }

//// an empty range
//! roots::input-range
#[falsify::control_loop]
pub fn tick(a: &mut u8, #[falsify::input(5..5)] b: u8) { *a = b; }

//// hardware handles in the step form
//* Handle
pub trait Board {
    #[falsify::input(0..=1023)]
    fn adc(&mut self, channel: u8) -> u16;
    #[falsify::output]
    fn led(&mut self, on: bool);
    fn both(&mut self) -> u16 { self.adc(0) + self.adc(1) }
}
#[falsify::control_loop]
pub fn tick(s: &mut u16, board: &mut impl Board) {
    *s = board.both();
    board.led(*s > 100);
}

//// a handle's method without meaning
//! lower::no-body
pub trait Board { fn adc(&mut self) -> u16; }
#[falsify::control_loop]
pub fn tick(s: &mut u16, board: &mut impl Board) { *s = board.adc(); }

//// a superloop with its locals
//* Superloop
//* Local { local
//* Event(led)
pub trait Board {
    #[falsify::input]
    fn key(&mut self) -> bool;
    #[falsify::output]
    fn led(&mut self, on: bool);
}
#[falsify::control_loop]
pub fn run(board: &mut impl Board) -> ! {
    let mut n = 0u8;
    loop {
        let key = board.key();
        if key { n = n.wrapping_add(1); continue; }
        let twice = n.wrapping_mul(2);
        board.led(twice > 7);
    }
}
#[falsify::monitor]
fn fine(n: &u8, key: bool, led: Option<bool>) -> bool { *n < 255 || key || led.is_some() }

//// a local that some iterations do not assign
//! roots::maybe-unassigned
pub trait Board { #[falsify::input] fn key(&mut self) -> bool; }
#[falsify::control_loop]
pub fn run(board: &mut impl Board) -> ! {
    loop {
        if board.key() { continue; }
        let twice = 4u8;
        let _ = twice;
    }
}
#[falsify::monitor]
fn fine(twice: u8) -> bool { twice < 10 }

//// a local that not every path assigns
//! roots::maybe-unassigned
pub trait Board { #[falsify::input] fn key(&mut self) -> bool; }
#[falsify::control_loop]
pub fn run(board: &mut impl Board) -> ! {
    loop {
        let level: u8;
        'sure: {
            if board.key() { break 'sure; }
            level = 3;
            let _ = level;
        }
    }
}
#[falsify::monitor]
fn fine(level: u8) -> bool { level < 10 }

//// a local before the loop that not every path assigns
//! roots::maybe-unassigned
pub trait Board { #[falsify::input] fn key(&mut self) -> bool; }
#[falsify::control_loop]
pub fn run(board: &mut impl Board) -> ! {
    let mut level: u8;
    loop {
        if board.key() { level = 3; let _ = level; }
    }
}
#[falsify::monitor]
fn fine(level: u8) -> bool { level < 10 }

//// locals that are assigned on all paths
pub trait Board { #[falsify::input] fn key(&mut self) -> bool; }
#[falsify::control_loop]
pub fn run(board: &mut impl Board) -> ! {
    let mut last: u8;
    loop {
        let level;
        if board.key() { level = 3u8; last = 4; let _ = last; continue; }
        match board.key() { true => level = 1, false => { level = 2; } }
        last = level;
        let _ = (last, level);
    }
}
#[falsify::monitor]
fn fine(level: u8, last: &u8) -> bool { level < 10 && *last < 9 }

//// a superloop without a loop
//! roots::no-loop
#[falsify::control_loop]
pub fn run() -> ! { panic!() }

//// a superloop with an input parameter
//! roots::parameter
#[falsify::control_loop]
pub fn run(x: u8) -> ! { let mut n = x; loop { n = n.wrapping_add(1); } }

//// constants that cannot be evaluated
//! lower::constant
const BAD: u8 = 200 + ADD;
const ADD: u8 = 100;
#[falsify::control_loop]
pub fn tick(s: &mut u8) { *s = BAD; }

//// an error does not hide the next
//! lower::no-body
//! lower::no-body
extern "C" { fn read(x: u8) -> u8; }
#[falsify::control_loop]
pub fn tick(s: &mut u8) {
    *s = unsafe { read(1) };
    *s = unsafe { read(2) };
}

//// a foreign function that is marked safe is foreign
//! lower::no-body
unsafe extern "C" { pub safe fn read(x: u8) -> u8; }
#[falsify::control_loop]
pub fn tick(s: &mut u8) { *s = read(1); }

//// text goes out through a handle
//* name: tick
//* Handle
#[falsify::control_loop]
pub fn tick(s: &mut u8, uart: &mut impl core::fmt::Write) {
    *s = writeln!(uart, "{s:>3} {}", 1).is_err() as u8;
    uart.write_str("end").ok();
}

//// text is not made for a value of the crate
//! lower::no-body
use core::fmt::{self, Write};
#[derive(Default)]
pub struct Line(u8);
impl Write for Line { fn write_str(&mut self, s: &str) -> fmt::Result { self.0 = s.len() as u8; Ok(()) } }
#[falsify::control_loop]
pub fn tick(line: &mut Line, x: u8) {
    line.write_str("abc").ok();
    if x > 3 { write!(line, "{x}").ok(); }
}

//// types that grow without end
//! lower::type
fn grow<T: Clone>(n: u8, x: T) -> u8 {
    if n == 0 { 0 } else { grow(n - 1, (x.clone(), x)) }
}
#[falsify::control_loop]
pub fn tick(s: &mut u8) { *s = grow(3, 0u8); }

//// a huge constant
//! lower::unsupported
const HUGE: [u8; 1 << 30] = [0; 1 << 30];
#[falsify::control_loop]
pub fn tick(s: &mut u8) { *s = HUGE[*s as usize]; }

//// a constant that takes too long
//! lower::constant
const fn spin(mut n: u64) -> u64 { while n > 0 { n -= 1; } n }
const SLOW: u64 = spin(u64::MAX);
#[falsify::control_loop]
pub fn tick(s: &mut u64) { *s = SLOW; }

//// a constant that depends on itself
//! lower::constant
const A: u8 = B + 1;
const B: u8 = A + 1;
#[falsify::control_loop]
pub fn tick(s: &mut u8) { *s = A; }

//// inputs of handles with methods of one name are told apart
//* source left.read
//* source right.read
//* source right.log.buffer
//* source read_once
use falsify::{control_loop, input, output};
pub trait Port {
    #[input] fn read(&mut self) -> u8;
    #[input] fn log(&mut self, buffer: &mut [u8]);
    #[output] fn write(&mut self, byte: u8);
}
pub trait Key { #[input] fn read_once(&mut self) -> bool; }
#[control_loop]
pub fn tick<L: Port, K: Key>(s: &mut u8, left: &mut L, right: &mut impl Port, key: &mut K) {
    let mut log = [0; 2];
    right.log(&mut log);
    if key.read_once() { *s = left.read() ^ right.read() ^ log[0]; left.write(*s); right.write(1); }
}

//// handles of one type parameter share their names, those of another trait do not matter
//* source read
use falsify::{control_loop, input};
pub trait Port { #[input] fn read(&mut self) -> u8; }
pub trait Other { #[input] fn write(&mut self) -> u8; }
#[control_loop]
pub fn tick<P: Port>(s: &mut u8, left: &mut P, right: &mut P, other: &mut impl Other) {
    *s = left.read() ^ right.read() ^ other.write();
}
