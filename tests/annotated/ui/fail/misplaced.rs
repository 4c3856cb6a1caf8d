//! Attributes on items that are no functions.
#![allow(unused)]
use falsify::{aux, control_loop, environment, input, isr, monitor, output};

#[control_loop]
pub struct State;

#[monitor]
enum Mode {
    Off,
}

#[aux]
impl State {
    fn new() -> Self {
        State
    }
}

#[input]
trait Board {}

#[output]
mod pins {}

#[environment]
const ROAD: u8 = 3;

#[isr]
static EVENTS: u8 = 0;

#[input(0..=3)]
type Level = u8;

#[monitor]
use core::mem;

#[isr]
union Word {
    whole: u32,
}

struct Reading {
    #[input(0..=3)]
    level: u8,
}

fn main() {}
