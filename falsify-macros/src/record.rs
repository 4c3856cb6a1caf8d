//! What `#[aux]` does in the build that `cargo falsify record` makes (`--cfg falsify_record`), and in no other: each call tells
//! `falsify::record` its arguments and its result.
use crate::function::{names_in, Function};
use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned, ToTokens};
use syn::{FnArg, GenericParam, Pat};

/// Whether this is that build.
pub fn is_on() -> bool {
    cfg!(falsify_record)
}

/// What stands in place of the function.
pub fn expand(mut function: Function) -> TokenStream {
    if let Some(body) = function.body.clone().filter(|_| can_be_told(&function)) {
        let told = told(&mut function, &body);
        function.body = Some(Group::new(body.delimiter(), told));
    }
    function.into_token_stream()
}

/// A constant function cannot call another one, and the types of a generic one are not known here.
fn can_be_told(function: &Function) -> bool {
    let signature = &function.signature;
    let is_lifetime = |it: &GenericParam| matches!(it, GenericParam::Lifetime(_));
    let (inputs, output) = (&signature.inputs, &signature.output);
    let names_trait = names_in(quote!(#inputs #output)).contains(&"impl".into());
    let is_plain = signature.constness.is_none() && signature.asyncness.is_none();
    is_plain && !names_trait && signature.generics.params.iter().all(is_lifetime)
}

/// The body in a closure, so that a `return` in it is seen.
fn told(function: &mut Function, body: &Group) -> TokenStream {
    let (names, patterns) = named_arguments(function);
    let output = &function.signature.output;
    // With the place of the function's own name, so that this is where the call is said to be.
    let own = function.signature.ident.span();
    let place = quote_spanned!(own=> (::core::file!(), ::core::line!(), ::core::column!()));
    let call = Ident::new("falsify_call", Span::mixed_site());
    let result = Ident::new("falsify_result", Span::mixed_site());
    let text = Ident::new("falsify_text", Span::mixed_site());
    quote! {
        let mut #call = ::falsify::record::Call::new(#place);
        {
            use ::falsify::record::{Known as _, Unknown as _};
            #((&::falsify::record::Probe(&#names)).tell(#call.argument());)*
        }
        let #result = (move || #output { #(#patterns)* #body })();
        {
            use ::falsify::record::{Known as _, Unknown as _};
            let mut #text = <::falsify::record::Text as ::core::default::Default>::default();
            (&::falsify::record::Probe(&#result)).tell(&mut #text);
            #call.returned(&#text);
        }
        #result
    }
}

/// Gives each argument a name; what makes the variables of its pattern out of it.
fn named_arguments(function: &mut Function) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let (mut names, mut patterns) = (Vec::new(), Vec::new());
    for (position, argument) in function.signature.inputs.iter_mut().enumerate() {
        match argument {
            FnArg::Receiver(receiver) => names.push(receiver.self_token.to_token_stream()),
            FnArg::Typed(typed) => {
                let name = format_ident!("falsify_{position}", span = Span::mixed_site());
                let pattern = std::mem::replace(&mut *typed.pat, Pat::Verbatim(quote!(#name)));
                patterns.push(quote!(let #pattern = #name;));
                names.push(quote!(#name));
            }
        }
    }
    (names, patterns)
}
