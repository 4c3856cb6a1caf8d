//! A method of a hardware handle without an attribute.
#![no_std]
use falsify::{control_loop};

pub trait Board {
    fn level(&mut self) -> u16;
}

#[control_loop]
pub fn run(board: &mut impl Board) -> ! {
    let mut last = 0;
    loop {
        last = board.level(); //~ ERROR lower::no-body
    }
}
