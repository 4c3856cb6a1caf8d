//! The transition system itself.

use crate::evidence::Property;
use crate::ir::TypeId;
use crate::source::{Span, Symbol};
use crate::term::{Pool, Term};

/// A loop as a transition system.
pub struct System {
    pub pool: Pool,
    pub state: Vec<Variable>,
    /// Variables that `init` may depend on.
    pub start_inputs: Vec<Term>,
    /// Variables that a step may depend on, beside the state.
    pub inputs: Vec<Term>,
    /// Whether the initialisation comes to its end.
    pub start_valid: Term,
    /// Whether a run goes on after this step.
    pub valid: Term,
    /// Whether this step completes a tick.
    pub tick_done: Term,
    /// Whether every step is a tick.
    pub steps_are_ticks: bool,
    pub properties: Vec<Checked>,
    /// What can be violated as well, but was not asked about.
    pub unasked: Vec<Property>,
    /// What the tick returned, in a step that completes one.
    pub(super) returned: Template,
    /// Whether a step goes on with an initialisation that waits inside.
    pub(super) starting: Term,
    pub(super) start_readings: Vec<Reads>,
    pub(super) readings: Vec<Reads>,
}

impl System {
    /// A system without state, inputs and properties, every run of which goes on: for systems made by hand.
    pub fn empty(pool: Pool) -> System {
        let (truth, falsity) = (pool.truth(), pool.falsity());
        System {
            pool,
            state: Vec::new(),
            start_inputs: Vec::new(),
            inputs: Vec::new(),
            start_valid: truth,
            valid: truth,
            tick_done: truth,
            steps_are_ticks: true,
            properties: Vec::new(),
            unasked: Vec::new(),
            returned: Template::Unknown,
            starting: falsity,
            start_readings: Vec::new(),
            readings: Vec::new(),
        }
    }
}

/// A bit-vector that the loop remembers from step to step.
#[derive(Clone, Debug)]
pub struct Variable {
    /// For people: the variable of the source and the path inside of it.
    pub name: String,
    pub var: Term,
    pub init: Term,
    pub next: Term,
}

/// A property in terms of the system.
#[derive(Clone, Copy, Debug)]
pub struct Checked {
    pub property: Property,
    /// Not the property itself, but something without which it says nothing: its `bad` is when that happens.
    pub cover: Option<Span>,
    /// Violated in the initialisation.
    pub start_bad: Term,
    /// Violated in a step.
    pub bad: Term,
}

/// A place where the world is asked, in the order of execution.
pub(super) struct Reads {
    pub asked: Asked,
    /// Whether it is asked in this step.
    pub when: Term,
    pub value: Template,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// For a value of a type.
    Value(Symbol, TypeId),
    /// Which handler runs now: its index plus one, or 0 for none.
    Handler,
}

/// A value whose scalars are terms.
pub(super) enum Template {
    Scalar(Term),
    Product(Vec<Template>),
    /// The index of the variant, and the fields of every variant.
    Sum(Term, Vec<Vec<Template>>),
    /// A reference, or nothing that was ever written.
    Unknown,
}
