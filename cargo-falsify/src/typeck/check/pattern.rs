//! Patterns with Rust's binding modes made explicit.

use std::rc::Rc;

use super::super::defs::Namespace;
use super::super::tree::{BindingMode, Expr, ExprKind, Pat, PatBound, PatKind};
use super::super::ty::{Const, DefId, IntTy, Ty, TyKind};
use super::{Checker, Expect};
use crate::source::{Span, Symbol};
use crate::syntax::ast::{self, Lit};
use crate::typeck::{fold, DefKind, Shape};

impl Checker<'_> {
    /// Checks a pattern against a type and brings its names into scope.
    pub(super) fn check_pattern(&mut self, pat: &'static ast::Pat, ty: Ty) -> Pat {
        let start = self.names.len();
        self.pattern(pat, ty, BindingMode::Value, start)
    }

    fn pattern(&mut self, pat: &'static ast::Pat, ty: Ty, mode: BindingMode, start: usize) -> Pat {
        let resolved = self.resolve_pattern(pat);
        if !self.peels(pat, resolved.as_ref(), ty) {
            return self.pattern_at(pat, resolved, ty, mode, start);
        }
        let ty = self.structure(ty);
        match *ty.kind() {
            TyKind::Ref { mutable, inner } => {
                let mode = match (mode, mutable) {
                    (BindingMode::Ref { mutable: false }, _) | (_, false) => {
                        BindingMode::Ref { mutable: false }
                    }
                    _ => BindingMode::Ref { mutable: true },
                };
                let inside = self.pattern(pat, inner, mode, start);
                Pat {
                    kind: PatKind::Deref(Box::new(inside)),
                    ty,
                    span: pat.span,
                }
            }
            _ => self.pattern_at(pat, resolved, ty, mode, start),
        }
    }

    /// What a path or plain identifier names, if it is not a binding.
    fn resolve_pattern(&mut self, pat: &'static ast::Pat) -> Option<Expr> {
        match &pat.kind {
            ast::PatKind::Path(path) => self.pattern_path(path, pat.span),
            ast::PatKind::TupleStruct(path, _) => self.pattern_path(path, pat.span),
            ast::PatKind::Ident {
                by_ref: false,
                mutable: false,
                ident,
                sub: None,
            } => {
                let def = self
                    .tcx
                    .name_visible_from(self.module, ident.name, Namespace::Values);
                let prelude = || {
                    self.tcx
                        .name_in_prelude(self.module, ident.name, Namespace::Values)
                };
                let def = def.or_else(prelude)?;
                self.constant_pattern(def, ident.span)
            }
            _ => None,
        }
    }

    fn constant_pattern(&mut self, def: DefId, span: Span) -> Option<Expr> {
        match self.tcx.kind(def) {
            DefKind::Const => {
                let ty = self.infer.normalize(self.tcx.type_of(def), span);
                Some(Expr {
                    kind: ExprKind::Const(def, super::super::ty::mk_args(&[])),
                    ty,
                    span,
                })
            }
            DefKind::Struct | DefKind::Variant => {
                let (adt, variant) = self.tcx.ctor_of(def);
                if self.tcx.adt(adt).variants[variant as usize].shape != Shape::Unit {
                    return None;
                }
                let args = self.infer.fresh_args(adt, &[]);
                Some(self.ctor_value(def, args, span))
            }
            _ => None,
        }
    }

    /// Whether references around the value are looked through before the pattern is matched.
    fn peels(&mut self, pat: &'static ast::Pat, resolved: Option<&Expr>, ty: Ty) -> bool {
        use ast::PatKind::*;
        match &pat.kind {
            Wild | Rest | Ref { .. } | Or(_) | Unsupported { .. } => false,
            Ident { .. } | Path(_) => {
                matches!(
                    resolved,
                    Some(Expr {
                        kind: ExprKind::Adt { .. },
                        ..
                    })
                )
            }
            Lit {
                lit: ast::Lit::Str(_),
                ..
            } => {
                let ty = self.structure(ty);
                match *ty.kind() {
                    TyKind::Ref { inner, .. } => {
                        matches!(self.infer.shallow(inner).kind(), TyKind::Ref { .. })
                    }
                    _ => false,
                }
            }
            Lit {
                lit: ast::Lit::ByteStr(_),
                ..
            } => false,
            Lit { .. } | Range { .. } | Tuple(_) | TupleStruct(..) | Struct { .. } | Slice(_) => {
                true
            }
        }
    }

    fn pattern_at(
        &mut self,
        pat: &'static ast::Pat,
        resolved: Option<Expr>,
        ty: Ty,
        mode: BindingMode,
        start: usize,
    ) -> Pat {
        let span = pat.span;
        let kind = match &pat.kind {
            ast::PatKind::Wild | ast::PatKind::Rest => PatKind::Wild,
            ast::PatKind::Ident {
                by_ref,
                mutable,
                ident,
                sub,
            } => match resolved {
                Some(value) => self.value_pattern(value, ty, span),
                None => self.binding(*by_ref, *mutable, *ident, sub.as_deref(), ty, mode, start),
            },
            ast::PatKind::Path(path) => match resolved {
                Some(value) => self.value_pattern(value, ty, span),
                None => self.unresolved_pattern(path),
            },
            ast::PatKind::Lit { negated, lit } => self.literal_pattern(*negated, lit, ty, span),
            ast::PatKind::Range {
                start,
                end,
                inclusive,
            } => {
                let start = start.as_deref().and_then(|end| self.range_end(end, ty));
                let end = end.as_deref().and_then(|end| self.range_end(end, ty));
                PatKind::Range {
                    start: start.map(Box::new),
                    end: end.map(Box::new),
                    inclusive: *inclusive,
                }
            }
            ast::PatKind::Tuple(pats) => self.tuple_pattern(pats, ty, mode, start, span),
            ast::PatKind::TupleStruct(path, pats) => {
                self.tuple_struct_pattern(path, resolved, pats, ty, mode, start, span)
            }
            ast::PatKind::Struct { path, fields, .. } => {
                self.struct_pattern(path, fields, ty, mode, start)
            }
            ast::PatKind::Ref { mutable, pat } => {
                let inner = self.fresh();
                let known = self.structure(ty);
                if let TyKind::Ref { .. } = known.kind() {
                    self.demand_eq(Ty::reference(*mutable, inner), known, span);
                } else {
                    self.demand_eq(known, Ty::reference(*mutable, inner), span);
                }
                PatKind::Deref(Box::new(self.pattern(
                    pat,
                    inner,
                    BindingMode::Value,
                    start,
                )))
            }
            ast::PatKind::Slice(pats) => self.slice_pattern(pats, ty, mode, start, span),
            ast::PatKind::Or(pats) => PatKind::Or(
                pats.iter()
                    .map(|pat| self.pattern(pat, ty, mode, start))
                    .collect(),
            ),
            ast::PatKind::Unsupported { what } => {
                self.unsupported(span, what);
                PatKind::Wild
            }
        };
        Pat { kind, ty, span }
    }

    fn unresolved_pattern(&mut self, path: &'static ast::Path) -> PatKind {
        let name = crate::typeck::convert::path_text(path);
        self.error(
            "typeck::unresolved",
            path.span,
            format!("cannot find `{name}` here"),
        );
        PatKind::Wild
    }

    #[allow(clippy::too_many_arguments)]
    fn binding(
        &mut self,
        by_ref: bool,
        mutable: bool,
        ident: ast::Ident,
        sub: Option<&'static ast::Pat>,
        ty: Ty,
        mode: BindingMode,
        start: usize,
    ) -> PatKind {
        let mode = match (by_ref, mutable) {
            (true, mutable) => BindingMode::Ref { mutable },
            (false, true) => BindingMode::Value,
            (false, false) => mode,
        };
        let local_ty = match mode {
            BindingMode::Value => ty,
            BindingMode::Ref { mutable } => Ty::reference(mutable, ty),
        };
        let known = self.names[start.min(self.names.len())..]
            .iter()
            .find(|(name, hygiene, _)| *name == ident.name && *hygiene == ident.hygiene)
            .map(|(_, _, local)| *local);
        let local = match known {
            // Another alternative of an or-pattern has bound it.
            Some(local) => {
                self.demand_eq(self.locals[local.0 as usize].ty, local_ty, ident.span);
                local
            }
            None => {
                let local = self.new_local(ident.name, local_ty, mutable && !by_ref, ident.span);
                self.names.push((ident.name, ident.hygiene, local));
                local
            }
        };
        let sub = sub.map(|sub| Box::new(self.pattern(sub, ty, mode, start)));
        PatKind::Binding { local, mode, sub }
    }

    /// A constant, or a unit struct or variant.
    fn value_pattern(&mut self, value: Expr, ty: Ty, span: Span) -> PatKind {
        self.demand_eq(ty, value.ty, span);
        match value.kind {
            ExprKind::Const(def, args) => PatKind::Const(def, args),
            ExprKind::Adt { variant, .. } => self.adt_pattern(value.ty, variant, Vec::new()),
            _ => {
                self.error("typeck::mismatch", span, "this cannot be matched against");
                PatKind::Wild
            }
        }
    }

    fn adt_pattern(&self, ty: Ty, variant: u32, fields: Vec<(u32, Pat)>) -> PatKind {
        match *self.infer.shallow(ty).kind() {
            TyKind::Adt(def, _) if self.tcx.kind(def) == DefKind::Enum => {
                PatKind::Variant { variant, fields }
            }
            _ => PatKind::Fields(fields),
        }
    }

    fn literal_pattern(&mut self, negated: bool, lit: &'static Lit, ty: Ty, span: Span) -> PatKind {
        match lit {
            Lit::Str(text) => {
                let known = self.structure(ty);
                if !matches!(known.kind(), TyKind::Str) {
                    self.demand_eq(ty, Ty::reference(false, Ty::str()), span);
                }
                PatKind::Str(Rc::from(text.as_str()))
            }
            Lit::ByteStr(bytes) => self.byte_string_pattern(bytes, ty, span),
            Lit::Float(digits, _) => {
                let var = self.infer.float_var();
                self.demand_eq(ty, var, span);
                // Completed when the width is known.
                let text = if negated {
                    format!("-{digits}")
                } else {
                    digits.clone()
                };
                PatKind::Str(Rc::from(text.as_str()))
            }
            Lit::Int(value, suffix) => {
                let lit_ty = match suffix.and_then(super::super::resolve::primitive) {
                    Some(ty) => ty,
                    None => self.infer.int_var(),
                };
                self.demand_eq(ty, lit_ty, span);
                PatKind::Scalar(if negated {
                    value.wrapping_neg()
                } else {
                    *value
                })
            }
            Lit::Bool(value) => self.scalar_pattern(u128::from(*value), Ty::bool(), ty, span),
            Lit::Char(value) => {
                self.scalar_pattern(u128::from(u32::from(*value)), Ty::char(), ty, span)
            }
            Lit::Byte(value) => {
                self.scalar_pattern(u128::from(*value), Ty::int(IntTy::U8), ty, span)
            }
        }
    }

    fn scalar_pattern(&mut self, bits: u128, lit_ty: Ty, ty: Ty, span: Span) -> PatKind {
        self.demand_eq(ty, lit_ty, span);
        PatKind::Scalar(bits)
    }

    /// `b"ab"` against `&[u8]` or `&[u8; 2]`.
    fn byte_string_pattern(&mut self, bytes: &[u8], ty: Ty, span: Span) -> PatKind {
        let element = Ty::int(IntTy::U8);
        let known = self.structure(ty);
        let inner = match *known.kind() {
            TyKind::Ref { inner, .. } => self.structure(inner),
            _ => known,
        };
        let sequence = match inner.kind() {
            TyKind::Slice(_) => Ty::slice(element),
            _ => Ty::array(element, Const::Value(bytes.len() as u128)),
        };
        self.demand_eq(ty, Ty::reference(false, sequence), span);
        let pats = bytes.iter().map(|&byte| Pat {
            kind: PatKind::Scalar(u128::from(byte)),
            ty: element,
            span,
        });
        let kind = PatKind::Slice {
            prefix: pats.collect(),
            rest: None,
            suffix: Vec::new(),
        };
        PatKind::Deref(Box::new(Pat {
            kind,
            ty: sequence,
            span,
        }))
    }

    fn range_end(&mut self, end: &'static ast::Expr, ty: Ty) -> Option<PatBound> {
        let (negated, inner) = match &end.kind {
            ast::ExprKind::Unary(ast::UnaryOp::Neg, inner) => (true, &**inner),
            _ => (false, end),
        };
        if let ast::ExprKind::Lit(lit) = &inner.kind {
            return match self.literal_pattern(negated, lit, ty, end.span) {
                PatKind::Scalar(bits) => Some(PatBound::Scalar(bits)),
                _ => {
                    self.unsupported(end.span, "a range pattern over this type");
                    None
                }
            };
        }
        let value = self.check_expr(end, Expect::Type(ty));
        self.demand_eq(ty, value.ty, end.span);
        match value.kind {
            ExprKind::Const(def, args) => Some(PatBound::Const(def, args)),
            _ => {
                self.unsupported(end.span, "this end of a range pattern");
                None
            }
        }
    }

    fn tuple_pattern(
        &mut self,
        pats: &'static [ast::Pat],
        ty: Ty,
        mode: BindingMode,
        start: usize,
        span: Span,
    ) -> PatKind {
        let known = self.structure(ty);
        let rest = pats.iter().position(is_rest);
        let tys: Vec<Ty> = match (known.kind(), rest) {
            (TyKind::Tuple(tys), _) => tys.to_vec(),
            (_, None) => {
                let tys: Vec<Ty> = pats.iter().map(|_| self.fresh()).collect();
                self.demand_eq(ty, Ty::tuple(&tys), span);
                tys
            }
            _ => {
                self.unknown_type(span);
                return PatKind::Wild;
            }
        };
        PatKind::Fields(self.positional(pats, &tys, mode, start, span))
    }

    /// Patterns by position, `..` standing for those in between.
    fn positional(
        &mut self,
        pats: &'static [ast::Pat],
        tys: &[Ty],
        mode: BindingMode,
        start: usize,
        span: Span,
    ) -> Vec<(u32, Pat)> {
        let rest = pats.iter().position(is_rest);
        let fits = if rest.is_some() {
            pats.len() <= tys.len() + 1
        } else {
            pats.len() == tys.len()
        };
        if !fits {
            self.error(
                "typeck::mismatch",
                span,
                format!("{} fields are expected in this pattern", tys.len()),
            );
            return Vec::new();
        }
        let after = rest.map_or(0, |rest| pats.len() - rest - 1);
        let mut fields = Vec::new();
        for (position, pat) in pats.iter().enumerate() {
            let index = match rest {
                Some(rest) if position == rest => continue,
                Some(rest) if position > rest => tys.len() - after + (position - rest - 1),
                _ => position,
            };
            fields.push((index as u32, self.pattern(pat, tys[index], mode, start)));
        }
        fields
    }

    #[allow(clippy::too_many_arguments)]
    fn tuple_struct_pattern(
        &mut self,
        path: &'static ast::Path,
        resolved: Option<Expr>,
        pats: &'static [ast::Pat],
        ty: Ty,
        mode: BindingMode,
        start: usize,
        span: Span,
    ) -> PatKind {
        let Some(value) = resolved else {
            return self.unresolved_pattern(path);
        };
        let (def, args) = match *value.ty.kind() {
            TyKind::FnDef(def, args) if self.is_ctor(def) => (def, args),
            // `Unit()` patterns do not exist; an empty tuple struct does.
            _ => return self.unresolved_pattern(path),
        };
        let (adt, variant) = self.tcx.ctor_of(def);
        self.demand_eq(ty, Ty::adt(adt, args), span);
        let fields = &self.tcx.adt(adt).variants[variant as usize].fields;
        let tys: Vec<Ty> = fields
            .iter()
            .map(|field| self.infer.normalize(fold::subst(field.ty, args), span))
            .collect();
        let fields = self.positional(pats, &tys, mode, start, span);
        self.adt_pattern(Ty::adt(adt, args), variant, fields)
    }

    fn struct_pattern(
        &mut self,
        path: &'static ast::Path,
        fields: &'static [ast::FieldPat],
        ty: Ty,
        mode: BindingMode,
        start: usize,
    ) -> PatKind {
        let Some((struct_ty, variant)) = self.struct_path(path) else {
            return self.unresolved_pattern(path);
        };
        self.demand_eq(ty, struct_ty, path.span);
        let TyKind::Adt(def, args) = *struct_ty.kind() else {
            return PatKind::Wild;
        };
        let adt = self.tcx.adt(def);
        let declared = &adt.variants[variant as usize].fields;
        let mut checked = Vec::new();
        for field in fields {
            let Some(index) = declared.iter().position(|f| f.name == field.ident.name) else {
                let message = format!("no field `{}` here", field.ident.name);
                self.error("typeck::unresolved", field.ident.span, message);
                continue;
            };
            let field_ty = self
                .infer
                .normalize(fold::subst(declared[index].ty, args), field.ident.span);
            checked.push((
                index as u32,
                self.pattern(&field.pat, field_ty, mode, start),
            ));
        }
        self.adt_pattern(struct_ty, variant, checked)
    }

    fn slice_pattern(
        &mut self,
        pats: &'static [ast::Pat],
        ty: Ty,
        mode: BindingMode,
        start: usize,
        span: Span,
    ) -> PatKind {
        let known = self.structure(ty);
        let (element, rest_ty) = match *known.kind() {
            TyKind::Slice(element) => (element, Ty::slice(element)),
            TyKind::Array(element, len) => (element, self.rest_array(pats, element, len)),
            _ if known.is_error() => return PatKind::Wild,
            _ => {
                self.unknown_type(span);
                return PatKind::Wild;
            }
        };
        let (mut prefix, mut suffix, mut rest) = (Vec::new(), Vec::new(), None);
        for pat in pats {
            if let Some(sub) = rest_binding(pat) {
                rest = Some(sub.map(|_| Box::new(self.rest_pattern(pat, rest_ty, mode, start))));
                continue;
            }
            let checked = self.pattern(pat, element, mode, start);
            if rest.is_some() {
                suffix.push(checked);
            } else {
                prefix.push(checked);
            }
        }
        PatKind::Slice {
            prefix,
            rest,
            suffix,
        }
    }

    /// `name @ ..`
    fn rest_pattern(
        &mut self,
        pat: &'static ast::Pat,
        ty: Ty,
        mode: BindingMode,
        start: usize,
    ) -> Pat {
        let ast::PatKind::Ident {
            by_ref,
            mutable,
            ident,
            ..
        } = &pat.kind
        else {
            return Pat {
                kind: PatKind::Wild,
                ty,
                span: pat.span,
            };
        };
        let kind = self.binding(*by_ref, *mutable, *ident, None, ty, mode, start);
        Pat {
            kind,
            ty,
            span: pat.span,
        }
    }

    fn rest_array(&mut self, pats: &'static [ast::Pat], element: Ty, len: Const) -> Ty {
        let fixed = pats
            .iter()
            .filter(|pat| rest_binding(pat).is_none())
            .count() as u128;
        match self.infer.evaluated(len) {
            Const::Value(len) => Ty::array(element, Const::Value(len.saturating_sub(fixed))),
            // A length that is still open is what the pattern says it is.
            open @ Const::Infer(_) if fixed == pats.len() as u128 => {
                let _ = self.infer.unify_const(open, Const::Value(fixed));
                Ty::array(element, Const::Value(0))
            }
            _ => Ty::array(
                element,
                super::super::convert::FreshVars::fresh_const(&self.infer),
            ),
        }
    }
}

fn is_rest(pat: &ast::Pat) -> bool {
    matches!(pat.kind, ast::PatKind::Rest)
}

/// `..` (`Some(None)`) or `name @ ..` (`Some(Some(name))`) in a slice pattern.
fn rest_binding(pat: &ast::Pat) -> Option<Option<Symbol>> {
    match &pat.kind {
        ast::PatKind::Rest => Some(None),
        ast::PatKind::Ident {
            ident,
            sub: Some(sub),
            ..
        } if is_rest(sub) => Some(Some(ident.name)),
        _ => None,
    }
}
