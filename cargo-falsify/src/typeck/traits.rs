//! The trait solver: impls matched by unification, where-clauses as sub-obligations, associated types by projection.

use std::collections::HashMap;

use super::convert::FreshVars;
use super::defs::DefKind;
use super::fold::{has_projections, subst, Folder};
use super::generics::{Predicate, TraitRef};
use super::infer::{Infer, Mismatch, Obligation};
use super::tree::ClosureKind;
use super::ty::{mk, mk_args, Args, Const, DefId, GenericArg, InferVar, Ty, TyKind};
use super::{Reported, Tcx};
use crate::source::{Span, Symbol};

/// What may be assumed in a generic item.
#[derive(Default, Debug)]
pub struct ParamEnv {
    pub predicates: Vec<Predicate>,
    /// The parameters that need not have a size, by their indices.
    pub maybe_unsized: Vec<u32>,
}

/// The head of a type, to find impls by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Head {
    Prim(Ty),
    Tuple(usize),
    Array,
    Slice,
    Ref(bool),
    Adt(DefId),
    FnDef,
    FnPtr,
    Closure,
    Other,
}

/// `None`: the type can be anything (a parameter of a blanket impl, a variable).
pub fn head(ty: Ty) -> Option<Head> {
    use TyKind::*;
    match *ty.kind() {
        Bool | Char | Int(_) | Float(_) | Str | Never => Some(Head::Prim(ty)),
        Tuple(tys) => Some(Head::Tuple(tys.len())),
        Array(..) => Some(Head::Array),
        Slice(_) => Some(Head::Slice),
        Ref { mutable, .. } => Some(Head::Ref(mutable)),
        Adt(def, _) => Some(Head::Adt(def)),
        FnDef(..) => Some(Head::FnDef),
        FnPtr(..) => Some(Head::FnPtr),
        Closure(..) => Some(Head::Closure),
        RawPtr { .. } | Dynamic(_) => Some(Head::Other),
        Param(..) | Projection(..) | Opaque(..) | Infer(_) | Error => None,
    }
}

#[derive(Default)]
pub struct ImplTable {
    /// Impls of a trait by the head of their self type; blanket ones under `None`.
    by_trait: HashMap<DefId, HashMap<Option<Head>, Vec<DefId>>>,
    /// Inherent items by name, with their impls.
    pub inherent: HashMap<Symbol, Vec<(DefId, DefId)>>,
    /// Trait items by name.
    pub trait_items: HashMap<Symbol, Vec<(DefId, DefId)>>,
    /// How many definitions the index covers.
    indexed: u32,
}

impl Tcx {
    /// How many impls of a trait are for a type parameter.
    pub(super) fn blanket_impls(&self, of: DefId) -> usize {
        let index = self.index.borrow();
        let impls = index
            .by_trait
            .get(&of)
            .and_then(|by_head| by_head.get(&None));
        impls.map_or(0, Vec::len)
    }

    /// Adds to the index of impls what was collected since the last time, once its paths resolve. An impl whose header
    /// names something unknown is left out: no value of such a type is met without an error at the place that names it.
    pub(super) fn index_impls(&self) {
        let of_traits = std::mem::take(&mut self.defs.borrow_mut().impls.of_traits);
        for imp in of_traits {
            let Some(trait_ref) = self.without_errors(|| self.impl_trait(imp)).flatten() else {
                continue;
            };
            let key = head(trait_ref.self_ty());
            let mut index = self.index.borrow_mut();
            index
                .by_trait
                .entry(trait_ref.def)
                .or_default()
                .entry(key)
                .or_default()
                .push(imp);
        }
        let inherent = std::mem::take(&mut self.defs.borrow_mut().impls.inherent);
        for imp in inherent {
            if self.without_errors(|| self.type_of(imp)).is_some() {
                self.index_inherent(imp);
            }
        }
        let mut index = self.index.borrow_mut();
        let count = self.defs.borrow().table.len() as u32;
        for def in (index.indexed..count)
            .map(DefId)
            .filter(|&def| self.kind(def) == DefKind::Trait)
        {
            for item in self.trait_items(def) {
                index
                    .trait_items
                    .entry(self.name(item))
                    .or_default()
                    .push((def, item));
            }
        }
        index.indexed = count;
    }

    fn index_inherent(&self, imp: DefId) {
        let mut index = self.index.borrow_mut();
        for item in self.trait_items(imp) {
            let named = index.inherent.entry(self.name(item)).or_default();
            named.push((imp, item));
        }
    }

    /// The impls of a trait that may apply to a self type.
    fn impls_for(&self, trait_def: DefId, self_ty: Ty) -> Vec<DefId> {
        let index = self.index.borrow();
        let Some(table) = index.by_trait.get(&trait_def) else {
            return Vec::new();
        };
        let blanket = table.get(&None).into_iter().flatten();
        match (head(self_ty), self_ty.kind()) {
            (Some(key), _) => table
                .get(&Some(key))
                .into_iter()
                .flatten()
                .chain(blanket)
                .copied()
                .collect(),
            (None, TyKind::Infer(InferVar::Int(_) | InferVar::Float(_))) => {
                let is_number = |ty: Ty| matches!(ty.kind(), TyKind::Int(_) | TyKind::Float(_));
                let numbers = table
                    .iter()
                    .filter(|(key, _)| matches!(key, Some(Head::Prim(ty)) if is_number(*ty)));
                let mut found: Vec<DefId> = numbers
                    .flat_map(|(_, impls)| impls)
                    .chain(blanket)
                    .copied()
                    .collect();
                found.sort();
                found
            }
            (None, TyKind::Infer(_)) => {
                let mut found: Vec<DefId> = table.values().flatten().copied().collect();
                found.sort();
                found
            }
            (None, _) => blanket.copied().collect(),
        }
    }
}

/// How a trait obligation is met.
#[derive(Clone, Debug)]
pub enum Candidate {
    Impl(DefId),
    /// A where-clause or an item bound.
    Assumed(TraitRef),
    /// Known to the language: `Sized`, `Copy` of closures, and so on.
    Builtin,
    /// `Fn*` of a closure, function item or pointer: parameter types and result.
    Callable(Vec<Ty>, Ty),
    /// A hardware handle, by its bounds.
    Handle(TraitRef),
}

/// The answer about one trait obligation.
pub enum Selection {
    /// Committed: its consequences are unified and its sub-obligations registered.
    Chosen(Candidate, Args),
    Ambiguous,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Yes,
    Maybe,
    No,
}

impl Answer {
    fn and(self, other: Answer) -> Answer {
        match (self, other) {
            (Answer::No, _) | (_, Answer::No) => Answer::No,
            (Answer::Yes, Answer::Yes) => Answer::Yes,
            _ => Answer::Maybe,
        }
    }
}

pub enum Projected {
    Ty(Ty),
    /// Stays as it is: nothing more is known of it here.
    Rigid,
    Ambiguous,
    None,
}

/// Deeper nesting of trait obligations than this is taken as undecided.
const DEPTH: u32 = 64;

impl<'t> Infer<'t> {
    pub fn register(&self, predicate: Predicate, span: Span) {
        self.pending
            .borrow_mut()
            .push(Obligation { predicate, span });
    }

    /// Registers the bounds of a definition for the given arguments.
    pub fn register_bounds(&self, def: DefId, args: Args, span: Span) {
        for predicate in self.tcx.predicates(def).iter() {
            let predicate = self.normalize_predicate(predicate.subst(args), span);
            self.register(predicate, span);
        }
    }

    /// Retries what is pending until nothing moves. Returns what can never hold.
    pub fn select_where_possible(&self) -> Vec<Obligation> {
        let mut failed = Vec::new();
        loop {
            let todo = self.pending.take();
            let mut progress = false;
            let mut kept = Vec::new();
            for obligation in todo {
                match self.process(&obligation) {
                    Answer::Yes => progress = true,
                    Answer::Maybe => kept.push(obligation),
                    Answer::No => failed.push(obligation),
                }
            }
            let added = self.pending.take();
            progress |= !added.is_empty();
            kept.extend(added);
            *self.pending.borrow_mut() = kept;
            if !progress {
                return failed;
            }
        }
    }

    fn process(&self, obligation: &Obligation) -> Answer {
        match self.resolve_predicate(obligation.predicate) {
            Predicate::Trait(t) => match self.select(t, obligation.span, 0) {
                Selection::Chosen(..) => Answer::Yes,
                Selection::Ambiguous => Answer::Maybe,
                Selection::None => Answer::No,
            },
            Predicate::Projection(def, args, ty) => {
                self.process_projection(def, args, ty, obligation.span)
            }
        }
    }

    fn process_projection(&self, def: DefId, args: Args, ty: Ty, span: Span) -> Answer {
        match self.project(def, args, span, 0) {
            Projected::Ty(found) => match self.unify(found, ty) {
                Ok(()) => Answer::Yes,
                Err(Mismatch) => Answer::No,
            },
            Projected::Rigid => match self.unify(mk(TyKind::Projection(def, args)), ty) {
                Ok(()) => Answer::Yes,
                Err(Mismatch) => Answer::No,
            },
            Projected::Ambiguous => Answer::Maybe,
            Projected::None => Answer::No,
        }
    }

    /// Chooses how a trait obligation is met, and commits to it.
    pub fn select(&self, goal: TraitRef, span: Span, depth: u32) -> Selection {
        let self_ty = self.shallow(goal.self_ty());
        if self_ty.is_error() {
            return Selection::Chosen(Candidate::Builtin, mk_args(&[]));
        }
        if depth > DEPTH || matches!(self_ty.kind(), TyKind::Infer(InferVar::General(_))) {
            return Selection::Ambiguous;
        }
        let candidates = self.candidates(goal, self_ty, depth);
        match candidates {
            Candidates::None => Selection::None,
            Candidates::Ambiguous => Selection::Ambiguous,
            Candidates::One(candidate) => match self.confirm(goal, &candidate, span) {
                Ok(args) => Selection::Chosen(candidate, args),
                Err(Mismatch) => Selection::None,
            },
        }
    }

    fn candidates(&self, goal: TraitRef, self_ty: Ty, depth: u32) -> Candidates {
        let assumed = self.assumed(goal, self_ty);
        match assumed.len() {
            0 => {}
            1 => return Candidates::One(Candidate::Assumed(assumed[0])),
            _ => return Candidates::Ambiguous,
        }
        match self.builtin(goal, self_ty) {
            Some(Candidates::None) | None => {}
            Some(found) => return found,
        }
        self.impl_candidates(goal, self_ty, depth)
    }

    /// Where-clauses and item bounds that match; those that match exactly win.
    fn assumed(&self, goal: TraitRef, self_ty: Ty) -> Vec<TraitRef> {
        let mut all: Vec<TraitRef> = self
            .env
            .predicates
            .iter()
            .filter_map(|p| as_trait(p, goal.def))
            .collect();
        let mut bounds_of = self_ty;
        while let TyKind::Projection(def, args) | TyKind::Opaque(def, args) = *bounds_of.kind() {
            let bounds = self.tcx.elaborate(&self.tcx.item_bounds(def));
            let of_trait = bounds
                .iter()
                .filter_map(|p| as_trait(&p.subst(args), goal.def));
            all.extend(of_trait);
            match (bounds_of.kind(), args.first()) {
                (TyKind::Projection(..), Some(GenericArg::Ty(inner))) => bounds_of = *inner,
                _ => break,
            }
        }
        all.dedup();
        let matching: Vec<TraitRef> = all
            .into_iter()
            .filter(|t| self.probe(|| self.unify_args(t.args, goal.args).is_ok()))
            .collect();
        let exact: Vec<TraitRef> = matching
            .iter()
            .copied()
            .filter(|t| t.args == self.resolve_args(goal.args))
            .collect();
        let mut chosen = if exact.is_empty() { matching } else { exact };
        chosen.dedup();
        if chosen.len() > 1 && chosen.iter().all(|t| t.args == chosen[0].args) {
            chosen.truncate(1);
        }
        chosen
    }

    fn builtin(&self, goal: TraitRef, self_ty: Ty) -> Option<Candidates> {
        if let TyKind::Adt(def, _) = *self_ty.kind() {
            if self.tcx.kind(def) == DefKind::Handle {
                if let Some(found) = self.handle(goal, def) {
                    return Some(Candidates::One(found));
                }
            }
        }
        let name = self.tcx.attrs(goal.def)?.lang?;
        let yes = Some(Candidates::One(Candidate::Builtin));
        use TyKind::*;
        match name.as_str() {
            "sized" if !self.has_size(self_ty) => Some(Candidates::None),
            "sized" => yes,
            "copy" | "clone" => match self_ty.kind() {
                FnDef(..) | FnPtr(..) | Never | RawPtr { .. } | Closure(..) => yes,
                _ => None,
            },
            "fn" | "fn_mut" | "fn_once" => self.callable(self_ty).map(Candidates::One),
            _ => None,
        }
    }

    fn handle(&self, goal: TraitRef, def: DefId) -> Option<Candidate> {
        let bounds = self.tcx.handle_bounds(def);
        let found = bounds.iter().filter_map(|p| as_trait(p, goal.def));
        found
            .into_iter()
            .find(|t| self.probe(|| self.unify_args(t.args, goal.args).is_ok()))
            .map(Candidate::Handle)
    }

    fn callable(&self, ty: Ty) -> Option<Candidate> {
        match *ty.kind() {
            TyKind::Closure(def, args) => {
                let sig = self.closure_sig(def, args)?;
                Some(Candidate::Callable(sig.0, sig.1))
            }
            TyKind::FnDef(def, args) => {
                let sig = self.tcx.fn_sig(def).subst(args);
                let span = self.tcx.span(def);
                let inputs = sig.inputs.iter().map(|&ty| self.normalize(ty, span));
                Some(Candidate::Callable(inputs.collect(), sig.output))
            }
            TyKind::FnPtr(params, ret) => Some(Candidate::Callable(params.to_vec(), ret)),
            _ => None,
        }
    }

    /// The signature of a closure type: of one being checked here, or of a finished one.
    pub fn closure_sig(&self, def: DefId, args: Args) -> Option<(Vec<Ty>, Ty)> {
        if let Some(sig) = self.closures.borrow().get(&def) {
            return Some((sig.params.clone(), sig.ret));
        }
        let entry = self.tcx.caches.borrow().closures.get(&def).cloned()?;
        let span = self.tcx.span(def);
        let concrete = |ty: Ty| self.normalize(subst(ty, args), span);
        let params = entry.params.iter().map(|&ty| concrete(ty)).collect();
        Some((params, concrete(entry.ret)))
    }

    fn impl_candidates(&self, goal: TraitRef, self_ty: Ty, depth: u32) -> Candidates {
        let mut possible = self.tcx.impls_for(goal.def, self_ty);
        possible.retain(|&imp| self.probe(|| self.match_impl(imp, goal).is_ok()));
        if possible.len() > 1 && !matches!(self_ty.kind(), TyKind::Infer(_)) {
            let judge = |imp: &DefId| (*imp, self.probe(|| self.judge_impl(*imp, goal, depth)));
            let judged: Vec<(DefId, Answer)> = possible.iter().map(judge).collect();
            possible = judged
                .iter()
                .filter(|(_, answer)| *answer != Answer::No)
                .map(|(imp, _)| *imp)
                .collect();
        }
        match possible.as_slice() {
            [] => Candidates::None,
            [one] => Candidates::One(Candidate::Impl(*one)),
            _ => Candidates::Ambiguous,
        }
    }

    /// Unifies an impl's trait reference with a goal; fresh arguments for the impl.
    fn match_impl(&self, imp: DefId, goal: TraitRef) -> Result<Args, Mismatch> {
        let trait_ref = self.tcx.impl_trait(imp).ok_or(Mismatch)?;
        let args = self.fresh_args(imp, &[]);
        let trait_ref = trait_ref.subst(args);
        self.unify_normalized(trait_ref.args, goal.args)?;
        match self.sizes_fit(imp, args) {
            true => Ok(args),
            false => Err(Mismatch),
        }
    }

    /// Whether every parameter of an impl that has the implicit bound stands for a type with a size.
    pub fn sizes_fit(&self, imp: DefId, args: Args) -> bool {
        let generics = self.tcx.generics(imp);
        let mut params = generics.params.iter().filter(|param| param.sized);
        params.all(|param| match args.get(param.index as usize) {
            Some(GenericArg::Ty(ty)) => self.has_size(*ty),
            _ => true,
        })
    }

    fn has_size(&self, ty: Ty) -> bool {
        let ty = self.shallow(ty);
        match *ty.kind() {
            TyKind::Str | TyKind::Slice(_) | TyKind::Dynamic(_) => false,
            TyKind::Param(index, _) if self.env.maybe_unsized.contains(&index) => {
                let sized = self.tcx.lang("sized");
                let assumed = self.env.predicates.iter();
                assumed
                    .filter_map(|p| as_trait(p, sized?))
                    .any(|t| t.self_ty() == ty)
            }
            _ => true,
        }
    }

    /// Unifies arguments of an impl header, which may mention projections, with those of a goal.
    fn unify_normalized(&self, header: Args, goal: Args) -> Result<(), Mismatch> {
        let plain = |arg: &GenericArg| arg.ty().is_none_or(|ty| !has_projections(ty));
        if header.iter().all(plain) {
            return self.unify_args(header, goal);
        }
        // The self type first, so that the projections can be computed.
        for (&h, &g) in header.iter().zip(goal) {
            match (h, g) {
                (GenericArg::Ty(h), GenericArg::Ty(g)) => {
                    let h =
                        self.normalize(self.resolve(h), Span::new(crate::source::FileId(0), 0, 0));
                    self.unify(h, g)?;
                }
                _ => self.unify_args(mk_args(&[h]), mk_args(&[g]))?,
            }
        }
        Ok(())
    }

    fn judge_impl(&self, imp: DefId, goal: TraitRef, depth: u32) -> Answer {
        let Ok(args) = self.match_impl(imp, goal) else {
            return Answer::No;
        };
        let span = self.tcx.span(imp);
        let mut answer = Answer::Yes;
        for predicate in self.tcx.predicates(imp).iter() {
            let predicate = self.normalize_predicate(predicate.subst(args), span);
            answer = answer.and(self.evaluate(predicate, depth + 1));
            if answer == Answer::No {
                break;
            }
        }
        answer
    }

    /// Whether a predicate holds, without keeping what was learnt (call it inside a probe for nested ones).
    pub fn evaluate(&self, predicate: Predicate, depth: u32) -> Answer {
        if depth > DEPTH {
            return Answer::Maybe;
        }
        let span = Span::new(crate::source::FileId(0), 0, 0);
        match self.resolve_predicate(predicate) {
            Predicate::Trait(goal) => {
                let before = self.pending.take();
                let answer = match self.select(goal, span, depth) {
                    Selection::Chosen(..) => self.evaluate_pending(depth),
                    Selection::Ambiguous => Answer::Maybe,
                    Selection::None => Answer::No,
                };
                *self.pending.borrow_mut() = before;
                answer
            }
            Predicate::Projection(def, args, ty) => {
                let before = self.pending.take();
                let answer = self.process_projection(def, args, ty, span);
                let answer = if answer == Answer::Yes {
                    self.evaluate_pending(depth)
                } else {
                    answer
                };
                *self.pending.borrow_mut() = before;
                answer
            }
        }
    }

    fn evaluate_pending(&self, depth: u32) -> Answer {
        let mut answer = Answer::Yes;
        // Projections learn types that the trait obligations beside them need: a second look at what was undecided.
        let mut todo = self.pending.take();
        for _ in 0..2 {
            let mut undecided = Vec::new();
            answer = Answer::Yes;
            for obligation in todo {
                let one = self.evaluate(obligation.predicate, depth + 1);
                if one == Answer::No {
                    return Answer::No;
                }
                if one == Answer::Maybe {
                    undecided.push(obligation);
                }
                answer = answer.and(one);
            }
            todo = undecided;
            if todo.is_empty() {
                break;
            }
        }
        answer
    }

    fn confirm(&self, goal: TraitRef, candidate: &Candidate, span: Span) -> Result<Args, Mismatch> {
        match candidate {
            Candidate::Builtin => Ok(mk_args(&[])),
            Candidate::Assumed(t) | Candidate::Handle(t) => {
                self.unify_args(t.args, goal.args)?;
                Ok(t.args)
            }
            Candidate::Callable(params, _) => {
                let tuple = self.tcx.tuple_of(params);
                match goal.args.get(1) {
                    Some(GenericArg::Ty(args)) => self.unify(tuple, *args)?,
                    _ => return Err(Mismatch),
                }
                Ok(goal.args)
            }
            Candidate::Impl(imp) => {
                let args = self.match_impl(*imp, goal)?;
                self.register_bounds(*imp, args, span);
                Ok(args)
            }
        }
    }

    /// What an associated type is for the given arguments of its trait.
    pub fn project(&self, assoc: DefId, args: Args, span: Span, depth: u32) -> Projected {
        let Some(trait_def) = self.tcx.trait_of_item(assoc) else {
            return Projected::None;
        };
        let count = self.tcx.generics(trait_def).count();
        let trait_ref = TraitRef {
            def: trait_def,
            args: mk_args(&args[..count.min(args.len())]),
        };
        let self_ty = self.shallow(trait_ref.self_ty());
        let assumed = self.assumed_projections(assoc, args, self_ty);
        if assumed.len() > 1 {
            return Projected::Ambiguous;
        }
        if let Some(&(of, found)) = assumed.first() {
            let _ = self.unify_args(of, args);
            // What is assumed may itself be known better: `IntoIter: Iterator<Item = Self::Item>`.
            let same = found == mk(TyKind::Projection(assoc, args));
            return if same || depth > DEPTH {
                Projected::Rigid
            } else {
                Projected::Ty(self.normalize_at(found, span, depth))
            };
        }
        if self_ty.is_error() {
            return Projected::Ty(Ty::error());
        }
        match self.select(trait_ref, span, depth + 1) {
            Selection::Ambiguous => Projected::Ambiguous,
            Selection::None => Projected::None,
            Selection::Chosen(Candidate::Impl(imp), impl_args) => {
                self.impl_assoc_ty(imp, impl_args, assoc, args, span)
            }
            Selection::Chosen(Candidate::Callable(_, ret), _) => {
                Projected::Ty(self.normalize(ret, span))
            }
            Selection::Chosen(Candidate::Builtin, _) => Projected::None,
            Selection::Chosen(Candidate::Assumed(_), _) => Projected::Rigid,
            Selection::Chosen(Candidate::Handle(t), _) => self.handle_assoc(t, assoc),
        }
    }

    /// An associated type of a hardware handle that its bounds leave open: a type of its own.
    fn handle_assoc(&self, of: TraitRef, assoc: DefId) -> Projected {
        match *self.shallow(of.self_ty()).kind() {
            TyKind::Adt(handle, _) => Projected::Ty(self.tcx.handle_part(handle, assoc)),
            _ => Projected::Rigid,
        }
    }

    /// What where-clauses and item bounds say of an associated type, with the arguments of which they say it. There are several
    /// as long as inference leaves open which is meant: `Shl<u32, Output = Self> + Shl<i32, Output = Self>`.
    fn assumed_projections(&self, assoc: DefId, args: Args, self_ty: Ty) -> Vec<(Args, Ty)> {
        let mut all: Vec<Predicate> = self.env.predicates.clone();
        match *self_ty.kind() {
            TyKind::Projection(def, args) | TyKind::Opaque(def, args) => {
                let bounds = self.tcx.elaborate(&self.tcx.item_bounds(def));
                all.extend(bounds.iter().map(|p| p.subst(args)));
            }
            TyKind::Adt(def, _) if self.tcx.kind(def) == DefKind::Handle => {
                all.extend(self.tcx.handle_bounds(def))
            }
            TyKind::Infer(_) => return Vec::new(),
            _ => {}
        }
        let unify = |a: Args, b: Args| self.probe(|| self.unify_args(a, b).is_ok());
        let mut found: Vec<(Args, Ty)> = Vec::new();
        for predicate in all {
            let Predicate::Projection(def, assumed, ty) = predicate else {
                continue;
            };
            if def == assoc
                && unify(assumed, args)
                && !found.iter().any(|(known, _)| unify(known, assumed))
            {
                found.push((assumed, ty));
            }
        }
        found
    }

    fn impl_assoc_ty(
        &self,
        imp: DefId,
        impl_args: Args,
        assoc: DefId,
        args: Args,
        span: Span,
    ) -> Projected {
        let name = self.tcx.name(assoc);
        let own = self.tcx.assoc_named(imp, name, DefKind::AssocTy);
        let of_trait = self.tcx.generics(assoc).parent_count;
        let ty = match own {
            Some(item) => {
                let own_args = args.iter().skip(of_trait);
                let all: Vec<GenericArg> = impl_args.iter().chain(own_args).copied().collect();
                subst(self.tcx.type_of(item), mk_args(&all))
            }
            None => subst(self.tcx.type_of(assoc), args),
        };
        Projected::Ty(self.normalize(ty, span))
    }

    /// Replaces projections by what they are, or by variables with an obligation where that is not known yet.
    pub fn normalize(&self, ty: Ty, span: Span) -> Ty {
        if !has_projections(ty) {
            return ty;
        }
        self.normalize_at(ty, span, 0)
    }

    fn normalize_at(&self, ty: Ty, span: Span, depth: u32) -> Ty {
        Normalizer {
            infer: self,
            span,
            depth,
        }
        .fold_ty(ty)
    }

    pub fn normalize_predicate(&self, predicate: Predicate, span: Span) -> Predicate {
        let mut normalizer = Normalizer {
            infer: self,
            span,
            depth: 0,
        };
        match predicate {
            Predicate::Trait(t) => Predicate::Trait(TraitRef {
                def: t.def,
                args: normalizer.fold_args(t.args),
            }),
            Predicate::Projection(def, args, ty) => {
                let args = normalizer.fold_args(args);
                Predicate::Projection(def, args, normalizer.fold_ty(ty))
            }
        }
    }

    /// Whether a type has a trait, as far as is known.
    pub fn implements(&self, ty: Ty, trait_def: DefId) -> Answer {
        self.probe(|| {
            let args = self.fresh_args(trait_def, &[GenericArg::Ty(ty)]);
            self.evaluate(
                Predicate::Trait(TraitRef {
                    def: trait_def,
                    args,
                }),
                0,
            )
        })
    }

    /// Whether values of a type are copied.
    pub fn is_copy(&self, ty: Ty) -> bool {
        let ty = self.resolve(ty);
        match *ty.kind() {
            TyKind::Ref { mutable, .. } => !mutable,
            TyKind::RawPtr { .. } => true,
            TyKind::Tuple(tys) => tys.iter().all(|&ty| self.is_copy(ty)),
            TyKind::Array(inner, _) => self.is_copy(inner),
            TyKind::Closure(def, args) => self.closure_is_copy(def, args),
            _ if ty.is_scalar() || ty.is_never() || ty.is_error() => true,
            _ => match self.tcx.lang("copy") {
                Some(copy) => self.implements(ty, copy) == Answer::Yes,
                None => false,
            },
        }
    }

    fn closure_is_copy(&self, def: DefId, args: Args) -> bool {
        let entry = self.tcx.caches.borrow().closures.get(&def).cloned();
        let Some(closure) = entry.and_then(|entry| entry.closure) else {
            return false;
        };
        closure.captures.iter().all(|capture| match capture.mode {
            super::tree::BindingMode::Ref { mutable } => !mutable,
            super::tree::BindingMode::Value => self.is_copy(subst(capture.ty, args)),
        })
    }
}

enum Candidates {
    None,
    One(Candidate),
    Ambiguous,
}

fn as_trait(predicate: &Predicate, def: DefId) -> Option<TraitRef> {
    match predicate {
        Predicate::Trait(t) if t.def == def => Some(*t),
        _ => None,
    }
}

struct Normalizer<'a, 't> {
    infer: &'a Infer<'t>,
    span: Span,
    depth: u32,
}

impl Normalizer<'_, '_> {
    fn projection(&mut self, def: DefId, args: Args) -> Ty {
        self.depth += 1;
        if self.depth > DEPTH {
            return Ty::error();
        }
        let ty = match self.infer.project(def, args, self.span, self.depth) {
            Projected::Ty(ty) => ty,
            Projected::Rigid => mk(TyKind::Projection(def, args)),
            Projected::Ambiguous => {
                let ty = self.infer.fresh_ty();
                self.infer
                    .register(Predicate::Projection(def, args, ty), self.span);
                ty
            }
            Projected::None => mk(TyKind::Projection(def, args)),
        };
        self.depth -= 1;
        ty
    }
}

impl Normalizer<'_, '_> {
    fn revealed(&mut self, opaque: DefId, args: Args) -> Ty {
        let tcx = self.infer.tcx;
        if self.depth > DEPTH {
            let message = "what this type hides is only described by itself";
            tcx.error("typeck::cycle", tcx.span(opaque), message);
            return self.infer.reported();
        }
        match tcx.hidden_type(opaque, args) {
            Ok(hidden) => {
                self.depth += 1;
                let ty = self.fold_ty(hidden);
                self.depth -= 1;
                ty
            }
            Err(Reported) => self.infer.reported(),
        }
    }
}

impl Folder for Normalizer<'_, '_> {
    fn fold_ty(&mut self, ty: Ty) -> Ty {
        let ty = self.infer.shallow(ty);
        match *ty.kind() {
            TyKind::Projection(def, args) => {
                let args = self.fold_args(args);
                self.projection(def, args)
            }
            TyKind::Opaque(def, args) if self.infer.reveal => {
                let args = self.fold_args(args);
                self.revealed(def, args)
            }
            _ if !has_projections(ty) => ty,
            _ => self.super_fold_ty(ty),
        }
    }

    fn fold_const(&mut self, c: Const) -> Const {
        let c = self.super_fold_const(self.infer.shallow_const(c));
        self.infer.evaluated(c)
    }
}

/// The kinds of call a closure of some kind supports, by the trait's lang name.
pub fn closure_kind_of_trait(name: &str) -> Option<ClosureKind> {
    match name {
        "fn" => Some(ClosureKind::Fn),
        "fn_mut" => Some(ClosureKind::FnMut),
        "fn_once" => Some(ClosureKind::FnOnce),
        _ => None,
    }
}
