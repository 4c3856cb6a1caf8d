//@ meets monitor Overflow Panic event check
//@ file Cargo.toml
[workspace]
members = ["firmware", "board", "halt"]
resolver = "2"
[profile.dev]
panic = "abort"
overflow-checks = false
debug-assertions = false
opt-level = 1
//@ file .cargo/config.toml
[build]
rustflags = ["--cfg", "from_config"]
//@ file firmware/Cargo.toml
[package]
name = "firmware"
version = "0.1.0"
edition = "2024"
[dependencies]
falsify_runtime = { package = "falsify-runtime", path = "$RUNTIME" }
board = { path = "../board" }
halt = { path = "../halt" }
[features]
default = ["big"]
big = []
[[bin]]
name = "firm-ware"
path = "src/main.rs"
[package.metadata.falsify.extern]
"board::raw::read" = "input"
"board::raw::write" = "output"
//@ file firmware/src/lib.rs
//! A library beside a program, with the runtime under another name.
#![no_std]
#![allow(unexpected_cfgs)]
use falsify_runtime::{control_loop, monitor};

/// Only this crate can make one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reading { raw: u16, board: board::Temperature, kind: board::Kind }
impl Reading { pub fn raw(self) -> u16 { self.raw } pub fn kind(self) -> board::Kind { self.kind } }

#[derive(Default)]
struct State(u16);
#[cfg(all(feature = "big", debug_assertions))]
#[control_loop]
fn tick(s: &mut State, reading: Reading, mode: board::Mode) -> u16 {
    s.0 += reading.raw / 16 + u16::from(reading.board.celsius().unsigned_abs());
    if mode == board::Mode::Off && reading.raw > 60000 { s.0 = 0 }
    falsify_runtime::check!("raw", reading.raw != 0);
    board::raw::write(reading.board, s.0 as u8);
    s.0 + u16::from(board::raw::read(3))
}
#[monitor(of = tick)]
fn fine(s: &State, out: u16, reading: Reading) -> bool { s.0 < 60000 && out != 7 && reading.board.celsius() > -100 }
//@ file firmware/src/main.rs
//! The program.
#![no_std]
#![no_main]
use firmware::Reading;
use falsify_runtime::{control_loop, monitor};

#[control_loop]
fn step(n: &mut i16, reading: Reading) { *n = n.wrapping_add(reading.raw() as i16); if reading.kind() == board::Kind::Broken && *n > 20000 { panic!("broken") } }
#[monitor]
fn fine(n: &i16, reading: Reading) -> bool { *n > -30000 || reading.raw() == 0 }

use halt as _;
//@ file halt/Cargo.toml
[package]
name = "halt"
version = "0.1.0"
edition = "2021"
//@ file halt/src/lib.rs
//! What a panic does on the device.
#![no_std]
mod spin;
#[panic_handler]
fn halt(_: &core::panic::PanicInfo<'_>) -> ! { spin::forever() }
//@ file halt/src/spin.rs
//! Nothing else to do.
pub fn forever() -> ! { loop {} }
//@ file board/Cargo.toml
[package]
name = "board"
version = "0.1.0"
edition = "2018"
//@ file board/src/lib.rs
//! Hardware that knows nothing of the runtime.
#![no_std]
/// A temperature.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Temperature { tenths: Tenths }
#[derive(Clone, Copy, PartialEq, Debug)]
struct Tenths(i8);
impl Temperature { pub fn celsius(self) -> i8 { self.tenths.0 } }
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind { Fine, Broken }
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mode { Off, On(u8), Both { a: bool } }
pub mod raw {
    use super::Temperature;
    pub fn read(channel: u8) -> u8 { loop { if channel == 0 { return 0 } } }
    pub fn write(t: Temperature, n: u8) { let _ = t; panic!("no hardware {}", n) }
}
