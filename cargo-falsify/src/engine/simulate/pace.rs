//! How many ticks may still be executed, and whether someone asked to stop.

use std::time::{Duration, Instant};

use crate::engine::Stop;
use crate::solver::Budget;

/// The clock is looked at about this often.
const GLANCE: Duration = Duration::from_millis(5);

/// Ticks between two looks at the clock, at most.
const MOST_BETWEEN: u64 = 1 << 16;

pub struct Pace<'a> {
    budget: &'a Budget,
    limit: u64,
    used: u64,
    /// Ticks until the clock is looked at.
    countdown: u64,
    interval: u64,
    last: Instant,
}

impl<'a> Pace<'a> {
    pub fn new(budget: &'a Budget, limit: u64) -> Pace<'a> {
        Pace {
            budget,
            limit,
            used: 0,
            countdown: 1,
            interval: 1,
            last: Instant::now(),
        }
    }

    /// Ticks that were executed.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// One more tick, if there may be one.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Stop> {
        if self.used == self.limit {
            return Err(Stop::Searched { ticks: self.used });
        }
        self.used += 1;
        self.countdown -= 1;
        if self.countdown == 0 {
            self.glance()?;
        }
        Ok(())
    }

    fn glance(&mut self) -> Result<(), Stop> {
        if self.budget.exhausted() {
            return Err(Stop::Budget);
        }
        let now = Instant::now();
        let passed = now - self.last;
        self.last = now;
        if passed < GLANCE {
            self.interval = (self.interval * 2).min(MOST_BETWEEN);
        } else if passed > 2 * GLANCE {
            self.interval = (self.interval / 4).max(1);
        }
        self.countdown = self.interval;
        Ok(())
    }
}
