//! Statements that mention an attribute's expressions with the types they must have. They stand in a constant, so the
//! compiler checks and evaluates them, and nothing of them is left in the code.
use crate::function::{names_in, ungrouped, Function, Mark};
use crate::place::Faults;
use falsify_attributes::Attribute;
use proc_macro2::{Ident, Span, TokenStream};
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

/// A declaration needs statements only for the constants in it.
fn result_range(range: &Expr, function: &Function) -> TokenStream {
    match function.read() {
        Some(_) if function.body.is_none() && names_in(quote!(#range)).is_empty() => {
            TokenStream::new()
        }
        Some(ty) => range_of_type(range, ty),
        None => TokenStream::new(),
    }
}

fn range_of_type(range: &Expr, ty: &Type) -> TokenStream {
    match range {
        Expr::Paren(inner) => range_of_type(&inner.expr, ty),
        Expr::Group(inner) => range_of_type(&inner.expr, ty),
        Expr::Range(range) if names_in(quote!(#ty)).contains(&"Self".into()) => mention(range),
        Expr::Range(range) => bounds_of_type(range, ty),
        constant => quote_spanned! {mixed(constant.span())=>
            const fn falsify_range_of<T>(_: &impl ::core::ops::RangeBounds<T>) {}
            falsify_range_of::<#ty>(&#constant);
        },
    }
}

/// A type that each implementation chooses cannot be held against literals; constants are in use all the same. In a
/// closure, since it might be a type that no constant can drop.
fn mention(range: &ExprRange) -> TokenStream {
    let bounds = [&range.start, &range.end].into_iter().flatten();
    bounds
        .filter(|bound| !names_in(quote!(#bound)).is_empty())
        .map(|bound| quote_spanned!(mixed(bound.span())=> let _ = || #bound;))
        .collect()
}

/// Each bound is a value of the type. That the range is not empty can be said where the type is known to be compared in
/// constants; what surely depends on no parameter is an item, which the compiler evaluates even if it makes no code.
fn bounds_of_type(range: &ExprRange, ty: &Type) -> TokenStream {
    let start = typed_bound("start", range.start.as_deref(), ty);
    let end = typed_bound("end", range.end.as_deref(), ty);
    let statements = quote!(#start #end);
    if !is_primitive(ty) {
        return statements;
    }
    let not_empty = not_empty(range);
    match names_in(quote!(#range)).is_empty() {
        true => quote!(const _: () = { #statements #not_empty };),
        false => quote!(#statements #not_empty),
    }
}

fn typed_bound(name: &str, bound: Option<&Expr>, ty: &Type) -> Option<TokenStream> {
    let bound = bound?;
    let span = mixed(bound.span());
    let name = Ident::new(name, span);
    Some(quote_spanned!(span=> let #name: #ty = #bound; let _ = #name;))
}

fn not_empty(range: &ExprRange) -> Option<TokenStream> {
    range.start.as_ref().and(range.end.as_ref())?;
    let less = match range.limits {
        RangeLimits::HalfOpen(_) => quote!(<),
        RangeLimits::Closed(_) => quote!(<=),
    };
    let span = mixed(range.span());
    let (start, end) = (Ident::new("start", span), Ident::new("end", span));
    Some(quote_spanned!(span=> ::core::assert!(#start #less #end, "this range is empty");))
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
