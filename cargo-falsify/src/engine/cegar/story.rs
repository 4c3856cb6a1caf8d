//! What happens in a search by abstraction, for whoever wants to follow it.

use crate::evidence::Violation;
use crate::source::{Span, Symbol};

#[derive(Clone, PartialEq, Debug)]
pub enum Chapter {
    /// How a call is answered.
    Call {
        function: Symbol,
        span: Span,
        how: How,
    },
    /// What stands for a function at first.
    Summary {
        function: Symbol,
        text: String,
        exact: bool,
    },
    /// A run of the abstraction violates a property.
    Alarm(Violation),
    /// A run of the loop itself does.
    Confirmed(Violation),
    /// An alarm is none.
    Spurious {
        alarm: Violation,
        /// Whether no run of the loop takes its way; else only its own inputs were tried.
        excluded: bool,
    },
    /// What stands for a function from now on.
    Refined {
        function: Symbol,
        text: String,
        exact: bool,
        /// What the function answers where the summary answered something else.
        corrected: Vec<String>,
    },
    /// Proofs are looked for in the loop in which exact summaries of these functions answer.
    Proving { functions: Vec<Symbol> },
    /// A function answers itself from now on.
    Kept { function: Symbol },
}

#[derive(Clone, PartialEq, Debug)]
pub enum How {
    /// By the function, as nothing in its arguments comes from outside.
    Deterministic,
    /// By the function, as nothing simpler stands for it.
    Kept,
    /// By any value among these.
    Any(String),
    Summary,
}
