//! What a search may spend, and why it ended.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Budget {
    pub time: Duration,
    /// Bytes of the bank of terms.
    pub memory: usize,
    /// Terms in the bank are no larger.
    pub size: usize,
    /// Threads.
    pub jobs: usize,
    /// Whether examples that no term of the bank covers may in the end be covered by a sum of terms that fits them alone.
    pub memorise: bool,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            time: Duration::from_secs(20),
            memory: 2 << 30,
            size: 40,
            jobs: 1,
            memorise: false,
        }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// All examples are met.
    Solved,
    Time,
    Memory,
    Size,
    /// The grammar has no other terms.
    Exhausted,
    /// Two examples have the same inputs and different outputs.
    Contradiction,
}

impl Stop {
    pub fn reason(self) -> &'static str {
        match self {
            Stop::Solved => "all examples are met",
            Stop::Time => "the time is over",
            Stop::Memory => "the memory is used up",
            Stop::Size => "all terms of the greatest size were tried",
            Stop::Exhausted => "the grammar has no other terms",
            Stop::Contradiction => "two examples have the same inputs and different outputs",
        }
    }
}

/// A budget that runs.
pub struct Meter {
    end: Option<Instant>,
    memory: usize,
    pub jobs: usize,
    over: AtomicBool,
}

impl Meter {
    pub fn new(budget: &Budget) -> Meter {
        Meter {
            end: Instant::now().checked_add(budget.time),
            memory: budget.memory,
            jobs: budget.jobs.max(1),
            over: AtomicBool::new(false),
        }
    }

    /// Whether the time is over; cheap after it once was.
    pub fn is_over(&self) -> bool {
        if self.over.load(Ordering::Relaxed) {
            return true;
        }
        let over = self.end.is_some_and(|end| Instant::now() >= end);
        if over {
            self.over.store(true, Ordering::Relaxed);
        }
        over
    }

    pub fn check(&self, bytes: usize) -> Result<(), Stop> {
        if self.is_over() {
            Err(Stop::Time)
        } else if bytes > self.memory {
            Err(Stop::Memory)
        } else {
            Ok(())
        }
    }
}
