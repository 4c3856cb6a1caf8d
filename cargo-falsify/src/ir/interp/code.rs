//! The interpreter's own code: what a function becomes once its places are resolved to slots.
//!
//! Operations work on slots of the current frame; constants are in a pool; anything behind a reference, in a
//! static or at a dynamic index is loaded into temporary slots first and stored from them afterwards.

use std::collections::BTreeSet;

use super::observe::Site;
use crate::bv::{BinOp, Scalar, UnOp};
use crate::ir::{FuncId, PanicKind, TypeId, Value};
use crate::source::{Span, Symbol};

/// Where an operation reads one word: a slot of the frame, or (negative) a constant of the pool.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Src(i32);

impl Src {
    pub fn slot(slot: u32) -> Src {
        Src(slot as i32)
    }

    pub fn constant(index: usize) -> Src {
        Src(!(index as i32))
    }

    /// The slot, or the index in the pool.
    #[inline]
    pub fn resolve(self) -> Result<usize, usize> {
        if self.0 >= 0 {
            Ok(self.0 as usize)
        } else {
            Err(!self.0 as usize)
        }
    }
}

/// Where an array starts whose element is wanted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Base {
    /// Slot of the frame.
    Frame(u32),
    /// Absolute address.
    Static(u32),
    /// The address in a slot, and an offset.
    Via(u32, u32),
}

/// A step of the machine. Sizes and offsets are in slots.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// One scalar.
    Move {
        dst: u32,
        src: Src,
    },
    Copy {
        dst: u32,
        src: u32,
        size: u32,
    },
    /// Words of the pool.
    Constants {
        dst: u32,
        first: u32,
        size: u32,
    },
    Load {
        dst: u32,
        from: Base,
        size: u32,
    },
    Store {
        to: Base,
        src: u32,
        size: u32,
    },
    /// The reference to a place.
    Address {
        dst: u32,
        of: Base,
    },
    /// The reference to an element of an array of `len` elements.
    Element {
        dst: u32,
        of: Base,
        index: Src,
        stride: u32,
        len: u32,
    },
    /// The reference to an element of the slice whose reference is in a slot and the next.
    SliceElement {
        dst: u32,
        slice: u32,
        index: Src,
        stride: u32,
    },
    /// The same, counted from the end.
    SliceElementFromEnd {
        dst: u32,
        slice: u32,
        back: u32,
        stride: u32,
    },
    SlicePart {
        dst: u32,
        slice: u32,
        start: Src,
        len: Src,
        stride: u32,
    },
    /// The slice at an array's reference.
    MakeSlice {
        dst: u32,
        array: Src,
        len: u32,
    },
    /// The array reference at a slice's start.
    ArrayAt {
        dst: u32,
        slice: u32,
        len: u32,
    },
    Unary {
        op: UnOp,
        ty: Scalar,
        dst: u32,
        a: Src,
    },
    Binary {
        op: BinOp,
        left: Scalar,
        right: Scalar,
        dst: u32,
        a: Src,
        b: Src,
    },
    Cast {
        from: Scalar,
        to: Scalar,
        dst: u32,
        a: Src,
    },
    /// The entry of a table of discriminants at a variant's index.
    Discriminant {
        dst: u32,
        variant: Src,
        table: u32,
    },
    /// Copies of the `size` words before `dst` + `size`, until `count` copies lie there.
    Repeat {
        dst: u32,
        size: u32,
        count: u32,
    },
    /// Arguments lie at the start of the new frame, which begins `frame` slots after this one's start.
    Call {
        func: FuncId,
        frame: u32,
    },
    CallIndirect {
        func: Src,
        ty: TypeId,
        frame: u32,
    },
    Check {
        cond: Src,
        expected: bool,
        kind: PanicKind,
    },
    Property {
        name: Symbol,
        cond: Src,
    },
    Assume {
        cond: Src,
    },
    Input {
        dst: u32,
        site: u32,
    },
    Output {
        site: u32,
    },
    /// The operands of a statement of a watched function.
    Observe {
        site: u32,
    },
    /// Its result.
    Observed {
        site: u32,
    },
    TickStart,
    TickEnd,
    Goto {
        to: u32,
    },
    Branch {
        on: Src,
        value: Src,
        then: u32,
        otherwise: u32,
    },
    Switch {
        on: Src,
        table: u32,
        otherwise: u32,
    },
    Return,
    Panic {
        kind: PanicKind,
    },
    Unreachable,
}

/// An `Input` statement.
pub struct InputSite {
    pub source: Symbol,
    pub ty: TypeId,
    pub range: Option<(Value, Value)>,
}

/// An `Output` statement: its arguments lie in slots.
pub struct OutputSite {
    pub event: Symbol,
    pub args: Vec<(u32, TypeId)>,
}

/// Where the code of a function starts and what its frame needs.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub pc: u32,
    /// Slots of the parameters.
    pub params: u32,
    /// Slots of locals and temporaries; the frame of a callee begins after them.
    pub frame: u32,
    /// The same, and what callees' arguments need.
    pub reserve: u32,
}

/// Code of all functions called so far.
#[derive(Default)]
pub struct Code {
    pub ops: Vec<Op>,
    /// Origin of each operation.
    pub spans: Vec<Span>,
    pub pool: Vec<u128>,
    pub entries: Vec<Option<Entry>>,
    pub discriminants: Vec<Vec<u128>>,
    /// Sorted by value.
    pub switches: Vec<Vec<(u128, u32)>>,
    pub inputs: Vec<InputSite>,
    pub outputs: Vec<OutputSite>,
    /// Functions whose statements are watched.
    pub watched: BTreeSet<FuncId>,
    pub sites: Vec<Site>,
}
