//! Ways to decide a property: one file or folder each.
//!
//! An engine is given a [`Task`] and hands out a [`Finding`] as soon as it has one. Steps are counted from 1; what
//! happens in the initialisation happens in step 0.

pub mod bmc;
pub mod kinduction;
pub mod lemma;
pub mod netlist;
pub mod pdr;
pub mod slice;
pub mod unroll;

use crate::evidence::Certificate;
use crate::solver::{Budget, SolverKind};
pub use crate::system::InputValues as Inputs;
use crate::system::System;
use crate::term::Term;

/// What an engine is to decide.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    pub system: &'a System,
    /// Indices of the properties.
    pub wanted: &'a [usize],
    /// Steps to look at, for engines that count them.
    pub bound: u64,
    /// Statements about the state that may help, such as those of the forward analysis. An engine uses those that it
    /// finds to be inductive.
    pub candidates: &'a [Term],
}

/// Something that an engine found out.
// Findings are few; a box would only make them harder to read.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub enum Finding {
    Violated {
        property: usize,
        inputs: Inputs,
        /// Whether no run violates it in an earlier step.
        earliest: bool,
    },
    /// In every step of every run, each of these holds.
    Proved {
        properties: Vec<usize>,
        certificate: Certificate,
    },
    /// No run violates one of these in the initialisation or in the first steps, this many.
    HoldsTo { properties: Vec<usize>, steps: u64 },
    /// No run makes more than this many steps.
    RunsEnd { steps: u64 },
}

/// Why an engine came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// All wanted properties are violated or proved.
    Decided,
    /// It looked at as many steps as it was told to.
    Bound,
    /// Time is over, or someone asked to stop.
    Budget,
}

/// A way to decide properties.
pub trait Engine {
    fn check(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Stop;
}

/// A row of the table of engines.
pub struct Entry {
    /// As written on the command line.
    pub name: &'static str,
    pub about: &'static str,
    pub claims: Claims,
    pub make: fn(SolverKind) -> Box<dyn Engine>,
}

/// What an engine can come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claims {
    pub violations: bool,
    pub bounds: bool,
    pub proofs: bool,
}

const ALL_CLAIMS: Claims = Claims {
    violations: true,
    bounds: true,
    proofs: true,
};

/// Every engine.
pub const TABLE: &[Entry] = &[
    Entry {
        name: "bmc",
        about: "unrolls the loop and searches all runs up to a bound; finds the earliest violation",
        claims: ALL_CLAIMS,
        make: |solver| Box::new(bmc::Bmc { solver }),
    },
    Entry {
        name: "kinduction",
        about: "shows that some steps without a violation are never followed by one with",
        claims: ALL_CLAIMS,
        make: |solver| {
            Box::new(kinduction::KInduction {
                solver,
                distinct: true,
            })
        },
    },
    Entry {
        name: "pdr",
        about: "learns what states are never reached until a violation is excluded or found, however deep it lies",
        claims: ALL_CLAIMS,
        make: |_| {
            Box::new(pdr::PropertyDirected {
                solver: pdr::Light::Batsat,
            })
        },
    },
];

/// The engine of a name.
pub fn by_name(name: &str) -> Option<&'static Entry> {
    TABLE.iter().find(|entry| entry.name == name)
}
