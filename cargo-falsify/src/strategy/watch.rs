//! Work without engines that still must end in time: someone looks at the limits while it goes on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use super::{memory, Job, PULSE};
use crate::evidence::StopReason;
use crate::solver::Budget;

/// Does some work within the job's limits; the reason if one of them has ended it.
pub(super) fn watched<T>(
    job: &Job,
    deadline: Instant,
    work: impl FnOnce(&Budget) -> T,
) -> (T, Option<StopReason>) {
    let stop = Arc::new(AtomicBool::new(false));
    let budget = Budget::until(deadline).with_stop(stop.clone());
    let (done, end) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let watch = scope.spawn(move || {
            while end.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
                if let Some(reason) = limit(job) {
                    stop.store(true, Ordering::Relaxed);
                    return Some(reason);
                }
            }
            None
        });
        let outcome = work(&budget);
        drop(done);
        (outcome, watch.join().unwrap_or_default())
    })
}

/// The limit that is passed, the time aside.
fn limit(job: &Job) -> Option<StopReason> {
    if job.interrupt.load(Ordering::Relaxed) {
        return Some(StopReason::Interrupted);
    }
    (memory::used() > job.settings.memory).then_some(StopReason::Memory)
}
