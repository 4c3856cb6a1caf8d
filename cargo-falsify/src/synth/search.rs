//! The search: the bank grows size by size; after each size terms are put together by the tree learner, and what no
//! term covers is looked for backwards.

use std::collections::HashMap;
use std::sync::Arc;

use super::bank::{in_order, Bank, MAX_COLUMNS};
use super::bits::Bits;
use super::budget::{Budget, Meter, Stop};
use super::grammar::{Derivation, Grammar, Head};
use super::inverse::{Effort, Found, Inverse};
use super::op::Sort;
use super::plan::Plan;
use super::tree::{learn, Learned, Material, Tree};
use super::word::Word;

/// Inputs and the wanted output.
pub type Pair<W> = (Vec<W>, W);

/// A term of the start that is right on some examples.
pub(super) struct Cover {
    pub(super) term: Made,
    size: usize,
}

pub(super) enum Made {
    Banked(usize),
    Derived(Arc<Derivation>),
}

pub(super) struct Condition {
    pub(super) conditional: usize,
    pub(super) term: Made,
}

/// What a search knows; it stays when an example is added.
pub struct Search<W> {
    pub(super) grammar: Arc<Grammar>,
    pub(super) examples: Vec<Pair<W>>,
    pub(super) bank: Bank<W>,
    /// The example of each column.
    sample: Vec<usize>,
    pub(super) covers: Vec<Cover>,
    covered: Vec<Bits>,
    pub(super) conditions: Vec<Condition>,
    pub(super) holding: Vec<Bits>,
    /// How often a set of columns was met by terms that were evaluated on all examples.
    met: HashMap<u64, usize>,
    /// How many terms of the bank were looked at as covers.
    looked: usize,
    /// The same for the conditions of each conditional.
    weighed: Vec<usize>,
    /// Searches backwards so far: they begin at different examples.
    turns: usize,
}

/// The outcome of a search.
pub struct Answer {
    pub derivation: Arc<Derivation>,
    /// Examples on which it is wrong.
    pub wrong: usize,
    pub stop: Stop,
    /// Examples that only a term made for them covers.
    pub memorised: usize,
}

/// Terms that meet the same columns and are evaluated on all examples.
const ALIKE: usize = 3;
/// The bank up to which conditions are evaluated on examples that have no column.
const CONDITIONS: usize = 300_000;
/// Examples from which one search backwards goes.
const PIVOTS: usize = 6;
/// Terms that are kept of those found for one example.
const BEST: usize = 8;
/// Leaves that are never too many.
const FEW: usize = 4;
/// Candidates after which a tree is good enough that has not many more leaves than the terms need.
const IMPATIENCE: u64 = 500_000;
/// Candidates after which any tree is.
const PATIENCE: u64 = 6_000_000;

impl<W: Word> Search<W> {
    pub fn new(grammar: Arc<Grammar>, examples: Vec<Pair<W>>) -> Search<W> {
        let plan = Plan::new(&grammar, &suggested(&grammar, &examples));
        let sample = sample(&examples);
        let columns: Vec<Vec<W>> = sample.iter().map(|it| examples[*it].0.clone()).collect();
        let conditionals = plan.conditionals.len();
        Search {
            grammar,
            bank: Bank::new(plan, &columns),
            examples,
            sample,
            covers: Vec::new(),
            covered: Vec::new(),
            conditions: Vec::new(),
            holding: Vec::new(),
            met: HashMap::new(),
            looked: 0,
            weighed: vec![0; conditionals],
            turns: 0,
        }
    }

    /// One more example; the bank stays.
    pub fn add_example(&mut self, example: Pair<W>) {
        self.examples.push(example);
        if self.sample.len() < MAX_COLUMNS {
            self.add_column(self.examples.len() - 1);
        }
        self.forget();
    }

    fn add_column(&mut self, example: usize) {
        self.bank.add_column(&self.examples[example].0);
        self.sample.push(example);
    }

    /// What was learned about terms is found again from the bank.
    fn forget(&mut self) {
        self.covers.clear();
        self.covered.clear();
        self.conditions.clear();
        self.holding.clear();
        self.met.clear();
        self.looked = 0;
        self.weighed.fill(0);
    }

    pub fn terms(&self) -> usize {
        self.bank.shelves[0].len()
    }

    /// Searches until all examples are met or the budget is spent. With a bank from before, it is tried as it is first.
    pub fn solve(&mut self, budget: &Budget) -> Answer {
        let meter = Meter::new(budget);
        let mut best: Option<Learned> = None;
        let stop = loop {
            self.look(&meter);
            self.improve(&mut best);
            if self.is_good(&best) {
                break Stop::Solved;
            }
            let known = self.covers.len();
            self.search_back(&meter, self.effort());
            if self.covers.len() > known {
                self.improve(&mut best);
            }
            if self.is_good(&best) {
                break Stop::Solved;
            }
            if self.bank.size >= budget.size {
                break Stop::Size;
            }
            if self.bank.is_exhausted() {
                break Stop::Exhausted;
            }
            if let Err(stop) = self.bank.grow(&meter) {
                break stop;
            }
        };
        self.finish(best, stop, budget, &meter)
    }

    fn finish(
        &mut self,
        mut best: Option<Learned>,
        stop: Stop,
        budget: &Budget,
        meter: &Meter,
    ) -> Answer {
        let is_solved =
            |best: &Option<Learned>| best.as_ref().is_some_and(|it| it.wrong.is_empty());
        if stop != Stop::Solved && !is_solved(&best) {
            self.look(meter);
            self.improve(&mut best);
        }
        if stop == Stop::Memory && !is_solved(&best) {
            self.search_further(meter, &mut best);
        }
        let known = (self.covers.len(), self.conditions.len());
        if budget.memorise && !is_solved(&best) {
            self.memorise();
            self.improve(&mut best);
        }
        if let Some(wrong) = best
            .as_ref()
            .map(|it| it.wrong.clone())
            .filter(|wrong| budget.memorise && !wrong.is_empty())
        {
            self.isolate(&wrong);
            self.improve(&mut best);
        }
        self.answer(best, stop, known)
    }

    /// The bank cannot grow: look further around what is missing until the time is over.
    fn search_further(&mut self, meter: &Meter, best: &mut Option<Learned>) {
        let mut effort = Effort {
            goals: 400,
            beside: 64,
            depth: 3,
        };
        while !meter.is_over() && effort.goals < 100_000 {
            self.search_back(meter, effort);
            self.improve(best);
            if best.as_ref().is_some_and(|it| it.wrong.is_empty()) {
                return;
            }
            effort = Effort {
                goals: effort.goals * 4,
                beside: effort.beside * 2,
                depth: effort.depth + 1,
            };
        }
    }

    fn answer(&self, best: Option<Learned>, stop: Stop, known: (usize, usize)) -> Answer {
        let Some(best) = best else {
            return self.anything(stop);
        };
        let wrong = best.wrong.count();
        Answer {
            derivation: self.derivation(&best.tree),
            wrong,
            stop: if wrong == 0 { Stop::Solved } else { stop },
            memorised: memorised(&best.tree, known),
        }
    }

    /// No term is right on any example: the first term there is.
    fn anything(&self, stop: Stop) -> Answer {
        let derivation = match self.bank.shelves[0].len() {
            0 => Arc::new(Derivation {
                head: Head::Constant(Sort::Bool, 0),
                parts: Vec::new(),
            }),
            _ => self.banked(0, 0),
        };
        Answer {
            derivation,
            wrong: self.examples.len(),
            stop,
            memorised: 0,
        }
    }

    /// Whether a tree is right on all examples and not much larger than the terms need, or was not bettered for long.
    fn is_good(&self, best: &Option<Learned>) -> bool {
        let Some(best) = best.as_ref().filter(|it| it.wrong.is_empty()) else {
            return false;
        };
        let leaves = best.tree.leaves();
        let looked = self.bank.candidates;
        leaves <= FEW || (leaves <= 2 * best.labels + 1 && looked > IMPATIENCE) || looked > PATIENCE
    }

    fn improve(&mut self, best: &mut Option<Learned>) {
        let material = Material {
            covers: &self.covered,
            conditions: &self.holding,
        };
        let Some(new) = learn(&material, self.examples.len()) else {
            return;
        };
        let rank = |it: &Learned| (it.wrong.count(), it.tree.leaves());
        if best.as_ref().is_none_or(|old| rank(&new) < rank(old)) {
            *best = Some(new);
        }
    }

    /// Looks at the terms that are new in the bank.
    fn look(&mut self, meter: &Meter) {
        self.look_for_covers();
        for conditional in 0..self.bank.plan.conditionals.len() {
            self.look_for_conditions(conditional, meter);
        }
    }

    fn look_for_covers(&mut self) {
        let from = self.looked;
        self.looked = self.bank.shelves[0].len();
        let right = self.right(0, from, |example| self.examples[example].1);
        for (at, columns) in right.into_iter().enumerate().filter(|(_, it)| *it != 0) {
            let times = self.met.entry(columns).or_insert(0);
            *times += 1;
            if *times > 1 && (*times > ALIKE || self.sees_all()) {
                continue;
            }
            let term = from + at;
            let bits = self.spread(columns, |it| self.bank.value(0, term, &it.0) == it.1);
            let size = self.bank.shelves[0].size(term);
            self.cover(Made::Banked(term), size, bits);
        }
    }

    /// Whether every example has its column.
    fn sees_all(&self) -> bool {
        self.sample.len() == self.examples.len()
    }

    /// For each term of a shelf from a number on, the columns on which it has the value.
    fn right(&self, shelf: usize, from: usize, value: impl Fn(usize) -> W) -> Vec<u64> {
        let mut right = vec![0; self.bank.shelves[shelf].len() - from];
        for (column, example) in self.sample.iter().enumerate() {
            let wanted = value(*example);
            let values = &self.bank.columns[column].values[shelf][from..];
            let pairs = right.iter_mut().zip(values);
            pairs.for_each(|(right, it)| *right |= u64::from(*it == wanted) << column);
        }
        right
    }

    /// A set of columns as a set of examples; those without a column are asked about.
    fn spread(&self, columns: u64, other: impl Fn(&Pair<W>) -> bool) -> Bits {
        let mut bits = Bits::empty(self.examples.len());
        let mut has_column = vec![false; self.examples.len()];
        for (column, example) in self.sample.iter().enumerate() {
            has_column[*example] = true;
            if columns >> column & 1 == 1 {
                bits.insert(*example);
            }
        }
        let rest = self
            .examples
            .iter()
            .enumerate()
            .filter(|(at, _)| !has_column[*at]);
        rest.filter(|(_, it)| other(it))
            .for_each(|(at, _)| bits.insert(at));
        bits
    }

    /// Keeps a term unless a smaller one is right wherever it is.
    pub(super) fn cover(&mut self, term: Made, size: usize, bits: Bits) -> bool {
        let is_beaten = |(cover, old): (&Cover, &Bits)| cover.size <= size && bits.is_subset(old);
        if bits.is_empty() || self.covers.iter().zip(&self.covered).any(is_beaten) {
            return false;
        }
        self.covers.push(Cover { term, size });
        self.covered.push(bits);
        true
    }

    fn look_for_conditions(&mut self, conditional: usize, meter: &Meter) {
        let shelf = self.bank.plan.conditionals[conditional].shelf;
        let total: usize = self.bank.shelves.iter().map(|it| it.len()).sum();
        let from = self.weighed[conditional];
        let all = self.bank.shelves[shelf].len();
        let is_too_much = total > CONDITIONS || meter.is_over();
        if from == all || (!self.sees_all() && is_too_much) {
            return;
        }
        self.weighed[conditional] = all;
        let holding = match self.sees_all() {
            true => self.on_columns(shelf, from),
            false => self.on_examples(shelf, from, meter),
        };
        for (at, bits) in holding.into_iter().enumerate() {
            let count = bits.count();
            if count > 0 && count < self.examples.len() {
                self.conditions.push(Condition {
                    conditional,
                    term: Made::Banked(from + at),
                });
                self.holding.push(bits);
            }
        }
    }

    fn on_columns(&self, shelf: usize, from: usize) -> Vec<Bits> {
        let holding = self.right(shelf, from, |_| W::ONE);
        holding
            .into_iter()
            .map(|it| self.spread(it, |_| false))
            .collect()
    }

    /// Evaluates the whole bank for every example.
    fn on_examples(&self, shelf: usize, from: usize, meter: &Meter) -> Vec<Bits> {
        let groups: Vec<&[Pair<W>]> = self.examples.chunks(64).collect();
        let words = in_order(&groups, meter.jobs, |group| {
            let mut words = vec![0u64; self.bank.shelves[shelf].len() - from];
            for (at, example) in group.iter().enumerate() {
                let column = self.bank.column(&example.0, self.bank.size);
                let values = words.iter_mut().zip(&column.values[shelf][from..]);
                values.for_each(|(word, it)| *word |= (it.bits() as u64) << at);
            }
            words
        });
        let terms = 0..words.first().map_or(0, Vec::len);
        terms
            .map(|term| Bits::from_words(words.iter().map(|it| it[term]).collect()))
            .collect()
    }

    /// Looks less far the larger the bank is.
    fn effort(&self) -> Effort {
        let passes = (60_000_000 / self.terms().max(1)).clamp(48, 2000);
        Effort {
            goals: passes,
            beside: 32,
            depth: 2,
        }
    }

    /// For examples that no term covers, terms by inverse semantics. The goals are shared among a few of them.
    fn search_back(&mut self, meter: &Meter, effort: Effort) {
        let missing: Vec<usize> = self.missing().iter().collect();
        let first = self.turns * PIVOTS % missing.len().max(1);
        self.turns += 1;
        let mut tried = 0;
        for example in missing[first..].iter().chain(&missing[..first]) {
            if meter.is_over() || tried == PIVOTS {
                return;
            }
            if !self.covered.iter().any(|it| it.contains(*example)) {
                tried += 1;
                self.search_back_from(*example, meter, effort);
            }
        }
    }

    fn search_back_from(&mut self, example: usize, meter: &Meter, effort: Effort) {
        let column = self.column_of(example);
        let outputs: Vec<W> = self.sample.iter().map(|it| self.examples[*it].1).collect();
        let found = Inverse::new(&self.bank, &outputs, column).search(effort, meter);
        for found in found.into_iter().take(BEST) {
            let bits = self.spread(found.right, |it| self.found_value(&found, &it.0) == it.1);
            let derivation = self.found(&found);
            self.cover(Made::Derived(derivation), found.size, bits);
        }
    }

    /// The column of an example, made if there is none; where all are taken, in the place of a later one.
    fn column_of(&mut self, example: usize) -> usize {
        if let Some(known) = self.sample.iter().position(|it| *it == example) {
            return known;
        }
        if self.sample.len() < MAX_COLUMNS {
            self.add_column(example);
            return self.sample.len() - 1;
        }
        let inputs = &self.examples[example].0;
        let column = self.bank.exchange_column(inputs, self.turns);
        self.sample[column] = example;
        self.met.clear();
        column
    }

    pub(super) fn missing(&self) -> Bits {
        let mut covered = Bits::empty(self.examples.len());
        self.covered.iter().for_each(|it| covered.add_all(it));
        Bits::full(self.examples.len()).without(&covered)
    }

    fn found_value(&self, found: &Found, inputs: &[W]) -> W {
        self.bank.surrounded(&found.around, found.core, |term| {
            self.bank.value(0, term as usize, inputs)
        })
    }
}

pub(super) fn only(example: usize, examples: usize) -> Bits {
    let mut bits = Bits::empty(examples);
    bits.insert(example);
    bits
}

/// Leaves and conditions that were made for single examples.
fn memorised(tree: &Tree, known: (usize, usize)) -> usize {
    match tree {
        Tree::Leaf(cover) => usize::from(*cover >= known.0),
        Tree::Branch {
            condition,
            then,
            otherwise,
        } => {
            usize::from(*condition >= known.1)
                + memorised(then, known)
                + memorised(otherwise, known)
        }
    }
}

/// Examples that get a column at once: all if there are few, else some from everywhere.
fn sample<W: Word>(examples: &[Pair<W>]) -> Vec<usize> {
    let room = MAX_COLUMNS - MAX_COLUMNS / 4;
    match examples.len() <= MAX_COLUMNS {
        true => (0..examples.len()).collect(),
        false => (0..room).map(|it| it * examples.len() / room).collect(),
    }
}

/// Constants that the examples suggest, for nonterminals that have all.
fn suggested<W: Word>(grammar: &Grammar, examples: &[Pair<W>]) -> Vec<(Sort, u128)> {
    const MANY: usize = 24;
    let mut found: Vec<(Sort, u128)> = Vec::new();
    let mut add = |sort: Sort, bits: u128| {
        let fits = bits <= <u128 as Word>::mask(sort.width());
        if fits && !found.contains(&(sort, bits)) {
            found.push((sort, bits));
        }
    };
    for nonterminal in grammar.nonterminals.iter().filter(|it| it.any_constant) {
        let width = nonterminal.sort.width();
        let all = <u128 as Word>::mask(width);
        [0, 1, all, 1 << (width - 1), all >> 1, 2]
            .iter()
            .for_each(|it| add(nonterminal.sort, *it));
    }
    let output = grammar.nonterminals[0].sort;
    for (inputs, wanted) in examples.iter().take(MANY) {
        add(output, wanted.bits());
        grammar
            .inputs
            .iter()
            .zip(inputs)
            .for_each(|(sort, it)| add(*sort, it.bits()));
    }
    found
}
