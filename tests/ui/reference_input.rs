//! An input with a reference inside.
#![no_std]
use falsify::{control_loop};

#[control_loop]
pub fn tick(state: &mut u8, name: Option<&'static u8>) { //~ ERROR lower::input-type
    *state = name.copied().unwrap_or(0);
}
