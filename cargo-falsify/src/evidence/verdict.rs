//! Verdicts, with their evidence inside.

use std::sync::Arc;
use std::time::Duration;

use super::{Certificate, Execution, Property, Trace};
use crate::ir::Program;
use crate::source::{Span, Symbol};

/// What is known about a property in the end.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Violated, and replayed on the compiled crate.
    Falsified(Box<Falsified>),
    /// Holds in every run of any length; the evidence was checked again by another solver.
    Proved(Proof),
    /// Holds in the first ticks of every run, this many.
    HoldsTo(u64),
    /// Nothing that the property says can depend on the run.
    Vacuous(Vacuity),
    Unknown(StopReason),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Falsified {
    pub trace: Trace,
    /// The trace in the reference interpreter.
    pub execution: Execution,
    /// Whether no violation at an earlier tick is possible.
    pub earliest: bool,
    /// What a reader should know, such as a dependence on the width of `usize`.
    pub remark: Option<String>,
}

/// What a proof rests on.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// For people: what kind of argument it is, such as the invariant in terms of the user's variables.
    pub argument: Vec<String>,
    /// Functions that exact summaries stand for in it.
    pub through: Vec<Symbol>,
    /// For solvers; several properties may share it.
    pub certificate: Option<Arc<Certified>>,
}

/// A certificate, and what it proves of the loop's transition system.
#[derive(Debug)]
pub struct Certified {
    pub certificate: Certificate,
    /// By their indices in the system.
    pub properties: Vec<usize>,
    /// The program that it is about, if that is another one: what holds there holds in the loop's own.
    pub program: Option<Arc<Program>>,
}

impl PartialEq for Certified {
    /// Each is made once.
    fn eq(&self, other: &Certified) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Why a property says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vacuity {
    /// The trigger at this place is never true within that many ticks.
    NoTrigger(Span, u64),
    /// No run completes a tick: the assumptions contradict each other, or every run panics before.
    NoTick,
    /// The place of a `check!` is never reached within that many ticks.
    Unreached(u64),
}

/// Why there is no answer. Each reason is one that a user can act on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopReason {
    Timeout,
    Memory,
    /// Ctrl-C, or a signal.
    Interrupted,
    /// A loop or a recursion whose bound is not established; its place.
    LoopBound(Span),
    /// Something that the engines cannot express; its place.
    Unsupported(String, Span),
    /// A counterexample that the compiled crate does not show: a bug of the tool.
    NotReproduced(String),
    /// The tool contradicts itself: a bug as well.
    Bug(String),
    /// The compiled crate cannot be asked: it does not build for this machine, for instance.
    NotReplayable(String),
    /// A search by execution ended without a violation after this many ticks; that shows nothing.
    NotFound(u64),
    /// Only runs of an abstraction were searched, and none of them is a violation; that shows nothing.
    Abstraction,
    /// The engines that were asked for have nothing to say about it.
    NoEngine,
}

/// A property with its verdict.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    pub property: Property,
    pub verdict: Verdict,
    /// Which engine decided.
    pub engine: &'static str,
    /// From the start of the loop's analysis.
    pub time: Duration,
    /// If less is known than was asked for: all engines that worked on it, and why each came to its end.
    pub ended: Vec<Ended>,
}

/// An engine that came to its end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ended {
    pub engine: &'static str,
    /// In words.
    pub why: String,
}
