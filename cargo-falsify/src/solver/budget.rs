//! How long a check may take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Limits of a check; without any, it runs to its end.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub deadline: Option<Instant>,
    /// Of the SAT solver, for one check.
    pub conflicts: Option<u64>,
    /// Set by others to stop; any of them does.
    pub stops: Vec<Arc<AtomicBool>>,
}

impl Budget {
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    pub fn until(deadline: Instant) -> Budget {
        Budget {
            deadline: Some(deadline),
            ..Budget::default()
        }
    }

    /// From now on.
    pub fn lasting(time: Duration) -> Budget {
        Budget {
            deadline: Instant::now().checked_add(time),
            ..Budget::default()
        }
    }

    pub fn with_conflicts(self, conflicts: u64) -> Budget {
        Budget {
            conflicts: Some(conflicts),
            ..self
        }
    }

    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Budget {
        self.stops.push(stop);
        self
    }

    /// Ends no later than after this time.
    pub fn within(self, time: Duration) -> Budget {
        let end = Instant::now().checked_add(time);
        let ends = self.deadline.into_iter().chain(end);
        Budget {
            deadline: ends.min(),
            ..self
        }
    }

    /// The time until the end; as good as for ever if there is none.
    pub fn left(&self) -> Duration {
        let until = |end: Instant| end.saturating_duration_since(Instant::now());
        self.deadline.map_or(Duration::MAX, until)
    }

    /// Whether the time is over or someone asked to stop.
    pub fn exhausted(&self) -> bool {
        let stopped = |stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed);
        self.stops.iter().any(stopped) || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}
