//! A call of a macro that none of its rules matches.
#![no_std]
use falsify::control_loop;

macro_rules! pair {
    ($a:expr, $b:expr) => {
        ($a, $b)
    };
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    let both = pair!(1); //~ ERROR syntax::expansion
    *state = i32::from(input);
}
