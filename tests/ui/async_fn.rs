//! The loop calls an async function.
#![no_std]
use falsify::control_loop;

async fn slow() -> i32 { //~ ERROR typeck::unsupported
    1
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    let future = slow();
    drop(future);
    *state = i32::from(input);
}
