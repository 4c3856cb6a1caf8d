//! A loop with a parameter that is neither state nor input.
#![no_std]
use falsify::{control_loop};

pub struct Config {
    limit: u8,
}

#[control_loop]
pub fn tick(state: &mut u8, config: &Config) { //~ ERROR roots::parameter
    *state = config.limit;
}
