//! The right side of a rule with its variables filled in.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

use super::definition::{Mark, Part};
use super::{Binding, Bindings, MacroDef};
use crate::syntax::spans::{Expansion, Spans};

/// More tokens than this come out of no reasonable expansion.
const MAX_TOKENS: usize = 1_000_000;

/// Fills in the body of the given rule; returns about how many tokens were produced, too. `foreign`: the macro is another crate's, whose contexts mean nothing here.
pub fn transcribe(
    definition: &MacroDef,
    rule: usize,
    bindings: &Bindings,
    foreign: bool,
    expansion: &mut Expansion,
    spans: &Spans,
) -> Result<(TokenStream, usize), String> {
    let mut transcriber = Transcriber {
        definition,
        bindings,
        foreign,
        expansion,
        spans,
        rounds: Vec::new(),
        produced: 0,
    };
    let mut out = Vec::new();
    transcriber.parts(&definition.rules[rule].body, &mut out)?;
    Ok((out.into_iter().collect(), transcriber.produced))
}

struct Transcriber<'a> {
    definition: &'a MacroDef,
    bindings: &'a Bindings,
    foreign: bool,
    expansion: &'a mut Expansion,
    spans: &'a Spans,
    /// The round of each repetition that encloses what is being written, outermost first.
    rounds: Vec<usize>,
    produced: usize,
}

impl Transcriber<'_> {
    fn parts(&mut self, parts: &[Part], out: &mut Vec<TokenTree>) -> Result<(), String> {
        for part in parts {
            self.part(part, out)?;
        }
        Ok(())
    }

    fn part(&mut self, part: &Part, out: &mut Vec<TokenTree>) -> Result<(), String> {
        self.produced += 1;
        match part {
            Part::Token(tree, mark) => {
                let mut tree = tree.clone();
                tree.set_span(self.made(*mark));
                out.push(tree);
            }
            Part::Group(delimiter, mark, inner) => {
                let mut content = Vec::new();
                self.parts(inner, &mut content)?;
                let mut group = Group::new(*delimiter, content.into_iter().collect());
                group.set_span(self.made(*mark));
                out.push(TokenTree::Group(group));
            }
            Part::Variable(name, mark) => self.variable(name, *mark, out)?,
            Part::Crate(mark) => {
                let mark = Mark {
                    dollar_crate: Some(self.definition.krate),
                    ..*mark
                };
                let span = self.made(mark);
                out.push(TokenTree::Ident(Ident::new("crate", span)));
            }
            Part::Repeat { inner, separator } => self.repeat(inner, separator, out)?,
        }
        if self.produced > MAX_TOKENS {
            return Err("the expansion is too large".into());
        }
        Ok(())
    }

    fn made(&mut self, mark: Mark) -> Span {
        let context = if self.foreign { 0 } else { mark.context };
        self.spans.made(self.expansion, context, mark.dollar_crate)
    }

    /// `$name`; one that the matcher does not bind belongs to a macro that the body defines.
    fn variable(&mut self, name: &str, mark: Mark, out: &mut Vec<TokenTree>) -> Result<(), String> {
        let before = out.len();
        let written = self.write_variable(name, mark, out);
        self.produced += out.len() - before;
        written
    }

    fn write_variable(
        &mut self,
        name: &str,
        mark: Mark,
        out: &mut Vec<TokenTree>,
    ) -> Result<(), String> {
        match self.current(name) {
            Some(Binding::Tokens(tokens)) => {
                out.extend(tokens.iter().cloned());
                Ok(())
            }
            Some(Binding::Repeated(_)) => Err(format!(
                "variable `{name}` is still repeating at this depth"
            )),
            None => {
                let made = self.made(mark);
                let mut dollar = proc_macro2::Punct::new('$', proc_macro2::Spacing::Alone);
                dollar.set_span(made);
                out.push(TokenTree::Punct(dollar));
                out.push(TokenTree::Ident(identifier(name, made)));
                Ok(())
            }
        }
    }

    /// What a variable stands for in the rounds that are being written.
    fn current(&self, name: &str) -> Option<&Binding> {
        let mut binding = self.bindings.get(name)?;
        for &round in &self.rounds {
            match binding {
                Binding::Tokens(_) => break,
                Binding::Repeated(values) => binding = values.get(round)?,
            }
        }
        Some(binding)
    }

    fn repeat(
        &mut self,
        inner: &[Part],
        separator: &[Part],
        out: &mut Vec<TokenTree>,
    ) -> Result<(), String> {
        let count = self.rounds_of(inner)?;
        for round in 0..count {
            if round > 0 {
                self.parts(separator, out)?;
            }
            self.rounds.push(round);
            let written = self.parts(inner, out);
            self.rounds.pop();
            written?;
        }
        Ok(())
    }

    /// How often a repetition is written: as often as every variable in it repeats.
    fn rounds_of(&self, inner: &[Part]) -> Result<usize, String> {
        let mut names = Vec::new();
        variables(inner, &mut names);
        let mut counts = names.iter().filter_map(|name| match self.current(name) {
            Some(Binding::Repeated(values)) => Some(values.len()),
            _ => None,
        });
        let Some(count) = counts.next() else {
            return Err("a repetition contains no repeating variable".into());
        };
        if counts.any(|other| other != count) {
            return Err("the variables of a repetition repeat differently often".into());
        }
        Ok(count)
    }
}

fn variables<'a>(parts: &'a [Part], names: &mut Vec<&'a str>) {
    for part in parts {
        match part {
            Part::Token(..) | Part::Crate(_) => {}
            Part::Group(_, _, inner) | Part::Repeat { inner, .. } => variables(inner, names),
            Part::Variable(name, _) => names.push(name),
        }
    }
}

fn identifier(name: &str, span: Span) -> Ident {
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, span),
        None => Ident::new(name, span),
    }
}
