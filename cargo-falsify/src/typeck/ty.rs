//! Types as the checker sees them: interned, lifetimes erased.
//!
//! A [`Ty`] is a pointer to an interned [`TyKind`], so equality and hashing are by identity.
//! Nothing may be ordered by that pointer.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;

use crate::source::Symbol;

/// An item of any crate: function, type, trait, impl, constant, static, module, variant
/// constructor, associated item, closure. An index into the checker's table of definitions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DefId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum IntTy {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

impl IntTy {
    pub const ALL: [IntTy; 12] = [
        IntTy::I8,
        IntTy::I16,
        IntTy::I32,
        IntTy::I64,
        IntTy::I128,
        IntTy::Isize,
        IntTy::U8,
        IntTy::U16,
        IntTy::U32,
        IntTy::U64,
        IntTy::U128,
        IntTy::Usize,
    ];

    pub fn name(self) -> &'static str {
        match self {
            IntTy::I8 => "i8",
            IntTy::I16 => "i16",
            IntTy::I32 => "i32",
            IntTy::I64 => "i64",
            IntTy::I128 => "i128",
            IntTy::Isize => "isize",
            IntTy::U8 => "u8",
            IntTy::U16 => "u16",
            IntTy::U32 => "u32",
            IntTy::U64 => "u64",
            IntTy::U128 => "u128",
            IntTy::Usize => "usize",
        }
    }

    pub fn from_name(name: &str) -> Option<IntTy> {
        IntTy::ALL.into_iter().find(|ty| ty.name() == name)
    }

    pub fn signed(self) -> bool {
        self <= IntTy::Isize
    }

    /// Width in bits, given that of a pointer.
    pub fn bits(self, pointer_width: u32) -> u32 {
        match self {
            IntTy::I8 | IntTy::U8 => 8,
            IntTy::I16 | IntTy::U16 => 16,
            IntTy::I32 | IntTy::U32 => 32,
            IntTy::I64 | IntTy::U64 => 64,
            IntTy::I128 | IntTy::U128 => 128,
            IntTy::Isize | IntTy::Usize => pointer_width,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatTy {
    F32,
    F64,
}

/// A list of generic arguments: those of the parent (impl or trait, `Self` first in a trait) before the item's own.
pub type Args = &'static [GenericArg];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GenericArg {
    Ty(Ty),
    Const(Const),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// The bits of a scalar, zero-extended (two's complement for signed types).
    Value(u128),
    /// A const generic parameter, by its index among the generics.
    Param(u32, Symbol),
    Infer(u32),
    /// An anonymous constant (array length, const argument) or const item that is evaluated once its arguments are known.
    Unevaluated(DefId, Args),
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TyKind {
    Bool,
    Char,
    Int(IntTy),
    Float(FloatTy),
    Str,
    Never,
    Tuple(&'static [Ty]),
    Array(Ty, Const),
    Slice(Ty),
    Ref {
        mutable: bool,
        inner: Ty,
    },
    /// To a place of the program: as good as a reference. There are no addresses.
    RawPtr {
        mutable: bool,
        inner: Ty,
    },
    /// A struct or an enum.
    Adt(DefId, Args),
    /// The zero-sized type of a function item or tuple constructor.
    FnDef(DefId, Args),
    FnPtr(&'static [Ty], Ty),
    /// A closure expression, with the arguments of the function around it.
    Closure(DefId, Args),
    /// A generic parameter, by its index among the generics of the item being checked.
    Param(u32, Symbol),
    /// `<Self as Trait>::Name` that cannot be normalised further here: the associated type's
    /// definition and the arguments of the trait (and of the associated type).
    Projection(DefId, Args),
    /// `impl Trait` in return position: definition of the opaque type, arguments of the function.
    Opaque(DefId, Args),
    /// `dyn Trait`: known as a type only.
    Dynamic(DefId),
    Infer(InferVar),
    /// Already reported.
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InferVar {
    General(u32),
    Int(u32),
    Float(u32),
}

#[derive(Clone, Copy)]
pub struct Ty(&'static TyKind);

impl Ty {
    pub fn kind(self) -> &'static TyKind {
        self.0
    }
}

impl PartialEq for Ty {
    fn eq(&self, other: &Ty) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Ty {}

impl Hash for Ty {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.0 as *const TyKind).hash(state);
    }
}

impl fmt::Debug for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Default)]
struct Interner {
    kinds: HashSet<&'static TyKind>,
    tys: HashSet<&'static [Ty]>,
    args: HashSet<&'static [GenericArg]>,
}

// The checker is single-threaded; types never cross threads.
thread_local! {
    static INTERNER: RefCell<Interner> = RefCell::default();
}

fn intern_slice<T: Copy + Eq + Hash>(set: &mut HashSet<&'static [T]>, items: &[T]) -> &'static [T] {
    if let Some(&found) = set.get(items) {
        return found;
    }
    let kept: &'static [T] = Box::leak(items.into());
    set.insert(kept);
    kept
}

/// Interns a type.
pub fn mk(kind: TyKind) -> Ty {
    INTERNER.with_borrow_mut(|table| {
        if let Some(&found) = table.kinds.get(&kind) {
            return Ty(found);
        }
        let kept: &'static TyKind = Box::leak(Box::new(kind));
        table.kinds.insert(kept);
        Ty(kept)
    })
}

pub fn mk_tys(tys: &[Ty]) -> &'static [Ty] {
    INTERNER.with_borrow_mut(|table| intern_slice(&mut table.tys, tys))
}

pub fn mk_args(args: &[GenericArg]) -> Args {
    INTERNER.with_borrow_mut(|table| intern_slice(&mut table.args, args))
}

impl Ty {
    pub fn unit() -> Ty {
        Ty::tuple(&[])
    }
    pub fn tuple(tys: &[Ty]) -> Ty {
        mk(TyKind::Tuple(mk_tys(tys)))
    }
    pub fn bool() -> Ty {
        mk(TyKind::Bool)
    }
    pub fn char() -> Ty {
        mk(TyKind::Char)
    }
    pub fn never() -> Ty {
        mk(TyKind::Never)
    }
    pub fn error() -> Ty {
        mk(TyKind::Error)
    }
    pub fn str() -> Ty {
        mk(TyKind::Str)
    }
    pub fn int(int: IntTy) -> Ty {
        mk(TyKind::Int(int))
    }
    pub fn float(float: FloatTy) -> Ty {
        mk(TyKind::Float(float))
    }
    pub fn usize() -> Ty {
        Ty::int(IntTy::Usize)
    }
    pub fn reference(mutable: bool, inner: Ty) -> Ty {
        mk(TyKind::Ref { mutable, inner })
    }
    pub fn slice(inner: Ty) -> Ty {
        mk(TyKind::Slice(inner))
    }
    pub fn array(inner: Ty, len: Const) -> Ty {
        mk(TyKind::Array(inner, len))
    }
    pub fn adt(def: DefId, args: Args) -> Ty {
        mk(TyKind::Adt(def, args))
    }
    pub fn is_unit(self) -> bool {
        matches!(self.kind(), TyKind::Tuple(tys) if tys.is_empty())
    }
    pub fn is_never(self) -> bool {
        matches!(self.kind(), TyKind::Never)
    }
    pub fn is_error(self) -> bool {
        matches!(self.kind(), TyKind::Error)
    }
    /// Integers, floats, `bool` and `char`, inference variables of those kinds included.
    pub fn is_scalar(self) -> bool {
        use TyKind::*;
        matches!(
            self.kind(),
            Bool | Char | Int(_) | Float(_) | Infer(InferVar::Int(_) | InferVar::Float(_))
        )
    }
    pub fn is_integral(self) -> bool {
        matches!(
            self.kind(),
            TyKind::Int(_) | TyKind::Infer(InferVar::Int(_))
        )
    }
    pub fn is_floating(self) -> bool {
        matches!(
            self.kind(),
            TyKind::Float(_) | TyKind::Infer(InferVar::Float(_))
        )
    }
}

impl GenericArg {
    pub fn ty(self) -> Option<Ty> {
        match self {
            GenericArg::Ty(ty) => Some(ty),
            GenericArg::Const(_) => None,
        }
    }
}
