//! Inputs that lead a loop to a violation.

use crate::ir::{PanicKind, TypeId, Value};
use crate::source::{Span, Symbol};

/// Something that must never happen, or must hold whenever it is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Property {
    /// By its index in the harness.
    Monitor(usize),
    /// `falsify::check!`, by its name and place.
    Check { name: Symbol, span: Span },
    /// A panic of a kind at the place that Rust would name.
    Panic { kind: PanicKind, span: Span },
}

/// A value that the loop, a handler, the plant or a monitor asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    pub source: Symbol,
    pub ty: TypeId,
    pub value: Value,
}

/// What the world does in one tick.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TickInputs {
    /// Handlers that run before the tick, in order, by their indices in the harness.
    pub handlers: Vec<usize>,
    /// In the order in which they are asked for: by handlers, the plant or the loop's parameters, the tick, the monitors.
    pub readings: Vec<Reading>,
}

/// A property and the tick at which it is violated, from 1; 0 for the initialisation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Violation {
    pub property: Property,
    pub tick: u64,
}

/// One run from the start to a violation.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// Asked for by the initialisation.
    pub start: Vec<Reading>,
    /// Of tick 1, 2, …: as many as the violation's tick.
    pub ticks: Vec<TickInputs>,
    pub violation: Violation,
}
