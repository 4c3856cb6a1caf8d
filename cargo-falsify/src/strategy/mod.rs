//! Which engines, in what order, within which budget; what may be released as a verdict.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::Duration;

use crate::evidence::{Decision, Property, StopReason, Trace, Verdict};
use crate::ir::{Harness, Program};

/// A loop and what is asked about it.
pub struct Job<'a> {
    pub program: &'a Program,
    pub harness: &'a Harness,
    /// Each is answered exactly once.
    pub properties: &'a [Property],
    pub settings: Settings,
    /// Set from outside to end all work with what is known.
    pub interrupt: Arc<AtomicBool>,
}

#[derive(Clone, Debug)]
pub struct Settings {
    /// In ticks.
    pub bound: u64,
    pub timeout: Duration,
    /// By its name in the table of engines; `auto` for all that fit.
    pub engine: String,
    /// By its name; the default one if none.
    pub solver: Option<String>,
    pub jobs: usize,
    pub seed: u64,
    /// In bytes.
    pub memory: u64,
}

/// What happens while a loop is decided; for progress, never needed to understand the result.
#[derive(Clone, Debug)]
pub enum Event {
    /// An engine has begun.
    Started { engine: &'static str },
    /// An engine has no violation of the given number of properties up to a tick.
    Reached {
        engine: &'static str,
        tick: u64,
        open: usize,
    },
    /// A property has its verdict.
    Decided(Decision),
    /// An engine has ended, with the reason in words.
    Ended { engine: &'static str, why: String },
}

/// The compiled crate as the last judge of a trace.
pub trait Judge: Sync {
    /// Whether the compiled crate shows the violation that the trace ends in.
    fn judge(&self, trace: &Trace) -> Judgement;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// With a remark for the reader, if there is something to say.
    Confirmed(Option<String>),
    /// What happened instead.
    NotReproduced(String),
    /// The crate cannot be asked, and why.
    NotReplayable(String),
}

/// Decides all properties of a job.
pub fn decide(job: &Job, _judge: &dyn Judge, on: &mut dyn FnMut(Event)) -> Vec<Decision> {
    let unknown = |property: &Property| Decision {
        property: *property,
        verdict: Verdict::Unknown(StopReason::NoEngine),
        engine: "none",
        time: Duration::ZERO,
    };
    let decisions: Vec<Decision> = job.properties.iter().map(unknown).collect();
    for decision in &decisions {
        on(Event::Decided(decision.clone()));
    }
    decisions
}
