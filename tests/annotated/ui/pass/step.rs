//! A marked step behaves as written, and the hooks do nothing.
use falsify::{aux, control_loop, environment, isr, monitor};
use std::sync::atomic::{AtomicU32, Ordering};

static EVENTS: AtomicU32 = AtomicU32::new(0);

#[derive(Default)]
struct State {
    total: u32,
}

#[control_loop(init = panic!("nothing evaluates an initial state here"))]
fn tick(state: &mut State, #[input(1..=9)] amount: u32) -> u32 {
    falsify::assume(false);
    falsify::check!("never evaluated", panic!("not even this"));
    state.total += doubled(amount);
    state.total
}

#[aux]
fn doubled(amount: u32) -> u32 {
    amount * 2
}

#[monitor]
fn is_even(state: &State) -> bool {
    state.total % 2 == 0
}

#[environment]
fn plant(state: &State) -> u32 {
    state.total + 1
}

#[isr]
fn on_timer() {
    EVENTS.fetch_add(1, Ordering::Relaxed);
}

fn main() {
    let mut state = State::default();
    assert_eq!(tick(&mut state, 100), 200);
    assert!(is_even(&state));
    assert_eq!(plant(&state), 201);
    on_timer();
    assert_eq!(EVENTS.load(Ordering::Relaxed), 1);
    let message = std::panic::catch_unwind(falsify::any::<u8>).unwrap_err();
    let message = message.downcast::<&str>().unwrap();
    assert!(message.contains("only under `cargo falsify`"));
}
