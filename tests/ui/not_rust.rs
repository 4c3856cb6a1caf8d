//! Not Rust.
#![no_std]

pub fn tick(state: &mut i32) {
    *state = = 1; //~ ERROR syntax::parse
}
