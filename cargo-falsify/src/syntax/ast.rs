//! The annotated tree: Rust after macro expansion, `cfg` and derives, before any name is resolved.
//!
//! What the converter does not understand stays in the tree as `Unsupported`, with its span and
//! a reason, so that it is an error only if an analysed function reaches it.

use crate::source::{Span, Symbol};

/// Which macro expansion introduced an identifier (0: none). Local variables and labels are
/// the same only if name *and* hygiene agree; items, fields and methods ignore it.
pub type Hygiene = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident {
    pub name: Symbol,
    pub span: Span,
    pub hygiene: Hygiene,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    E2015,
    E2018,
    E2021,
    E2024,
}

#[derive(Debug)]
pub struct Crate {
    /// The name by which paths call it, `-` replaced by `_`.
    pub name: Symbol,
    pub edition: Edition,
    pub items: Vec<Item>,
    /// Span of the whole root file.
    pub span: Span,
    /// `#![no_std]`, and so on: nothing depends on it but `list`.
    pub no_std: bool,
    /// For each [`Hygiene`] number, where a name that is not found as a local is looked up next. `None`: locals end
    /// here, the name means an item.
    pub hygiene_parents: Vec<Option<HygieneParent>>,
}

/// A macro defined inside a function sees the locals around its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HygieneParent {
    /// The name is looked up under this number,
    pub hygiene: Hygiene,
    /// among the locals in scope at this [`Stmt::MacroDefinition`].
    pub definition: u32,
}

#[derive(Debug)]
pub struct Item {
    pub attrs: Attrs,
    pub vis: Visibility,
    /// The item's name; an empty symbol for `use`, `impl` and the like.
    pub ident: Ident,
    pub span: Span,
    pub kind: ItemKind,
}

#[derive(Clone, Debug)]
pub enum Visibility {
    Private,
    Public,
    Crate,
    /// `pub(super)`, `pub(in path)`.
    Restricted(Path),
}

#[derive(Debug)]
pub enum ItemKind {
    /// With the place, an empty span, where items could be added to its text: none if a macro made the module.
    Mod(Vec<Item>, Option<Span>),
    Use(Vec<Import>),
    /// `extern crate original as ident;`
    ExternCrate {
        original: Symbol,
    },
    Fn(Fn),
    Struct(Generics, VariantData),
    Enum(Generics, Vec<Variant>),
    Trait(Trait),
    Impl(Impl),
    TypeAlias(Generics, Option<Ty>),
    Const(Ty, Option<Expr>),
    Static {
        mutable: bool,
        ty: Ty,
        init: Option<Expr>,
    },
    /// Something this tool does not read (a union, an unknown item macro): `what` completes
    /// the sentence "… is not supported".
    Unsupported {
        what: String,
    },
}

/// One leaf of a `use` tree, groups already split.
#[derive(Debug)]
pub struct Import {
    pub path: Path,
    pub kind: ImportKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum ImportKind {
    /// `use a::b;` or `use a::b as c;`: the name it gets here.
    Named(Ident),
    /// `use a::b as _;`
    Anonymous,
    /// `use a::*;`
    Glob,
}

#[derive(Debug)]
pub struct Fn {
    pub generics: Generics,
    pub is_const: bool,
    pub is_async: bool,
    pub is_unsafe: bool,
    /// The receiver, if any, comes first as a binding pattern of the name `self`.
    pub params: Vec<Param>,
    /// Whether the first parameter is a receiver.
    pub has_self: bool,
    pub ret: Option<Ty>,
    pub body: Option<Block>,
}

#[derive(Debug)]
pub struct Param {
    pub attrs: Attrs,
    pub pat: Pat,
    /// For a receiver: `Self`, `&Self`, `&mut Self` or what was written.
    pub ty: Ty,
}

#[derive(Debug)]
pub enum VariantData {
    Unit,
    Tuple(Vec<Field>),
    Named(Vec<Field>),
}

#[derive(Debug)]
pub struct Field {
    pub attrs: Attrs,
    pub vis: Visibility,
    /// `0`, `1`, … for tuple fields.
    pub ident: Ident,
    pub ty: Ty,
}

#[derive(Debug)]
pub struct Variant {
    pub attrs: Attrs,
    pub ident: Ident,
    pub data: VariantData,
    pub discriminant: Option<Expr>,
}

#[derive(Debug)]
pub struct Trait {
    pub generics: Generics,
    pub supertraits: Vec<Bound>,
    pub items: Vec<AssocItem>,
}

#[derive(Debug)]
pub struct Impl {
    pub generics: Generics,
    /// `None`: an inherent impl.
    pub of_trait: Option<Path>,
    /// `impl !Trait for T`.
    pub negative: bool,
    pub self_ty: Ty,
    pub items: Vec<AssocItem>,
}

#[derive(Debug)]
pub struct AssocItem {
    pub attrs: Attrs,
    pub vis: Visibility,
    pub ident: Ident,
    pub span: Span,
    pub kind: AssocKind,
}

#[derive(Debug)]
pub enum AssocKind {
    Fn(Fn),
    Const(Ty, Option<Expr>),
    Type {
        generics: Generics,
        bounds: Vec<Bound>,
        default: Option<Ty>,
    },
    Unsupported {
        what: String,
    },
}

#[derive(Default, Debug)]
pub struct Generics {
    /// Lifetimes are dropped by the converter.
    pub params: Vec<GenericParam>,
    pub predicates: Vec<WherePredicate>,
}

#[derive(Debug)]
pub struct GenericParam {
    pub ident: Ident,
    pub kind: GenericParamKind,
}

#[derive(Debug)]
pub enum GenericParamKind {
    Type {
        bounds: Vec<Bound>,
        default: Option<Ty>,
        /// Neither its own bounds nor a where-clause say `?Sized`.
        sized: bool,
    },
    Const {
        ty: Ty,
        default: Option<AnonConst>,
    },
}

#[derive(Debug)]
pub struct WherePredicate {
    pub ty: Ty,
    pub bounds: Vec<Bound>,
}

/// A trait bound; lifetime bounds are dropped, `?Sized` is kept with the parameter.
#[derive(Debug, Clone)]
pub struct Bound {
    /// The last segment's arguments may hold associated-type constraints or the `Fn(A) -> B` form.
    pub path: Path,
}

/// A constant expression in a type or a repeat expression.
#[derive(Debug, Clone)]
pub struct AnonConst {
    pub value: std::rc::Rc<Expr>,
}

#[derive(Debug, Clone)]
pub struct Path {
    pub root: PathRoot,
    /// `<T as Trait>::f`: the type, and how many of the segments belong to the trait.
    pub qself: Option<(Box<Ty>, usize)>,
    /// `crate`, `self`, `super`, `Self` are ordinary segments.
    pub segments: Vec<Segment>,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathRoot {
    Relative,
    /// `::name`
    Global,
    /// `$crate::name` of a macro defined in the named crate.
    DollarCrate(Symbol),
}

#[derive(Debug, Clone)]
pub struct Segment {
    pub ident: Ident,
    pub args: Option<GenericArgs>,
}

#[derive(Debug, Clone)]
pub enum GenericArgs {
    Angle {
        args: Vec<GenericArg>,
        /// `Item = u8`, `Item: Bound`.
        constraints: Vec<AssocConstraint>,
    },
    /// `Fn(A, B) -> C`
    Paren {
        inputs: Vec<Ty>,
        output: Option<Box<Ty>>,
    },
}

#[derive(Debug, Clone)]
pub enum GenericArg {
    /// Also a plain path that may turn out to name a constant (`Foo<N>`).
    Type(Ty),
    Const(AnonConst),
}

#[derive(Debug, Clone)]
pub struct AssocConstraint {
    pub ident: Ident,
    pub args: Option<GenericArgs>,
    pub kind: AssocConstraintKind,
}

#[derive(Debug, Clone)]
pub enum AssocConstraintKind {
    Equals(Ty),
    Bounds(Vec<Bound>),
}

#[derive(Debug, Clone)]
pub struct Ty {
    pub kind: TyKind,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum TyKind {
    Path(Path),
    Ref {
        mutable: bool,
        inner: Box<Ty>,
    },
    Ptr {
        mutable: bool,
        inner: Box<Ty>,
    },
    Array(Box<Ty>, AnonConst),
    Slice(Box<Ty>),
    Tuple(Vec<Ty>),
    Never,
    Infer,
    ImplTrait(Vec<Bound>),
    DynTrait(Vec<Bound>),
    Fn {
        params: Vec<Ty>,
        ret: Option<Box<Ty>>,
    },
    Unsupported {
        what: String,
    },
}

#[derive(Debug)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    /// The value of the block; a trailing expression without `;`.
    pub expr: Option<Box<Expr>>,
    pub span: Span,
}

impl Block {
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Item(item) => Some(item),
            _ => None,
        })
    }
}

#[derive(Debug)]
pub enum Stmt {
    Let {
        pat: Pat,
        ty: Option<Ty>,
        init: Option<Expr>,
        else_block: Option<Block>,
        span: Span,
    },
    /// An expression statement. Without a semicolon its type must be `()` or `!`.
    Expr {
        expr: Expr,
        semi: bool,
    },
    Item(Item),
    /// A `macro_rules!` stood here: see [`HygieneParent`].
    MacroDefinition(u32),
}

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

impl Expr {
    pub fn as_block(&self) -> Option<&Block> {
        match &self.kind {
            ExprKind::Block { block, .. } => Some(block),
            _ => None,
        }
    }
}

#[derive(Debug)]
pub enum ExprKind {
    Lit(Lit),
    Path(Path),
    Unary(UnaryOp, Box<Expr>),
    Deref(Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `&&`, `||`
    Lazy(LazyOp, Box<Expr>, Box<Expr>),
    Assign(Box<Expr>, Box<Expr>),
    AssignOp(BinaryOp, Box<Expr>, Box<Expr>),
    Ref {
        mutable: bool,
        expr: Box<Expr>,
    },
    /// `&raw const/mut place`
    RawRef {
        mutable: bool,
        expr: Box<Expr>,
    },
    /// `e.name`, `e.0`
    Field(Box<Expr>, Ident),
    MethodCall {
        receiver: Box<Expr>,
        method: Segment,
        args: Vec<Expr>,
    },
    Call(Box<Expr>, Vec<Expr>),
    /// With the place of the brackets.
    Index(Box<Expr>, Box<Expr>, Span),
    Range {
        start: Option<Box<Expr>>,
        end: Option<Box<Expr>>,
        inclusive: bool,
    },
    Tuple(Vec<Expr>),
    Array(Vec<Expr>),
    Repeat(Box<Expr>, AnonConst),
    Struct {
        path: Path,
        fields: Vec<FieldInit>,
        base: Option<Box<Expr>>,
    },
    Block {
        block: Block,
        label: Option<Ident>,
    },
    /// `unsafe { … }`: the same as a block here.
    Unsafe(Block),
    ConstBlock(Block),
    If {
        cond: Box<Expr>,
        then: Block,
        otherwise: Option<Box<Expr>>,
    },
    /// `let PAT = e` inside a condition, possibly under `&&`.
    Let(Box<Pat>, Box<Expr>),
    Match(Box<Expr>, Vec<Arm>),
    While {
        cond: Box<Expr>,
        body: Block,
        label: Option<Ident>,
    },
    Loop {
        body: Block,
        label: Option<Ident>,
    },
    For {
        pat: Box<Pat>,
        iter: Box<Expr>,
        body: Block,
        label: Option<Ident>,
    },
    Break {
        label: Option<Ident>,
        value: Option<Box<Expr>>,
    },
    Continue {
        label: Option<Ident>,
    },
    Return(Option<Box<Expr>>),
    Closure(Box<Closure>),
    Cast(Box<Expr>, Ty),
    Try(Box<Expr>),
    /// `panic!`, `unreachable!`, `todo!`, `unimplemented!`: the format arguments are evaluated, then it panics.
    Panic {
        kind: PanicMacro,
        args: Vec<Expr>,
    },
    /// `assert!(cond, args…)`; the arguments are evaluated only on failure.
    Assert {
        cond: Box<Expr>,
        args: Vec<Expr>,
    },
    /// `assert_eq!`/`assert_ne!`: both operands by reference.
    AssertCompare {
        equal: bool,
        left: Box<Expr>,
        right: Box<Expr>,
        args: Vec<Expr>,
    },
    /// Logging and printing (`defmt::info!`, `println!`, …): the arguments are evaluated by
    /// reference, left to right, nothing else happens; the value is `()`.
    Log {
        args: Vec<Expr>,
    },
    /// `format_args!` and what is built on it, other than logs: arguments are evaluated, the value
    /// is an opaque `core::fmt::Arguments`.
    FormatArgs {
        args: Vec<Expr>,
    },
    /// `falsify::check!("name", cond)`
    Check {
        name: String,
        cond: Box<Expr>,
    },
    /// A `matches!`-like desugaring is done by the converter; what is left is not supported:
    /// `what` completes the sentence "… is not supported".
    Unsupported {
        what: String,
    },
}

#[derive(Debug)]
pub struct FieldInit {
    pub ident: Ident,
    pub value: Expr,
}

#[derive(Debug)]
pub struct Arm {
    pub pat: Pat,
    pub guard: Option<Expr>,
    pub body: Expr,
    pub span: Span,
}

#[derive(Debug)]
pub struct Closure {
    pub by_move: bool,
    pub params: Vec<(Pat, Option<Ty>)>,
    pub ret: Option<Ty>,
    pub body: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanicMacro {
    Panic,
    Unreachable,
    Todo,
    Unimplemented,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Not,
    Neg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// As Rust writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LazyOp {
    And,
    Or,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Lit {
    /// Value and suffix (`u8`, `f32`, …), if written.
    Int(u128, Option<Symbol>),
    /// Digits as written, without underscores and suffix.
    Float(String, Option<Symbol>),
    Bool(bool),
    Char(char),
    /// `b'x'`
    Byte(u8),
    Str(String),
    ByteStr(Vec<u8>),
}

#[derive(Debug)]
pub struct Pat {
    pub kind: PatKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum PatKind {
    Wild,
    /// `..` inside a tuple or slice pattern.
    Rest,
    /// May turn out to name a constant or a unit struct/variant if it is a plain identifier.
    Ident {
        by_ref: bool,
        mutable: bool,
        ident: Ident,
        sub: Option<Box<Pat>>,
    },
    /// A literal, possibly negated.
    Lit {
        negated: bool,
        lit: Lit,
    },
    Path(Path),
    /// Ends are literals or paths.
    Range {
        start: Option<Box<Expr>>,
        end: Option<Box<Expr>>,
        inclusive: bool,
    },
    Tuple(Vec<Pat>),
    TupleStruct(Path, Vec<Pat>),
    Struct {
        path: Path,
        fields: Vec<FieldPat>,
        rest: bool,
    },
    Ref {
        mutable: bool,
        pat: Box<Pat>,
    },
    Slice(Vec<Pat>),
    Or(Vec<Pat>),
    Unsupported {
        what: String,
    },
}

#[derive(Debug)]
pub struct FieldPat {
    pub ident: Ident,
    pub pat: Pat,
}

/// Attributes that mean something to this tool; the others are dropped.
#[derive(Default, Debug)]
pub struct Attrs {
    /// Doc comment, one line a line, common indentation removed.
    pub doc: String,
    pub falsify: Vec<FalsifyAttr>,
    /// `#[lang = "…"]` of the library model.
    pub lang: Option<Symbol>,
    /// `#[intrinsic]` of the library model.
    pub intrinsic: bool,
    pub track_caller: bool,
    /// `#[default]` on an enum variant.
    pub default: bool,
    pub repr: Repr,
    /// Names of derives that no generator is known for, with their spans.
    pub unknown_derives: Vec<(Symbol, Span)>,
    /// Names of attribute macros that are not known (`#[entry]`, `#[app]`), with their spans.
    pub unknown: Vec<(Symbol, Span)>,
    /// The impl was generated by a derive.
    pub derived: bool,
    /// `#[test]` items and `cfg(test)` are dropped by `cfg`; this marks `#[test]` left in host builds.
    pub test: bool,
}

/// What `#[repr(…)]` says; `transparent` changes nothing that matters here.
#[derive(Clone, Copy, Default, Debug)]
pub struct Repr {
    /// The integer type of `u8` and its like.
    pub int: Option<Symbol>,
    pub c: bool,
    /// The highest alignment of a field.
    pub packed: Option<u64>,
    /// The lowest alignment of the whole.
    pub align: Option<u64>,
}

/// One attribute of falsify, with its arguments as written.
#[derive(Debug)]
pub struct FalsifyAttr {
    pub kind: FalsifyAttrKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum FalsifyAttrKind {
    ControlLoop {
        init: Option<Expr>,
    },
    Monitor {
        of: Option<Path>,
    },
    Aux,
    /// On a function, trait method or parameter.
    Input {
        range: Option<Expr>,
    },
    Output,
    Environment {
        of: Option<Path>,
    },
    Isr {
        max: Option<Expr>,
        preempt: bool,
        of: Option<Path>,
    },
}
