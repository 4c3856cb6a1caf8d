//! A macro that allocates.
#![no_std]
use falsify::control_loop;


#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    let text = format!("{input}"); //~ ERROR typeck::unsupported
    *state = text.len() as i32;
}
