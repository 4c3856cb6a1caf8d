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

//// event_on_one_of_two_paths
//= seen falsified 1
//= only_if_asked holds
use falsify::{control_loop, monitor, output};
#[output] fn lamp(on: bool, level: u8) {}
#[control_loop] fn tick(n: &mut u8, x: bool) {
    if x { lamp(true, 3); }
    *n = 0;
}
#[monitor] fn seen(lamp: Option<(bool, u8)>) -> bool { lamp != Some((true, 3)) }
#[monitor] fn only_if_asked(x: bool, lamp: Option<(bool, u8)>) -> bool { lamp.is_some() == x }

//// two_elements_of_one_array_join_a_third
//= right holds
//= never_second falsified 1
use falsify::{control_loop, monitor};
pub struct S { a: [u8; 4], got: u8, which: u8 }
impl S { fn new() -> S { S { a: [10, 11, 12, 13], got: 10, which: 0 } } }
#[control_loop] fn tick(s: &mut S, #[input(0..4)] i: usize, #[input(0..4)] j: usize, x: bool, y: bool) {
    let pairs: [&u8; 2] = [&s.a[i], &s.a[j]];
    let both: &&u8 = if x { &pairs[0] } else { &pairs[1] };
    let third: &u8 = &s.a[3];
    let chosen: &u8 = if y { third } else { *both };
    s.got = *chosen;
    s.which = if y { 3 } else if x { i as u8 } else { j as u8 };
}
#[monitor] fn right(s: &S) -> bool { s.got == 10 + s.which }
#[monitor] fn never_second(s: &S) -> bool { s.got != 11 }

//// handler_that_waits_does_not_run_again
//= at_most_once holds waits
//= never falsified 1
use core::sync::atomic::{AtomicU8, Ordering};
use falsify::{control_loop, input, isr, monitor};
static COUNT: AtomicU8 = AtomicU8::new(0);
#[input] fn ready() -> bool { false }
#[isr] fn first() { while !ready() {} COUNT.fetch_add(1, Ordering::Relaxed); }
#[isr] fn second() { while !ready() {} COUNT.fetch_add(10, Ordering::Relaxed); }
#[control_loop] fn tick() -> u8 { COUNT.swap(0, Ordering::Relaxed) }
#[monitor] fn at_most_once(out: u8) -> bool { out == 0 || out == 1 || out == 10 || out == 11 }
#[monitor] fn never(out: u8) -> bool { out != 11 }

//// plant_out_of_the_range_of_its_input
//= small holds
//= below_nine falsified 3
use falsify::{control_loop, environment, monitor};
#[derive(Default)] pub struct S { n: u8 }
#[control_loop] fn tick(s: &mut S, #[input(0..10)] x: u8) { s.n = x; }
#[environment] fn grows(_s: &S, e: &mut u8) -> u8 { *e = e.saturating_add(3); *e }
#[monitor] fn small(s: &S) -> bool { s.n < 10 }
#[monitor] fn below_nine(s: &S) -> bool { s.n < 9 }

//// waiting_loop_inside_of_another
//= small falsified 3
use falsify::{control_loop, input, monitor};
#[input] fn ready() -> bool { false }
#[input] fn more() -> bool { false }
#[control_loop] fn tick(n: &mut u8) {
    loop {
        while !ready() {}
        if !more() { break; }
    }
    *n = n.saturating_add(1);
}
#[monitor] fn small(n: &u8) -> bool { *n < 3 }

//// waiting_loop_in_every_round_of_a_long_one
//= small falsified 2 waits
use falsify::{control_loop, input, monitor};
#[input] fn ready() -> bool { false }
#[control_loop] fn tick(n: &mut u8) {
    for _ in 0..14 { while !ready() {} *n = n.saturating_add(1); }
}
#[monitor] fn small(n: &u8) -> bool { *n < 20 }

//// initialisation_waits
//= small falsified 1
//= enough falsified 1
use falsify::{control_loop, input, monitor};
#[input] fn ready() -> bool { false }
#[control_loop] fn run() -> ! {
    let mut n: u8 = 0;
    while !ready() { n = n.saturating_add(1); }
    loop { n = n.saturating_add(1); }
}
#[monitor] fn small(n: u8) -> bool { n != 2 }
#[monitor] fn enough(n: u8) -> bool { n > 1 }

//// violated_while_the_initialisation_waits
//= twice falsified 0
use falsify::{control_loop, input};
#[input] fn ready() -> bool { false }
#[control_loop] fn run() -> ! {
    let mut n: u8 = 0;
    while !ready() { n = n.saturating_add(1); falsify::check!("twice", n < 2); }
    loop { n = 0; }
}

//// loop_that_halts_for_good
//= small falsified 4
//= not_after_halt falsified 100 waits
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct S { n: u8 }
#[control_loop] fn tick(s: &mut S, fault: bool) {
    if fault { s.n = 100; loop {} }
    s.n = s.n.saturating_add(1);
}
#[monitor] fn small(s: &S) -> bool { s.n < 4 }
#[monitor] fn not_after_halt(s: &S) -> bool { s.n < 100 || s.n == 255 }
