//! What a variable can hold from one step to the next: which parts are ever written, which places its references denote.
//!
//! Shapes grow while the system is built until nothing new is found. A value of a shape is a list of words, its
//! *leaves*: those are the variables of the system.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::input::bits_for;
use super::value::{Cell, Move, Part, Spot, Sym, TAG_BITS};
use crate::ir::FuncId;
use crate::term::{Pool, Term};

#[derive(Clone, PartialEq, Debug, Default)]
pub enum Shape {
    #[default]
    Nothing,
    /// Of that many bits.
    Scalar(u32),
    Product(Vec<Shape>),
    Sum(Vec<Vec<Shape>>),
    Refs(Vec<Target>),
    Slices(Vec<Target>),
    Funcs(Vec<FuncId>),
}

/// A place without the indices of its elements.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    cell: Cell,
    path: Vec<Kind>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Field(u32),
    Payload(u32, u32),
    Element,
    Window(u64),
}

/// Where a leaf is inside of its variable.
pub type LeafPath = Vec<u32>;

impl Target {
    fn of(spot: &Spot) -> Target {
        let path = spot.path.iter().map(|step| match *step {
            Move::Field(field) => Kind::Field(field),
            Move::Payload(variant, field) => Kind::Payload(variant, field),
            Move::Element(_) => Kind::Element,
            Move::Window(_, len) => Kind::Window(len),
        });
        Target {
            cell: spot.cell,
            path: path.collect(),
        }
    }

    fn indices(&self) -> usize {
        let has_index = |kind: &&Kind| matches!(kind, Kind::Element | Kind::Window(_));
        self.path.iter().filter(has_index).count()
    }

    fn spot(&self, indices: &mut impl Iterator<Item = Term>, zero: Term) -> Spot {
        let mut next = || indices.next().unwrap_or(zero);
        let path = self.path.iter().map(|kind| match *kind {
            Kind::Field(field) => Move::Field(field),
            Kind::Payload(variant, field) => Move::Payload(variant, field),
            Kind::Element => Move::Element(next()),
            Kind::Window(len) => Move::Window(next(), len),
        });
        Spot {
            cell: self.cell,
            path: path.collect(),
        }
    }
}

fn indices_of(spot: &Spot) -> Vec<Term> {
    let index = |step: &Move| match step {
        Move::Element(index) | Move::Window(index, _) => Some(*index),
        Move::Field(_) | Move::Payload(..) => None,
    };
    spot.path.iter().filter_map(index).collect()
}

impl Shape {
    /// Makes room for a value; whether anything was missing.
    pub fn admit(&mut self, pool: &Pool, value: &Sym) -> bool {
        match (&mut *self, value) {
            (_, Sym::Undefined) => false,
            (Shape::Nothing, _) => {
                *self = Shape::blank(pool, value);
                self.admit(pool, value);
                true
            }
            (Shape::Scalar(_), Sym::Scalar(_)) => false,
            (Shape::Product(shapes), Sym::Product(parts)) => admit_all(pool, shapes, parts),
            (Shape::Sum(shapes), Sym::Sum(_, payloads)) => {
                let pairs = shapes.iter_mut().zip(payloads.iter());
                let grown = pairs.map(|(shapes, parts)| admit_all(pool, shapes, parts));
                grown.fold(false, |a, b| a | b)
            }
            (Shape::Refs(targets), Sym::Refs(spots)) => {
                let new = spots.iter().map(|(_, spot)| Target::of(spot));
                admit_new(targets, new)
            }
            (Shape::Slices(targets), Sym::Slices(parts)) => {
                let new = parts.iter().map(|(_, part)| Target::of(&part.array));
                admit_new(targets, new)
            }
            (Shape::Funcs(known), Sym::Funcs(funcs)) => {
                admit_new(known, funcs.iter().map(|(_, func)| *func))
            }
            // A variable that is dead in one of the states holds what was left there.
            _ => false,
        }
    }

    fn blank(pool: &Pool, value: &Sym) -> Shape {
        match value {
            Sym::Undefined => Shape::Nothing,
            Sym::Scalar(term) => Shape::Scalar(pool.width(*term)),
            Sym::Product(parts) => Shape::Product(vec![Shape::Nothing; parts.len()]),
            Sym::Sum(_, payloads) => {
                let blank = |fields: &Vec<Sym>| vec![Shape::Nothing; fields.len()];
                Shape::Sum(payloads.iter().map(blank).collect())
            }
            Sym::Refs(_) => Shape::Refs(Vec::new()),
            Sym::Slices(_) => Shape::Slices(Vec::new()),
            Sym::Funcs(_) => Shape::Funcs(Vec::new()),
        }
    }
}

fn admit_all(pool: &Pool, shapes: &mut [Shape], parts: &[Sym]) -> bool {
    let mut grown = false;
    for (shape, part) in shapes.iter_mut().zip(parts) {
        grown |= shape.admit(pool, part);
    }
    grown
}

fn admit_new<T: PartialEq>(known: &mut Vec<T>, found: impl Iterator<Item = T>) -> bool {
    let before = known.len();
    for item in found {
        if !known.contains(&item) {
            known.push(item);
        }
    }
    known.len() > before
}

/// The variables of the system that stand for a cell's leaves.
#[derive(Default)]
pub struct Leaves {
    vars: BTreeMap<(Cell, LeafPath), Term>,
}

impl Leaves {
    /// The value of a cell at the start of a step: every leaf a variable.
    pub fn value(&mut self, pool: &mut Pool, pointer: u32, cell: Cell, shape: &Shape) -> Sym {
        let mut reader = Reader {
            leaves: self,
            pointer,
            cell,
            path: Vec::new(),
        };
        reader.value(pool, shape)
    }
}

struct Reader<'a> {
    leaves: &'a mut Leaves,
    pointer: u32,
    cell: Cell,
    path: LeafPath,
}

impl Reader<'_> {
    fn leaf(&mut self, pool: &mut Pool, step: u32, width: u32) -> Term {
        let mut path = self.path.clone();
        path.push(step);
        let vars = &mut self.leaves.vars;
        let known = vars.get(&(self.cell, path.clone())).copied();
        // A selector grows with what it has to tell apart.
        match known.filter(|var| pool.width(*var) == width) {
            Some(var) => var,
            None => {
                let var = pool.var(width);
                vars.insert((self.cell, path), var);
                var
            }
        }
    }

    fn value(&mut self, pool: &mut Pool, shape: &Shape) -> Sym {
        match shape {
            Shape::Nothing => Sym::Undefined,
            Shape::Scalar(width) => Sym::Scalar(self.leaf(pool, 0, *width)),
            Shape::Product(shapes) => Sym::Product(Rc::new(self.values(pool, shapes, 0))),
            Shape::Sum(variants) => {
                let tag = self.tag(pool, variants.len());
                let mut payloads = Vec::with_capacity(variants.len());
                for (index, shapes) in variants.iter().enumerate() {
                    self.path.push(index as u32 + 1);
                    payloads.push(self.values(pool, shapes, 0));
                    self.path.pop();
                }
                Sym::Sum(tag, Rc::new(payloads))
            }
            Shape::Refs(targets) => {
                let guards = self.selection(pool, targets.len());
                let spots = targets.iter().enumerate();
                let spots = spots.map(|(at, target)| self.spot(pool, at, target));
                let spots: Vec<Spot> = spots.collect();
                Sym::Refs(Rc::new(guards.into_iter().zip(spots).collect()))
            }
            Shape::Slices(targets) => {
                let guards = self.selection(pool, targets.len());
                let mut parts = Vec::with_capacity(targets.len());
                for (at, target) in targets.iter().enumerate() {
                    let array = self.spot(pool, at, target);
                    self.path.push(at as u32 + 1);
                    let width = self.pointer;
                    let (start, len) = (self.leaf(pool, 0, width), self.leaf(pool, 1, width));
                    self.path.pop();
                    parts.push(Part { array, start, len });
                }
                Sym::Slices(Rc::new(guards.into_iter().zip(parts).collect()))
            }
            Shape::Funcs(funcs) => {
                let guards = self.selection(pool, funcs.len());
                Sym::Funcs(Rc::new(
                    guards.into_iter().zip(funcs.iter().copied()).collect(),
                ))
            }
        }
    }

    fn values(&mut self, pool: &mut Pool, shapes: &[Shape], first: u32) -> Vec<Sym> {
        let mut values = Vec::with_capacity(shapes.len());
        for (index, shape) in shapes.iter().enumerate() {
            self.path.push(first + index as u32);
            values.push(self.value(pool, shape));
            self.path.pop();
        }
        values
    }

    fn tag(&mut self, pool: &mut Pool, variants: usize) -> Term {
        match variants {
            0 | 1 => pool.constant(TAG_BITS, 0),
            _ => {
                let width = bits_for(variants as u128 - 1);
                let var = self.leaf(pool, 0, width);
                pool.zext(var, TAG_BITS)
            }
        }
    }

    /// Conditions of which one is true: which of several things it is.
    fn selection(&mut self, pool: &mut Pool, count: usize) -> Vec<Term> {
        if count <= 1 {
            return vec![pool.bool(true); count];
        }
        let width = bits_for(count as u128 - 1);
        let var = self.leaf(pool, 0, width);
        (0..count)
            .map(|at| {
                let number = pool.constant(width, at as u128);
                pool.eq(var, number)
            })
            .collect()
    }

    fn spot(&mut self, pool: &mut Pool, at: usize, target: &Target) -> Spot {
        self.path.push(at as u32 + 1);
        let count = target.indices() as u32;
        let indices: Vec<Term> = (0..count)
            .map(|index| self.leaf(pool, index + 2, self.pointer))
            .collect();
        self.path.pop();
        let zero = pool.constant(self.pointer, 0);
        target.spot(&mut indices.into_iter(), zero)
    }
}

/// The leaves of a value in a shape that admits it; what it does not have is zero.
pub fn leaves_of(
    pool: &mut Pool,
    pointer: u32,
    shape: &Shape,
    value: &Sym,
) -> Vec<(LeafPath, Term)> {
    let mut writer = Writer {
        pointer,
        path: Vec::new(),
        found: Vec::new(),
    };
    writer.value(pool, shape, value);
    writer.found
}

struct Writer {
    pointer: u32,
    path: LeafPath,
    found: Vec<(LeafPath, Term)>,
}

impl Writer {
    fn leaf(&mut self, step: u32, term: Term) {
        let mut path = self.path.clone();
        path.push(step);
        self.found.push((path, term));
    }

    fn value(&mut self, pool: &mut Pool, shape: &Shape, value: &Sym) {
        match shape {
            Shape::Nothing => {}
            Shape::Scalar(width) => {
                let term = match value {
                    Sym::Scalar(term) => *term,
                    _ => pool.constant(*width, 0),
                };
                self.leaf(0, term);
            }
            Shape::Product(shapes) => match value {
                Sym::Product(parts) => self.values(pool, shapes, parts),
                _ => self.values(pool, shapes, &[]),
            },
            Shape::Sum(variants) => self.sum(pool, variants, value),
            Shape::Refs(targets) => {
                let spots: Vec<(Term, Spot)> = match value {
                    Sym::Refs(spots) => spots.to_vec(),
                    _ => Vec::new(),
                };
                let chosen = spots.iter().map(|(g, s)| (*g, Target::of(s))).collect();
                self.selection(pool, targets, chosen);
                for (at, target) in targets.iter().enumerate() {
                    let found = spots.iter().map(|(g, s)| (*g, s, indices_of(s)));
                    self.indices(pool, at, target, found.collect());
                }
            }
            Shape::Slices(targets) => self.slices(pool, targets, value),
            Shape::Funcs(known) => {
                let chosen = match value {
                    Sym::Funcs(funcs) => funcs.to_vec(),
                    _ => Vec::new(),
                };
                self.selection(pool, known, chosen);
            }
        }
    }

    fn values(&mut self, pool: &mut Pool, shapes: &[Shape], parts: &[Sym]) {
        for (index, shape) in shapes.iter().enumerate() {
            self.path.push(index as u32);
            self.value(pool, shape, parts.get(index).unwrap_or(&Sym::Undefined));
            self.path.pop();
        }
    }

    fn sum(&mut self, pool: &mut Pool, variants: &[Vec<Shape>], value: &Sym) {
        let none = Rc::new(Vec::new());
        let zero = pool.constant(TAG_BITS, 0);
        let (tag, payloads) = match value {
            Sym::Sum(tag, payloads) => (*tag, payloads),
            _ => (zero, &none),
        };
        if variants.len() > 1 {
            let width = bits_for(variants.len() as u128 - 1);
            let short = pool.extract(tag, width - 1, 0);
            self.leaf(0, short);
        }
        for (index, shapes) in variants.iter().enumerate() {
            self.path.push(index as u32 + 1);
            self.values(pool, shapes, payloads.get(index).map_or(&[], |p| p));
            self.path.pop();
        }
    }

    fn selection<T: PartialEq>(&mut self, pool: &mut Pool, known: &[T], chosen: Vec<(Term, T)>) {
        if known.len() <= 1 {
            return;
        }
        let width = bits_for(known.len() as u128 - 1);
        let mut selector = pool.constant(width, 0);
        for (guard, item) in chosen {
            let at = known.iter().position(|k| *k == item).unwrap_or(0);
            let number = pool.constant(width, at as u128);
            selector = pool.ite(guard, number, selector);
        }
        self.leaf(0, selector);
    }

    /// The indices in the place of one target, from whichever alternatives name it.
    fn indices(
        &mut self,
        pool: &mut Pool,
        at: usize,
        target: &Target,
        found: Vec<(Term, &Spot, Vec<Term>)>,
    ) {
        self.path.push(at as u32 + 1);
        for index in 0..target.indices() {
            let mut term = pool.constant(self.pointer, 0);
            for (guard, spot, indices) in &found {
                if Target::of(spot) == *target {
                    term = pool.ite(*guard, indices[index], term);
                }
            }
            self.leaf(index as u32 + 2, term);
        }
        self.path.pop();
    }

    fn slices(&mut self, pool: &mut Pool, targets: &[Target], value: &Sym) {
        let parts: Vec<(Term, Part)> = match value {
            Sym::Slices(parts) => parts.to_vec(),
            _ => Vec::new(),
        };
        let chosen = parts.iter().map(|(g, p)| (*g, Target::of(&p.array)));
        self.selection(pool, targets, chosen.collect());
        for (at, target) in targets.iter().enumerate() {
            let zero = pool.constant(self.pointer, 0);
            let (mut start, mut len) = (zero, zero);
            for (guard, part) in parts
                .iter()
                .filter(|(_, p)| Target::of(&p.array) == *target)
            {
                start = pool.ite(*guard, part.start, start);
                len = pool.ite(*guard, part.len, len);
            }
            let found = parts
                .iter()
                .map(|(g, p)| (*g, &p.array, indices_of(&p.array)));
            self.indices(pool, at, target, found.collect());
            self.path.push(at as u32 + 1);
            self.leaf(0, start);
            self.leaf(1, len);
            self.path.pop();
        }
    }
}

impl Leaves {
    /// The variable of a leaf.
    pub fn var(&self, cell: Cell, path: &LeafPath) -> Option<Term> {
        self.vars.get(&(cell, path.clone())).copied()
    }
}
