//! From a function to its summary, and to a better one.

use std::collections::HashSet;
use std::time::Instant;

use super::cache::Cache;
use super::complexity::branches;
use super::exact::{compare, Comparison};
use super::example::{observe, Observation};
use super::grammar;
use super::guard::{ranges, Range};
use super::replacement::{Body, Calls, Guarded, Replacement};
use super::signature::{Reason, Row, Signature};
use super::synthesis::{answers, complexity, given, Learner, Learnt, Settings};
use crate::effects::EffectsOf;
use crate::ir::interp::{Machine, NoInputs};
use crate::ir::{FuncId, Program};
use crate::solver::{Budget, SolverKind};
use crate::synth::score::Similarity;
use crate::synth::{Grammar, Op, Sort, Term};

/// What stands for a function, and how good it is.
#[derive(Clone, Debug)]
pub struct Summary {
    pub signature: Signature,
    /// Of all calls of the function.
    pub replacement: Replacement,
    pub similarity: Similarity,
    /// Branches of the summary, and of the function.
    pub complexity: u64,
    pub function_complexity: u64,
    /// The examples that it was made of, all of which it meets or was the best for.
    pub constraints: Vec<Row>,
    /// All examples that it was judged by.
    pub examples: Vec<Row>,
    pub comparison: Comparison,
    /// Syntheses that it took; none if it was kept from another run.
    pub rounds: usize,
    /// How often it learnt from a difference that was found after synthesis.
    pub refinements: usize,
}

/// Differences that are learnt from, one after the other.
const DIFFERENCES: usize = 6;

impl Summary {
    /// Of each scalar of the result.
    pub fn terms(&self) -> Vec<&Term> {
        match &self.replacement.body {
            Body::Terms(terms) => terms.iter().map(|it| &it.term).collect(),
            Body::Any(_) | Body::Given(_) => Vec::new(),
        }
    }

    pub fn ranges(&self) -> Vec<Range> {
        match &self.replacement.body {
            Body::Terms(terms) => terms.iter().map(|it| it.range).collect(),
            Body::Any(ranges) => ranges.clone(),
            Body::Given(_) => Vec::new(),
        }
    }
}

/// What is needed to learn a function.
pub struct Task<'a> {
    pub program: &'a Program,
    pub effects: &'a EffectsOf,
    pub function: FuncId,
    pub recorded: &'a [Observation],
    pub settings: &'a Settings,
    pub cache: Option<&'a Cache>,
    pub budget: &'a Budget,
}

/// What stands for calls of a function that nothing else is bound to: any result in its range.
pub fn any_result(
    program: &Program,
    effects: &EffectsOf,
    function: FuncId,
    budget: &Budget,
) -> Result<Replacement, Reason> {
    let signature = Signature::of(program, effects, function)?;
    Ok(Replacement {
        function,
        calls: Calls::All,
        body: Body::Any(ranges(program, &signature, function, budget)),
        exact: false,
    })
}

/// One in so many parts of the time may be spent on one question to the analysis or to a solver.
const SHARES: u32 = 4;

impl Task<'_> {
    fn share(&self) -> Budget {
        let end = Instant::now() + self.settings.time / SHARES;
        Budget {
            deadline: Some(self.budget.deadline.map_or(end, |last| last.min(end))),
            ..self.budget.clone()
        }
    }
}

struct Learning<'a> {
    task: &'a Task<'a>,
    signature: Signature,
    grammars: Vec<Grammar>,
    ranges: Vec<Range>,
    examples: Vec<Row>,
    limit: u64,
    rounds: usize,
    start: Instant,
}

/// A summary of a function, if it can have one.
pub fn summarize(task: &Task) -> Result<Summary, Reason> {
    let mut learning = Learning::new(task)?;
    // The analysis of a function with loops may take long: what it takes is not taken from the examples.
    let observed = observe(
        task.program,
        task.function,
        task.recorded,
        task.settings.examples,
        task.settings.seed,
        task.budget,
    );
    let rows = observed.all.iter();
    learning.examples = rows.filter_map(|it| learning.signature.row(it)).collect();
    if learning.examples.is_empty() {
        return Err(Reason::NoExamples);
    }
    learning.ranges = ranges(
        task.program,
        &learning.signature,
        task.function,
        &task.share(),
    );
    learning.start = Instant::now();
    let kept = learning.kept();
    let (learnt, refinements) = match kept {
        Some(kept) => kept,
        None => (learning.learn(Vec::new()).ok_or(Reason::NothingFound)?, 0),
    };
    Ok(learning.finished(learnt, refinements))
}

/// A summary that also meets what was observed, and whatever the old one was made of.
pub fn refine(task: &Task, old: &Summary, corrected: &[Observation]) -> Option<Summary> {
    let mut learning = Learning::new(task).ok()?;
    learning.ranges = old.ranges();
    learning.examples.clone_from(&old.examples);
    let rows: Vec<Row> = corrected
        .iter()
        .filter_map(|it| learning.signature.row(it))
        .collect();
    let mut constraints = old.constraints.clone();
    add_new(&mut constraints, &rows);
    add_new(&mut learning.examples, &rows);
    let terms = learning.meeting(&constraints)?;
    let learnt = learning.judged(terms, constraints);
    Some(learning.finished(learnt, old.refinements + 1))
}

fn add_new(rows: &mut Vec<Row>, new: &[Row]) {
    let known: HashSet<Vec<u128>> = rows.iter().map(|it| it.inputs.clone()).collect();
    rows.extend(new.iter().filter(|it| !known.contains(&it.inputs)).cloned());
}

impl<'a> Learning<'a> {
    fn new(task: &'a Task<'a>) -> Result<Learning<'a>, Reason> {
        let (program, effects, function) = (task.program, task.effects, task.function);
        let start = Instant::now();
        let signature = Signature::of(program, effects, function)?;
        let outputs = signature.outputs.iter();
        let grammars =
            outputs.map(|leaf| grammar::of(program, effects, function, &signature, leaf.kind));
        Ok(Learning {
            grammars: grammars.collect(),
            ranges: Vec::new(),
            signature,
            examples: Vec::new(),
            limit: branches(program, function),
            rounds: 0,
            start,
            task,
        })
    }

    fn sorts(&self) -> Vec<Sort> {
        self.signature.input_sorts()
    }

    /// What another run has learnt, judged by the examples of this one.
    fn kept(&self) -> Option<(Learnt, usize)> {
        let kept = self.task.cache?.load(self.task, &self.signature)?;
        let is_true = |row: &Row| self.answered(&row.inputs).as_ref() == Some(row);
        let is_true = kept.constraints.iter().all(is_true);
        let learnt = self.judged(kept.terms, kept.constraints);
        let is_as_good = learnt.similarity.right >= kept.right && learnt.complexity() <= self.limit;
        (is_true && is_as_good).then_some((learnt, kept.refinements))
    }

    fn judged(&self, terms: Vec<Term>, constraints: Vec<Row>) -> Learnt {
        let similarity = Similarity::of(answers(&terms, &self.sorts(), &self.examples));
        Learnt {
            terms,
            similarity,
            constraints,
        }
    }

    /// When there is no more time to synthesize.
    fn end(&self) -> Instant {
        let end = self.start + self.task.settings.time;
        self.task.budget.deadline.map_or(end, |last| last.min(end))
    }

    fn learn(&mut self, constraints: Vec<Row>) -> Option<Learnt> {
        let end = self.end();
        let settings = self.task.settings;
        let mut learner = Learner::new(&self.grammars, &self.examples, self.limit, settings, end);
        let learnt = learner.learn(constraints);
        self.rounds += learner.rounds;
        learnt
    }

    /// Terms that meet all of these examples. What synthesis does not find is put in front, example by example.
    fn meeting(&mut self, constraints: &[Row]) -> Option<Vec<Term>> {
        let end = self.end();
        let settings = self.task.settings;
        let mut learner = Learner::new(&self.grammars, &self.examples, self.limit, settings, end);
        let terms = learner.terms(constraints)?;
        self.rounds += 1;
        let sorts = self.sorts();
        let patched = terms.into_iter().enumerate().map(|(at, term)| {
            let missed = constraints
                .iter()
                .filter(|row| term.evaluate(&sorts, &row.inputs) != row.outputs.get(at).copied());
            let outputs = missed.map(|row| (row.inputs.as_slice(), row.outputs[at]));
            let sort = self.signature.outputs[at].kind.sort();
            patched(term.clone(), &sorts, sort, outputs)
        });
        Some(patched.collect())
    }

    fn replacement(&self, learnt: &Learnt) -> Replacement {
        let pairs = learnt.terms.iter().zip(&self.ranges);
        let guarded = pairs.map(|(term, range)| Guarded {
            term: term.clone(),
            range: *range,
        });
        Replacement {
            function: self.task.function,
            calls: Calls::All,
            body: Body::Terms(guarded.collect()),
            exact: false,
        }
    }

    /// Asks whether nothing differs, and learns from what does.
    fn finished(mut self, learnt: Learnt, refinements: usize) -> Summary {
        let mut learnt = learnt;
        let mut comparison = self.compared(&learnt);
        let mut refinements = refinements;
        for _ in 0..DIFFERENCES {
            let Comparison::Differs(inputs) = &comparison else {
                break;
            };
            let Some(better) = self.better(&learnt, inputs) else {
                break;
            };
            learnt = better;
            refinements += 1;
            comparison = self.compared(&learnt);
        }
        self.keep(&learnt, refinements);
        let mut replacement = self.replacement(&learnt);
        replacement.exact = comparison == Comparison::Same;
        Summary {
            replacement,
            complexity: complexity(&learnt.terms),
            function_complexity: self.limit,
            similarity: learnt.similarity,
            constraints: learnt.constraints,
            examples: self.examples,
            signature: self.signature,
            comparison,
            rounds: self.rounds,
            refinements,
        }
    }

    /// One that is wrong on an example is not exact, and nobody need be asked.
    fn compared(&self, learnt: &Learnt) -> Comparison {
        let settings = self.task.settings;
        if !settings.exactness {
            return Comparison::Unknown;
        }
        let sorts = self.sorts();
        let wrong = self
            .examples
            .iter()
            .find(|row| given(&learnt.terms, &sorts, &row.inputs) != row.outputs);
        if let Some(row) = wrong {
            return Comparison::Differs(row.inputs.clone());
        }
        let replacement = self.replacement(learnt);
        let budget = self.task.share();
        compare(
            self.task.program,
            &self.signature,
            &replacement,
            SolverKind::Cadical,
            &budget,
        )
    }

    /// A summary that meets all examples and one more; none if there is no such.
    fn better(&mut self, learnt: &Learnt, inputs: &[u128]) -> Option<Learnt> {
        if self.examples.iter().any(|row| row.inputs == inputs) {
            return None;
        }
        let row = self.answered(inputs)?;
        self.examples.push(row.clone());
        let mut constraints = learnt.constraints.clone();
        constraints.push(row);
        let better = self.learn(constraints);
        // What is no better on all examples is not taken: the old one has a wrong answer now, that is all.
        better.filter(|it| it.similarity.right == self.examples.len())
    }

    fn answered(&self, inputs: &[u128]) -> Option<Row> {
        let program = self.task.program;
        let arguments = self.signature.arguments(program, inputs)?;
        let function = self.task.function;
        let result = Machine::new(program)
            .call(function, &arguments, &mut NoInputs)
            .ok()?;
        self.signature.row(&Observation { arguments, result })
    }

    /// For other runs, which need not make it again.
    fn keep(&self, learnt: &Learnt, refinements: usize) {
        if let (Some(cache), true) = (self.task.cache, self.rounds > 0) {
            cache.store(self.task, learnt, refinements);
        }
    }
}

/// The term, but with these outputs for these inputs.
fn patched<'r>(
    term: Term,
    sorts: &[Sort],
    output: Sort,
    rows: impl Iterator<Item = (&'r [u128], u128)>,
) -> Term {
    rows.fold(term, |term, (inputs, value)| {
        let places = sorts.iter().zip(inputs).enumerate();
        let equal = places.map(|(at, (sort, bits))| {
            Term::Apply(Op::Eq, vec![Term::Input(at), Term::Constant(*sort, *bits)])
        });
        let all = equal.reduce(|a, b| Term::Apply(Op::And, vec![a, b]));
        match all {
            Some(all) => Term::Apply(Op::Ite, vec![all, Term::Constant(output, value), term]),
            None => term,
        }
    })
}
