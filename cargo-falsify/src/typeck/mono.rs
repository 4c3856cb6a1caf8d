//! The concrete world: types without parameters, callees resolved to bodies, constants evaluated.

use std::rc::Rc;

use super::defs::DefKind;
use super::fold::{self, has_infer, subst, subst_args, subst_const};
use super::generics::TraitRef;
use super::infer::Infer;
use super::traits::{closure_kind_of_trait, Answer, Candidate, ParamEnv, Selection};
use super::tree::ClosureKind;
use super::ty::{mk_args, Args, Const, DefId, GenericArg, InferVar, Ty, TyKind};
use super::{Reported, Tcx};
use crate::diagnostic::Diagnostic;
use crate::source::Symbol;

/// What a call means once everything is concrete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instance {
    /// A function with a body.
    Fn(DefId, Args),
    /// A tuple struct or variant constructor.
    Ctor {
        ty: Ty,
        variant: u32,
    },
    /// An `#[intrinsic]` of the library model.
    Intrinsic(Symbol, Args),
    /// A function without a body: a trait method of a hardware handle, a foreign function.
    Bodyless(DefId, Args),
    /// `Fn*` on a closure value: the arguments are (self, tuple).
    Closure {
        ty: Ty,
        called: ClosureKind,
    },
    /// `Fn*` on a function item or constructor: self is ignored.
    FnItem {
        ty: Ty,
    },
    FnPointer {
        ty: Ty,
        called: ClosureKind,
    },
    /// `Clone::clone` of a function item, function pointer or closure: the value behind the reference.
    Copy,
}

impl Tcx {
    fn concrete(&self) -> Infer<'_> {
        Infer::new(self, Rc::new(ParamEnv::default()), true)
    }

    /// Substitutes concrete arguments into a type and normalises it: no parameter, projection or opaque type is left,
    /// and array lengths are values.
    pub fn mono(&self, ty: Ty, args: Args) -> Result<Ty, Reported> {
        let key = (ty, args);
        if let Some(found) = self.caches.borrow().mono_types.get(&key) {
            return *found;
        }
        let result = self.compute_mono(subst(ty, args));
        self.caches.borrow_mut().mono_types.insert(key, result);
        result
    }

    fn compute_mono(&self, ty: Ty) -> Result<Ty, Reported> {
        if !fold::has_projections(ty) {
            return if ty.is_error() { Err(Reported) } else { Ok(ty) };
        }
        let infer = self.concrete();
        let span = crate::source::Span::new(crate::source::FileId(0), 0, 0);
        let normal = infer.normalize(ty, span);
        infer.select_where_possible();
        if infer.has_failed() {
            return Err(Reported);
        }
        let normal = infer.resolve(normal);
        let open = has_infer(normal) || fold::has_projections(normal);
        if open || normal.is_error() {
            let message = format!("`{}` cannot be made concrete", self.show(ty));
            let finding = Diagnostic::new("typeck::mono", self.some_span(ty), message);
            return Err(self.report(self.blame_types(finding, &[ty])));
        }
        Ok(normal)
    }

    /// Some place that has to do with a type, for messages about types that have no place of their own.
    fn some_span(&self, ty: Ty) -> crate::source::Span {
        match *ty.kind() {
            TyKind::Adt(def, _) | TyKind::Projection(def, _) | TyKind::Opaque(def, _) => {
                self.span(def)
            }
            TyKind::Ref { inner, .. } | TyKind::Array(inner, _) | TyKind::Slice(inner) => {
                self.some_span(inner)
            }
            _ => self.crates[self.crates.len() - 1].ast.span,
        }
    }

    pub fn mono_args(&self, list: Args, args: Args) -> Result<Args, Reported> {
        let list = subst_args(list, args);
        let mut out = Vec::new();
        for arg in list {
            out.push(match arg {
                GenericArg::Ty(ty) => GenericArg::Ty(self.compute_mono(*ty)?),
                GenericArg::Const(c) => {
                    GenericArg::Const(Const::Value(self.mono_const(*c, mk_args(&[]))?))
                }
            });
        }
        Ok(mk_args(&out))
    }

    pub fn mono_const(&self, c: Const, args: Args) -> Result<u128, Reported> {
        match subst_const(c, args) {
            Const::Value(value) => Ok(value),
            Const::Unevaluated(def, args) => {
                let args = self.mono_args(args, mk_args(&[]))?;
                self.eval_const(def, args)
            }
            Const::Param(..) | Const::Infer(_) | Const::Error => Err(Reported),
        }
    }

    /// The value of a constant, by the evaluator that `lower` installed.
    pub fn eval_const(&self, def: DefId, args: Args) -> Result<u128, Reported> {
        if let Some(found) = self.caches.borrow().constants.get(&(def, args)) {
            return *found;
        }
        let evaluator = self.evaluator.borrow().clone();
        let result = match evaluator {
            Some(evaluator) => evaluator(self, def, args),
            None => Err(self.error(
                "typeck::const",
                self.span(def),
                "this constant cannot be evaluated here",
            )),
        };
        self.caches
            .borrow_mut()
            .constants
            .insert((def, args), result);
        result
    }

    /// The value of a constant if its arguments are all known.
    pub(super) fn try_eval_const(&self, def: DefId, args: Args) -> Option<u128> {
        let open = args.iter().any(|arg| match arg {
            GenericArg::Ty(ty) => has_infer(*ty) || fold::has_params(*ty),
            GenericArg::Const(c) => matches!(c, Const::Infer(_) | Const::Param(..) | Const::Error),
        });
        if open {
            return None;
        }
        let args = self.mono_args(args, mk_args(&[])).ok()?;
        self.eval_const(def, args).ok()
    }

    /// The concrete type of a field of a concrete struct or enum.
    pub fn field_ty(&self, adt: Ty, variant: u32, field: u32) -> Result<Ty, Reported> {
        let TyKind::Adt(def, args) = *adt.kind() else {
            return Err(Reported);
        };
        let info = self.adt(def);
        let found = info
            .variants
            .get(variant as usize)
            .and_then(|v| v.fields.get(field as usize));
        match found {
            Some(field) => self.mono(field.ty, args),
            None => Err(Reported),
        }
    }

    /// What a call of a definition with concrete arguments means.
    pub fn resolve(&self, callee: DefId, args: Args) -> Result<Instance, Reported> {
        if let Some(found) = self.caches.borrow().resolved.get(&(callee, args)) {
            return *found;
        }
        let result = self.compute_resolve(callee, args);
        self.caches
            .borrow_mut()
            .resolved
            .insert((callee, args), result);
        result
    }

    fn compute_resolve(&self, callee: DefId, args: Args) -> Result<Instance, Reported> {
        match self.kind(callee) {
            DefKind::Struct | DefKind::Variant => {
                let (adt, variant) = self.ctor_of(callee);
                return Ok(Instance::Ctor {
                    ty: Ty::adt(adt, args),
                    variant,
                });
            }
            _ => {}
        }
        if self.attrs(callee).is_some_and(|attrs| attrs.intrinsic) {
            return Ok(Instance::Intrinsic(self.name(callee), args));
        }
        match self.trait_of_item(callee) {
            Some(trait_def) => self.resolve_method(trait_def, callee, args),
            None => Ok(self.with_body(callee, args)),
        }
    }

    fn with_body(&self, def: DefId, args: Args) -> Instance {
        match self.ast_fn(def) {
            Some(function) if function.body.is_some() => Instance::Fn(def, args),
            _ => Instance::Bodyless(def, args),
        }
    }

    fn resolve_method(
        &self,
        trait_def: DefId,
        method: DefId,
        args: Args,
    ) -> Result<Instance, Reported> {
        let count = self.generics(trait_def).count();
        let goal = TraitRef {
            def: trait_def,
            args: mk_args(&args[..count]),
        };
        let self_ty = goal.self_ty();
        let lang = self.attrs(trait_def).and_then(|attrs| attrs.lang);
        if let Some(called) = lang.and_then(|lang| closure_kind_of_trait(lang.as_str())) {
            match *self_ty.kind() {
                TyKind::Closure(..) => {
                    return Ok(Instance::Closure {
                        ty: self_ty,
                        called,
                    })
                }
                TyKind::FnDef(..) => return Ok(Instance::FnItem { ty: self_ty }),
                TyKind::FnPtr(..) => {
                    return Ok(Instance::FnPointer {
                        ty: self_ty,
                        called,
                    })
                }
                _ => {}
            }
        }
        let (imp, impl_args) = match self.select_impl(goal, method)? {
            Chosen::Impl(imp, impl_args) => (imp, impl_args),
            Chosen::Builtin => return Ok(Instance::Copy),
            // A handle has no state of its own.
            Chosen::Handle if self.lang("clone") == Some(trait_def) => return Ok(Instance::Copy),
            Chosen::Handle => return Ok(self.with_body(method, args)),
        };
        match self.assoc_named(imp, self.name(method), DefKind::AssocFn) {
            Some(item) => {
                let all: Vec<GenericArg> =
                    impl_args.iter().chain(&args[count..]).copied().collect();
                if self.attrs(item).is_some_and(|attrs| attrs.intrinsic) {
                    return Ok(Instance::Intrinsic(self.name(item), mk_args(&all)));
                }
                Ok(self.with_body(item, mk_args(&all)))
            }
            None => Ok(self.with_body(method, args)),
        }
    }

    /// The impl that a trait method's concrete arguments choose, that of what is behind references.
    pub fn impl_of_method(&self, method: DefId, args: Args) -> Option<DefId> {
        let def = self.trait_of_item(method)?;
        let mut args = args[..self.generics(def).count()].to_vec();
        while let Some(GenericArg::Ty(ty)) = args.first() {
            match *ty.kind() {
                TyKind::Ref { inner, .. } => args[0] = GenericArg::Ty(inner),
                _ => break,
            }
        }
        let goal = TraitRef {
            def,
            args: mk_args(&args),
        };
        match self.select_impl(goal, method) {
            Ok(Chosen::Impl(imp, _)) => Some(imp),
            _ => None,
        }
    }

    fn select_impl(&self, goal: TraitRef, item: DefId) -> Result<Chosen, Reported> {
        let infer = self.concrete();
        let span = self.span(item);
        match infer.select(goal, span, 0) {
            Selection::Chosen(Candidate::Impl(imp), args) => {
                infer.select_where_possible();
                let args = infer.resolve_args(args);
                let args = self.mono_args(args, mk_args(&[]))?;
                Ok(Chosen::Impl(imp, args))
            }
            Selection::Chosen(Candidate::Handle(_), _) => Ok(Chosen::Handle),
            Selection::Chosen(..) => Ok(Chosen::Builtin),
            Selection::Ambiguous | Selection::None => {
                let name = self.name(goal.def);
                let message = format!(
                    "`{}` does not have the trait `{name}`",
                    self.show(goal.self_ty())
                );
                Err(self.error("typeck::bound", span, message))
            }
        }
    }

    /// An associated constant of a trait becomes that of the impl, or the trait's default.
    pub fn resolve_const(&self, def: DefId, args: Args) -> Result<(DefId, Args), Reported> {
        let Some(trait_def) = self.trait_of_item(def) else {
            return Ok((def, args));
        };
        let goal = TraitRef {
            def: trait_def,
            args,
        };
        match self.select_impl(goal, def)? {
            Chosen::Impl(imp, impl_args) => {
                match self.assoc_named(imp, self.name(def), DefKind::AssocConst) {
                    Some(item) => Ok((item, impl_args)),
                    None => Ok((def, args)),
                }
            }
            Chosen::Builtin | Chosen::Handle => Ok((def, args)),
        }
    }

    /// Whether values of a concrete type are copied.
    pub fn is_copy(&self, ty: Ty) -> bool {
        if let Some(&found) = self.caches.borrow().copy_types.get(&ty) {
            return found;
        }
        let copy = self.concrete().is_copy(ty);
        self.caches.borrow_mut().copy_types.insert(ty, copy);
        copy
    }

    /// The `Drop::drop` of this very type.
    pub fn drop_impl(&self, ty: Ty) -> Option<(DefId, Args)> {
        if let Some(found) = self.caches.borrow().drop_impls.get(&ty) {
            return *found;
        }
        let found = self.compute_drop_impl(ty);
        self.caches.borrow_mut().drop_impls.insert(ty, found);
        found
    }

    fn compute_drop_impl(&self, ty: Ty) -> Option<(DefId, Args)> {
        if !matches!(ty.kind(), TyKind::Adt(..)) {
            return None;
        }
        let drop = self.lang("drop")?;
        if !self.implements(ty, drop) {
            return None;
        }
        self.method_of(ty, drop, "drop")
    }

    /// A method of a concrete type's impl of a trait with no other arguments.
    fn method_of(&self, ty: Ty, trait_def: DefId, name: &str) -> Option<(DefId, Args)> {
        let method = self.assoc_named(trait_def, Symbol::new(name), DefKind::AssocFn)?;
        match self.resolve(method, mk_args(&[GenericArg::Ty(ty)])) {
            Ok(Instance::Fn(def, args)) => Some((def, args)),
            _ => None,
        }
    }

    /// `<ty as Default>::default`
    pub fn find_default(&self, ty: Ty) -> Option<(DefId, Args)> {
        let default = self.lang("default")?;
        if !self.implements(ty, default) {
            return None;
        }
        self.method_of(ty, default, "default")
    }

    /// An inherent associated function by name, for a concrete type.
    pub fn inherent_fn(&self, ty: Ty, name: &str) -> Option<(DefId, Args)> {
        let name = Symbol::new(name);
        let candidates = self
            .index
            .borrow()
            .inherent
            .get(&name)
            .cloned()
            .unwrap_or_default();
        let infer = self.concrete();
        candidates.into_iter().find_map(|(imp, item)| {
            if self.kind(item) != DefKind::AssocFn || !self.generics(item).params.is_empty() {
                return None;
            }
            let args = infer.fresh_args(imp, &[]);
            let self_ty = subst(self.type_of(imp), args);
            infer.commit_if_ok(|| infer.unify(self_ty, ty)).ok()?;
            Some((item, infer.resolve_args(args)))
        })
    }

    /// Whether a concrete type has a trait.
    pub fn implements(&self, ty: Ty, trait_def: DefId) -> bool {
        self.concrete().implements(ty, trait_def) == Answer::Yes
    }

    /// A type as Rust writes it.
    pub fn show(&self, ty: Ty) -> String {
        match *ty.kind() {
            TyKind::Bool => "bool".into(),
            TyKind::Char => "char".into(),
            TyKind::Int(int) => int.name().into(),
            TyKind::Float(super::ty::FloatTy::F32) => "f32".into(),
            TyKind::Float(super::ty::FloatTy::F64) => "f64".into(),
            TyKind::Str => "str".into(),
            TyKind::Never => "!".into(),
            TyKind::Tuple([one]) => format!("({},)", self.show(*one)),
            TyKind::Tuple(tys) => format!("({})", self.show_list(tys)),
            TyKind::Array(inner, len) => {
                format!("[{}; {}]", self.show(inner), self.show_const(len))
            }
            TyKind::Slice(inner) => format!("[{}]", self.show(inner)),
            TyKind::Ref {
                mutable: false,
                inner,
            } => format!("&{}", self.show(inner)),
            TyKind::Ref {
                mutable: true,
                inner,
            } => format!("&mut {}", self.show(inner)),
            TyKind::RawPtr {
                mutable: false,
                inner,
            } => format!("*const {}", self.show(inner)),
            TyKind::RawPtr {
                mutable: true,
                inner,
            } => format!("*mut {}", self.show(inner)),
            TyKind::Adt(def, args) => format!("{}{}", self.name(def), self.show_args(args)),
            TyKind::FnDef(def, args) => format!("fn {}{}", self.name(def), self.show_args(args)),
            TyKind::FnPtr(params, ret) => {
                format!("fn({}) -> {}", self.show_list(params), self.show(ret))
            }
            TyKind::Closure(def, _) => format!("{{closure#{}}}", def.0),
            TyKind::Param(_, name) => name.to_string(),
            TyKind::Projection(def, args) => {
                let self_ty = args
                    .first()
                    .and_then(|arg| arg.ty())
                    .map_or(String::new(), |ty| self.show(ty));
                let of = self
                    .parent(def)
                    .map_or(String::new(), |parent| self.name(parent).to_string());
                format!("<{self_ty} as {of}>::{}", self.name(def))
            }
            TyKind::Opaque(def, _) => format!("impl#{}", def.0),
            TyKind::Dynamic(def) => format!("dyn {}", self.name(def)),
            TyKind::Infer(InferVar::General(_)) => "_".into(),
            TyKind::Infer(InferVar::Int(_)) => "{integer}".into(),
            TyKind::Infer(InferVar::Float(_)) => "{float}".into(),
            TyKind::Error => "{error}".into(),
        }
    }

    fn show_list(&self, tys: &[Ty]) -> String {
        let shown: Vec<String> = tys.iter().map(|&ty| self.show(ty)).collect();
        shown.join(", ")
    }

    pub fn show_args(&self, args: Args) -> String {
        if args.is_empty() {
            return String::new();
        }
        let shown: Vec<String> = args
            .iter()
            .map(|arg| match arg {
                GenericArg::Ty(ty) => self.show(*ty),
                GenericArg::Const(c) => self.show_const(*c),
            })
            .collect();
        format!("<{}>", shown.join(", "))
    }

    fn show_const(&self, c: Const) -> String {
        match c {
            Const::Value(value) => value.to_string(),
            Const::Param(_, name) => name.to_string(),
            Const::Infer(_) => "_".into(),
            Const::Unevaluated(..) => "{const}".into(),
            Const::Error => "{error}".into(),
        }
    }
}

enum Chosen {
    Impl(DefId, Args),
    Builtin,
    Handle,
}
