//! Paths in expressions: locals, items, associated items.

use super::super::convert::path_text;
use super::super::defs::Namespace;
use super::super::generics::ParamKind;
use super::super::probe::Source;
use super::super::resolve::Base;
use super::super::tree::{Expr, ExprKind};
use super::super::ty::{mk, mk_args, Args, Const, DefId, GenericArg, Ty, TyKind};
use super::Checker;
use crate::source::{Span, Symbol};
use crate::syntax::ast;
use crate::typeck::{fold, DefKind, TraitRef};

impl Checker<'_> {
    pub(super) fn check_path(&mut self, path: &'static ast::Path, span: Span) -> Expr {
        if let Some(local) = self.local_path(path) {
            let ty = self.locals[local.0 as usize].ty;
            return Expr {
                kind: ExprKind::Local(local),
                ty,
                span,
            };
        }
        if let Some(value) = self.const_param(path, span) {
            return value;
        }
        match self.value_path(path, span) {
            Some(expr) => expr,
            None => {
                let message = format!("cannot find `{}` here", path_text(path));
                self.converter().unresolved(path.span, message);
                self.error_expr(span)
            }
        }
    }

    fn local_path(&self, path: &'static ast::Path) -> Option<super::super::tree::LocalId> {
        let plain = path.root == ast::PathRoot::Relative
            && path.qself.is_none()
            && path.segments.len() == 1;
        if !plain {
            return None;
        }
        self.lookup(path.segments[0].ident)
    }

    fn const_param(&mut self, path: &'static ast::Path, span: Span) -> Option<Expr> {
        if path.root != ast::PathRoot::Relative || path.qself.is_some() || path.segments.len() != 1
        {
            return None;
        }
        let param = self.converter().param(path.segments[0].ident.name)?;
        let ParamKind::Const(ty, _) = param.kind else {
            return None;
        };
        let ty = self.written_ty(ty);
        Some(Expr {
            kind: ExprKind::ConstValue(Const::Param(param.index, param.name)),
            ty,
            span,
        })
    }

    fn value_path(&mut self, path: &'static ast::Path, span: Span) -> Option<Expr> {
        if let Some((self_ty, count)) = &path.qself {
            return self.qualified_value(path, self_ty, *count, span);
        }
        let first = path.segments[0].ident.name;
        let relative = path.root == ast::PathRoot::Relative;
        if relative && first.as_str() == "Self" {
            return self.self_value(path, span);
        }
        let is_param =
            relative && path.segments.len() > 1 && self.converter().param(first).is_some();
        if is_param {
            let (ty, rest) = self.converter().path_start(path).ok()?;
            return self.assoc_value(ty, path, rest, span);
        }
        let resolved = self.tcx.walk_path(self.module, path, Namespace::Values)?;
        match (resolved.base, resolved.rest) {
            (Base::Def(def), 0) => self.def_value(def, path, span),
            (Base::Def(def), 1) if self.tcx.kind(def) == DefKind::Trait => {
                self.trait_value(def, path, span)
            }
            (Base::Def(def), rest) => {
                let segment = &path.segments[path.segments.len() - 1 - rest];
                let ty = self.type_segment(def, segment, span)?;
                self.assoc_value(ty, path, rest, span)
            }
            (Base::Prim(ty), rest) => self.assoc_value(ty, path, rest, span),
        }
    }

    /// A type named in an expression: what is left out of its arguments is inferred.
    fn type_segment(
        &mut self,
        def: DefId,
        segment: &'static ast::Segment,
        span: Span,
    ) -> Option<Ty> {
        let converter = self.converter();
        let ty = match self.tcx.kind(def) {
            DefKind::Struct | DefKind::Enum => Ty::adt(
                def,
                converter.args_for(def, &[], segment.args.as_ref(), span, false),
            ),
            DefKind::TyAlias => {
                let args = converter.args_for(def, &[], segment.args.as_ref(), span, false);
                fold::subst(self.tcx.type_of(def), args)
            }
            _ => return None,
        };
        Some(self.infer.normalize(ty, span))
    }

    fn self_value(&mut self, path: &'static ast::Path, span: Span) -> Option<Expr> {
        let ty = self.converter().self_ty()?;
        let ty = self.infer.normalize(ty, span);
        if path.segments.len() == 1 {
            // `Self(..)` or `Self` as a constructor.
            let TyKind::Adt(def, args) = *ty.kind() else {
                return None;
            };
            return Some(self.ctor_value(def, args, span));
        }
        self.assoc_value(ty, path, path.segments.len() - 1, span)
    }

    /// An item named by a path alone.
    fn def_value(&mut self, def: DefId, path: &'static ast::Path, span: Span) -> Option<Expr> {
        let last = path.segments.last()?;
        match self.tcx.kind(def) {
            DefKind::Fn => {
                let args = self
                    .converter()
                    .args_for(def, &[], last.args.as_ref(), span, false);
                Some(self.fn_value(def, args, span))
            }
            DefKind::Const => Some(self.const_value(def, mk_args(&[]), span)),
            DefKind::Static => {
                let ty = self.infer.normalize(self.tcx.type_of(def), span);
                Some(Expr {
                    kind: ExprKind::Static(def),
                    ty,
                    span,
                })
            }
            DefKind::Struct => {
                let args = self
                    .converter()
                    .args_for(def, &[], last.args.as_ref(), span, false);
                Some(self.ctor_value(def, args, span))
            }
            DefKind::Variant => {
                let adt = self.tcx.parent(def)?;
                let written = last.args.as_ref().or_else(|| {
                    let before = path.segments.len().checked_sub(2)?;
                    path.segments[before].args.as_ref()
                });
                let args = self.converter().args_for(adt, &[], written, span, false);
                Some(self.ctor_value(def, args, span))
            }
            DefKind::Unsupported => {
                self.tcx.report_unsupported_item(def, span);
                Some(self.error_expr(span))
            }
            _ => None,
        }
    }

    /// A function as a value, its bounds registered.
    pub(super) fn fn_value(&mut self, def: DefId, args: Args, span: Span) -> Expr {
        self.infer.register_bounds(def, args, span);
        Expr {
            kind: ExprKind::FnItem,
            ty: mk(TyKind::FnDef(def, args)),
            span,
        }
    }

    fn const_value(&mut self, def: DefId, args: Args, span: Span) -> Expr {
        let ty = self
            .infer
            .normalize(fold::subst(self.tcx.type_of(def), args), span);
        Expr {
            kind: ExprKind::Const(def, args),
            ty,
            span,
        }
    }

    /// `Trait::item`
    fn trait_value(&mut self, def: DefId, path: &'static ast::Path, span: Span) -> Option<Expr> {
        let count = path.segments.len();
        let self_ty = self.fresh();
        let written = path.segments[count - 2].args.as_ref();
        let args = self
            .converter()
            .args_for(def, &[GenericArg::Ty(self_ty)], written, span, false);
        let name = path.segments[count - 1].ident.name;
        self.trait_item_value(
            TraitRef { def, args },
            name,
            &path.segments[count - 1],
            span,
        )
    }

    fn trait_item_value(
        &mut self,
        of: TraitRef,
        name: Symbol,
        segment: &'static ast::Segment,
        span: Span,
    ) -> Option<Expr> {
        if let Some((item, t)) = self.tcx.assoc_in_trait(of, name, DefKind::AssocFn) {
            let args = self
                .converter()
                .args_for(item, t.args, segment.args.as_ref(), span, false);
            return Some(self.fn_value(item, args, span));
        }
        let (item, t) = self.tcx.assoc_in_trait(of, name, DefKind::AssocConst)?;
        self.infer.register(super::Predicate::Trait(t), span);
        Some(self.const_value(item, t.args, span))
    }

    /// `<T as Trait>::item`, `<T>::item`
    fn qualified_value(
        &mut self,
        path: &'static ast::Path,
        self_ty: &'static ast::Ty,
        count: usize,
        span: Span,
    ) -> Option<Expr> {
        if count == 0 {
            let ty = self.written_ty(self_ty);
            return self.assoc_value(ty, path, path.segments.len(), span);
        }
        let ty = self.written_ty(self_ty);
        let def = self.tcx.trait_by_segments(self.module, path, count)?;
        let converter = self.converter();
        let args = converter.trait_args(def, ty, path.segments[count - 1].args.as_ref(), span);
        if path.segments.len() > count + 1 {
            let (ty, rest) = converter.path_start(path).ok()?;
            let ty = self.infer.normalize(ty, span);
            return self.assoc_value(ty, path, rest, span);
        }
        let segment = &path.segments[count];
        self.trait_item_value(TraitRef { def, args }, segment.ident.name, segment, span)
    }

    /// The last `rest` segments of a path looked up in a type.
    fn assoc_value(
        &mut self,
        ty: Ty,
        path: &'static ast::Path,
        rest: usize,
        span: Span,
    ) -> Option<Expr> {
        let segments = &path.segments[path.segments.len() - rest..];
        let (last, types) = segments.split_last()?;
        let mut ty = ty;
        for segment in types {
            ty = self.converter().assoc_step(ty, segment)?;
            ty = self.infer.normalize(ty, span);
        }
        let ty = self.structure(ty);
        if ty.is_error() {
            return Some(self.error_expr(span));
        }
        let name = last.ident.name;
        if let Some(variant) = self.variant_of(ty, name) {
            let TyKind::Adt(_, args) = *ty.kind() else {
                return None;
            };
            return Some(self.ctor_value(variant, args, span));
        }
        let (item, source) = self.infer.probe_path(ty, name, self.module)?;
        self.assoc_item_value(ty, item, source, last, span)
    }

    fn variant_of(&self, ty: Ty, name: Symbol) -> Option<DefId> {
        let TyKind::Adt(def, _) = *ty.kind() else {
            return None;
        };
        if self.tcx.kind(def) != DefKind::Enum {
            return None;
        }
        let variants = self.tcx.children(def);
        variants
            .into_iter()
            .find(|&v| self.tcx.kind(v) == DefKind::Variant && self.tcx.name(v) == name)
    }

    fn assoc_item_value(
        &mut self,
        ty: Ty,
        item: DefId,
        source: Source,
        segment: &'static ast::Segment,
        span: Span,
    ) -> Option<Expr> {
        let parent_args = match source {
            Source::Inherent(imp) => {
                let args = self.infer.fresh_args(imp, &[]);
                let impl_self = self
                    .infer
                    .normalize(fold::subst(self.tcx.type_of(imp), args), span);
                self.demand_eq(impl_self, ty, span);
                args
            }
            Source::Trait(def) => self.infer.fresh_args(def, &[GenericArg::Ty(ty)]),
            Source::Bound(t) => t.args,
        };
        match self.tcx.kind(item) {
            DefKind::AssocFn => {
                let args = self.converter().args_for(
                    item,
                    parent_args,
                    segment.args.as_ref(),
                    span,
                    false,
                );
                Some(self.fn_value(item, args, span))
            }
            _ => {
                self.infer.register_bounds(item, parent_args, span);
                Some(self.const_value(item, parent_args, span))
            }
        }
    }

    /// The type and variant that a struct expression or pattern names.
    pub(super) fn struct_path(&mut self, path: &'static ast::Path) -> Option<(Ty, u32)> {
        let span = path.span;
        if path.qself.is_none() {
            let resolved = self.tcx.walk_path(self.module, path, Namespace::Types);
            if let Some(super::super::resolve::Resolved {
                base: Base::Def(def),
                rest: 0,
            }) = resolved
            {
                let shadowed =
                    path.segments.len() == 1 && path.segments[0].ident.name.as_str() == "Self";
                if self.tcx.kind(def) == DefKind::Variant && !shadowed {
                    let adt = self.tcx.parent(def)?;
                    let count = path.segments.len();
                    let written = path.segments[count - 1].args.as_ref();
                    let written =
                        written.or_else(|| path.segments.get(count.checked_sub(2)?)?.args.as_ref());
                    let args = self.converter().args_for(adt, &[], written, span, false);
                    return Some((Ty::adt(adt, args), self.tcx.ctor_of(def).1));
                }
                if matches!(self.tcx.kind(def), DefKind::Struct | DefKind::TyAlias) && !shadowed {
                    let ty = self.type_segment(def, path.segments.last()?, span)?;
                    return self.plain_struct(ty);
                }
            }
        }
        let (ty, rest) = self.converter().path_start(path).ok()?;
        let ty = self.infer.normalize(ty, span);
        match rest {
            0 => self.plain_struct(ty),
            1 => {
                let name = path.segments.last()?.ident.name;
                if let Some(variant) = self.variant_of(ty, name) {
                    return Some((ty, self.tcx.ctor_of(variant).1));
                }
                let ty = self.converter().assoc_ty(ty, name)?;
                let ty = self.infer.normalize(ty, span);
                self.plain_struct(ty)
            }
            _ => None,
        }
    }

    fn plain_struct(&mut self, ty: Ty) -> Option<(Ty, u32)> {
        let ty = self.infer.shallow(ty);
        match *ty.kind() {
            TyKind::Adt(def, _) if self.tcx.kind(def) == DefKind::Struct => Some((ty, 0)),
            _ => None,
        }
    }

    /// What a path in a pattern names: a constant, a unit struct or variant, or a tuple constructor.
    pub(super) fn pattern_path(&mut self, path: &'static ast::Path, span: Span) -> Option<Expr> {
        self.value_path(path, span)
    }
}
