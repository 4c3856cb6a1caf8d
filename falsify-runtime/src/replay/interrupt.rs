//! Handlers in the middle of a tick. At each point the script says, for each handler that may still run since the last tick
//! ended, whether it runs now; after one has run all are asked again. Interrupts are off in handlers and in critical sections.

use super::run::{handler, is_interruptible, may_run, preempting, runs_now, set_masked};

/// Handlers may run here.
pub fn interrupt(label: &str) {
    while is_interruptible() && serve(label) {}
}

/// Whether one of them has run.
fn serve(label: &str) -> bool {
    let mut waiting = preempting().iter().filter(|it| may_run(it));
    let next = waiting.find(|it| runs_now(&format!("{}@{label}", it.name)));
    let Some(next) = next else {
        return false;
    };
    let _masked = masked();
    handler(next.handler);
    true
}

/// Handlers may run after the value was evaluated.
pub fn after<T>(label: &str, value: T) -> T {
    interrupt(label);
    value
}

/// Interrupts are off as long as this lives.
#[must_use]
pub struct Masked(());

/// Switches interrupts off.
pub fn masked() -> Masked {
    mask();
    Masked(())
}

impl Drop for Masked {
    fn drop(&mut self) {
        unmask();
    }
}

/// Interrupts are off for one more reason.
pub fn mask() {
    set_masked(1);
}

/// Interrupts are off for one reason less.
pub fn unmask() {
    set_masked(-1);
}
