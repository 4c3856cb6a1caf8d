//! What attributes do in the build that `cargo falsify` makes to replay a run (`--cfg falsify_replay`), and in no other:
//! inputs and outputs speak to `falsify::replay`, and an initial state becomes a function that it can call.
use crate::function::{buffer_element, ungrouped, Function};
use falsify_attributes::Attribute;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, ToTokens};
use syn::ext::IdentExt;
use syn::{FnArg, Pat, Type};

/// Whether this is that build.
pub fn is_on() -> bool {
    cfg!(falsify_replay)
}

/// What stands in place of the item.
pub fn expand(attribute: &Attribute, mut function: Function) -> TokenStream {
    if let Attribute::ControlLoop { .. } | Attribute::Isr { .. } = attribute {
        function.attributes.retain(is_of_the_language);
    }
    match attribute {
        Attribute::Input { .. } => {
            function.replace_body(|function| {
                let fills = fills(function);
                let read = read(function);
                quote!(#fills #read)
            });
            function.into_token_stream()
        }
        Attribute::Output => {
            function.replace_body(|function| {
                let arguments = arguments(function);
                let name = name(function);
                let result = function.result().map(|_| read(function));
                quote!(::falsify::replay::output(#name, #arguments); #result)
            });
            function.into_token_stream()
        }
        Attribute::ControlLoop { init: Some(init) } => {
            let initial = format_ident!("__falsify_init_{}", function.signature.ident.unraw());
            let state = function.state();
            quote!(#function #[doc(hidden)] pub fn #initial() -> #state { #init })
        }
        _ => function.into_token_stream(),
    }
}

/// Whether an attribute leaves the function as it is written. The macros of runtimes, `#[entry]` and `#[interrupt]`, rename it
/// and make a symbol of it that is for the device.
fn is_of_the_language(attribute: &syn::Attribute) -> bool {
    let first = attribute.path().segments.first();
    let name = first.map(|segment| segment.ident.unraw().to_string());
    const KNOWN: [&str; 15] = [
        "allow",
        "cfg",
        "cfg_attr",
        "clippy",
        "cold",
        "deny",
        "deprecated",
        "doc",
        "expect",
        "falsify",
        "forbid",
        "inline",
        "must_use",
        "track_caller",
        "warn",
    ];
    name.is_some_and(|name| KNOWN.contains(&name.as_str()))
}

fn name(function: &Function) -> String {
    function.signature.ident.unraw().to_string()
}

fn read(function: &Function) -> TokenStream {
    let name = name(function);
    quote!(::falsify::replay::input(#name))
}

/// Fills the buffers among the arguments, under names that no pattern can lack.
fn fills(function: &mut Function) -> TokenStream {
    let function_name = name(function);
    let mut all = TokenStream::new();
    for (position, argument) in function.signature.inputs.iter_mut().enumerate() {
        if buffer_element(argument).is_none() {
            continue;
        }
        let FnArg::Typed(typed) = argument else {
            continue;
        };
        let source = match &*typed.pat {
            Pat::Ident(pat) => format!("{function_name}.{}", pat.ident.unraw()),
            _ => format!("{function_name}.{position}"),
        };
        let name = Ident::new(&format!("falsify_{position}"), Span::mixed_site());
        *typed.pat = Pat::Verbatim(name.to_token_stream());
        all.extend(quote!(::falsify::replay::fill(#source, &mut #name[..]);));
    }
    all
}

/// The arguments of an output as one value, under names that no pattern can lack.
fn arguments(function: &mut Function) -> TokenStream {
    let mut all = Vec::new();
    for (position, argument) in function.signature.inputs.iter_mut().enumerate() {
        let FnArg::Typed(typed) = argument else {
            continue;
        };
        let name = Ident::new(&format!("falsify_{position}"), Span::mixed_site());
        *typed.pat = Pat::Verbatim(name.to_token_stream());
        all.push(match ungrouped(&typed.ty) {
            Type::Reference(_) => quote!(::falsify::replay::keep_behind(#name)),
            _ => name.to_token_stream(),
        });
    }
    match all.as_slice() {
        [only] => only.clone(),
        _ => quote!((#(#all),*)),
    }
}
