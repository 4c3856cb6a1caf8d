//! Statements that mention an attribute's expressions with the types they must have. They stand in a constant, so the
//! compiler checks and evaluates them, and nothing of them is left in the code.
use crate::function::{ungrouped, Function, Mark};
use crate::place::Faults;
use falsify_attributes::Attribute;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprRange, FnArg, RangeLimits, Type};

/// The statements for an attribute of a function and for those of its parameters.
pub fn of(attribute: &Attribute, function: &Function, marks: &[Mark]) -> syn::Result<TokenStream> {
    let mut statements = match attribute {
        Attribute::ControlLoop { init: Some(init) } => initial_state(init, function),
        Attribute::Input { range: Some(range) } => result_range(range, function),
        Attribute::Isr { max: Some(max), .. } => handler_count(max),
        _ => TokenStream::new(),
    };
    let mut faults = Faults::default();
    for mark in marks {
        if let Some(FnArg::Typed(typed)) = function.signature.inputs.iter().nth(mark.parameter) {
            match parameter_range(mark, &typed.ty) {
                Ok(range) => statements.extend(range),
                Err(error) => faults.push(error),
            }
        }
    }
    faults.into_result().map(|()| statements)
}

/// A closure, since the expression need not be constant; it is never called.
fn initial_state(init: &Expr, function: &Function) -> TokenStream {
    let state = function.state();
    quote_spanned!(mixed(init.span())=> let _ = || -> #state { #init };)
}

fn handler_count(max: &Expr) -> TokenStream {
    quote_spanned! {mixed(max.span())=>
        let max: u32 = #max;
        ::core::assert!(max > 0, "a handler that may never run is none");
    }
}

fn parameter_range(mark: &Mark, ty: &Type) -> syn::Result<TokenStream> {
    match Attribute::read(&mark.attribute) {
        Some(Ok(Attribute::Input { range: Some(range) })) => Ok(range_of_type(&range, ty)),
        Some(Err(error)) => Err(error),
        _ => Ok(TokenStream::new()),
    }
}

/// In a declaration the range can only be looked at where it is free of `Self`, and need only be where it has constants.
fn result_range(range: &Expr, function: &Function) -> TokenStream {
    let Some(ty) = function.result() else {
        return TokenStream::new();
    };
    let names = names_in(quote!(#range));
    let generic = names
        .iter()
        .chain(&names_in(quote!(#ty)))
        .any(|name| name == "Self");
    if function.body.is_none() && (generic || names.is_empty()) {
        return TokenStream::new();
    }
    range_of_type(range, ty)
}

/// All identifiers in an expression or type.
fn names_in(tokens: TokenStream) -> Vec<String> {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(ident) => vec![ident.to_string()],
            TokenTree::Group(group) => names_in(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => Vec::new(),
        })
        .collect()
}

fn range_of_type(range: &Expr, ty: &Type) -> TokenStream {
    match range {
        Expr::Paren(inner) => range_of_type(&inner.expr, ty),
        Expr::Group(inner) => range_of_type(&inner.expr, ty),
        Expr::Range(range) => bounds_of_type(range, ty),
        constant => quote_spanned! {mixed(constant.span())=>
            const fn falsify_range_of<T>(_: &impl ::core::ops::RangeBounds<T>) {}
            falsify_range_of::<#ty>(&#constant);
        },
    }
}

/// Each bound is a value of the type. That the range is not empty can be said where the type is known to be compared in
/// constants; what surely depends on no parameter is an item, which the compiler evaluates even if it makes no code.
fn bounds_of_type(range: &ExprRange, ty: &Type) -> TokenStream {
    let start = range
        .start
        .as_ref()
        .map(|start| quote_spanned!(mixed(start.span())=> let start: #ty = #start; let _ = start;));
    let end = range
        .end
        .as_ref()
        .map(|end| quote_spanned!(mixed(end.span())=> let end: #ty = #end; let _ = end;));
    let not_empty = (start.is_some() && end.is_some() && is_primitive(ty)).then(|| {
        let less = match range.limits {
            RangeLimits::HalfOpen(_) => quote!(<),
            RangeLimits::Closed(_) => quote!(<=),
        };
        quote_spanned!(mixed(range.span())=> ::core::assert!(start #less end, "this range is empty");)
    });
    let statements = quote!(#start #end #not_empty);
    match names_in(quote!(#range)).is_empty() && is_primitive(ty) {
        true => quote!(const _: () = { #statements };),
        false => statements,
    }
}

fn is_primitive(ty: &Type) -> bool {
    const NAMES: [&str; 15] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "char", "f32", "f64",
    ];
    match ungrouped(ty) {
        Type::Path(path) => NAMES.iter().any(|name| path.path.is_ident(name)),
        _ => false,
    }
}

/// Errors point at the user's expression; names do not meet the user's.
fn mixed(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}
