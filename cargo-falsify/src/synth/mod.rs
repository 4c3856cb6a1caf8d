//! Programming by example: a term of a grammar that gives the wanted outputs.
//!
//! The method is bottom-up enumeration up to equal values on the examples ([`bank`]), search backwards from the
//! outputs by inverse semantics ([`inverse`]) and decision trees over the terms found ([`tree`]). What it needs to
//! know about a function is its [`Grammar`] and [`Example`]s; [`sygus`] reads both from a file. Answers are evaluated
//! by the operators of `bv` before they are given.
//!
//! Same grammar, same examples: same term, whatever the number of threads.

mod assemble;
mod bank;
mod bits;
mod budget;
mod grammar;
mod inverse;
mod memorise;
mod op;
mod plan;
pub mod rust;
pub mod score;
mod search;
mod seen;
pub mod sygus;
mod term;
mod tree;
mod word;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

pub use budget::{Budget, Stop};
pub use grammar::{Derivation, Flaw, Grammar, Head, Nonterminal, Production, Syntax, MAX_HOLES};
pub use op::{Op, Sort};
pub use term::Term;

use plan::widest;
use search::{Answer, Pair, Search};
use word::Word;

/// Inputs and the wanted output, as bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Example {
    pub inputs: Vec<u128>,
    pub output: u128,
}

/// What a search found: the best term, right on all examples or not.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub term: Term,
    /// How the term is written in the grammar.
    pub text: String,
    /// Examples on which it is right.
    pub right: usize,
    pub examples: usize,
    /// Number of productions.
    pub size: usize,
    /// Examples that only a part made for them covers.
    pub memorised: usize,
    pub stopped: Stop,
}

impl Candidate {
    pub fn accuracy(&self) -> f64 {
        match self.examples {
            0 => 1.0,
            all => self.right as f64 / all as f64,
        }
    }

    pub fn is_solution(&self) -> bool {
        self.right == self.examples
    }
}

enum Engine {
    Narrow(Search<u64>),
    Wide(Search<u128>),
}

/// A search that may be given more examples after it has answered; its bank of terms is then used again.
pub struct Synthesizer {
    grammar: Arc<Grammar>,
    examples: Vec<Example>,
    known: HashMap<Vec<u128>, u128>,
    contradicted: bool,
    engine: Option<Engine>,
    /// Whether the bank was made before the last example.
    is_stale: bool,
}

/// The whole search for a fixed set of examples.
pub fn synthesize(
    grammar: &Grammar,
    examples: &[Example],
    budget: &Budget,
) -> Result<Candidate, Flaw> {
    let mut synthesizer = Synthesizer::new(grammar.clone())?;
    examples
        .iter()
        .for_each(|it| synthesizer.add_example(it.clone()));
    Ok(synthesizer.solve(budget))
}

impl Synthesizer {
    pub fn new(grammar: Grammar) -> Result<Synthesizer, Flaw> {
        grammar.check()?;
        Ok(Synthesizer {
            grammar: Arc::new(grammar),
            examples: Vec::new(),
            known: HashMap::new(),
            contradicted: false,
            engine: None,
            is_stale: false,
        })
    }

    /// An example that is there already changes nothing; one that contradicts another stays unmet.
    pub fn add_example(&mut self, example: Example) {
        self.examples.push(example.clone());
        match self.known.insert(example.inputs.clone(), example.output) {
            None => self.teach(&example),
            Some(output) if output == example.output => {}
            Some(output) => {
                self.contradicted = true;
                self.known.insert(example.inputs, output);
            }
        }
    }

    fn teach(&mut self, example: &Example) {
        match &mut self.engine {
            None => return,
            Some(Engine::Narrow(search)) => search.add_example(pair(example)),
            Some(Engine::Wide(search)) => search.add_example(pair(example)),
        }
        self.is_stale = true;
    }

    pub fn solve(&mut self, budget: &Budget) -> Candidate {
        let start = Instant::now();
        if self.is_stale {
            let answer = self.engine().solve(&Budget {
                size: 0,
                memorise: false,
                ..budget.clone()
            });
            if answer.wrong == 0 {
                return self.candidate(&answer);
            }
            // Terms that only the new example tells apart are not in the bank.
            self.engine = None;
            self.is_stale = false;
        }
        let time = budget.time.saturating_sub(start.elapsed());
        let answer = self.engine().solve(&Budget {
            time,
            ..budget.clone()
        });
        self.candidate(&answer)
    }

    fn engine(&mut self) -> &mut Engine {
        if self.engine.is_none() {
            let examples = self.distinct();
            let is_narrow = widest(&self.grammar) <= u64::BITS;
            let grammar = self.grammar.clone();
            self.engine = Some(match is_narrow {
                true => Engine::Narrow(Search::new(grammar, examples.iter().map(pair).collect())),
                false => Engine::Wide(Search::new(grammar, examples.iter().map(pair).collect())),
            });
        }
        self.engine.as_mut().expect("made above")
    }

    /// The first example of each input.
    fn distinct(&self) -> Vec<Example> {
        let mut seen = std::collections::HashSet::new();
        let first = self.examples.iter().filter(|it| seen.insert(&it.inputs));
        first.cloned().collect()
    }

    /// Counted with the table of `bv`, not with what the search used.
    fn candidate(&self, answer: &Answer) -> Candidate {
        let term = answer.derivation.term(&self.grammar);
        let is_right =
            |it: &&Example| term.evaluate(&self.grammar.inputs, &it.inputs) == Some(it.output);
        let right = self.examples.iter().filter(is_right).count();
        Candidate {
            right,
            examples: self.examples.len(),
            text: answer.derivation.text(&self.grammar),
            size: answer.derivation.size(),
            memorised: answer.memorised,
            stopped: if self.contradicted {
                Stop::Contradiction
            } else {
                answer.stop
            },
            term,
        }
    }
}

impl Engine {
    fn solve(&mut self, budget: &Budget) -> Answer {
        match self {
            Engine::Narrow(search) => search.solve(budget),
            Engine::Wide(search) => search.solve(budget),
        }
    }
}

fn pair<W: Word>(example: &Example) -> Pair<W> {
    let inputs = example.inputs.iter().map(|it| W::of(*it)).collect();
    (inputs, W::of(example.output))
}

#[cfg(test)]
mod tests;
