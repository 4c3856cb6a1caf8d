//! What a proof rests on.

/// Why some properties hold in every run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    pub argument: Argument,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// No run makes more than this many steps, and up to there nothing is violated.
    RunsEnd { steps: u64 },
}

impl Certificate {
    pub fn new(argument: Argument) -> Certificate {
        Certificate { argument }
    }
}
