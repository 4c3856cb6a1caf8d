//! Requirements that say nothing, each with a twin that does.

//// trigger_never_comes
//= answers vacuous
use falsify::{control_loop, monitor};
use falsify::temporal::Within;
#[control_loop(init = 0u8)] fn tick(s: &mut u8, #[input(0..=9)] x: u8) { *s = x; }
#[monitor] fn answers(s: &u8, d: &mut Within<3>) -> bool { d.check(*s > 9, *s == 0) }

//// trigger_comes
//= answers holds
use falsify::{control_loop, monitor};
use falsify::temporal::Within;
#[control_loop(init = 0u8)] fn tick(s: &mut u8, #[input(0..=9)] x: u8) { *s = x; }
#[monitor] fn answers(s: &u8, d: &mut Within<3>) -> bool { d.check(*s > 8, *s > 7) }

//// left_side_never_true
//= implies vacuous
use falsify::{control_loop, monitor};
#[control_loop(init = 0u8)] fn tick(s: &mut u8, #[input(0..=9)] x: u8) { *s = x; }
#[monitor] fn implies(s: &u8) -> bool { !(*s > 9) || *s == 77 }

//// left_side_true
//= implies holds
use falsify::{control_loop, monitor};
#[control_loop(init = 0u8)] fn tick(s: &mut u8, #[input(0..=9)] x: u8) { *s = x; }
#[monitor] fn implies(s: &u8) -> bool { !(*s > 8) || *s == 9 }

//// condition_never_true
//= implies vacuous
use falsify::{control_loop, monitor};
#[control_loop(init = 0u8)] fn tick(s: &mut u8, #[input(0..=9)] x: u8) { *s = x; }
#[monitor] fn implies(s: &u8) -> bool { if *s == 10 { false } else { true } }

//// condition_true
//= implies falsified 1
use falsify::{control_loop, monitor};
#[control_loop(init = 0u8)] fn tick(s: &mut u8, #[input(0..=9)] x: u8) { *s = x; }
#[monitor] fn implies(s: &u8) -> bool { if *s == 9 { false } else { true } }

//// check_never_passed
//= inside vacuous
use falsify::control_loop;
#[control_loop(init = 0u8)] fn tick(s: &mut u8, #[input(0..=9)] x: u8) {
    if x > 20 { falsify::check!("inside", *s == 0); }
    *s = x;
}

//// check_passed
//= inside holds
use falsify::control_loop;
#[control_loop(init = 0u8)] fn tick(s: &mut u8, #[input(0..=9)] x: u8) {
    if x > 2 { falsify::check!("inside", x != 1); }
    *s = x;
}
