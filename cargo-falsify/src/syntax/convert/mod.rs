//! The converter: walks syn's tree in source order and builds ours, expanding macros on the way.

mod call;
mod destructure;
mod expr;
mod item;
mod load;
mod pat;
mod path;
mod stmt;
mod ty;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::rc::Rc;

use syn::ext::IdentExt;

use super::ast::{self, Expr, ExprKind, Ident};
use super::macros::{MacroDef, Scopes};
use super::spans::{Place, Spans};
use super::{cfg, CrateSource, ExportedMacros, ParsedCrate};
use crate::diagnostic::{self, Diagnostic};
use crate::source::{FileId, SourceMap, Span, Symbol};

/// The names that `use` brings into a module, as far as macros and attributes need them: name → path.
type Imports = HashMap<String, Vec<String>>;

pub struct Converter<'a> {
    pub(super) input: &'a CrateSource<'a>,
    pub(super) sources: &'a mut SourceMap,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
    pub(super) spans: Spans,
    pub(super) name: Symbol,
    /// Files read so far; `None`: it could not be parsed, which has been said.
    files: HashMap<PathBuf, Option<load::Parsed>>,
    /// The files of the modules that are being converted, outermost first.
    open_files: Vec<PathBuf>,
    scopes: Scopes,
    /// Every macro defined at module level anywhere in the crate, for calls by path.
    crate_macros: HashMap<String, Rc<MacroDef>>,
    /// The names of all modules of the crate.
    pub(super) modules: HashSet<String>,
    /// The macros by the place of their names.
    definitions: HashMap<Span, Rc<MacroDef>>,
    exported: ExportedMacros,
    /// Of the modules that are being converted, outermost first.
    imports: Vec<Imports>,
    pub(super) module_path: Vec<String>,
    /// How many macros have been defined inside function bodies.
    inner_macros: u32,
    /// How many expansions are open.
    expansions: u32,
    /// How many tokens macros may still produce.
    token_budget: usize,
}

/// All the tokens that the macros of one crate may produce together.
const TOKEN_BUDGET: usize = 8_000_000;

impl<'a> Converter<'a> {
    pub fn new(
        input: &'a CrateSource<'a>,
        sources: &'a mut SourceMap,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Converter<'a> {
        Converter {
            input,
            sources,
            diagnostics,
            spans: Spans::new(Span::new(FileId(0), 0, 0)),
            name: Symbol::new(&input.name),
            files: HashMap::new(),
            open_files: Vec::new(),
            scopes: Scopes::default(),
            crate_macros: HashMap::new(),
            modules: HashSet::new(),
            definitions: HashMap::new(),
            exported: ExportedMacros {
                krate: input.name.clone(),
                macros: Vec::new(),
            },
            imports: Vec::new(),
            module_path: vec![input.name.clone()],
            inner_macros: 0,
            expansions: 0,
            token_budget: TOKEN_BUDGET,
        }
    }

    pub fn run(mut self, name: Symbol) -> ParsedCrate {
        let root = self.input.root.clone();
        let (items, span, no_std) = self.crate_root(&root);
        ParsedCrate {
            ast: ast::Crate {
                name,
                edition: self.input.edition,
                items,
                span,
                no_std,
                hygiene_parents: self.spans.into_parents(),
            },
            macros: self.exported,
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports what syn says about the given tokens.
    pub(super) fn report_parse(&mut self, error: &syn::Error) {
        for error in error.clone() {
            let place = self.place(error.span());
            let diagnostic =
                Diagnostic::new(diagnostic::syntax::PARSE, place.span, error.to_string());
            self.report(diagnostic);
        }
    }

    pub(super) fn place(&self, span: proc_macro2::Span) -> Place {
        self.spans.place(span)
    }

    pub(super) fn ident(&self, ident: &proc_macro2::Ident) -> Ident {
        let place = self.place(ident.span());
        Ident {
            name: Symbol::new(&ident.unraw().to_string()),
            span: place.span,
            hygiene: place.context,
        }
    }

    /// The attributes that are left after `cfg`; `None`: what they stand on is not compiled.
    pub(super) fn cfg(&mut self, attrs: &[syn::Attribute]) -> Option<Vec<syn::Attribute>> {
        match cfg::resolve(attrs, &self.input.cfg) {
            Ok(kept) => kept,
            Err(error) => {
                self.report_parse(&error);
                Some(Vec::new())
            }
        }
    }

    /// Whether something with these attributes is compiled at all.
    pub(super) fn is_compiled(&mut self, attrs: &[syn::Attribute]) -> bool {
        attrs.is_empty() || self.cfg(attrs).is_some()
    }
}

/// A name for what has none.
pub(super) fn no_ident(place: Place) -> Ident {
    Ident {
        name: Symbol::new(""),
        span: place.span,
        hygiene: place.context,
    }
}

pub(super) fn named(name: &str, place: Place) -> Ident {
    Ident {
        name: Symbol::new(name),
        span: place.span,
        hygiene: place.context,
    }
}

pub(super) fn make(kind: ExprKind, place: Place) -> Expr {
    Expr {
        kind,
        span: place.span,
    }
}

pub(super) fn unsupported(what: impl Into<String>, place: Place) -> Expr {
    let what = what.into();
    make(ExprKind::Unsupported { what }, place)
}

/// Source text shortened for use in a message.
pub(super) fn excerpt(tokens: &proc_macro2::TokenStream) -> String {
    let text = tokens.to_string();
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("`{} …`", &text[..end]),
        None => format!("`{text}`"),
    }
}
