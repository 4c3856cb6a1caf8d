//! The bank: terms in the order of their size, up to equal values on the examples (observational equivalence).
//!
//! Values are kept by example: a column has the value of every term for one example. A new term is an operator over a
//! fixed term and a row of others, so that a block of candidates is one loop over words.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use super::budget::{Meter, Stop};
use super::grammar::MAX_HOLES;
use super::op::{Lanes, Sort};
use super::plan::{Plan, Rule, BLOCK};
use super::seen::{absorb, Seen};
use super::word::Word;

/// Terms of one nonterminal, by number.
pub struct Shelf {
    pub rules: Vec<u16>,
    pub parts: Vec<[u32; MAX_HOLES]>,
    /// How many terms have at most this size.
    pub ends: Vec<usize>,
    seen: Seen,
}

impl Shelf {
    fn new() -> Shelf {
        Shelf {
            rules: Vec::new(),
            parts: Vec::new(),
            ends: vec![0],
            seen: Seen::new(),
        }
    }

    /// The terms of a size.
    pub fn of_size(&self, size: usize) -> Range<usize> {
        match size {
            0 => 0..0,
            _ => self.end(size - 1)..self.end(size),
        }
    }

    fn end(&self, size: usize) -> usize {
        let last = self.ends.len() - 1;
        self.ends[size.min(last)]
    }

    /// The size of a term.
    pub fn size(&self, term: usize) -> usize {
        self.ends.partition_point(|end| *end <= term)
    }

    pub fn len(&self) -> usize {
        self.rules.len()
    }
}

/// Values of all terms for one example.
pub struct Column<W> {
    inputs: Vec<W>,
    /// By shelf.
    pub values: Vec<Vec<W>>,
}

/// The bound of examples whose values are kept: coverage is then one word of 64 bits.
pub const MAX_COLUMNS: usize = 64;

/// As many values tell terms of bit-vectors apart; booleans are compared on all columns.
const TELLING: usize = 20;

pub struct Bank<W> {
    pub plan: Plan<W>,
    pub shelves: Vec<Shelf>,
    pub columns: Vec<Column<W>>,
    /// Terms of at most this size are all there.
    pub size: usize,
    /// How many terms were looked at.
    pub candidates: u64,
    /// Columns that were there from the start and stay; only these tell terms apart, so that hashes keep their meaning.
    steady: usize,
}

/// Candidates of one production: the block hole runs over all terms of its size, the other holes over a part of all
/// combinations.
struct Task {
    rule: usize,
    sizes: [usize; MAX_HOLES],
    block: usize,
    outer: Range<usize>,
}

/// A candidate that no earlier level has.
struct Fresh {
    hash: u64,
    parts: [u32; MAX_HOLES],
}

/// Candidates that threads look at before what they found is put into the bank.
const WAVE: usize = 1 << 21;
/// Candidates of one task.
const CHUNK: usize = 1 << 16;
/// Fewer are not worth a thread.
const ALONE: usize = 1 << 13;

impl<W: Word> Bank<W> {
    pub fn new(plan: Plan<W>, examples: &[Vec<W>]) -> Bank<W> {
        let shelves = plan.shelves.iter().map(|_| Shelf::new()).collect();
        let mut bank = Bank {
            plan,
            shelves,
            columns: Vec::new(),
            size: 0,
            candidates: 0,
            steady: examples.len(),
        };
        examples.iter().for_each(|it| bank.add_column(it));
        bank
    }

    /// One more example, for all terms that are there. Those that only this example tells apart are not found again.
    pub fn add_column(&mut self, inputs: &[W]) {
        let column = self.column(inputs, self.size);
        self.columns.push(column);
    }

    /// Puts an example in the place of one that came later than the first ones; says which column that is.
    pub fn exchange_column(&mut self, inputs: &[W], turn: usize) -> usize {
        let later = (self.columns.len() - self.steady).max(1);
        let at = self.columns.len() - later + turn % later;
        self.columns[at] = self.column(inputs, self.size);
        at
    }

    /// Values of the terms up to a size for an example.
    pub fn column(&self, inputs: &[W], size: usize) -> Column<W> {
        let mut column = Column {
            inputs: inputs.to_vec(),
            values: vec![Vec::new(); self.shelves.len()],
        };
        for size in 1..=size {
            column.extend(&self.plan, &self.shelves, size);
        }
        column
    }

    pub fn bytes(&self) -> usize {
        let kept = |shelf: &Shelf| {
            shelf.len() * (self.columns.len() * W::BITS as usize / 8 + 14) + shelf.seen.bytes()
        };
        self.shelves.iter().map(kept).sum()
    }

    /// Adds the terms of the next size.
    pub fn grow(&mut self, meter: &Meter) -> Result<(), Stop> {
        let size = self.size + 1;
        let tasks = self.tasks(size);
        let outcome = self.run_tasks(&tasks, meter);
        for shelf in &mut self.shelves {
            let all = shelf.len();
            shelf.ends.push(all);
        }
        self.fill_columns(size, meter.jobs);
        self.size = size;
        outcome
    }

    /// Whether no production gives anything new at any size.
    pub fn is_exhausted(&self) -> bool {
        let arity = self.plan.rules.iter().map(|it| it.holes.len()).max();
        let last = self
            .shelves
            .iter()
            .flat_map(|it| (1..it.ends.len()).filter(|size| !it.of_size(*size).is_empty()));
        self.size > last.max().unwrap_or(0) * arity.unwrap_or(0) + 1
    }

    fn tasks(&self, size: usize) -> Vec<Task> {
        let mut tasks = Vec::new();
        for (index, rule) in self.plan.rules.iter().enumerate() {
            for sizes in splits(size - 1, rule.holes.len()) {
                if !(rule.is_commutative && sizes[0] > sizes[1]) {
                    self.add_tasks(index, rule, sizes, &mut tasks);
                }
            }
        }
        tasks
    }

    fn add_tasks(
        &self,
        index: usize,
        rule: &Rule<W>,
        sizes: [usize; MAX_HOLES],
        tasks: &mut Vec<Task>,
    ) {
        let count = |hole: usize| self.shelves[rule.holes[hole]].of_size(sizes[hole]).len();
        let holes = 0..rule.holes.len();
        // The last of the longest, so that the first of a commutative pair is fixed.
        let block = holes.clone().max_by_key(|it| count(*it)).unwrap_or(0);
        let lanes = if rule.holes.is_empty() {
            1
        } else {
            count(block)
        };
        let outer: usize = holes.filter(|it| *it != block).map(count).product();
        if lanes == 0 {
            return;
        }
        let step = (CHUNK / lanes).max(1);
        for start in (0..outer).step_by(step) {
            tasks.push(Task {
                rule: index,
                sizes,
                block,
                outer: start..outer.min(start + step),
            });
        }
    }

    fn run_tasks(&mut self, tasks: &[Task], meter: &Meter) -> Result<(), Stop> {
        let mut rest = tasks;
        while !rest.is_empty() {
            meter.check(self.bytes())?;
            let mut total = 0;
            let mut fits = |task: &Task| {
                total += self.lanes(task) * task.outer.len();
                total <= WAVE
            };
            let count = rest.iter().take_while(|it| fits(it)).count().max(1);
            let (wave, later) = rest.split_at(count);
            let found = self.look(wave, meter);
            for (task, fresh) in wave.iter().zip(found) {
                self.keep(task, fresh);
            }
            rest = later;
        }
        Ok(())
    }

    fn lanes(&self, task: &Task) -> usize {
        let rule = &self.plan.rules[task.rule];
        match rule.holes.get(task.block) {
            Some(shelf) => self.shelves[*shelf].of_size(task.sizes[task.block]).len(),
            None => 1,
        }
    }

    /// What is new in each task, by several threads; the answer does not depend on how many.
    fn look(&mut self, wave: &[Task], meter: &Meter) -> Vec<Vec<Fresh>> {
        let all: usize = wave.iter().map(|it| self.lanes(it) * it.outer.len()).sum();
        self.candidates += all as u64;
        let jobs = if all < ALONE { 1 } else { meter.jobs };
        in_order(wave, jobs, |task| self.fresh(task, meter))
    }

    fn fresh(&self, task: &Task, meter: &Meter) -> Vec<Fresh> {
        let rule = &self.plan.rules[task.rule];
        let mut found = Vec::new();
        if rule.holes.is_empty() {
            self.fresh_block(rule, [0; MAX_HOLES], 0, 0..1, &mut found);
            return found;
        }
        let block = self.shelves[rule.holes[task.block]].of_size(task.sizes[task.block]);
        for outer in task.outer.clone() {
            if meter.is_over() {
                break;
            }
            let parts = self.combination(rule, task, outer);
            let mut start = block.start;
            if rule.is_commutative && task.sizes[0] == task.sizes[1] {
                start = start.max(parts[1 - task.block] as usize);
            }
            while start < block.end {
                let end = block.end.min(start + BLOCK);
                self.fresh_block(rule, parts, task.block, start..end, &mut found);
                start = end;
            }
        }
        found
    }

    /// The `outer`th choice for the holes that the block does not run over.
    fn combination(&self, rule: &Rule<W>, task: &Task, mut outer: usize) -> [u32; MAX_HOLES] {
        let mut parts = [0; MAX_HOLES];
        for (hole, shelf) in rule.holes.iter().enumerate() {
            if hole != task.block {
                let range = self.shelves[*shelf].of_size(task.sizes[hole]);
                parts[hole] = (range.start + outer % range.len()) as u32;
                outer /= range.len();
            }
        }
        parts
    }

    fn fresh_block(
        &self,
        rule: &Rule<W>,
        parts: [u32; MAX_HOLES],
        block: usize,
        range: Range<usize>,
        found: &mut Vec<Fresh>,
    ) {
        let mut hashes = [0u64; BLOCK];
        let mut values = [W::ZERO; BLOCK];
        let mut scratch = Vec::new();
        let lanes = range.len();
        for column in self.telling(rule.shelf) {
            let holes = column.operands(rule, parts, block, &range);
            rule.program
                .run(&column.inputs, &holes, &mut values[..lanes], &mut scratch);
            for (hash, value) in hashes[..lanes].iter_mut().zip(&values) {
                *hash = absorb(*hash, value.folded());
            }
        }
        let seen = &self.shelves[rule.shelf].seen;
        for (lane, hash) in hashes[..lanes].iter().enumerate() {
            if !seen.contains(*hash) {
                let mut parts = parts;
                parts[block] = (range.start + lane) as u32;
                found.push(Fresh { hash: *hash, parts });
            }
        }
    }

    /// The columns by which terms of a shelf are told apart.
    fn telling(&self, shelf: usize) -> &[Column<W>] {
        let width = self.plan.shelves[shelf].width();
        let wanted = match self.plan.shelves[shelf] {
            Sort::Bits(_) if width >= 16 => TELLING,
            _ => MAX_COLUMNS,
        };
        &self.columns[..wanted.min(self.steady)]
    }

    fn keep(&mut self, task: &Task, fresh: Vec<Fresh>) {
        let shelf = &mut self.shelves[self.plan.rules[task.rule].shelf];
        for it in fresh {
            if shelf.seen.insert(it.hash) {
                shelf.rules.push(task.rule as u16);
                shelf.parts.push(it.parts);
            }
        }
    }

    fn fill_columns(&mut self, size: usize, jobs: usize) {
        let (plan, shelves) = (&self.plan, &self.shelves);
        let new: usize = shelves.iter().map(|it| it.of_size(size).len()).sum();
        if jobs < 2 || new * self.columns.len() < ALONE {
            self.columns
                .iter_mut()
                .for_each(|it| it.extend(plan, shelves, size));
            return;
        }
        let share = self.columns.len().div_ceil(jobs);
        std::thread::scope(|scope| {
            for columns in self.columns.chunks_mut(share) {
                scope.spawn(move || {
                    columns
                        .iter_mut()
                        .for_each(|it| it.extend(plan, shelves, size))
                });
            }
        });
    }

    /// The value of a term for an example whose column is not kept.
    pub fn value(&self, shelf: usize, term: usize, inputs: &[W]) -> W {
        let rule = &self.plan.rules[self.shelves[shelf].rules[term] as usize];
        let parts = self.shelves[shelf].parts[term];
        let mut holes = [W::ZERO; MAX_HOLES];
        for (hole, from) in rule.holes.iter().enumerate() {
            holes[hole] = self.value(*from, parts[hole] as usize, inputs);
        }
        rule.program.value(inputs, holes)
    }
}

impl<W: Word> Column<W> {
    fn operands(
        &self,
        rule: &Rule<W>,
        parts: [u32; MAX_HOLES],
        block: usize,
        range: &Range<usize>,
    ) -> [Lanes<'_, W>; MAX_HOLES] {
        let mut lanes = [Lanes::All(W::ZERO); MAX_HOLES];
        for (hole, shelf) in rule.holes.iter().enumerate() {
            let values = &self.values[*shelf];
            lanes[hole] = match hole == block {
                true => Lanes::Each(&values[range.clone()]),
                false => Lanes::All(values[parts[hole] as usize]),
            };
        }
        lanes
    }

    /// Values of the terms of a size.
    fn extend(&mut self, plan: &Plan<W>, shelves: &[Shelf], size: usize) {
        for (index, shelf) in shelves.iter().enumerate() {
            let range = shelf.of_size(size);
            let mut new = Vec::with_capacity(range.len());
            self.evaluate(plan, shelf, range, &mut new);
            self.values[index].reserve_exact(new.len());
            self.values[index].extend(new);
        }
    }

    fn evaluate(&self, plan: &Plan<W>, shelf: &Shelf, range: Range<usize>, to: &mut Vec<W>) {
        let mut operands = [[W::ZERO; BLOCK]; MAX_HOLES];
        let mut values = [W::ZERO; BLOCK];
        let mut scratch = Vec::new();
        let mut start = range.start;
        while start < range.end {
            let number = shelf.rules[start];
            let run = shelf.rules[start..range.end.min(start + BLOCK)].iter();
            let lanes = run.take_while(|it| **it == number).count();
            let rule = &plan.rules[number as usize];
            for (hole, from) in rule.holes.iter().enumerate() {
                let from = &self.values[*from];
                let parts = &shelf.parts[start..start + lanes];
                let gathered = operands[hole].iter_mut().zip(parts);
                gathered.for_each(|(to, parts)| *to = from[parts[hole] as usize]);
            }
            let holes = std::array::from_fn(|hole| Lanes::Each(&operands[hole][..lanes]));
            rule.program
                .run(&self.inputs, &holes, &mut values[..lanes], &mut scratch);
            to.extend_from_slice(&values[..lanes]);
            start += lanes;
        }
    }
}

/// All ways to share a size among holes, each at least one.
fn splits(total: usize, holes: usize) -> Vec<[usize; MAX_HOLES]> {
    let mut found = Vec::new();
    share(total, holes, 0, [0; MAX_HOLES], &mut found);
    found
}

fn share(
    rest: usize,
    holes: usize,
    hole: usize,
    mut sizes: [usize; MAX_HOLES],
    found: &mut Vec<[usize; MAX_HOLES]>,
) {
    if hole == holes {
        if rest == 0 {
            found.push(sizes);
        }
        return;
    }
    for size in 1..=rest {
        sizes[hole] = size;
        share(rest - size, holes, hole + 1, sizes, found);
    }
}

/// Applies a function to all items on several threads; answers in the order of the items.
pub fn in_order<T: Sync, A: Send>(items: &[T], jobs: usize, f: impl Fn(&T) -> A + Sync) -> Vec<A> {
    if jobs < 2 || items.len() < 2 {
        return items.iter().map(f).collect();
    }
    let next = AtomicUsize::new(0);
    let answers: Mutex<Vec<(usize, A)>> = Mutex::new(Vec::with_capacity(items.len()));
    let work = || loop {
        let at = next.fetch_add(1, Ordering::Relaxed);
        let Some(item) = items.get(at) else { break };
        let answer = f(item);
        answers
            .lock()
            .unwrap_or_else(|it| it.into_inner())
            .push((at, answer));
    };
    std::thread::scope(|scope| {
        (1..jobs.min(items.len())).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    let mut answers = answers.into_inner().unwrap_or_else(|it| it.into_inner());
    answers.sort_by_key(|(at, _)| *at);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
