//! Expressions: the dispatch, literals, places, aggregates, casts.

use std::rc::Rc;

use super::super::tree::{Coercion, Expr, ExprKind, PanicKind, UnaryOp};
use super::super::ty::{mk_args, Const, FloatTy, GenericArg, IntTy, Ty, TyKind};
use super::{Checker, Expect};
use crate::source::{Span, Symbol};
use crate::syntax::ast::{self, Lit};
use crate::typeck::{fold, DefKind, Shape};

impl Checker<'_> {
    /// Checks an expression and makes it have a type.
    pub(super) fn check_coerced(&mut self, expr: &'static ast::Expr, ty: Ty) -> Expr {
        let checked = self.check_expr(expr, Expect::Type(ty));
        self.coerce(checked, ty)
    }

    pub(super) fn check_expr(&mut self, expr: &'static ast::Expr, expect: Expect) -> Expr {
        let checked = self.check_kind(expr, expect);
        if self.infer.shallow(checked.ty).is_never() {
            self.diverges = true;
        }
        checked
    }

    fn check_kind(&mut self, expr: &'static ast::Expr, expect: Expect) -> Expr {
        use ast::ExprKind as E;
        let span = expr.span;
        match &expr.kind {
            E::Lit(lit) => self.check_lit(lit, expect, span),
            E::Path(path) => self.check_path(path, span),
            E::Unary(op, operand) => self.check_unary(*op, operand, expect, span),
            E::Deref(operand) => self.check_deref(operand, expect, span),
            E::Binary(op, left, right) => self.check_binary(*op, left, right, span),
            E::Lazy(op, left, right) => self.check_lazy(*op, left, right, span),
            E::Assign(place, value) => self.check_assign(place, value, span),
            E::AssignOp(op, place, value) => self.check_assign_op(*op, place, value, span),
            E::Ref { mutable, expr } => self.check_ref(*mutable, expr, expect, span),
            E::RawRef { mutable, expr } => self.check_raw_ref(*mutable, expr, span),
            E::Field(base, name) => self.check_field(base, *name, span),
            E::MethodCall {
                receiver,
                method,
                args,
            } => self.check_method_call(receiver, method, args, expect, span),
            E::Call(callee, args) => self.check_call(callee, args, expect, span),
            E::Index(base, index, brackets) => self.check_index(base, index, *brackets, span),
            E::Range {
                start,
                end,
                inclusive,
            } => self.check_range(start.as_deref(), end.as_deref(), *inclusive, expect, span),
            E::Tuple(items) => self.check_tuple(items, expect, span),
            E::Array(items) => self.check_array(items, expect, span),
            E::Repeat(value, len) => self.check_repeat(value, len, expect, span),
            E::Struct { path, fields, base } => {
                self.check_struct(path, fields, base.as_deref(), expect, span)
            }
            E::Block { block, label } => self.check_labelled_block(block, *label, expect, span),
            E::Unsafe(block) => self.check_block_value(block, expect),
            E::ConstBlock(block) => self.check_block_value(block, expect),
            E::If {
                cond,
                then,
                otherwise,
            } => self.check_if(cond, then, otherwise.as_deref(), expect, span),
            E::Let(pat, value) => self.check_let(pat, value, span),
            E::Match(scrutinee, arms) => self.check_match(scrutinee, arms, expect, span),
            E::While { cond, body, label } => self.check_while(cond, body, *label, span),
            E::Loop { body, label } => self.check_loop(body, *label, expect, span),
            E::For {
                pat,
                iter,
                body,
                label,
            } => self.check_for(pat, iter, body, *label, span),
            E::Break { label, value } => self.check_break(*label, value.as_deref(), span),
            E::Continue { label } => self.check_continue(*label, span),
            E::Return(value) => self.check_return(value.as_deref(), span),
            E::Closure(closure) => self.check_closure(closure, expect, span),
            E::Cast(operand, ty) => self.check_cast(operand, ty, span),
            E::Try(operand) => self.check_try(operand, span),
            E::Panic { kind, args } => self.check_panic(panic_kind(*kind), args, span),
            E::Assert { cond, args } => self.check_assert(cond, args, span),
            E::AssertCompare {
                equal,
                left,
                right,
                args,
            } => self.check_assert_compare(*equal, left, right, args, span),
            E::Log { args } => {
                let args = args
                    .iter()
                    .map(|arg| self.check_expr(arg, Expect::Nothing))
                    .collect();
                Expr {
                    kind: ExprKind::Log(args),
                    ty: Ty::unit(),
                    span,
                }
            }
            E::FormatArgs { args } => self.check_format_args(args, span),
            E::Check { name, cond } => {
                let cond = Box::new(self.check_coerced(cond, Ty::bool()));
                Expr {
                    kind: ExprKind::Check {
                        name: Symbol::new(name),
                        cond,
                    },
                    ty: Ty::unit(),
                    span,
                }
            }
            E::Unsupported { what } => self.unsupported(span, what),
        }
    }

    fn check_lit(&mut self, lit: &'static Lit, expect: Expect, span: Span) -> Expr {
        let scalar = |bits: u128, ty: Ty| Expr {
            kind: ExprKind::Scalar(bits),
            ty,
            span,
        };
        match lit {
            Lit::Int(value, suffix) => {
                let ty = self.int_literal_ty(*suffix, expect);
                if ty.is_floating() {
                    return self.float_literal(&value.to_string(), ty, span);
                }
                scalar(*value, ty)
            }
            Lit::Float(digits, suffix) => {
                let ty = self.float_literal_ty(*suffix, expect);
                self.float_literal(digits, ty, span)
            }
            Lit::Bool(value) => scalar(u128::from(*value), Ty::bool()),
            Lit::Char(value) => scalar(u128::from(u32::from(*value)), Ty::char()),
            Lit::Byte(value) => scalar(u128::from(*value), Ty::int(IntTy::U8)),
            Lit::Str(text) => Expr {
                kind: ExprKind::Str(Rc::from(text.as_str())),
                ty: Ty::reference(false, Ty::str()),
                span,
            },
            Lit::ByteStr(bytes) => {
                let array = Ty::array(Ty::int(IntTy::U8), Const::Value(bytes.len() as u128));
                let kind = ExprKind::ByteStr(Rc::from(bytes.as_slice()));
                Expr {
                    kind,
                    ty: Ty::reference(false, array),
                    span,
                }
            }
        }
    }

    fn int_literal_ty(&mut self, suffix: Option<Symbol>, expect: Expect) -> Ty {
        if let Some(suffix) = suffix {
            let named = super::super::resolve::primitive(suffix);
            return named.unwrap_or_else(Ty::error);
        }
        let hint = match expect {
            Expect::Type(ty) | Expect::Castable(ty) => Some(self.infer.shallow(ty)),
            Expect::Nothing => None,
        };
        match hint.map(|ty| (ty, ty.kind())) {
            Some((ty, TyKind::Int(_))) => ty,
            Some((_, TyKind::Char)) if matches!(expect, Expect::Castable(_)) => Ty::int(IntTy::U8),
            _ => self.infer.int_var(),
        }
    }

    fn float_literal_ty(&mut self, suffix: Option<Symbol>, expect: Expect) -> Ty {
        if let Some(suffix) = suffix {
            return super::super::resolve::primitive(suffix).unwrap_or_else(Ty::error);
        }
        match expect.ty().map(|ty| self.infer.shallow(ty)) {
            Some(ty) if matches!(ty.kind(), TyKind::Float(_)) => ty,
            _ => self.infer.float_var(),
        }
    }

    /// The digits are kept until the width is known: as text, since rounding differs.
    fn float_literal(&mut self, digits: &str, ty: Ty, span: Span) -> Expr {
        Expr {
            kind: ExprKind::Str(Rc::from(digits)),
            ty,
            span,
        }
    }

    fn check_deref(&mut self, operand: &'static ast::Expr, expect: Expect, span: Span) -> Expr {
        let _ = expect;
        let operand = self.check_expr(operand, Expect::Nothing);
        let ty = self.structure(operand.ty);
        if ty.is_error() {
            return self.error_expr(span);
        }
        if let TyKind::RawPtr { inner, .. } = *ty.kind() {
            let place = self.deref(operand, inner);
            return Expr { span, ..place };
        }
        if let TyKind::Infer(_) = ty.kind() {
            return self.unknown_type(span);
        }
        match self.infer.deref_once(ty) {
            Some(step) => {
                let mut place = self.apply_derefs(operand, &[step]);
                place.span = span;
                place
            }
            None => {
                let shown = self.tcx.show(self.infer.resolve(ty));
                self.error(
                    "typeck::mismatch",
                    span,
                    format!("`{shown}` cannot be dereferenced"),
                )
            }
        }
    }

    /// `&raw const PLACE`, `&raw mut PLACE`
    fn check_raw_ref(&mut self, mutable: bool, operand: &'static ast::Expr, span: Span) -> Expr {
        let place = self.check_expr(operand, Expect::Nothing);
        let pointer = self.raw_pointer(mutable, place);
        Expr { span, ..pointer }
    }

    pub(super) fn unknown_type(&mut self, span: Span) -> Expr {
        self.error(
            "typeck::unknown",
            span,
            "the type of this is not known here",
        )
    }

    fn check_ref(
        &mut self,
        mutable: bool,
        operand: &'static ast::Expr,
        expect: Expect,
        span: Span,
    ) -> Expr {
        let hint = match expect.ty().map(|ty| self.infer.shallow(ty)) {
            Some(ty) => match *ty.kind() {
                // The operand of `&` is an array where a slice is wanted.
                TyKind::Ref { inner, .. } => match *self.infer.shallow(inner).kind() {
                    TyKind::Slice(element)
                        if matches!(
                            operand.kind,
                            ast::ExprKind::Array(_) | ast::ExprKind::Repeat(..)
                        ) =>
                    {
                        Expect::Type(Ty::array(
                            element,
                            crate::typeck::convert::FreshVars::fresh_const(&self.infer),
                        ))
                    }
                    TyKind::Slice(_) | TyKind::Str | TyKind::Dynamic(_) => Expect::Nothing,
                    _ if is_place(operand) => Expect::Nothing,
                    _ => Expect::Type(inner),
                },
                _ => Expect::Nothing,
            },
            None => Expect::Nothing,
        };
        let operand = match hint {
            // A hint only: the operand's own type decides.
            Expect::Type(ty) => self.check_hinted(operand, ty),
            other => self.check_expr(operand, other),
        };
        let mut expr = self.reference(mutable, operand);
        expr.span = span;
        expr
    }

    /// Checks with a type in mind that coercion may still change.
    fn check_hinted(&mut self, expr: &'static ast::Expr, ty: Ty) -> Expr {
        use ast::ExprKind as E;
        match &expr.kind {
            E::Lit(_)
            | E::Array(_)
            | E::Repeat(..)
            | E::Tuple(_)
            | E::Struct { .. }
            | E::Closure(_)
            | E::Ref { .. } => self.check_expr(expr, Expect::Type(ty)),
            _ => self.check_expr(expr, Expect::Nothing),
        }
    }

    fn check_field(&mut self, base: &'static ast::Expr, name: ast::Ident, span: Span) -> Expr {
        let base = self.check_expr(base, Expect::Nothing);
        let ty = self.structure(base.ty);
        if ty.is_error() {
            return self.error_expr(span);
        }
        if let TyKind::Infer(_) = ty.kind() {
            return self.unknown_type(base.span);
        }
        let steps = self.infer.autoderef(ty);
        for (count, step) in steps.iter().enumerate() {
            if let Some((index, field_ty)) = self.field_of(step.ty, name.name, span) {
                let place = self.apply_derefs(base, &steps[1..=count]);
                return Expr {
                    kind: ExprKind::Field(Box::new(place), index),
                    ty: field_ty,
                    span,
                };
            }
        }
        let shown = self.tcx.show(self.infer.resolve(ty));
        self.error(
            "typeck::unresolved",
            name.span,
            format!("no field `{}` on `{shown}`", name.name),
        )
    }

    fn field_of(&mut self, ty: Ty, name: Symbol, span: Span) -> Option<(u32, Ty)> {
        match *ty.kind() {
            TyKind::Tuple(tys) => {
                let index: usize = name.as_str().parse().ok()?;
                tys.get(index).map(|&ty| (index as u32, ty))
            }
            TyKind::Adt(def, args) if self.tcx.kind(def) == DefKind::Struct => {
                let adt = self.tcx.adt(def);
                let fields = &adt.variants[0].fields;
                let index = fields.iter().position(|field| field.name == name)?;
                if !self.tcx.accessible(fields[index].visible, self.module) {
                    return None;
                }
                let ty = self
                    .infer
                    .normalize(fold::subst(fields[index].ty, args), span);
                Some((index as u32, ty))
            }
            _ => None,
        }
    }

    fn check_tuple(&mut self, items: &'static [ast::Expr], expect: Expect, span: Span) -> Expr {
        let hints = match expect.ty().map(|ty| self.infer.shallow(ty)).map(Ty::kind) {
            Some(TyKind::Tuple(tys)) if tys.len() == items.len() => Some(*tys),
            _ => None,
        };
        let mut checked = Vec::new();
        for (index, item) in items.iter().enumerate() {
            checked.push(match hints {
                Some(tys) => self.check_coerced(item, tys[index]),
                None => self.check_expr(item, Expect::Nothing),
            });
        }
        let tys: Vec<Ty> = checked.iter().map(|item| item.ty).collect();
        Expr {
            kind: ExprKind::Tuple(checked),
            ty: Ty::tuple(&tys),
            span,
        }
    }

    fn check_array(&mut self, items: &'static [ast::Expr], expect: Expect, span: Span) -> Expr {
        let hint = self.element_hint(expect);
        let mut merge = super::control::Merge::new(hint);
        let mut checked = Vec::new();
        for item in items {
            let expect = merge.expect(self);
            let item = self.check_expr(item, expect);
            checked.push(self.merge_arm(&mut merge, item));
        }
        let element = match merge.result() {
            Some(ty) => ty,
            None if items.is_empty() => hint.unwrap_or_else(|| self.fresh()),
            None => Ty::never(),
        };
        let checked: Vec<Expr> = checked
            .into_iter()
            .map(|item| self.settle(item, element))
            .collect();
        let ty = Ty::array(element, Const::Value(checked.len() as u128));
        Expr {
            kind: ExprKind::Array(checked),
            ty,
            span,
        }
    }

    fn element_hint(&mut self, expect: Expect) -> Option<Ty> {
        match *self.infer.shallow(expect.ty()?).kind() {
            TyKind::Array(inner, _) | TyKind::Slice(inner) => Some(inner),
            _ => None,
        }
    }

    fn check_repeat(
        &mut self,
        value: &'static ast::Expr,
        len: &'static ast::AnonConst,
        expect: Expect,
        span: Span,
    ) -> Expr {
        let len = self.converter().constant(len, Ty::usize());
        let value = match self.element_hint(expect) {
            Some(hint) => self.check_coerced(value, hint),
            None => self.check_expr(value, Expect::Nothing),
        };
        let ty = Ty::array(value.ty, len);
        Expr {
            kind: ExprKind::Repeat(Box::new(value), len),
            ty,
            span,
        }
    }

    fn check_struct(
        &mut self,
        path: &'static ast::Path,
        fields: &'static [ast::FieldInit],
        base: Option<&'static ast::Expr>,
        expect: Expect,
        span: Span,
    ) -> Expr {
        let Some((ty, variant)) = self.struct_path(path) else {
            let name = crate::typeck::convert::path_text(path);
            return self.error(
                "typeck::unresolved",
                path.span,
                format!("cannot find struct `{name}` here"),
            );
        };
        if let Some(hint) = expect.ty() {
            let _ = self.infer.commit_if_ok(|| self.infer.unify(ty, hint));
        }
        let TyKind::Adt(def, args) = *ty.kind() else {
            return self.error_expr(span);
        };
        // They say what a closure among the fields takes.
        self.infer.register_bounds(def, args, span);
        let adt = self.tcx.adt(def);
        let mut checked = Vec::new();
        for init in fields {
            let declared = adt.variants[variant as usize]
                .fields
                .iter()
                .position(|f| f.name == init.ident.name);
            let Some(index) = declared else {
                let message = format!("no field `{}` here", init.ident.name);
                return self.error("typeck::unresolved", init.ident.span, message);
            };
            let field_ty = fold::subst(adt.variants[variant as usize].fields[index].ty, args);
            let field_ty = self.infer.normalize(field_ty, init.ident.span);
            checked.push((index as u32, self.check_coerced(&init.value, field_ty)));
        }
        let base = base.map(|base| Box::new(self.check_coerced(base, ty)));
        Expr {
            kind: ExprKind::Adt {
                variant,
                fields: checked,
                base,
            },
            ty,
            span,
        }
    }

    /// A value of a tuple or unit struct/variant, or the constructor as a function.
    pub(super) fn ctor_value(
        &mut self,
        def: crate::typeck::ty::DefId,
        args: crate::typeck::ty::Args,
        span: Span,
    ) -> Expr {
        let (adt, variant) = self.tcx.ctor_of(def);
        self.infer.register_bounds(adt, args, span);
        match self.tcx.adt(adt).variants[variant as usize].shape {
            Shape::Unit => {
                let kind = ExprKind::Adt {
                    variant,
                    fields: Vec::new(),
                    base: None,
                };
                Expr {
                    kind,
                    ty: Ty::adt(adt, args),
                    span,
                }
            }
            _ => {
                let ty = super::super::ty::mk(TyKind::FnDef(def, args));
                Expr {
                    kind: ExprKind::FnItem,
                    ty,
                    span,
                }
            }
        }
    }

    fn check_range(
        &mut self,
        start: Option<&'static ast::Expr>,
        end: Option<&'static ast::Expr>,
        inclusive: bool,
        expect: Expect,
        span: Span,
    ) -> Expr {
        let lang = match (start.is_some(), end.is_some(), inclusive) {
            (true, true, false) => "range",
            (true, true, true) => "range_inclusive",
            (true, false, _) => "range_from",
            (false, true, false) => "range_to",
            (false, true, true) => "range_to_inclusive",
            (false, false, _) => "range_full",
        };
        let Ok(def) = self.tcx.require_lang(lang, span) else {
            return self.error_expr(span);
        };
        if lang == "range_full" {
            return Expr {
                kind: ExprKind::Adt {
                    variant: 0,
                    fields: Vec::new(),
                    base: None,
                },
                ty: Ty::adt(def, mk_args(&[])),
                span,
            };
        }
        let hint = match expect.ty().map(|ty| self.infer.shallow(ty)).map(Ty::kind) {
            Some(TyKind::Adt(found, args)) if *found == def => {
                args.first().and_then(|arg| arg.ty())
            }
            _ => None,
        };
        let mut merge = super::control::Merge::new(hint);
        let mut ends = Vec::new();
        for end in [start, end].into_iter().flatten() {
            let expect = merge.expect(self);
            let end = self.check_expr(end, expect);
            ends.push(self.merge_arm(&mut merge, end));
        }
        let index_ty = merge.result().unwrap_or_else(|| self.fresh());
        let ends: Vec<Expr> = ends
            .into_iter()
            .map(|end| self.settle(end, index_ty))
            .collect();
        let ty = Ty::adt(def, mk_args(&[GenericArg::Ty(index_ty)]));
        self.range_value(def, ty, ends, inclusive && start.is_some(), span)
    }

    /// `a..=b` is made by `RangeInclusive::new`, the others are plain structs.
    fn range_value(
        &mut self,
        def: crate::typeck::ty::DefId,
        ty: Ty,
        ends: Vec<Expr>,
        by_new: bool,
        span: Span,
    ) -> Expr {
        if by_new {
            let TyKind::Adt(_, args) = *ty.kind() else {
                return self.error_expr(span);
            };
            if let Some((new, _)) = self.infer.probe_path(
                ty,
                Symbol::new("new"),
                self.tcx.defs.borrow().module_of(def),
            ) {
                let kind = ExprKind::Call {
                    callee: new,
                    generic_args: args,
                    args: ends,
                    fn_span: span,
                };
                return Expr { kind, ty, span };
            }
        }
        let fields = ends
            .into_iter()
            .enumerate()
            .map(|(index, end)| (index as u32, end))
            .collect();
        Expr {
            kind: ExprKind::Adt {
                variant: 0,
                fields,
                base: None,
            },
            ty,
            span,
        }
    }

    fn check_cast(
        &mut self,
        operand: &'static ast::Expr,
        ty: &'static ast::Ty,
        span: Span,
    ) -> Expr {
        let target = self.written_ty(ty);
        let operand = self.check_expr(operand, Expect::Castable(target));
        let from = self.structure(operand.ty);
        let to = self.infer.shallow(target);
        if let TyKind::RawPtr { mutable, inner } = *to.kind() {
            return self.cast_to_pointer(operand, mutable, inner, span);
        }
        if let (true, TyKind::Ref { .. } | TyKind::FnPtr(..)) = (!from.is_scalar(), to.kind()) {
            return self.coerce(operand, to);
        }
        if let TyKind::Infer(crate::typeck::ty::InferVar::General(_)) = to.kind() {
            return self.coerce(operand, to);
        }
        Expr {
            kind: ExprKind::Cast(Box::new(operand)),
            ty: to,
            span,
        }
    }

    fn check_index(
        &mut self,
        base: &'static ast::Expr,
        index: &'static ast::Expr,
        brackets: Span,
        span: Span,
    ) -> Expr {
        let base = self.check_expr(base, Expect::Nothing);
        let index = self.check_expr(index, Expect::Nothing);
        let base_ty = self.structure(base.ty);
        if base_ty.is_error() || index.ty.is_error() {
            return self.error_expr(span);
        }
        let index_ty = self.structure(index.ty);
        let steps = self.infer.autoderef(base_ty);
        for (count, step) in steps.iter().enumerate() {
            if let (TyKind::Array(element, _) | TyKind::Slice(element), true) =
                (step.ty.kind(), may_be_usize(index_ty))
            {
                self.demand_eq(Ty::usize(), index_ty, index.span);
                let place = self.apply_derefs(base, &steps[1..=count]);
                return Expr {
                    kind: ExprKind::Index(Box::new(place), Box::new(index)),
                    ty: *element,
                    span,
                };
            }
            if let Some(element) = self.overloaded_index_ty(step.ty, index_ty, span) {
                let place = self.apply_derefs(base, &steps[1..=count]);
                return self.overloaded_index(place, index, element, brackets, span);
            }
        }
        let last = steps[steps.len() - 1].ty;
        if let TyKind::Array(element, _) = *last.kind() {
            let slice = Ty::slice(element);
            if let Some(result) = self.overloaded_index_ty(slice, index_ty, span) {
                let place = self.apply_derefs(base, &steps[1..]);
                let reference = self.reference(false, place);
                let unsized_ = self.unsize(reference, false, element);
                let place = self.deref(unsized_, slice);
                return self.overloaded_index(place, index, result, brackets, span);
            }
        }
        let shown = self.tcx.show(self.infer.resolve(base_ty));
        let by = self.tcx.show(self.infer.resolve(index_ty));
        self.error(
            "typeck::bound",
            span,
            format!("`{shown}` cannot be indexed by `{by}`"),
        )
    }

    /// The element type if `Index` applies.
    fn overloaded_index_ty(&mut self, base: Ty, index: Ty, span: Span) -> Option<Ty> {
        let def = self.tcx.lang("index")?;
        let args = mk_args(&[GenericArg::Ty(base), GenericArg::Ty(index)]);
        let goal = crate::typeck::generics::Predicate::Trait(crate::typeck::TraitRef { def, args });
        if self.infer.probe(|| self.infer.evaluate(goal, 0)) == crate::typeck::traits::Answer::No {
            return None;
        }
        self.infer.register(goal, span);
        let output = self
            .tcx
            .assoc_named(def, Symbol::new("Output"), DefKind::AssocTy)?;
        let projection = super::super::ty::mk(TyKind::Projection(output, args));
        Some(self.infer.normalize(projection, span))
    }

    /// A call of `Index::index`: a panic of it is reported at the brackets.
    fn overloaded_index(
        &mut self,
        place: Expr,
        index: Expr,
        element: Ty,
        brackets: Span,
        span: Span,
    ) -> Expr {
        let Some(callee) = self.lang_method("index", "index", span) else {
            return self.error_expr(span);
        };
        let generic_args = mk_args(&[GenericArg::Ty(place.ty), GenericArg::Ty(index.ty)]);
        let receiver = self.reference(false, place);
        let kind = ExprKind::Call {
            callee,
            generic_args,
            args: vec![receiver, index],
            fn_span: brackets,
        };
        let call = Expr {
            kind,
            ty: Ty::reference(false, element),
            span,
        };
        let mut place = self.deref(call, element);
        place.span = span;
        place
    }

    pub(super) fn check_panic(
        &mut self,
        kind: PanicKind,
        args: &'static [ast::Expr],
        span: Span,
    ) -> Expr {
        let args = args
            .iter()
            .map(|arg| self.check_expr(arg, Expect::Nothing))
            .collect();
        Expr {
            kind: ExprKind::Panic { kind, args },
            ty: Ty::never(),
            span,
        }
    }

    fn check_assert(
        &mut self,
        cond: &'static ast::Expr,
        args: &'static [ast::Expr],
        span: Span,
    ) -> Expr {
        let cond = self.check_coerced(cond, Ty::bool());
        self.assert_on(cond, args, span)
    }

    /// `if !cond { panic }`
    fn assert_on(&mut self, cond: Expr, args: &'static [ast::Expr], span: Span) -> Expr {
        let reached = self.diverges;
        let panic = self.check_panic(PanicKind::Assert, args, span);
        self.diverges = reached;
        let negated = Expr {
            kind: ExprKind::Unary(UnaryOp::Not, Box::new(cond)),
            ty: Ty::bool(),
            span,
        };
        let then = Expr {
            kind: ExprKind::Coerce(Coercion::NeverToAny, Box::new(panic)),
            ty: Ty::unit(),
            span,
        };
        let kind = ExprKind::If {
            cond: Box::new(negated),
            then: Box::new(then),
            otherwise: None,
        };
        Expr {
            kind,
            ty: Ty::unit(),
            span,
        }
    }

    fn check_assert_compare(
        &mut self,
        equal: bool,
        left: &'static ast::Expr,
        right: &'static ast::Expr,
        args: &'static [ast::Expr],
        span: Span,
    ) -> Expr {
        let op = if equal {
            ast::BinaryOp::Eq
        } else {
            ast::BinaryOp::Ne
        };
        let compared = self.check_binary(op, left, right, span);
        self.assert_on(compared, args, span)
    }

    fn check_format_args(&mut self, args: &'static [ast::Expr], span: Span) -> Expr {
        let args: Vec<Expr> = args
            .iter()
            .map(|arg| self.check_expr(arg, Expect::Nothing))
            .collect();
        let Some(def) = self.tcx.lang("format_arguments") else {
            return self.unsupported(span, "formatting into a value");
        };
        let ty = Ty::adt(def, mk_args(&[]));
        let log = Expr {
            kind: ExprKind::Log(args),
            ty: Ty::unit(),
            span,
        };
        let value = Expr {
            kind: ExprKind::Adt {
                variant: 0,
                fields: Vec::new(),
                base: None,
            },
            ty,
            span,
        };
        let block = super::super::tree::Block {
            label: None,
            stmts: vec![super::super::tree::Stmt::Expr(log)],
            expr: Some(value),
            tail_temporaries_first: false,
            span,
        };
        Expr {
            kind: ExprKind::Block(Box::new(block)),
            ty,
            span,
        }
    }
}

fn panic_kind(kind: ast::PanicMacro) -> PanicKind {
    match kind {
        ast::PanicMacro::Panic => PanicKind::Panic,
        ast::PanicMacro::Unreachable => PanicKind::Unreachable,
        ast::PanicMacro::Todo | ast::PanicMacro::Unimplemented => PanicKind::Todo,
    }
}

fn may_be_usize(ty: Ty) -> bool {
    matches!(
        ty.kind(),
        TyKind::Int(IntTy::Usize) | TyKind::Infer(crate::typeck::ty::InferVar::Int(_))
    )
}

fn is_place(expr: &ast::Expr) -> bool {
    use ast::ExprKind as E;
    matches!(
        expr.kind,
        E::Path(_) | E::Field(..) | E::Index(..) | E::Deref(_)
    )
}

/// The bits of a float literal at its final width.
pub(super) fn float_bits(digits: &str, ty: FloatTy) -> Option<u128> {
    match ty {
        FloatTy::F32 => digits
            .parse::<f32>()
            .ok()
            .map(|value| u128::from(value.to_bits())),
        FloatTy::F64 => digits
            .parse::<f64>()
            .ok()
            .map(|value| u128::from(value.to_bits())),
    }
}
