//! Where the transition system once said something else than the code; each named by its cause.

//// panic_in_a_function_that_blames_its_caller
//= panic:5 falsified 3
use falsify::control_loop;
#[track_caller] fn refuse() -> ! { panic!() }
#[control_loop(init = 0u8)] fn tick(s: &mut u8) {
    if *s == 2 { refuse(); }
    *s += 1;
}

//// array_at_the_start_of_a_slice
//= sum falsified 2
//= overflow:8 falsified 251
use falsify::{control_loop, monitor};
#[control_loop(init = [1u8, 2, 3, 4])] fn tick(s: &mut [u8; 4]) -> u8 {
    let [first, rest @ ..] = s;
    let middle: &mut [u8; 2] = match rest { [pair @ .., _] => pair };
    middle[1] += *first;
    middle[0] + middle[1]
}
#[monitor] fn sum(out: u8) -> bool { out < 7 }
