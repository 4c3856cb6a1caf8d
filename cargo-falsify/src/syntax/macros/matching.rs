//! Matching a call's tokens against the left side of a rule.

use std::cell::Cell;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::parse::discouraged::{AnyDelimiter, Speculative};
use syn::parse::{ParseBuffer, ParseStream, Parser};
use syn::{Block, Expr, Item, Lit, Pat, Token, Type, TypePath, Visibility};

use super::definition::{Fragment, Matcher, Repetition};
use super::tokens::{between, next_token, same_token};
use super::{Binding, Bindings, MacroDef};
use crate::syntax::ast::Edition;

/// Beyond this many steps a call counts as not matching: rules so ambiguous are not accepted by rustc.
const MAX_STEPS: usize = 2_000_000;

/// One attempt to match a call.
struct Run {
    edition: Edition,
    steps: Cell<usize>,
}

/// The first rule that matches, with its bindings.
pub fn match_rule(definition: &MacroDef, call: TokenStream) -> Option<(usize, Bindings)> {
    let mut found = None;
    let rules = |input: ParseStream| {
        found = first_match(definition, input);
        Ok(())
    };
    // The rules work on forks, so that syn complains about tokens left over.
    let _ = rules.parse2(call);
    found
}

fn first_match(definition: &MacroDef, input: ParseStream) -> Option<(usize, Bindings)> {
    let run = Run {
        edition: definition.edition,
        steps: Cell::new(0),
    };
    definition
        .rules
        .iter()
        .enumerate()
        .find_map(|(index, rule)| {
            let mut bindings = Bindings::new();
            let attempt = input.fork();
            match_all(&rule.matcher, &attempt, true, &run, &mut bindings).ok()?;
            Some((index, bindings))
        })
}

/// Matches a sequence; `to_end` says that nothing may be left over.
fn match_all(
    matchers: &[Matcher],
    input: ParseStream,
    to_end: bool,
    run: &Run,
    bindings: &mut Bindings,
) -> syn::Result<()> {
    for (index, matcher) in matchers.iter().enumerate() {
        run.steps.set(run.steps.get() + 1);
        if run.steps.get() > MAX_STEPS {
            return Err(input.error("too ambiguous"));
        }
        match matcher {
            Matcher::Token(token) => match_token(token, input)?,
            Matcher::Group(delimiter, inner) => {
                match_group(*delimiter, inner, input, run, bindings)?
            }
            Matcher::Variable(name, fragment) => {
                let tokens = match_fragment(*fragment, run.edition, input)?;
                bindings.insert(name.clone(), Binding::Tokens(tokens));
            }
            Matcher::Repeat { .. } => {
                let rest = &matchers[index + 1..];
                return match_repeat(matcher, rest, input, to_end, run, bindings);
            }
        }
    }
    if to_end && !input.is_empty() {
        return Err(input.error("unexpected token"));
    }
    Ok(())
}

fn match_token(expected: &[TokenTree], input: ParseStream) -> syn::Result<()> {
    input.step(|cursor| match next_token(*cursor) {
        Some((token, rest)) if same_token(&token, expected) => Ok(((), rest)),
        _ => Err(cursor.error("unexpected token")),
    })
}

fn match_group(
    delimiter: Delimiter,
    inner: &[Matcher],
    input: ParseStream,
    run: &Run,
    bindings: &mut Bindings,
) -> syn::Result<()> {
    let (found, _, content) = input.parse_any_delimiter()?;
    if found != delimiter {
        return Err(input.error("another delimiter"));
    }
    match_all(inner, &content, true, run, bindings)
}

/// As many repetitions as match; if the rest then does not match, one less, and so on.
fn match_repeat(
    repeat: &Matcher,
    rest: &[Matcher],
    input: ParseStream,
    to_end: bool,
    run: &Run,
    bindings: &mut Bindings,
) -> syn::Result<()> {
    let Matcher::Repeat {
        inner, repetition, ..
    } = repeat
    else {
        return Ok(());
    };
    let (positions, rounds) = repetitions(repeat, input, run);
    let least = usize::from(*repetition == Repetition::Some);
    for count in (least..=rounds.len()).rev() {
        let attempt = positions[count].fork();
        let mut found = Bindings::new();
        if match_all(rest, &attempt, to_end, run, &mut found).is_ok() {
            input.advance_to(&attempt);
            bind_rounds(inner, &rounds[..count], bindings);
            bindings.extend(found);
            return Ok(());
        }
    }
    Err(input.error("no match"))
}

/// The position after each number of repetitions, and what each repetition binds.
fn repetitions<'a>(
    repeat: &Matcher,
    input: &ParseBuffer<'a>,
    run: &Run,
) -> (Vec<ParseBuffer<'a>>, Vec<Bindings>) {
    let mut positions = vec![input.fork()];
    let mut rounds = Vec::new();
    let most = match repeat {
        Matcher::Repeat {
            repetition: Repetition::Optional,
            ..
        } => 1,
        _ => usize::MAX,
    };
    while rounds.len() < most {
        let last = &positions[positions.len() - 1];
        let attempt = last.fork();
        let Ok(round) = match_round(repeat, rounds.is_empty(), &attempt, run) else {
            break;
        };
        if attempt.cursor() == last.cursor() {
            break;
        }
        positions.push(attempt);
        rounds.push(round);
    }
    (positions, rounds)
}

fn match_round(
    repeat: &Matcher,
    first: bool,
    input: ParseStream,
    run: &Run,
) -> syn::Result<Bindings> {
    let mut bindings = Bindings::new();
    if let Matcher::Repeat {
        inner, separator, ..
    } = repeat
    {
        if let (false, Some(separator)) = (first, separator) {
            match_token(separator, input)?;
        }
        match_all(inner, input, false, run, &mut bindings)?;
    }
    Ok(bindings)
}

fn bind_rounds(inner: &[Matcher], rounds: &[Bindings], bindings: &mut Bindings) {
    let mut names = Vec::new();
    variables(inner, &mut names);
    for name in names {
        let values = rounds.iter().filter_map(|round| round.get(name).cloned());
        bindings.insert(name.to_string(), Binding::Repeated(values.collect()));
    }
}

fn variables<'a>(matchers: &'a [Matcher], names: &mut Vec<&'a str>) {
    for matcher in matchers {
        match matcher {
            Matcher::Token(_) => {}
            Matcher::Group(_, inner) | Matcher::Repeat { inner, .. } => variables(inner, names),
            Matcher::Variable(name, _) => names.push(name),
        }
    }
}

fn match_fragment(
    fragment: Fragment,
    edition: Edition,
    input: ParseStream,
) -> syn::Result<Vec<TokenTree>> {
    let begin = input.cursor();
    match fragment {
        Fragment::Ident => match_single(input, is_identifier)?,
        Fragment::Lifetime => match_single(input, |token| token.len() == 2 && is_quote(&token[0]))?,
        Fragment::Tt => match_single(input, |_| true)?,
        Fragment::Block => drop(input.parse::<Block>()?),
        Fragment::Expr => drop(input.parse::<Expr>()?),
        Fragment::Item => drop(input.parse::<Item>()?),
        Fragment::Literal => drop(input.parse::<Lit>()?),
        Fragment::Meta => crate::syntax::cfg::skip_meta(input)?,
        Fragment::Pat if edition >= Edition::E2021 => {
            drop(Pat::parse_multi_with_leading_vert(input)?)
        }
        Fragment::Pat | Fragment::PatParam => drop(Pat::parse_single(input)?),
        Fragment::Path => drop(input.parse::<TypePath>()?),
        Fragment::Stmt => skip_statement(input)?,
        Fragment::Ty => drop(input.parse::<Type>()?),
        Fragment::Vis => drop(input.parse::<Visibility>()?),
    }
    Ok(enclose(fragment, between(begin, input.cursor())))
}

fn match_single(input: ParseStream, accept: impl Fn(&[TokenTree]) -> bool) -> syn::Result<()> {
    input.step(|cursor| match next_token(*cursor) {
        Some((token, rest)) if accept(&token) => Ok(((), rest)),
        _ => Err(cursor.error("unexpected token")),
    })
}

fn is_identifier(token: &[TokenTree]) -> bool {
    matches!(token, [TokenTree::Ident(name)] if name != "_")
}

fn is_quote(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == '\'')
}

/// A statement without its semicolon.
fn skip_statement(input: ParseStream) -> syn::Result<()> {
    if !input.peek(Token![let]) {
        let item = input.fork();
        if item.parse::<Item>().is_ok() {
            input.advance_to(&item);
            return Ok(());
        }
        return input.parse::<Expr>().map(drop);
    }
    input.parse::<Token![let]>()?;
    Pat::parse_single(input)?;
    if input.parse::<Option<Token![:]>>()?.is_some() {
        input.parse::<Type>()?;
    }
    if input.parse::<Option<Token![=]>>()?.is_some() {
        input.parse::<Expr>()?;
        if input.parse::<Option<Token![else]>>()?.is_some() {
            input.parse::<Block>()?;
        }
    }
    Ok(())
}

/// Keeps what was parsed as one node together wherever it is put.
fn enclose(fragment: Fragment, tokens: Vec<TokenTree>) -> Vec<TokenTree> {
    let delimiter = match fragment {
        Fragment::Expr | Fragment::Ty => Delimiter::None,
        Fragment::Literal if tokens.len() > 1 => Delimiter::None,
        Fragment::Pat if tokens.iter().any(is_bar) => Delimiter::Parenthesis,
        _ => return tokens,
    };
    if let [TokenTree::Group(group)] = &tokens[..] {
        if group.delimiter() == Delimiter::None {
            return tokens;
        }
    }
    let span = tokens.first().map(TokenTree::span);
    let mut group = Group::new(delimiter, tokens.into_iter().collect());
    if let Some(span) = span {
        group.set_span(span);
    }
    vec![TokenTree::Group(group)]
}

fn is_bar(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == '|')
}
