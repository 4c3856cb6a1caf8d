//! Attributes: what the tool keeps of them.

use falsify_attributes::Kind;
use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

use super::ast::{Attrs, FalsifyAttr, FalsifyAttrKind};
use super::convert::Converter;
use crate::diagnostic::{syntax as codes, Diagnostic};
use crate::source::{Span, Symbol};

/// An identifier without `r#`.
pub fn unraw(ident: &proc_macro2::Ident) -> String {
    ident.unraw().to_string()
}

/// The value of `#[path = "…"]`.
pub fn path_attribute(attrs: &[Attribute]) -> Option<String> {
    let attr = attrs.iter().find(|attr| attr.path().is_ident("path"))?;
    string_value(&attr.meta)
}

fn string_value(meta: &Meta) -> Option<String> {
    let Meta::NameValue(pair) = meta else {
        return None;
    };
    let mut value = &pair.value;
    while let syn::Expr::Group(group) = value {
        value = &group.expr;
    }
    match value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

pub fn has(attrs: &[Attribute], name: &str) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident(name))
}

/// Attributes of the language and its tools that change nothing here.
const INERT: &[&str] = &[
    "allow",
    "automatically_derived",
    "bench",
    "cold",
    "crate_name",
    "crate_type",
    "debugger_visualizer",
    "deny",
    "deprecated",
    "derive",
    "doc",
    "expect",
    "export_name",
    "feature",
    "forbid",
    "global_allocator",
    "ignore",
    "inline",
    "instruction_set",
    "link",
    "link_name",
    "link_section",
    "macro_export",
    "macro_use",
    "must_use",
    "naked",
    "no_core",
    "no_implicit_prelude",
    "no_main",
    "no_mangle",
    "no_std",
    "non_exhaustive",
    "panic_handler",
    "path",
    "proc_macro",
    "proc_macro_attribute",
    "proc_macro_derive",
    "recursion_limit",
    "should_panic",
    "target_feature",
    "type_length_limit",
    // `#[unsafe(no_mangle)]` and its like.
    "unsafe",
    "used",
    "warn",
];

/// Tools whose attributes (`#[rustfmt::skip]`) are inert.
const TOOLS: &[&str] = &["clippy", "diagnostic", "miri", "rust_analyzer", "rustfmt"];

impl Converter<'_> {
    /// What is kept of attributes on which `cfg` has been applied.
    pub(super) fn attrs(&mut self, written: &[Attribute]) -> Attrs {
        let mut attrs = Attrs::default();
        let mut doc = Vec::new();
        for attr in written {
            if attr.path().is_ident("doc") {
                doc.extend(string_value(&attr.meta));
            } else {
                self.attr(attr, &mut attrs);
            }
        }
        attrs.doc = without_indentation(&doc);
        attrs
    }

    fn attr(&mut self, attr: &Attribute, attrs: &mut Attrs) {
        let segments: Vec<String> = attr
            .path()
            .segments
            .iter()
            .map(|segment| unraw(&segment.ident))
            .collect();
        let span = self.path_span(attr.path());
        if let Some(kind) = self.falsify_attribute(&segments) {
            return attrs.falsify.extend(self.falsify_attr(kind, attr, span));
        }
        match segments[..].iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["lang"] => attrs.lang = string_value(&attr.meta).map(|name| Symbol::new(&name)),
            ["intrinsic"] => attrs.intrinsic = true,
            ["track_caller"] => attrs.track_caller = true,
            ["default"] => attrs.default = true,
            ["test"] => attrs.test = true,
            ["repr"] => self.repr(attr, attrs),
            ["derive"] => {}
            [name] if INERT.contains(&name) => {}
            [tool, _, ..] if TOOLS.contains(&tool) => {}
            [.., last] => attrs.unknown.push((Symbol::new(last), span)),
            [] => {}
        }
    }

    fn path_span(&self, path: &syn::Path) -> Span {
        self.path_place(None, path).span
    }

    fn repr(&mut self, attr: &Attribute, attrs: &mut Attrs) {
        let integers = [
            "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        ];
        let parsed = attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        for meta in parsed.into_iter().flatten() {
            let name = meta.path().get_ident().map(unraw).unwrap_or_default();
            let bytes = meta
                .require_list()
                .and_then(|list| list.parse_args::<syn::LitInt>());
            let bytes = bytes.and_then(|number| number.base10_parse::<u64>()).ok();
            match name.as_str() {
                "C" => attrs.repr.c = true,
                "packed" => attrs.repr.packed = bytes.or(Some(1)),
                "align" => attrs.repr.align = bytes.max(attrs.repr.align),
                name if integers.contains(&name) => attrs.repr.int = Some(Symbol::new(name)),
                _ => {}
            }
        }
    }

    fn is_own_module(&self, first: &str) -> bool {
        matches!(first, "crate" | "self" | "super") || self.modules.contains(first)
    }

    /// Which attribute of falsify a path means, if any.
    fn falsify_attribute(&self, path: &[String]) -> Option<Kind> {
        let resolved = self.through_imports(path);
        let name = match &resolved[..] {
            [name] => name,
            [.., krate, name] if self.is_runtime(krate) => name,
            // A module of this crate exports it once more.
            [first, .., name] if self.is_own_module(first) => name,
            _ => return None,
        };
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether a name means the runtime, also where the manifest calls it otherwise.
    pub(super) fn is_runtime(&self, name: &str) -> bool {
        let mut dependencies = self.input.dependencies.iter();
        is_falsify_crate(name)
            || dependencies.any(|(called, exports)| called == name && exports.krate == "falsify")
    }

    fn falsify_attr(&mut self, kind: Kind, attr: &Attribute, span: Span) -> Option<FalsifyAttr> {
        let arguments = match &attr.meta {
            Meta::Path(_) => Ok(TokenStream::new()),
            Meta::List(list) => Ok(list.tokens.clone()),
            Meta::NameValue(pair) => {
                let message = format!("arguments of `#[{}]` stand in parentheses", kind.name());
                Err(syn::Error::new_spanned(pair, message))
            }
        };
        match arguments.and_then(|arguments| kind.parse(arguments)) {
            Ok(parsed) => {
                let kind = self.falsify_kind(parsed);
                Some(FalsifyAttr { kind, span })
            }
            Err(error) => {
                let at = self.place(error.span()).span;
                let diagnostic = Diagnostic::new(codes::ATTRIBUTE, at, error.to_string());
                self.report(diagnostic);
                None
            }
        }
    }

    fn falsify_kind(&mut self, parsed: falsify_attributes::Attribute) -> FalsifyAttrKind {
        use falsify_attributes::Attribute as Parsed;
        match parsed {
            Parsed::ControlLoop { init } => FalsifyAttrKind::ControlLoop {
                init: init.map(|init| self.expr(&init)),
            },
            Parsed::Monitor { of } => FalsifyAttrKind::Monitor {
                of: of.map(|of| self.path(&of)),
            },
            Parsed::Aux => FalsifyAttrKind::Aux,
            Parsed::Input { range } => FalsifyAttrKind::Input {
                range: range.map(|range| self.expr(&range)),
            },
            Parsed::Output => FalsifyAttrKind::Output,
            Parsed::Environment { of } => FalsifyAttrKind::Environment {
                of: of.map(|of| self.path(&of)),
            },
            Parsed::Isr { max, preempt, of } => FalsifyAttrKind::Isr {
                max: max.map(|max| self.expr(&max)),
                preempt,
                of: of.map(|of| self.path(&of)),
            },
        }
    }
}

pub fn is_falsify_crate(name: &str) -> bool {
    matches!(name, "falsify" | "falsify_runtime" | "falsify_macros")
}

/// Joins the lines of a doc comment without the indentation that all of them share.
fn without_indentation(doc: &[String]) -> String {
    let lines: Vec<&str> = doc.iter().flat_map(|text| text.split('\n')).collect();
    let indentation = |line: &&str| line.len() - line.trim_start().len();
    let full = lines.iter().filter(|line| !line.trim().is_empty());
    let shared = full.map(indentation).min().unwrap_or(0);
    let cut = |line: &&str| line.get(shared..).unwrap_or("").trim_end().to_string();
    let cut: Vec<String> = lines.iter().map(cut).collect();
    cut.join("\n").trim_matches('\n').to_string()
}
