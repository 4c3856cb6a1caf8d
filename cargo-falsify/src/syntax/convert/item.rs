//! Items.

use proc_macro2::Span as SynSpan;
use quote::ToTokens;

use super::{excerpt, named, no_ident, Converter};
use crate::source::{Span, Symbol};
use crate::syntax::ast::{
    AssocItem, AssocKind, Attrs, Field, Fn, Ident, Impl, Import, ImportKind, Item, ItemKind, Param,
    Pat, PatKind, Path, PathRoot, Segment, Trait, Ty, TyKind, Variant, VariantData, Visibility,
};
use crate::syntax::attrs::{has, path_attribute, unraw};
use crate::syntax::modules::Directory;
use crate::syntax::spans::Place;

impl Converter<'_> {
    /// The items of one module. `macro_use`: its macros stay visible after it.
    pub(super) fn module_items(
        &mut self,
        items: &[syn::Item],
        directory: &Directory,
        macro_use: bool,
    ) -> Vec<Item> {
        self.scopes.enter();
        self.imports.push(Default::default());
        self.note_names(items);
        let mut out = Vec::new();
        for item in items {
            out.extend(self.item(item, directory));
        }
        out.shrink_to_fit();
        self.imports.pop();
        self.scopes.leave(macro_use);
        out
    }

    /// What one item becomes: nothing under a `cfg` that does not hold, several with derives or macros.
    pub(in crate::syntax) fn item(&mut self, item: &syn::Item, directory: &Directory) -> Vec<Item> {
        let Some(written) = self.cfg(item_attrs(item)) else {
            return Vec::new();
        };
        let is_test = has(&written, "test") || has(&written, "bench");
        if is_test && !self.input.cfg.holds("test", None) {
            return Vec::new();
        }
        match item {
            syn::Item::Macro(it) => self.macro_item(it, &written, directory),
            syn::Item::ForeignMod(it) => self.foreign_items(it),
            syn::Item::Struct(it) => {
                let mut it = it.clone();
                self.strip_fields(&mut it.fields);
                let mut converted = vec![self.struct_item(&it, &written)];
                self.derives(&written, &it.into(), &mut converted);
                converted
            }
            syn::Item::Enum(it) => {
                let mut it = it.clone();
                self.strip_variants(&mut it);
                let mut converted = vec![self.enum_item(&it, &written)];
                self.derives(&written, &it.into(), &mut converted);
                converted
            }
            other => vec![self.plain_item(other, &written, directory)],
        }
    }

    fn plain_item(
        &mut self,
        item: &syn::Item,
        written: &[syn::Attribute],
        directory: &Directory,
    ) -> Item {
        match item {
            syn::Item::Const(it) => {
                let place = self.item_place(&it.vis, it.const_token.span, it.semi_token.span);
                let kind = ItemKind::Const(self.ty(&it.ty), Some(self.expr(&it.expr)));
                self.finish(written, &it.vis, &it.ident, place, kind)
            }
            syn::Item::ExternCrate(it) => self.extern_crate(it, written),
            syn::Item::Fn(it) => {
                let first = fn_start(&it.sig);
                let place = self.item_place(&it.vis, first, it.block.brace_token.span.close());
                let kind = ItemKind::Fn(self.function(&it.sig, Some(&it.block)));
                self.finish(written, &it.vis, &it.sig.ident, place, kind)
            }
            syn::Item::Impl(it) => self.impl_item(it, written),
            syn::Item::Mod(it) => self.module(it, written, directory),
            syn::Item::Static(it) => {
                let place = self.item_place(&it.vis, it.static_token.span, it.semi_token.span);
                let kind = ItemKind::Static {
                    mutable: matches!(it.mutability, syn::StaticMutability::Mut(_)),
                    ty: self.ty(&it.ty),
                    init: Some(self.expr(&it.expr)),
                };
                self.finish(written, &it.vis, &it.ident, place, kind)
            }
            syn::Item::Trait(it) => self.trait_item(it, written),
            syn::Item::Type(it) => {
                let place = self.item_place(&it.vis, it.type_token.span, it.semi_token.span);
                let kind = ItemKind::TypeAlias(self.generics(&it.generics), Some(self.ty(&it.ty)));
                self.finish(written, &it.vis, &it.ident, place, kind)
            }
            syn::Item::Use(it) => {
                let place = self.item_place(&it.vis, it.use_token.span, it.semi_token.span);
                let kind = ItemKind::Use(self.imports(it));
                self.nameless(written, &it.vis, place, kind)
            }
            other => self.unsupported(other, written),
        }
    }

    fn unsupported(&mut self, item: &syn::Item, written: &[syn::Attribute]) -> Item {
        let tokens = item.to_token_stream();
        let place = self.tokens_place(&tokens);
        let (what, ident) = match item {
            syn::Item::Union(it) => (format!("the union `{}`", it.ident), Some(&it.ident)),
            syn::Item::TraitAlias(it) => {
                (format!("the trait alias `{}`", it.ident), Some(&it.ident))
            }
            _ => (format!("the item {}", excerpt(&tokens)), None),
        };
        let kind = ItemKind::Unsupported { what };
        let vis = syn::Visibility::Inherited;
        match ident {
            Some(ident) => self.finish(written, &vis, ident, place, kind),
            None => self.nameless(written, &vis, place, kind),
        }
    }

    fn finish(
        &mut self,
        written: &[syn::Attribute],
        vis: &syn::Visibility,
        ident: &proc_macro2::Ident,
        place: Place,
        kind: ItemKind,
    ) -> Item {
        Item {
            attrs: self.attrs(written),
            vis: self.vis(vis),
            ident: self.ident(ident),
            span: place.span,
            kind,
        }
    }

    fn nameless(
        &mut self,
        written: &[syn::Attribute],
        vis: &syn::Visibility,
        place: Place,
        kind: ItemKind,
    ) -> Item {
        Item {
            attrs: self.attrs(written),
            vis: self.vis(vis),
            ident: no_ident(place),
            span: place.span,
            kind,
        }
    }

    fn vis(&mut self, vis: &syn::Visibility) -> Visibility {
        match vis {
            syn::Visibility::Inherited => Visibility::Private,
            syn::Visibility::Public(_) => Visibility::Public,
            syn::Visibility::Restricted(it) if it.path.is_ident("crate") => Visibility::Crate,
            syn::Visibility::Restricted(it) if it.path.is_ident("self") => Visibility::Private,
            syn::Visibility::Restricted(it) => Visibility::Restricted(self.path(&it.path)),
        }
    }

    /// From the visibility, or else the keyword, to the end.
    fn item_place(&self, vis: &syn::Visibility, keyword: SynSpan, end: SynSpan) -> Place {
        let start = match vis {
            syn::Visibility::Inherited => keyword,
            syn::Visibility::Public(token) => token.span,
            syn::Visibility::Restricted(it) => it.pub_token.span,
        };
        self.between(start, end)
    }

    fn extern_crate(&mut self, it: &syn::ItemExternCrate, written: &[syn::Attribute]) -> Item {
        let place = self.item_place(&it.vis, it.extern_token.span, it.semi_token.span);
        let original = Symbol::new(&unraw(&it.ident));
        let kind = ItemKind::ExternCrate { original };
        let ident = it.rename.as_ref().map_or(&it.ident, |(_, name)| name);
        self.finish(written, &it.vis, ident, place, kind)
    }

    fn module(
        &mut self,
        it: &syn::ItemMod,
        written: &[syn::Attribute],
        directory: &Directory,
    ) -> Item {
        let name = unraw(&it.ident);
        let macro_use = has(written, "macro_use");
        let end = match (&it.content, &it.semi) {
            (Some((brace, _)), _) => brace.span.close(),
            (None, Some(semi)) => semi.span,
            (None, None) => it.ident.span(),
        };
        let place = self.item_place(&it.vis, it.mod_token.span, end);
        self.module_path.push(name.clone());
        let (items, end) = match &it.content {
            Some((brace, items)) => {
                let children = directory.inline(&name, path_attribute(written).as_deref());
                let items = self.module_items(items, &children, macro_use);
                (items, self.before(brace.span.close()))
            }
            None => self.module_from_file(&name, written, directory, place.span, macro_use),
        };
        self.module_path.pop();
        let kind = ItemKind::Mod(items, end);
        self.finish(written, &it.vis, &it.ident, place, kind)
    }

    /// The place before a token that was written, not made.
    fn before(&self, token: SynSpan) -> Option<Span> {
        let place = self.place(token);
        let Span { file, lo, .. } = place.span;
        (place.context == 0).then(|| Span::new(file, lo, lo))
    }

    fn imports(&mut self, it: &syn::ItemUse) -> Vec<Import> {
        let root = match it.leading_colon {
            Some(_) => PathRoot::Global,
            None => PathRoot::Relative,
        };
        let start = Prefix {
            root,
            segments: Vec::new(),
            place: None,
        };
        let mut out = Vec::new();
        self.use_tree(&it.tree, start, &mut out);
        out
    }

    fn use_tree(&mut self, tree: &syn::UseTree, mut prefix: Prefix, out: &mut Vec<Import>) {
        match tree {
            syn::UseTree::Path(it) => {
                self.push_segment(&mut prefix, &it.ident);
                self.use_tree(&it.tree, prefix, out);
            }
            syn::UseTree::Name(it) => {
                if it.ident != "self" || prefix.segments.is_empty() {
                    self.push_segment(&mut prefix, &it.ident);
                }
                if let Some(last) = prefix.segments.last() {
                    let kind = ImportKind::Named(last.ident);
                    out.push(prefix.import(kind, self.place(it.ident.span())));
                }
            }
            syn::UseTree::Rename(it) => {
                if it.ident != "self" || prefix.segments.is_empty() {
                    self.push_segment(&mut prefix, &it.ident);
                }
                let kind = match it.rename == "_" {
                    true => ImportKind::Anonymous,
                    false => ImportKind::Named(self.ident(&it.rename)),
                };
                out.push(prefix.import(kind, self.place(it.rename.span())));
            }
            syn::UseTree::Glob(it) => {
                out.push(prefix.import(ImportKind::Glob, self.place(it.star_token.span)));
            }
            syn::UseTree::Group(it) => {
                for tree in &it.items {
                    self.use_tree(tree, prefix.clone(), out);
                }
            }
        }
    }

    fn push_segment(&mut self, prefix: &mut Prefix, ident: &proc_macro2::Ident) {
        let place = self.place(ident.span());
        prefix.place = Some(prefix.place.map_or(place, |start| start.to(place)));
        if ident == "crate" && prefix.segments.is_empty() {
            if let Some(krate) = self.spans.dollar_crate(ident.span()) {
                prefix.root = PathRoot::DollarCrate(krate);
                return;
            }
        }
        let ident = self.ident(ident);
        prefix.segments.push(Segment { ident, args: None });
    }

    pub(super) fn function(&mut self, sig: &syn::Signature, body: Option<&syn::Block>) -> Fn {
        let generics = self.generics(&sig.generics);
        let mut params = Vec::with_capacity(sig.inputs.len());
        for input in &sig.inputs {
            params.extend(self.param(input));
        }
        let has_self = matches!(sig.inputs.first(), Some(syn::FnArg::Receiver(_)));
        Fn {
            generics,
            is_const: sig.constness.is_some(),
            is_async: sig.asyncness.is_some(),
            is_unsafe: sig.unsafety.is_some(),
            params,
            has_self,
            ret: self.return_ty(&sig.output),
            body: body.map(|body| self.block(body)),
        }
    }

    fn param(&mut self, arg: &syn::FnArg) -> Option<Param> {
        match arg {
            syn::FnArg::Receiver(it) => {
                let written = self.cfg(&it.attrs)?;
                Some(Param {
                    attrs: self.attrs(&written),
                    pat: self.receiver(it),
                    ty: self.receiver_ty(it),
                })
            }
            syn::FnArg::Typed(it) => {
                let written = self.cfg(&it.attrs)?;
                Some(Param {
                    attrs: self.attrs(&written),
                    pat: self.pat(&it.pat),
                    ty: self.ty(&it.ty),
                })
            }
        }
    }

    fn receiver(&mut self, it: &syn::Receiver) -> Pat {
        let place = self.place(it.self_token.span);
        let kind = PatKind::Ident {
            by_ref: false,
            mutable: it.reference.is_none() && it.mutability.is_some(),
            ident: named("self", place),
            sub: None,
        };
        let span = place.span;
        Pat { kind, span }
    }

    fn receiver_ty(&mut self, it: &syn::Receiver) -> Ty {
        if it.colon_token.is_some() {
            return self.ty(&it.ty);
        }
        let place = self.place(it.self_token.span);
        let self_ty = self_type(place);
        match &it.reference {
            None => self_ty,
            Some((and, _)) => Ty {
                span: self.place(and.span).to(place).span,
                kind: TyKind::Ref {
                    mutable: it.mutability.is_some(),
                    inner: Box::new(self_ty),
                },
            },
        }
    }

    fn struct_item(&mut self, it: &syn::ItemStruct, written: &[syn::Attribute]) -> Item {
        let end = match (&it.semi_token, &it.fields) {
            (Some(semi), _) => semi.span,
            (None, syn::Fields::Named(fields)) => fields.brace_token.span.close(),
            (None, _) => it.ident.span(),
        };
        let place = self.item_place(&it.vis, it.struct_token.span, end);
        let kind = ItemKind::Struct(self.generics(&it.generics), self.fields(&it.fields));
        self.finish(written, &it.vis, &it.ident, place, kind)
    }

    fn enum_item(&mut self, it: &syn::ItemEnum, written: &[syn::Attribute]) -> Item {
        let end = it.brace_token.span.close();
        let place = self.item_place(&it.vis, it.enum_token.span, end);
        let generics = self.generics(&it.generics);
        let variants = it.variants.iter().map(|it| self.variant(it)).collect();
        let kind = ItemKind::Enum(generics, variants);
        self.finish(written, &it.vis, &it.ident, place, kind)
    }

    fn variant(&mut self, it: &syn::Variant) -> Variant {
        let written = self.cfg(&it.attrs).unwrap_or_default();
        Variant {
            attrs: self.attrs(&written),
            ident: self.ident(&it.ident),
            data: self.fields(&it.fields),
            discriminant: it.discriminant.as_ref().map(|(_, value)| self.expr(value)),
        }
    }

    fn fields(&mut self, fields: &syn::Fields) -> VariantData {
        match fields {
            syn::Fields::Unit => VariantData::Unit,
            syn::Fields::Named(it) => {
                let fields = it.named.iter().enumerate();
                VariantData::Named(fields.map(|(i, field)| self.field(i, field)).collect())
            }
            syn::Fields::Unnamed(it) => {
                let fields = it.unnamed.iter().enumerate();
                VariantData::Tuple(fields.map(|(i, field)| self.field(i, field)).collect())
            }
        }
    }

    fn field(&mut self, index: usize, field: &syn::Field) -> Field {
        let written = self.cfg(&field.attrs).unwrap_or_default();
        let (ty, place) = self.ty_at(&field.ty);
        let ident = match &field.ident {
            Some(ident) => self.ident(ident),
            None => named(&index.to_string(), place),
        };
        Field {
            attrs: self.attrs(&written),
            vis: self.vis(&field.vis),
            ident,
            ty,
        }
    }

    /// Drops the fields that are not compiled, for the item and its derives alike.
    fn strip_fields(&mut self, fields: &mut syn::Fields) {
        let list = match fields {
            syn::Fields::Named(it) => &mut it.named,
            syn::Fields::Unnamed(it) => &mut it.unnamed,
            syn::Fields::Unit => return,
        };
        if list.iter().all(|field| field.attrs.is_empty()) {
            return;
        }
        let all = std::mem::take(list);
        *list = all
            .into_iter()
            .filter(|field| self.is_compiled(&field.attrs))
            .collect();
    }

    fn strip_variants(&mut self, it: &mut syn::ItemEnum) {
        let all = std::mem::take(&mut it.variants);
        let mut kept: syn::punctuated::Punctuated<_, syn::Token![,]> = all
            .into_iter()
            .filter(|variant| self.is_compiled(&variant.attrs))
            .collect();
        for variant in &mut kept {
            self.strip_fields(&mut variant.fields);
        }
        it.variants = kept;
    }

    fn trait_item(&mut self, it: &syn::ItemTrait, written: &[syn::Attribute]) -> Item {
        let place = self.item_place(&it.vis, it.trait_token.span, it.brace_token.span.close());
        let mut items = Vec::with_capacity(it.items.len());
        for item in &it.items {
            self.trait_member(item, &mut items);
        }
        let kind = ItemKind::Trait(Trait {
            generics: self.generics(&it.generics),
            supertraits: self.bounds(&it.supertraits),
            items,
        });
        self.finish(written, &it.vis, &it.ident, place, kind)
    }

    pub(super) fn trait_member(&mut self, item: &syn::TraitItem, out: &mut Vec<AssocItem>) {
        let private = syn::Visibility::Inherited;
        match item {
            syn::TraitItem::Const(it) => {
                let Some(written) = self.cfg(&it.attrs) else {
                    return;
                };
                let value = it.default.as_ref().map(|(_, value)| self.expr(value));
                let kind = AssocKind::Const(self.ty(&it.ty), value);
                let place = self.between(it.const_token.span, it.semi_token.span);
                out.push(self.assoc(&written, &private, &it.ident, place, kind));
            }
            syn::TraitItem::Fn(it) => {
                let Some(written) = self.cfg(&it.attrs) else {
                    return;
                };
                let end = match (&it.default, &it.semi_token) {
                    (Some(body), _) => body.brace_token.span.close(),
                    (None, Some(semi)) => semi.span,
                    (None, None) => it.sig.paren_token.span.close(),
                };
                let place = self.between(fn_start(&it.sig), end);
                let kind = AssocKind::Fn(self.function(&it.sig, it.default.as_ref()));
                out.push(self.assoc(&written, &private, &it.sig.ident, place, kind));
            }
            syn::TraitItem::Type(it) => {
                let Some(written) = self.cfg(&it.attrs) else {
                    return;
                };
                let kind = AssocKind::Type {
                    generics: self.generics(&it.generics),
                    bounds: self.bounds(&it.bounds),
                    default: it.default.as_ref().map(|(_, ty)| self.ty(ty)),
                };
                let place = self.between(it.type_token.span, it.semi_token.span);
                out.push(self.assoc(&written, &private, &it.ident, place, kind));
            }
            syn::TraitItem::Macro(it) => {
                if self.is_compiled(&it.attrs) {
                    self.macro_trait_items(&it.mac, out);
                }
            }
            other => out.push(self.unsupported_assoc(&other.to_token_stream())),
        }
    }

    fn impl_item(&mut self, it: &syn::ItemImpl, written: &[syn::Attribute]) -> Item {
        let first = it.unsafety.map_or(it.impl_token.span, |token| token.span);
        let place = self.between(first, it.brace_token.span.close());
        let generics = self.generics(&it.generics);
        let of_trait = it.trait_.as_ref().map(|(_, path, _)| self.path(path));
        let negative = matches!(&it.trait_, Some((Some(_), _, _)));
        let self_ty = self.ty(&it.self_ty);
        let mut items = Vec::with_capacity(it.items.len());
        for item in &it.items {
            self.impl_member(item, &mut items);
        }
        let kind = ItemKind::Impl(Impl {
            generics,
            of_trait,
            negative,
            self_ty,
            items,
        });
        self.nameless(written, &syn::Visibility::Inherited, place, kind)
    }

    pub(super) fn impl_member(&mut self, item: &syn::ImplItem, out: &mut Vec<AssocItem>) {
        match item {
            syn::ImplItem::Const(it) => {
                let Some(written) = self.cfg(&it.attrs) else {
                    return;
                };
                let kind = AssocKind::Const(self.ty(&it.ty), Some(self.expr(&it.expr)));
                let place = self.item_place(&it.vis, it.const_token.span, it.semi_token.span);
                out.push(self.assoc(&written, &it.vis, &it.ident, place, kind));
            }
            syn::ImplItem::Fn(it) => {
                let Some(written) = self.cfg(&it.attrs) else {
                    return;
                };
                let end = it.block.brace_token.span.close();
                let place = self.item_place(&it.vis, fn_start(&it.sig), end);
                let kind = AssocKind::Fn(self.function(&it.sig, Some(&it.block)));
                out.push(self.assoc(&written, &it.vis, &it.sig.ident, place, kind));
            }
            syn::ImplItem::Type(it) => {
                let Some(written) = self.cfg(&it.attrs) else {
                    return;
                };
                let kind = AssocKind::Type {
                    generics: self.generics(&it.generics),
                    bounds: Vec::new(),
                    default: Some(self.ty(&it.ty)),
                };
                let place = self.item_place(&it.vis, it.type_token.span, it.semi_token.span);
                out.push(self.assoc(&written, &it.vis, &it.ident, place, kind));
            }
            syn::ImplItem::Macro(it) => {
                if self.is_compiled(&it.attrs) {
                    self.macro_impl_items(&it.mac, out);
                }
            }
            other => out.push(self.unsupported_assoc(&other.to_token_stream())),
        }
    }

    fn assoc(
        &mut self,
        written: &[syn::Attribute],
        vis: &syn::Visibility,
        ident: &proc_macro2::Ident,
        place: Place,
        kind: AssocKind,
    ) -> AssocItem {
        AssocItem {
            attrs: self.attrs(written),
            vis: self.vis(vis),
            ident: self.ident(ident),
            span: place.span,
            kind,
        }
    }

    pub(super) fn unsupported_assoc(&mut self, tokens: &proc_macro2::TokenStream) -> AssocItem {
        let place = self.tokens_place(tokens);
        AssocItem {
            attrs: Attrs::default(),
            vis: Visibility::Private,
            ident: no_ident(place),
            span: place.span,
            kind: AssocKind::Unsupported {
                what: format!("the item {}", excerpt(tokens)),
            },
        }
    }

    /// The functions and statics of an `extern` block: declared, without body or value.
    fn foreign_items(&mut self, block: &syn::ItemForeignMod) -> Vec<Item> {
        let mut out = Vec::new();
        for item in &block.items {
            out.extend(self.foreign_item(item));
        }
        out
    }

    fn foreign_item(&mut self, item: &syn::ForeignItem) -> Option<Item> {
        match item {
            syn::ForeignItem::Fn(it) => {
                let written = self.cfg(&it.attrs)?;
                let place = self.item_place(&it.vis, fn_start(&it.sig), it.semi_token.span);
                let mut function = self.function(&it.sig, None);
                function.is_unsafe = true;
                let kind = ItemKind::Fn(function);
                Some(self.finish(&written, &it.vis, &it.sig.ident, place, kind))
            }
            syn::ForeignItem::Static(it) => {
                let written = self.cfg(&it.attrs)?;
                let place = self.item_place(&it.vis, it.static_token.span, it.semi_token.span);
                let kind = ItemKind::Static {
                    mutable: matches!(it.mutability, syn::StaticMutability::Mut(_)),
                    ty: self.ty(&it.ty),
                    init: None,
                };
                Some(self.finish(&written, &it.vis, &it.ident, place, kind))
            }
            syn::ForeignItem::Verbatim(tokens) if without_safe(tokens).is_some() => {
                self.foreign_item(&without_safe(tokens)?)
            }
            other => {
                let tokens = other.to_token_stream();
                let place = self.tokens_place(&tokens);
                let what = format!("the foreign item {}", excerpt(&tokens));
                Some(self.unsupported_item(what, place))
            }
        }
    }
}

/// A foreign item that is marked `safe`, without the word.
fn without_safe(tokens: &proc_macro2::TokenStream) -> Option<syn::ForeignItem> {
    let mut tokens: Vec<proc_macro2::TokenTree> = tokens.clone().into_iter().collect();
    let is_safe = |token: &proc_macro2::TokenTree| token.to_string() == "safe";
    tokens.remove(tokens.iter().position(is_safe)?);
    syn::parse2(tokens.into_iter().collect()).ok()
}

/// The part of a `use` path that has been walked.
#[derive(Clone)]
struct Prefix {
    root: PathRoot,
    segments: Vec<Segment>,
    place: Option<Place>,
}

impl Prefix {
    fn import(&self, kind: ImportKind, leaf: Place) -> Import {
        let place = self.place.unwrap_or(leaf);
        let path = Path {
            root: self.root,
            qself: None,
            segments: self.segments.clone(),
            span: place.span,
        };
        Import {
            path,
            kind,
            span: leaf.span,
        }
    }
}

fn self_type(place: Place) -> Ty {
    let ident: Ident = named("Self", place);
    let path = Path {
        root: PathRoot::Relative,
        qself: None,
        segments: vec![Segment { ident, args: None }],
        span: place.span,
    };
    Ty {
        kind: TyKind::Path(path),
        span: place.span,
    }
}

/// The first token of a signature.
fn fn_start(sig: &syn::Signature) -> SynSpan {
    let constness = sig.constness.as_ref().map(|token| token.span);
    let asyncness = sig.asyncness.as_ref().map(|token| token.span);
    let unsafety = sig.unsafety.as_ref().map(|token| token.span);
    let abi = sig.abi.as_ref().map(|abi| abi.extern_token.span);
    let first = constness.or(asyncness).or(unsafety).or(abi);
    first.unwrap_or(sig.fn_token.span)
}

fn item_attrs(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(it) => &it.attrs,
        syn::Item::Enum(it) => &it.attrs,
        syn::Item::ExternCrate(it) => &it.attrs,
        syn::Item::Fn(it) => &it.attrs,
        syn::Item::ForeignMod(it) => &it.attrs,
        syn::Item::Impl(it) => &it.attrs,
        syn::Item::Macro(it) => &it.attrs,
        syn::Item::Mod(it) => &it.attrs,
        syn::Item::Static(it) => &it.attrs,
        syn::Item::Struct(it) => &it.attrs,
        syn::Item::Trait(it) => &it.attrs,
        syn::Item::TraitAlias(it) => &it.attrs,
        syn::Item::Type(it) => &it.attrs,
        syn::Item::Union(it) => &it.attrs,
        syn::Item::Use(it) => &it.attrs,
        _ => &[],
    }
}
