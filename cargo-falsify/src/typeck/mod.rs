//! Name resolution, inference, trait solving: an annotated tree becomes typed bodies on demand.
//!
//! [`Tcx`] is the one context; `lower` asks it for bodies and, once arguments are concrete, for the meaning of
//! generic things: [`Tcx::mono`] for types, [`Tcx::resolve`] for callees, [`Tcx::mono_const`] for constants.
//! Everything is computed lazily and remembered. Errors are pushed to the context's diagnostics and the query
//! returns [`Reported`].
//!
//! The crate has been compiled by rustc before its verdicts count, so nothing is re-checked that cannot change the
//! meaning: lifetimes, borrows, privacy of what is named explicitly, coherence and exhaustiveness are not.

mod check;
mod convert;
mod defs;
mod fold;
mod generics;
mod handle;
mod infer;
mod mono;
pub mod naming;
mod probe;
mod resolve;
mod traits;
pub mod tree;
pub mod ty;
mod unread;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

pub use self::defs::DefKind;
use self::defs::{Def, Defs, Node};
pub use self::generics::{FnSig, GenericParamDef, Generics, ParamKind, TraitRef};
pub use self::mono::Instance;
use self::ty::{Args, DefId, IntTy, Ty};
use crate::diagnostic::Diagnostic;
use crate::source::{Span, Symbol};
use crate::syntax::ast;

/// An error that has already been pushed to the diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported;

/// A parsed crate with what its paths may call other crates.
#[derive(Clone)]
pub struct CrateInput {
    pub ast: &'static ast::Crate,
    /// Extern name → index among the crates given to [`Tcx::new`].
    pub deps: Vec<(Symbol, usize)>,
}

#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub pointer_width: u32,
}

/// Evaluates a constant to the bits of a scalar.
pub type ConstEvaluator = Rc<dyn Fn(&Tcx, DefId, Args) -> Result<u128, Reported>>;

/// A struct or an enum.
#[derive(Debug)]
pub struct AdtDef {
    pub def: DefId,
    pub name: Symbol,
    pub is_enum: bool,
    /// A struct has one.
    pub variants: Vec<VariantDef>,
    /// The integer type of an enum's discriminant.
    pub repr: IntTy,
    pub written_repr: ast::Repr,
}

#[derive(Debug)]
pub struct VariantDef {
    pub def: DefId,
    pub name: Symbol,
    pub fields: Vec<FieldDef>,
    pub discriminant: i128,
    pub shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Unit,
    Tuple,
    Named,
}

#[derive(Debug)]
pub struct FieldDef {
    pub name: Symbol,
    /// In terms of the type's own parameters.
    pub ty: Ty,
    visible: defs::Visible,
}

#[derive(Default)]
struct Caches {
    generics: HashMap<DefId, Rc<Generics>>,
    predicates: HashMap<DefId, Rc<Vec<generics::Predicate>>>,
    own_predicates: HashMap<DefId, Rc<Vec<generics::Predicate>>>,
    super_predicates: HashMap<DefId, Rc<Vec<generics::Predicate>>>,
    item_bounds: HashMap<DefId, Rc<Vec<generics::Predicate>>>,
    param_envs: HashMap<DefId, Rc<traits::ParamEnv>>,
    fn_sigs: HashMap<DefId, Rc<FnSig>>,
    types: HashMap<DefId, Ty>,
    adts: HashMap<DefId, Rc<AdtDef>>,
    impl_traits: HashMap<DefId, Option<Rc<TraitRef>>>,
    bodies: HashMap<DefId, Result<Rc<tree::Body>, Reported>>,
    in_progress: Vec<DefId>,
    closures: HashMap<DefId, ClosureEntry>,
    anon_consts: HashMap<usize, DefId>,
    anon_scopes: HashMap<DefId, DefId>,
    anon_types: HashMap<DefId, Ty>,
    opaques: HashMap<usize, DefId>,
    handles: HashMap<generics::MadeUp, DefId>,
    mono_types: HashMap<(Ty, Args), Result<Ty, Reported>>,
    resolved: HashMap<(DefId, Args), Result<Instance, Reported>>,
    constants: HashMap<(DefId, Args), Result<u128, Reported>>,
    traits_in_scope: HashMap<DefId, Rc<Vec<DefId>>>,
    copy_types: HashMap<Ty, bool>,
    drop_impls: HashMap<Ty, Option<(DefId, Args)>>,
}

/// What is known of a closure once the body around it is checked.
#[derive(Clone)]
struct ClosureEntry {
    owner: DefId,
    params: Vec<Ty>,
    ret: Ty,
    closure: Option<Rc<tree::Closure>>,
}

/// The checker's context: definitions, caches and diagnostics of one analysis.
pub struct Tcx {
    options: Options,
    defs: RefCell<Defs>,
    crates: Vec<CrateInput>,
    core: usize,
    index: RefCell<traits::ImplTable>,
    caches: RefCell<Caches>,
    diagnostics: RefCell<Vec<Diagnostic>>,
    evaluator: RefCell<Option<ConstEvaluator>>,
    /// Depth of nested queries, to turn runaway recursion into an error.
    depth: Cell<u32>,
    /// How many errors were met, those included that had been told before.
    errors: Cell<usize>,
    /// Whether a computation is under way whose errors may be taken back: then what has errors is not remembered.
    trying: Cell<bool>,
}

impl Tcx {
    /// Collects and resolves the items of all crates. One of them is named `core`: the library model.
    pub fn new(crates: Vec<CrateInput>, options: Options) -> Tcx {
        let mut defs = Defs::default();
        for (index, krate) in crates.iter().enumerate() {
            defs.collect_crate(index, krate.ast);
        }
        let core_name = Symbol::new("core");
        let core = crates
            .iter()
            .position(|krate| krate.ast.name == core_name)
            .unwrap_or(0);
        let tcx = Tcx {
            options,
            defs: RefCell::new(defs),
            crates,
            core,
            index: RefCell::default(),
            caches: RefCell::default(),
            diagnostics: RefCell::default(),
            evaluator: RefCell::default(),
            depth: Cell::new(0),
            errors: Cell::new(0),
            trying: Cell::new(false),
        };
        tcx.resolve_imports(0);
        tcx.index_impls();
        tcx
    }

    pub fn take_diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnostics.take()
    }

    /// How many findings there are.
    pub fn told(&self) -> usize {
        self.diagnostics.borrow().len()
    }

    /// Replaces the findings since there were so many.
    pub fn amend_since(&self, told: usize, amend: impl FnMut(Diagnostic) -> Option<Diagnostic>) {
        let mut all = self.diagnostics.borrow_mut();
        let told = told.min(all.len());
        let amended: Vec<Diagnostic> = all.split_off(told).into_iter().filter_map(amend).collect();
        all.extend(amended);
    }

    pub fn set_const_evaluator(&self, evaluator: ConstEvaluator) {
        *self.evaluator.borrow_mut() = Some(evaluator);
    }

    pub fn pointer_width(&self) -> u32 {
        self.options.pointer_width
    }

    pub fn report(&self, diagnostic: Diagnostic) -> Reported {
        self.errors.set(self.errors.get() + 1);
        let mut all = self.diagnostics.borrow_mut();
        if !all.contains(&diagnostic) {
            all.push(diagnostic);
        }
        Reported
    }

    /// Computes something whose errors count only where it is needed: they are taken back, and `None` is the answer.
    fn without_errors<T>(&self, compute: impl FnOnce() -> T) -> Option<T> {
        let (errors, told) = (self.errors.get(), self.diagnostics.borrow().len());
        let around = self.trying.replace(true);
        let found = compute();
        self.trying.set(around);
        if self.errors.get() == errors {
            return Some(found);
        }
        self.diagnostics.borrow_mut().truncate(told);
        None
    }

    /// Whether what was computed since so many errors may be remembered: its errors, if any, stay told.
    fn is_settled(&self, errors: usize) -> bool {
        !self.trying.get() || self.errors.get() == errors
    }

    fn error(&self, code: &'static str, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::new(code, span, message))
    }

    fn def(&self, def: DefId) -> Def {
        self.defs.borrow().get(def).clone()
    }

    pub fn kind(&self, def: DefId) -> DefKind {
        self.defs.borrow().get(def).kind
    }

    pub fn name(&self, def: DefId) -> Symbol {
        self.defs.borrow().get(def).name
    }

    pub fn span(&self, def: DefId) -> Span {
        self.defs.borrow().get(def).span
    }

    pub fn parent(&self, def: DefId) -> Option<DefId> {
        self.defs.borrow().get(def).parent
    }

    pub fn crate_of(&self, def: DefId) -> usize {
        self.defs.borrow().get(def).krate
    }

    /// Whether something is of the crate that is analysed, not of a dependency.
    pub fn is_main(&self, def: DefId) -> bool {
        self.crate_of(def) + 1 == self.crates.len()
    }

    pub fn crate_name(&self, krate: usize) -> Symbol {
        self.crates[krate].ast.name
    }

    pub fn edition(&self, def: DefId) -> ast::Edition {
        self.crates[self.crate_of(def)].ast.edition
    }

    /// Where a name of `def` that is no local under the given hygiene is looked up next.
    pub fn hygiene_parent(&self, def: DefId, hygiene: ast::Hygiene) -> Option<ast::HygieneParent> {
        let parents = &self.crates[self.crate_of(def)].ast.hygiene_parents;
        parents.get(hygiene as usize).copied().flatten()
    }

    pub fn children(&self, def: DefId) -> Vec<DefId> {
        self.defs
            .borrow()
            .children
            .get(&def)
            .cloned()
            .unwrap_or_default()
    }

    pub fn lang(&self, name: &str) -> Option<DefId> {
        self.defs.borrow().lang.get(&Symbol::new(name)).copied()
    }

    /// A lang item that the library model must have.
    fn require_lang(&self, name: &str, span: Span) -> Result<DefId, Reported> {
        self.lang(name).ok_or_else(|| {
            self.error(
                "typeck::library",
                span,
                format!("the library model has no `{name}` item"),
            )
        })
    }

    /// The path of a definition in Rust: `crate::module::Type::f`.
    pub fn path(&self, def: DefId) -> String {
        let here = self.def(def);
        match here.kind {
            DefKind::Impl => self.impl_path(def),
            _ => match here.parent {
                None => here.name.to_string(),
                Some(parent) => format!("{}::{}", self.path(parent), here.name),
            },
        }
    }

    fn impl_path(&self, def: DefId) -> String {
        match self.impl_self_adt(def) {
            Some(adt) => self.path(adt),
            None => format!("<{}>", self.show(self.type_of(def))),
        }
    }

    fn impl_self_adt(&self, def: DefId) -> Option<DefId> {
        match self.type_of(def).kind() {
            ty::TyKind::Adt(adt, _) => Some(*adt),
            _ => None,
        }
    }

    pub fn attrs(&self, def: DefId) -> Option<&'static ast::Attrs> {
        match self.defs.borrow().get(def).node {
            Node::Item(item) => Some(&item.attrs),
            Node::Assoc(item) => Some(&item.attrs),
            Node::Variant(variant) => Some(&variant.attrs),
            Node::None | Node::Anon(_) | Node::Bounds(_) => None,
        }
    }

    /// Whether a static may be written by name.
    pub fn is_static_mut(&self, def: DefId) -> bool {
        match self.defs.borrow().get(def).node {
            Node::Item(item) => matches!(item.kind, ast::ItemKind::Static { mutable: true, .. }),
            _ => false,
        }
    }

    /// The syntax of a function.
    pub fn ast_fn(&self, def: DefId) -> Option<&'static ast::Fn> {
        match self.defs.borrow().get(def).node {
            Node::Item(ast::Item {
                kind: ast::ItemKind::Fn(f),
                ..
            }) => Some(f),
            Node::Assoc(ast::AssocItem {
                kind: ast::AssocKind::Fn(f),
                ..
            }) => Some(f),
            _ => None,
        }
    }

    /// Every function and method with an item in a crate, in the order of the source.
    pub fn all_fns(&self, krate: usize) -> Vec<DefId> {
        let defs = self.defs.borrow();
        let is_fn = |def: &Def| matches!(def.kind, DefKind::Fn | DefKind::AssocFn);
        let here = defs
            .table
            .iter()
            .enumerate()
            .filter(|(_, def)| def.krate == krate && is_fn(def));
        here.map(|(index, _)| DefId(index as u32)).collect()
    }

    /// All definitions of a kind in a crate, in the order of the source.
    pub fn all_of_kind(&self, krate: usize, kind: DefKind) -> Vec<DefId> {
        let defs = self.defs.borrow();
        let here = defs
            .table
            .iter()
            .enumerate()
            .filter(|(_, def)| def.krate == krate && def.kind == kind);
        here.map(|(index, _)| DefId(index as u32)).collect()
    }

    fn is_assoc(&self, def: DefId) -> bool {
        use DefKind::*;
        matches!(self.kind(def), AssocFn | AssocConst | AssocTy)
    }

    /// The trait that declares an associated item, if its parent is a trait.
    pub fn trait_of_item(&self, def: DefId) -> Option<DefId> {
        if !self.is_assoc(def) {
            return None;
        }
        self.parent(def)
            .filter(|&parent| self.kind(parent) == DefKind::Trait)
    }

    pub fn trait_items(&self, def: DefId) -> Vec<DefId> {
        self.children(def)
            .into_iter()
            .filter(|&child| self.is_assoc(child))
            .collect()
    }

    /// An associated item by name and kind among the items of a trait or impl.
    fn assoc_named(&self, of: DefId, name: Symbol, kind: DefKind) -> Option<DefId> {
        self.trait_items(of)
            .into_iter()
            .find(|&item| self.kind(item) == kind && self.name(item) == name)
    }
}
