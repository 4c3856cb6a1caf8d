//! Hidden types that only recursive calls describe.
#![no_std]
use falsify::control_loop;

fn same(n: u8) -> impl Iterator<Item = u8> { //~ ERROR typeck::cycle
    same(n)
}

fn longer(n: u8) -> impl Iterator<Item = u8> { //~ ERROR typeck::cycle
    longer(n).map(|x| x)
}

fn there(n: u8) -> impl Iterator<Item = u8> {
    back(n)
}

fn back(n: u8) -> impl Iterator<Item = u8> { //~ ERROR typeck::cycle
    there(n)
}

#[control_loop]
pub fn tick(state: &mut u8, input: u8) {
    *state = same(input).next().unwrap_or(0);
    *state ^= longer(input).next().unwrap_or(0);
    *state ^= there(input).next().unwrap_or(0);
}
