//! What a function computes in one go, from variables to a variable, as productions: so the steps of a long calculation are found
//! one by one, and not operator by operator.

use std::collections::BTreeMap;

use super::{apply, number, plain, resized, Nature, Rule};
use crate::bv::{BinOp, Scalar, UnOp};
use crate::ir::{
    Func, LocalId, Operand, Place, Program, Projection, Root, Rvalue, Statement, Type, TypeId,
    Value,
};
use crate::synth::{Op, Sort, Term, MAX_HOLES};

/// Fragments of one function.
const MOST: usize = 16;
/// Operators of one fragment.
const OPERATORS: usize = 24;

/// The fragments of a function that have more than one operator: others are productions anyway.
pub(super) fn of(program: &Program, func: &Func) -> Vec<Rule> {
    let temporaries = temporaries(func);
    let statements = func.blocks.iter().flat_map(|block| &block.statements);
    let ends = statements.filter_map(|(statement, _)| match statement {
        Statement::Assign(dest, rvalue) => {
            let local = whole(dest)?;
            (!temporaries.contains_key(&local)).then_some((local, rvalue))
        }
        _ => None,
    });
    let rules = ends.filter_map(|(local, rvalue)| {
        let mut fragment = Fragment {
            program,
            func,
            temporaries: &temporaries,
            holes: Vec::new(),
            operators: 0,
        };
        let body = fragment.rvalue(rvalue)?;
        let nature = nature(program, func.local_type(local).ok()?)?;
        let natures: Vec<Nature> = fragment.holes.iter().map(|hole| hole.1).collect();
        let is_new = fragment.operators > 1 && (1..=MAX_HOLES).contains(&natures.len());
        is_new.then_some((nature, body, natures))
    });
    rules.take(MOST).collect()
}

/// Locals that are no variables of the source and are assigned once, with what they are assigned.
fn temporaries(func: &Func) -> BTreeMap<LocalId, &Rvalue> {
    let mut found: BTreeMap<LocalId, Option<&Rvalue>> = BTreeMap::new();
    for (statement, _) in func.blocks.iter().flat_map(|block| &block.statements) {
        let (dest, rvalue) = match statement {
            Statement::Assign(dest, rvalue) => (dest, Some(rvalue)),
            Statement::Call { dest, .. }
            | Statement::CallIndirect { dest, .. }
            | Statement::Input { dest, .. } => (dest, None),
            _ => continue,
        };
        if let Root::Local(local) = dest.root {
            let whole = rvalue.filter(|_| dest.path.is_empty());
            found
                .entry(local)
                .and_modify(|it| *it = None)
                .or_insert(whole);
        }
    }
    let is_temporary = |local: &LocalId| {
        let at = local.0 as usize;
        at >= func.params as usize && *local != func.ret() && func.locals[at].name.is_none()
    };
    let found = found.into_iter().filter(|it| is_temporary(&it.0));
    found.filter_map(|(local, it)| Some((local, it?))).collect()
}

fn whole(place: &Place) -> Option<LocalId> {
    match place.root {
        Root::Local(local) if place.path.is_empty() => Some(local),
        _ => None,
    }
}

fn nature(program: &Program, ty: TypeId) -> Option<Nature> {
    Nature::of_scalar(program.ty(ty).ok()?.scalar()?)
}

struct Fragment<'a> {
    program: &'a Program,
    func: &'a Func,
    temporaries: &'a BTreeMap<LocalId, &'a Rvalue>,
    /// What the holes stand for.
    holes: Vec<(Place, Nature)>,
    operators: usize,
}

impl Fragment<'_> {
    fn scalar(&self, operand: &Operand) -> Option<Scalar> {
        let ty = self.program.operand_type(self.func, operand).ok()?;
        self.program.ty(ty).ok()?.scalar()
    }

    fn rvalue(&mut self, rvalue: &Rvalue) -> Option<Term> {
        match rvalue {
            Rvalue::Use(a) => self.operand(a),
            Rvalue::Unary(op, a) => {
                let op = match op {
                    UnOp::Not => Op::Not,
                    UnOp::Neg => Op::Neg,
                    _ => return None,
                };
                let inner = self.operand(a)?;
                Some(self.made(apply(op, [inner])))
            }
            Rvalue::Binary(op, a, b) => self.binary(*op, a, b),
            Rvalue::Cast(a, to) => self.cast(a, *to),
            _ => None,
        }
    }

    fn made(&mut self, term: Term) -> Term {
        self.operators += 1;
        term
    }

    fn binary(&mut self, op: BinOp, a: &Operand, b: &Operand) -> Option<Term> {
        let (left, right) = (self.scalar(a)?, self.scalar(b)?);
        let op = match op {
            BinOp::Shl => Op::Shl,
            BinOp::Shr if left.is_signed() => Op::Ashr,
            BinOp::Shr => Op::Lshr,
            op => plain(op, left.is_signed())?,
        };
        let (a, mut b) = (self.operand(a)?, self.operand(b)?);
        if matches!(op, Op::Shl | Op::Ashr | Op::Lshr) {
            b = resized(b, right.bits() as u16, left.bits() as u16, false);
        }
        Some(self.made(apply(op, [a, b])))
    }

    fn cast(&mut self, a: &Operand, to: TypeId) -> Option<Term> {
        let from = self.scalar(a)?;
        let to = self.program.ty(to).ok()?.scalar()?;
        let word = self.operand(a)?;
        let cast = match (from, to) {
            (Scalar::Bool, Scalar::Int { bits, .. }) => {
                apply(Op::Ite, [word, number(bits, 1), number(bits, 0)])
            }
            (Scalar::Int { bits: from, signed }, Scalar::Int { bits: to, .. }) => {
                resized(word, from, to, signed)
            }
            _ => return None,
        };
        Some(self.made(cast))
    }

    fn operand(&mut self, operand: &Operand) -> Option<Term> {
        let nature = Nature::of_scalar(self.scalar(operand)?)?;
        let place = match operand {
            Operand::Const(Value::Scalar(bits), _) => {
                return Some(Term::Constant(nature.sort(), *bits));
            }
            Operand::Const(..) => return None,
            Operand::Copy(place) => place,
        };
        if let Some(read) = self.table(place, nature) {
            return Some(read);
        }
        let temporary = whole(place).and_then(|it| self.temporaries.get(&it).copied());
        match temporary.filter(|_| self.operators < OPERATORS) {
            Some(rvalue) => self.inside(rvalue).or_else(|| self.hole(place, nature)),
            None => self.hole(place, nature),
        }
    }

    /// What a temporary is, or nothing if it is no calculation: then it is a hole itself.
    fn inside(&mut self, rvalue: &Rvalue) -> Option<Term> {
        let before = (self.holes.len(), self.operators);
        let inside = self.rvalue(rvalue);
        if inside.is_none() {
            self.holes.truncate(before.0);
            self.operators = before.1;
        }
        inside
    }

    fn hole(&mut self, place: &Place, nature: Nature) -> Option<Term> {
        let known = self.holes.iter().position(|hole| hole.0 == *place);
        let at = known.unwrap_or(self.holes.len());
        if known.is_none() {
            self.holes.push((place.clone(), nature));
        }
        Some(Term::Hole(at))
    }

    /// An element of a constant array: all of them are packed into one word, which is shifted.
    fn table(&mut self, place: &Place, nature: Nature) -> Option<Term> {
        let (Some(Projection::Index(index)), Nature::Number(bits)) = (place.path.last(), nature)
        else {
            return None;
        };
        let array = Place {
            root: place.root,
            path: place.path[..place.path.len() - 1].to_vec(),
        };
        let packed = Packed::new(&self.elements(&array)?)?;
        let index = Operand::Copy(Place {
            root: Root::Local(*index),
            path: Vec::new(),
        });
        let Scalar::Int { bits: width, .. } = self.scalar(&index)? else {
            return None;
        };
        let at = self.operand(&index)?;
        Some(self.made(packed.read(at, width, bits)))
    }

    /// The elements of a place that is a constant array.
    fn elements(&self, place: &Place) -> Option<Vec<u128>> {
        let value = match (place.root, place.path.as_slice()) {
            (Root::Static(id), []) => self.constant(id)?,
            (Root::Local(local), path) => match (self.temporaries.get(&local)?, path) {
                (Rvalue::Use(Operand::Const(value, _)), []) => value,
                (Rvalue::Use(Operand::Const(Value::Ref(id, inner), _)), [Projection::Deref])
                    if inner.is_empty() =>
                {
                    self.constant(*id)?
                }
                (Rvalue::Ref(of), [Projection::Deref]) => return self.elements(of),
                (Rvalue::Use(Operand::Copy(of)), []) => return self.elements(of),
                _ => return None,
            },
            _ => return None,
        };
        let Value::Aggregate(parts) = value else {
            return None;
        };
        let bits = |part: &Value| match part {
            Value::Scalar(bits) => Some(*bits),
            _ => None,
        };
        parts.iter().map(bits).collect()
    }

    fn constant(&self, id: crate::ir::StaticId) -> Option<&Value> {
        let item = self.program.static_of(id).ok()?;
        let is_array = matches!(self.program.ty(item.ty), Ok(Type::Array(..)));
        (is_array && !item.mutable).then_some(&item.init)
    }
}

/// A table in one word.
struct Packed {
    word: u128,
    /// Of the word.
    width: u16,
    /// Bits of one element.
    each: u16,
}

impl Packed {
    /// None if the elements have too many bits together.
    fn new(elements: &[u128]) -> Option<Packed> {
        let most = *elements.iter().max()?;
        let each = (128 - most.leading_zeros()).max(1) as u16;
        let all = elements.len() * usize::from(each);
        let width = [8, 16, 32, 64, 128].into_iter().find(|it| all <= *it)? as u16;
        let places = elements.iter().zip((0..).step_by(each.into()));
        let word = places.fold(0, |word, (element, at): (_, u32)| word | element << at);
        Some(Packed { word, width, each })
    }

    /// The element at a place, as a word of so many bits.
    fn read(&self, at: Term, at_width: u16, bits: u16) -> Term {
        let constant = |value: u128| Term::Constant(Sort::Bits(self.width), value);
        let at = resized(at, at_width, self.width, false);
        let distance = apply(Op::Mul, [at, constant(self.each.into())]);
        let shifted = apply(Op::Lshr, [constant(self.word), distance]);
        let mask = crate::term::mask(self.each.into());
        let element = apply(Op::And, [shifted, constant(mask)]);
        resized(element, self.width, bits, false)
    }
}
