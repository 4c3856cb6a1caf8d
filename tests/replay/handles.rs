//@ edition 2021
//@ seeds 30
//@ meets monitor check event Overflow
//@ file src/lib.rs
//! Several handles of one trait: an input with a body of its own, one that fills, one that is an output too.
#![no_std]
#![deny(warnings)]
use falsify::{check, control_loop, input, monitor, output};

pub trait Port {
    #[input(0..=99)]
    fn read(&mut self) -> u8;
    /// The body is not what is analysed.
    #[input]
    fn ready(&self) -> bool { false }
    #[input]
    fn fill(&mut self, buffer: &mut [u8; 2]);
    #[output]
    fn write(&mut self, byte: u8) -> Result<(), ()>;
    fn sum(&mut self) -> u16 { u16::from(self.read()) + u16::from(self.read()) }
}

fn drain(port: &mut impl Port) -> u8 { if port.ready() { port.read() } else { 0 } }

#[derive(Default)]
pub struct State { left: u16, right: u16, last: [u8; 2] }

#[control_loop]
pub fn tick(state: &mut State, left: &mut impl Port, right: &mut impl Port) {
    state.left = left.sum() + u16::from(drain(right));
    state.right = right.sum();
    right.fill(&mut state.last);
    check!("left", state.left < 200);
    if left.write(state.last[0]).is_err() { state.left -= 50; }
}

#[monitor(of = tick)]
fn balanced(state: &State) -> bool { state.left.abs_diff(state.right) < 100 }

#[monitor(of = tick)]
fn told(state: &State, write: Option<u8>) -> bool { write.is_none_or(|it| it == state.last[0]) }
