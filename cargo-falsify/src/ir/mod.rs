//! The intermediate representation: monomorphic functions over typed places.
//!
//! # Meaning
//!
//! A [`Program`] is a set of types, functions and statics. A function has *locals*: the first ones are its parameters,
//! then `ret`, the place of its result, then variables and temporaries. A call makes a frame with fresh, undefined locals. A
//! block is a list of statements, executed in order, and one terminator. Reading an undefined place is a
//! bug of whoever built the program, and the interpreter says so.
//!
//! A *place* is a root (a local of the current frame or a static) and a path of projections. A
//! [`Projection::Deref`] continues at the place that the reference found there denotes. *References are values*: a root (a local
//! of some live frame, a static) and a path in which every index has become a number; a slice reference
//! adds a start and a length. There are no addresses. Taking a reference evaluates the path, not the place.
//!
//! A statement computes one operation: operands are read, then the destination is written. Operators
//! are those of the one table in `bv`; they are total (arithmetic wraps, division by zero yields what the table says).
//! Rust's implicit panics are explicit: a [`Statement::Check`] before the operation ends the run with a
//! panic of its kind if its condition is not as expected. Out-of-range indices are never evaluated:
//! a check stands before them.
//!
//! The place of a panic is the check's origin, or, inside a `track_caller` function, the origin of the call that
//! entered it (transitively).
//!
//! A run of a loop is driven from outside by the [`Harness`]: initialise, then for each tick the plant, the
//! tick, the monitors. In the superloop form the loop function contains [`Statement::TickStart`] and [`Statement::TickEnd`]
//! marks instead, and its frame stays alive between ticks.

use crate::bv::{BinOp, Scalar, UnOp};
use crate::source::{Span, Symbol};

pub mod blueprint;
pub mod interp;
pub mod parse;
pub mod print;
pub mod restricted;
mod typing;
pub mod verify;

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

entity!(
    /// A type of the program.
    TypeId, "t"
);
entity!(
    /// A function of the program.
    FuncId, "f"
);
entity!(
    /// A local of a function.
    LocalId, "v"
);
entity!(
    /// A block of a function.
    BlockId, "b"
);
entity!(
    /// A static, or a constant that something refers to.
    StaticId, "s"
);

/// The place of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Site {
    pub func: FuncId,
    pub block: BlockId,
    /// Its index in the block.
    pub statement: u32,
}

/// Types are interned per program: equal types have equal ids.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Bool,
    Char,
    Int {
        signed: bool,
        bits: u16,
    },
    Float {
        bits: u16,
    },
    /// Also unit.
    Tuple(Vec<TypeId>),
    Array(TypeId, u64),
    /// Nominal: its name is unique in the program; closures and function items are structs too.
    Struct {
        name: Symbol,
        fields: Vec<(Symbol, TypeId)>,
    },
    /// Nominal: its name is unique in the program.
    Enum {
        name: Symbol,
        repr: TypeId,
        variants: Vec<Variant>,
    },
    /// Reference to a sized place.
    Ref(TypeId),
    /// Reference to a run of elements: `&[T]`.
    Slice(TypeId),
    /// `&str`: as a slice of bytes.
    Str,
    /// Pointer to one of the program's functions.
    FnPtr {
        params: Vec<TypeId>,
        ret: TypeId,
    },
    /// No value.
    Never,
}

impl Type {
    /// The type as the operators of `bv` see it.
    pub fn scalar(&self) -> Option<Scalar> {
        match *self {
            Type::Bool => Some(Scalar::Bool),
            Type::Char => Some(Scalar::Char),
            Type::Int { signed, bits } => Some(Scalar::Int { signed, bits }),
            Type::Float { bits } => Some(Scalar::Float { bits }),
            _ => None,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    pub name: Symbol,
    /// What an `as` cast gives.
    pub discriminant: i128,
    pub fields: Vec<(Symbol, TypeId)>,
}

#[derive(Debug, Clone)]
pub struct Program {
    /// Bits of `usize`: 16, 32 or 64.
    pub pointer_width: u16,
    pub types: Vec<Type>,
    pub funcs: Vec<Func>,
    pub statics: Vec<Static>,
    pub harnesses: Vec<Harness>,
}

impl Program {
    pub fn new(pointer_width: u16) -> Program {
        Program {
            pointer_width,
            types: Vec::new(),
            funcs: Vec::new(),
            statics: Vec::new(),
            harnesses: Vec::new(),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Static {
    pub name: Symbol,
    pub ty: TypeId,
    pub init: Value,
    /// Whether anything may write it (`static mut`, interior mutability); constants behind references are not.
    pub mutable: bool,
    pub span: Span,
}

/// A constant or a value read back from the interpreter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Bits, zero-extended: two's complement, IEEE, char code, 0/1.
    Scalar(u128),
    /// Tuple, array, struct.
    Aggregate(Vec<Value>),
    Variant(u32, Vec<Value>),
    /// Reference to a place inside a static, indices evaluated.
    Ref(StaticId, Vec<Step>),
    /// Slice or str: the array place it lies in, start, length.
    Slice(StaticId, Vec<Step>, u64, u64),
    Func(FuncId),
    /// Only to and from the interpreter: a reference to a place outside the statics, given by what is there (a
    /// slice by the aggregate of its elements).
    Pointee(Box<Value>),
    /// A place that no statement has written.
    Undefined,
}

/// One step of a path with its index evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    Field(u32),
    /// Field of a variant.
    VariantField(u32, u32),
    Element(u64),
}

#[derive(Debug, Clone)]
pub struct Func {
    /// Unique, readable: the path in Rust with its arguments.
    pub name: Symbol,
    pub locals: Vec<Local>,
    /// How many of the first locals are parameters; the next one is `ret`.
    pub params: u32,
    pub blocks: Vec<Block>,
    pub track_caller: bool,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Local {
    /// The variable's name, if it is one of the source.
    pub name: Option<Symbol>,
    pub ty: TypeId,
}

#[derive(Debug, Clone, Default)]
pub struct Block {
    pub statements: Vec<(Statement, Span)>,
    pub terminator: Option<Terminator>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    Assign(Place, Rvalue),
    Call {
        dest: Place,
        func: FuncId,
        args: Vec<Operand>,
    },
    CallIndirect {
        dest: Place,
        func: Operand,
        args: Vec<Operand>,
    },
    /// Goes on if `cond` equals `expected`, else ends the run with a panic.
    Check {
        cond: Operand,
        expected: bool,
        kind: PanicKind,
    },
    /// `falsify::check!`: a property; the run goes on in any case.
    Property {
        name: Symbol,
        cond: Operand,
    },
    /// `falsify::assume`: runs in which it is false are not considered.
    Assume(Operand),
    /// Changes nothing. A requirement that never sees this true says nothing: the trigger of an operator, the left side
    /// of an implication.
    Cover(Operand),
    /// A fresh value of the place's type, within the range if one is given (inclusive bounds, of scalar type).
    Input {
        dest: Place,
        source: Symbol,
        range: Option<(Value, Value)>,
    },
    /// An event with its arguments.
    Output {
        event: Symbol,
        args: Vec<Operand>,
    },
    /// Superloop form: the iteration begins / has ended.
    TickStart,
    TickEnd,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Terminator {
    Goto(BlockId),
    /// By the bits of a scalar operand.
    Switch {
        on: Operand,
        targets: Vec<(u128, BlockId)>,
        otherwise: BlockId,
    },
    Return,
    Panic(PanicKind, Span),
    /// Control never comes here; if it does, that is a bug of the tool.
    Unreachable,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    pub root: Root,
    pub path: Vec<Projection>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Root {
    Local(LocalId),
    Static(StaticId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Projection {
    /// Of a struct or tuple.
    Field(u32),
    /// Of an enum that is known to be of that variant.
    VariantField(u32, u32),
    /// Element of an array place, or of the slice whose reference is the place so far (no Deref before it), by
    /// a `usize` local.
    Index(LocalId),
    ConstIndex(u64),
    /// Of a slice: counted from its end, 1 is the last.
    ConstIndexFromEnd(u64),
    /// Of a sized reference.
    Deref,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    Copy(Place),
    Const(Value, TypeId),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Rvalue {
    Use(Operand),
    /// Reference to a sized place.
    Ref(Place),
    Unary(UnOp, Operand),
    Binary(BinOp, Operand, Operand),
    /// Between scalars, as Rust's `as`.
    Cast(Operand, TypeId),
    /// The same bits as another scalar type of that width (float and integer, `u32` and `char`).
    Transmute(Operand, TypeId),
    /// Tuple, array, struct: all fields in order.
    Aggregate(TypeId, Vec<Operand>),
    Variant(TypeId, u32, Vec<Operand>),
    Repeat(Operand, u64),
    /// Index (not discriminant value) of the variant that the enum place holds, as u32.
    VariantOf(Place),
    /// Discriminant value of the enum place, in the enum's representation type.
    Discriminant(Place),
    /// Array reference to slice reference of all its elements.
    ArrayToSlice(Operand),
    /// Length of a slice or str, as usize.
    Len(Operand),
    /// Part of a slice or str: operand, start, length (both usize, already checked).
    SlicePart(Operand, Operand, Operand),
    /// The reference to the array, of the given type, at the start of a slice (length already checked).
    SliceToArray(Operand, TypeId),
    /// `&str` to `&[u8]` and back.
    StrAsBytes(Operand),
    BytesAsStr(Operand),
}

/// Why a run ends in a panic: the names of the report.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum PanicKind {
    Overflow,
    Shift,
    DivZero,
    DivOverflow,
    Bounds,
    Slice,
    Unwrap,
    Expect,
    Assert,
    Panic,
    Unreachable,
    Todo,
    Borrow,
    Library,
}

/// A control loop with everything that runs around it.
#[derive(Debug, Clone)]
pub struct Harness {
    pub name: Symbol,
    pub package: Symbol,
    pub span: Span,
    pub form: LoopForm,
    pub environment: Option<Environment>,
    pub monitors: Vec<Monitor>,
    pub handlers: Vec<Handler>,
}

impl Harness {
    /// The functions that the driver of the loop calls.
    pub fn roots(&self) -> Vec<FuncId> {
        let mut roots = Vec::new();
        match &self.form {
            LoopForm::Step { init, tick, .. } => {
                roots.extend(init);
                roots.push(*tick);
            }
            LoopForm::Superloop { run } => roots.push(*run),
        }
        let bound = self.environment.iter().map(|e| (e.plant, &e.params));
        let bound = bound.chain(self.monitors.iter().map(|m| (m.func, &m.params)));
        for (func, params) in bound {
            roots.push(func);
            roots.extend(params.iter().filter_map(|param| match param {
                MonitorParam::Memory { init } => Some(*init),
                _ => None,
            }));
        }
        roots.extend(self.handlers.iter().map(|handler| handler.func));
        roots
    }
}

#[derive(Debug, Clone)]
pub enum LoopForm {
    /// `init` (no parameters) returns the state, absent when the state is all in statics; `tick` takes the state by
    /// reference (if any) and the inputs in order.
    Step {
        init: Option<FuncId>,
        tick: FuncId,
        params: Vec<TickParam>,
    },
    /// `run` contains the marks; its parameters (hardware handles) are made by `Handle`.
    Superloop { run: FuncId },
}

impl LoopForm {
    /// Names of the input parameters, in order.
    pub fn inputs(&self) -> Vec<Symbol> {
        let params = match self {
            LoopForm::Step { params, .. } => params.as_slice(),
            LoopForm::Superloop { .. } => &[],
        };
        let names = params.iter().filter_map(|param| match param {
            TickParam::Input { name, .. } => Some(*name),
            TickParam::State | TickParam::Handle(_) => None,
        });
        names.collect()
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum TickParam {
    State,
    /// A hardware handle: a unit-like struct of that type, or a reference to one. It is only a name for inputs
    /// and outputs.
    Handle(TypeId),
    Input {
        name: Symbol,
        ty: TypeId,
        range: Option<(Value, Value)>,
    },
}

/// `#[environment]`: `plant(&state, &mut memory) -> inputs`.
#[derive(Debug, Clone)]
pub struct Environment {
    pub name: Symbol,
    pub plant: FuncId,
    /// Of the plant: the state and the memory.
    pub params: Vec<MonitorParam>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Monitor {
    pub name: Symbol,
    pub func: FuncId,
    pub params: Vec<MonitorParam>,
    /// The requirement's text, from the doc comment.
    pub text: String,
    pub span: Span,
}

/// What a parameter of a monitor or plant is bound to.
#[derive(Debug, Clone)]
pub enum MonitorParam {
    /// Reference to the loop's state.
    State,
    /// This tick's input, as it came in.
    Input(Symbol),
    /// What the tick returned.
    Out,
    /// Superloop: a local of the loop function at the end of the iteration, by value or by reference.
    Local { local: LocalId, by_ref: bool },
    /// An `Option` of the arguments (a tuple if there are several) of the last call of an output in this tick; handlers
    /// and the plant are not part of it.
    Event(Symbol),
    /// The monitor's own memory: reference to a value that the function makes at the start.
    Memory { init: FuncId },
}

/// `#[isr]`
#[derive(Debug, Clone)]
pub struct Handler {
    pub name: Symbol,
    pub func: FuncId,
    pub max: u32,
    pub preempt: bool,
    pub span: Span,
}
