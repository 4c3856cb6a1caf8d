//! Macro calls: which macro a call means, and what it becomes where it stands.

use std::rc::Rc;

use proc_macro2::TokenStream;
use syn::parse::ParseStream;

use super::load::is_macro_rules;
use super::{unsupported, Converter};
use crate::diagnostic::{syntax as codes, Diagnostic};
use crate::syntax::ast::{AssocItem, Expr, Item, Pat, PatKind, Stmt, Ty, TyKind};
use crate::syntax::attrs::{has, unraw};
use crate::syntax::builtin::Builtin;
use crate::syntax::macros::{match_rule, parse_definition, transcribe, MacroDef};
use crate::syntax::modules::Directory;
use crate::syntax::spans::{Expansion, Place};

/// As deep as rustc's default `recursion_limit`.
const MAX_EXPANSIONS: u32 = 128;

/// What a macro's name stands for.
enum Callee {
    Rules {
        definition: Rc<MacroDef>,
        foreign: bool,
    },
    Builtin(Builtin),
    Unknown,
}

impl Converter<'_> {
    /// Notes what a `use` item calls by which name, for macros and attributes.
    pub(super) fn note_imports(&mut self, item: &syn::ItemUse) {
        if self.is_compiled(&item.attrs) {
            self.note_tree(&item.tree, Vec::new());
        }
    }

    /// Notes what the imports among items name.
    pub(super) fn note_names(&mut self, items: &[syn::Item]) {
        for item in items {
            match item {
                syn::Item::Use(item) => self.note_imports(item),
                syn::Item::ExternCrate(item) => self.note_extern_crate(item),
                _ => {}
            }
        }
    }

    /// Notes `extern crate falsify as check;`.
    fn note_extern_crate(&mut self, item: &syn::ItemExternCrate) {
        if let (Some((_, rename)), true) = (&item.rename, self.is_compiled(&item.attrs)) {
            self.note_name(unraw(rename), vec![unraw(&item.ident)]);
        }
    }

    fn note_tree(&mut self, tree: &syn::UseTree, mut path: Vec<String>) {
        match tree {
            syn::UseTree::Path(it) => {
                path.push(self.crate_segment(&it.ident));
                self.note_tree(&it.tree, path);
            }
            syn::UseTree::Name(it) => {
                path.extend(segment_of(&it.ident));
                if let Some(name) = path.last().cloned() {
                    self.note_name(name, path);
                }
            }
            syn::UseTree::Rename(it) => {
                path.extend(segment_of(&it.ident));
                self.note_name(unraw(&it.rename), path);
            }
            syn::UseTree::Glob(_) => {}
            syn::UseTree::Group(it) => {
                for tree in &it.items {
                    self.note_tree(tree, path.clone());
                }
            }
        }
    }

    /// A path segment as text; one that `$crate` became is the name of that crate.
    fn crate_segment(&self, ident: &proc_macro2::Ident) -> String {
        match self.spans.dollar_crate(ident.span()) {
            Some(krate) if ident == "crate" && krate != self.name => krate.to_string(),
            _ => unraw(ident),
        }
    }

    fn note_name(&mut self, name: String, path: Vec<String>) {
        if let Some(imports) = self.imports.last_mut() {
            imports.insert(name, path);
        }
    }

    /// The path by which a `use` in this module or block names something.
    pub(in crate::syntax) fn imported(&self, name: &str) -> Option<Vec<String>> {
        let mut innermost_first = self.imports.iter().rev();
        innermost_first.find_map(|imports| imports.get(name).cloned())
    }

    /// A path with what `use` and `extern crate` say of its first segment in place of it.
    pub(in crate::syntax) fn through_imports(&self, path: &[String]) -> Vec<String> {
        let mut path = path.to_vec();
        // A chain of renamings is short; one that goes in circles names nothing.
        for _ in 0..8 {
            let imported = path.first().and_then(|first| self.imported(first));
            match imported {
                Some(target) if target.first() != path.first() => {
                    path.splice(..1, target);
                }
                _ => break,
            }
        }
        path
    }

    fn callee(&self, path: &syn::Path) -> Callee {
        let written: Vec<String> = path
            .segments
            .iter()
            .map(|segment| self.crate_segment(&segment.ident))
            .collect();
        let Some(name) = written.last() else {
            return Callee::Unknown;
        };
        if written.len() == 1 {
            if let Some(definition) = self.scopes.find(name) {
                return self.rules(definition);
            }
        }
        match self.callee_at(&self.through_imports(&written)) {
            Callee::Unknown => self.callee_at(&written),
            known => known,
        }
    }

    /// Looks a macro up by path: its crate decides, or else whoever has it.
    fn callee_at(&self, path: &[String]) -> Callee {
        let Some(name) = path.last() else {
            return Callee::Unknown;
        };
        let first = (path.len() > 1).then(|| path[0].as_str());
        let builtin = match first {
            Some(krate) if self.is_runtime(krate) => Builtin::find(Some("falsify"), name),
            // A crate may export another one, as `$crate::__private::core::stringify!`.
            _ => Builtin::find(first, name).or_else(|| Builtin::find(owner(path), name)),
        };
        let own = self.crate_macros.get(name).cloned();
        let own = own.or_else(|| self.exported.find(name));
        let foreign = self.foreign_macro(first, name);
        match (own, builtin, foreign) {
            (Some(definition), _, _) if !self.is_dependency(first) => self.rules(definition),
            (_, Some(builtin), _) => Callee::Builtin(builtin),
            (_, None, Some(definition)) => Callee::Rules {
                definition,
                foreign: true,
            },
            (Some(definition), None, None) => self.rules(definition),
            (None, None, None) => Callee::Unknown,
        }
    }

    fn rules(&self, definition: Rc<MacroDef>) -> Callee {
        Callee::Rules {
            foreign: definition.krate != self.name,
            definition,
        }
    }

    pub(in crate::syntax) fn is_dependency(&self, first: Option<&str>) -> bool {
        let dependencies = &self.input.dependencies;
        first.is_some_and(|first| {
            matches!(first, "core" | "std" | "alloc")
                || dependencies.iter().any(|(name, _)| name == first)
        })
    }

    fn foreign_macro(&self, first: Option<&str>, name: &str) -> Option<Rc<MacroDef>> {
        let dependencies = self.input.dependencies.iter();
        let mut named = dependencies.clone().filter(|(krate, _)| {
            first.is_none_or(|first| first == krate || !self.is_dependency(Some(first)))
        });
        named.find_map(|(_, macros)| macros.find(name))
    }

    fn call_place(&self, call: &syn::Macro) -> Place {
        let start = self.path_place(None, &call.path);
        start.to(self.place(call.delimiter.span().close()))
    }

    /// The tokens that a call becomes; errors are reported.
    fn expand(
        &mut self,
        call: &syn::Macro,
        definition: &MacroDef,
        foreign: bool,
    ) -> Option<TokenStream> {
        let place = self.call_place(call);
        if self.expansions >= MAX_EXPANSIONS {
            let message = format!(
                "`{}!` expands to itself more than {MAX_EXPANSIONS} levels deep",
                definition.name
            );
            self.report(Diagnostic::new(codes::EXPANSION, place.span, message));
            return None;
        }
        let Some((rule, bindings)) = match_rule(definition, call.tokens.clone()) else {
            let message = format!(
                "no rule of the macro `{}!` matches this call",
                definition.name
            );
            self.report(Diagnostic::new(codes::EXPANSION, place.span, message));
            return None;
        };
        let mut expansion = Expansion::new(place.span, definition.inside_body);
        let spans = &self.spans;
        match transcribe(definition, rule, &bindings, foreign, &mut expansion, spans) {
            Ok((tokens, count)) => self.within_budget(tokens, count, &definition.name, place),
            Err(error) => {
                let message = format!("cannot expand `{}!`: {error}", definition.name);
                self.report(Diagnostic::new(codes::EXPANSION, place.span, message));
                None
            }
        }
    }

    fn within_budget(
        &mut self,
        tokens: TokenStream,
        count: usize,
        name: &str,
        place: Place,
    ) -> Option<TokenStream> {
        if count > self.token_budget {
            let message = format!("the macros up to this call of `{name}!` produce too much code");
            self.report(Diagnostic::new(codes::EXPANSION, place.span, message));
            return None;
        }
        self.token_budget -= count;
        Some(tokens)
    }

    /// Expands a call and hands the parsed result to `convert`, one level deeper.
    fn expand_as<T, R>(
        &mut self,
        call: &syn::Macro,
        (definition, foreign): (&MacroDef, bool),
        parser: impl FnOnce(ParseStream) -> syn::Result<T>,
        convert: impl FnOnce(&mut Self, T) -> R,
    ) -> Option<R> {
        let tokens = self.expand(call, definition, foreign)?;
        self.spans.set_nowhere(self.call_place(call).span);
        let parsed = self.parse_expansion(parser, tokens, &definition.name)?;
        self.expansions += 1;
        let converted = convert(self, parsed);
        self.expansions -= 1;
        Some(converted)
    }

    /// As [`Self::parse_tokens_with`], but says which macro made the tokens.
    fn parse_expansion<T>(
        &mut self,
        parser: impl FnOnce(ParseStream) -> syn::Result<T>,
        tokens: TokenStream,
        name: &str,
    ) -> Option<T> {
        let before = self.diagnostics.len();
        let parsed = self.parse_tokens_with(parser, tokens);
        for diagnostic in &mut self.diagnostics[before..] {
            diagnostic.message = format!("in the expansion of `{name}!`: {}", diagnostic.message);
        }
        parsed
    }

    pub(super) fn macro_expr(&mut self, call: &syn::Macro) -> (Expr, Place) {
        let place = self.call_place(call);
        let expr = match self.callee(&call.path) {
            Callee::Builtin(builtin) => self.builtin(builtin, call, place),
            Callee::Rules {
                definition,
                foreign,
            } => {
                let expanded =
                    self.expand_as(call, (&definition, foreign), parse_value, |it, e| {
                        it.expr(&e)
                    });
                expanded.unwrap_or_else(|| unsupported("this macro call", place))
            }
            Callee::Unknown => unsupported(self.unknown(call), place),
        };
        (expr, place)
    }

    fn unknown(&self, call: &syn::Macro) -> String {
        let segments: Vec<String> = call
            .path
            .segments
            .iter()
            .map(|segment| unraw(&segment.ident))
            .collect();
        format!(
            "the macro `{}!`, whose definition is not known,",
            segments.join("::")
        )
    }

    pub(super) fn macro_stmt(&mut self, call: &syn::Macro, semi: bool, out: &mut Vec<Stmt>) {
        let Callee::Rules {
            definition,
            foreign,
        } = self.callee(&call.path)
        else {
            let (expr, _) = self.macro_expr(call);
            return out.push(Stmt::Expr { expr, semi });
        };
        let parser = parse_statements;
        let expanded = self.expand_as(call, (&definition, foreign), parser, |it, stmts| {
            it.expanded_stmts(&stmts)
        });
        let mut stmts = expanded.unwrap_or_default();
        if let (true, Some(Stmt::Expr { semi, .. })) = (semi, stmts.last_mut()) {
            *semi = true;
        }
        out.extend(stmts);
    }

    pub(super) fn macro_pat(&mut self, call: &syn::Macro) -> (Pat, Place) {
        let place = self.call_place(call);
        let span = place.span;
        let expanded = match self.callee(&call.path) {
            Callee::Rules {
                definition,
                foreign,
            } => {
                let parser = syn::Pat::parse_multi_with_leading_vert;
                self.expand_as(call, (&definition, foreign), parser, |it, pat| it.pat(&pat))
            }
            Callee::Builtin(builtin) => Some(Pat {
                kind: self.builtin_pat(builtin, call, place),
                span,
            }),
            Callee::Unknown => None,
        };
        let pat = expanded.unwrap_or_else(|| Pat {
            kind: PatKind::Unsupported {
                what: self.unknown(call),
            },
            span,
        });
        (pat, place)
    }

    pub(super) fn macro_type(&mut self, call: &syn::Macro) -> (Ty, Place) {
        let place = self.call_place(call);
        let span = place.span;
        let expanded = match self.callee(&call.path) {
            Callee::Rules {
                definition,
                foreign,
            } => {
                let parser = <syn::Type as syn::parse::Parse>::parse;
                self.expand_as(call, (&definition, foreign), parser, |it, ty| it.ty(&ty))
            }
            _ => None,
        };
        let ty = expanded.unwrap_or_else(|| Ty {
            kind: TyKind::Unsupported {
                what: self.unknown(call),
            },
            span,
        });
        (ty, place)
    }

    /// `macro_rules! name { … }`, or a call that becomes items.
    pub(super) fn macro_item(
        &mut self,
        it: &syn::ItemMacro,
        written: &[syn::Attribute],
        directory: &Directory,
    ) -> Vec<Item> {
        if is_macro_rules(it) {
            self.define_macro(it, written, None);
            return Vec::new();
        }
        let place = self.call_place(&it.mac);
        match self.callee(&it.mac.path) {
            Callee::Rules {
                definition,
                foreign,
            } => {
                let parser = parse_items;
                let expanded =
                    self.expand_as(&it.mac, (&definition, foreign), parser, |this, items| {
                        this.expanded_items(&items, directory)
                    });
                expanded.unwrap_or_default()
            }
            Callee::Builtin(builtin) => self.builtin_item(builtin, &it.mac, place),
            Callee::Unknown => {
                let what = self.unknown(&it.mac);
                vec![self.unsupported_item(what, place)]
            }
        }
    }

    fn expanded_items(&mut self, items: &[syn::Item], directory: &Directory) -> Vec<Item> {
        self.note_names(items);
        let mut out = Vec::new();
        for item in items {
            out.extend(self.item(item, directory));
        }
        out
    }

    pub(super) fn macro_trait_items(&mut self, call: &syn::Macro, out: &mut Vec<AssocItem>) {
        let Callee::Rules {
            definition,
            foreign,
        } = self.callee(&call.path)
        else {
            let tokens = quote::ToTokens::to_token_stream(call);
            return out.push(self.unsupported_assoc(&tokens));
        };
        let expanded = self.expand_as(
            call,
            (&definition, foreign),
            parse_all::<syn::TraitItem>,
            |it, items| {
                let mut out = Vec::new();
                for item in &items {
                    it.trait_member(item, &mut out);
                }
                out
            },
        );
        out.extend(expanded.unwrap_or_default());
    }

    pub(super) fn macro_impl_items(&mut self, call: &syn::Macro, out: &mut Vec<AssocItem>) {
        let Callee::Rules {
            definition,
            foreign,
        } = self.callee(&call.path)
        else {
            let tokens = quote::ToTokens::to_token_stream(call);
            return out.push(self.unsupported_assoc(&tokens));
        };
        let expanded = self.expand_as(
            call,
            (&definition, foreign),
            parse_all::<syn::ImplItem>,
            |it, items| {
                let mut out = Vec::new();
                for item in &items {
                    it.impl_member(item, &mut out);
                }
                out
            },
        );
        out.extend(expanded.unwrap_or_default());
    }

    /// The macro that a `macro_rules!` item defines, if it has a name.
    pub(super) fn macro_definition(
        &self,
        it: &syn::ItemMacro,
        inside_body: Option<u32>,
    ) -> Option<syn::Result<MacroDef>> {
        let name = unraw(it.ident.as_ref()?);
        Some(parse_definition(
            name,
            self.name,
            self.input.edition,
            inside_body,
            it.mac.tokens.clone(),
            &self.spans,
        ))
    }

    /// `inside_body` numbers a definition inside a function.
    pub(super) fn define_macro(
        &mut self,
        it: &syn::ItemMacro,
        written: &[syn::Attribute],
        inside_body: Option<u32>,
    ) {
        let Some(definition) = self.definition(it, inside_body) else {
            return;
        };
        self.scopes.define(definition.clone());
        if inside_body.is_none() {
            let name = definition.name.clone();
            self.crate_macros.insert(name, definition.clone());
        }
        if has(written, "macro_export") {
            self.exported.macros.push(definition);
        }
    }

    /// The definition as the first walk over the modules found it, or else read now.
    fn definition(
        &mut self,
        it: &syn::ItemMacro,
        inside_body: Option<u32>,
    ) -> Option<Rc<MacroDef>> {
        let place = self.place(it.ident.as_ref()?.span());
        if let Some(known) = self.definitions.get(&place.span) {
            if place.context == 0 {
                return Some(known.clone());
            }
        }
        match self.macro_definition(it, inside_body)? {
            Ok(definition) => Some(Rc::new(definition)),
            Err(error) => {
                self.report_parse(&error);
                None
            }
        }
    }
}

/// An expression; a semicolon after it is left over from use as a statement.
fn parse_value(input: ParseStream) -> syn::Result<syn::Expr> {
    let value = input.parse()?;
    input.parse::<Option<syn::Token![;]>>()?;
    Ok(value)
}

fn parse_statements(input: ParseStream) -> syn::Result<Vec<syn::Stmt>> {
    syn::Block::parse_within(input)
}

fn parse_items(input: ParseStream) -> syn::Result<Vec<syn::Item>> {
    let mut items = Vec::new();
    while !input.is_empty() {
        if input.parse::<Option<syn::Token![;]>>()?.is_none() {
            items.push(input.parse()?);
        }
    }
    Ok(items)
}

fn parse_all<T: syn::parse::Parse>(input: ParseStream) -> syn::Result<Vec<T>> {
    let mut all = Vec::new();
    while !input.is_empty() {
        all.push(input.parse()?);
    }
    Ok(all)
}

/// `self` at the end of an import names what stands before it.
fn segment_of(ident: &proc_macro2::Ident) -> Option<String> {
    (ident != "self").then(|| unraw(ident))
}

/// What stands right before the name of a macro.
fn owner(path: &[String]) -> Option<&str> {
    match path {
        [.., owner, _] => Some(owner),
        _ => None,
    }
}
