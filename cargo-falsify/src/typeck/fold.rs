//! Rebuilding types: substitution of generic arguments and other bottom-up rewrites.

use super::ty::{mk, mk_args, mk_tys, Args, Const, GenericArg, Ty, TyKind};

/// A rewrite of types and constants; the defaults rebuild what they are given.
pub trait Folder {
    fn fold_ty(&mut self, ty: Ty) -> Ty {
        self.super_fold_ty(ty)
    }

    fn fold_const(&mut self, c: Const) -> Const {
        self.super_fold_const(c)
    }

    fn super_fold_const(&mut self, c: Const) -> Const {
        match c {
            Const::Unevaluated(def, args) => Const::Unevaluated(def, self.fold_args(args)),
            other => other,
        }
    }

    fn fold_args(&mut self, args: Args) -> Args {
        if args.is_empty() {
            return args;
        }
        let folded: Vec<GenericArg> = args.iter().map(|&arg| self.fold_arg(arg)).collect();
        mk_args(&folded)
    }

    fn fold_arg(&mut self, arg: GenericArg) -> GenericArg {
        match arg {
            GenericArg::Ty(ty) => GenericArg::Ty(self.fold_ty(ty)),
            GenericArg::Const(c) => GenericArg::Const(self.fold_const(c)),
        }
    }

    fn fold_tys(&mut self, tys: &[Ty]) -> Vec<Ty> {
        tys.iter().map(|&ty| self.fold_ty(ty)).collect()
    }

    fn super_fold_ty(&mut self, ty: Ty) -> Ty {
        match *ty.kind() {
            TyKind::Tuple([]) => ty,
            TyKind::Tuple(tys) => mk(TyKind::Tuple(mk_tys(&self.fold_tys(tys)))),
            TyKind::Array(inner, len) => {
                let inner = self.fold_ty(inner);
                mk(TyKind::Array(inner, self.fold_const(len)))
            }
            TyKind::Slice(inner) => mk(TyKind::Slice(self.fold_ty(inner))),
            TyKind::Ref { mutable, inner } => mk(TyKind::Ref {
                mutable,
                inner: self.fold_ty(inner),
            }),
            TyKind::RawPtr { mutable, inner } => mk(TyKind::RawPtr {
                mutable,
                inner: self.fold_ty(inner),
            }),
            TyKind::Adt(def, args) => mk(TyKind::Adt(def, self.fold_args(args))),
            TyKind::FnDef(def, args) => mk(TyKind::FnDef(def, self.fold_args(args))),
            TyKind::FnPtr(params, ret) => {
                let params = mk_tys(&self.fold_tys(params));
                mk(TyKind::FnPtr(params, self.fold_ty(ret)))
            }
            TyKind::Closure(def, args) => mk(TyKind::Closure(def, self.fold_args(args))),
            TyKind::Projection(def, args) => mk(TyKind::Projection(def, self.fold_args(args))),
            TyKind::Opaque(def, args) => mk(TyKind::Opaque(def, self.fold_args(args))),
            TyKind::Bool
            | TyKind::Char
            | TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Str
            | TyKind::Never
            | TyKind::Param(..)
            | TyKind::Dynamic(_)
            | TyKind::Infer(_)
            | TyKind::Error => ty,
        }
    }
}

struct Subst {
    args: Args,
}

impl Folder for Subst {
    fn fold_ty(&mut self, ty: Ty) -> Ty {
        match *ty.kind() {
            TyKind::Param(index, _) => match self.args.get(index as usize) {
                Some(GenericArg::Ty(ty)) => *ty,
                _ => Ty::error(),
            },
            _ => self.super_fold_ty(ty),
        }
    }

    fn fold_const(&mut self, c: Const) -> Const {
        match c {
            Const::Param(index, _) => match self.args.get(index as usize) {
                Some(GenericArg::Const(c)) => *c,
                _ => Const::Error,
            },
            _ => self.super_fold_const(c),
        }
    }
}

/// Replaces the parameters of an item by arguments.
pub fn subst(ty: Ty, args: Args) -> Ty {
    Subst { args }.fold_ty(ty)
}

pub fn subst_args(list: Args, args: Args) -> Args {
    Subst { args }.fold_args(list)
}

pub fn subst_const(c: Const, args: Args) -> Const {
    Subst { args }.fold_const(c)
}

/// Whether a predicate holds for some part of a type or of the constants in it.
pub fn any_part(
    ty: Ty,
    test: &mut dyn FnMut(Ty) -> bool,
    test_const: &mut dyn FnMut(Const) -> bool,
) -> bool {
    struct Any<'a> {
        test: &'a mut dyn FnMut(Ty) -> bool,
        test_const: &'a mut dyn FnMut(Const) -> bool,
        found: bool,
    }
    impl Folder for Any<'_> {
        fn fold_ty(&mut self, ty: Ty) -> Ty {
            self.found = self.found || (self.test)(ty);
            if self.found {
                ty
            } else {
                self.super_fold_ty(ty)
            }
        }
        fn fold_const(&mut self, c: Const) -> Const {
            self.found = self.found || (self.test_const)(c);
            self.super_fold_const(c)
        }
    }
    let mut any = Any {
        test,
        test_const,
        found: false,
    };
    any.fold_ty(ty);
    any.found
}

/// Whether inference variables are left.
pub fn has_infer(ty: Ty) -> bool {
    any_part(
        ty,
        &mut |t| matches!(t.kind(), TyKind::Infer(_)),
        &mut |c| matches!(c, Const::Infer(_)),
    )
}

/// Whether something is left that depends on generic parameters.
pub fn has_params(ty: Ty) -> bool {
    any_part(
        ty,
        &mut |t| matches!(t.kind(), TyKind::Param(..)),
        &mut |c| matches!(c, Const::Param(..)),
    )
}

/// Whether normalisation could change the type.
pub fn has_projections(ty: Ty) -> bool {
    any_part(
        ty,
        &mut |t| matches!(t.kind(), TyKind::Projection(..) | TyKind::Opaque(..)),
        &mut |c| matches!(c, Const::Unevaluated(..)),
    )
}
