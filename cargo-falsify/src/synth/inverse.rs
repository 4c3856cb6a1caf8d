//! Top-down search: from the wanted output back through productions to what an operand must be, and a look into the
//! bank for it.
//!
//! The search is for one example at a time (the pivot), or for all of them at narrow widths, where one value tells
//! little. A goal is a value under a mask: what is shifted or masked out may be anything. A term found this way is
//! evaluated on every example, so that inverses may be approximate.

use std::collections::{HashMap, HashSet};

use super::bank::{in_order, Bank};
use super::budget::Meter;
use super::grammar::MAX_HOLES;
use super::op::Op;
use super::plan::{Simple, BLOCK};
use super::seen::absorb;
use super::word::Word;

/// A production around the place that is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    pub rule: usize,
    /// The hole of the place.
    pub hole: usize,
    /// The term in the other hole, if there is one.
    pub other: u32,
}

/// What a place must evaluate to.
#[derive(Clone, Debug)]
struct Goal<W> {
    /// By pivot.
    want: Vec<W>,
    mask: Vec<W>,
    /// From the root to the place.
    around: Vec<Around>,
    size: usize,
}

/// What stands beside the place.
#[derive(Clone, Copy)]
enum Beside<W> {
    Nothing,
    Constant(W),
    Term(usize),
}

/// A term found: an operator over two terms of the bank in its surroundings, or just one term.
#[derive(Clone, Debug)]
pub struct Found {
    pub around: Vec<Around>,
    pub core: Core,
    /// The columns on which it is right.
    pub right: u64,
    pub size: usize,
}

#[derive(Clone, Copy, Debug)]
pub enum Core {
    Term(u32),
    Pair { rule: usize, parts: [u32; 2] },
}

/// How far one search goes.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Goals that are tried.
    pub goals: usize,
    /// Terms of the bank that stand beside the place.
    pub beside: usize,
    /// Productions around the place.
    pub depth: usize,
}

/// Goals tried together; what they find does not depend on the number of threads.
const BATCH: usize = 8;
/// Terms with the same value at the pivot that are kept apart.
const ALIKE: usize = 4;
/// Pairs that are evaluated for one goal.
const PAIRS: usize = 256;
/// Operands of a conjunction or disjunction.
const OPERANDS: usize = 3000;
/// Bits that a goal must fix, below which everything matches.
const FIXED: u32 = 20;

/// Terms by their values under a mask.
struct Index {
    filter: Vec<u64>,
    slots: Vec<u32>,
    shift: u32,
}

const FREE: u32 = u32::MAX;

impl Index {
    fn new<W: Word>(columns: &[&[W]], mask: &[W]) -> Index {
        let terms = columns[0].len();
        let bits = (terms * 2).next_power_of_two().max(64).trailing_zeros();
        let mut index = Index {
            filter: vec![0; (1 << bits) / 8],
            slots: vec![FREE; 1 << bits],
            shift: 64 - bits,
        };
        let mut hashes = Vec::with_capacity(terms);
        for start in (0..terms).step_by(BLOCK) {
            let mut block = [0; BLOCK];
            let end = terms.min(start + BLOCK);
            for (column, mask) in columns.iter().zip(mask) {
                let values = &column[start..end];
                block
                    .iter_mut()
                    .zip(values)
                    .for_each(|(hash, value)| *hash = absorb(*hash, (*value & *mask).folded()));
            }
            hashes.extend_from_slice(&block[..end - start]);
        }
        for (term, hash) in hashes.iter().enumerate() {
            index.insert(*hash, term, |other| hashes[other] == *hash);
        }
        index
    }

    fn insert(&mut self, hash: u64, term: usize, is_alike: impl Fn(usize) -> bool) {
        let mut alike = 0;
        let mut at = (hash >> self.shift) as usize;
        while self.slots[at] != FREE {
            alike += usize::from(is_alike(self.slots[at] as usize));
            if alike == ALIKE {
                return;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = term as u32;
        let (word, bit) = self.filter_place(hash);
        self.filter[word] |= bit;
    }

    /// Eight bits of the filter for each slot, so that most misses are one look into a small table.
    #[inline(always)]
    fn filter_place(&self, hash: u64) -> (usize, u64) {
        let place = hash >> (self.shift - 3);
        ((place / 64) as usize, 1 << (place % 64))
    }

    #[inline(always)]
    fn may_have(&self, hash: u64) -> bool {
        let (word, bit) = self.filter_place(hash);
        self.filter[word] & bit != 0
    }

    fn each(&self, hash: u64, mut f: impl FnMut(usize)) {
        let mut at = (hash >> self.shift) as usize;
        while self.slots[at] != FREE {
            f(self.slots[at] as usize);
            at = (at + 1) & (self.slots.len() - 1);
        }
    }
}

/// One search: the bank, what is wanted, and the columns that are matched.
pub struct Inverse<'a, W> {
    pub bank: &'a Bank<W>,
    /// Wanted outputs by column.
    pub outputs: &'a [W],
    pub pivots: Vec<usize>,
    width: u32,
}

impl<'a, W: Word> Inverse<'a, W> {
    pub fn new(bank: &'a Bank<W>, outputs: &'a [W], pivot: usize) -> Self {
        let width = bank.plan.shelves[0].width();
        let all = 0..bank.columns.len();
        let pivots = match width > FIXED {
            true => vec![pivot],
            false => std::iter::once(pivot)
                .chain(all.filter(|it| *it != pivot))
                .collect(),
        };
        Inverse {
            bank,
            outputs,
            pivots,
            width,
        }
    }

    /// Terms that are right at the pivot, better ones first.
    pub fn search(&self, effort: Effort, meter: &Meter) -> Vec<Found> {
        let goals = self.goals(effort);
        let columns: Vec<&[W]> = self.pivots.iter().map(|it| self.values(*it)).collect();
        let mut indices: HashMap<Vec<W>, Index> = HashMap::new();
        for batch in goals.chunks(BATCH) {
            if meter.is_over() {
                break;
            }
            self.index(batch, &columns, &mut indices, meter);
            let found = in_order(batch, meter.jobs, |goal| {
                self.attain(goal, &indices[&goal.mask], meter)
            });
            let mut found: Vec<Found> = found.into_iter().flatten().collect();
            if !found.is_empty() {
                found.sort_by_key(|it| (std::cmp::Reverse(it.right.count_ones()), it.size));
                return found;
            }
        }
        Vec::new()
    }

    /// Makes the indices that a batch needs and forgets those of other batches but the plain one.
    fn index(
        &self,
        batch: &[Goal<W>],
        columns: &[&[W]],
        indices: &mut HashMap<Vec<W>, Index>,
        meter: &Meter,
    ) {
        let all = W::mask(self.width);
        indices.retain(|mask, _| {
            batch.iter().any(|it| it.mask == *mask) || mask.iter().all(|it| *it == all)
        });
        let mut missing: Vec<&Vec<W>> = Vec::new();
        for goal in batch {
            if !indices.contains_key(&goal.mask) && !missing.contains(&&goal.mask) {
                missing.push(&goal.mask);
            }
        }
        let made = in_order(&missing, meter.jobs, |mask| Index::new(columns, mask));
        indices.extend(missing.into_iter().cloned().zip(made));
    }

    fn values(&self, column: usize) -> &'a [W] {
        &self.bank.columns[column].values[0]
    }

    fn goals(&self, effort: Effort) -> Vec<Goal<W>> {
        let all = W::mask(self.width);
        let root = Goal {
            want: self.pivots.iter().map(|it| self.outputs[*it]).collect(),
            mask: vec![all; self.pivots.len()],
            around: Vec::new(),
            size: 0,
        };
        let mut seen = HashSet::from([(root.want.clone(), root.mask.clone())]);
        let mut goals = vec![root];
        let mut ring = 0..1;
        for depth in 0..effort.depth {
            let beside = if depth == 0 {
                effort.beside
            } else {
                effort.beside / 4
            };
            for at in ring.clone() {
                let goal = goals[at].clone();
                let next = self.behind(&goal, beside);
                let new = next
                    .into_iter()
                    .filter(|it| seen.insert((it.want.clone(), it.mask.clone())));
                goals.extend(new);
            }
            ring = ring.end..goals.len();
            if goals.len() > effort.goals {
                break;
            }
        }
        goals.sort_by_key(|it| it.size);
        goals.truncate(effort.goals);
        goals
    }

    /// Goals one production further down.
    fn behind(&self, goal: &Goal<W>, beside: usize) -> Vec<Goal<W>> {
        let mut found = Vec::new();
        for (index, rule) in self.bank.plan.rules.iter().enumerate() {
            let stays = rule.shelf == 0 && rule.holes.iter().all(|it| *it == 0);
            let Some(simple) = rule.simple.filter(|_| stays) else {
                continue;
            };
            match simple {
                Simple::Unary(op) => self.push(goal, (index, 0), op, Beside::Nothing, &mut found),
                Simple::WithConstant(op, with) => {
                    self.push(goal, (index, 0), op, Beside::Constant(with), &mut found);
                }
                Simple::Binary(op) => {
                    let holes = if op.is_commutative() { 1 } else { 2 };
                    for hole in 0..holes {
                        let terms = 0..self.bank.shelves[0].len().min(beside);
                        terms.for_each(|it| {
                            self.push(goal, (index, hole), op, Beside::Term(it), &mut found)
                        });
                    }
                }
            }
        }
        found
    }

    /// The goal in a hole of a rule, if the operator can give what is wanted at all.
    fn push(
        &self,
        goal: &Goal<W>,
        at: (usize, usize),
        op: Op,
        beside: Beside<W>,
        to: &mut Vec<Goal<W>>,
    ) {
        let (rule, hole) = at;
        let mut next = goal.clone();
        for (at, pivot) in self.pivots.iter().enumerate() {
            let other = match beside {
                Beside::Nothing => W::ZERO,
                Beside::Constant(value) => value,
                Beside::Term(term) => self.values(*pivot)[term],
            };
            let inverse = invert(op, hole, other, goal.want[at], goal.mask[at], self.width);
            let Some((want, mask)) = inverse else { return };
            next.want[at] = want;
            next.mask[at] = mask;
        }
        let fixed: u32 = next.mask.iter().map(|it| it.ones()).sum();
        if fixed < FIXED {
            return;
        }
        let other = match beside {
            Beside::Term(term) => term,
            _ => 0,
        };
        let is_term = matches!(beside, Beside::Term(_));
        next.size += 1 + if is_term {
            self.bank.shelves[0].size(other)
        } else {
            0
        };
        next.around.push(Around {
            rule,
            hole,
            other: other as u32,
        });
        to.push(next);
    }

    /// Terms of the bank, and pairs of them, that attain a goal.
    fn attain(&self, goal: &Goal<W>, index: &Index, meter: &Meter) -> Vec<Found> {
        let mut found = Vec::new();
        let hash = goal
            .want
            .iter()
            .fold(0, |hash, it| absorb(hash, it.folded()));
        let mut alone = Vec::new();
        index.each(hash, |term| alone.push(Core::Term(term as u32)));
        self.judge(goal, &alone, &mut found);
        if !found.is_empty() {
            return found;
        }
        for (number, rule) in self.bank.plan.rules.iter().enumerate() {
            if rule.shelf != 0 || rule.holes != [0, 0] || meter.is_over() {
                continue;
            }
            let pairs = match rule.simple {
                Some(Simple::Binary(op @ (Op::Xor | Op::Add | Op::Sub))) => {
                    self.meet(goal, index, op)
                }
                Some(Simple::Binary(op @ (Op::And | Op::Or))) => self.join(goal, op),
                _ => Vec::new(),
            };
            let cores: Vec<Core> = pairs
                .into_iter()
                .map(|parts| Core::Pair {
                    rule: number,
                    parts,
                })
                .collect();
            self.judge(goal, &cores, &mut found);
        }
        found
    }

    /// Pairs by looking up, for each term as one operand, what the other one must be.
    fn meet(&self, goal: &Goal<W>, index: &Index, op: Op) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        for hole in 0..if op.is_commutative() { 1 } else { 2 } {
            let is_exact = goal.mask.iter().all(|it| *it & W::ONE == W::ONE);
            let carries = if op == Op::Xor || is_exact { 1 } else { 2 };
            for carry in 0..carries {
                self.meet_at(goal, index, op, hole, carry == 1, &mut pairs);
            }
        }
        pairs
    }

    fn meet_at(
        &self,
        goal: &Goal<W>,
        index: &Index,
        op: Op,
        hole: usize,
        carry: bool,
        pairs: &mut Vec<[u32; 2]>,
    ) {
        let terms = self.bank.shelves[0].len();
        for start in (0..terms).step_by(BLOCK) {
            let end = terms.min(start + BLOCK);
            let mut hashes = [0; BLOCK];
            for (at, pivot) in self.pivots.iter().enumerate() {
                let (want, mask) = (goal.want[at], goal.mask[at]);
                let want = if carry {
                    carried(op, hole, want, mask)
                } else {
                    want
                };
                let values = &self.values(*pivot)[start..end];
                needed(op, hole, want, mask, values, &mut hashes);
            }
            for (lane, hash) in hashes[..end - start].iter().enumerate() {
                if index.may_have(*hash) {
                    let mut near = 0;
                    index.each(*hash, |other| {
                        near += 1;
                        let parts = if hole == 0 {
                            [other as u32, (start + lane) as u32]
                        } else {
                            [(start + lane) as u32, other as u32]
                        };
                        if near <= 2 * ALIKE && pairs.len() < PAIRS && self.attains(goal, op, parts)
                        {
                            pairs.push(parts);
                        }
                    });
                }
            }
            if pairs.len() >= PAIRS {
                return;
            }
        }
    }

    fn attains(&self, goal: &Goal<W>, op: Op, parts: [u32; 2]) -> bool {
        let mut pivots = self.pivots.iter().zip(goal.want.iter().zip(&goal.mask));
        pivots.all(|(pivot, (want, mask))| {
            let values = self.values(*pivot);
            let [a, b] = parts.map(|it| values[it as usize]);
            let value = match op {
                Op::Xor => a ^ b,
                Op::Add => a.plus(b),
                Op::Sub => a.minus(b),
                Op::And => a & b,
                _ => a | b,
            };
            value & *mask == *want
        })
    }

    /// Pairs of a conjunction (disjunction): operands have at least (at most) the wanted bits.
    fn join(&self, goal: &Goal<W>, op: Op) -> Vec<[u32; 2]> {
        let operands = self.operands(goal, op);
        let (want, mask) = (goal.want[0], goal.mask[0]);
        let meets = |a: W, b: W| match op {
            Op::And => a & b & mask == want,
            _ => (a | b) & mask == want,
        };
        let mut pairs = Vec::new();
        for (at, (a, first)) in operands.iter().enumerate() {
            for (b, second) in &operands[..at] {
                if meets(*a, *b) && self.attains(goal, op, [*second, *first]) {
                    pairs.push([*second, *first]);
                }
            }
            if pairs.len() >= PAIRS {
                break;
            }
        }
        pairs
    }

    /// Possible operands with distinct values at the first pivot.
    fn operands(&self, goal: &Goal<W>, op: Op) -> Vec<(W, u32)> {
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        for term in 0..self.bank.shelves[0].len() {
            let fits = self.pivots.iter().enumerate().all(|(at, pivot)| {
                let (value, want) = (self.values(*pivot)[term] & goal.mask[at], goal.want[at]);
                if op == Op::And {
                    value & want == want
                } else {
                    value | want == want
                }
            });
            let value = self.values(self.pivots[0])[term];
            if fits && seen.insert(value & goal.mask[0]) {
                found.push((value, term as u32));
                if found.len() == OPERANDS {
                    break;
                }
            }
        }
        found
    }

    /// Evaluates on all columns what attains the goal at the pivots.
    fn judge(&self, goal: &Goal<W>, cores: &[Core], found: &mut Vec<Found>) {
        let mut kept: Vec<Found> = Vec::new();
        for core in cores {
            let right = self.right(&goal.around, *core);
            let is_new = kept.iter().all(|it| right & !it.right != 0);
            if right >> self.pivots[0] & 1 == 1 && is_new {
                let size = goal.size + self.size(*core);
                kept.push(Found {
                    around: goal.around.clone(),
                    core: *core,
                    right,
                    size,
                });
            }
        }
        found.extend(kept);
    }

    fn size(&self, core: Core) -> usize {
        let shelf = &self.bank.shelves[0];
        match core {
            Core::Term(term) => shelf.size(term as usize),
            Core::Pair { parts, .. } => {
                1 + parts
                    .iter()
                    .map(|it| shelf.size(*it as usize))
                    .sum::<usize>()
            }
        }
    }

    fn right(&self, around: &[Around], core: Core) -> u64 {
        let mut right = 0;
        for (column, output) in self.outputs.iter().enumerate() {
            let values = self.values(column);
            let value = self
                .bank
                .surrounded(around, core, |term| values[term as usize]);
            right |= u64::from(value == *output) << column;
        }
        right
    }
}

impl<W: Word> Bank<W> {
    /// The value of a found term, from the values of terms of the bank for an example. Simple rules read no inputs.
    pub fn surrounded(&self, around: &[Around], core: Core, value: impl Fn(u32) -> W) -> W {
        let mut inner = match core {
            Core::Term(term) => value(term),
            Core::Pair { rule, parts } => {
                let [a, b] = parts.map(&value);
                self.plan.rules[rule].program.value(&[], [a, b, W::ZERO])
            }
        };
        for around in around.iter().rev() {
            let mut holes = [W::ZERO; MAX_HOLES];
            let rule = &self.plan.rules[around.rule];
            if rule.holes.len() == 2 {
                holes[1 - around.hole] = value(around.other);
            }
            holes[around.hole] = inner;
            inner = rule.program.value(&[], holes);
        }
        inner
    }
}

/// Without the carry that may come from below the mask.
fn carried<W: Word>(op: Op, hole: usize, want: W, mask: W) -> W {
    let lowest = mask & W::ZERO.minus(mask);
    let value = match (op, hole) {
        (Op::Add, _) => want.minus(lowest),
        _ => want.plus(lowest),
    };
    value & mask
}

/// Hashes of what the operand at `hole` must be, given the values of the other one.
#[inline(always)]
fn needed<W: Word>(op: Op, hole: usize, want: W, mask: W, values: &[W], hashes: &mut [u64]) {
    let lanes = hashes.iter_mut().zip(values);
    match (op, hole) {
        (Op::Xor, _) => {
            lanes.for_each(|(hash, it)| *hash = absorb(*hash, ((want ^ *it) & mask).folded()))
        }
        (Op::Add, _) => {
            lanes.for_each(|(hash, it)| {
                *hash = absorb(*hash, (want.minus(*it & mask) & mask).folded())
            });
        }
        (_, 0) => lanes
            .for_each(|(hash, it)| *hash = absorb(*hash, (want.plus(*it & mask) & mask).folded())),
        _ => lanes.for_each(|(hash, it)| {
            *hash = absorb(*hash, ((*it & mask).minus(want) & mask).folded())
        }),
    }
}

/// Whether a mask is of the lowest bits.
fn is_low<W: Word>(mask: W) -> bool {
    mask & mask.plus(W::ONE) == W::ZERO
}

/// What an operand must be, and in which bits, so that the result is `want` in the bits of `mask`.
fn invert<W: Word>(op: Op, hole: usize, beside: W, want: W, mask: W, width: u32) -> Option<(W, W)> {
    let all = W::mask(width);
    let by = || (beside < W::of(width.into())).then(|| beside.bits() as u32);
    match op {
        Op::Not => Some((!want & mask, mask)),
        Op::Neg if is_low(mask) => Some((W::ZERO.minus(want) & mask, mask)),
        Op::Xor => Some(((want ^ beside) & mask, mask)),
        Op::Add if is_low(mask) => Some((want.minus(beside) & mask, mask)),
        Op::Sub if is_low(mask) && hole == 0 => Some((want.plus(beside) & mask, mask)),
        Op::Sub if is_low(mask) => Some((beside.minus(want) & mask, mask)),
        Op::And if want & !beside == W::ZERO => Some((want, mask & beside)),
        Op::Or if beside & mask & !want == W::ZERO => Some((want & !beside, mask & !beside)),
        Op::Shl if hole == 0 => {
            let lost = !(all << by()?);
            (want & lost == W::ZERO).then_some((want >> by()?, mask >> by()?))
        }
        Op::Lshr if hole == 0 => {
            let lost = !(all >> by()?);
            (want & lost == W::ZERO)
                .then(|| Some(((want << by()?) & all, (mask << by()?) & all)))?
        }
        Op::Ashr if hole == 0 => Some(((want << by()?) & all, (mask << by()?) & all)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::op::{apply, Lanes};

    const WIDTH: u32 = 4;

    fn value(op: Op, operands: [u64; 2]) -> u64 {
        let mut to = [0];
        let [a, b] = operands.map(Lanes::All);
        apply(op, [WIDTH, WIDTH], &mut to, [a, b, Lanes::All(0)]);
        to[0]
    }

    /// Whatever an operand is, the inverse of the result must admit it, and where the inverse is exact nothing else.
    fn check(op: Op, hole: usize, is_exact: bool) {
        let mut inverted = 0;
        for (place, beside, mask) in (0..4096u64).map(|it| (it & 15, it >> 4 & 15, it >> 8)) {
            let filled = |place| {
                if hole == 0 {
                    [place, beside]
                } else {
                    [beside, place]
                }
            };
            let want = value(op, filled(place)) & mask;
            let Some((need, bits)) = invert(op, hole, beside, want, mask, WIDTH) else {
                continue;
            };
            inverted += 1;
            assert_eq!(place & bits, need, "{op:?} {place} {beside} {mask}");
            let others = (0..16).filter(|it| it & bits == need && is_exact);
            others.for_each(|it| {
                assert_eq!(
                    value(op, filled(it)) & mask,
                    want,
                    "{op:?} {it} {beside} {mask}"
                )
            });
        }
        assert!(inverted > 0, "{op:?} at {hole} is never inverted");
    }

    #[test]
    fn inverses_admit_what_gives_the_result_and_nothing_else() {
        let both = [Op::Xor, Op::Add, Op::Sub, Op::And, Op::Or];
        both.iter()
            .for_each(|op| (0..2).for_each(|hole| check(*op, hole, true)));
        [Op::Not, Op::Neg, Op::Shl, Op::Lshr]
            .iter()
            .for_each(|op| check(*op, 0, true));
        check(Op::Ashr, 0, false);
    }
}
