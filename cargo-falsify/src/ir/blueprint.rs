//! What stands in Rust behind a program: how the compiled crate's own functions are called and its inputs made.
//!
//! Whoever runs the user's compiled code adds text to a copy of the crate: items in a child module of each module named
//! here (they see what is private there) and, for superloops, marks in the body. All paths are as such a child module
//! writes them. Nothing in this file has a meaning for the IR.

use super::{LocalId, TypeId};
use crate::source::{FileId, Span, Symbol};

/// Something in the source that added code cannot get at.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// Completes the sentence "cannot be replayed: …".
    pub what: String,
    pub span: Span,
}

pub type Reached<T> = Result<T, Obstacle>;

/// Library types, by their paths in the model, that added code can make out of the parts that the model has.
pub const LIBRARY_VALUES: &[&str] = &[
    "core::cell::Cell",
    "core::cmp::Ordering",
    "core::cmp::Reverse",
    "core::convert::Infallible",
    "core::marker::PhantomData",
    "core::num::nonzero::NonZero",
    "core::num::saturating::Saturating",
    "core::num::wrapping::Wrapping",
    "core::ops::range::Range",
    "core::ops::range::RangeFrom",
    "core::ops::range::RangeTo",
    "core::ops::range::RangeToInclusive",
    "core::option::Option",
    "core::result::Result",
    "core::time::Duration",
];

/// A moment in the evaluation of the source, given by what stands around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// Before a statement, or before the value of a block.
    Before(Span),
    /// Before a place is read that is written here.
    Read(Span),
    /// After this value was evaluated, before it is written somewhere.
    Evaluated(Span),
    /// Between reading and writing a place that is updated by an operator.
    Updated {
        place: Span,
        op: &'static str,
        value: Span,
    },
    /// Before a function of that name is called with evaluated arguments, of which this is the last one.
    Called {
        whole: Span,
        name: Symbol,
        last: Option<Span>,
    },
}

impl Moment {
    /// What a person is pointed to.
    pub fn span(&self) -> Span {
        match *self {
            Moment::Before(span) | Moment::Read(span) | Moment::Evaluated(span) => span,
            Moment::Updated { place, .. } => place,
            Moment::Called { whole, .. } => whole,
        }
    }
}

/// Handlers that may run in the middle of a tick, and where.
#[derive(Clone, Debug, Default)]
pub struct Interruptions {
    pub points: Vec<PointText>,
    /// Calls during which nothing is interrupted.
    pub masking: Vec<Span>,
    /// Of each harness.
    pub handlers: Vec<Vec<Preempting>>,
}

/// What separates a handler and a point in the name of a reading, and stands in no other one.
const AT: char = '@';

/// The name of the reading that decides whether a handler runs at a point.
pub fn decision(handler: &str, label: &str) -> Symbol {
    Symbol::new(&format!("{handler}{AT}{label}"))
}

/// The handler and the point that a reading decides about, if it is such a one.
pub fn decided(source: Symbol) -> Option<(&'static str, &'static str)> {
    source.as_str().split_once(AT)
}

impl Interruptions {
    /// Why a reading's decision cannot be carried out, if it is one about a handler at a point that cannot be shown.
    pub fn obstacle(&self, source: Symbol) -> Option<&Obstacle> {
        let (_, label) = decided(source)?;
        let point = self.points.iter().find(|point| point.label == label)?;
        point.moment.as_ref().err()
    }
}

/// A point where handlers may run.
#[derive(Clone, Debug)]
pub struct PointText {
    /// What follows `@` in the names of the readings that decide here.
    pub label: String,
    pub span: Span,
    /// Nothing is known about points inside of library functions.
    pub moment: Reached<Moment>,
}

/// A handler that may run in the middle of a tick.
#[derive(Clone, Debug)]
pub struct Preempting {
    /// By its index in the harness.
    pub handler: usize,
    /// What precedes `@` in the names of its readings.
    pub name: String,
    pub max: u32,
}

/// Of one program.
#[derive(Clone, Debug, Default)]
pub struct Blueprint {
    /// Crates to which text is added: the analysed one first.
    pub crates: Vec<CrateText>,
    pub modules: Vec<ModuleText>,
    /// In the order of the program's harnesses.
    pub loops: Vec<Reached<LoopText>>,
    /// The types of what is drawn from outside.
    pub readings: Vec<ReadingText>,
    /// How values of structs and enums are made.
    pub values: Vec<ValueText>,
    /// Made-up types of hardware handles.
    pub handles: Vec<HandleText>,
    /// Functions that are inputs or outputs though no attribute stands on themselves.
    pub borders: Vec<BorderText>,
    /// Heads of functions, up to the body, that cannot be `const` when checks are reported.
    pub not_const: Vec<Span>,
    /// Inputs and outputs that another language would define.
    pub foreign: Vec<Reached<ForeignText>>,
    pub interruptions: Interruptions,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CrateText {
    pub name: String,
    pub root: FileId,
    /// Position of its root among the modules.
    pub module: usize,
    /// Whether it can name the runtime.
    pub knows_runtime: bool,
}

/// A module that gets a child.
#[derive(Clone, Debug, PartialEq)]
pub struct ModuleText {
    /// By position.
    pub krate: usize,
    /// Empty: where its text ends.
    pub end: Span,
}

/// A function and the module from whose child it can be called.
#[derive(Clone, Debug, PartialEq)]
pub struct CallText {
    pub module: usize,
    pub path: String,
    pub params: Vec<Passed>,
}

/// What is passed for a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Passed {
    /// What the harness binds to it.
    Bound,
    /// An output's last call, or nothing.
    Event,
    /// This text: a hardware handle.
    Handle(String),
}

#[derive(Clone, Debug)]
pub struct LoopText {
    pub body: CallText,
    /// How the state is made, if there is one.
    pub start: Option<StartText>,
    /// Of each input of a step, the position of its type among the readings.
    pub inputs: Vec<usize>,
    pub plant: Option<CallText>,
    pub monitors: Vec<CallText>,
    pub handlers: Vec<CallText>,
    pub superloop: Option<SuperloopText>,
    /// How ordinary code beside the loop runs it: without a monitor, then with each one.
    pub direct: Vec<Option<DirectText>>,
}

/// A step, what surrounds it and its inputs, as the child of one module writes them all.
#[derive(Clone, Debug)]
pub struct DirectText {
    pub module: usize,
    pub body: String,
    pub start: Option<DirectStart>,
    pub handlers: Vec<String>,
    pub monitor: Option<String>,
    /// Structs and enums among the inputs.
    pub types: Vec<(TypeId, NamedText)>,
    /// Whether all inputs can be used more than once.
    pub inputs_are_copied: bool,
}

#[derive(Clone, Debug)]
pub enum DirectStart {
    Call(String),
    Default,
    /// The expression of the attribute, and what `Self` is in it.
    Written(Span, Option<String>),
}

/// What values of a type begin with.
#[derive(Clone, Debug)]
pub enum NamedText {
    /// A path.
    Own(String),
    /// One of [`LIBRARY_VALUES`].
    Library(&'static str),
}

#[derive(Clone, Debug, PartialEq)]
pub enum StartText {
    Call(CallText),
    /// `Default::default()` of whatever the loop's function takes.
    Default,
}

/// Where the marks of a superloop go.
#[derive(Clone, Debug)]
pub struct SuperloopText {
    /// The whole `loop`, its label included.
    pub whole: Span,
    /// Its body with the braces.
    pub body: Span,
    pub locals: Vec<LocalText>,
}

/// A local that a monitor looks at.
#[derive(Clone, Debug)]
pub struct LocalText {
    pub local: LocalId,
    pub name: String,
    pub watched: Watched,
}

/// Where a local has a value that can be looked at.
#[derive(Clone, Debug)]
pub enum Watched {
    /// From its `let` before the loop on.
    Before(Span),
    /// From its `let` in the loop's body to the end of the iteration.
    Inside(Span),
    /// Only at the ends of an iteration: that of the body and these, each a `continue`.
    AtEnds(Vec<Span>),
}

#[derive(Clone, Debug)]
pub struct ReadingText {
    pub ty: TypeId,
    /// The type in Rust, and the module from whose child it is called so.
    pub text: Reached<(usize, String)>,
}

/// How values of a type are made.
#[derive(Clone, Debug)]
pub struct ValueText {
    pub module: usize,
    pub ty: String,
    pub made: Made,
}

#[derive(Clone, Debug)]
pub enum Made {
    Struct(FieldsText),
    Enum(Vec<(String, FieldsText)>),
    /// By the value of this position, in the crate that defines the type.
    Elsewhere(usize),
}

#[derive(Clone, Debug)]
pub enum FieldsText {
    Unit,
    Tuple(usize),
    Named(Vec<String>),
}

/// A unit struct with the traits that a hardware handle must have.
#[derive(Clone, Debug)]
pub struct HandleText {
    pub module: usize,
    pub name: String,
    pub impls: Vec<ImplText>,
}

#[derive(Clone, Debug)]
pub struct ImplText {
    pub of: String,
    /// Associated types and constants, written out.
    pub items: Vec<String>,
    pub methods: Vec<MethodText>,
}

#[derive(Clone, Debug)]
pub struct MethodText {
    /// Up to the body.
    pub signature: String,
    pub border: Option<Border>,
}

/// A function whose calls are drawn or observed, not executed.
#[derive(Clone, Debug, PartialEq)]
pub struct Border {
    /// Of the value that is returned.
    pub name: String,
    pub output: Option<EventText>,
    /// Filled in this order, after the event.
    pub fills: Vec<FillText>,
}

/// What a call of an output tells.
#[derive(Clone, Debug, PartialEq)]
pub struct EventText {
    pub name: String,
    /// And whether each is a reference.
    pub arguments: Vec<(String, bool)>,
}

/// An argument whose elements are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct FillText {
    pub argument: String,
    pub source: String,
    pub elements: ElementsText,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ElementsText {
    /// One by one.
    Read,
    /// Only what these fields of these structs or variants refer to.
    Behind(Vec<(String, Vec<String>)>),
}

#[derive(Clone, Debug)]
pub struct BorderText {
    pub krate: usize,
    pub border: Border,
    /// The body that must not run, with its braces.
    pub body: Reached<Span>,
}

/// A function that is declared in an `extern` block.
#[derive(Clone, Debug)]
pub struct ForeignText {
    pub module: usize,
    pub name: String,
    /// The declaration.
    pub item: Span,
    /// Parameters and result, written out.
    pub signature: String,
    pub border: Border,
}
