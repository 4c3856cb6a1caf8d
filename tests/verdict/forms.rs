//! Superloops, plants, interrupt handlers, statics, waiting loops.

//// superloop_counts
//= small falsified 6
use falsify::{control_loop, monitor, input};
#[input] fn go() -> bool { false }
#[control_loop] fn run() -> ! {
    let mut n: u8 = 0;
    loop {
        if go() && n < 200 { n += 1; }
    }
}
#[monitor] fn small(n: u8) -> bool { n < 6 }

//// superloop_stays
//= small holds
use falsify::{control_loop, monitor, input};
#[input] fn go() -> bool { false }
#[control_loop] fn run() -> ! {
    let mut n: u8 = 0;
    loop {
        if go() && n < 5 { n += 1; }
    }
}
#[monitor] fn small(n: u8) -> bool { n < 6 }

//// plant_overshoots
//= cold falsified 4
use falsify::{control_loop, monitor, environment};
#[derive(Default)] pub struct Heater { on: bool }
#[derive(Default)] pub struct Room { t: u8 }
#[control_loop] fn tick(h: &mut Heater, t: u8) { h.on = t < 20; }
#[environment] fn room(h: &Heater, r: &mut Room) -> u8 {
    if h.on { r.t += 8; } else { r.t = r.t.saturating_sub(1); }
    r.t
}
#[monitor] fn cold(t: u8) -> bool { t < 24 }

//// plant_stays
//= cold holds
use falsify::{control_loop, monitor, environment};
#[derive(Default)] pub struct Heater { on: bool }
#[derive(Default)] pub struct Room { t: u8 }
#[control_loop] fn tick(h: &mut Heater, t: u8) { h.on = t < 20; }
#[environment] fn room(h: &Heater, r: &mut Room) -> u8 {
    if h.on { r.t += 4; } else { r.t = r.t.saturating_sub(1); }
    r.t
}
#[monitor] fn cold(t: u8) -> bool { t < 24 }

//// handler_sets_flag
//= never falsified 1
use core::sync::atomic::{AtomicBool, Ordering};
use falsify::{control_loop, isr, monitor};
static FLAG: AtomicBool = AtomicBool::new(false);
#[isr] fn on_timer() { FLAG.store(true, Ordering::Relaxed); }
#[control_loop] fn tick() -> bool { FLAG.swap(false, Ordering::Relaxed) }
#[monitor] fn never(out: bool) -> bool { !out }

//// handler_at_most_twice
//= at_most_two holds
//= at_most_one falsified 1
use core::sync::atomic::{AtomicU8, Ordering};
use falsify::{control_loop, isr, monitor};
static COUNT: AtomicU8 = AtomicU8::new(0);
#[isr(max = 2)] fn on_timer() { COUNT.fetch_add(1, Ordering::Relaxed); }
#[control_loop] fn tick() -> u8 { COUNT.swap(0, Ordering::Relaxed) }
#[monitor] fn at_most_two(out: u8) -> bool { out <= 2 }
#[monitor] fn at_most_one(out: u8) -> bool { out <= 1 }

//// two_handlers_in_any_order
//= order falsified 1
//= both_at_most_once holds
use core::sync::atomic::{AtomicU8, Ordering};
use falsify::{control_loop, isr, monitor};
static X: AtomicU8 = AtomicU8::new(0);
#[isr] fn double() { X.store(X.load(Ordering::Relaxed) * 2, Ordering::Relaxed); }
#[isr] fn one_more() { X.store(X.load(Ordering::Relaxed) + 1, Ordering::Relaxed); }
#[control_loop] fn tick() -> u8 { X.swap(0, Ordering::Relaxed) }
#[monitor] fn order(out: u8) -> bool { out < 2 }
#[monitor] fn both_at_most_once(out: u8) -> bool { out < 3 }

//// waits_inside_a_tick
//= small falsified 5
use falsify::{control_loop, monitor, input};
#[input] fn ready() -> bool { false }
#[control_loop] fn tick(n: &mut u8) {
    while !ready() {}
    *n = n.saturating_add(1);
}
#[monitor] fn small(n: &u8) -> bool { *n < 5 }

//// last_event_of_a_tick
//= lamp_follows falsified 1
//= lamp_is_set holds
use falsify::{control_loop, monitor, output};
#[output] fn lamp(on: bool) {}
#[control_loop] fn tick(n: &mut u8, x: bool) {
    lamp(false);
    if x { lamp(true); }
    *n = 0;
}
#[monitor] fn lamp_follows(lamp: Option<bool>) -> bool { lamp == Some(false) }
#[monitor] fn lamp_is_set(x: bool, lamp: Option<bool>) -> bool { lamp == Some(x) }

//// local_assigned_on_all_paths
//= level falsified 3
//= after_continue falsified 4
//= outside falsified 2
use falsify::{control_loop, input, monitor};
#[input] fn go() -> bool { false }
#[control_loop] fn run() -> ! {
    let mut count = 0u8;
    let mut last;
    loop {
        count = if count < 50 { count + 1 } else { 0 };
        let level;
        last = count;
        if count == 3 { level = 7; } else { match go() { true => level = 1, false => { level = count; if level == 4 { continue; } } } }
        let _ = (level, last);
    }
}
#[monitor] fn level(level: u8) -> bool { level < 7 }
#[monitor] fn after_continue(level: &u8, count: u8) -> bool { *level != 4 || count == 50 }
#[monitor] fn outside(last: u8) -> bool { last != 2 }

//// local_assigned_on_all_paths_holds
//= level holds
//= outside holds
use falsify::{control_loop, input, monitor};
#[input] fn go() -> bool { false }
#[control_loop] fn run() -> ! {
    let mut last;
    loop {
        let level;
        if go() { level = 7u8; } else { level = 2; last = 1; let _ = last; continue; }
        last = level;
        let _ = (level, last);
    }
}
#[monitor] fn level(level: u8) -> bool { level == 2 || level == 7 }
#[monitor] fn outside(last: &u8) -> bool { *last == 1 || *last == 7 }
