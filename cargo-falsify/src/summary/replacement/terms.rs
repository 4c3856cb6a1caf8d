//! Code for terms: operators are total, so both sides of a choice are computed before one is chosen, and what occurs
//! twice is computed once.

use std::collections::HashMap;

use super::super::writer::{copy, Writer, Written};
use crate::bv::{BinOp, UnOp};
use crate::ir::{LocalId, Rvalue, Type};
use crate::synth::{Op, Sort, Term};

/// What has been computed.
struct Known<'t> {
    inputs: &'t [LocalId],
    sorts: &'t [Sort],
    made: HashMap<&'t Term, (LocalId, Sort)>,
}

impl Writer<'_> {
    /// A local with the value of the term.
    pub fn term(&mut self, inputs: &[LocalId], sorts: &[Sort], term: &Term) -> Written<LocalId> {
        let mut known = Known {
            inputs,
            sorts,
            made: HashMap::new(),
        };
        self.value(&mut known, term).map(|(local, _)| local)
    }

    fn value<'t>(&mut self, known: &mut Known<'t>, term: &'t Term) -> Written<(LocalId, Sort)> {
        if let Some(made) = known.made.get(term) {
            return Ok(*made);
        }
        let made = match term {
            Term::Input(index) => {
                let found = known.inputs.get(*index).zip(known.sorts.get(*index));
                let (local, sort) = found.ok_or("a term has an input that its function has not")?;
                (*local, *sort)
            }
            Term::Hole(_) => return Err("a term is not complete".into()),
            Term::Constant(Sort::Bool, bits) => (self.truth(*bits == 1), Sort::Bool),
            Term::Constant(sort, bits) => (self.constant(sort.width(), *bits), *sort),
            Term::Apply(op, operands) => {
                let operands = operands.iter().map(|it| self.value(known, it));
                let operands: Vec<(LocalId, Sort)> = operands.collect::<Written<_>>()?;
                self.applied(*op, &operands)?
            }
        };
        known.made.insert(term, made);
        Ok(made)
    }

    fn applied(&mut self, op: Op, operands: &[(LocalId, Sort)]) -> Written<(LocalId, Sort)> {
        let sorts: Vec<Sort> = operands.iter().map(|it| it.1).collect();
        let sort = op.result(&sorts);
        let sort = sort.ok_or_else(|| format!("{op:?} does not take {sorts:?}"))?;
        let local = match *operands {
            [(a, from)] => self.of_one(op, a, from, sort),
            [(a, left), (b, right)] => self.of_two(op, (a, left), (b, right), sort),
            [(condition, _), (then, _), (otherwise, _)] => {
                Some(self.choice(condition, then, otherwise))
            }
            _ => None,
        };
        let local = local.ok_or_else(|| format!("{op:?} has no code"))?;
        Ok((local, sort))
    }

    fn of_one(&mut self, op: Op, a: LocalId, from: Sort, to: Sort) -> Option<LocalId> {
        let ty = match to {
            Sort::Bool => self.type_of(Type::Bool),
            Sort::Bits(width) => self.int(false, width.into()),
        };
        Some(match op {
            Op::Not => self.assign(ty, Rvalue::Unary(UnOp::Not, copy(a))),
            Op::Neg => self.assign(ty, Rvalue::Unary(UnOp::Neg, copy(a))),
            Op::Extract { low, .. } => {
                let by = self.constant(32, low.into());
                let shifted = self.binary(BinOp::Shr, a, by);
                self.cast(shifted, false, to.width())
            }
            Op::ZeroExtend(_) => self.cast(a, false, to.width()),
            Op::SignExtend(_) => {
                let signed = self.cast(a, true, from.width());
                let wide = self.cast(signed, true, to.width());
                self.cast(wide, false, to.width())
            }
            _ => return None,
        })
    }

    fn of_two(
        &mut self,
        op: Op,
        (a, left): (LocalId, Sort),
        (b, right): (LocalId, Sort),
        to: Sort,
    ) -> Option<LocalId> {
        let width = left.width();
        if let Some((op, is_signed)) = comparison(op) {
            return Some(self.compared(op, is_signed.then_some(width), a, b));
        }
        Some(match op {
            Op::And => self.binary(BinOp::And, a, b),
            Op::Or => self.binary(BinOp::Or, a, b),
            Op::Xor => self.binary(BinOp::Xor, a, b),
            Op::Add => self.binary(BinOp::Add, a, b),
            Op::Sub => self.binary(BinOp::Sub, a, b),
            Op::Mul => self.binary(BinOp::Mul, a, b),
            Op::Udiv => self.binary(BinOp::Div, a, b),
            Op::Urem => self.binary(BinOp::Rem, a, b),
            Op::Sdiv => self.signed(BinOp::Div, width, a, b),
            Op::Srem => self.signed(BinOp::Rem, width, a, b),
            Op::Shl => self.shifted(BinOp::Shl, width, a, b),
            Op::Lshr => self.shifted(BinOp::Shr, width, a, b),
            Op::Ashr => {
                let last = self.constant(width, u128::from(width) - 1);
                let is_far = self.compared(BinOp::Gt, None, b, last);
                let by = self.choice(is_far, last, b);
                self.signed(BinOp::Shr, width, a, by)
            }
            Op::Implies => {
                let ty = self.type_of(Type::Bool);
                let not = self.assign(ty, Rvalue::Unary(UnOp::Not, copy(a)));
                self.binary(BinOp::Or, not, b)
            }
            Op::Concat => {
                let high = self.cast(a, false, to.width());
                let by = self.constant(32, right.width().into());
                let high = self.binary(BinOp::Shl, high, by);
                let low = self.cast(b, false, to.width());
                self.binary(BinOp::Or, high, low)
            }
            _ => return None,
        })
    }

    fn signed(&mut self, op: BinOp, width: u32, a: LocalId, b: LocalId) -> LocalId {
        let (a, b) = (self.cast(a, true, width), self.cast(b, true, width));
        let result = self.binary(op, a, b);
        self.cast(result, false, width)
    }

    /// What is shifted out is gone: the table takes the distance modulo the width.
    fn shifted(&mut self, op: BinOp, width: u32, a: LocalId, by: LocalId) -> LocalId {
        let shifted = self.binary(op, a, by);
        let (nothing, end) = (self.constant(width, 0), u128::from(width));
        // Of the narrowest words, no distance is as large as the width.
        if end > crate::term::mask(width) {
            return shifted;
        }
        let end = self.constant(width, end);
        let is_far = self.compared(BinOp::Ge, None, by, end);
        self.choice(is_far, nothing, shifted)
    }
}

/// The operator of the table, and whether it is about signed numbers.
fn comparison(op: Op) -> Option<(BinOp, bool)> {
    Some(match op {
        Op::Eq => (BinOp::Eq, false),
        Op::Ne => (BinOp::Ne, false),
        Op::Ult => (BinOp::Lt, false),
        Op::Ule => (BinOp::Le, false),
        Op::Ugt => (BinOp::Gt, false),
        Op::Uge => (BinOp::Ge, false),
        Op::Slt => (BinOp::Lt, true),
        Op::Sle => (BinOp::Le, true),
        Op::Sgt => (BinOp::Gt, true),
        Op::Sge => (BinOp::Ge, true),
        _ => return None,
    })
}
