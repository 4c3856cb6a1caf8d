//! A summary from examples: synthesized from a few of them, judged by all, and again with others of them.
//!
//! A summary that does not give some output anywhere is given an example of it. One that covers all outputs has one of its
//! examples replaced by one on which it is wrong; if that has not helped for as long as there are examples to replace, the
//! example is added instead. The best is kept that is no more complex than the function: the one that covers more outputs,
//! then the one that is right more often.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::signature::Row;
use crate::synth::score::{next, replaces, Next, Similarity};
use crate::synth::{Budget, Example, Grammar, Op, Sort, Synthesizer, Term};

/// What a synthesis may spend, and what is left out of it.
#[derive(Clone, Debug)]
pub struct Settings {
    pub seed: u64,
    /// Examples that the first synthesis is given.
    pub start: usize,
    /// Examples that a summary is judged by.
    pub examples: usize,
    /// Syntheses of one function.
    pub rounds: usize,
    /// For all of them.
    pub time: Duration,
    /// For one of them.
    pub attempt: Duration,
    /// Productions of the largest enumerated terms.
    pub size: usize,
    pub memory: usize,
    pub jobs: usize,
    /// Whether outputs that are not covered come first.
    pub output_coverage: bool,
    /// Whether it is asked if a summary is exact.
    pub exactness: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seed: 0,
            start: 4,
            examples: 10_000,
            rounds: 40,
            time: Duration::from_secs(20),
            attempt: Duration::from_secs(2),
            size: 6,
            memory: 256 << 20,
            jobs: 1,
            output_coverage: true,
            exactness: true,
        }
    }
}

/// What was learnt of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Learnt {
    /// One for each scalar of the result.
    pub terms: Vec<Term>,
    pub similarity: Similarity,
    /// The examples that they were made of.
    pub constraints: Vec<Row>,
}

impl Learnt {
    pub fn complexity(&self) -> u64 {
        complexity(&self.terms)
    }
}

/// Branches of terms together: one that several of them look at is one, as in code that gives all of them.
pub(super) fn complexity(terms: &[Term]) -> u64 {
    let mut most: HashMap<&Term, usize> = HashMap::new();
    for term in terms {
        let mut own: HashMap<&Term, usize> = HashMap::new();
        conditions(term, &mut own);
        for (condition, count) in own {
            let known = most.entry(condition).or_default();
            *known = count.max(*known);
        }
    }
    most.values().map(|count| *count as u64).sum()
}

fn conditions<'t>(term: &'t Term, to: &mut HashMap<&'t Term, usize>) {
    let Term::Apply(op, operands) = term else {
        return;
    };
    if *op == Op::Ite {
        *to.entry(&operands[0]).or_default() += 1;
    }
    operands.iter().for_each(|it| conditions(it, to));
}

/// Learns one function.
pub struct Learner<'a> {
    grammars: &'a [Grammar],
    sorts: Vec<Sort>,
    examples: &'a [Row],
    /// Branches of the function.
    limit: u64,
    settings: &'a Settings,
    end: Instant,
    random: u64,
    synthesizers: Vec<Synthesizer>,
    pub rounds: usize,
}

impl<'a> Learner<'a> {
    /// With a grammar for each scalar of the result, and the branches that the function has.
    pub fn new(
        grammars: &'a [Grammar],
        examples: &'a [Row],
        limit: u64,
        settings: &'a Settings,
        end: Instant,
    ) -> Learner<'a> {
        Learner {
            sorts: grammars.first().map_or(Vec::new(), |it| it.inputs.clone()),
            grammars,
            examples,
            limit,
            settings,
            end: end.min(Instant::now() + settings.time),
            random: settings.seed,
            synthesizers: Vec::new(),
            rounds: 0,
        }
    }

    /// The best terms, from those examples on, or from some of all if there are none.
    pub fn learn(&mut self, constraints: Vec<Row>) -> Option<Learnt> {
        let mut constraints = match constraints.is_empty() {
            true => self.first(),
            false => constraints,
        };
        let mut best: Option<Learnt> = None;
        let mut unhelpful = 0;
        while self.rounds < self.settings.rounds && Instant::now() < self.end {
            self.rounds += 1;
            let terms = self.terms(&constraints)?;
            let answers = self.answers(&terms);
            let similarity = Similarity::of(answers.iter().copied());
            let known = best.as_ref().map(|it| &it.similarity);
            if self.is_improvement(&similarity, complexity(&terms), known) {
                unhelpful = 0;
                best = Some(Learnt {
                    terms,
                    similarity,
                    constraints: constraints.clone(),
                });
            }
            match self.next(&answers) {
                Next::Nothing => break,
                Next::Replace(wrong) if unhelpful < constraints.len() => {
                    unhelpful += 1;
                    let old = self.below(constraints.len());
                    constraints[old] = self.one_of(&wrong);
                    self.synthesizers.clear();
                }
                Next::Add(wrong) | Next::Replace(wrong) => {
                    unhelpful = 0;
                    let new = self.one_of(&wrong);
                    self.teach(&new);
                    constraints.push(new);
                }
            }
        }
        best
    }

    fn is_improvement(&self, new: &Similarity, complexity: u64, best: Option<&Similarity>) -> bool {
        if self.settings.output_coverage {
            return replaces(new, complexity as usize, self.limit as usize, best);
        }
        complexity <= self.limit && best.is_none_or(|best| new.right > best.right)
    }

    fn next(&self, answers: &[(u128, u128)]) -> Next {
        if self.settings.output_coverage {
            return next(answers);
        }
        let places = answers.iter().enumerate();
        let wrong = places.filter(|(_, (wanted, given))| wanted != given);
        match wrong.map(|(at, _)| at).collect::<Vec<_>>() {
            wrong if wrong.is_empty() => Next::Nothing,
            wrong => Next::Replace(wrong),
        }
    }

    fn first(&mut self) -> Vec<Row> {
        let mut chosen: Vec<Row> = Vec::new();
        for _ in 0..self.settings.start * 2 {
            let all: Vec<usize> = (0..self.examples.len()).collect();
            if all.is_empty() || chosen.len() == self.settings.start {
                break;
            }
            let row = self.one_of(&all);
            if !chosen.contains(&row) {
                chosen.push(row);
            }
        }
        chosen
    }

    fn one_of(&mut self, places: &[usize]) -> Row {
        let at = self.below(places.len());
        self.examples[places[at]].clone()
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }

    /// The best terms for these examples, which they need not all meet.
    pub fn terms(&mut self, constraints: &[Row]) -> Option<Vec<Term>> {
        if self.synthesizers.is_empty() {
            let all = self
                .grammars
                .iter()
                .map(|it| Synthesizer::new(it.clone()).ok());
            self.synthesizers = all.collect::<Option<_>>()?;
            constraints.iter().for_each(|row| self.teach(row));
        }
        let left = self.end.saturating_duration_since(Instant::now());
        let budget = Budget {
            time: self.settings.attempt.min(left),
            memory: self.settings.memory,
            size: self.settings.size,
            jobs: self.settings.jobs,
            memorise: false,
        };
        let found = self
            .synthesizers
            .iter_mut()
            .map(|it| it.solve(&budget).term);
        Some(found.collect())
    }

    fn teach(&mut self, row: &Row) {
        for (synthesizer, output) in self.synthesizers.iter_mut().zip(&row.outputs) {
            synthesizer.add_example(Example {
                inputs: row.inputs.clone(),
                output: *output,
            });
        }
    }

    fn answers(&self, terms: &[Term]) -> Vec<(u128, u128)> {
        answers(terms, &self.sorts, self.examples)
    }
}

/// The wanted and the given result of each example, as numbers that stand for them.
pub(super) fn answers(terms: &[Term], sorts: &[Sort], examples: &[Row]) -> Vec<(u128, u128)> {
    let mut numbers: HashMap<Vec<u128>, u128> = HashMap::new();
    let mut number = |outputs: Vec<u128>| {
        let next = numbers.len() as u128;
        *numbers.entry(outputs).or_insert(next)
    };
    let pairs = examples.iter().map(|row| {
        let given = given(terms, sorts, &row.inputs);
        (number(row.outputs.clone()), number(given))
    });
    pairs.collect()
}

/// What the terms give.
pub(super) fn given(terms: &[Term], sorts: &[Sort], inputs: &[u128]) -> Vec<u128> {
    let values = terms.iter().map(|term| term.evaluate(sorts, inputs));
    values.map(|it| it.unwrap_or_default()).collect()
}
