//! Closures: their signatures from what is expected of them, their captures from their bodies.

use std::rc::Rc;

use super::super::defs::{DefKind, Node};
use super::super::fold::subst;
use super::super::generics::Predicate;
use super::super::infer::ClosureSig;
use super::super::traits::Answer;
use super::super::tree::{
    BindingMode, Capture, Closure, ClosureKind, Expr, ExprKind, LocalId, Pat, PatKind, Stmt,
};
use super::super::ty::{mk, GenericArg, Ty, TyKind};
use super::{Checker, Expect, Frame};
use crate::source::{Span, Symbol};
use crate::syntax::ast;

impl Checker<'_> {
    pub(super) fn check_closure(
        &mut self,
        closure: &'static ast::Closure,
        expect: Expect,
        span: Span,
    ) -> Expr {
        let krate = self.tcx.crate_of(self.owner);
        let name = Symbol::new("{closure}");
        let def = self.tcx.defs.borrow_mut().add(
            DefKind::Closure,
            name,
            Some(self.owner),
            krate,
            span,
            Node::None,
        );
        let args = self.tcx.identity_args(self.owner);
        let ty = mk(TyKind::Closure(def, args));
        let (param_tys, ret) = self.closure_signature(closure, expect);
        let sig = ClosureSig {
            params: param_tys.clone(),
            ret,
        };
        self.infer.closures.borrow_mut().insert(def, sig);
        self.closures.push(def);
        if let Some(expected) = expect.ty().map(|ty| self.infer.shallow(ty)) {
            if matches!(expected.kind(), TyKind::Infer(_)) {
                let _ = self.infer.unify(expected, ty);
            }
        }
        let scope = self.names.len();
        let params: Vec<Pat> = closure
            .params
            .iter()
            .zip(&param_tys)
            .map(|((pat, _), &ty)| self.check_pattern(pat, ty))
            .collect();
        let outer = std::mem::replace(
            &mut self.frame,
            Frame {
                ret,
                breakables: Vec::new(),
            },
        );
        let reached = std::mem::replace(&mut self.diverges, false);
        let body = self.check_coerced(&closure.body, ret);
        self.diverges = reached;
        self.frame = outer;
        self.names.truncate(scope);
        // By-move is kept in the kind until the captures are known.
        let kind = if closure.by_move {
            ClosureKind::FnOnce
        } else {
            ClosureKind::Fn
        };
        let closure = Closure {
            def,
            params,
            body,
            ret,
            kind,
            captures: Vec::new(),
            span,
        };
        Expr {
            kind: ExprKind::Closure(Rc::new(closure)),
            ty,
            span,
        }
    }

    fn closure_signature(
        &mut self,
        closure: &'static ast::Closure,
        expect: Expect,
    ) -> (Vec<Ty>, Ty) {
        let expected = self.expected_signature(expect);
        let hinted = expected
            .as_ref()
            .filter(|(params, _)| params.len() == closure.params.len());
        let hinted = hinted.cloned();
        let mut params = Vec::new();
        for (index, (_, ty)) in closure.params.iter().enumerate() {
            let hint = hinted.as_ref().map(|(params, _)| params[index]);
            let ty = match (ty, hint) {
                (Some(ty), hint) => {
                    let written = self.written_ty(ty);
                    if let Some(hint) = hint {
                        let _ = self.infer.commit_if_ok(|| self.infer.unify(written, hint));
                    }
                    written
                }
                (None, Some(hint)) => hint,
                (None, None) => self.fresh(),
            };
            params.push(ty);
        }
        let ret = match (&closure.ret, hinted.and_then(|(_, ret)| ret)) {
            (Some(ty), hint) => {
                let written = self.written_ty(ty);
                if let Some(hint) = hint {
                    let _ = self.infer.commit_if_ok(|| self.infer.unify(written, hint));
                }
                written
            }
            (None, Some(hint)) => hint,
            (None, None) => self.fresh(),
        };
        (params, ret)
    }

    /// Parameters and result that the context asks of a closure.
    fn expected_signature(&mut self, expect: Expect) -> Option<(Vec<Ty>, Option<Ty>)> {
        let ty = self.infer.shallow(expect.ty()?);
        match *ty.kind() {
            TyKind::FnPtr(params, ret) => Some((params.to_vec(), Some(ret))),
            TyKind::Infer(_) => self.signature_from_obligations(ty),
            _ => None,
        }
    }

    /// Looks for `?T: Fn(A) -> B` among what is pending.
    fn signature_from_obligations(&mut self, var: Ty) -> Option<(Vec<Ty>, Option<Ty>)> {
        let pending: Vec<Predicate> = self
            .infer
            .pending
            .borrow()
            .iter()
            .map(|o| o.predicate)
            .collect();
        let mut params = None;
        let mut ret = None;
        let once = self.tcx.lang("fn_once");
        for predicate in pending {
            for predicate in self.tcx.elaborate(&[predicate]) {
                match predicate {
                    Predicate::Trait(t)
                        if self.infer.shallow(t.self_ty()) == var && self.is_fn_trait(t.def) =>
                    {
                        params = params.or_else(|| self.tuple_parts(t.args.get(1)));
                    }
                    Predicate::Projection(def, args, ty)
                        if self.tcx.parent(def) == once && self.is_about(args, var) =>
                    {
                        params = params.or_else(|| self.tuple_parts(args.get(1)));
                        ret = Some(ty);
                    }
                    _ => {}
                }
            }
        }
        params.map(|params| (params, ret))
    }

    /// Whether the self type of a predicate's arguments is this variable.
    fn is_about(&self, args: super::super::ty::Args, var: Ty) -> bool {
        let self_ty = args.first().and_then(|arg| arg.ty());
        self_ty.is_some_and(|ty| self.infer.shallow(ty) == var)
    }

    fn is_fn_trait(&self, def: super::super::ty::DefId) -> bool {
        ["fn", "fn_mut", "fn_once"]
            .iter()
            .any(|name| self.tcx.lang(name) == Some(def))
    }

    fn tuple_parts(&self, arg: Option<&GenericArg>) -> Option<Vec<Ty>> {
        match *self.infer.shallow(arg?.ty()?).kind() {
            TyKind::Tuple(tys) => Some(tys.to_vec()),
            _ => None,
        }
    }

    /// Finds what a finished closure captures and how, inside a body whose types are known.
    pub(super) fn capture(&self, closure: &mut Closure, by_move: bool) {
        let mut uses = Uses {
            checker: self,
            inner: Vec::new(),
            found: Vec::new(),
        };
        closure.params.iter().for_each(|pat| uses.bind(pat));
        uses.value(&closure.body);
        let found = uses.found;
        closure.kind = found
            .iter()
            .map(|place| place.used.needs())
            .max()
            .unwrap_or(ClosureKind::Fn);
        let taken = self.separate(found, by_move);
        closure.captures = taken
            .into_iter()
            .map(|place| Capture {
                local: place.local,
                ty: self.type_at(&place),
                mode: if by_move || self.is_lent_on(&place) {
                    BindingMode::Value
                } else {
                    place.used.mode()
                },
                path: place.path.iter().map(|(field, _)| Some(*field)).collect(),
            })
            .collect();
    }

    /// Whether a captured place is a reference of which the closure needs what is behind it: it gets the reference, not one to
    /// the variable, which it may outlive.
    fn is_lent_on(&self, place: &UsedPlace) -> bool {
        let ty = self.infer.resolve(self.type_at(place));
        place.used <= Used::Reborrowed && matches!(ty.kind(), TyKind::Ref { .. })
    }

    /// The places to capture: in order of the variables' first use, none inside another. Since edition 2021 a field
    /// that is moved is captured alone; a reference to the whole variable does as well as one to its field.
    fn separate(&self, found: Vec<UsedPlace>, by_move: bool) -> Vec<UsedPlace> {
        let edition = self.tcx.edition(self.owner);
        let moved = |local: LocalId| {
            let mut of_local = found.iter().filter(|place| place.local == local);
            by_move || of_local.any(|place| place.used == Used::Moved)
        };
        let mut order: Vec<LocalId> = Vec::new();
        let mut kept: Vec<UsedPlace> = Vec::new();
        for place in &found {
            if !order.contains(&place.local) {
                order.push(place.local);
            }
            let whole = self.locals[place.local.0 as usize].ty;
            let mut place = place.clone();
            let alone = moved(place.local) && !self.infer.is_copy(whole);
            if edition < ast::Edition::E2021 || !(alone || self.is_lent_on(&place)) {
                place.path.clear();
            }
            self.stop_at_destructors(whole, &mut place.path);
            kept.retain(|other| !place.absorb(other));
            kept.push(place);
        }
        let rank = |place: &UsedPlace| order.iter().position(|local| *local == place.local);
        let fields = |place: &UsedPlace| place.path.iter().map(|(field, _)| *field).collect();
        kept.sort_by_key(|place| -> (_, Vec<u32>) { (rank(place), fields(place)) });
        kept
    }

    /// Nothing can be moved out of a value with a destructor of its own.
    fn stop_at_destructors(&self, whole: Ty, path: &mut Path) {
        let Some(drop) = self.tcx.lang("drop") else {
            return;
        };
        let owners = std::iter::once(Some(whole)).chain(path.iter().map(|(_, ty)| *ty));
        let has_destructor = |ty: Option<Ty>| {
            let ty = ty.map(|ty| self.infer.resolve(ty));
            ty.is_some_and(|ty| {
                matches!(ty.kind(), TyKind::Adt(..))
                    && self.infer.implements(ty, drop) == Answer::Yes
            })
        };
        let end = owners.into_iter().take(path.len()).position(has_destructor);
        path.truncate(end.unwrap_or(path.len()));
    }

    fn type_at(&self, place: &UsedPlace) -> Ty {
        let last = place.path.last().and_then(|(_, ty)| *ty);
        last.unwrap_or(self.locals[place.local.0 as usize].ty)
    }
}

/// Fields from a variable to a place inside it, with their types where they are at hand.
type Path = Vec<(u32, Option<Ty>)>;

/// A place of the function around a closure, used inside it.
#[derive(Clone)]
struct UsedPlace {
    local: LocalId,
    path: Path,
    used: Used,
}

impl UsedPlace {
    /// Takes the other place in if one of the two contains the other.
    fn absorb(&mut self, other: &UsedPlace) -> bool {
        let pairs = self.path.iter().zip(&other.path);
        let related = self.local == other.local && pairs.into_iter().all(|(a, b)| a.0 == b.0);
        if related {
            self.used = self.used.max(other.used);
            if other.path.len() < self.path.len() {
                self.path = other.path.clone();
            }
        }
        related
    }
}

/// How a captured variable is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Used {
    Read,
    /// What is behind the mutable reference that it holds is written, not the variable.
    Reborrowed,
    Written,
    Moved,
}

impl Used {
    fn needs(self) -> ClosureKind {
        match self {
            Used::Read => ClosureKind::Fn,
            Used::Reborrowed | Used::Written => ClosureKind::FnMut,
            Used::Moved => ClosureKind::FnOnce,
        }
    }

    fn mode(self) -> BindingMode {
        match self {
            Used::Read => BindingMode::Ref { mutable: false },
            Used::Reborrowed | Used::Written => BindingMode::Ref { mutable: true },
            Used::Moved => BindingMode::Value,
        }
    }
}

/// Walks a closure's body for the variables of the function around it.
struct Uses<'c, 't> {
    checker: &'c Checker<'t>,
    inner: Vec<LocalId>,
    found: Vec<UsedPlace>,
}

impl Uses<'_, '_> {
    fn bind(&mut self, pat: &Pat) {
        match &pat.kind {
            PatKind::Binding { local, sub, .. } => {
                self.inner.push(*local);
                sub.iter().for_each(|sub| self.bind(sub));
            }
            PatKind::Deref(inner) => self.bind(inner),
            PatKind::Variant { fields, .. } | PatKind::Fields(fields) => {
                fields.iter().for_each(|(_, p)| self.bind(p))
            }
            PatKind::Slice {
                prefix,
                rest,
                suffix,
            } => {
                prefix.iter().chain(suffix).for_each(|p| self.bind(p));
                rest.iter().flatten().for_each(|p| self.bind(p));
            }
            PatKind::Or(pats) => pats.iter().for_each(|p| self.bind(p)),
            PatKind::Wild
            | PatKind::Scalar(_)
            | PatKind::Str(_)
            | PatKind::Const(..)
            | PatKind::Range { .. } => {}
        }
    }

    fn touch(&mut self, local: LocalId, path: Path, used: Used) {
        if !self.inner.contains(&local) {
            self.found.push(UsedPlace { local, path, used });
        }
    }

    /// An expression whose value is taken.
    fn value(&mut self, expr: &Expr) {
        if is_place(expr) {
            let used = if self.checker.infer.is_copy(expr.ty) {
                Used::Read
            } else {
                Used::Moved
            };
            return self.place(expr, used);
        }
        match &expr.kind {
            ExprKind::Scalar(_)
            | ExprKind::Str(_)
            | ExprKind::ByteStr(_)
            | ExprKind::Const(..)
            | ExprKind::ConstValue(_)
            | ExprKind::FnItem
            | ExprKind::Continue { .. }
            | ExprKind::Local(_)
            | ExprKind::Static(_)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Deref(_) => {}
            ExprKind::Adt { fields, base, .. } => {
                fields.iter().for_each(|(_, field)| self.value(field));
                base.iter().for_each(|base| self.update_base(base, fields));
            }
            ExprKind::Tuple(items) | ExprKind::Array(items) => {
                items.iter().for_each(|item| self.value(item));
            }
            ExprKind::Log(items) => items.iter().for_each(|item| self.borrowed(item)),
            ExprKind::Panic { args, .. } => args.iter().for_each(|item| self.borrowed(item)),
            ExprKind::Repeat(inner, _) | ExprKind::Unary(_, inner) | ExprKind::Cast(inner) => {
                self.value(inner)
            }
            ExprKind::Coerce(_, inner) => self.value(inner),
            ExprKind::Check { cond, .. } => self.value(cond),
            ExprKind::Ref { mutable, expr } => {
                self.place(expr, if *mutable { Used::Written } else { Used::Read });
            }
            ExprKind::Binary(_, left, right) | ExprKind::Lazy(_, left, right) => {
                self.value(left);
                self.value(right);
            }
            ExprKind::Assign(place, value) | ExprKind::AssignOp(_, place, value) => {
                self.value(value);
                self.place(place, Used::Written);
            }
            ExprKind::Call { args, .. } => args.iter().for_each(|arg| self.value(arg)),
            ExprKind::CallPtr { callee, args, .. } => {
                self.value(callee);
                args.iter().for_each(|arg| self.value(arg));
            }
            ExprKind::Block(block) => self.block(&block.stmts, block.expr.as_ref()),
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                self.value(cond);
                self.value(then);
                otherwise.iter().for_each(|expr| self.value(expr));
            }
            ExprKind::Let(pat, scrutinee) => self.matched(scrutinee, std::slice::from_ref(&**pat)),
            ExprKind::Match { scrutinee, arms } => {
                let pats: Vec<Pat> = arms.iter().map(|arm| arm.pat.clone()).collect();
                self.matched(scrutinee, &pats);
                for arm in arms {
                    arm.guard.iter().for_each(|guard| self.value(guard));
                    self.value(&arm.body);
                }
            }
            ExprKind::Loop { body, .. } => self.value(body),
            ExprKind::Break { value, .. } | ExprKind::Return(value) => {
                value.iter().for_each(|v| self.value(v))
            }
            ExprKind::Closure(closure) => self.nested(closure),
        }
    }

    /// The base of `S { a, ..base }`: only the fields that are not given are copied or moved.
    fn update_base(&mut self, base: &Expr, given: &[(u32, Expr)]) {
        let infer = &self.checker.infer;
        let ty = infer.resolve(base.ty);
        let (TyKind::Adt(def, args), true) = (*ty.kind(), is_place(base)) else {
            return self.value(base);
        };
        let info = self.checker.tcx.adt(def);
        let fields = info.variants.iter().flat_map(|variant| &variant.fields);
        let is_given = |index: usize| given.iter().any(|(field, _)| *field as usize == index);
        let mut others = fields.enumerate().filter(|(index, _)| !is_given(*index));
        let moved = others.any(|(_, field)| !infer.is_copy(subst(field.ty, args)));
        self.place(base, if moved { Used::Moved } else { Used::Read });
    }

    /// Evaluated for its effects, read by reference.
    fn borrowed(&mut self, expr: &Expr) {
        if is_place(expr) {
            self.place(expr, Used::Read);
        } else {
            self.value(expr);
        }
    }

    fn block(&mut self, stmts: &[Stmt], tail: Option<&Expr>) {
        for stmt in stmts {
            match stmt {
                Stmt::Let {
                    pat,
                    init,
                    otherwise,
                    ..
                } => {
                    match init {
                        Some(init) => self.matched(init, std::slice::from_ref(pat)),
                        None => self.bind(pat),
                    }
                    if let Some(block) = otherwise {
                        self.block(&block.stmts, block.expr.as_ref());
                    }
                }
                Stmt::Expr(expr) => self.value(expr),
            }
        }
        tail.iter().for_each(|tail| self.value(tail));
    }

    fn matched(&mut self, scrutinee: &Expr, pats: &[Pat]) {
        pats.iter().for_each(|pat| self.bind(pat));
        if !is_place(scrutinee) {
            return self.value(scrutinee);
        }
        let used = pats.iter().filter_map(|pat| self.pattern_use(pat)).max();
        // Matching looks at the value even if nothing is bound.
        self.place(scrutinee, used.unwrap_or(Used::Read));
    }

    fn pattern_use(&self, pat: &Pat) -> Option<Used> {
        match &pat.kind {
            PatKind::Binding {
                mode: BindingMode::Ref { mutable: true },
                ..
            } => Some(Used::Written),
            PatKind::Binding {
                mode: BindingMode::Ref { mutable: false },
                ..
            } => Some(Used::Read),
            PatKind::Binding {
                mode: BindingMode::Value,
                ..
            } if self.checker.infer.is_copy(pat.ty) => Some(Used::Read),
            PatKind::Binding { .. } => Some(Used::Moved),
            PatKind::Deref(inner) => self
                .pattern_use(inner)
                .map(|used| used.min(Used::Reborrowed)),
            PatKind::Variant { fields, .. } | PatKind::Fields(fields) => {
                fields.iter().filter_map(|(_, p)| self.pattern_use(p)).max()
            }
            PatKind::Slice {
                prefix,
                rest,
                suffix,
            } => {
                let rest = rest.iter().flatten().map(|p| &**p);
                prefix
                    .iter()
                    .chain(suffix)
                    .chain(rest)
                    .filter_map(|p| self.pattern_use(p))
                    .max()
            }
            PatKind::Or(pats) => pats.iter().filter_map(|p| self.pattern_use(p)).max(),
            PatKind::Wild
            | PatKind::Scalar(_)
            | PatKind::Str(_)
            | PatKind::Const(..)
            | PatKind::Range { .. } => None,
        }
    }

    /// A place that is used in some way.
    fn place(&mut self, expr: &Expr, used: Used) {
        if let Some((local, path)) = path_of(expr) {
            return self.touch(local, path, used);
        }
        match &expr.kind {
            ExprKind::Field(base, _) => self.place(base, used),
            ExprKind::Index(base, index) => {
                self.place(base, used);
                self.value(index);
            }
            // What is behind a shared reference needs the reference only; a mutable one is borrowed uniquely.
            ExprKind::Deref(inner) => {
                let shared = matches!(inner.ty.kind(), TyKind::Ref { mutable: false, .. });
                let used = if shared {
                    Used::Read
                } else {
                    used.min(Used::Reborrowed)
                };
                self.place(inner, used);
            }
            ExprKind::Static(_) => {}
            _ => self.value(expr),
        }
    }

    fn nested(&mut self, closure: &Closure) {
        for capture in &closure.captures {
            let used = match capture.mode {
                BindingMode::Ref { mutable: false } => Used::Read,
                BindingMode::Ref { mutable: true } => Used::Written,
                BindingMode::Value if self.checker.infer.is_copy(capture.ty) => Used::Read,
                BindingMode::Value if is_reference(capture.ty) => match closure.kind {
                    ClosureKind::Fn => Used::Read,
                    ClosureKind::FnMut => Used::Reborrowed,
                    ClosureKind::FnOnce => Used::Moved,
                },
                BindingMode::Value => Used::Moved,
            };
            let last = capture.path.len().saturating_sub(1);
            let steps = capture.path.iter().flatten().enumerate();
            let path = steps.map(|(at, field)| (*field, (at == last).then_some(capture.ty)));
            self.touch(capture.local, path.collect(), used);
        }
    }
}

fn is_reference(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Ref { .. })
}

/// The variable and the fields, if a place is made of nothing else.
fn path_of(expr: &Expr) -> Option<(LocalId, Path)> {
    match &expr.kind {
        ExprKind::Local(local) => Some((*local, Vec::new())),
        ExprKind::Field(base, field) => {
            let (local, mut path) = path_of(base)?;
            path.push((*field, Some(expr.ty)));
            Some((local, path))
        }
        _ => None,
    }
}

pub(super) fn is_place(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Local(_)
            | ExprKind::Static(_)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Deref(_)
    )
}
