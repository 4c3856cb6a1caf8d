//! A function that returns `!` without a loop of its own.
#![no_std]
use falsify::{control_loop};

fn forever() -> ! {
    loop {}
}

#[control_loop]
pub fn run() -> ! { //~ ERROR roots::no-loop
    forever()
}
