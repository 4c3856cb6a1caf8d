//! What the variables of a system can be: after so many steps, or in all of them.

use super::{Known, Walk};
use crate::solver::Budget;
use crate::system::System;
use crate::term::{mask, Node, Pool, Term};

/// Steps that are followed exactly before bounds are moved to the next of the program's own numbers.
const EXACT: usize = 6;
/// Steps after which bounds are given up.
const PATIENCE: usize = 80;
/// Times that what holds in all steps is looked at again.
const SECOND_LOOKS: usize = 3;

/// Follows a system.
pub struct Forward<'a> {
    system: &'a System,
    start: Walk<'a>,
    step: Walk<'a>,
    /// The values of the variables that come next; none if no run gets there.
    state: Option<Vec<Known>>,
}

/// Of each property whether nothing violates it now.
pub struct Excluded(pub Vec<bool>);

impl<'a> Forward<'a> {
    pub fn new(system: &'a System) -> Forward<'a> {
        let starts = system.properties.iter().map(|p| p.start_bad);
        let inits = system.state.iter().map(|v| v.init);
        let start: Vec<Term> = starts.chain(inits).chain([system.start_valid]).collect();
        let bads = system.properties.iter().map(|p| p.bad);
        let nexts = system.state.iter().map(|v| v.next);
        let step: Vec<Term> = bads.chain(nexts).chain([system.valid]).collect();
        Forward {
            system,
            start: Walk::new(&system.pool, &start),
            step: Walk::new(&system.pool, &step),
            state: None,
        }
    }

    /// Of the initialisation; none if the time is over.
    pub fn begin(&mut self, budget: &Budget) -> Option<Excluded> {
        let system = self.system;
        let of_var = |t: Term| Known::any(system.pool.width(t));
        if !self.start.run(&of_var, &|| !budget.exhausted()) {
            return None;
        }
        let inits: Vec<Term> = system.state.iter().map(|v| v.init).collect();
        self.state = self.start.given(system.start_valid, &inits).ok();
        let bads = system.properties.iter().map(|p| p.start_bad);
        Some(excluded(&mut self.start, bads))
    }

    /// Of the step that comes next, which is then done; none if the time is over.
    pub fn advance(&mut self, budget: &Budget) -> Option<Excluded> {
        let Some(state) = self.state.take() else {
            return Some(Excluded(vec![true; self.system.properties.len()]));
        };
        self.state = self.after(&state, budget)?;
        let bads = self.system.properties.iter().map(|p| p.bad);
        Some(excluded(&mut self.step, bads))
    }

    /// Whether no run gets any further.
    pub fn is_over(&self) -> bool {
        self.state.is_none()
    }

    /// What comes after a state, none if nothing does; none at all if the time is over.
    fn after(&mut self, state: &[Known], budget: &Budget) -> Option<Option<Vec<Known>>> {
        let system = self.system;
        let place = |t: Term| system.state.iter().position(|v| v.var == t);
        let of_var = |t: Term| match place(t) {
            Some(at) => state[at],
            None => Known::any(system.pool.width(t)),
        };
        if !self.step.run(&of_var, &|| !budget.exhausted()) {
            return None;
        }
        let nexts: Vec<Term> = system.state.iter().map(|v| v.next).collect();
        Some(self.step.given(system.valid, &nexts).ok())
    }

    /// What holds of the variables before every step; none if the time is over or no run begins.
    pub fn always(&mut self, budget: &Budget) -> Option<Vec<Known>> {
        self.begin(budget)?;
        let init = self.state.clone()?;
        let landmarks = Landmarks::new(&self.system.pool, &self.step);
        let mut state = init.clone();
        for round in 0..PATIENCE {
            let Some(after) = self.after(&state, budget)? else {
                break;
            };
            let grown = joined(&state, &after);
            if grown == state {
                break;
            }
            state = landmarks.widened(&state, &grown, round);
        }
        for _ in 0..SECOND_LOOKS {
            let Some(after) = self.after(&state, budget)? else {
                break;
            };
            let all = joined(&init, &after);
            let pairs = state.iter().zip(&all);
            state = pairs.map(|(s, a)| s.meet(*a).unwrap_or(*s)).collect();
        }
        Some(state)
    }

    /// What holds in every step, as statements about the state.
    pub fn statements(system: &mut System, always: &[Known]) -> Vec<Term> {
        let vars: Vec<Term> = system.state.iter().map(|v| v.var).collect();
        let known = vars.into_iter().zip(always);
        let pool = &mut system.pool;
        known
            .flat_map(|(var, known)| statements(pool, var, known))
            .collect()
    }
}

fn excluded(walk: &mut Walk, bads: impl Iterator<Item = Term>) -> Excluded {
    let mut is_excluded = |bad: Term| match walk.value(bad).value() {
        Some(value) => value == 0,
        None => walk.given(bad, &[]).is_err(),
    };
    Excluded(bads.map(&mut is_excluded).collect())
}

fn joined(a: &[Known], b: &[Known]) -> Vec<Known> {
    a.iter().zip(b).map(|(a, b)| a.join(*b)).collect()
}

/// The program's own numbers, at which bounds are likely to stay.
struct Landmarks {
    unsigned: Vec<u128>,
    signed: Vec<i128>,
}

impl Landmarks {
    fn new(pool: &Pool, walk: &Walk) -> Landmarks {
        let constants = walk
            .terms()
            .filter(|&t| matches!(pool.node(t), Node::Const(_)));
        let (mut unsigned, mut signed) = (Vec::new(), Vec::new());
        for t in constants {
            let (width, bits) = (pool.width(t), pool.as_const(t).unwrap_or(0));
            let value = super::known::signed(width, bits);
            unsigned.extend([bits.saturating_sub(1), bits, bits.saturating_add(1)]);
            let near = [value.saturating_sub(1), value, value.saturating_add(1)];
            signed.extend(near.into_iter().chain(near.map(i128::saturating_neg)));
        }
        unsigned.sort_unstable();
        unsigned.dedup();
        signed.sort_unstable();
        signed.dedup();
        Landmarks { unsigned, signed }
    }

    fn widened(&self, before: &[Known], grown: &[Known], round: usize) -> Vec<Known> {
        let pairs = before.iter().zip(grown);
        match round {
            0..EXACT => grown.to_vec(),
            _ if round + 2 >= PATIENCE => pairs.map(|(b, g)| given_up(b, g)).collect(),
            _ => pairs.map(|(b, g)| self.moved(b, g)).collect(),
        }
    }

    /// Bounds that have moved go on to the next landmark.
    fn moved(&self, before: &Known, grown: &Known) -> Known {
        let any = Known::any(grown.width);
        let mut wide = *grown;
        if grown.low < before.low {
            wide.low = last_up_to(&self.unsigned, grown.low).unwrap_or(0);
        }
        if grown.high > before.high {
            let next = first_from(&self.unsigned, grown.high);
            wide.high = next.map_or(any.high, |next| next.min(any.high));
        }
        if grown.least < before.least {
            let next = last_up_to(&self.signed, grown.least);
            wide.least = next.map_or(any.least, |next| next.max(any.least));
        }
        if grown.most > before.most {
            let next = first_from(&self.signed, grown.most);
            wide.most = next.map_or(any.most, |next| next.min(any.most));
        }
        without_stale_bits(wide)
    }
}

fn last_up_to<T: Ord + Copy>(landmarks: &[T], bound: T) -> Option<T> {
    let count = landmarks.partition_point(|l| *l <= bound);
    count.checked_sub(1).map(|at| landmarks[at])
}

fn first_from<T: Ord + Copy>(landmarks: &[T], bound: T) -> Option<T> {
    landmarks
        .get(landmarks.partition_point(|l| *l < bound))
        .copied()
}

/// First bits were known from the bounds as they were; last bits have a reason of their own.
fn without_stale_bits(wide: Known) -> Known {
    let known = (wide.zeros | wide.ones).trailing_ones().min(wide.width);
    let last = if known == 0 { 0 } else { mask(known) };
    let kept = Known {
        zeros: wide.zeros & last,
        ones: wide.ones & last,
        ..wide
    };
    kept.tightened().unwrap_or(Known::any(wide.width))
}

/// A variable that still changes can be anything.
fn given_up(before: &Known, grown: &Known) -> Known {
    match before == grown {
        true => *grown,
        false => Known::any(grown.width),
    }
}

/// What is known of a variable; remainders only as last bits, since solvers divide badly.
fn statements(pool: &mut Pool, var: Term, known: &Known) -> Vec<Term> {
    let (width, any) = (known.width, Known::any(known.width));
    let mut all = Vec::new();
    if let Some(value) = known.value() {
        let value = pool.constant(width, value);
        return vec![pool.eq(var, value)];
    }
    let crosses_zero = known.least < 0 && known.most >= 0;
    if !crosses_zero && known.low > 0 {
        let low = pool.constant(width, known.low);
        all.push(pool.ule(low, var));
    }
    if !crosses_zero && known.high < any.high {
        let high = pool.constant(width, known.high);
        all.push(pool.ule(var, high));
    }
    if crosses_zero && known.least > any.least {
        let least = pool.constant(width, known.least as u128);
        all.push(pool.sle(least, var));
    }
    if crosses_zero && known.most < any.most {
        let most = pool.constant(width, known.most as u128);
        all.push(pool.sle(var, most));
    }
    let bits = known.zeros | known.ones;
    let by_bounds = Known::between(width, known.low, known.high);
    if bits & !(by_bounds.zeros | by_bounds.ones) != 0 {
        let (bits, ones) = (pool.constant(width, bits), pool.constant(width, known.ones));
        let known = pool.and(var, bits);
        all.push(pool.eq(known, ones));
    }
    all
}
