//! Threads with a large stack that stay: what one analysis read of the library, the next one finds there.

use std::any::Any;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::mpsc::{channel, Sender};
use std::sync::Mutex;

use super::analyse::STACK;

type Job = Box<dyn FnOnce() + Send>;

/// Threads without work.
static IDLE: Mutex<Vec<Sender<Job>>> = Mutex::new(Vec::new());

/// Runs a job on an idle thread or a new one. A thread whose job panics is not used again.
pub(super) fn run<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> T {
    let worker = idle().unwrap_or_else(start);
    let (answer, result) = channel::<Result<T, Box<dyn Any + Send>>>();
    let job = move || {
        // The receiver waits below; if it is gone, nobody wants the answer.
        let _ = answer.send(catch_unwind(AssertUnwindSafe(job)));
    };
    worker
        .send(Box::new(job))
        .expect("a worker takes jobs until its sender is dropped");
    match result.recv().expect("a worker answers each job") {
        Ok(value) => {
            IDLE.lock()
                .expect("nothing panics under this lock")
                .push(worker);
            value
        }
        Err(panic) => resume_unwind(panic),
    }
}

fn idle() -> Option<Sender<Job>> {
    IDLE.lock().expect("nothing panics under this lock").pop()
}

fn start() -> Sender<Job> {
    let (sender, jobs) = channel::<Job>();
    let work = move || jobs.into_iter().for_each(|job| job());
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(work)
        .expect("a thread can be started");
    sender
}
