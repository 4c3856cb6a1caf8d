//! Aux functions may write their own locals, through references too.
#![no_std]
use falsify::{aux, control_loop};

fn bump(count: &mut i32) {
    *count += 1;
}

#[aux]
fn sum(xs: &[i32; 3]) -> i32 {
    let mut total = 0;
    for x in xs.iter() {
        total += x;
        bump(&mut total);
    }
    total
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = sum(&[1, 2, i32::from(input)]);
}
