//! Types, bounds and generics.

use std::rc::Rc;

use proc_macro2::Span;

use super::{excerpt, Converter};
use crate::syntax::ast::{
    AnonConst, Bound, GenericParam, GenericParamKind, Generics, Ty, TyKind, WherePredicate,
};
use crate::syntax::spans::Place;

impl Converter<'_> {
    pub(super) fn ty(&mut self, ty: &syn::Type) -> Ty {
        self.ty_at(ty).0
    }

    pub(super) fn boxed_ty(&mut self, ty: &syn::Type) -> Box<Ty> {
        Box::new(self.ty(ty))
    }

    /// A type and where it stands, parentheses included.
    pub(super) fn ty_at(&mut self, ty: &syn::Type) -> (Ty, Place) {
        let (kind, place) = match ty {
            syn::Type::Paren(it) => {
                let inner = self.ty(&it.elem);
                return (inner, self.delimited(&it.paren_token.span));
            }
            syn::Type::Group(it) => return self.ty_at(&it.elem),
            syn::Type::Macro(it) => return self.macro_type(&it.mac),
            syn::Type::Array(it) => {
                let len = self.anon_const(&it.len);
                let place = self.delimited(&it.bracket_token.span);
                (TyKind::Array(self.boxed_ty(&it.elem), len), place)
            }
            syn::Type::BareFn(it) => self.fn_pointer(it),
            syn::Type::ImplTrait(it) => {
                let start = self.place(it.impl_token.span);
                let bounds = self.bounds(&it.bounds);
                let place = bounded(start, &bounds);
                (TyKind::ImplTrait(bounds), place)
            }
            syn::Type::Infer(it) => (TyKind::Infer, self.place(it.underscore_token.span)),
            syn::Type::Never(it) => (TyKind::Never, self.place(it.bang_token.span)),
            syn::Type::Path(it) => {
                let (path, place) = self.qualified_path(it.qself.as_ref(), &it.path);
                (TyKind::Path(path), place)
            }
            syn::Type::Ptr(it) => {
                let (inner, end) = self.ty_at(&it.elem);
                let mutable = it.mutability.is_some();
                let place = self.place(it.star_token.span).to(end);
                let inner = Box::new(inner);
                (TyKind::Ptr { mutable, inner }, place)
            }
            syn::Type::Reference(it) => {
                let (inner, end) = self.ty_at(&it.elem);
                let mutable = it.mutability.is_some();
                let place = self.place(it.and_token.span).to(end);
                let inner = Box::new(inner);
                (TyKind::Ref { mutable, inner }, place)
            }
            syn::Type::Slice(it) => {
                let place = self.delimited(&it.bracket_token.span);
                (TyKind::Slice(self.boxed_ty(&it.elem)), place)
            }
            syn::Type::TraitObject(it) => self.trait_object(it),
            syn::Type::Tuple(it) => {
                let elems = it.elems.iter().map(|ty| self.ty(ty)).collect();
                (TyKind::Tuple(elems), self.delimited(&it.paren_token.span))
            }
            other => {
                let tokens = quote::ToTokens::to_token_stream(other);
                let what = format!("the type {}", excerpt(&tokens));
                (TyKind::Unsupported { what }, self.tokens_place(&tokens))
            }
        };
        let span = place.span;
        (Ty { kind, span }, place)
    }

    fn fn_pointer(&mut self, it: &syn::TypeBareFn) -> (TyKind, Place) {
        let params: Vec<Ty> = it.inputs.iter().map(|input| self.ty(&input.ty)).collect();
        let start = self.place(it.fn_token.span);
        let (ret, end) = match &it.output {
            syn::ReturnType::Default => (None, self.place(it.paren_token.span.close())),
            syn::ReturnType::Type(_, ty) => {
                let (ty, end) = self.ty_at(ty);
                (Some(Box::new(ty)), end)
            }
        };
        let place = start.to(end);
        if it.variadic.is_some() {
            let what = "a variadic function pointer".into();
            return (TyKind::Unsupported { what }, place);
        }
        (TyKind::Fn { params, ret }, place)
    }

    fn trait_object(&mut self, it: &syn::TypeTraitObject) -> (TyKind, Place) {
        let bounds = self.bounds(&it.bounds);
        let start = match (&it.dyn_token, bounds.first()) {
            (Some(token), _) => self.place(token.span),
            (None, _) => self.tokens_place(&quote::ToTokens::to_token_stream(&it.bounds)),
        };
        let place = bounded(start, &bounds);
        (TyKind::DynTrait(bounds), place)
    }

    pub(super) fn return_ty(&mut self, output: &syn::ReturnType) -> Option<Ty> {
        match output {
            syn::ReturnType::Default => None,
            syn::ReturnType::Type(_, ty) => Some(self.ty(ty)),
        }
    }

    pub(super) fn anon_const(&mut self, value: &syn::Expr) -> AnonConst {
        AnonConst {
            value: Rc::new(self.expr(value)),
        }
    }

    pub(super) fn delimited(&self, delimiters: &proc_macro2::extra::DelimSpan) -> Place {
        self.between(delimiters.open(), delimiters.close())
    }

    pub(super) fn between(&self, start: Span, end: Span) -> Place {
        self.place(start).to(self.place(end))
    }

    /// From the first to the last of these tokens.
    pub(super) fn tokens_place(&self, tokens: &proc_macro2::TokenStream) -> Place {
        let mut trees = tokens.clone().into_iter();
        let first = trees.next();
        let last = trees.last();
        let start = first.map_or_else(Span::call_site, |tree| tree.span());
        match last {
            Some(last) => self.between(start, last.span()),
            None => self.place(start),
        }
    }

    pub(super) fn bounds<'b>(
        &mut self,
        bounds: impl IntoIterator<Item = &'b syn::TypeParamBound>,
    ) -> Vec<Bound> {
        let bounds = bounds.into_iter();
        bounds.filter_map(|bound| self.bound(bound)).collect()
    }

    /// Lifetimes are dropped and `?Sized` is noted elsewhere; what is left is a trait.
    fn bound(&mut self, bound: &syn::TypeParamBound) -> Option<Bound> {
        match bound {
            syn::TypeParamBound::Trait(bound) => match bound.modifier {
                syn::TraitBoundModifier::None => Some(Bound {
                    path: self.path(&bound.path),
                }),
                syn::TraitBoundModifier::Maybe(_) => None,
            },
            _ => None,
        }
    }

    pub(super) fn generics(&mut self, generics: &syn::Generics) -> Generics {
        let mut params = Vec::new();
        for param in &generics.params {
            params.extend(self.generic_param(param, generics));
        }
        let clauses = generics.where_clause.iter();
        let predicates = clauses.flat_map(|clause| &clause.predicates);
        let mut converted = Vec::new();
        for predicate in predicates {
            if let syn::WherePredicate::Type(predicate) = predicate {
                converted.push(WherePredicate {
                    ty: self.ty(&predicate.bounded_ty),
                    bounds: self.bounds(&predicate.bounds),
                });
            }
        }
        Generics {
            params,
            predicates: converted,
        }
    }

    fn generic_param(
        &mut self,
        param: &syn::GenericParam,
        all: &syn::Generics,
    ) -> Option<GenericParam> {
        match param {
            syn::GenericParam::Lifetime(_) => None,
            syn::GenericParam::Type(param) => {
                let compiled = self.is_compiled(&param.attrs);
                compiled.then(|| GenericParam {
                    ident: self.ident(&param.ident),
                    kind: GenericParamKind::Type {
                        bounds: self.bounds(&param.bounds),
                        default: param.default.as_ref().map(|ty| self.ty(ty)),
                        sized: !may_be_unsized(param, all),
                    },
                })
            }
            syn::GenericParam::Const(param) => {
                let compiled = self.is_compiled(&param.attrs);
                compiled.then(|| GenericParam {
                    ident: self.ident(&param.ident),
                    kind: GenericParamKind::Const {
                        ty: self.ty(&param.ty),
                        default: param.default.as_ref().map(|value| self.anon_const(value)),
                    },
                })
            }
        }
    }
}

/// Whether `?Sized` stands among the bounds of a parameter or in a where-clause about it.
fn may_be_unsized(param: &syn::TypeParam, all: &syn::Generics) -> bool {
    let clauses = all
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let about = clauses.filter_map(|predicate| match predicate {
        syn::WherePredicate::Type(about) => match &about.bounded_ty {
            syn::Type::Path(path) if path.path.is_ident(&param.ident) => Some(&about.bounds),
            _ => None,
        },
        _ => None,
    });
    about.chain([&param.bounds]).flatten().any(|bound| {
        matches!(bound, syn::TypeParamBound::Trait(bound)
            if matches!(bound.modifier, syn::TraitBoundModifier::Maybe(_)))
    })
}

fn bounded(start: Place, bounds: &[Bound]) -> Place {
    match bounds.last() {
        Some(bound) if start.context == 0 => Place {
            span: start.span.to(bound.path.span),
            ..start
        },
        _ => start,
    }
}
