//! Assignments, with destructuring ones as rustc desugars them: `(a, _) = e` is
//! `{ let (lhs, _) = e; a = lhs; }`.

use super::stmt::made_block;
use super::{make, named, Converter};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, FieldPat, Ident, Pat, PatKind, Stmt};
use crate::syntax::spans::{Expansion, Place};

/// The assignments that follow the `let`, and the names made for it.
struct Targets {
    place: Place,
    assignments: Vec<Stmt>,
    context: u32,
}

impl Converter<'_> {
    pub(super) fn assignment(&mut self, it: &syn::ExprAssign) -> (Expr, Place) {
        if is_destructuring(&it.left) {
            return self.destructuring(it);
        }
        let (left, start) = self.expr_at(&it.left);
        let (right, end) = self.expr_at(&it.right);
        let place = start.to(end);
        let kind = ExprKind::Assign(Box::new(left), Box::new(right));
        (make(kind, place), place)
    }

    fn destructuring(&mut self, it: &syn::ExprAssign) -> (Expr, Place) {
        let start = self.tokens_place(&quote::ToTokens::to_token_stream(&it.left));
        let (right, end) = self.expr_at(&it.right);
        let place = start.to(end);
        let mut targets = Targets {
            place,
            assignments: Vec::new(),
            context: self.fresh_context(place.span),
        };
        let pat = self.assignee(&it.left, &mut targets);
        let mut stmts = vec![Stmt::Let {
            pat,
            ty: None,
            init: Some(right),
            else_block: None,
            span: place.span,
        }];
        stmts.extend(targets.assignments);
        (made_block(stmts, place), place)
    }

    /// A context for names that no source can mention.
    fn fresh_context(&mut self, call: Span) -> u32 {
        let mut expansion = Expansion::new(call, None);
        let span = self.spans.made(&mut expansion, 0, None);
        self.place(span).context
    }

    /// The pattern for the left side of an assignment.
    fn assignee(&mut self, expr: &syn::Expr, targets: &mut Targets) -> Pat {
        let place = self.tokens_place(&quote::ToTokens::to_token_stream(expr));
        let kind = match expr {
            syn::Expr::Paren(it) => return self.assignee(&it.expr, targets),
            syn::Expr::Group(it) => return self.assignee(&it.expr, targets),
            syn::Expr::Infer(_) => PatKind::Wild,
            syn::Expr::Range(it) if it.start.is_none() && it.end.is_none() => PatKind::Rest,
            syn::Expr::Tuple(it) => PatKind::Tuple(self.assignees(&it.elems, targets)),
            syn::Expr::Array(it) => PatKind::Slice(self.assignees(&it.elems, targets)),
            syn::Expr::Call(it) => match &*it.func {
                syn::Expr::Path(path) => {
                    let (path, _) = self.qualified_path(path.qself.as_ref(), &path.path);
                    PatKind::TupleStruct(path, self.assignees(&it.args, targets))
                }
                _ => PatKind::Unsupported {
                    what: "this left side of an assignment".into(),
                },
            },
            syn::Expr::Struct(it) => self.struct_assignee(it, targets),
            _ => self.assign_from_name(expr, targets),
        };
        let span = place.span;
        Pat { kind, span }
    }

    fn assignees<'b>(
        &mut self,
        list: impl IntoIterator<Item = &'b syn::Expr>,
        targets: &mut Targets,
    ) -> Vec<Pat> {
        let list = list.into_iter();
        list.map(|expr| self.assignee(expr, targets)).collect()
    }

    fn struct_assignee(&mut self, it: &syn::ExprStruct, targets: &mut Targets) -> PatKind {
        let (path, _) = self.qualified_path(it.qself.as_ref(), &it.path);
        let mut fields = Vec::new();
        for field in &it.fields {
            let (ident, _) = self.member(&field.member);
            let pat = self.assignee(&field.expr, targets);
            fields.push(FieldPat { ident, pat });
        }
        let rest = it.dot2_token.is_some();
        PatKind::Struct { path, fields, rest }
    }

    fn assign_from_name(&mut self, target: &syn::Expr, targets: &mut Targets) -> PatKind {
        let name = format!("lhs{}", targets.assignments.len());
        let ident = Ident {
            hygiene: targets.context,
            ..named(&name, targets.place)
        };
        let (left, _) = self.expr_at(target);
        let value = self.name_expr(ident);
        let kind = ExprKind::Assign(Box::new(left), Box::new(value));
        let expr = make(kind, targets.place);
        targets.assignments.push(Stmt::Expr { expr, semi: true });
        PatKind::Ident {
            by_ref: false,
            mutable: false,
            ident,
            sub: None,
        }
    }
}

fn is_destructuring(left: &syn::Expr) -> bool {
    match left {
        syn::Expr::Paren(it) => is_destructuring(&it.expr),
        syn::Expr::Group(it) => is_destructuring(&it.expr),
        syn::Expr::Infer(_) | syn::Expr::Tuple(_) | syn::Expr::Array(_) | syn::Expr::Struct(_) => {
            true
        }
        syn::Expr::Call(it) => matches!(&*it.func, syn::Expr::Path(_)),
        _ => false,
    }
}
