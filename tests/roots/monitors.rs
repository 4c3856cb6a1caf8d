//// state, inputs, result, event, memory
//* monitors: [Monitor { name: good
//* [State, Input(x), Out, Event(show), Memory
//* text: "It is good."
#[derive(Default)]
pub struct S { n: u8 }
#[derive(Default)]
struct Memory { seen: bool, w: falsify::temporal::Within<3> }
#[falsify::output]
fn show(a: u8, b: bool) { let _ = (a, b); }
#[falsify::control_loop]
pub fn tick(s: &mut S, x: u8) -> bool { s.n = x; show(x, true); x > 3 }
/// It is good.
#[falsify::monitor]
fn good(s: &S, x: u8, out: bool, show: Option<(u8, bool)>, m: &mut Memory) -> bool {
    m.seen |= out;
    m.w.check(s.n > x, show.is_some())
}

//// no such thing in the loop
//! roots::unbound-parameter
#[falsify::control_loop]
pub fn tick(s: &mut u8, x: u8) { *s = x; }
#[falsify::monitor]
fn bad(y: u8) -> bool { y > 3 }

//// the wrong type
//! roots::binding-type
#[falsify::control_loop]
pub fn tick(s: &mut u8, x: u8) { *s = x; }
#[falsify::monitor]
fn bad(x: u16) -> bool { x > 3 }

//// an output is an option
//! roots::binding-type
#[falsify::output]
fn show(a: u8) { let _ = a; }
#[falsify::control_loop]
pub fn tick(s: &mut u8, x: u8) { *s = x; show(x); }
#[falsify::monitor]
fn bad(show: u8) -> bool { show > 3 }

//// memory without default
//! roots::no-default
struct M(u8);
#[falsify::control_loop]
pub fn tick(s: &mut u8, x: u8) { *s = x; }
#[falsify::monitor]
fn bad(m: &mut M) -> bool { m.0 += 1; true }

//// an input called out
//! roots::ambiguous-out
#[falsify::control_loop]
pub fn tick(s: &mut u8, out: u8) -> u8 { *s = out; 3 }
#[falsify::monitor]
fn bad(out: u8) -> bool { out > 3 }

//// which loop
//! roots::which-loop
//* name: a
//* name: b
#[falsify::control_loop]
pub fn a(s: &mut u8, x: u8) { *s = x; }
#[falsify::control_loop]
pub fn b(s: &mut u8, x: u8) { *s = x; }
#[falsify::monitor]
fn bad(x: u8) -> bool { x > 3 }

//// of a named loop
//* monitors: [Monitor { name: good
#[falsify::control_loop]
pub fn a(s: &mut u8, x: u8) { *s = x; }
pub struct S(u8);
impl Default for S { fn default() -> S { S(0) } }
impl S {
    #[falsify::control_loop]
    pub fn step(&mut self, y: u8) { self.0 = y; }
}
#[falsify::monitor(of = S::step)]
fn good(y: u8) -> bool { y > 3 }

//// of a method of an alias
//* monitors: [Monitor { name: good
#[falsify::control_loop]
pub fn a(s: &mut u8, x: u8) { *s = x; }
pub struct S<T>(T);
pub type Plain = S<u8>;
impl Plain {
    pub const fn new() -> Plain { S(0) }
    #[falsify::control_loop]
    pub fn step(&mut self, y: u8) { self.0 = y; }
}
#[falsify::monitor(of = Plain::step)]
fn good(y: u8) -> bool { y > 3 }

//// attributes under other names
//* name: tick
//* monitors: [Monitor { name: good
use falsify as checks;
use checks::control_loop as every_tick;
mod marks { pub use falsify::monitor; }
#[every_tick]
pub fn tick(s: &mut u8, x: u8) { *s = x; }
#[marks::monitor]
fn good(x: u8) -> bool { x > 3 }
#[checks::monitor]
fn better(x: u8) -> bool { x > 4 }

//// a monitor without a loop
//! roots::which-loop
#[falsify::monitor]
fn bad(x: u8) -> bool { x > 3 }

//// a plant
//* environment: Some(Environment { name: plant
//* params: [State, Memory
#[falsify::control_loop]
pub fn tick(s: &mut u8, x: u8, y: bool) { *s = x + y as u8; }
#[falsify::environment]
fn plant(s: &u8, e: &mut u32) -> (u8, bool) {
    *e += 1;
    let x = falsify::any_in(0..=*s);
    falsify::assume(x < 200);
    (x, falsify::any())
}

//// a plant that gives something else
//! roots::environment
#[falsify::control_loop]
pub fn tick(s: &mut u8, x: u8) { *s = x; }
#[falsify::environment]
fn plant(s: &u8) -> u16 { *s as u16 }

//// handlers
//* handlers: [Handler { name: on_timer
//* max: 3
use core::sync::atomic::{AtomicU8, Ordering};
static N: AtomicU8 = AtomicU8::new(0);
#[falsify::control_loop]
pub fn tick(x: u8) -> u8 { N.load(Ordering::Relaxed) ^ x }
#[falsify::isr(max = 1 + 2, preempt)]
fn on_timer() { N.fetch_add(1, Ordering::Relaxed); }

//// a handler with a parameter
//! roots::handler
#[falsify::control_loop]
pub fn tick(s: &mut u8) { *s = 1; }
#[falsify::isr]
fn on_timer(x: u8) { let _ = x; }
