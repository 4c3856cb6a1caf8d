//! Patterns.

use super::{excerpt, Converter};
use crate::syntax::ast::{FieldPat, Pat, PatKind};
use crate::syntax::spans::Place;

impl Converter<'_> {
    pub(in crate::syntax) fn pat(&mut self, pat: &syn::Pat) -> Pat {
        self.pat_at(pat).0
    }

    fn pats<'b>(&mut self, pats: impl IntoIterator<Item = &'b syn::Pat>) -> Vec<Pat> {
        pats.into_iter().map(|pat| self.pat(pat)).collect()
    }

    /// A pattern and where it stands, parentheses included.
    fn pat_at(&mut self, pat: &syn::Pat) -> (Pat, Place) {
        let (kind, place) = match pat {
            syn::Pat::Paren(it) => {
                let inner = self.pat(&it.pat);
                return (inner, self.delimited(&it.paren_token.span));
            }
            syn::Pat::Macro(it) => return self.macro_pat(&it.mac),
            syn::Pat::Type(it) => return self.pat_at(&it.pat),
            syn::Pat::Ident(it) => self.ident_pat(it),
            syn::Pat::Lit(it) => self.lit_pat(&it.lit),
            syn::Pat::Or(it) => self.or_pat(it),
            syn::Pat::Path(it) => {
                let (path, place) = self.qualified_path(it.qself.as_ref(), &it.path);
                (PatKind::Path(path), place)
            }
            syn::Pat::Range(it) => self.range_pat(it),
            syn::Pat::Reference(it) => {
                let (inner, end) = self.pat_at(&it.pat);
                let place = self.place(it.and_token.span).to(end);
                let mutable = it.mutability.is_some();
                let pat = Box::new(inner);
                (PatKind::Ref { mutable, pat }, place)
            }
            syn::Pat::Rest(it) => {
                let place = self.between(it.dot2_token.spans[0], it.dot2_token.spans[1]);
                (PatKind::Rest, place)
            }
            syn::Pat::Slice(it) => {
                let place = self.delimited(&it.bracket_token.span);
                (PatKind::Slice(self.pats(&it.elems)), place)
            }
            syn::Pat::Struct(it) => self.struct_pat(it),
            syn::Pat::Tuple(it) => {
                let place = self.delimited(&it.paren_token.span);
                (PatKind::Tuple(self.pats(&it.elems)), place)
            }
            syn::Pat::TupleStruct(it) => {
                let (path, start) = self.qualified_path(it.qself.as_ref(), &it.path);
                let place = start.to(self.place(it.paren_token.span.close()));
                (PatKind::TupleStruct(path, self.pats(&it.elems)), place)
            }
            syn::Pat::Wild(it) => (PatKind::Wild, self.place(it.underscore_token.span)),
            other => {
                let tokens = quote::ToTokens::to_token_stream(other);
                let what = format!("the pattern {}", excerpt(&tokens));
                (PatKind::Unsupported { what }, self.tokens_place(&tokens))
            }
        };
        let span = place.span;
        (Pat { kind, span }, place)
    }

    fn ident_pat(&mut self, it: &syn::PatIdent) -> (PatKind, Place) {
        let start = match (&it.by_ref, &it.mutability) {
            (Some(token), _) => token.span,
            (None, Some(token)) => token.span,
            (None, None) => it.ident.span(),
        };
        let mut place = self.between(start, it.ident.span());
        let sub = it.subpat.as_ref().map(|(_, sub)| {
            let (sub, end) = self.pat_at(sub);
            place = place.to(end);
            Box::new(sub)
        });
        let kind = PatKind::Ident {
            by_ref: it.by_ref.is_some(),
            mutable: it.mutability.is_some(),
            ident: self.ident(&it.ident),
            sub,
        };
        (kind, place)
    }

    fn lit_pat(&mut self, lit: &syn::Lit) -> (PatKind, Place) {
        let place = self.place(lit.span());
        let kind = match self.lit(lit) {
            Ok((negated, lit)) => PatKind::Lit { negated, lit },
            Err(what) => PatKind::Unsupported { what },
        };
        (kind, place)
    }

    fn or_pat(&mut self, it: &syn::PatOr) -> (PatKind, Place) {
        let mut cases = Vec::new();
        let mut place: Option<Place> = None;
        for case in &it.cases {
            let (case, here) = self.pat_at(case);
            place = Some(place.map_or(here, |start| start.to(here)));
            cases.push(case);
        }
        let nowhere = || self.place(proc_macro2::Span::call_site());
        (PatKind::Or(cases), place.unwrap_or_else(nowhere))
    }

    fn range_pat(&mut self, it: &syn::PatRange) -> (PatKind, Place) {
        let inclusive = matches!(it.limits, syn::RangeLimits::Closed(_));
        let limits = match &it.limits {
            syn::RangeLimits::HalfOpen(dots) => self.between(dots.spans[0], dots.spans[1]),
            syn::RangeLimits::Closed(dots) => self.between(dots.spans[0], dots.spans[2]),
        };
        let start = it.start.as_ref().map(|start| self.expr_at(start));
        let end = it.end.as_ref().map(|end| self.expr_at(end));
        let first = start.as_ref().map_or(limits, |(_, place)| *place);
        let last = end.as_ref().map_or(limits, |(_, place)| *place);
        let kind = PatKind::Range {
            start: start.map(|(expr, _)| Box::new(expr)),
            end: end.map(|(expr, _)| Box::new(expr)),
            inclusive,
        };
        (kind, first.to(last))
    }

    fn struct_pat(&mut self, it: &syn::PatStruct) -> (PatKind, Place) {
        let (path, start) = self.qualified_path(it.qself.as_ref(), &it.path);
        let place = start.to(self.place(it.brace_token.span.close()));
        let mut fields = Vec::new();
        for field in &it.fields {
            if self.is_compiled(&field.attrs) {
                let (ident, _) = self.member(&field.member);
                let pat = self.pat(&field.pat);
                fields.push(FieldPat { ident, pat });
            }
        }
        let rest = it.rest.is_some();
        (PatKind::Struct { path, fields, rest }, place)
    }
}
