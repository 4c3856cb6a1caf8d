//! Calls of functions that summaries may stand for.

//// divided
//= low falsified 6
//= high falsified 7
//= never holds bounded
use falsify::{aux, control_loop, monitor};
#[derive(Default)] pub struct Filter { level: u8, steps: u8 }
/// A step towards a target: a quarter of the way, but at least one.
#[aux]
fn step(level: u8, target: u8) -> u8 {
    let way = target.saturating_sub(level);
    if way == 0 { 0 } else if way < 4 { 1 } else { way / 4 }
}
#[control_loop]
pub fn tick(s: &mut Filter, #[input(0..=40)] target: u8) {
    let more = step(s.level, target);
    if more > 0 {
        s.level = s.level.saturating_add(more);
        s.steps = s.steps.saturating_add(1);
    }
}
#[monitor] fn low(s: &Filter) -> bool { s.steps < 6 }
#[monitor] fn high(s: &Filter) -> bool { s.steps < 7 }
#[monitor] fn never(s: &Filter) -> bool { s.level <= 40 }
//// chosen
//= reached falsified 2
//= unreachable holds bounded
use falsify::{aux, control_loop, monitor};
#[derive(Default)] pub struct Mode { mode: u8, last: u8 }
#[aux] fn classify(x: u8) -> u8 { if x < 10 { 0 } else if x < 20 { 1 } else { 2 } }
#[control_loop]
pub fn tick(s: &mut Mode, x: u8) {
    let class = classify(x);
    s.mode = if class == 2 && s.last == 1 { 9 } else { class };
    s.last = class;
}
#[monitor] fn reached(s: &Mode) -> bool { s.mode != 9 }
#[monitor] fn unreachable(s: &Mode) -> bool { s.mode != 5 }
//// inside
// What happens inside of a function is asked about in the loop itself, whoever is blamed for it.
//= outside holds
//= small holds
//= overflow:15 falsified 7
//= overflow:22 falsified 1
//= overflow:23 holds
use falsify::{aux, control_loop, monitor};
#[derive(Default)] pub struct S { a: u8, b: u8, c: u8 }
#[aux]
fn level(x: u8) -> u8 {
    if x < 30 { 0 } else if x < 50 { 1 } else { 2 }
}
#[aux]
fn doubled(x: u8) -> u8 {
    x * 2
}
#[aux] #[track_caller] fn less(x: u8) -> u8 { x - 1 }
#[control_loop]
pub fn tick(s: &mut S, x: u8) {
    s.a = if s.a == x { level(x) } else { level(s.a / 2) };
    s.b = if s.b == x { doubled(x) } else { 6 };
    let c = if s.c == x { less(x) } else { 3 };
    s.c = s.a + 3;
    falsify::check!("outside", c <= 254);
}
#[monitor] fn small(s: &S) -> bool { s.a < 3 && s.c < 9 }
