//! Attributes: what the tool keeps of them.

use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
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
        if let Some(name) = self.falsify_name(&segments) {
            return attrs.falsify.extend(self.falsify_attr(&name, attr, span));
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
            if integers.contains(&name.as_str()) {
                attrs.repr = Some(Symbol::new(&name));
            }
        }
    }

    /// Which attribute of falsify a path means, if any.
    fn falsify_name(&self, path: &[String]) -> Option<String> {
        let resolved = match path {
            [name] => self.imported(name).unwrap_or_else(|| path.to_vec()),
            _ => path.to_vec(),
        };
        match &resolved[..] {
            [name] if is_falsify_attribute(name) => Some(name.clone()),
            [.., krate, name] if is_falsify_crate(krate) && is_falsify_attribute(name) => {
                Some(name.clone())
            }
            _ => None,
        }
    }

    fn falsify_attr(&mut self, name: &str, attr: &Attribute, span: Span) -> Option<FalsifyAttr> {
        match self.falsify_kind(name, attr) {
            Ok(kind) => Some(FalsifyAttr { kind, span }),
            Err(error) => {
                let at = self.place(error.span()).span;
                let message = format!("`#[{name}]`: {error}");
                let help = usage(name);
                self.report(Diagnostic::new(codes::ATTRIBUTE, at, message).help(help));
                None
            }
        }
    }

    fn falsify_kind(&mut self, name: &str, attr: &Attribute) -> syn::Result<FalsifyAttrKind> {
        if name == "input" {
            return self.input_attr(attr);
        }
        let arguments = arguments(attr)?;
        let allowed: &[&str] = match name {
            "control_loop" => &["init"],
            "monitor" | "environment" => &["of"],
            "isr" => &["max", "preempt", "of"],
            _ => &[],
        };
        check_names(&arguments, allowed)?;
        let of = path_argument(&arguments, "of")?;
        let of = of.map(|path| self.path(&path));
        Ok(match name {
            "control_loop" => FalsifyAttrKind::ControlLoop {
                init: value_argument(&arguments, "init")?.map(|value| self.expr(value)),
            },
            "monitor" => FalsifyAttrKind::Monitor { of },
            "environment" => FalsifyAttrKind::Environment { of },
            "isr" => FalsifyAttrKind::Isr {
                max: value_argument(&arguments, "max")?.map(|value| self.expr(value)),
                preempt: flag_argument(&arguments, "preempt")?,
                of,
            },
            "aux" => FalsifyAttrKind::Aux,
            _ => FalsifyAttrKind::Output,
        })
    }

    fn input_attr(&mut self, attr: &Attribute) -> syn::Result<FalsifyAttrKind> {
        let range = match &attr.meta {
            Meta::Path(_) => None,
            Meta::List(list) if list.tokens.is_empty() => None,
            Meta::List(list) => Some(list.parse_args::<syn::Expr>()?),
            Meta::NameValue(pair) => {
                return Err(syn::Error::new_spanned(pair, "expected a range"));
            }
        };
        if let Some(range) = &range {
            if !is_range(range) {
                return Err(syn::Error::new_spanned(range, "expected a range"));
            }
        }
        let range = range.map(|range| self.expr(&range));
        Ok(FalsifyAttrKind::Input { range })
    }
}

fn is_range(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Range(_) => true,
        syn::Expr::Paren(it) => is_range(&it.expr),
        syn::Expr::Group(it) => is_range(&it.expr),
        _ => false,
    }
}

pub fn is_falsify_crate(name: &str) -> bool {
    matches!(name, "falsify" | "falsify_runtime" | "falsify_macros")
}

fn is_falsify_attribute(name: &str) -> bool {
    matches!(
        name,
        "aux" | "control_loop" | "environment" | "input" | "isr" | "monitor" | "output"
    )
}

fn usage(name: &str) -> &'static str {
    match name {
        "control_loop" => "write `#[control_loop]` or `#[control_loop(init = EXPR)]`",
        "monitor" => "write `#[monitor]` or `#[monitor(of = LOOP)]`",
        "environment" => "write `#[environment]` or `#[environment(of = LOOP)]`",
        "isr" => "write `#[isr]`, `#[isr(max = N)]`, `#[isr(preempt)]` or `#[isr(of = LOOP)]`",
        "input" => "write `#[input]` or `#[input(LOW..=HIGH)]`",
        "aux" => "write `#[aux]`: it takes no arguments",
        _ => "write `#[output]`: it takes no arguments",
    }
}

/// `name` or `name = value` in the parentheses of an attribute.
struct Argument {
    name: syn::Ident,
    value: Option<syn::Expr>,
}

impl Parse for Argument {
    fn parse(input: ParseStream) -> syn::Result<Argument> {
        let name = input.call(syn::Ident::parse_any)?;
        let value = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Argument { name, value })
    }
}

fn arguments(attr: &Attribute) -> syn::Result<Vec<Argument>> {
    match &attr.meta {
        Meta::Path(_) => Ok(Vec::new()),
        Meta::List(list) => {
            let parser = Punctuated::<Argument, Token![,]>::parse_terminated;
            Ok(list.parse_args_with(parser)?.into_iter().collect())
        }
        Meta::NameValue(pair) => Err(syn::Error::new_spanned(
            pair,
            "arguments stand in parentheses",
        )),
    }
}

fn check_names(arguments: &[Argument], allowed: &[&str]) -> syn::Result<()> {
    for (index, argument) in arguments.iter().enumerate() {
        let name = unraw(&argument.name);
        if !allowed.contains(&name.as_str()) {
            let message = format!("unknown argument `{name}`");
            return Err(syn::Error::new(argument.name.span(), message));
        }
        if arguments[..index].iter().any(|it| it.name == argument.name) {
            let message = format!("`{name}` is given twice");
            return Err(syn::Error::new(argument.name.span(), message));
        }
    }
    Ok(())
}

fn argument<'a>(arguments: &'a [Argument], name: &str) -> Option<&'a Argument> {
    arguments.iter().find(|argument| argument.name == name)
}

fn value_argument<'a>(arguments: &'a [Argument], name: &str) -> syn::Result<Option<&'a syn::Expr>> {
    match argument(arguments, name) {
        Some(Argument {
            value: Some(value), ..
        }) => Ok(Some(value)),
        Some(argument) => Err(syn::Error::new(
            argument.name.span(),
            format!("`{name}` needs a value"),
        )),
        None => Ok(None),
    }
}

fn flag_argument(arguments: &[Argument], name: &str) -> syn::Result<bool> {
    match argument(arguments, name) {
        Some(Argument {
            value: Some(value), ..
        }) => Err(syn::Error::new_spanned(
            value,
            format!("`{name}` takes no value"),
        )),
        Some(_) => Ok(true),
        None => Ok(false),
    }
}

fn path_argument(arguments: &[Argument], name: &str) -> syn::Result<Option<syn::Path>> {
    match value_argument(arguments, name)? {
        Some(syn::Expr::Path(path)) if path.qself.is_none() => Ok(Some(path.path.clone())),
        Some(other) => Err(syn::Error::new_spanned(
            other,
            format!("`{name}` takes the path of a function"),
        )),
        None => Ok(None),
    }
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
