//! What engines that run beside each other know from each other.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Of each property of a system whether it needs no more work, and how far it is known to hold.
pub struct Board {
    decided: Vec<AtomicBool>,
    clean: Vec<AtomicU64>,
}

impl Board {
    pub fn new(properties: usize) -> Board {
        Board {
            decided: (0..properties).map(|_| AtomicBool::new(false)).collect(),
            clean: (0..properties).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    pub fn note_decided(&self, property: usize) {
        self.decided[property].store(true, Ordering::Relaxed);
    }

    /// No run violates a property in the initialisation and this many steps.
    pub fn note_clean(&self, property: usize, steps: u64) {
        self.clean[property].fetch_max(steps, Ordering::Relaxed);
    }

    pub fn is_decided(&self, property: usize) -> bool {
        self.decided[property].load(Ordering::Relaxed)
    }

    pub fn is_clean_to(&self, property: usize, steps: u64) -> bool {
        self.clean_to(property) >= steps
    }

    /// Steps in which no run violates a property, as far as is known.
    pub fn clean_to(&self, property: usize) -> u64 {
        self.clean[property].load(Ordering::Relaxed)
    }
}
