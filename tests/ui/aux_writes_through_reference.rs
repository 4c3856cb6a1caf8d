//! An aux function that writes through a reference, in a function that it calls.
#![no_std]
use falsify::{aux, control_loop};

fn bump(count: &mut i32) {
    *count += 1; //~ ERROR roots::aux
}

#[aux]
fn scaled(count: &mut i32, x: i32) -> i32 {
    bump(count);
    x / 3
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    let mut count = 0;
    *state = scaled(&mut count, i32::from(input)) + count;
}
