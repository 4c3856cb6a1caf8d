//! Expressions and literals.

use syn::spanned::Spanned;
use syn::{BinOp, Lit as SynLit, RangeLimits, UnOp};

use super::{excerpt, make, unsupported, Converter};
use crate::diagnostic::{syntax as codes, Diagnostic};
use crate::source::Symbol;
use crate::syntax::ast::{
    Arm, BinaryOp, Closure, Expr, ExprKind, FieldInit, GenericArgs, Ident, LazyOp, Lit, Path,
    Segment, UnaryOp,
};
use crate::syntax::spans::Place;

impl Converter<'_> {
    pub(in crate::syntax) fn expr(&mut self, expr: &syn::Expr) -> Expr {
        self.expr_at(expr).0
    }

    pub(super) fn boxed(&mut self, expr: &syn::Expr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    fn optional(&mut self, expr: &Option<Box<syn::Expr>>) -> Option<Box<Expr>> {
        expr.as_ref().map(|expr| self.boxed(expr))
    }

    /// The elements of a list that are compiled.
    pub(super) fn exprs<'b>(&mut self, list: impl IntoIterator<Item = &'b syn::Expr>) -> Vec<Expr> {
        let mut out = Vec::new();
        for expr in list {
            if self.is_compiled(expr_attrs(expr)) {
                out.push(self.expr(expr));
            }
        }
        out.shrink_to_fit();
        out
    }

    /// An expression, and where it stands as an operand: with its parentheses.
    pub(super) fn expr_at(&mut self, expr: &syn::Expr) -> (Expr, Place) {
        let (kind, place) = match expr {
            syn::Expr::Paren(it) => {
                let (mut inner, own) = self.expr_at(&it.expr);
                let place = self.delimited(&it.paren_token.span);
                // Panics of the inner expression are reported at the parentheses, unless a macro put them there.
                if own.context == place.context {
                    inner.span = place.span;
                }
                return (inner, place);
            }
            syn::Expr::Group(it) => return self.expr_at(&it.expr),
            syn::Expr::Macro(it) => return self.macro_expr(&it.mac),
            syn::Expr::Assign(it) => return self.assignment(it),
            syn::Expr::Lit(it) => return self.lit_expr(&it.lit),
            syn::Expr::Array(it) => {
                let place = self.delimited(&it.bracket_token.span);
                (ExprKind::Array(self.exprs(&it.elems)), place)
            }
            syn::Expr::Binary(it) => self.binary(it),
            syn::Expr::Block(it) => {
                let (label, start) = self.label(&it.label);
                let block = self.block(&it.block);
                let place = self.delimited(&it.block.brace_token.span);
                let place = start.map_or(place, |start| start.to(place));
                (ExprKind::Block { block, label }, place)
            }
            syn::Expr::Break(it) => self.break_expr(it),
            syn::Expr::Call(it) => {
                let (callee, start) = self.expr_at(&it.func);
                let args = self.exprs(&it.args);
                let place = start.to(self.place(it.paren_token.span.close()));
                (ExprKind::Call(Box::new(callee), args), place)
            }
            syn::Expr::Cast(it) => {
                let (inner, start) = self.expr_at(&it.expr);
                let (ty, end) = self.ty_at(&it.ty);
                (ExprKind::Cast(Box::new(inner), ty), start.to(end))
            }
            syn::Expr::Closure(it) => self.closure(it),
            syn::Expr::Const(it) => {
                let end = self.place(it.block.brace_token.span.close());
                let place = self.place(it.const_token.span).to(end);
                (ExprKind::ConstBlock(self.block(&it.block)), place)
            }
            syn::Expr::Continue(it) => self.continue_expr(it),
            syn::Expr::Field(it) => {
                let (base, start) = self.expr_at(&it.base);
                let (ident, end) = self.member(&it.member);
                (ExprKind::Field(Box::new(base), ident), start.to(end))
            }
            syn::Expr::ForLoop(it) => self.for_loop(it),
            syn::Expr::If(it) => self.if_expr(it),
            syn::Expr::Index(it) => {
                let (base, start) = self.expr_at(&it.expr);
                let index = self.boxed(&it.index);
                let place = start.to(self.place(it.bracket_token.span.close()));
                let brackets = self.delimited(&it.bracket_token.span).span;
                (ExprKind::Index(Box::new(base), index, brackets), place)
            }
            syn::Expr::Let(it) => {
                let pat = Box::new(self.pat(&it.pat));
                let (value, end) = self.expr_at(&it.expr);
                let place = self.place(it.let_token.span).to(end);
                (ExprKind::Let(pat, Box::new(value)), place)
            }
            syn::Expr::Loop(it) => {
                let (label, start) = self.label(&it.label);
                let body = self.block(&it.body);
                let keyword = self.place(it.loop_token.span);
                let end = self.place(it.body.brace_token.span.close());
                let place = start.unwrap_or(keyword).to(end);
                (ExprKind::Loop { body, label }, place)
            }
            syn::Expr::Match(it) => self.match_expr(it),
            syn::Expr::MethodCall(it) => self.method_call(it),
            syn::Expr::Path(it) => {
                let (path, place) = self.qualified_path(it.qself.as_ref(), &it.path);
                (ExprKind::Path(path), place)
            }
            syn::Expr::Range(it) => self.range(it),
            syn::Expr::RawAddr(it) => {
                let (inner, end) = self.expr_at(&it.expr);
                let mutable = matches!(it.mutability, syn::PointerMutability::Mut(_));
                let place = self.place(it.and_token.span).to(end);
                let expr = Box::new(inner);
                (ExprKind::RawRef { mutable, expr }, place)
            }
            syn::Expr::Reference(it) => {
                let (inner, end) = self.expr_at(&it.expr);
                let mutable = it.mutability.is_some();
                let place = self.place(it.and_token.span).to(end);
                let expr = Box::new(inner);
                (ExprKind::Ref { mutable, expr }, place)
            }
            syn::Expr::Repeat(it) => {
                let place = self.delimited(&it.bracket_token.span);
                let value = self.boxed(&it.expr);
                (ExprKind::Repeat(value, self.anon_const(&it.len)), place)
            }
            syn::Expr::Return(it) => {
                let start = self.place(it.return_token.span);
                let (value, place) = self.value_after(start, &it.expr);
                (ExprKind::Return(value), place)
            }
            syn::Expr::Struct(it) => self.struct_expr(it),
            syn::Expr::Try(it) => {
                let (inner, start) = self.expr_at(&it.expr);
                let place = start.to(self.place(it.question_token.span));
                (ExprKind::Try(Box::new(inner)), place)
            }
            syn::Expr::Tuple(it) => {
                let place = self.delimited(&it.paren_token.span);
                (ExprKind::Tuple(self.exprs(&it.elems)), place)
            }
            syn::Expr::Unary(it) => self.unary(it),
            syn::Expr::Unsafe(it) => {
                let end = self.place(it.block.brace_token.span.close());
                let place = self.place(it.unsafe_token.span).to(end);
                (ExprKind::Unsafe(self.block(&it.block)), place)
            }
            syn::Expr::While(it) => {
                let (label, start) = self.label(&it.label);
                let cond = self.boxed(&it.cond);
                let body = self.block(&it.body);
                let keyword = self.place(it.while_token.span);
                let end = self.place(it.body.brace_token.span.close());
                let place = start.unwrap_or(keyword).to(end);
                (ExprKind::While { cond, body, label }, place)
            }
            other => self.unsupported_expr(other),
        };
        (make(kind, place), place)
    }

    fn unsupported_expr(&mut self, expr: &syn::Expr) -> (ExprKind, Place) {
        let tokens = quote::ToTokens::to_token_stream(expr);
        let place = self.tokens_place(&tokens);
        let what = match expr {
            syn::Expr::Async(_) => "an `async` block".to_string(),
            syn::Expr::Await(_) => "`.await`".to_string(),
            syn::Expr::Infer(_) => "`_` as a value".to_string(),
            syn::Expr::TryBlock(_) => "a `try` block".to_string(),
            syn::Expr::Yield(_) => "`yield`".to_string(),
            _ => format!("the expression {}", excerpt(&tokens)),
        };
        (ExprKind::Unsupported { what }, place)
    }

    fn binary(&mut self, it: &syn::ExprBinary) -> (ExprKind, Place) {
        let (left, start) = self.expr_at(&it.left);
        let (right, end) = self.expr_at(&it.right);
        let (left, right) = (Box::new(left), Box::new(right));
        // Operands that come from the call of a macro do not make the operation one of the call.
        let place = start.to(self.place(it.op.span())).to(end);
        let kind = match operator(&it.op) {
            Some(Operator::Binary(op)) => ExprKind::Binary(op, left, right),
            Some(Operator::Lazy(op)) => ExprKind::Lazy(op, left, right),
            Some(Operator::Assign(op)) => ExprKind::AssignOp(op, left, right),
            None => ExprKind::Unsupported {
                what: "this operator".into(),
            },
        };
        (kind, place)
    }

    fn unary(&mut self, it: &syn::ExprUnary) -> (ExprKind, Place) {
        let (inner, end) = self.expr_at(&it.expr);
        let inner = Box::new(inner);
        match it.op {
            UnOp::Deref(op) => (dereferenced(inner), self.place(op.span).to(end)),
            UnOp::Not(op) => {
                let kind = ExprKind::Unary(UnaryOp::Not, inner);
                (kind, self.place(op.span).to(end))
            }
            UnOp::Neg(op) => {
                let kind = ExprKind::Unary(UnaryOp::Neg, inner);
                (kind, self.place(op.span).to(end))
            }
            _ => {
                let what = "this operator".into();
                (ExprKind::Unsupported { what }, end)
            }
        }
    }

    fn range(&mut self, it: &syn::ExprRange) -> (ExprKind, Place) {
        let limits = match &it.limits {
            RangeLimits::HalfOpen(dots) => self.between(dots.spans[0], dots.spans[1]),
            RangeLimits::Closed(dots) => self.between(dots.spans[0], dots.spans[2]),
        };
        let start = it.start.as_ref().map(|start| self.expr_at(start));
        let end = it.end.as_ref().map(|end| self.expr_at(end));
        let first = start.as_ref().map_or(limits, |(_, place)| *place);
        let last = end.as_ref().map_or(limits, |(_, place)| *place);
        let kind = ExprKind::Range {
            start: start.map(|(expr, _)| Box::new(expr)),
            end: end.map(|(expr, _)| Box::new(expr)),
            inclusive: matches!(it.limits, RangeLimits::Closed(_)),
        };
        (kind, first.to(last))
    }

    /// The optional operand of `return` and `break`, and the end of the whole.
    fn value_after(
        &mut self,
        start: Place,
        value: &Option<Box<syn::Expr>>,
    ) -> (Option<Box<Expr>>, Place) {
        match value {
            Some(value) => {
                let (value, end) = self.expr_at(value);
                (Some(Box::new(value)), start.to(end))
            }
            None => (None, start),
        }
    }

    fn break_expr(&mut self, it: &syn::ExprBreak) -> (ExprKind, Place) {
        let start = self.place(it.break_token.span);
        let label = it.label.as_ref().map(|label| self.lifetime(label));
        let start = label.map_or(start, |label| extend(start, label));
        let (value, place) = self.value_after(start, &it.expr);
        (ExprKind::Break { label, value }, place)
    }

    fn continue_expr(&mut self, it: &syn::ExprContinue) -> (ExprKind, Place) {
        let start = self.place(it.continue_token.span);
        let label = it.label.as_ref().map(|label| self.lifetime(label));
        let place = label.map_or(start, |label| extend(start, label));
        (ExprKind::Continue { label }, place)
    }

    /// A label: its name without the quote, its span with it.
    fn lifetime(&self, lifetime: &syn::Lifetime) -> Ident {
        let ident = self.ident(&lifetime.ident);
        let span = self.place(lifetime.apostrophe).span.to(ident.span);
        Ident { span, ..ident }
    }

    fn label(&self, label: &Option<syn::Label>) -> (Option<Ident>, Option<Place>) {
        let Some(label) = label else {
            return (None, None);
        };
        let place = self.place(label.name.apostrophe);
        (Some(self.lifetime(&label.name)), Some(place))
    }

    fn closure(&mut self, it: &syn::ExprClosure) -> (ExprKind, Place) {
        let start = match (&it.movability, &it.asyncness, &it.capture) {
            (Some(token), _, _) => token.span,
            (None, Some(token), _) => token.span,
            (None, None, Some(token)) => token.span,
            (None, None, None) => it.or1_token.span,
        };
        let start = self.place(start);
        let params = it
            .inputs
            .iter()
            .map(|pat| self.closure_param(pat))
            .collect();
        let ret = self.return_ty(&it.output);
        let (body, end) = self.expr_at(&it.body);
        let place = start.to(end);
        if it.asyncness.is_some() {
            let what = "an `async` closure".into();
            return (ExprKind::Unsupported { what }, place);
        }
        let closure = Closure {
            by_move: it.capture.is_some(),
            params,
            ret,
            body,
        };
        (ExprKind::Closure(Box::new(closure)), place)
    }

    fn closure_param(
        &mut self,
        pat: &syn::Pat,
    ) -> (crate::syntax::ast::Pat, Option<crate::syntax::ast::Ty>) {
        match pat {
            syn::Pat::Type(it) => (self.pat(&it.pat), Some(self.ty(&it.ty))),
            other => (self.pat(other), None),
        }
    }

    fn for_loop(&mut self, it: &syn::ExprForLoop) -> (ExprKind, Place) {
        let (label, start) = self.label(&it.label);
        let pat = Box::new(self.pat(&it.pat));
        let iter = self.boxed(&it.expr);
        let body = self.block(&it.body);
        let keyword = self.place(it.for_token.span);
        let end = self.place(it.body.brace_token.span.close());
        let place = start.unwrap_or(keyword).to(end);
        let kind = ExprKind::For {
            pat,
            iter,
            body,
            label,
        };
        (kind, place)
    }

    fn if_expr(&mut self, it: &syn::ExprIf) -> (ExprKind, Place) {
        let cond = self.boxed(&it.cond);
        let then = self.block(&it.then_branch);
        let start = self.place(it.if_token.span);
        let mut end = self.place(it.then_branch.brace_token.span.close());
        let otherwise = it.else_branch.as_ref().map(|(_, expr)| {
            let (expr, last) = self.expr_at(expr);
            end = last;
            Box::new(expr)
        });
        let kind = ExprKind::If {
            cond,
            then,
            otherwise,
        };
        (kind, start.to(end))
    }

    fn match_expr(&mut self, it: &syn::ExprMatch) -> (ExprKind, Place) {
        let end = self.place(it.brace_token.span.close());
        let place = self.place(it.match_token.span).to(end);
        let value = self.boxed(&it.expr);
        let mut arms = Vec::with_capacity(it.arms.len());
        for arm in &it.arms {
            if self.is_compiled(&arm.attrs) {
                arms.push(self.arm(arm));
            }
        }
        (ExprKind::Match(value, arms), place)
    }

    fn arm(&mut self, arm: &syn::Arm) -> Arm {
        let pat = self.pat(&arm.pat);
        let guard = arm.guard.as_ref().map(|(_, guard)| self.expr(guard));
        let body = self.expr(&arm.body);
        let span = pat.span.to(body.span);
        Arm {
            pat,
            guard,
            body,
            span,
        }
    }

    fn method_call(&mut self, it: &syn::ExprMethodCall) -> (ExprKind, Place) {
        let (receiver, start) = self.expr_at(&it.receiver);
        let args: Option<GenericArgs> = it.turbofish.as_ref().map(|args| self.angle_args(args));
        let method = Segment {
            ident: self.ident(&it.method),
            args,
        };
        let kind = ExprKind::MethodCall {
            receiver: Box::new(receiver),
            method,
            args: self.exprs(&it.args),
        };
        let end = self.place(it.paren_token.span.close());
        (kind, start.to(end))
    }

    pub(super) fn member(&mut self, member: &syn::Member) -> (Ident, Place) {
        match member {
            syn::Member::Named(ident) => (self.ident(ident), self.place(ident.span())),
            syn::Member::Unnamed(index) => {
                let place = self.place(index.span);
                (super::named(&index.index.to_string(), place), place)
            }
        }
    }

    fn struct_expr(&mut self, it: &syn::ExprStruct) -> (ExprKind, Place) {
        let (path, start) = self.qualified_path(it.qself.as_ref(), &it.path);
        let end = self.place(it.brace_token.span.close());
        let mut fields = Vec::new();
        for field in &it.fields {
            if self.is_compiled(&field.attrs) {
                let (ident, _) = self.member(&field.member);
                let value = self.expr(&field.expr);
                fields.push(FieldInit { ident, value });
            }
        }
        let kind = ExprKind::Struct {
            path,
            fields,
            base: self.optional(&it.rest),
        };
        (kind, start.to(end))
    }

    fn lit_expr(&mut self, lit: &SynLit) -> (Expr, Place) {
        let place = self.place(lit.span());
        match self.lit(lit) {
            Ok((false, lit)) => (make(ExprKind::Lit(lit), place), place),
            Ok((true, lit)) => {
                let operand = Box::new(make(ExprKind::Lit(lit), place));
                (make(ExprKind::Unary(UnaryOp::Neg, operand), place), place)
            }
            Err(what) => (unsupported(what, place), place),
        }
    }

    /// A literal and whether it is negated, which happens in patterns only; else what is not supported about it.
    pub(super) fn lit(&mut self, lit: &SynLit) -> Result<(bool, Lit), String> {
        let plain = |lit| Ok((false, lit));
        match lit {
            SynLit::Bool(it) => plain(Lit::Bool(it.value)),
            SynLit::Byte(it) => plain(Lit::Byte(it.value())),
            SynLit::ByteStr(it) => plain(Lit::ByteStr(it.value())),
            SynLit::Char(it) => plain(Lit::Char(it.value())),
            SynLit::Str(it) => plain(Lit::Str(it.value())),
            SynLit::Int(it) => Ok(self.int(it)),
            SynLit::Float(it) => {
                let (negated, digits) = sign(it.base10_digits());
                Ok((negated, Lit::Float(digits.into(), suffix(it.suffix()))))
            }
            SynLit::CStr(_) => Err("a C string literal".into()),
            other => Err(format!(
                "the literal {}",
                excerpt(&quote::ToTokens::to_token_stream(other))
            )),
        }
    }

    fn int(&mut self, it: &syn::LitInt) -> (bool, Lit) {
        let (negated, digits) = sign(it.base10_digits());
        let suffix = suffix(it.suffix());
        if matches!(it.suffix(), "f32" | "f64") {
            return (negated, Lit::Float(digits.into(), suffix));
        }
        let value = digits.parse().unwrap_or_else(|_| {
            let span = self.place(it.span()).span;
            let message = "this integer does not fit into 128 bits";
            self.report(Diagnostic::new(codes::LITERAL, span, message));
            0
        });
        (negated, Lit::Int(value, suffix))
    }

    /// A path expression for a single name.
    pub(in crate::syntax) fn name_expr(&self, ident: Ident) -> Expr {
        let path = Path {
            root: crate::syntax::ast::PathRoot::Relative,
            qself: None,
            segments: vec![Segment { ident, args: None }],
            span: ident.span,
        };
        Expr {
            kind: ExprKind::Path(path),
            span: ident.span,
        }
    }
}

fn extend(start: Place, label: Ident) -> Place {
    start.to(Place {
        span: label.span,
        context: label.hygiene,
    })
}

fn sign(digits: &str) -> (bool, &str) {
    match digits.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, digits),
    }
}

fn suffix(written: &str) -> Option<Symbol> {
    (!written.is_empty()).then(|| Symbol::new(written))
}

enum Operator {
    Binary(BinaryOp),
    Lazy(LazyOp),
    Assign(BinaryOp),
}

fn operator(op: &BinOp) -> Option<Operator> {
    use Operator::{Assign, Binary, Lazy};
    Some(match op {
        BinOp::Add(_) => Binary(BinaryOp::Add),
        BinOp::Sub(_) => Binary(BinaryOp::Sub),
        BinOp::Mul(_) => Binary(BinaryOp::Mul),
        BinOp::Div(_) => Binary(BinaryOp::Div),
        BinOp::Rem(_) => Binary(BinaryOp::Rem),
        BinOp::BitXor(_) => Binary(BinaryOp::BitXor),
        BinOp::BitAnd(_) => Binary(BinaryOp::BitAnd),
        BinOp::BitOr(_) => Binary(BinaryOp::BitOr),
        BinOp::Shl(_) => Binary(BinaryOp::Shl),
        BinOp::Shr(_) => Binary(BinaryOp::Shr),
        BinOp::Eq(_) => Binary(BinaryOp::Eq),
        BinOp::Lt(_) => Binary(BinaryOp::Lt),
        BinOp::Le(_) => Binary(BinaryOp::Le),
        BinOp::Ne(_) => Binary(BinaryOp::Ne),
        BinOp::Ge(_) => Binary(BinaryOp::Ge),
        BinOp::Gt(_) => Binary(BinaryOp::Gt),
        BinOp::And(_) => Lazy(LazyOp::And),
        BinOp::Or(_) => Lazy(LazyOp::Or),
        BinOp::AddAssign(_) => Assign(BinaryOp::Add),
        BinOp::SubAssign(_) => Assign(BinaryOp::Sub),
        BinOp::MulAssign(_) => Assign(BinaryOp::Mul),
        BinOp::DivAssign(_) => Assign(BinaryOp::Div),
        BinOp::RemAssign(_) => Assign(BinaryOp::Rem),
        BinOp::BitXorAssign(_) => Assign(BinaryOp::BitXor),
        BinOp::BitAndAssign(_) => Assign(BinaryOp::BitAnd),
        BinOp::BitOrAssign(_) => Assign(BinaryOp::BitOr),
        BinOp::ShlAssign(_) => Assign(BinaryOp::Shl),
        BinOp::ShrAssign(_) => Assign(BinaryOp::Shr),
        _ => return None,
    })
}

/// What a raw pointer that is made here points to is the place that it is made of.
fn dereferenced(pointer: Box<Expr>) -> ExprKind {
    match pointer.kind {
        ExprKind::RawRef { expr, .. } => expr.kind,
        _ => ExprKind::Deref(pointer),
    }
}

/// The attributes of an expression in a list or statement, where `cfg` may stand. syn leaves those before an
/// operator to its first operand.
pub(super) fn expr_attrs(expr: &syn::Expr) -> &[syn::Attribute] {
    match expr {
        syn::Expr::Assign(it) if it.attrs.is_empty() => expr_attrs(&it.left),
        syn::Expr::Binary(it) if it.attrs.is_empty() => expr_attrs(&it.left),
        syn::Expr::Cast(it) if it.attrs.is_empty() => expr_attrs(&it.expr),
        syn::Expr::Array(it) => &it.attrs,
        syn::Expr::Assign(it) => &it.attrs,
        syn::Expr::Binary(it) => &it.attrs,
        syn::Expr::Block(it) => &it.attrs,
        syn::Expr::Call(it) => &it.attrs,
        syn::Expr::Cast(it) => &it.attrs,
        syn::Expr::Closure(it) => &it.attrs,
        syn::Expr::Field(it) => &it.attrs,
        syn::Expr::ForLoop(it) => &it.attrs,
        // What a macro was given for `$x:expr`.
        syn::Expr::Group(it) if it.attrs.is_empty() => expr_attrs(&it.expr),
        syn::Expr::Group(it) => &it.attrs,
        syn::Expr::If(it) => &it.attrs,
        syn::Expr::Index(it) => &it.attrs,
        syn::Expr::Lit(it) => &it.attrs,
        syn::Expr::Loop(it) => &it.attrs,
        syn::Expr::Macro(it) => &it.attrs,
        syn::Expr::Match(it) => &it.attrs,
        syn::Expr::MethodCall(it) => &it.attrs,
        syn::Expr::Paren(it) => &it.attrs,
        syn::Expr::Path(it) => &it.attrs,
        syn::Expr::Range(it) => &it.attrs,
        syn::Expr::Reference(it) => &it.attrs,
        syn::Expr::Repeat(it) => &it.attrs,
        syn::Expr::Return(it) => &it.attrs,
        syn::Expr::Break(it) => &it.attrs,
        syn::Expr::Continue(it) => &it.attrs,
        syn::Expr::Struct(it) => &it.attrs,
        syn::Expr::Try(it) => &it.attrs,
        syn::Expr::Tuple(it) => &it.attrs,
        syn::Expr::Unary(it) => &it.attrs,
        syn::Expr::Unsafe(it) => &it.attrs,
        syn::Expr::While(it) => &it.attrs,
        _ => &[],
    }
}
