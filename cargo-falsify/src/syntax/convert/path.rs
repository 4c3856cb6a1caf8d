//! Paths and generic arguments.

use super::Converter;
use crate::syntax::ast::{
    AssocConstraint, AssocConstraintKind, GenericArg, GenericArgs, Path, PathRoot, Segment, Ty,
    TyKind,
};
use crate::syntax::spans::Place;

impl Converter<'_> {
    pub(in crate::syntax) fn path(&mut self, path: &syn::Path) -> Path {
        self.qualified_path(None, path).0
    }

    /// A path with its `<T as Trait>` part, and where all of it stands.
    pub(super) fn qualified_path(
        &mut self,
        qself: Option<&syn::QSelf>,
        path: &syn::Path,
    ) -> (Path, Place) {
        let place = self.path_place(qself, path);
        let mut segments = Vec::with_capacity(path.segments.len());
        for segment in &path.segments {
            let converted = self.segment(segment);
            segments.push(converted);
        }
        let mut qself = qself.map(|qself| (Box::new(self.ty(&qself.ty)), qself.position));
        // In `<T>::f` syn takes the `::` before `f` for a leading one.
        let root = match &qself {
            Some((_, 0)) => PathRoot::Relative,
            _ => self.path_root(path),
        };
        if let PathRoot::DollarCrate(_) = root {
            segments.remove(0);
            if let Some((_, position)) = &mut qself {
                *position = position.saturating_sub(1);
            }
        }
        let span = place.span;
        let path = Path {
            root,
            qself,
            segments,
            span,
        };
        (path, place)
    }

    fn path_root(&self, path: &syn::Path) -> PathRoot {
        if path.leading_colon.is_some() {
            return PathRoot::Global;
        }
        let first = path.segments.first().map(|segment| &segment.ident);
        match first.filter(|ident| *ident == "crate") {
            Some(ident) => self
                .spans
                .dollar_crate(ident.span())
                .map_or(PathRoot::Relative, PathRoot::DollarCrate),
            None => PathRoot::Relative,
        }
    }

    pub(in crate::syntax) fn path_place(
        &self,
        qself: Option<&syn::QSelf>,
        path: &syn::Path,
    ) -> Place {
        let first = match (qself, &path.leading_colon, path.segments.first()) {
            (Some(qself), _, _) => qself.lt_token.span,
            (None, Some(colon), _) => colon.spans[0],
            (None, None, Some(segment)) => segment.ident.span(),
            (None, None, None) => proc_macro2::Span::call_site(),
        };
        let start = self.place(first);
        match path.segments.last() {
            Some(segment) => start.to(self.segment_end(segment)),
            None => start,
        }
    }

    fn segment_end(&self, segment: &syn::PathSegment) -> Place {
        match &segment.arguments {
            syn::PathArguments::None => self.place(segment.ident.span()),
            syn::PathArguments::AngleBracketed(args) => self.place(args.gt_token.span),
            syn::PathArguments::Parenthesized(args) => self.place(args.paren_token.span.close()),
        }
    }

    fn segment(&mut self, segment: &syn::PathSegment) -> Segment {
        let args = match &segment.arguments {
            syn::PathArguments::None => None,
            syn::PathArguments::AngleBracketed(args) => Some(self.angle_args(args)),
            syn::PathArguments::Parenthesized(args) => Some(GenericArgs::Paren {
                inputs: args.inputs.iter().map(|ty| self.ty(ty)).collect(),
                output: self.return_ty(&args.output).map(Box::new),
            }),
        };
        Segment {
            ident: self.ident(&segment.ident),
            args,
        }
    }

    pub(super) fn angle_args(
        &mut self,
        written: &syn::AngleBracketedGenericArguments,
    ) -> GenericArgs {
        let mut args = Vec::with_capacity(written.args.len());
        let mut constraints = Vec::new();
        for arg in &written.args {
            match arg {
                syn::GenericArgument::Lifetime(_) => {}
                syn::GenericArgument::Type(ty) => args.push(GenericArg::Type(self.ty(ty))),
                syn::GenericArgument::Const(value) => {
                    args.push(GenericArg::Const(self.anon_const(value)));
                }
                other => constraints.extend(self.constraint(other)),
            }
        }
        GenericArgs::Angle { args, constraints }
    }

    fn constraint(&mut self, arg: &syn::GenericArgument) -> Option<AssocConstraint> {
        match arg {
            syn::GenericArgument::AssocType(it) => Some(AssocConstraint {
                ident: self.ident(&it.ident),
                args: it.generics.as_ref().map(|args| self.angle_args(args)),
                kind: AssocConstraintKind::Equals(self.ty(&it.ty)),
            }),
            syn::GenericArgument::Constraint(it) => Some(AssocConstraint {
                ident: self.ident(&it.ident),
                args: it.generics.as_ref().map(|args| self.angle_args(args)),
                kind: AssocConstraintKind::Bounds(self.bounds(&it.bounds)),
            }),
            syn::GenericArgument::AssocConst(it) => {
                let ident = self.ident(&it.ident);
                let kind = TyKind::Unsupported {
                    what: "a bound on an associated constant".into(),
                };
                let span = ident.span;
                Some(AssocConstraint {
                    ident,
                    args: None,
                    kind: AssocConstraintKind::Equals(Ty { kind, span }),
                })
            }
            _ => None,
        }
    }
}
