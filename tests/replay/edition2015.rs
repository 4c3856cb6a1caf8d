//@ edition 2015
//@ meets monitor check Overflow event
//@ file src/lib.rs
//! The oldest edition: `extern crate`, paths from the root, included files and modules by path.
#![no_std]
#![deny(warnings)]
#![allow(unused)]
#[macro_use]
extern crate falsify;

mod plain;
#[path = "moved/elsewhere.rs"]
pub mod named;

pub mod falsify_like { pub fn core() {} }

macro_rules! made {
    ($name:ident, $state:ident) => {
        #[derive(Default)]
        pub struct $state { n: u8, mode: $name }
        #[derive(Clone, Copy, Default)]
        pub enum $name { #[default] One, Two(u8) }
        #[::falsify::control_loop]
        fn made_loop(s: &mut $state, mode: $name) { s.mode = mode; if let $name::Two(x) = mode { s.n += x; } }
        #[::falsify::monitor(of = made_loop)]
        fn made_monitor(s: &$state, mode: $name) -> bool { match mode { $name::One => true, $name::Two(x) => x < 250 } }
    };
}
made!(Made, MadeState);
//@ file src/plain.rs
use falsify::{any, check, control_loop, input, monitor, output};
use named::Level;

static NOTE: &'static str = include_str!("../data/note.txt");

#[input(0..9)]
fn r#move() -> u8 { 0 }
#[output]
fn r#dyn(level: Level) -> bool { level.is_high() }

#[control_loop(init = Level::new(7))]
fn tick(level: &mut Level, by: u8, r#try: Level) -> u8 {
    let seen = r#move();
    if r#dyn(*level) { level.add(by) }
    check!("not nine", seen != 8 || r#try.is_high());
    level.get() - seen
}
#[monitor(of = tick)]
fn watch(level: &Level, out: u8, r#try: Level, r#dyn: Option<Level>) -> bool { out < 200 || level.get() < 100 || r#try.is_high() && r#dyn.is_some() }
//@ file src/moved/elsewhere.rs
/// A level that only this module can make.
#[derive(Clone, Copy, PartialEq)]
pub struct Level(u8, bool);
impl Level {
    pub fn new(n: u8) -> Level { Level(n, false) }
    pub fn get(&self) -> u8 { self.0 }
    pub fn add(&mut self, n: u8) { self.0 = self.0.wrapping_add(n) }
    pub fn is_high(self) -> bool { self.0 > 128 || self.1 }
}
mod inner;
//@ file src/moved/inner.rs
use falsify::{control_loop, monitor};
#[control_loop]
fn tick(s: &mut u16, (x, y): (u8, i8), other: super::Level) { *s = u16::from(x) + other.get() as u16; }
#[monitor(of = tick)]
fn fine(s: &u16) -> bool { *s < 400 }
//@ file data/note.txt
seven77
