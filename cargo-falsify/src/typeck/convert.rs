//! From written types, paths and bounds to [`Ty`], [`TraitRef`] and [`Predicate`].

use super::defs::{DefKind, Namespace, Node};
use super::fold::{subst, subst_const};
use super::generics::{is_self_ty, GenericParamDef, ParamKind, Predicate, TraitRef};
use super::resolve::Base;
use super::ty::{mk, mk_args, mk_tys, Args, Const, DefId, GenericArg, Ty, TyKind};
use super::Tcx;
use crate::diagnostic::Diagnostic;
use crate::source::{Span, Symbol};
use crate::syntax::ast;

/// Inference variables for what is left out or written `_`; only bodies have them.
pub trait FreshVars {
    fn fresh_ty(&self) -> Ty;
    fn fresh_const(&self) -> Const;
}

/// Converts what is written inside one item.
pub struct Converter<'t> {
    pub tcx: &'t Tcx,
    /// The item whose generic parameters are in scope.
    pub owner: DefId,
    /// The module (or block) in which names are looked up.
    pub module: DefId,
    pub fresh: Option<&'t dyn FreshVars>,
}

impl<'t> Converter<'t> {
    pub fn for_item(tcx: &'t Tcx, owner: DefId) -> Converter<'t> {
        let module = tcx.defs.borrow().module_of(owner);
        Converter {
            tcx,
            owner,
            module,
            fresh: None,
        }
    }

    pub fn is_self(&self, ty: &ast::Ty) -> bool {
        is_self_ty(ty)
    }

    pub fn ty(&self, ty: &'static ast::Ty) -> Ty {
        use ast::TyKind::*;
        match &ty.kind {
            Path(path) => self.path_ty(path),
            Ref { mutable, inner } => Ty::reference(*mutable, self.ty(inner)),
            Ptr { mutable, inner } => mk(TyKind::RawPtr {
                mutable: *mutable,
                inner: self.ty(inner),
            }),
            Array(inner, len) => {
                let inner = self.ty(inner);
                Ty::array(inner, self.constant(len, Ty::usize()))
            }
            Slice(inner) => Ty::slice(self.ty(inner)),
            Tuple(tys) => {
                let tys: Vec<Ty> = tys.iter().map(|ty| self.ty(ty)).collect();
                mk(TyKind::Tuple(mk_tys(&tys)))
            }
            Never => Ty::never(),
            Infer => self.omitted(ty.span),
            ImplTrait(_) => self.impl_trait_param(ty),
            DynTrait(bounds) => self.dyn_trait(bounds, ty.span),
            Fn { params, ret } => {
                let params: Vec<Ty> = params.iter().map(|ty| self.ty(ty)).collect();
                let ret = ret.as_ref().map_or(Ty::unit(), |ret| self.ty(ret));
                mk(TyKind::FnPtr(mk_tys(&params), ret))
            }
            Unsupported { what } => self.unsupported(ty.span, what),
        }
    }

    fn unsupported(&self, span: Span, what: &str) -> Ty {
        self.tcx.error(
            "typeck::unsupported",
            span,
            format!("{what} is not supported"),
        );
        Ty::error()
    }

    fn omitted(&self, span: Span) -> Ty {
        match self.fresh {
            Some(fresh) => fresh.fresh_ty(),
            None => self.unsupported(span, "`_` in a signature"),
        }
    }

    /// A return type, in which `impl Trait` is an opaque type of the function.
    pub fn return_ty(&self, ty: &'static ast::Ty) -> Ty {
        use ast::TyKind::*;
        match &ty.kind {
            ImplTrait(bounds) => {
                let def = self.tcx.opaque(self.owner, ty, bounds);
                mk(TyKind::Opaque(def, self.tcx.identity_args(self.owner)))
            }
            Tuple(tys) => {
                let tys: Vec<Ty> = tys.iter().map(|ty| self.return_ty(ty)).collect();
                mk(TyKind::Tuple(mk_tys(&tys)))
            }
            Ref { mutable, inner } => Ty::reference(*mutable, self.return_ty(inner)),
            Array(inner, len) => {
                let inner = self.return_ty(inner);
                Ty::array(inner, self.constant(len, Ty::usize()))
            }
            Path(path) if mentions_impl(path) => self.return_path_ty(path),
            _ => self.ty(ty),
        }
    }

    /// `Option<impl Trait>` and the like: arguments converted as return types.
    fn return_path_ty(&self, path: &'static ast::Path) -> Ty {
        let converted = self.path_ty(path);
        let TyKind::Adt(def, args) = *converted.kind() else {
            return converted;
        };
        let Some(ast::GenericArgs::Angle { args: written, .. }) = path
            .segments
            .last()
            .and_then(|segment| segment.args.as_ref())
        else {
            return converted;
        };
        let replaced: Vec<GenericArg> = args
            .iter()
            .enumerate()
            .map(|(index, &arg)| match written.get(index) {
                Some(ast::GenericArg::Type(ty)) if arg.ty().is_some() => {
                    GenericArg::Ty(self.return_ty(ty))
                }
                _ => arg,
            })
            .collect();
        Ty::adt(def, mk_args(&replaced))
    }

    fn impl_trait_param(&self, ty: &'static ast::Ty) -> Ty {
        let generics = self.tcx.all_params(self.owner);
        let is_this = |param: &&GenericParamDef| matches!(param.kind, ParamKind::ImplTrait(t) if std::ptr::eq(t, ty));
        match generics.iter().find(is_this) {
            Some(param) => mk(TyKind::Param(param.index, param.name)),
            // In a return type the caller replaces this by the opaque type.
            None => Ty::error(),
        }
    }

    fn dyn_trait(&self, bounds: &'static [ast::Bound], span: Span) -> Ty {
        let found = bounds
            .iter()
            .find_map(|bound| self.tcx.trait_by_path(self.module, &bound.path));
        match found {
            Some(def) => mk(TyKind::Dynamic(def)),
            None => self.unsupported(span, "this trait object"),
        }
    }

    /// A generic parameter in scope, by name: the innermost item first.
    pub fn param(&self, name: Symbol) -> Option<GenericParamDef> {
        let mut at = Some(self.owner);
        while let Some(def) = at {
            let generics = self.tcx.generics(def);
            let found = generics
                .params
                .iter()
                .find(|p| p.name == name && !matches!(p.kind, ParamKind::ImplTrait(_)));
            if let Some(found) = found {
                return Some(found.clone());
            }
            at = generics.parent;
        }
        None
    }

    /// What `Self` means here.
    pub fn self_ty(&self) -> Option<Ty> {
        let mut at = Some(self.owner);
        while let Some(def) = at {
            match self.tcx.kind(def) {
                DefKind::Trait => return Some(mk(TyKind::Param(0, Symbol::new("Self")))),
                DefKind::Impl | DefKind::Struct | DefKind::Enum => {
                    return Some(self.tcx.type_of(def))
                }
                DefKind::Mod => return None,
                _ => at = self.tcx.parent(def),
            }
        }
        None
    }

    /// The impl or trait around the owner.
    pub fn assoc_owner(&self) -> Option<DefId> {
        let mut at = Some(self.owner);
        while let Some(def) = at {
            match self.tcx.kind(def) {
                DefKind::Trait | DefKind::Impl => return Some(def),
                DefKind::Mod => return None,
                _ => at = self.tcx.parent(def),
            }
        }
        None
    }

    pub fn path_ty(&self, path: &'static ast::Path) -> Ty {
        match self.path_start(path) {
            Ok((ty, rest)) => self.assoc_steps(ty, &path.segments[path.segments.len() - rest..]),
            Err(()) => {
                let name = path_text(path);
                self.unresolved(path.span, format!("cannot find type `{name}` here"));
                Ty::error()
            }
        }
    }

    pub fn unresolved(&self, span: Span, message: String) {
        let finding = Diagnostic::new("typeck::unresolved", span, message);
        self.tcx.report(self.tcx.blame_module(finding, self.module));
    }

    fn assoc_steps(&self, start: Ty, segments: &'static [ast::Segment]) -> Ty {
        segments.iter().fold(start, |ty, segment| {
            self.assoc_step(ty, segment).unwrap_or_else(|| {
                let message = format!(
                    "cannot find an associated type `{}` here",
                    segment.ident.name
                );
                if !ty.is_error() {
                    self.tcx
                        .error("typeck::unresolved", segment.ident.span, message);
                }
                Ty::error()
            })
        })
    }

    /// One step along a path of associated types: `::Item`, `::Data<u8>`.
    pub fn assoc_step(&self, ty: Ty, segment: &'static ast::Segment) -> Option<Ty> {
        let found = self.assoc_ty(ty, segment.ident.name)?;
        Some(match *found.kind() {
            TyKind::Projection(assoc, args) => self.projection(assoc, args, segment),
            _ => found,
        })
    }

    /// An associated type with its own arguments, after those of its trait, as a segment has them.
    fn projection(&self, assoc: DefId, args: Args, segment: &'static ast::Segment) -> Ty {
        if args.len() == self.tcx.generics(assoc).count() {
            return mk(TyKind::Projection(assoc, args));
        }
        let span = segment.ident.span;
        let all = self.args_for(assoc, args, segment.args.as_ref(), span, true);
        mk(TyKind::Projection(assoc, all))
    }

    /// The type that the start of a path names, and how many segments are left.
    pub fn path_start(&self, path: &'static ast::Path) -> Result<(Ty, usize), ()> {
        if let Some((self_ty, count)) = &path.qself {
            return self.qualified_start(path, self_ty, *count);
        }
        let segments = &path.segments;
        if path.root == ast::PathRoot::Relative {
            let first = segments[0].ident.name;
            if first.as_str() == "Self" {
                return self.self_ty().map(|ty| (ty, segments.len() - 1)).ok_or(());
            }
            if let Some(param) = self.param(first) {
                if matches!(param.kind, ParamKind::Type(_) | ParamKind::SelfType) {
                    return Ok((
                        mk(TyKind::Param(param.index, param.name)),
                        segments.len() - 1,
                    ));
                }
            }
        }
        let resolved = self
            .tcx
            .walk_path(self.module, path, Namespace::Types)
            .ok_or(())?;
        let segment = &segments[segments.len() - 1 - resolved.rest];
        match resolved.base {
            Base::Prim(ty) => Ok((ty, resolved.rest)),
            Base::Def(def) => Ok((self.def_ty(def, segment, path.span)?, resolved.rest)),
        }
    }

    fn qualified_start(
        &self,
        path: &'static ast::Path,
        self_ty: &'static ast::Ty,
        count: usize,
    ) -> Result<(Ty, usize), ()> {
        let self_ty = self.ty(self_ty);
        if count == 0 {
            return Ok((self_ty, path.segments.len()));
        }
        let trait_def = self
            .tcx
            .trait_by_segments(self.module, path, count)
            .ok_or(())?;
        let args = self.trait_args(
            trait_def,
            self_ty,
            path.segments[count - 1].args.as_ref(),
            path.span,
        );
        let name = path.segments[count].ident.name;
        let (assoc, trait_ref) = self
            .tcx
            .assoc_in_trait(
                TraitRef {
                    def: trait_def,
                    args,
                },
                name,
                DefKind::AssocTy,
            )
            .ok_or(())?;
        let ty = self.projection(assoc, trait_ref.args, &path.segments[count]);
        Ok((ty, path.segments.len() - count - 1))
    }

    /// A type definition with the arguments written at a segment.
    pub fn def_ty(&self, def: DefId, segment: &'static ast::Segment, span: Span) -> Result<Ty, ()> {
        match self.tcx.kind(def) {
            DefKind::Struct | DefKind::Enum => {
                let args = self.args_for(def, &[], segment.args.as_ref(), span, true);
                Ok(Ty::adt(def, args))
            }
            DefKind::TyAlias => {
                let args = self.args_for(def, &[], segment.args.as_ref(), span, true);
                Ok(subst(self.tcx.type_of(def), args))
            }
            DefKind::Trait => Ok(mk(TyKind::Dynamic(def))),
            DefKind::Unsupported => {
                self.tcx.report_unsupported_item(def, span);
                Ok(Ty::error())
            }
            _ => Err(()),
        }
    }

    /// `T::Name`, `Self::Name`: through the bounds of a parameter, the impl or trait around, or a bound of a projection.
    pub fn assoc_ty(&self, ty: Ty, name: Symbol) -> Option<Ty> {
        let project = |(assoc, t): (DefId, TraitRef)| mk(TyKind::Projection(assoc, t.args));
        match *ty.kind() {
            TyKind::Error => return Some(ty),
            TyKind::Param(index, _) => {
                if let Some(found) = self.assoc_through_bounds(ty, index, name) {
                    return Some(found);
                }
            }
            TyKind::Projection(def, args) | TyKind::Opaque(def, args) => {
                for bound in self.tcx.elaborate(&self.tcx.item_bounds(def)) {
                    if let Predicate::Trait(t) = bound {
                        if let Some(found) =
                            self.tcx
                                .assoc_in_trait(t.subst(args), name, DefKind::AssocTy)
                        {
                            return Some(project(found));
                        }
                    }
                }
            }
            _ => {}
        }
        let around = self.assoc_owner()?;
        if Some(ty) != self.self_ty() || self.tcx.kind(around) != DefKind::Impl {
            return None;
        }
        let trait_ref = self.tcx.impl_trait(around)?;
        self.tcx
            .assoc_in_trait(trait_ref, name, DefKind::AssocTy)
            .map(project)
    }

    /// Looks at the written bounds of a parameter without converting all of them, which could need this very type.
    fn assoc_through_bounds(&self, ty: Ty, index: u32, name: Symbol) -> Option<Ty> {
        let mut at = Some(self.owner);
        while let Some(def) = at {
            for bound in self.tcx.written_bounds(def, index) {
                let Some(trait_def) = self.tcx.trait_by_path(self.scope_of(def), &bound.path)
                else {
                    continue;
                };
                if !self.tcx.trait_declares(trait_def, name, &mut Vec::new()) {
                    continue;
                }
                let converter = Converter {
                    tcx: self.tcx,
                    owner: def,
                    module: self.scope_of(def),
                    fresh: None,
                };
                let trait_ref = converter.trait_ref(ty, &bound.path, &mut Vec::new())?;
                let (assoc, t) = self.tcx.assoc_in_trait(trait_ref, name, DefKind::AssocTy)?;
                return Some(mk(TyKind::Projection(assoc, t.args)));
            }
            if self.tcx.kind(def) == DefKind::Trait && index == 0 {
                let trait_ref = TraitRef {
                    def,
                    args: self.tcx.identity_args(def),
                };
                let found = self.tcx.assoc_in_trait(trait_ref, name, DefKind::AssocTy);
                if let Some((assoc, t)) = found {
                    return Some(mk(TyKind::Projection(assoc, t.args)));
                }
            }
            at = self.tcx.generics(def).parent;
        }
        None
    }

    fn scope_of(&self, def: DefId) -> DefId {
        if def == self.owner {
            self.module
        } else {
            self.tcx.defs.borrow().module_of(def)
        }
    }

    /// The arguments of a definition: those of its parent, then the written ones, defaults or fresh variables.
    /// `use_defaults` is false in expressions, where what is left out is inferred.
    pub fn args_for(
        &self,
        def: DefId,
        parent_args: &[GenericArg],
        written: Option<&'static ast::GenericArgs>,
        span: Span,
        use_defaults: bool,
    ) -> Args {
        let mut args = parent_args.to_vec();
        let mut given = match written {
            Some(ast::GenericArgs::Angle { args, .. }) => args.iter(),
            _ => [].iter(),
        };
        let generics = self.tcx.generics(def);
        for param in &generics.params {
            if matches!(param.kind, ParamKind::SelfType) {
                continue;
            }
            let synthetic = matches!(param.kind, ParamKind::ImplTrait(_));
            let arg = match if synthetic { None } else { given.next() } {
                Some(arg) => self.given_arg(def, param, arg, &args),
                None => self.default_arg(def, param, &args, span, use_defaults),
            };
            args.push(arg);
        }
        mk_args(&args)
    }

    fn given_arg(
        &self,
        def: DefId,
        param: &GenericParamDef,
        arg: &'static ast::GenericArg,
        sofar: &[GenericArg],
    ) -> GenericArg {
        match (param.kind, arg) {
            (ParamKind::Const(ty, _), _) => {
                let ty = Converter::for_item(self.tcx, def).ty(ty);
                let ty = subst(ty, mk_args(sofar));
                GenericArg::Const(self.const_arg(arg, ty))
            }
            (_, ast::GenericArg::Type(ty)) => GenericArg::Ty(self.ty(ty)),
            (_, ast::GenericArg::Const(c)) => {
                self.tcx.error(
                    "typeck::mismatch",
                    c.value.span,
                    "a type is expected here, not a constant",
                );
                GenericArg::Ty(Ty::error())
            }
        }
    }

    fn const_arg(&self, arg: &'static ast::GenericArg, ty: Ty) -> Const {
        match arg {
            ast::GenericArg::Const(c) => self.constant(c, ty),
            ast::GenericArg::Type(ast::Ty {
                kind: ast::TyKind::Infer,
                ..
            }) => self.fresh.map_or(Const::Error, |fresh| fresh.fresh_const()),
            ast::GenericArg::Type(ast::Ty {
                kind: ast::TyKind::Path(path),
                span,
            }) => self.path_const(path).unwrap_or_else(|| {
                self.tcx
                    .error("typeck::unresolved", *span, "cannot find this constant");
                Const::Error
            }),
            ast::GenericArg::Type(ty) => {
                self.tcx.error(
                    "typeck::mismatch",
                    ty.span,
                    "a constant is expected here, not a type",
                );
                Const::Error
            }
        }
    }

    /// A path in const position: a parameter or a const item.
    pub fn path_const(&self, path: &'static ast::Path) -> Option<Const> {
        if path.segments.len() == 1 && path.root == ast::PathRoot::Relative {
            if let Some(param) = self.param(path.segments[0].ident.name) {
                return match param.kind {
                    ParamKind::Const(..) => Some(Const::Param(param.index, param.name)),
                    _ => None,
                };
            }
        }
        let resolved = self.tcx.walk_path(self.module, path, Namespace::Values)?;
        match resolved.base {
            Base::Def(def) if resolved.rest == 0 && self.tcx.kind(def) == DefKind::Const => {
                Some(Const::Unevaluated(def, mk_args(&[])))
            }
            _ => None,
        }
    }

    fn default_arg(
        &self,
        def: DefId,
        param: &GenericParamDef,
        sofar: &[GenericArg],
        span: Span,
        use_defaults: bool,
    ) -> GenericArg {
        let converter = Converter::for_item(self.tcx, def);
        match param.kind {
            ParamKind::Type(Some(default)) if use_defaults => {
                GenericArg::Ty(subst(converter.ty(default), mk_args(sofar)))
            }
            ParamKind::Const(ty, Some(default)) if use_defaults => {
                let ty = subst(converter.ty(ty), mk_args(sofar));
                GenericArg::Const(subst_const(converter.constant(default, ty), mk_args(sofar)))
            }
            ParamKind::Const(..) => match self.fresh {
                Some(fresh) => GenericArg::Const(fresh.fresh_const()),
                None => {
                    self.missing_argument(param, span);
                    GenericArg::Const(Const::Error)
                }
            },
            _ => match self.fresh {
                Some(fresh) => GenericArg::Ty(fresh.fresh_ty()),
                None => {
                    self.missing_argument(param, span);
                    GenericArg::Ty(Ty::error())
                }
            },
        }
    }

    fn missing_argument(&self, param: &GenericParamDef, span: Span) {
        let message = format!("the generic argument `{}` is missing", param.name);
        self.tcx.error("typeck::generics", span, message);
    }

    /// A constant expression in a type.
    pub fn constant(&self, c: &'static ast::AnonConst, ty: Ty) -> Const {
        self.constant_expr(&c.value, ty)
    }

    fn constant_expr(&self, expr: &'static ast::Expr, ty: Ty) -> Const {
        match &expr.kind {
            ast::ExprKind::Lit(ast::Lit::Int(value, _)) => return Const::Value(*value),
            ast::ExprKind::Lit(ast::Lit::Bool(value)) => return Const::Value(u128::from(*value)),
            ast::ExprKind::Lit(ast::Lit::Char(value)) => {
                return Const::Value(u128::from(u32::from(*value)))
            }
            ast::ExprKind::Lit(ast::Lit::Byte(value)) => return Const::Value(u128::from(*value)),
            ast::ExprKind::Path(path) if path.qself.is_none() => {
                if path.segments.len() == 1 && path.segments[0].ident.name.as_str() == "_" {
                    return self.fresh.map_or(Const::Error, |fresh| fresh.fresh_const());
                }
                if let Some(found) = self.path_const(path) {
                    return found;
                }
            }
            ast::ExprKind::Block { block, label: None } if block.stmts.is_empty() => {
                if let Some(inner) = &block.expr {
                    return self.constant_expr(inner, ty);
                }
            }
            _ => {}
        }
        let def = self.tcx.anon_const_in(self.owner, self.module, expr, ty);
        Const::Unevaluated(def, self.tcx.identity_args(self.owner))
    }

    /// The arguments of a trait for a self type.
    pub fn trait_args(
        &self,
        def: DefId,
        self_ty: Ty,
        written: Option<&'static ast::GenericArgs>,
        span: Span,
    ) -> Args {
        if let Some(ast::GenericArgs::Paren { inputs, .. }) = written {
            let inputs: Vec<Ty> = inputs.iter().map(|ty| self.ty(ty)).collect();
            return mk_args(&[
                GenericArg::Ty(self_ty),
                GenericArg::Ty(self.tcx.tuple_of(&inputs)),
            ]);
        }
        self.args_for(def, &[GenericArg::Ty(self_ty)], written, span, true)
    }

    /// `Self: path`, with what its constraints add pushed to `extra`.
    pub fn trait_ref(
        &self,
        self_ty: Ty,
        path: &'static ast::Path,
        extra: &mut Vec<Predicate>,
    ) -> Option<TraitRef> {
        let Some(def) = self.tcx.trait_by_path(self.module, path) else {
            self.unresolved(
                path.span,
                format!("cannot find trait `{}` here", path_text(path)),
            );
            return None;
        };
        let written = path
            .segments
            .last()
            .and_then(|segment| segment.args.as_ref());
        let trait_ref = TraitRef {
            def,
            args: self.trait_args(def, self_ty, written, path.span),
        };
        match written {
            Some(ast::GenericArgs::Angle { constraints, .. }) => {
                constraints
                    .iter()
                    .for_each(|c| self.constraint(trait_ref, c, extra));
            }
            Some(ast::GenericArgs::Paren { output, .. }) => {
                let output = output.as_ref().map_or(Ty::unit(), |ty| self.ty(ty));
                let name = Symbol::new("Output");
                if let Some((assoc, t)) = self.tcx.assoc_in_trait(trait_ref, name, DefKind::AssocTy)
                {
                    extra.push(Predicate::Projection(assoc, t.args, output));
                }
            }
            None => {}
        }
        Some(trait_ref)
    }

    fn constraint(
        &self,
        of: TraitRef,
        written: &'static ast::AssocConstraint,
        extra: &mut Vec<Predicate>,
    ) {
        let name = written.ident.name;
        let Some((assoc, t)) = self.tcx.assoc_in_trait(of, name, DefKind::AssocTy) else {
            let message = format!("the trait has no associated type `{name}`");
            self.tcx
                .error("typeck::unresolved", written.ident.span, message);
            return;
        };
        match &written.kind {
            ast::AssocConstraintKind::Equals(ty) => {
                extra.push(Predicate::Projection(assoc, t.args, self.ty(ty)))
            }
            ast::AssocConstraintKind::Bounds(bounds) => {
                self.bounds_into(mk(TyKind::Projection(assoc, t.args)), bounds, extra);
            }
        }
    }

    /// `ty: bounds` as predicates.
    pub fn bounds_into(
        &self,
        ty: Ty,
        bounds: &'static [ast::Bound],
        predicates: &mut Vec<Predicate>,
    ) {
        for bound in bounds {
            let mut extra = Vec::new();
            if let Some(t) = self.trait_ref(ty, &bound.path, &mut extra) {
                predicates.push(Predicate::Trait(t));
            }
            predicates.extend(extra);
        }
    }
}

fn mentions_impl(path: &ast::Path) -> bool {
    path.segments.iter().any(|segment| match &segment.args {
        Some(ast::GenericArgs::Angle { args, .. }) => args.iter().any(|arg| match arg {
            ast::GenericArg::Type(ty) => mentions_impl_ty(ty),
            ast::GenericArg::Const(_) => false,
        }),
        _ => false,
    })
}

fn mentions_impl_ty(ty: &ast::Ty) -> bool {
    match &ty.kind {
        ast::TyKind::ImplTrait(_) => true,
        ast::TyKind::Ref { inner, .. } | ast::TyKind::Array(inner, _) => mentions_impl_ty(inner),
        ast::TyKind::Tuple(tys) => tys.iter().any(mentions_impl_ty),
        ast::TyKind::Path(path) => mentions_impl(path),
        _ => false,
    }
}

/// A path as it is written, without its arguments.
pub fn path_text(path: &ast::Path) -> String {
    let names: Vec<&str> = path
        .segments
        .iter()
        .map(|segment| segment.ident.name.as_str())
        .collect();
    names.join("::")
}

impl Tcx {
    /// The trait that an item is written in, or in an impl of.
    pub(super) fn trait_around(&self, item: DefId) -> Option<DefId> {
        let around = Converter::for_item(self, item).assoc_owner()?;
        match self.kind(around) {
            DefKind::Trait => Some(around),
            _ => self.impl_trait(around).map(|of| of.def),
        }
    }

    pub(super) fn trait_by_path(&self, module: DefId, path: &ast::Path) -> Option<DefId> {
        self.trait_by_segments(module, path, path.segments.len())
    }

    /// The trait that the first `count` segments of a path name.
    pub(super) fn trait_by_segments(
        &self,
        module: DefId,
        path: &ast::Path,
        count: usize,
    ) -> Option<DefId> {
        let segments = path.segments[..count].to_vec();
        let prefix = ast::Path {
            root: path.root,
            qself: None,
            segments,
            span: path.span,
        };
        match self.walk_path(module, &prefix, Namespace::Types)? {
            super::resolve::Resolved {
                base: Base::Def(def),
                rest: 0,
            } if self.kind(def) == DefKind::Trait => Some(def),
            _ => None,
        }
    }

    /// The bounds written on a parameter in the generics of an item.
    fn written_bounds(&self, def: DefId, index: u32) -> Vec<&'static ast::Bound> {
        let own = self.generics(def);
        let name = own
            .params
            .iter()
            .find(|param| param.index == index)
            .map(|param| param.name);
        let own_param = own.params.iter().find(|param| param.index == index);
        let mut bounds: Vec<&'static ast::Bound> = Vec::new();
        if let Some(GenericParamDef {
            kind: ParamKind::ImplTrait(ty),
            ..
        }) = own_param
        {
            if let ast::TyKind::ImplTrait(written) = &ty.kind {
                bounds.extend(written);
            }
        }
        let node = self.def(def).node;
        let written = match node {
            Node::Item(item) => match &item.kind {
                ast::ItemKind::Fn(f) => Some(&f.generics),
                ast::ItemKind::Struct(g, _)
                | ast::ItemKind::Enum(g, _)
                | ast::ItemKind::TypeAlias(g, _) => Some(g),
                ast::ItemKind::Trait(t) => {
                    if index == 0 {
                        bounds.extend(&t.supertraits);
                    }
                    Some(&t.generics)
                }
                ast::ItemKind::Impl(i) => Some(&i.generics),
                _ => None,
            },
            Node::Assoc(ast::AssocItem {
                kind: ast::AssocKind::Fn(f),
                ..
            }) => Some(&f.generics),
            _ => None,
        };
        let Some(written) = written else {
            return bounds;
        };
        let name = name.or_else(|| self.all_params(def).get(index as usize).map(|p| p.name));
        for param in &written.params {
            if let ast::GenericParamKind::Type { bounds: own, .. } = &param.kind {
                if Some(param.ident.name) == name {
                    bounds.extend(own);
                }
            }
        }
        for predicate in &written.predicates {
            if names_param(&predicate.ty, name) {
                bounds.extend(&predicate.bounds);
            }
        }
        bounds
    }

    /// Whether a trait or one of its supertraits declares an associated type.
    fn trait_declares(&self, def: DefId, name: Symbol, seen: &mut Vec<DefId>) -> bool {
        if seen.contains(&def) {
            return false;
        }
        seen.push(def);
        self.assoc_named(def, name, DefKind::AssocTy).is_some()
            || self
                .supertrait_defs(def)
                .into_iter()
                .any(|t| self.trait_declares(t, name, seen))
    }

    /// An associated item of a trait or of its supertraits, with the reference to the trait that declares it.
    pub(super) fn assoc_in_trait(
        &self,
        of: TraitRef,
        name: Symbol,
        kind: DefKind,
    ) -> Option<(DefId, TraitRef)> {
        if let Some(found) = self.assoc_named(of.def, name, kind) {
            return Some((found, of));
        }
        if !self
            .supertrait_defs(of.def)
            .iter()
            .any(|&t| self.trait_has(t, name, kind, &mut Vec::new()))
        {
            return None;
        }
        let supers = self.super_predicates(of.def);
        supers.iter().find_map(|p| match p {
            Predicate::Trait(t) => self.assoc_in_trait(t.subst(of.args), name, kind),
            Predicate::Projection(..) => None,
        })
    }

    fn trait_has(&self, def: DefId, name: Symbol, kind: DefKind, seen: &mut Vec<DefId>) -> bool {
        if seen.contains(&def) {
            return false;
        }
        seen.push(def);
        self.assoc_named(def, name, kind).is_some()
            || self
                .supertrait_defs(def)
                .into_iter()
                .any(|t| self.trait_has(t, name, kind, seen))
    }

    fn anon_const_in(
        &self,
        owner: DefId,
        module: DefId,
        expr: &'static ast::Expr,
        ty: Ty,
    ) -> DefId {
        let def = self.anon_const(owner, expr, ty);
        self.caches
            .borrow_mut()
            .anon_scopes
            .entry(def)
            .or_insert(module);
        def
    }

    /// The module in which an anonymous constant's names are looked up.
    pub(super) fn anon_scope(&self, def: DefId) -> Option<DefId> {
        self.caches.borrow().anon_scopes.get(&def).copied()
    }

    pub(super) fn report_unsupported_item(&self, def: DefId, span: Span) {
        let what = match self.def(def).node {
            Node::Item(ast::Item {
                kind: ast::ItemKind::Unsupported { what },
                ..
            }) => what.clone(),
            _ => "this item".to_string(),
        };
        self.error(
            "typeck::unsupported",
            span,
            format!("{what} is not supported"),
        );
    }
}

fn names_param(ty: &ast::Ty, name: Option<Symbol>) -> bool {
    match &ty.kind {
        ast::TyKind::Path(path) => {
            path.qself.is_none()
                && path.segments.len() == 1
                && Some(path.segments[0].ident.name) == name
        }
        _ => false,
    }
}
