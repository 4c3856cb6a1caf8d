//! Method look-up: along the autoderef chain by value, `&`, `&mut`; inherent before trait.

use super::defs::{DefKind, Node};
use super::fold::subst;
use super::generics::{Predicate, TraitRef};
use super::infer::Infer;
use super::traits::Answer;
use super::ty::{mk, DefId, GenericArg, InferVar, Ty, TyKind};
use super::Tcx;
use crate::source::{FileId, Span, Symbol};

/// Where a method was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Inherent(DefId),
    Trait(DefId),
    /// A bound of a parameter or of an opaque or associated type.
    Bound(TraitRef),
}

/// A method and how the receiver becomes its `self`.
#[derive(Clone, Copy, Debug)]
pub struct Pick {
    pub item: DefId,
    pub source: Source,
    /// How often the receiver is dereferenced.
    pub derefs: usize,
    /// Whether the array behind the reference becomes a slice.
    pub unsize: bool,
    /// `Some(mutable)`: a reference is taken.
    pub autoref: Option<bool>,
}

/// One step of autoderef.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub ty: Ty,
    /// Whether `Deref::deref` is called to get here.
    pub overloaded: bool,
}

fn nowhere() -> Span {
    Span::new(FileId(0), 0, 0)
}

impl<'t> Infer<'t> {
    /// The receiver's type and what it dereferences to.
    pub fn autoderef(&self, ty: Ty) -> Vec<Step> {
        let mut steps = vec![Step {
            ty: self.shallow(ty),
            overloaded: false,
        }];
        while steps.len() < 16 {
            let last = steps[steps.len() - 1].ty;
            match self.deref_once(last) {
                Some(step) => steps.push(step),
                None => break,
            }
        }
        steps
    }

    pub fn deref_once(&self, ty: Ty) -> Option<Step> {
        let ty = self.shallow(ty);
        match *ty.kind() {
            TyKind::Ref { inner, .. } => Some(Step {
                ty: self.shallow(inner),
                overloaded: false,
            }),
            TyKind::Adt(..) | TyKind::Param(..) | TyKind::Opaque(..) | TyKind::Projection(..) => {
                let deref = self.tcx.lang("deref")?;
                if self.implements(ty, deref) != Answer::Yes {
                    return None;
                }
                let target =
                    self.tcx
                        .assoc_named(deref, Symbol::new("Target"), DefKind::AssocTy)?;
                let args = super::ty::mk_args(&[GenericArg::Ty(ty)]);
                let ty = self.normalize(mk(TyKind::Projection(target, args)), nowhere());
                Some(Step {
                    ty: self.shallow(ty),
                    overloaded: true,
                })
            }
            _ => None,
        }
    }

    /// Finds a method for a receiver.
    pub fn probe_method(&self, steps: &[Step], name: Symbol, module: DefId) -> Option<Pick> {
        for (derefs, step) in steps.iter().enumerate() {
            if let Some(pick) = self.pick_at(step.ty, derefs, false, name, module) {
                return Some(pick);
            }
        }
        let last = steps.last()?;
        if let TyKind::Array(inner, _) = *last.ty.kind() {
            return self.pick_at(Ty::slice(inner), steps.len() - 1, true, name, module);
        }
        None
    }

    fn pick_at(
        &self,
        ty: Ty,
        derefs: usize,
        unsize: bool,
        name: Symbol,
        module: DefId,
    ) -> Option<Pick> {
        let ways: &[Option<bool>] = if unsize {
            &[Some(false), Some(true)]
        } else {
            &[None, Some(false), Some(true)]
        };
        for &autoref in ways {
            let receiver = match autoref {
                None => ty,
                Some(mutable) => Ty::reference(mutable, ty),
            };
            if let Some((item, source)) = self.find_method(receiver, ty, name, module) {
                return Some(Pick {
                    item,
                    source,
                    derefs,
                    unsize,
                    autoref,
                });
            }
        }
        None
    }

    /// A method whose `self` is exactly of type `receiver`; `base` is the type before autoref.
    fn find_method(
        &self,
        receiver: Ty,
        base: Ty,
        name: Symbol,
        module: DefId,
    ) -> Option<(DefId, Source)> {
        self.inherent_method(receiver, name, module)
            .or_else(|| self.bound_method(receiver, base, name))
            .or_else(|| self.trait_method(receiver, name, module))
    }

    fn inherent_method(
        &self,
        receiver: Ty,
        name: Symbol,
        module: DefId,
    ) -> Option<(DefId, Source)> {
        let candidates = self
            .tcx
            .index
            .borrow()
            .inherent
            .get(&name)
            .cloned()
            .unwrap_or_default();
        candidates.into_iter().find_map(|(imp, item)| {
            let takes_self = self.tcx.ast_fn(item).is_some_and(|f| f.has_self);
            let fits = takes_self && self.tcx.item_accessible(item, module);
            (fits && self.probe(|| self.inherent_fits(imp, item, receiver)))
                .then_some((item, Source::Inherent(imp)))
        })
    }

    fn inherent_fits(&self, imp: DefId, item: DefId, receiver: Ty) -> bool {
        let impl_self = self.tcx.type_of(imp);
        // A quick look at the heads before anything is instantiated.
        if let (Some(a), Some(b)) = (self.receiver_head(receiver), super::traits::head(impl_self)) {
            if a != b && super::traits::head(receiver) != Some(b) {
                return false;
            }
        }
        let args = self.fresh_args(item, self.fresh_args(imp, &[]));
        let Some(&self_param) = self.tcx.fn_sig(item).inputs.first() else {
            return false;
        };
        let self_param = self.normalize(subst(self_param, args), nowhere());
        if matches!(self.shallow(receiver).kind(), TyKind::Infer(_)) {
            return false;
        }
        if self.int_var_head(receiver) {
            return false;
        }
        if self.unify(self_param, receiver).is_err() {
            return false;
        }
        let predicates = self.tcx.predicates(imp);
        self.sizes_fit(imp, args)
            && predicates.iter().all(|p| {
                let predicate = self.normalize_predicate(p.subst(args), nowhere());
                self.evaluate(predicate, 0) != Answer::No
            })
    }

    /// Numeric variables have no inherent methods, behind a reference either.
    fn int_var_head(&self, receiver: Ty) -> bool {
        let inner = match *self.shallow(receiver).kind() {
            TyKind::Ref { inner, .. } => self.shallow(inner),
            _ => self.shallow(receiver),
        };
        matches!(inner.kind(), TyKind::Infer(_))
    }

    fn receiver_head(&self, receiver: Ty) -> Option<super::traits::Head> {
        match *self.shallow(receiver).kind() {
            TyKind::Ref { inner, .. } => super::traits::head(self.shallow(inner)),
            _ => super::traits::head(self.shallow(receiver)),
        }
    }

    /// Bounds on parameters, opaque and associated types count as inherent.
    fn bound_method(&self, receiver: Ty, base: Ty, name: Symbol) -> Option<(DefId, Source)> {
        let base = self.shallow(base);
        let base = match *base.kind() {
            TyKind::Ref { inner, .. } => self.shallow(inner),
            _ => base,
        };
        let bounds: Vec<Predicate> = match *base.kind() {
            TyKind::Param(..) => self.env.predicates.clone(),
            TyKind::Opaque(def, args) | TyKind::Projection(def, args) => {
                let own = self.tcx.elaborate(&self.tcx.item_bounds(def));
                own.iter()
                    .map(|p| p.subst(args))
                    .chain(self.env.predicates.iter().copied())
                    .collect()
            }
            TyKind::Adt(def, _) if self.tcx.kind(def) == DefKind::Handle => {
                self.tcx.handle_bounds(def)
            }
            _ => return None,
        };
        bounds.iter().find_map(|predicate| {
            let Predicate::Trait(t) = *predicate else {
                return None;
            };
            let item = self.tcx.assoc_named(t.def, name, DefKind::AssocFn)?;
            let takes_self = self.tcx.ast_fn(item).is_some_and(|f| f.has_self);
            let fits = takes_self
                && self.resolve(t.self_ty()) == self.resolve(base)
                && self.probe(|| self.bound_fits(t, item, receiver));
            fits.then(|| (item, self.bound_source(&bounds, t)))
        })
    }

    /// The bound itself, or its trait where it is one of several of that trait, `From<u8> + From<u16>`: then what the call
    /// is given decides.
    fn bound_source(&self, bounds: &[Predicate], found: TraitRef) -> Source {
        let args = self.resolve_args(found.args);
        let is_other = |predicate: &Predicate| match predicate {
            Predicate::Trait(t) => {
                let other = self.resolve_args(t.args);
                t.def == found.def && other[0] == args[0] && other != args
            }
            Predicate::Projection(..) => false,
        };
        match bounds.iter().any(is_other) {
            true => Source::Trait(found.def),
            false => Source::Bound(found),
        }
    }

    fn bound_fits(&self, t: TraitRef, item: DefId, receiver: Ty) -> bool {
        let args = self.fresh_args(item, t.args);
        let Some(&self_param) = self.tcx.fn_sig(item).inputs.first() else {
            return false;
        };
        self.unify(subst(self_param, args), receiver).is_ok()
    }

    fn trait_method(&self, receiver: Ty, name: Symbol, module: DefId) -> Option<(DefId, Source)> {
        if matches!(
            self.shallow(receiver).kind(),
            TyKind::Infer(InferVar::General(_))
        ) {
            return None;
        }
        let candidates = self
            .tcx
            .index
            .borrow()
            .trait_items
            .get(&name)
            .cloned()
            .unwrap_or_default();
        let in_scope = self.tcx.traits_in_scope(module);
        candidates.into_iter().find_map(|(def, item)| {
            let takes_self = self.tcx.ast_fn(item).is_some_and(|f| f.has_self);
            let fits = takes_self
                && self.is_in_scope(def, &in_scope)
                && self.probe(|| self.trait_fits(def, item, receiver));
            fits.then_some((item, Source::Trait(def)))
        })
    }

    fn is_in_scope(&self, of: DefId, in_scope: &[DefId]) -> bool {
        self.of_trait == Some(of) || in_scope.binary_search(&of).is_ok()
    }

    fn trait_fits(&self, def: DefId, item: DefId, receiver: Ty) -> bool {
        let args = self.fresh_args(item, &[]);
        let Some(&self_param) = self.tcx.fn_sig(item).inputs.first() else {
            return false;
        };
        if self.unify(subst(self_param, args), receiver).is_err() {
            return false;
        }
        let count = self.tcx.generics(def).count();
        let goal = TraitRef {
            def,
            args: super::ty::mk_args(&args[..count]),
        };
        if matches!(
            self.shallow(goal.self_ty()).kind(),
            TyKind::Infer(InferVar::General(_))
        ) {
            return false;
        }
        self.evaluate(Predicate::Trait(goal), 0) != Answer::No
    }

    /// `Type::name`: an inherent item, a bound's or a trait's, for a function or a constant.
    pub fn probe_path(&self, ty: Ty, name: Symbol, module: DefId) -> Option<(DefId, Source)> {
        let ty = self.shallow(ty);
        self.inherent_item(ty, name, module)
            .or_else(|| self.bound_item(ty, name))
            .or_else(|| self.trait_item(ty, name, module))
    }

    fn is_value(&self, item: DefId) -> bool {
        matches!(self.tcx.kind(item), DefKind::AssocFn | DefKind::AssocConst)
    }

    fn inherent_item(&self, ty: Ty, name: Symbol, module: DefId) -> Option<(DefId, Source)> {
        let candidates = self
            .tcx
            .index
            .borrow()
            .inherent
            .get(&name)
            .cloned()
            .unwrap_or_default();
        candidates.into_iter().find_map(|(imp, item)| {
            let fits = self.is_value(item)
                && self.tcx.item_accessible(item, module)
                && self.probe(|| self.impl_covers(imp, ty));
            fits.then_some((item, Source::Inherent(imp)))
        })
    }

    fn impl_covers(&self, imp: DefId, ty: Ty) -> bool {
        let args = self.fresh_args(imp, &[]);
        let impl_self = self.normalize(subst(self.tcx.type_of(imp), args), nowhere());
        if self.unify(impl_self, ty).is_err() {
            return false;
        }
        let predicates = self.tcx.predicates(imp);
        self.sizes_fit(imp, args)
            && predicates.iter().all(|p| {
                let predicate = self.normalize_predicate(p.subst(args), nowhere());
                self.evaluate(predicate, 0) != Answer::No
            })
    }

    fn bound_item(&self, ty: Ty, name: Symbol) -> Option<(DefId, Source)> {
        let own: Vec<Predicate> = match *ty.kind() {
            TyKind::Opaque(def, args) | TyKind::Projection(def, args) => self
                .tcx
                .elaborate(&self.tcx.item_bounds(def))
                .iter()
                .map(|p| p.subst(args))
                .collect(),
            _ => Vec::new(),
        };
        let bounds: Vec<Predicate> = own.into_iter().chain(self.env.predicates.clone()).collect();
        bounds.iter().find_map(|predicate| {
            let Predicate::Trait(t) = *predicate else {
                return None;
            };
            if t.self_ty() != ty {
                return None;
            }
            let fun = self.tcx.assoc_named(t.def, name, DefKind::AssocFn);
            let item = fun.or_else(|| self.tcx.assoc_named(t.def, name, DefKind::AssocConst))?;
            Some((item, self.bound_source(&bounds, t)))
        })
    }

    fn trait_item(&self, ty: Ty, name: Symbol, module: DefId) -> Option<(DefId, Source)> {
        let candidates = self
            .tcx
            .index
            .borrow()
            .trait_items
            .get(&name)
            .cloned()
            .unwrap_or_default();
        let in_scope = self.tcx.traits_in_scope(module);
        candidates.into_iter().find_map(|(def, item)| {
            let fits = self.is_value(item)
                && self.is_in_scope(def, &in_scope)
                && self.implements(ty, def) != Answer::No;
            fits.then_some((item, Source::Trait(def)))
        })
    }
}

impl Tcx {
    /// Whether an inherent item may be used from a module; items of a model crate's private parts may not.
    fn item_accessible(&self, item: DefId, module: DefId) -> bool {
        let Node::Assoc(assoc) = self.def(item).node else {
            return true;
        };
        let home = self.defs.borrow().module_of(item);
        let visible = self.defs.borrow().visible(&assoc.vis, home);
        self.accessible(visible, module)
    }
}
