//! A method is called through a trait object.
#![no_std]
use falsify::control_loop;

trait Filter {
    fn apply(&self, x: i32) -> i32;
}

fn filtered(filter: &dyn Filter, x: i32) -> i32 {
    filter.apply(x)
}

struct Twice;

impl Filter for Twice {
    fn apply(&self, x: i32) -> i32 {
        x * 2
    }
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = filtered(&Twice, i32::from(input)); //~ ERROR typeck::unsupported
}
