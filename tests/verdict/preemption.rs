//! Interrupt handlers in the middle of a tick.

//// lost_update
//= nothing_is_lost falsified 1
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static COUNT: AtomicU8 = AtomicU8::new(0);
static EDGES: AtomicU8 = AtomicU8::new(0);
#[isr(preempt)] fn on_edge() {
    COUNT.store(COUNT.load(Relaxed) ^ 2, Relaxed);
    EDGES.store(EDGES.load(Relaxed) ^ 2, Relaxed);
}
#[control_loop] fn tick(n: &mut u8) {
    COUNT.store(COUNT.load(Relaxed) ^ 1, Relaxed);
    *n ^= 1;
}
#[monitor] fn nothing_is_lost(n: &u8) -> bool {
    COUNT.load(Relaxed) == *n ^ EDGES.load(Relaxed)
}

//// single_instruction_loses_nothing
//= nothing_is_lost holds
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static COUNT: AtomicU8 = AtomicU8::new(0);
static EDGES: AtomicU8 = AtomicU8::new(0);
#[isr(preempt)] fn on_edge() {
    COUNT.store(COUNT.load(Relaxed) ^ 2, Relaxed);
    EDGES.store(EDGES.load(Relaxed) ^ 2, Relaxed);
}
#[control_loop] fn tick(n: &mut u8) {
    COUNT.fetch_xor(1, Relaxed);
    *n ^= 1;
}
#[monitor] fn nothing_is_lost(n: &u8) -> bool {
    COUNT.load(Relaxed) == *n ^ EDGES.load(Relaxed)
}

//// retried_update_loses_nothing
//= nothing_is_lost holds
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static COUNT: AtomicU8 = AtomicU8::new(0);
static EDGES: AtomicU8 = AtomicU8::new(0);
#[isr(preempt)] fn on_edge() {
    COUNT.store(COUNT.load(Relaxed) ^ 2, Relaxed);
    EDGES.store(EDGES.load(Relaxed) ^ 2, Relaxed);
}
#[control_loop] fn tick(n: &mut u8) {
    let _ = COUNT.fetch_update(Relaxed, Relaxed, |it| Some(it ^ 1));
    *n ^= 1;
}
#[monitor] fn nothing_is_lost(n: &u8) -> bool {
    COUNT.load(Relaxed) == *n ^ EDGES.load(Relaxed)
}

//// torn_words
//= halves_fit falsified 1
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static LOW: AtomicU8 = AtomicU8::new(0);
static HIGH: AtomicU8 = AtomicU8::new(0);
#[isr(preempt)] fn on_sample() {
    let next = LOW.load(Relaxed) ^ 1;
    LOW.store(next, Relaxed);
    HIGH.store(!next, Relaxed);
}
#[derive(Default)] pub struct Seen { sum: u8, any: bool }
#[control_loop] fn tick(s: &mut Seen) {
    s.sum = LOW.load(Relaxed) ^ HIGH.load(Relaxed);
    s.any = LOW.load(Relaxed) != 0;
}
#[monitor] fn halves_fit(s: &Seen) -> bool { s.sum == 0 || s.sum == 0xff }

//// whole_words_in_a_section
//= halves_fit holds
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static LOW: AtomicU8 = AtomicU8::new(0);
static HIGH: AtomicU8 = AtomicU8::new(0);
#[isr(preempt)] fn on_sample() {
    let next = LOW.load(Relaxed) ^ 1;
    LOW.store(next, Relaxed);
    HIGH.store(!next, Relaxed);
}
#[control_loop] fn tick(sum: &mut u8) {
    *sum = critical_section::with(|_| LOW.load(Relaxed) ^ HIGH.load(Relaxed));
}
#[monitor] fn halves_fit(sum: &u8) -> bool { *sum == 0 || *sum == 0xff }

//// check_then_act
//= takes_what_is_there falsified 1
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static LEFT: AtomicU8 = AtomicU8::new(1);
#[isr(preempt)] fn on_timer() { LEFT.store(0, Relaxed); }
#[control_loop] fn tick() -> bool {
    if LEFT.load(Relaxed) > 0 {
        return LEFT.load(Relaxed) > 0;
    }
    true
}
#[monitor] fn takes_what_is_there(out: bool) -> bool { out }

//// check_and_act_at_once
//= takes_what_is_there holds
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static LEFT: AtomicU8 = AtomicU8::new(1);
#[isr(preempt)] fn on_timer() { LEFT.store(0, Relaxed); }
#[control_loop] fn tick() -> bool {
    let left = LEFT.load(Relaxed);
    if left > 0 { return left > 0; }
    true
}
#[monitor] fn takes_what_is_there(out: bool) -> bool { out }

//// flag_before_data
//= takes_data falsified 1
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static FULL: AtomicBool = AtomicBool::new(false);
static DATA: AtomicU8 = AtomicU8::new(0);
static TAKEN: AtomicU8 = AtomicU8::new(1);
#[isr(preempt)] fn on_ready() {
    if FULL.swap(false, Relaxed) { TAKEN.store(DATA.load(Relaxed), Relaxed); }
}
#[control_loop] fn tick() {
    if FULL.load(Relaxed) { return; }
    DATA.store(0, Relaxed);
    FULL.store(true, Relaxed);
    DATA.store(1, Relaxed);
}
#[monitor] fn takes_data() -> bool { TAKEN.load(Relaxed) == 1 }

//// data_before_flag
//= takes_data holds
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static FULL: AtomicBool = AtomicBool::new(false);
static DATA: AtomicU8 = AtomicU8::new(0);
static TAKEN: AtomicU8 = AtomicU8::new(1);
#[isr(preempt)] fn on_ready() {
    if FULL.swap(false, Relaxed) { TAKEN.store(DATA.load(Relaxed), Relaxed); }
}
#[control_loop] fn tick() {
    if FULL.load(Relaxed) { return; }
    DATA.store(0, Relaxed);
    DATA.store(1, Relaxed);
    FULL.store(true, Relaxed);
}
#[monitor] fn takes_data() -> bool { TAKEN.load(Relaxed) == 1 }

//// once_in_a_tick
//= at_most_one holds
//= not_between falsified 1
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static COUNT: AtomicU8 = AtomicU8::new(0);
#[isr(preempt)] fn on_edge() { COUNT.fetch_add(1, Relaxed); }
#[derive(Default)] pub struct Seen { first: u8, last: u8 }
#[control_loop] fn tick(s: &mut Seen) {
    COUNT.store(0, Relaxed);
    s.first = COUNT.load(Relaxed);
    s.last = COUNT.load(Relaxed);
}
#[monitor] fn at_most_one(s: &Seen) -> bool { s.last <= 1 }
#[monitor] fn not_between(s: &Seen) -> bool { s.first == s.last }

//// twice_in_a_tick
//= at_most_two holds
//= at_most_one falsified 1
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static COUNT: AtomicU8 = AtomicU8::new(0);
#[isr(max = 2, preempt)] fn on_edge() { COUNT.fetch_add(1, Relaxed); }
#[control_loop] fn tick() -> u8 {
    COUNT.store(0, Relaxed);
    COUNT.load(Relaxed)
}
#[monitor] fn at_most_two(out: u8) -> bool { out <= 2 }
#[monitor] fn at_most_one(out: u8) -> bool { out <= 1 }

//// a_run_between_ticks_counts
//= one holds
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static COUNT: AtomicU8 = AtomicU8::new(0);
#[isr(preempt)] fn on_edge() { COUNT.fetch_add(1, Relaxed); }
#[control_loop] fn tick() -> u8 {
    let before = COUNT.load(Relaxed);
    before.max(COUNT.swap(0, Relaxed))
}
#[monitor] fn one(out: u8) -> bool { out <= 1 }

//// nothing_after_the_last_access
//= cleared holds
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static FLAG: AtomicBool = AtomicBool::new(false);
#[isr(preempt)] fn on_edge() { FLAG.store(true, Relaxed); }
#[control_loop] fn tick(n: &mut u8) {
    *n = n.wrapping_add(1);
    FLAG.store(false, Relaxed);
}
#[monitor] fn cleared() -> bool { !FLAG.load(Relaxed) }

//// before_a_last_statement
//= cleared falsified 1
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static FLAG: AtomicBool = AtomicBool::new(false);
#[isr(preempt)] fn on_edge() { FLAG.store(true, Relaxed); }
#[control_loop] fn tick(n: &mut u8) {
    FLAG.store(false, Relaxed);
    *n = n.wrapping_add(1);
}
#[monitor] fn cleared() -> bool { !FLAG.load(Relaxed) }

//// behind_references_in_helpers
//= same falsified 1
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static SHARED: AtomicU8 = AtomicU8::new(0);
static OWN: AtomicU8 = AtomicU8::new(0);
#[isr(preempt)] fn on_edge() { SHARED.store(1, Relaxed); }
fn twice(of: &AtomicU8) -> bool { of.load(Relaxed) == of.load(Relaxed) }
#[control_loop] fn tick() -> (bool, bool) { (twice(&OWN), twice(&SHARED)) }
#[monitor] fn same(out: (bool, bool)) -> bool { out.0 && out.1 }

//// own_state_behind_references
//= same holds
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static SHARED: AtomicU8 = AtomicU8::new(0);
static OWN: AtomicU8 = AtomicU8::new(0);
#[isr(preempt)] fn on_edge() { SHARED.store(1, Relaxed); }
fn twice(of: &AtomicU8) -> bool { of.load(Relaxed) == of.load(Relaxed) }
#[control_loop] fn tick() -> (bool, u8) { (twice(&OWN), SHARED.load(Relaxed)) }
#[monitor] fn same(out: (bool, u8)) -> bool { out.0 }

//// two_handlers_meet
//= order falsified 1
//= both_at_most_once holds
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static X: AtomicU8 = AtomicU8::new(0);
#[isr(preempt)] fn double() { X.store(X.load(Relaxed) * 2, Relaxed); }
#[isr(preempt)] fn one_more() { X.store(X.load(Relaxed) + 1, Relaxed); }
#[control_loop] fn tick() -> u8 {
    X.store(0, Relaxed);
    X.swap(0, Relaxed)
}
#[monitor] fn order(out: u8) -> bool { out < 2 }
#[monitor] fn both_at_most_once(out: u8) -> bool { out < 3 }

//// superloop_is_preempted
//= same falsified 2
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static SHARED: AtomicU8 = AtomicU8::new(0);
#[isr(preempt)] fn on_edge() { SHARED.fetch_xor(1, Relaxed); }
#[control_loop] fn run() -> ! {
    let mut same = true;
    let mut ticks: u8 = 0;
    loop {
        let first = SHARED.load(Relaxed);
        let second = SHARED.load(Relaxed);
        same = first == second || ticks == 0;
        ticks = ticks.saturating_add(1);
    }
}
#[monitor] fn same(same: bool) -> bool { same }

//// superloop_in_a_section
//= same holds
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static SHARED: AtomicU8 = AtomicU8::new(0);
#[isr(preempt)] fn on_edge() { SHARED.fetch_xor(1, Relaxed); }
#[control_loop] fn run() -> ! {
    let mut same = true;
    loop {
        same = critical_section::with(|_| {
            let first = SHARED.load(Relaxed);
            first == SHARED.load(Relaxed)
        });
    }
}
#[monitor] fn same(same: bool) -> bool { same }

//// statics_by_name
//= nothing_is_lost falsified 1
use falsify::{control_loop, isr, monitor};
static mut COUNT: u8 = 0;
static mut EDGES: u8 = 0;
#[isr(preempt)] fn on_edge() {
    unsafe { COUNT = COUNT ^ 2; EDGES = EDGES ^ 2; }
}
#[control_loop] fn tick(n: &mut u8) {
    unsafe { COUNT = COUNT ^ 1; }
    *n ^= 1;
}
#[monitor] fn nothing_is_lost(n: &u8) -> bool {
    unsafe { COUNT == *n ^ EDGES }
}

//// compound_assignment
//= nothing_is_lost falsified 1
use falsify::{control_loop, isr, monitor};
static mut COUNT: u32 = 0;
static mut EDGES: u32 = 0;
#[isr(preempt)] fn on_edge() {
    unsafe { COUNT ^= 2; EDGES ^= 2; }
}
#[control_loop] fn tick(n: &mut u32) {
    unsafe { COUNT ^= 1; }
    *n ^= 1;
}
#[monitor] fn nothing_is_lost(n: &u32) -> bool {
    unsafe { COUNT == *n ^ EDGES }
}

//// left_before_right
//= not_the_new_one_first falsified 1
//= not_the_old_one_last holds
use falsify::{control_loop, isr, monitor};
static mut A: u8 = 0;
static mut B: u8 = 0;
#[isr(preempt)] fn on_edge() { unsafe { A = 1; B = 1; } }
#[derive(Default)] pub struct Seen { difference: i8 }
#[control_loop] fn tick(s: &mut Seen) {
    s.difference = unsafe { A as i8 - B as i8 };
}
#[monitor] fn not_the_new_one_first(s: &Seen) -> bool { s.difference >= 0 }
#[monitor] fn not_the_old_one_last(s: &Seen) -> bool { s.difference <= 0 }

//// helper_of_both
//= nothing_is_lost falsified 1
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static COUNT: AtomicU8 = AtomicU8::new(0);
static EDGES: AtomicU8 = AtomicU8::new(0);
fn flip(of: &AtomicU8, bits: u8) { of.store(of.load(Relaxed) ^ bits, Relaxed); }
#[isr(preempt)] fn on_edge() { flip(&COUNT, 2); flip(&EDGES, 2); }
#[control_loop] fn tick(n: &mut u8) {
    flip(&COUNT, 1);
    *n ^= 1;
}
#[monitor] fn nothing_is_lost(n: &u8) -> bool { COUNT.load(Relaxed) == *n ^ EDGES.load(Relaxed) }

//// one_loop_of_two
//= first falsified 1
//= second holds
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, isr, monitor};
static X: AtomicU8 = AtomicU8::new(0);
fn differs() -> bool { X.load(Relaxed) != X.load(Relaxed) }
#[isr(preempt, of = one)] fn on_edge() { X.fetch_xor(1, Relaxed); }
#[control_loop] fn one() -> bool { differs() }
#[control_loop] fn two() -> bool { differs() }
#[monitor(of = one)] fn first(out: bool) -> bool { !out }
#[monitor(of = two)] fn second(out: bool) -> bool { !out }

//// plant_and_monitor_are_not_interrupted
//= same holds
//= plant holds
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use falsify::{control_loop, environment, isr, monitor};
static X: AtomicU8 = AtomicU8::new(0);
fn same_twice() -> bool { X.load(Relaxed) == X.load(Relaxed) }
#[isr(preempt)] fn on_edge() { X.fetch_xor(1, Relaxed); }
#[environment] fn world() -> bool { same_twice() }
#[control_loop] fn tick(n: &mut u8, was_same: bool) { *n = X.load(Relaxed); let _ = (was_same, same_twice()); }
#[monitor] fn same() -> bool { same_twice() }
#[monitor] fn plant(was_same: bool) -> bool { was_same }
