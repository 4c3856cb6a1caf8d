//! A union is used in the loop.
#![no_std]
use falsify::control_loop;

union Word {
    whole: u32,
    bytes: [u8; 4],
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    let word = Word { whole: 7 }; //~ ERROR typeck::unsupported
    *state = unsafe { word.whole } as i32;
    *state += i32::from(input);
}
