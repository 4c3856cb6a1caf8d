//! The item that an attribute stands on, in the parts that attributes look at; its body stays unread.
use falsify_attributes::Kind;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{
    Attribute, FnArg, ItemStatic, ReturnType, Signature, Token, Type, Visibility, WherePredicate,
};

/// A function, method, or declaration of one in a trait or an `extern` block.
pub struct Function {
    pub attributes: Vec<Attribute>,
    visibility: Visibility,
    /// `safe` in an `extern` block.
    safe: Option<Ident>,
    pub signature: Signature,
    /// `None` for a declaration, which ends in a semicolon.
    pub body: Option<Group>,
}

/// An attribute of falsify on a parameter.
pub struct Mark {
    pub kind: Kind,
    pub attribute: Attribute,
    /// Which parameter, the receiver counted.
    pub parameter: usize,
}

impl Parse for Function {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let safe = input.call(parse_safe)?;
        let signature = input.parse()?;
        let body = match input.peek(Token![;]) {
            true => input.parse::<Token![;]>().map(|_| None)?,
            false => Some(input.call(parse_body)?),
        };
        Ok(Function {
            attributes,
            visibility,
            safe,
            signature,
            body,
        })
    }
}

/// Also in the invisible group that a macro's `$body:block` leaves.
fn parse_body(input: ParseStream) -> syn::Result<Group> {
    match input.parse()? {
        TokenTree::Group(body) if body.delimiter() == Delimiter::None => {
            (|inner: ParseStream| inner.call(parse_body)).parse2(body.stream())
        }
        TokenTree::Group(body) => Ok(body),
        other => Err(syn::Error::new(other.span(), "expected a body")),
    }
}

fn parse_safe(input: ParseStream) -> syn::Result<Option<Ident>> {
    let fork = input.fork();
    match fork.parse::<Ident>() {
        Ok(word) if word == "safe" => {
            input.advance_to(&fork);
            Ok(Some(word))
        }
        _ => Ok(None),
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Function {
            attributes,
            visibility,
            safe,
            signature,
            body,
        } = self;
        tokens.extend(quote!(#(#attributes)* #visibility #safe #signature));
        match body {
            Some(body) => body.to_tokens(tokens),
            None => quote!(;).to_tokens(tokens),
        }
    }
}

impl Function {
    /// Takes the attributes of falsify off the parameters, where the compiler would not accept them.
    pub fn take_marks(&mut self) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (parameter, argument) in self.signature.inputs.iter_mut().enumerate() {
            let attributes = match argument {
                FnArg::Receiver(receiver) => &mut receiver.attrs,
                FnArg::Typed(typed) => &mut typed.attrs,
            };
            for attribute in std::mem::take(attributes) {
                match Kind::of_path(attribute.path()) {
                    Some(kind) => marks.push(Mark {
                        kind,
                        attribute,
                        parameter,
                    }),
                    None => attributes.push(attribute),
                }
            }
        }
        marks
    }

    /// The type it returns, `None` for `()`.
    pub fn result(&self) -> Option<&Type> {
        match &self.signature.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => match ungrouped(ty) {
                Type::Tuple(tuple) if tuple.elems.is_empty() => None,
                ty => Some(ty),
            },
        }
    }

    /// The type of what an input reads: what it returns, else the elements of the buffer that it fills.
    pub fn read(&self) -> Option<&Type> {
        self.result()
            .or_else(|| self.signature.inputs.iter().find_map(buffer_element))
    }

    /// Whether it is a loop in the superloop form.
    pub fn never_returns(&self) -> bool {
        matches!(self.result(), Some(Type::Never(_)))
    }

    /// The type of the state that a step takes by `&mut`: the receiver's, or the first that is not a hardware handle's.
    pub fn state(&self) -> Option<Type> {
        self.signature
            .inputs
            .iter()
            .find_map(|argument| match argument {
                FnArg::Receiver(receiver) => receiver
                    .mutability
                    .and(receiver.reference.as_ref())
                    .map(|_| syn::parse_quote!(Self)),
                FnArg::Typed(typed) => match ungrouped(&typed.ty) {
                    Type::Reference(reference) if reference.mutability.is_some() => {
                        self.concrete(&reference.elem).cloned()
                    }
                    _ => None,
                },
            })
    }

    /// `ty` unless it is `impl Trait` or a type parameter of the function.
    fn concrete<'t>(&self, ty: &'t Type) -> Option<&'t Type> {
        match ungrouped(ty) {
            Type::ImplTrait(_) => None,
            Type::Path(path) if self.is_parameter(path.path.get_ident()) => None,
            ty => Some(ty),
        }
    }

    fn is_parameter(&self, name: Option<&Ident>) -> bool {
        self.signature
            .generics
            .type_params()
            .any(|parameter| Some(&parameter.ident) == name)
    }

    /// The function with statements that the compiler checks and no build runs.
    pub fn with_witness(mut self, statements: &TokenStream) -> TokenStream {
        if statements.is_empty() {
            return self.into_token_stream();
        }
        match &self.body {
            Some(body) => {
                self.body = Some(with_block(body, quote!(const { #statements })));
                self.into_token_stream()
            }
            None if self.is_in_trait() => self.with_companion(statements),
            None => self.with_bound(statements),
        }
    }

    /// Gives it another body; a declaration gets one if it surely stands in a trait.
    pub fn replace_body(&mut self, body: impl FnOnce(&mut Function) -> TokenStream) {
        if self.body.is_some() || self.is_in_trait() {
            let content = body(self);
            self.signature.constness = None;
            self.body = Some(Group::new(Delimiter::Brace, content));
        }
    }

    /// Whether it is surely a method of a trait or type, not a function on its own or in an `extern` block.
    fn is_in_trait(&self) -> bool {
        let signature = &self.signature;
        signature.receiver().is_some() || names_in(quote!(#signature)).contains(&"Self".into())
    }

    /// A declared method is followed by a function with the statements. It can name what the trait is generic over, and
    /// is no part of the trait's object.
    fn with_companion(self, statements: &TokenStream) -> TokenStream {
        let name = format_ident!("falsify_range_of_{}", self.signature.ident.unraw());
        quote! {
            #self
            #[doc(hidden)]
            #[allow(dead_code, reason = "it is here to be compiled")]
            fn #name() where Self: Sized { const { #statements } }
        }
    }

    /// A declared function carries the statements in a bound that is always true, and that rustdoc does not see.
    fn with_bound(self, statements: &TokenStream) -> TokenStream {
        let mut bounded = self.clone_declaration();
        let bound: WherePredicate = syn::parse_quote!([(); { #statements 0 }]:);
        let generics = &mut bounded.signature.generics;
        generics.make_where_clause().predicates.push(bound);
        quote!(#[cfg(doc)] #self #[cfg(not(doc))] #bounded)
    }

    fn clone_declaration(&self) -> Function {
        Function {
            attributes: self.attributes.clone(),
            visibility: self.visibility.clone(),
            safe: self.safe.clone(),
            signature: self.signature.clone(),
            body: None,
        }
    }
}

/// `T` of a parameter `&mut [T]` or `&mut [T; N]`.
pub fn buffer_element(argument: &FnArg) -> Option<&Type> {
    let FnArg::Typed(typed) = argument else {
        return None;
    };
    let Type::Reference(reference) = ungrouped(&typed.ty) else {
        return None;
    };
    reference.mutability?;
    match ungrouped(&reference.elem) {
        Type::Slice(slice) => Some(&slice.elem),
        Type::Array(array) => Some(&array.elem),
        _ => None,
    }
}

/// All identifiers among tokens.
pub fn names_in(tokens: TokenStream) -> Vec<String> {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(ident) => vec![ident.to_string()],
            TokenTree::Group(group) => names_in(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => Vec::new(),
        })
        .collect()
}

/// The type itself, where a macro has put it into an invisible group.
pub fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        ty => ty,
    }
}

/// The body with `block` at its start, but after inner attributes and after statics: macros for interrupt handlers look
/// for those at the very beginning.
fn with_block(body: &Group, block: TokenStream) -> Group {
    let content = body.stream();
    let head = |input: ParseStream| {
        let attributes = input.call(Attribute::parse_inner)?;
        let statics = input.call(leading_statics)?;
        let rest: TokenStream = input.parse()?;
        Ok(quote!(#(#attributes)* #(#statics)* #block #rest))
    };
    let content = head
        .parse2(content.clone())
        .unwrap_or_else(|_| quote!(#block #content));
    let mut group = Group::new(Delimiter::Brace, content);
    group.set_span(body.span());
    group
}

fn leading_statics(input: ParseStream) -> syn::Result<Vec<ItemStatic>> {
    let mut statics = Vec::new();
    loop {
        let fork = input.fork();
        match fork.parse() {
            Ok(item) => statics.push(item),
            Err(_) => return Ok(statics),
        }
        input.advance_to(&fork);
    }
}
