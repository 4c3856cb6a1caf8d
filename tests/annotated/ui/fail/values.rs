//! Ranges that have the right type and no value.
#![allow(unused)]
use falsify::{control_loop, input};

#[control_loop]
fn backwards(#[input(5..=-5)] x: i8) {}

#[input(5..5)]
fn nothing_between() -> u8 {
    5
}

#[input(-1..=255)]
fn too_negative() -> u8 {
    5
}

fn main() {}
