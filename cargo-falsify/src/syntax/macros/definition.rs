//! The rules of one `macro_rules` macro.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

use super::tokens::token_length;
use crate::source::Symbol;
use crate::syntax::ast::{Edition, Hygiene};
use crate::syntax::spans::Spans;

/// A macro as it was defined.
#[derive(Debug)]
pub struct MacroDef {
    pub name: String,
    /// What `$crate` means in it.
    pub krate: Symbol,
    /// Decides what `$x:pat` matches.
    pub edition: Edition,
    /// Set if defined inside a function body, where its own names are those around the definition.
    pub inside_body: Option<u32>,
    pub rules: Vec<Rule>,
}

#[derive(Debug)]
pub struct Rule {
    pub matcher: Vec<Matcher>,
    pub body: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    Any,
    Some,
    Optional,
}

/// One element of the left side of a rule.
#[derive(Debug)]
pub enum Matcher {
    Token(Vec<TokenTree>),
    Group(Delimiter, Vec<Matcher>),
    Variable(String, Fragment),
    Repeat {
        inner: Vec<Matcher>,
        separator: Option<Vec<TokenTree>>,
        repetition: Repetition,
    },
}

/// One element of the right side of a rule.
#[derive(Debug)]
pub enum Part {
    Token(TokenTree, Mark),
    Group(Delimiter, Mark, Vec<Part>),
    Variable(String, Mark),
    /// `$crate`
    Crate(Mark),
    Repeat {
        inner: Vec<Part>,
        separator: Vec<Part>,
    },
}

/// What a token of a body brings along from the place where the macro was defined.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub context: Hygiene,
    pub dollar_crate: Option<Symbol>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fragment {
    Block,
    Expr,
    Ident,
    Item,
    Lifetime,
    Literal,
    Meta,
    Pat,
    PatParam,
    Path,
    Stmt,
    Tt,
    Ty,
    Vis,
}

impl Fragment {
    fn named(name: &str) -> Option<Fragment> {
        Some(match name {
            "block" => Fragment::Block,
            "expr" | "expr_2021" => Fragment::Expr,
            "ident" => Fragment::Ident,
            "item" => Fragment::Item,
            "lifetime" => Fragment::Lifetime,
            "literal" => Fragment::Literal,
            "meta" => Fragment::Meta,
            "pat" => Fragment::Pat,
            "pat_param" => Fragment::PatParam,
            "path" => Fragment::Path,
            "stmt" => Fragment::Stmt,
            "tt" => Fragment::Tt,
            "ty" => Fragment::Ty,
            "vis" => Fragment::Vis,
            _ => return None,
        })
    }
}

/// Reads the rules between the macro's outer delimiters.
pub fn parse_definition(
    name: String,
    krate: Symbol,
    edition: Edition,
    inside_body: Option<u32>,
    rules: TokenStream,
    spans: &Spans,
) -> syn::Result<MacroDef> {
    let trees: Vec<TokenTree> = rules.into_iter().collect();
    let mut rest = &trees[..];
    let mut parsed = Vec::new();
    while !rest.is_empty() {
        parsed.push(parse_rule(&mut rest, spans)?);
        if matches!(rest.first(), Some(TokenTree::Punct(punct)) if punct.as_char() == ';') {
            rest = &rest[1..];
        } else if let Some(extra) = rest.first() {
            return Err(syn::Error::new(extra.span(), "expected `;` between rules"));
        }
    }
    Ok(MacroDef {
        name,
        krate,
        edition,
        inside_body,
        rules: parsed,
    })
}

fn parse_rule(rest: &mut &[TokenTree], spans: &Spans) -> syn::Result<Rule> {
    let here = rest.first().map_or_else(Span::call_site, TokenTree::span);
    match rest {
        [TokenTree::Group(left), TokenTree::Punct(eq), TokenTree::Punct(gt), TokenTree::Group(right), after @ ..]
            if eq.as_char() == '=' && gt.as_char() == '>' =>
        {
            let rule = Rule {
                matcher: matchers(left.stream())?,
                body: parts(right.stream(), spans)?,
            };
            *rest = after;
            Ok(rule)
        }
        _ => Err(syn::Error::new(
            here,
            "expected a macro rule: `(matcher) => { body }`",
        )),
    }
}

fn is_dollar(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == '$')
}

fn matchers(tokens: TokenStream) -> syn::Result<Vec<Matcher>> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = &trees[..];
    let mut out = Vec::new();
    while !rest.is_empty() {
        out.push(matcher(&mut rest)?);
    }
    Ok(out)
}

fn matcher(rest: &mut &[TokenTree]) -> syn::Result<Matcher> {
    let trees = *rest;
    match trees {
        [dollar, TokenTree::Group(group), after @ ..]
            if is_dollar(dollar) && group.delimiter() == Delimiter::Parenthesis =>
        {
            let inner = matchers(group.stream())?;
            let (separator, repetition, after) = repetition(after, group.span())?;
            *rest = after;
            Ok(Matcher::Repeat {
                inner,
                separator: (!separator.is_empty()).then(|| separator.to_vec()),
                repetition,
            })
        }
        [dollar, TokenTree::Ident(name), TokenTree::Punct(colon), TokenTree::Ident(kind), after @ ..]
            if is_dollar(dollar) && colon.as_char() == ':' =>
        {
            *rest = after;
            let fragment = Fragment::named(&kind.to_string()).ok_or_else(|| {
                syn::Error::new(kind.span(), format!("unknown fragment `{kind}`"))
            })?;
            Ok(Matcher::Variable(name.to_string(), fragment))
        }
        [TokenTree::Group(group), after @ ..] => {
            *rest = after;
            Ok(Matcher::Group(group.delimiter(), matchers(group.stream())?))
        }
        _ => {
            let (token, after) = trees.split_at(token_length(trees.iter()));
            *rest = after;
            Ok(Matcher::Token(token.to_vec()))
        }
    }
}

/// What follows `$( … )`: an optional separator and `*`, `+` or `?`.
fn repetition(
    trees: &[TokenTree],
    span: Span,
) -> syn::Result<(&[TokenTree], Repetition, &[TokenTree])> {
    if let Some(kind) = trees.first().and_then(repetition_sign) {
        return Ok((&[], kind, &trees[1..]));
    }
    let length = token_length(trees.iter()).min(trees.len());
    let (separator, after) = trees.split_at(length);
    match after.first().and_then(repetition_sign) {
        Some(kind) => Ok((separator, kind, &after[1..])),
        None => Err(syn::Error::new(
            span,
            "expected `*`, `+` or `?` after this repetition",
        )),
    }
}

fn repetition_sign(tree: &TokenTree) -> Option<Repetition> {
    match tree {
        TokenTree::Punct(punct) => match punct.as_char() {
            '*' => Some(Repetition::Any),
            '+' => Some(Repetition::Some),
            '?' => Some(Repetition::Optional),
            _ => None,
        },
        _ => None,
    }
}

fn parts(tokens: TokenStream, spans: &Spans) -> syn::Result<Vec<Part>> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = &trees[..];
    let mut out = Vec::new();
    while !rest.is_empty() {
        out.push(part(&mut rest, spans)?);
    }
    Ok(out)
}

fn part(rest: &mut &[TokenTree], spans: &Spans) -> syn::Result<Part> {
    let trees = *rest;
    match trees {
        [dollar, TokenTree::Group(group), after @ ..]
            if is_dollar(dollar) && group.delimiter() == Delimiter::Parenthesis =>
        {
            let inner = parts(group.stream(), spans)?;
            let (separator, _, after) = repetition(after, group.span())?;
            *rest = after;
            let separator = parts(separator.iter().cloned().collect(), spans)?;
            Ok(Part::Repeat { inner, separator })
        }
        [dollar, TokenTree::Ident(name), after @ ..] if is_dollar(dollar) => {
            *rest = after;
            if name == "crate" {
                return Ok(Part::Crate(mark(dollar.span(), spans)));
            }
            Ok(Part::Variable(name.to_string(), mark(name.span(), spans)))
        }
        [TokenTree::Group(group), after @ ..] => {
            *rest = after;
            let inner = parts(group.stream(), spans)?;
            Ok(Part::Group(
                group.delimiter(),
                mark(group.span_open(), spans),
                inner,
            ))
        }
        [tree, after @ ..] => {
            *rest = after;
            Ok(Part::Token(tree.clone(), mark(tree.span(), spans)))
        }
        [] => Err(syn::Error::new(
            Span::call_site(),
            "unexpected end of macro",
        )),
    }
}

fn mark(span: Span, spans: &Spans) -> Mark {
    Mark {
        context: spans.place(span).context,
        dollar_crate: spans.dollar_crate(span),
    }
}
