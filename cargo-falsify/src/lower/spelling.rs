//! Types as the source spells them, where the IR no longer says: `usize` and `isize` are integers of some width there.

use std::collections::HashMap;

use super::Lowering;
use crate::ir::{FuncId, LocalId, StaticId, TypeId};
use crate::source::Symbol;
use crate::typeck::ty::{IntTy, Ty, TyKind};

/// What was spelled differently from what the IR would show, by where it was declared.
#[derive(Debug, Default)]
pub struct Spellings {
    pub locals: HashMap<(FuncId, LocalId), Symbol>,
    pub statics: HashMap<StaticId, Symbol>,
    /// Fields of structs, by position.
    pub fields: HashMap<(TypeId, usize), Symbol>,
    /// Values from a source of inputs.
    pub inputs: HashMap<(Symbol, TypeId), Symbol>,
    /// Arguments of an event, by position.
    pub events: HashMap<(Symbol, usize), Symbol>,
}

impl Lowering<'_> {
    /// The spelling of a type, if the IR shows another.
    pub(super) fn spelling(&self, ty: Ty) -> Option<Symbol> {
        mentions_pointer_width(ty).then(|| Symbol::new(&self.tcx.show(ty)))
    }
}

/// Named types keep their names, so only what is outside of them matters.
fn mentions_pointer_width(ty: Ty) -> bool {
    match *ty.kind() {
        TyKind::Int(int) => matches!(int, IntTy::Usize | IntTy::Isize),
        TyKind::Tuple(parts) => parts.iter().any(|&part| mentions_pointer_width(part)),
        TyKind::Array(inner, _) | TyKind::Slice(inner) | TyKind::Ref { inner, .. } => {
            mentions_pointer_width(inner)
        }
        TyKind::FnPtr(params, ret) => {
            params.iter().any(|&param| mentions_pointer_width(param)) || mentions_pointer_width(ret)
        }
        _ => false,
    }
}
