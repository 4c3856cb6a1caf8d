//! Inference variables and unification, with snapshots for trying things out.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use super::convert::FreshVars;
use super::fold::Folder;
use super::generics::{ParamKind, Predicate};
use super::traits::ParamEnv;
use super::ty::{
    mk, mk_args, Args, Const, DefId, FloatTy, GenericArg, InferVar, IntTy, Ty, TyKind,
};
use super::Tcx;
use crate::source::Span;
use std::rc::Rc;

/// The two types do not unify.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch;

#[derive(Default)]
struct Tables {
    general: Vec<Option<Ty>>,
    ints: Vec<Option<Ty>>,
    floats: Vec<Option<Ty>>,
    consts: Vec<Option<Const>>,
    /// General variables that stand for the value of a diverging expression.
    diverging: Vec<u32>,
    undo: Vec<Undo>,
}

#[derive(Clone, Copy)]
enum Undo {
    General(u32),
    Int(u32),
    Float(u32),
    Const(u32),
}

/// The state of the tables at some point.
pub struct Snapshot {
    undo: usize,
    pending: usize,
}

/// Something that must hold, to be decided when enough is known.
#[derive(Clone, Copy, Debug)]
pub struct Obligation {
    pub predicate: Predicate,
    pub span: Span,
}

/// The signature of a closure whose body is being checked.
#[derive(Clone, Debug)]
pub struct ClosureSig {
    pub params: Vec<Ty>,
    pub ret: Ty,
}

/// One inference problem: a function body, or a question about concrete types.
pub struct Infer<'t> {
    pub tcx: &'t Tcx,
    pub env: Rc<ParamEnv>,
    tables: RefCell<Tables>,
    pub pending: RefCell<Vec<Obligation>>,
    pub closures: RefCell<HashMap<DefId, ClosureSig>>,
    /// The opaque types that the body defines, each with the variable for what it hides.
    pub hidden: RefCell<Vec<(DefId, Args, Ty)>>,
    /// Whether a type may become what an opaque type hides.
    defining: Cell<bool>,
    /// Whether an error that a type depends on has been reported.
    failed: Cell<bool>,
    /// Whether opaque types are seen through (concrete world).
    pub reveal: bool,
    /// The trait that the impl around the body is of: its methods need no import there.
    pub of_trait: Option<DefId>,
}

impl<'t> Infer<'t> {
    pub fn new(tcx: &'t Tcx, env: Rc<ParamEnv>, reveal: bool) -> Infer<'t> {
        Infer {
            tcx,
            env,
            tables: RefCell::default(),
            pending: RefCell::default(),
            closures: RefCell::default(),
            hidden: RefCell::default(),
            defining: Cell::new(false),
            failed: Cell::new(false),
            reveal,
            of_trait: None,
        }
    }

    /// The type of what an error was reported about.
    pub fn reported(&self) -> Ty {
        self.failed.set(true);
        Ty::error()
    }

    pub fn has_failed(&self) -> bool {
        self.failed.get()
    }

    pub fn int_var(&self) -> Ty {
        let mut tables = self.tables.borrow_mut();
        tables.ints.push(None);
        mk(TyKind::Infer(InferVar::Int(tables.ints.len() as u32 - 1)))
    }

    pub fn float_var(&self) -> Ty {
        let mut tables = self.tables.borrow_mut();
        tables.floats.push(None);
        mk(TyKind::Infer(InferVar::Float(
            tables.floats.len() as u32 - 1,
        )))
    }

    /// A variable for the value of something that diverges: of the edition's type if nothing else is known.
    pub fn diverging_var(&self) -> Ty {
        let ty = self.fresh_ty();
        if let TyKind::Infer(InferVar::General(index)) = ty.kind() {
            self.tables.borrow_mut().diverging.push(*index);
        }
        ty
    }

    /// Fresh variables for all parameters of a definition after `given`.
    pub fn fresh_args(&self, def: DefId, given: &[GenericArg]) -> Args {
        let params = self.tcx.all_params(def);
        let fresh = params
            .iter()
            .skip(given.len())
            .map(|param| match param.kind {
                ParamKind::Const(..) => GenericArg::Const(self.fresh_const()),
                _ => GenericArg::Ty(self.fresh_ty()),
            });
        let args: Vec<GenericArg> = given.iter().copied().chain(fresh).collect();
        mk_args(&args)
    }

    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            undo: self.tables.borrow().undo.len(),
            pending: self.pending.borrow().len(),
        }
    }

    pub fn rollback(&self, to: Snapshot) {
        let mut tables = self.tables.borrow_mut();
        while tables.undo.len() > to.undo {
            match tables.undo.pop() {
                Some(Undo::General(index)) => tables.general[index as usize] = None,
                Some(Undo::Int(index)) => tables.ints[index as usize] = None,
                Some(Undo::Float(index)) => tables.floats[index as usize] = None,
                Some(Undo::Const(index)) => tables.consts[index as usize] = None,
                None => break,
            }
        }
        self.pending.borrow_mut().truncate(to.pending);
    }

    /// Runs something and undoes what it did to the variables.
    pub fn probe<R>(&self, f: impl FnOnce() -> R) -> R {
        let snapshot = self.snapshot();
        let result = f();
        self.rollback(snapshot);
        result
    }

    /// Runs something and undoes it if it fails.
    pub fn commit_if_ok<R, E>(&self, f: impl FnOnce() -> Result<R, E>) -> Result<R, E> {
        let snapshot = self.snapshot();
        let result = f();
        if result.is_err() {
            self.rollback(snapshot);
        }
        result
    }

    /// Follows variables at the head of a type.
    pub fn shallow(&self, ty: Ty) -> Ty {
        let mut ty = ty;
        loop {
            let tables = self.tables.borrow();
            let next = match *ty.kind() {
                TyKind::Infer(InferVar::General(index)) => tables.general[index as usize],
                TyKind::Infer(InferVar::Int(index)) => tables.ints[index as usize],
                TyKind::Infer(InferVar::Float(index)) => tables.floats[index as usize],
                _ => None,
            };
            match next {
                Some(known) => ty = known,
                None => return ty,
            }
        }
    }

    pub fn shallow_const(&self, c: Const) -> Const {
        let mut c = c;
        while let Const::Infer(index) = c {
            match self.tables.borrow().consts[index as usize] {
                Some(known) => c = known,
                None => break,
            }
        }
        c
    }

    /// Replaces all variables that are known.
    pub fn resolve(&self, ty: Ty) -> Ty {
        Resolver { infer: self }.fold_ty(ty)
    }

    pub fn resolve_args(&self, args: Args) -> Args {
        Resolver { infer: self }.fold_args(args)
    }

    pub fn resolve_const(&self, c: Const) -> Const {
        Resolver { infer: self }.fold_const(c)
    }

    pub fn resolve_predicate(&self, predicate: Predicate) -> Predicate {
        match predicate {
            Predicate::Trait(t) => Predicate::Trait(super::generics::TraitRef {
                def: t.def,
                args: self.resolve_args(t.args),
            }),
            Predicate::Projection(def, args, ty) => {
                Predicate::Projection(def, self.resolve_args(args), self.resolve(ty))
            }
        }
    }

    /// Two types that the program says are one: that may tell what an opaque type of this body hides, which merely
    /// trying an impl or a method must not.
    pub fn equate(&self, a: Ty, b: Ty) -> Result<(), Mismatch> {
        self.defining.set(true);
        let result = self.unify(a, b);
        self.defining.set(false);
        result
    }

    pub fn unify(&self, a: Ty, b: Ty) -> Result<(), Mismatch> {
        let a = self.shallow(a);
        let b = self.shallow(b);
        if a == b {
            return Ok(());
        }
        if self.defining.get() {
            if let Some(result) = self.unify_opaque(a, b).or_else(|| self.unify_opaque(b, a)) {
                return result;
            }
        }
        match (*a.kind(), *b.kind()) {
            (TyKind::Error, _) | (_, TyKind::Error) => Ok(()),
            (TyKind::Infer(var), _) => self.bind(var, b),
            (_, TyKind::Infer(var)) => self.bind(var, a),
            (TyKind::Tuple(x), TyKind::Tuple(y)) if x.len() == y.len() => {
                x.iter().zip(y).try_for_each(|(&x, &y)| self.unify(x, y))
            }
            (TyKind::Array(x, n), TyKind::Array(y, m)) => {
                self.unify(x, y)?;
                self.unify_const(n, m)
            }
            (TyKind::Slice(x), TyKind::Slice(y)) => self.unify(x, y),
            (
                TyKind::Ref {
                    mutable: m,
                    inner: x,
                },
                TyKind::Ref {
                    mutable: n,
                    inner: y,
                },
            ) if m == n => self.unify(x, y),
            (
                TyKind::RawPtr {
                    mutable: m,
                    inner: x,
                },
                TyKind::RawPtr {
                    mutable: n,
                    inner: y,
                },
            ) if m == n => self.unify(x, y),
            (TyKind::Adt(d, x), TyKind::Adt(e, y))
            | (TyKind::FnDef(d, x), TyKind::FnDef(e, y))
            | (TyKind::Closure(d, x), TyKind::Closure(e, y))
            | (TyKind::Opaque(d, x), TyKind::Opaque(e, y))
            | (TyKind::Projection(d, x), TyKind::Projection(e, y))
                if d == e =>
            {
                self.unify_args(x, y)
            }
            (TyKind::FnPtr(ps, r), TyKind::FnPtr(qs, s)) if ps.len() == qs.len() => {
                ps.iter()
                    .zip(qs)
                    .try_for_each(|(&p, &q)| self.unify(p, q))?;
                self.unify(r, s)
            }
            _ => Err(Mismatch),
        }
    }

    /// Where its own body is checked, an opaque type is what it hides: a recursive call says nothing new about that.
    fn unify_opaque(&self, opaque: Ty, other: Ty) -> Option<Result<(), Mismatch>> {
        let TyKind::Opaque(def, args) = *opaque.kind() else {
            return None;
        };
        let hidden = self.shallow(self.hidden_by(def, args)?);
        match other.kind() {
            _ if other == hidden => Some(Ok(())),
            TyKind::Infer(_) => None,
            _ => Some(self.unify(hidden, other)),
        }
    }

    /// The variable for what an opaque type of this very body hides.
    fn hidden_by(&self, def: DefId, args: Args) -> Option<Ty> {
        let known = self
            .hidden
            .borrow()
            .iter()
            .find(|own| own.0 == def)
            .copied();
        let (_, own, hidden) = known?;
        let same = self.commit_if_ok(|| self.unify_args(own, args));
        same.ok().map(|()| hidden)
    }

    pub fn unify_args(&self, a: Args, b: Args) -> Result<(), Mismatch> {
        if a.len() != b.len() {
            return Err(Mismatch);
        }
        a.iter().zip(b).try_for_each(|(&x, &y)| match (x, y) {
            (GenericArg::Ty(x), GenericArg::Ty(y)) => self.unify(x, y),
            (GenericArg::Const(x), GenericArg::Const(y)) => self.unify_const(x, y),
            _ => Err(Mismatch),
        })
    }

    pub fn unify_const(&self, a: Const, b: Const) -> Result<(), Mismatch> {
        let a = self.evaluated(a);
        let b = self.evaluated(b);
        match (a, b) {
            _ if a == b => Ok(()),
            (Const::Error, _) | (_, Const::Error) => Ok(()),
            (Const::Infer(index), other) | (other, Const::Infer(index)) => {
                let mut tables = self.tables.borrow_mut();
                tables.consts[index as usize] = Some(other);
                tables.undo.push(Undo::Const(index));
                Ok(())
            }
            // Not both known: equal by rustc's word.
            (Const::Unevaluated(..), _) | (_, Const::Unevaluated(..)) => Ok(()),
            _ => Err(Mismatch),
        }
    }

    /// A constant with its value, if it has one already.
    pub fn evaluated(&self, c: Const) -> Const {
        let c = self.resolve_const(c);
        match c {
            Const::Unevaluated(def, args) => match self.tcx.try_eval_const(def, args) {
                Some(value) => Const::Value(value),
                None => c,
            },
            other => other,
        }
    }

    fn bind(&self, var: InferVar, ty: Ty) -> Result<(), Mismatch> {
        match (var, *ty.kind()) {
            (InferVar::General(index), _) => {
                if self.occurs(index, ty) {
                    return Err(Mismatch);
                }
                let mut tables = self.tables.borrow_mut();
                tables.general[index as usize] = Some(ty);
                tables.undo.push(Undo::General(index));
                Ok(())
            }
            (_, TyKind::Infer(InferVar::General(index))) => {
                let mut tables = self.tables.borrow_mut();
                tables.general[index as usize] = Some(mk(TyKind::Infer(var)));
                tables.undo.push(Undo::General(index));
                Ok(())
            }
            (InferVar::Int(index), TyKind::Int(_) | TyKind::Infer(InferVar::Int(_))) => {
                let mut tables = self.tables.borrow_mut();
                tables.ints[index as usize] = Some(ty);
                tables.undo.push(Undo::Int(index));
                Ok(())
            }
            (InferVar::Float(index), TyKind::Float(_) | TyKind::Infer(InferVar::Float(_))) => {
                let mut tables = self.tables.borrow_mut();
                tables.floats[index as usize] = Some(ty);
                tables.undo.push(Undo::Float(index));
                Ok(())
            }
            _ => Err(Mismatch),
        }
    }

    fn occurs(&self, index: u32, ty: Ty) -> bool {
        let ty = self.resolve(ty);
        let var = TyKind::Infer(InferVar::General(index));
        super::fold::any_part(ty, &mut |part| *part.kind() == var, &mut |_| false)
    }

    /// Integer variables become `i32`, float variables `f64`, diverging ones unit.
    pub fn fall_back(&self) -> bool {
        let mut tables = self.tables.borrow_mut();
        let mut changed = false;
        for slot in tables.ints.iter_mut().filter(|slot| slot.is_none()) {
            *slot = Some(Ty::int(IntTy::I32));
            changed = true;
        }
        for slot in tables.floats.iter_mut().filter(|slot| slot.is_none()) {
            *slot = Some(Ty::float(FloatTy::F64));
            changed = true;
        }
        changed
    }

    /// The fallback of diverging variables to the type that the edition says, after all else.
    pub fn fall_back_diverging(&self, to: Ty) -> bool {
        let diverging = self.tables.borrow().diverging.clone();
        let mut changed = false;
        for index in diverging {
            let var = self.shallow(mk(TyKind::Infer(InferVar::General(index))));
            if let TyKind::Infer(InferVar::General(root)) = *var.kind() {
                self.tables.borrow_mut().general[root as usize] = Some(to);
                changed = true;
            }
        }
        changed
    }
}

impl FreshVars for Infer<'_> {
    fn fresh_ty(&self) -> Ty {
        let mut tables = self.tables.borrow_mut();
        tables.general.push(None);
        mk(TyKind::Infer(InferVar::General(
            tables.general.len() as u32 - 1,
        )))
    }

    fn fresh_const(&self) -> Const {
        let mut tables = self.tables.borrow_mut();
        tables.consts.push(None);
        Const::Infer(tables.consts.len() as u32 - 1)
    }
}

struct Resolver<'a, 't> {
    infer: &'a Infer<'t>,
}

impl Folder for Resolver<'_, '_> {
    fn fold_ty(&mut self, ty: Ty) -> Ty {
        let ty = self.infer.shallow(ty);
        self.super_fold_ty(ty)
    }

    fn fold_const(&mut self, c: Const) -> Const {
        let c = self.infer.shallow_const(c);
        self.super_fold_const(c)
    }
}
