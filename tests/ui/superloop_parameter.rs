//! A superloop with a parameter that is no hardware handle.
#![no_std]
use falsify::{control_loop};

#[control_loop]
pub fn run(limit: u8) -> ! { //~ ERROR roots::parameter
    let mut count = 0u8;
    loop {
        count = if count < limit { count + 1 } else { 0 };
    }
}
