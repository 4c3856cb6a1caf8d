//! The derives of `core`, written out as impls with rustc's bounds and meaning.
//!
//! Formatting is erased from what is analysed, so `Debug` answers `Ok(())`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::visit::Visit;
use syn::{Data, DeriveInput, Fields};

use super::ast::{Attrs, Item};
use super::attrs::has;
use super::convert::Converter;
use super::modules::Directory;
use super::spans::Expansion;
use crate::diagnostic::{syntax as codes, Diagnostic};
use crate::source::Symbol;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Derive {
    Clone,
    Copy,
    Debug,
    Default,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd,
}

impl Derive {
    fn named(name: &str) -> Option<Derive> {
        Some(match name {
            "Clone" => Derive::Clone,
            "Copy" => Derive::Copy,
            "Debug" => Derive::Debug,
            "Default" => Derive::Default,
            "Eq" => Derive::Eq,
            "Hash" => Derive::Hash,
            "Ord" => Derive::Ord,
            "PartialEq" => Derive::PartialEq,
            "PartialOrd" => Derive::PartialOrd,
            _ => return None,
        })
    }

    /// The trait's path; `crate` carries a span that stands for `core`.
    fn path(self, at: Span) -> TokenStream {
        match self {
            Derive::Clone => quote_spanned!(at=> crate::clone::Clone),
            Derive::Copy => quote_spanned!(at=> crate::marker::Copy),
            Derive::Debug => quote_spanned!(at=> crate::fmt::Debug),
            Derive::Default => quote_spanned!(at=> crate::default::Default),
            Derive::Eq => quote_spanned!(at=> crate::cmp::Eq),
            Derive::Hash => quote_spanned!(at=> crate::hash::Hash),
            Derive::Ord => quote_spanned!(at=> crate::cmp::Ord),
            Derive::PartialEq => quote_spanned!(at=> crate::cmp::PartialEq),
            Derive::PartialOrd => quote_spanned!(at=> crate::cmp::PartialOrd),
        }
    }
}

impl Converter<'_> {
    /// Adds to `out`, which ends with the item itself, the impls that its derives generate.
    pub(super) fn derives(
        &mut self,
        written: &[syn::Attribute],
        input: &DeriveInput,
        out: &mut Vec<Item>,
    ) {
        let subject = out.len() - 1;
        for path in self.derive_paths(written) {
            let Some(last) = path.segments.last() else {
                continue;
            };
            let name = super::attrs::unraw(&last.ident);
            match Derive::named(&name).filter(|_| is_core_path(&path)) {
                Some(derive) => out.extend(self.derive(derive, input, last.ident.span())),
                None => {
                    let span = self.place(last.ident.span()).span;
                    let attrs: &mut Attrs = &mut out[subject].attrs;
                    attrs.unknown_derives.push((Symbol::new(&name), span));
                }
            }
        }
    }

    fn derive_paths(&mut self, written: &[syn::Attribute]) -> Vec<syn::Path> {
        let mut paths = Vec::new();
        for attr in written.iter().filter(|attr| attr.path().is_ident("derive")) {
            let parser = syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
            match attr.parse_args_with(parser) {
                Ok(list) => paths.extend(list),
                Err(error) => self.report_parse(&error),
            }
        }
        paths
    }

    fn derive(&mut self, derive: Derive, input: &DeriveInput, at: Span) -> Vec<Item> {
        let call = self.place(at).span;
        let mut expansion = Expansion::new(call, None);
        let core = Some(Symbol::new("core"));
        let made = self.spans.made(&mut expansion, 0, core);
        let generator = Generator {
            input,
            derive,
            at: made,
        };
        let tokens = match generator.generate() {
            Ok(tokens) => tokens,
            Err(message) => {
                self.report(Diagnostic::new(codes::DERIVE, call, message));
                return Vec::new();
            }
        };
        let Some(item) = self.parse_tokens::<syn::Item>(tokens) else {
            return Vec::new();
        };
        let mut items = self.item(&item, &Directory::beside(std::path::Path::new("")));
        for item in &mut items {
            item.attrs.derived = true;
        }
        items
    }
}

/// `Clone`, `core::clone::Clone`, `std::fmt::Debug`.
fn is_core_path(path: &syn::Path) -> bool {
    let first = path.segments.first().map(|segment| &segment.ident);
    path.segments.len() == 1 || first.is_some_and(|it| it == "core" || it == "std")
}

struct Generator<'a> {
    input: &'a DeriveInput,
    derive: Derive,
    at: Span,
}

/// One variant, or the whole struct, with the names that its fields are bound to.
struct Shape<'a> {
    /// `Self` or `Self::Variant`.
    path: TokenStream,
    fields: &'a Fields,
}

impl Shape<'_> {
    /// A pattern that binds every field to `prefix0`, `prefix1`, …
    fn pattern(&self, prefix: &str, at: Span) -> TokenStream {
        let path = &self.path;
        let members = self.fields.members();
        let names = (0..self.fields.len()).map(|i| name(prefix, i, at));
        quote_spanned!(at=> #path { #(#members: #names),* })
    }
}

fn name(prefix: &str, index: usize, at: Span) -> Ident {
    format_ident!("{}{}", prefix, index, span = at)
}

impl<'a> Generator<'a> {
    fn generate(&self) -> Result<TokenStream, String> {
        let body = match self.derive {
            Derive::Copy | Derive::Eq => TokenStream::new(),
            Derive::Clone => self.clone_fn(),
            Derive::Debug => self.debug_fn(),
            Derive::Default => self.default_fn()?,
            Derive::Hash => self.hash_fn(),
            Derive::Ord => self.compare_fn(),
            Derive::PartialEq => self.eq_fn(),
            Derive::PartialOrd => self.compare_fn(),
        };
        let generics = self.generics();
        let (params, arguments, conditions) = generics.split_for_impl();
        let path = self.derive.path(self.at);
        let subject = &self.input.ident;
        Ok(quote_spanned!(self.at=>
            impl #params #path for #subject #arguments #conditions { #body }
        ))
    }

    /// The item's generics with the trait required of every type parameter and of the associated types of
    /// parameters that its fields use. A derived `Default` of an enum makes no field, so it requires nothing.
    fn generics(&self) -> syn::Generics {
        let mut generics = self.input.generics.clone();
        if self.derive == Derive::Default && matches!(self.input.data, Data::Enum(_)) {
            return generics;
        }
        let path = self.derive.path(self.at);
        let bound: Option<syn::TypeParamBound> = syn::parse2(path.clone()).ok();
        for param in generics.type_params_mut() {
            param.bounds.extend(bound.clone());
        }
        let projections = self.projections();
        if !projections.is_empty() {
            let predicates = projections
                .iter()
                .filter_map(|ty| syn::parse2::<syn::WherePredicate>(quote!(#ty: #path)).ok());
            generics.make_where_clause().predicates.extend(predicates);
        }
        generics
    }

    fn projections(&self) -> Vec<syn::TypePath> {
        let mut finder = Projections {
            params: self
                .input
                .generics
                .type_params()
                .map(|param| &param.ident)
                .collect(),
            found: Vec::new(),
        };
        for shape in self.shapes() {
            for field in shape.fields {
                finder.visit_type(&field.ty);
            }
        }
        finder.found
    }

    fn shapes(&self) -> Vec<Shape<'a>> {
        let at = self.at;
        match &self.input.data {
            Data::Struct(data) => vec![Shape {
                path: quote_spanned!(at=> Self),
                fields: &data.fields,
            }],
            Data::Enum(data) => {
                let variants = data.variants.iter();
                let shape = |variant: &'a syn::Variant| {
                    let ident = &variant.ident;
                    Shape {
                        path: quote_spanned!(at=> Self::#ident),
                        fields: &variant.fields,
                    }
                };
                variants.map(shape).collect()
            }
            Data::Union(_) => Vec::new(),
        }
    }

    /// `match self { … }` over all shapes.
    fn match_self(&self, body: impl Fn(&Shape<'_>) -> TokenStream) -> TokenStream {
        let at = self.at;
        let shapes = self.shapes();
        if shapes.is_empty() {
            return quote_spanned!(at=> match *self {});
        }
        let arms = shapes.iter().map(|shape| {
            let pattern = shape.pattern("a", at);
            let body = body(shape);
            quote_spanned!(at=> #pattern => #body,)
        });
        quote_spanned!(at=> match self { #(#arms)* })
    }

    /// `match (self, other) { … }` over pairs of equal shapes; different shapes give `different`.
    fn match_both(
        &self,
        body: impl Fn(&Shape<'_>) -> TokenStream,
        different: TokenStream,
    ) -> TokenStream {
        let at = self.at;
        let shapes = self.shapes();
        if shapes.is_empty() {
            return quote_spanned!(at=> match *self {});
        }
        let arms = shapes.iter().map(|shape| {
            let (left, right) = (shape.pattern("a", at), shape.pattern("b", at));
            let body = body(shape);
            quote_spanned!(at=> (#left, #right) => #body,)
        });
        let otherwise = match shapes.len() {
            1 => TokenStream::new(),
            _ => quote_spanned!(at=> _ => #different,),
        };
        quote_spanned!(at=> match (self, other) { #(#arms)* #otherwise })
    }

    fn clone_fn(&self) -> TokenStream {
        let at = self.at;
        let body = self.match_self(|shape| {
            let path = &shape.path;
            let members = shape.fields.members();
            let names = (0..shape.fields.len()).map(|i| name("a", i, at));
            quote_spanned!(at=> #path { #(#members: crate::clone::Clone::clone(#names)),* })
        });
        quote_spanned!(at=> fn clone(&self) -> Self { #body })
    }

    fn debug_fn(&self) -> TokenStream {
        quote_spanned!(self.at=>
            fn fmt(&self, f: &mut crate::fmt::Formatter<'_>) -> crate::fmt::Result {
                crate::result::Result::Ok(())
            }
        )
    }

    fn default_fn(&self) -> Result<TokenStream, String> {
        let at = self.at;
        let body = match &self.input.data {
            Data::Struct(data) => {
                let members = data.fields.members();
                quote_spanned!(at=>
                    Self { #(#members: crate::default::Default::default()),* }
                )
            }
            Data::Enum(data) => {
                let mut marked = data.variants.iter().filter(|it| has(&it.attrs, "default"));
                match (marked.next(), marked.next()) {
                    (Some(variant), None) => {
                        let ident = &variant.ident;
                        quote_spanned!(at=> Self::#ident)
                    }
                    _ => {
                        return Err("an enum that derives `Default` marks exactly one variant \
                                    with `#[default]`"
                            .into())
                    }
                }
            }
            Data::Union(_) => return Err("a union cannot derive `Default`".into()),
        };
        Ok(quote_spanned!(at=> fn default() -> Self { #body }))
    }

    fn hash_fn(&self) -> TokenStream {
        let at = self.at;
        let is_enum = matches!(&self.input.data, Data::Enum(data) if data.variants.len() > 1);
        let discriminant = is_enum.then(|| {
            let value = self.discriminant(quote_spanned!(at=> self));
            quote_spanned!(at=> crate::hash::Hash::hash(&#value, state);)
        });
        let fields = self.match_self(|shape| {
            let names = (0..shape.fields.len()).map(|i| name("a", i, at));
            quote_spanned!(at=> { #(crate::hash::Hash::hash(#names, state);)* })
        });
        quote_spanned!(at=>
            fn hash<H: crate::hash::Hasher>(&self, state: &mut H) { #discriminant #fields }
        )
    }

    fn eq_fn(&self) -> TokenStream {
        let at = self.at;
        let body = self.match_both(
            |shape| {
                let left = (0..shape.fields.len()).map(|i| name("a", i, at));
                let right = (0..shape.fields.len()).map(|i| name("b", i, at));
                let comparisons = left
                    .zip(right)
                    .map(|(l, r)| quote_spanned!(at=> *#l == *#r));
                let joined: Vec<TokenStream> = comparisons.collect();
                match joined.is_empty() {
                    true => quote_spanned!(at=> true),
                    false => quote_spanned!(at=> #(#joined)&&*),
                }
            },
            quote_spanned!(at=> false),
        );
        quote_spanned!(at=> fn eq(&self, other: &Self) -> bool { #body })
    }

    /// `cmp` or `partial_cmp`: fields in order, different variants by discriminant.
    fn compare_fn(&self) -> TokenStream {
        let at = self.at;
        let ordering = quote_spanned!(at=> crate::cmp::Ordering);
        let option = quote_spanned!(at=> crate::option::Option);
        let (method, result, equal) = match self.derive {
            Derive::Ord => (
                quote_spanned!(at=> cmp),
                ordering.clone(),
                quote_spanned!(at=> #ordering::Equal),
            ),
            _ => (
                quote_spanned!(at=> partial_cmp),
                quote_spanned!(at=> #option<#ordering>),
                quote_spanned!(at=> #option::Some(#ordering::Equal)),
            ),
        };
        let path = self.derive.path(at);
        let body = self.match_both(
            |shape| {
                let indices = (0..shape.fields.len()).rev();
                indices.fold(equal.clone(), |rest, i| {
                    let (l, r) = (name("a", i, at), name("b", i, at));
                    quote_spanned!(at=> match #path::#method(#l, #r) {
                        #equal => #rest,
                        unequal => unequal,
                    })
                })
            },
            {
                let left = self.discriminant(quote_spanned!(at=> self));
                let right = self.discriminant(quote_spanned!(at=> other));
                quote_spanned!(at=> #path::#method(&#left, &#right))
            },
        );
        quote_spanned!(at=> fn #method(&self, other: &Self) -> #result { #body })
    }

    /// The discriminant of a value, as a number of the enum's representation.
    fn discriminant(&self, of: TokenStream) -> TokenStream {
        let at = self.at;
        let Data::Enum(data) = &self.input.data else {
            return quote_spanned!(at=> 0isize);
        };
        let repr = self.repr();
        let mut base = None;
        let mut offset = 0usize;
        let mut arms = Vec::new();
        for variant in &data.variants {
            if let Some((_, value)) = &variant.discriminant {
                (base, offset) = (Some(value), 0);
            }
            let step = proc_macro2::Literal::usize_unsuffixed(offset);
            let value = match base {
                Some(base) => {
                    quote_spanned!(at=> { const DISCRIMINANT: #repr = #base; DISCRIMINANT + #step })
                }
                None => quote_spanned!(at=> { const DISCRIMINANT: #repr = #step; DISCRIMINANT }),
            };
            let ident = &variant.ident;
            arms.push(quote_spanned!(at=> Self::#ident { .. } => #value,));
            offset += 1;
        }
        quote_spanned!(at=> (match #of { #(#arms)* }))
    }

    /// The type of the discriminants: what `#[repr]` says, else `isize`.
    fn repr(&self) -> TokenStream {
        let mut repr = format_ident!("isize", span = self.at);
        let attrs = self.input.attrs.iter();
        for attr in attrs.filter(|attr| attr.path().is_ident("repr")) {
            // `C`, `packed(2)` and `align(4)` say nothing about discriminants.
            let _ = attr.parse_nested_meta(|meta| {
                if meta.input.peek(syn::token::Paren) {
                    meta.input.parse::<TokenStream>()?;
                }
                if let Some(ident) = meta.path.get_ident().filter(|it| is_integer(it)) {
                    repr = format_ident!("{}", ident, span = self.at);
                }
                Ok(())
            });
        }
        let at = self.at;
        quote_spanned!(at=> crate::primitive::#repr)
    }
}

fn is_integer(ident: &Ident) -> bool {
    let name = ident.to_string();
    let width = name.strip_prefix(['u', 'i']);
    width.is_some_and(|width| matches!(width, "8" | "16" | "32" | "64" | "128" | "size"))
}

/// Finds `T::Assoc` for the type parameters `T`.
struct Projections<'a> {
    params: Vec<&'a Ident>,
    found: Vec<syn::TypePath>,
}

impl Visit<'_> for Projections<'_> {
    fn visit_type_path(&mut self, path: &syn::TypePath) {
        let first = path.path.segments.first().map(|segment| &segment.ident);
        let of_param = first.is_some_and(|first| self.params.contains(&first));
        if of_param && path.qself.is_none() && path.path.segments.len() > 1 {
            self.found.push(path.clone());
        }
        syn::visit::visit_type_path(self, path);
    }
}
