//! SyGuS-IF: problems that are given by examples over bit-vectors, of format 1 and 2, and their solutions.

mod read;
mod sexpr;

use std::fmt;

use super::grammar::{Grammar, Syntax};
use super::op::Sort;
use super::{Candidate, Example};
use sexpr::{Kind, Place, Sexpr};

pub use read::read;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub place: Place,
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column } = self.place;
        write!(f, "{line}:{column}: {}", self.message)
    }
}

/// A function that is asked for.
#[derive(Clone, Debug)]
pub struct Problem {
    pub name: String,
    /// As written: `((x (BitVec 64))) (BitVec 64)`.
    pub signature: String,
    pub parameters: Vec<(String, Sort)>,
    pub output: Sort,
    pub grammar: Grammar,
    pub examples: Vec<Example>,
    /// Functions that the grammar may call.
    definitions: read::Definitions,
}

impl Problem {
    pub fn definition(&self, body: &str) -> String {
        format!("(define-fun {} {} {body})", self.name, self.signature)
    }

    /// Whether a candidate, read again from its text, is in the grammar and right on all examples.
    pub fn accepts(&self, candidate: &Candidate) -> Result<(), String> {
        self.accepts_text(&candidate.text)
    }

    /// The same for any body.
    pub fn accepts_text(&self, body: &str) -> Result<(), String> {
        let read = sexpr::read(body).map_err(|fault| fault.to_string())?;
        let [body] = read.as_slice() else {
            return Err("a body is one term".into());
        };
        let (term, sort) = read::closed_term(body, &self.parameters, &self.definitions)
            .map_err(|fault| fault.to_string())?;
        if sort != self.output {
            return Err("the body is of another sort".into());
        }
        if !self.derives(0, body) {
            return Err("the body is not in the grammar".into());
        }
        let sorts = &self.grammar.inputs;
        let fails = |it: &&Example| term.evaluate(sorts, &it.inputs) != Some(it.output);
        match self.examples.iter().find(fails) {
            Some(example) => Err(format!("wrong for {:x?}", example.inputs)),
            None => Ok(()),
        }
    }

    fn derives(&self, nonterminal: usize, text: &Sexpr) -> bool {
        let own = &self.grammar.nonterminals[nonterminal];
        let is_constant = || read::constant(text).is_some_and(|(sort, _)| sort == own.sort);
        own.any_constant && is_constant()
            || own
                .productions
                .iter()
                .any(|it| self.matches(&it.syntax, &it.holes, nonterminal, text))
    }

    fn matches(&self, syntax: &Syntax, holes: &[usize], of: usize, text: &Sexpr) -> bool {
        match (syntax, &text.kind) {
            // A nonterminal that may be itself adds nothing.
            (Syntax::Hole(hole), _) => holes[*hole] != of && self.derives(holes[*hole], text),
            (Syntax::Word(word), Kind::Word(other)) => word == other,
            (Syntax::List(words), Kind::List(others)) => {
                words.len() == others.len()
                    && words.iter().zip(others).all(|(word, other)| match word {
                        Syntax::Hole(hole) => self.derives(holes[*hole], other),
                        _ => self.matches(word, holes, of, other),
                    })
            }
            _ => false,
        }
    }
}
