//! Functions that do not look as their attribute needs them.
#![allow(unused)]
use falsify::{aux, control_loop, environment, input, isr, monitor, output};

trait Board {
    #[control_loop]
    fn step(&mut self);

    #[monitor]
    fn fine(&self) -> bool;

    #[aux]
    fn helper(&self, x: u8) -> u8;

    #[environment]
    fn plant(&self) -> u8;

    #[isr]
    fn handler();

    #[input]
    fn read(&self);
}

#[control_loop(init = 3)]
fn stateless(x: u8) {}

#[control_loop(init = 3)]
fn handle(board: &mut impl Board, x: u8) {}

#[control_loop(init = 3)]
fn endless() -> ! {
    loop {}
}

#[monitor]
fn silent(x: u8) {}

#[monitor]
fn numeric(x: u8) -> u8 {
    x
}

#[aux]
fn no_input() -> u8 {
    0
}

#[aux]
fn no_output(x: u8) {}

#[aux]
fn neither() -> () {}

#[input]
fn nothing() {}

#[environment]
fn idle(e: &mut u8) {}

#[isr]
fn with_argument(x: u8) {}

#[isr]
fn with_result() -> u8 {
    0
}

#[output]
#[input]
fn both() -> u8 {
    0
}

#[monitor]
#[falsify::monitor]
fn twice() -> bool {
    true
}

fn main() {}
