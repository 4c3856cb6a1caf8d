//! Loops beside things that added code cannot get at.
#![no_std]
#![allow(unused)]
use core::cell::RefCell;
use falsify::{any, control_loop, input, monitor};

#[control_loop]
fn fine(s: &mut u8, x: u8) { *s = x / 2; }

macro_rules! module { ($name:ident) => { mod $name { #[falsify::control_loop] fn inside(s: &mut u8, x: u8) { *s = x / 2; } } }; }
module!(made);

macro_rules! superloop { ($n:ident) => { loop { $n = $n.wrapping_add(1); } }; }
#[control_loop]
fn by_macro() -> ! { let mut n = 0u8; superloop!(n) }

#[control_loop]
fn local_type(s: &mut u8) {
    #[derive(Clone, Copy)]
    struct Local(u8);
    let local: Local = any();
    *s = local.0;
}

#[control_loop]
fn deferred() -> ! {
    let mut later;
    loop { later = any::<u8>(); let _ = later; }
}
#[monitor(of = deferred)]
fn sees(later: u8) -> bool { later < 9 }

#[control_loop]
fn cell(s: &mut u8) { let cell: RefCell<u8> = any(); *s = cell.into_inner(); }
