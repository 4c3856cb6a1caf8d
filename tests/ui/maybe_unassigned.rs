//! A local that an iteration may leave unassigned.
#![no_std]
use falsify::{control_loop, input, monitor};

pub trait Board {
    #[input]
    fn ready(&mut self) -> bool;
    #[input]
    fn level(&mut self) -> u16;
}

#[control_loop]
pub fn run(board: &mut impl Board) -> ! {
    let mut last = 0;
    loop {
        if !board.ready() {
            continue;
        }
        let level = board.level();
        last = if level > last { level } else { last };
    }
}

/// Small.
#[monitor]
fn small(level: u16) -> bool { //~ ERROR roots::maybe-unassigned
    level < 10
}
