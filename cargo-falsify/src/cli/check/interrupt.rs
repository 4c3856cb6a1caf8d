//! Ctrl-C and termination: the first signal ends the work with what is known, the second one ends the process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// What a shell says of a process that an interrupt ended.
const KILLED: i32 = 130;

/// A flag that the first signal sets.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = flag.clone();
    let handler = move || {
        if seen.swap(true, Ordering::SeqCst) {
            std::process::exit(KILLED);
        }
    };
    // Without a handler a signal ends the process at once, which is no less safe.
    let _ = ctrlc::set_handler(handler);
    flag
}
