//! Ways to decide a property: one file or folder each.
//!
//! An engine is given a [`Task`] and hands out a [`Finding`] as soon as it has one. Steps are counted from 1; what
//! happens in the initialisation happens in step 0.

pub mod bmc;
mod board;
pub mod cegar;
pub mod guided;
pub mod kinduction;
pub mod lemma;
pub mod netlist;
pub mod pdr;
pub mod ranges;
pub mod relations;
mod scout;
pub mod semiformal;
pub mod simulate;
pub mod slice;
pub mod unroll;

pub use board::Board;

use std::sync::Arc;

use crate::evidence::{Certificate, Trace};
use crate::ir::{Harness, Program};
use crate::solver::{Budget, SolverKind};
use crate::summary::{Call, Replacement};
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
    /// More such statements, many of which are false: for engines that prove.
    pub guesses: &'a [Term],
    /// What other engines know, if there are any.
    pub board: Option<&'a Board>,
    /// The loop that the system was made of, for engines that execute it.
    pub subject: Option<Subject<'a>>,
    /// Ticks to execute, for engines that do so.
    pub ticks: u64,
    /// Of everything that is chosen at random.
    pub seed: u64,
    /// Of the method of summaries, for engines that use them.
    pub variant: cegar::Variant,
}

impl<'a> Task<'a> {
    /// A question about a system alone.
    pub fn new(system: &'a System, wanted: &'a [usize], bound: u64) -> Task<'a> {
        Task {
            system,
            wanted,
            bound,
            candidates: &[],
            guesses: &[],
            board: None,
            subject: None,
            ticks: 0,
            seed: 0,
            variant: cegar::Variant::default(),
        }
    }

    /// Whether another engine has done with a property.
    pub fn is_decided(&self, property: usize) -> bool {
        self.board.is_some_and(|board| board.is_decided(property))
    }

    /// Whether nothing is left to find out about a property within the bound.
    pub fn is_known(&self, property: usize) -> bool {
        let clean = |board: &Board| board.is_clean_to(property, self.bound);
        self.is_decided(property) || self.board.is_some_and(clean)
    }
}

/// A loop in its program.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub program: &'a Program,
    pub harness: &'a Harness,
    /// Calls of aux functions.
    pub calls: &'a [Call],
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
    /// A run of the loop itself that ends in a violation; others may do so earlier.
    Executed { property: usize, trace: Trace },
    /// In every step of every run, each of these holds.
    Proved {
        properties: Vec<usize>,
        certificate: Certificate,
    },
    /// The same, by a certificate about the loop in which these answer calls in place of functions, all of them exactly. What is violated
    /// inside of the functions is not among it.
    ProvedThrough {
        properties: Vec<usize>,
        certificate: Certificate,
        through: Arc<[Replacement]>,
    },
    /// No run violates one of these in the initialisation or in the first steps, this many.
    HoldsTo { properties: Vec<usize>, steps: u64 },
    /// No run makes more than this many steps.
    RunsEnd { steps: u64 },
    /// What happens in a search by abstraction; says nothing about the loop.
    Told(cegar::Chapter),
}

/// Why an engine came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// All wanted properties are violated or proved.
    Decided,
    /// It looked at as many steps as it was told to.
    Bound,
    /// Time is over, or someone asked to stop.
    Budget,
    /// It executed as many ticks as it was told to; that says nothing about others.
    Searched { ticks: u64 },
    /// No run of an abstraction is a violation, or none is left to look at; that says nothing about the loop itself.
    Abstraction,
    /// It cannot be used here, and why.
    Refused(String),
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

/// Of engines that only search.
const VIOLATIONS: Claims = Claims {
    violations: true,
    bounds: false,
    proofs: false,
};

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
        make: |solver| Box::new(bmc::Bmc::new(solver)),
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
    Entry {
        name: "simulate",
        about: "executes the loop as native code on inputs that are likely to matter; only finds violations",
        claims: VIOLATIONS,
        make: |_| Box::new(simulate::Simulate),
    },
    Entry {
        name: "ranges",
        about: "follows the ranges of the variables from tick to tick; knows only what cannot happen",
        claims: Claims {
            violations: false,
            bounds: true,
            proofs: false,
        },
        make: |_| Box::new(ranges::Ranges),
    },
    Entry {
        name: "guided",
        about: "executes the loop and goes on from the states that come closest to what never happened; only finds violations",
        claims: VIOLATIONS,
        make: |_| Box::new(guided::Guided),
    },
    Entry {
        name: "cegar",
        about: "unrolls the loop with summaries in place of aux functions and refines them; proves with exact ones",
        claims: Claims {
            violations: true,
            bounds: false,
            proofs: true,
        },
        make: |solver| {
            Box::new(cegar::Cegar {
                solver,
                inner: Box::new(bmc::Bmc::new(solver)),
            })
        },
    },
    Entry {
        name: "semiformal",
        about: "unrolls the loop from deep states that guided simulation came to; only finds violations",
        claims: VIOLATIONS,
        make: |solver| Box::new(semiformal::SemiFormal { solver }),
    },
];

/// The engine of a name.
pub fn by_name(name: &str) -> Option<&'static Entry> {
    TABLE.iter().find(|entry| entry.name == name)
}
