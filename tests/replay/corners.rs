//@ edition 2021
//@ seeds 60
//@ meets monitor check
//@ file Cargo.toml
[package]
name = "corners"
version = "0.1.0"
edition = "2021"

[dependencies]
chk = { package = "falsify-runtime", path = "$RUNTIME" }
//@ file .cargo/config.toml
[build]
rustflags = ["--cfg", "board=\"b\"", "--check-cfg=cfg(board, values(\"b\"))"]

[target.'cfg(not(unix))']
rustflags = ["--cfg", "elsewhere"]
//@ file src/lib.rs
//! A runtime under another name, flags of cargo's configuration, checks in `const` functions, types with fewer values than
//! their fields.
#![no_std]
use chk::{check, control_loop, monitor};
use core::num::NonZeroI8;
use core::time::Duration as Wait;

#[cfg(not(board = "b"))]
compile_error!("no board is chosen");

/// Not that of the library.
#[derive(Clone, Copy, Default)]
pub struct Duration {
    secs: u64,
    nanos: u32,
}

pub trait Bus {
    type Fault: Clone;
    #[chk::input]
    fn get(&mut self) -> Result<u8, Self::Fault>;
}

#[derive(Default)]
pub struct State {
    longest: Wait,
    pauses: [Option<Wait>; 2],
    own: Duration,
    half: i8,
}

const fn halved(level: i8) -> i8 {
    inner(level) / 2
}

pub const fn inner(level: i8) -> i8 { check!("not the least", level != i8::MIN); level }

mod safe {
    pub const fn two() -> i8 { 2 }
}

#[cfg(board = "b")]
#[control_loop]
pub fn tick(state: &mut State, wait: Wait, pauses: [Option<Wait>; 2], own: Duration, by: NonZeroI8, bus: &mut impl Bus) {
    let got = bus.get();
    let again = got.as_ref().map_err(|fault| fault.clone());
    check!("both alike", again.is_ok() == got.is_ok() && again.is_ok());
    const TWO: i8 = safe::two();
    state.longest = state.longest.max(wait);
    state.pauses = pauses;
    state.own = own;
    state.half = halved(by.get()) / TWO;
    chk::check!("a second at least", wait.as_secs() > 0);
}

/// A library type keeps to its bounds.
#[monitor]
fn normal(state: &State) -> bool {
    let second = |wait: Wait| wait.subsec_nanos() < 1_000_000_000;
    second(state.longest) && state.pauses.iter().flatten().all(|wait| second(*wait))
}

/// Another type does not.
#[chk::monitor]
fn strange(state: &State) -> bool {
    state.own.nanos < 1_000_000_000 && state.half < 20
}
