//@ edition 2021
//@ seeds 60
//@ meets monitor check event Bounds
//@ file Cargo.toml
[package]
name = "buses"
version = "0.1.0"
edition = "2021"

[dependencies]
embedded-hal = "1.0.0"
falsify-runtime = { path = "$RUNTIME" }
//@ file src/lib.rs
//! Buffers that inputs fill: on handles, behind references, in lists of operations, of functions and of foreign code.
#![no_std]
use embedded_hal::i2c::{self, I2c};
use embedded_hal::spi::{self, SpiBus, SpiDevice};
use falsify::{check, control_loop, input, monitor};

/// What has been read.
#[derive(Default)]
pub struct Seen {
    first: u8,
    second: [u8; 2],
    third: [u16; 2],
    fourth: u8,
    line: [Sample; 3],
    sum: u16,
    failed: u8,
}

#[derive(Clone, Copy, Default, PartialEq)]
pub enum Sample {
    #[default]
    None,
    Some(i8),
}

pub trait Line {
    /// Fills the buffer, and returns how much of it counts.
    #[input]
    fn receive(&mut self, into: &mut [Sample; 3], _: &mut [u8]) -> u8;
}

#[input(1..=9)]
fn sample(_into: &mut [u8]) {}

/// A sensor that keeps the bus.
struct Sensor<B> {
    bus: B,
}

impl<B: I2c> Sensor<B> {
    fn read(&mut self, into: &mut [u8]) -> Result<(), B::Error> {
        self.bus.write_read(0x48, &[1], into)
    }
}

#[control_loop]
pub fn tick(
    seen: &mut Seen,
    bus: &mut impl I2c,
    spi: &mut impl SpiBus<u16>,
    device: &mut impl SpiDevice,
    line: &mut impl Line,
    size: bool,
) {
    let mut one = [0];
    if bus.read(1, &mut one).is_err() {
        seen.failed = seen.failed.wrapping_add(1);
    }
    seen.first = one[0];
    let kept = if size { 2 } else { 1 };
    let _ = bus.write_read(2, &[7], &mut seen.second[..kept]);
    let _ = Sensor { bus: &mut *bus }.read(&mut seen.second[1..kept]);
    let _ = bus.write(3, &seen.second);
    let mut got = [0; 2];
    let _ = bus.transaction(4, &mut [i2c::Operation::Write(&[1]), i2c::Operation::Read(&mut got)]);
    let _ = spi.transfer(&mut seen.third, &[1, 2]);
    let _ = spi.transfer_in_place(&mut seen.third[1..]);
    let mut four = [5, 6];
    let (left, right) = four.split_at_mut(1);
    let _ = device.transaction(&mut [
        spi::Operation::Write(&[3]),
        spi::Operation::TransferInPlace(left),
        spi::Operation::Transfer(right, &[9]),
        spi::Operation::DelayNs(7),
    ]);
    seen.fourth = four[0] ^ four[1];
    let mut rest = [0; 2];
    let counted = line.receive(&mut seen.line, &mut rest);
    let mut small = [0; 4];
    sample(&mut small[2..]);
    check!("in range", small[0] == 0 && small[1] == 0 && small[2] > 0 && small[3] < 9);
    seen.sum = u16::from(got[0]) + u16::from(rest[1]) + u16::from(small[usize::from(counted) % 5]);
}

/// Mostly.
#[monitor]
fn small(seen: &Seen) -> bool {
    seen.sum < 400 && seen.fourth < 250 && seen.third[1] > 9 && seen.line[2] != Sample::Some(3)
}

/// Mostly.
#[monitor]
fn reads(seen: &Seen) -> bool {
    seen.second[0] > 3 && seen.second[1] < 240 && seen.first != 7 && seen.failed < 30
}
