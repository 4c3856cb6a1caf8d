//! Sets of values of terms from those of the variables.

use std::collections::HashMap;

use super::refine::{Assumptions, Impossible, Refinement};
use super::transfer::transfer;
use super::Known;
use crate::term::{Node, Pool, Term};

/// Terms that are looked at again under the conditions of one choice.
const EFFORT: u32 = 300;
/// As many as that for what is assumed from outside.
const OUTER_EFFORT: u32 = 30_000;
/// Conditions within each other.
const LAYERS: usize = 5;
/// Operands within each other that are looked at again.
const DEEPEST: u32 = 200;

/// Takes sets of values through the terms of a cone.
pub struct Walk<'a> {
    pool: &'a Pool,
    cone: Vec<Term>,
    /// Of each term which variables it depends on: a bit for some of them each.
    support: Vec<u64>,
    values: Vec<Known>,
    layers: Vec<Layer>,
    effort: u32,
}

/// What is known while something is assumed.
#[derive(Default)]
struct Layer {
    assumed: HashMap<Term, Known>,
    values: HashMap<Term, Known>,
    touched: u64,
}

impl<'a> Walk<'a> {
    /// Over all terms that the roots reach.
    pub fn new(pool: &'a Pool, roots: &[Term]) -> Walk<'a> {
        let cone = crate::term::cone(pool, roots);
        let size = cone.last().map_or(0, |t| t.index() + 1);
        let mut support = vec![0u64; size];
        for &t in &cone {
            support[t.index()] = match pool.node(t) {
                Node::Var(number) => 1 << (number % 64),
                node => node.operands().fold(0, |all, o| all | support[o.index()]),
            };
        }
        Walk {
            pool,
            cone,
            support,
            values: vec![Known::any(1); size],
            layers: Vec::new(),
            effort: 0,
        }
    }

    /// Finds the values of all terms where the variables have some; whether that was possible in time.
    pub fn run(&mut self, of_var: &dyn Fn(Term) -> Known, go_on: &dyn Fn() -> bool) -> bool {
        self.layers.clear();
        for at in 0..self.cone.len() {
            let t = self.cone[at];
            if at % 256 == 0 && !go_on() {
                return false;
            }
            self.effort = EFFORT;
            let found = match self.pool.is_var(t) {
                true => Ok(of_var(t)),
                false => self.computed(t, 0, 0),
            };
            // Nothing is impossible yet, only at odds with itself by what was forgotten.
            self.values[t.index()] = found.unwrap_or(Known::any(self.pool.width(t)));
        }
        true
    }

    /// All terms, operands before their users.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.cone.iter().copied()
    }

    pub fn value(&self, t: Term) -> Known {
        self.values[t.index()]
    }

    /// The values of some terms where a condition is true.
    pub fn given(&mut self, condition: Term, terms: &[Term]) -> Result<Vec<Known>, Impossible> {
        self.effort = OUTER_EFFORT;
        self.layers.clear();
        let layer = self.assuming(condition, true)?;
        self.layers.push(layer);
        // What follows from a part of the condition may exclude another.
        let found = self
            .known(condition, 0)
            .and_then(|value| match value.value() {
                Some(0) => Err(Impossible),
                _ => terms.iter().map(|&t| self.known(t, 0)).collect(),
            });
        self.layers.clear();
        found
    }

    /// What is known under all that is assumed now.
    fn known(&mut self, t: Term, depth: u32) -> Result<Known, Impossible> {
        self.known_at(t, self.layers.len(), depth)
    }

    fn known_at(&mut self, t: Term, height: usize, depth: u32) -> Result<Known, Impossible> {
        let Some(below) = height.checked_sub(1) else {
            return Ok(self.values[t.index()]);
        };
        if let Some(found) = self.layers[below].values.get(&t) {
            return Ok(*found);
        }
        if self.support[t.index()] & self.layers[below].touched == 0 {
            return self.known_at(t, below, depth);
        }
        let found = self.looked_at_again(t, height, depth)?;
        // Below the top no choice is looked at under its condition: there may be more to find later.
        if height == self.layers.len() {
            self.layers[below].values.insert(t, found);
        }
        Ok(found)
    }

    fn looked_at_again(&mut self, t: Term, height: usize, depth: u32) -> Result<Known, Impossible> {
        let before = self.known_at(t, height - 1, depth)?;
        let assumed = self.layers[height - 1].assumed.get(&t).copied();
        let before = before.meet(assumed.unwrap_or(before)).ok_or(Impossible)?;
        let is_leaf = self.pool.is_var(t) || before.value().is_some();
        if is_leaf || self.effort == 0 || depth >= DEEPEST {
            return Ok(before);
        }
        self.effort -= 1;
        let found = self.computed(t, height, depth + 1)?;
        found.meet(before).ok_or(Impossible)
    }

    /// From the operands.
    fn computed(&mut self, t: Term, height: usize, depth: u32) -> Result<Known, Impossible> {
        let node = *self.pool.node(t);
        if height == self.layers.len() {
            if let Node::Ite(c, a, b) = node {
                return self.choice(c, a, b, depth);
            }
            if let Some(c) = self.hidden_condition(&node, depth) {
                return self.both_ways(c, t, depth);
            }
        }
        self.plainly(t, height, depth)
    }

    fn plainly(&mut self, t: Term, height: usize, depth: u32) -> Result<Known, Impossible> {
        let (width, node) = (self.pool.width(t), *self.pool.node(t));
        if let Some(bits) = self.pool.as_const(t) {
            return Ok(Known::constant(width, bits));
        }
        let mut operands = [Known::any(1); 3];
        let mut count = 0;
        for operand in node.operands() {
            operands[count] = self.known_at(operand, height, depth)?;
            count += 1;
        }
        Ok(transfer(width, &node, &operands[..count]))
    }

    fn choice(&mut self, c: Term, a: Term, b: Term, depth: u32) -> Result<Known, Impossible> {
        match self.known(c, depth)?.value() {
            Some(0) => return self.known(b, depth),
            Some(_) => return self.known(a, depth),
            None => {}
        }
        match (
            self.where_it_is(c, true, a, depth),
            self.where_it_is(c, false, b, depth),
        ) {
            (Ok(a), Ok(b)) => Ok(a.join(b)),
            (Ok(only), Err(_)) | (Err(_), Ok(only)) => Ok(only),
            (Err(impossible), Err(_)) => Err(impossible),
        }
    }

    /// A truth value that is an operand as a number, as in `count + u8::from(is_down)`.
    fn hidden_condition(&mut self, node: &Node, depth: u32) -> Option<Term> {
        let truth = |t: Term| match *self.pool.node(t) {
            Node::Concat(zero, c) if self.pool.as_const(zero) == Some(0) => Some(c),
            Node::Sext(c) => Some(c),
            _ => None,
        };
        let is_sum = matches!(
            node,
            Node::Add(..) | Node::Mul(..) | Node::Xor(..) | Node::And(..)
        );
        let mut found = node.operands().filter(|_| is_sum).filter_map(truth);
        let c = found.find(|&c| self.pool.width(c) == 1)?;
        let is_open = |known: Known| known.value().is_none();
        if self.layers.len() >= LAYERS || self.effort == 0 {
            return None;
        }
        self.known(c, depth).is_ok_and(is_open).then_some(c)
    }

    /// A term where a condition is true, and where it is false.
    fn both_ways(&mut self, c: Term, t: Term, depth: u32) -> Result<Known, Impossible> {
        let mut either = Err(Impossible);
        for truth in [true, false] {
            let layer = match self.assuming(c, truth) {
                Ok(layer) => layer,
                Err(_) => continue,
            };
            self.layers.push(layer);
            let found = self.plainly(t, self.layers.len(), depth);
            self.layers.pop();
            either = match (either, found) {
                (Ok(a), Ok(b)) => Ok(Known::join(a, b)),
                (known, Err(_)) | (Err(_), known) => known,
            };
        }
        either
    }

    /// A term where a condition is true or false.
    fn where_it_is(
        &mut self,
        condition: Term,
        truth: bool,
        t: Term,
        depth: u32,
    ) -> Result<Known, Impossible> {
        let constant = self.pool.as_const(t).is_some();
        let related = self.support[t.index()] & self.support[condition.index()] != 0;
        if constant || self.layers.len() >= LAYERS || self.effort == 0 {
            return self.known(t, depth);
        }
        let layer = self.assuming(condition, truth)?;
        if !related || self.support[t.index()] & layer.touched == 0 {
            return self.known(t, depth);
        }
        self.layers.push(layer);
        let found = self.known(t, depth);
        self.layers.pop();
        found
    }

    fn assuming(&mut self, condition: Term, truth: bool) -> Result<Layer, Impossible> {
        let pool = self.pool;
        let mut assuming = Assuming {
            walk: self,
            layer: Layer::default(),
        };
        let mut refinement = Refinement {
            pool,
            on: &mut assuming,
        };
        refinement.assume(condition, truth, 0)?;
        Ok(assuming.layer)
    }
}

/// A layer that is being made.
struct Assuming<'w, 'a> {
    walk: &'w mut Walk<'a>,
    layer: Layer,
}

impl Assumptions for Assuming<'_, '_> {
    fn known(&mut self, t: Term) -> Known {
        match self.layer.assumed.get(&t) {
            Some(known) => *known,
            None => self.walk.settled(t),
        }
    }

    fn note(&mut self, t: Term, values: Known) {
        self.layer.touched |= self.walk.support[t.index()];
        self.layer.assumed.insert(t, values);
    }
}

impl Walk<'_> {
    /// What is known without looking again.
    fn settled(&self, t: Term) -> Known {
        let layers = self.layers.iter().rev();
        let mut known = self.values[t.index()];
        for layer in layers {
            for found in [layer.values.get(&t), layer.assumed.get(&t)]
                .into_iter()
                .flatten()
            {
                known = known.meet(*found).unwrap_or(known);
            }
        }
        known
    }
}
