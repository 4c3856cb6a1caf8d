//! The typed tree: a function body after inference, with every coercion, autoref, overloaded
//! operator and desugaring made explicit. It is still generic: types may mention the
//! parameters of the function, and calls may name trait methods; `lower` substitutes and resolves them.
//!
//! Evaluation order is the order of the fields of each node, left to right, except where a
//! node says otherwise. An expression is a *place* (local, static, deref, field, index) or a value;
//! a place in value position is copied or moved out of; a value in place position is stored in
//! a temporary that lives to the end of the enclosing temporary scope.

use std::rc::Rc;

use super::ty::{Args, Const, DefId, Ty};
use crate::source::{Span, Symbol};
pub use crate::syntax::ast::{BinaryOp, LazyOp, PanicMacro, UnaryOp};

/// A variable of a body: parameter, `let`, pattern binding. Unique in the body, closures inside included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalId(pub u32);

/// A `loop`, labelled block or the like that `break`/`continue` name. Unique in the body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LabelId(pub u32);

#[derive(Debug)]
pub struct Local {
    pub name: Symbol,
    pub ty: Ty,
    pub mutable: bool,
    pub span: Span,
}

/// The checked body of a function, constant, static initialiser or anonymous constant.
#[derive(Debug)]
pub struct Body {
    pub owner: DefId,
    pub params: Vec<Pat>,
    pub locals: Vec<Local>,
    pub value: Expr,
    pub ret: Ty,
    pub span: Span,
    /// Hidden types of the opaque types that this body defines (`-> impl Trait`).
    pub opaques: Vec<(DefId, Ty)>,
}

#[derive(Debug, Clone)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A scalar constant: the bits of `ty`, zero-extended (two's complement, IEEE bits, char code, 0/1).
    Scalar(u128),
    /// `&'static str`
    Str(Rc<str>),
    /// `&'static [u8; N]`
    ByteStr(Rc<[u8]>),
    /// A variable. Inside a closure body it may be one of the enclosing function: a capture.
    Local(LocalId),
    Static(DefId),
    /// A const item or associated constant (of a trait: resolve with the arguments).
    Const(DefId, Args),
    /// A const generic parameter or array length in value position.
    ConstValue(Const),
    /// A function item or tuple constructor as a (zero-sized) value; the type says which.
    FnItem,
    /// Struct or enum value; `ty` is the ADT. Fields in the order written (evaluation order); with
    /// a base, the remaining fields are taken out of it (evaluated last).
    Adt {
        variant: u32,
        fields: Vec<(u32, Expr)>,
        base: Option<Box<Expr>>,
    },
    Tuple(Vec<Expr>),
    Array(Vec<Expr>),
    /// `[value; len]`: the operand is evaluated once. If its type is not Copy and it names a const, each
    /// element is that constant's value.
    Repeat(Box<Expr>, Const),
    /// Place: field of a struct or tuple place.
    Field(Box<Expr>, u32),
    /// Place: element of an array or slice place; the index is a `usize`, checked (kind bounds, located at this
    /// expression).
    Index(Box<Expr>, Box<Expr>),
    /// Place: what a reference points to.
    Deref(Box<Expr>),
    /// Borrow of a place (or of a temporary).
    Ref {
        mutable: bool,
        expr: Box<Expr>,
    },
    /// On bool, integers, floats; `Neg` of the minimum of a signed integer panics (kind overflow).
    Unary(UnaryOp, Box<Expr>),
    /// On scalars of the same type (shifts: any two integer types), with Rust's checks: overflow,
    /// div_zero, div_overflow (also for `%`), shift. Comparisons give bool. Also `==`/`!=` on unit.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Lazy(LazyOp, Box<Expr>, Box<Expr>),
    /// `as` between scalars, from a fieldless enum to an integer, or between fn pointers; from the operand's type to `ty`.
    Cast(Box<Expr>),
    Coerce(Coercion, Box<Expr>),
    /// The value is evaluated first, then the place; the old value is dropped.
    Assign(Box<Expr>, Box<Expr>),
    /// Compound assignment on scalars with the checks of [`ExprKind::Binary`]. The right operand is evaluated first,
    /// then the place.
    AssignOp(BinaryOp, Box<Expr>, Box<Expr>),
    /// Call of a function by definition. A trait method is resolved when its arguments are known.
    /// `fn_span` is where a panic of a `#[track_caller]` callee is located.
    Call {
        callee: DefId,
        generic_args: Args,
        args: Vec<Expr>,
        fn_span: Span,
    },
    /// Call through a function pointer.
    CallPtr {
        callee: Box<Expr>,
        args: Vec<Expr>,
        fn_span: Span,
    },
    Block(Box<Block>),
    If {
        cond: Box<Expr>,
        then: Box<Expr>,
        otherwise: Option<Box<Expr>>,
    },
    /// `let PAT = e` as a condition (of `If`, of a guard, under `Lazy(And)`): true iff it matches; the
    /// bindings are live in what the condition guards.
    Let(Box<Pat>, Box<Expr>),
    /// Arms are tried in order; exhaustive.
    Match {
        scrutinee: Box<Expr>,
        arms: Vec<Arm>,
    },
    /// `loop`; `while` and `for` are desugared to it.
    Loop {
        label: LabelId,
        body: Box<Expr>,
    },
    Break {
        label: LabelId,
        value: Option<Box<Expr>>,
    },
    Continue {
        label: LabelId,
    },
    Return(Option<Box<Expr>>),
    /// Its type is `TyKind::Closure(def, …)`.
    Closure(Rc<Closure>),
    /// Panics after evaluating the arguments.
    Panic {
        kind: PanicKind,
        args: Vec<Expr>,
    },
    /// Evaluates its operands by reference and yields unit (erased logging).
    Log(Vec<Expr>),
    /// `falsify::check!`: a property at this point.
    Check {
        name: Symbol,
        cond: Box<Expr>,
    },
}

/// Why a panic happens; the names of the report's JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PanicKind {
    Panic,
    Unreachable,
    Todo,
    Assert,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coercion {
    /// `&[T; N]` to `&[T]`.
    Unsize,
    /// A function item or a closure without captures to a function pointer.
    FnPointer,
    /// A diverging expression in a position of another type.
    NeverToAny,
}

#[derive(Debug, Clone)]
pub struct Block {
    pub label: Option<LabelId>,
    pub stmts: Vec<Stmt>,
    pub expr: Option<Expr>,
    /// Whether the temporaries of the tail expression die before the block's locals (edition 2024).
    pub tail_temporaries_first: bool,
    pub span: Span,
}

// Most statements of real bodies are `let`s: boxing their parts would cost more than it saves.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone)]
pub enum Stmt {
    Let {
        pat: Pat,
        init: Option<Expr>,
        otherwise: Option<Block>,
        span: Span,
    },
    Expr(Expr),
}

#[derive(Debug, Clone)]
pub struct Arm {
    pub pat: Pat,
    pub guard: Option<Expr>,
    pub body: Expr,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Pat {
    pub kind: PatKind,
    pub ty: Ty,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum PatKind {
    Wild,
    Binding {
        local: LocalId,
        mode: BindingMode,
        sub: Option<Box<Pat>>,
    },
    /// Matches what the pointed-to place matches; explicit also where Rust's default binding modes imply it.
    Deref(Box<Pat>),
    /// Equal to a scalar.
    Scalar(u128),
    /// Equal to a string literal (the matched value is a `str` place or `&str`).
    Str(Rc<str>),
    /// Structurally equal to the value of a constant.
    Const(DefId, Args),
    /// Scalars, both ends optional.
    Range {
        start: Option<Box<PatBound>>,
        end: Option<Box<PatBound>>,
        inclusive: bool,
    },
    /// A variant of an enum, with patterns for some of its fields.
    Variant {
        variant: u32,
        fields: Vec<(u32, Pat)>,
    },
    /// A struct or tuple, with patterns for some of its fields.
    Fields(Vec<(u32, Pat)>),
    /// An array or slice: the first and the last elements, and what lies between, if `rest` is given
    /// (`Some(None)` for a bare `..`).
    Slice {
        prefix: Vec<Pat>,
        rest: Option<Option<Box<Pat>>>,
        suffix: Vec<Pat>,
    },
    /// Every alternative binds the same locals.
    Or(Vec<Pat>),
}

#[derive(Debug, Clone)]
pub enum PatBound {
    Scalar(u128),
    Const(DefId, Args),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BindingMode {
    Value,
    Ref { mutable: bool },
}

/// A closure expression. Its body refers to captured variables by their [`LocalId`] in the enclosing body.
#[derive(Debug)]
pub struct Closure {
    pub def: DefId,
    pub params: Vec<Pat>,
    pub body: Expr,
    pub ret: Ty,
    pub kind: ClosureKind,
    /// What the closure value holds, in order. A place of the body that starts with a capture's path stands
    /// for the captured place.
    pub captures: Vec<Capture>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ClosureKind {
    Fn,
    FnMut,
    FnOnce,
}

#[derive(Clone, Debug)]
pub struct Capture {
    pub local: LocalId,
    /// Fields (`Some(i)`) and derefs (`None`) from the local to the captured place (editions before 2021: empty).
    pub path: Vec<Option<u32>>,
    pub mode: BindingMode,
    /// Type of the captured place.
    pub ty: Ty,
}
