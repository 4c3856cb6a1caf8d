//! Monitors, checks and panics of small loops in step form; each violated one with a twin that holds.

//// counter_reaches_ten
//= below_ten falsified 10
//= overflow:6 falsified 256
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct S { n: u8 }
#[control_loop] fn tick(s: &mut S, up: bool) {
    if up { s.n += 1; }
}
/// Below ten.
#[monitor] fn below_ten(s: &S) -> bool { s.n < 10 }

//// counter_stops_at_nine
//= below_ten holds
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct S { n: u8 }
#[control_loop] fn tick(s: &mut S, up: bool) {
    if up && s.n < 9 { s.n += 1; }
}
/// Below ten.
#[monitor] fn below_ten(s: &S) -> bool { s.n < 10 }

//// deadline_missed
//= answers falsified 4
use falsify::{control_loop, monitor};
use falsify::temporal::Within;
#[derive(Default)] pub struct S { asked: bool, wait: u8, done: bool }
#[control_loop] fn tick(s: &mut S, ask: bool) {
    s.done = false;
    if s.asked { s.wait += 1; if s.wait == 4 { s.done = true; s.asked = false; } }
    else if ask { s.asked = true; s.wait = 0; }
}
/// A question is answered within three ticks.
#[monitor] fn answers(s: &S, ask: bool, d: &mut Within<3>) -> bool { d.check(ask, s.done) }

//// deadline_met
//= answers holds
use falsify::{control_loop, monitor};
use falsify::temporal::Within;
#[derive(Default)] pub struct S { asked: bool, wait: u8, done: bool }
#[control_loop] fn tick(s: &mut S, ask: bool) {
    s.done = false;
    if s.asked { s.wait += 1; if s.wait >= 3 { s.done = true; s.asked = false; } }
    else if ask { s.asked = true; s.wait = 0; }
}
/// A question is answered within six ticks.
#[monitor] fn answers(s: &S, ask: bool, d: &mut Within<6>) -> bool { d.check(ask, s.done) }

//// division_by_zero
//= div_zero:6 falsified 3
use falsify::{control_loop, monitor};
#[control_loop(init = 0)] fn tick(s: &mut u32, go: bool) -> u32 {
    if go { *s += 1; }
    let rest = if *s < 10 { *s } else { 9 };
    100 / (if rest == 3 { 0 } else { 1 })
}
/// Small.
#[monitor] fn small(s: &u32) -> bool { *s < 1000 }

//// division_guarded
use falsify::control_loop;
#[control_loop(init = 0)] fn tick(s: &mut u32, go: bool) -> u32 {
    if go && *s < 100 { *s += 1; }
    100 / (*s + 1)
}

//// index_out_of_bounds
//= bounds:5 falsified 5
use falsify::control_loop;
#[derive(Default)] pub struct Ring { buf: [u8; 4], at: usize }
#[control_loop] fn tick(r: &mut Ring, x: u8) {
    r.buf[r.at] = x;
    r.at += 1;
}

//// index_wraps
use falsify::control_loop;
#[derive(Default)] pub struct Ring { buf: [u8; 4], at: usize }
#[control_loop] fn tick(r: &mut Ring, x: u8) {
    r.buf[r.at] = x;
    r.at = (r.at + 1) % 4;
}

//// unwrap_of_none
//= unwrap:4 falsified 1
use falsify::control_loop;
#[control_loop(init = 0)] fn tick(s: &mut u8, x: Option<u8>) {
    *s = x.unwrap();
}

//// unwrap_of_some
use falsify::control_loop;
#[control_loop(init = 0)] fn tick(s: &mut u8, x: Option<u8>) {
    if x.is_some() { *s = x.unwrap(); }
}

//// check_inside
//= small falsified 3
use falsify::control_loop;
#[control_loop(init = 0u8)] fn tick(s: &mut u8, #[input(0..=5)] x: u8) {
    *s = s.wrapping_add(x);
    falsify::check!("small", *s < 11);
}

//// check_inside_holds
//= small holds
use falsify::control_loop;
#[control_loop(init = 0u8)] fn tick(s: &mut u8, #[input(0..=5)] x: u8) {
    *s = x * 2;
    falsify::check!("small", *s < 11);
}

//// panic_ends_the_run
//= late holds
//= panic:7 falsified 3
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct S { n: u8 }
#[control_loop] fn tick(s: &mut S) {
    s.n += 1;
    if s.n == 3 { panic!(); }
}
/// Never seen: the run is over before.
#[monitor] fn late(s: &S) -> bool { s.n < 3 }

//// assumption_limits
//= never_seven holds
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct S { n: u8 }
#[control_loop] fn tick(s: &mut S, x: u8) {
    falsify::assume(x != 7);
    s.n = x;
}
#[monitor] fn never_seven(s: &S) -> bool { s.n != 7 }

//// assumption_in_time
//= never_seven falsified 1
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct S { n: u8 }
#[control_loop] fn tick(s: &mut S, x: u8) {
    falsify::assume(x != 8);
    s.n = x;
}
#[monitor] fn never_seven(s: &S) -> bool { s.n != 7 }

//// contradictory_assumptions
//= fine vacuous
use falsify::{control_loop, monitor};
#[control_loop(init = 0u8)] fn tick(s: &mut u8, x: u8) {
    falsify::assume(x > 10);
    falsify::assume(x < 5);
    *s = x;
}
#[monitor] fn fine(s: &u8) -> bool { *s == 0 }
