//! A generic argument that nothing gives.
#![no_std]
use falsify::control_loop;

struct Buffer<const N: usize> {
    data: [u8; N],
}

fn first( //~ ERROR lower::type
    buffer: &Buffer, //~ ERROR typeck::generics
) -> u8 {
    buffer.data[0]
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    *state = i32::from(first(&Buffer { data: [input; 2] }));
}
