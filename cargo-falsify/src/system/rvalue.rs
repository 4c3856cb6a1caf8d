//! Operands and what is computed from them.

use std::rc::Rc;

use super::exec::{Done, Executor};
use super::state::State;
use super::value::{self, Move, Part, Sym, TAG_BITS};
use super::Halt;
use crate::ir::{Operand, Place, Rvalue, Type, TypeId};
use crate::source::Span;
use crate::term::{self, Term};

impl Executor<'_> {
    pub fn operand(&mut self, state: &mut State, operand: &Operand) -> Done<Sym> {
        match operand {
            Operand::Copy(place) => self.load_place(state, place),
            Operand::Const(value, ty) => {
                value::constant(&mut self.pool, self.program, value, *ty).map_err(Halt::Bug)
            }
        }
    }

    fn operand_type(&self, state: &mut State, operand: &Operand) -> Done<TypeId> {
        let func = &self.program.funcs[state.top().func.0 as usize];
        self.program.operand_type(func, operand).map_err(Halt::Bug)
    }

    fn scalar_type(&self, ty: TypeId) -> Done<crate::bv::Scalar> {
        let found = self.program.ty(ty).map_err(Halt::Bug)?;
        found
            .scalar()
            .ok_or_else(|| Halt::Bug(format!("{ty} is no scalar type")))
    }

    /// A place that no path has written is only read where no run comes, so any value does.
    pub fn scalar(&mut self, value: &Sym, width: u32) -> Done<Term> {
        match value {
            Sym::Scalar(term) => Ok(*term),
            Sym::Undefined => Ok(self.pool.constant(width, 0)),
            other => Err(Halt::Bug(format!("{other:?} is no scalar"))),
        }
    }

    pub fn scalar_operand(&mut self, state: &mut State, operand: &Operand) -> Done<Term> {
        let ty = self.operand_type(state, operand)?;
        let width = self.scalar_type(ty)?.bits();
        let value = self.operand(state, operand)?;
        let term = self.scalar(&value, width)?;
        Ok(state.path.prune(&mut self.pool, term))
    }

    pub fn rvalue(
        &mut self,
        state: &mut State,
        rvalue: &Rvalue,
        ty: TypeId,
        span: Span,
    ) -> Done<Sym> {
        let unsupported = |what: term::Unsupported| Halt::Unsupported(what.to_string(), span);
        match rvalue {
            Rvalue::Use(operand) => self.operand(state, operand),
            Rvalue::Ref(place) => Ok(Sym::Refs(Rc::new(self.spots(state, place)?))),
            Rvalue::Unary(op, a) => {
                let ty = self.operand_type(state, a)?;
                let scalar = self.scalar_type(ty)?;
                let a = self.scalar_operand(state, a)?;
                let term = term::unary(&mut self.pool, *op, scalar, a);
                Ok(Sym::Scalar(term.map_err(unsupported)?))
            }
            Rvalue::Binary(op, a, b) => {
                let (left, right) = (self.operand_type(state, a)?, self.operand_type(state, b)?);
                let (left, right) = (self.scalar_type(left)?, self.scalar_type(right)?);
                let (a, b) = (
                    self.scalar_operand(state, a)?,
                    self.scalar_operand(state, b)?,
                );
                let term = term::binary(&mut self.pool, *op, left, a, right, b);
                Ok(Sym::Scalar(term.map_err(unsupported)?))
            }
            Rvalue::Cast(a, to) => {
                let from = self.operand_type(state, a)?;
                let (from, to) = (self.scalar_type(from)?, self.scalar_type(*to)?);
                let a = self.scalar_operand(state, a)?;
                let term = term::cast(&mut self.pool, from, to, a);
                Ok(Sym::Scalar(term.map_err(unsupported)?))
            }
            Rvalue::Transmute(a, _) => Ok(Sym::Scalar(self.scalar_operand(state, a)?)),
            Rvalue::Aggregate(_, parts) => {
                let parts: Done<Vec<Sym>> = parts.iter().map(|p| self.operand(state, p)).collect();
                Ok(Sym::Product(Rc::new(parts?)))
            }
            Rvalue::Variant(ty, index, parts) => {
                let mut payloads = value::blank_payloads(self.program, *ty);
                for (at, part) in parts.iter().enumerate() {
                    payloads[*index as usize][at] = self.operand(state, part)?;
                }
                let tag = self.pool.constant(TAG_BITS, u128::from(*index));
                Ok(Sym::Sum(tag, Rc::new(payloads)))
            }
            Rvalue::Repeat(part, count) => {
                let part = self.operand(state, part)?;
                Ok(Sym::Product(Rc::new(vec![part; *count as usize])))
            }
            Rvalue::VariantOf(place) => Ok(Sym::Scalar(self.tag(state, place)?)),
            Rvalue::Discriminant(place) => self.discriminant(state, place, ty),
            _ => self.slice_rvalue(state, rvalue),
        }
    }

    fn tag(&mut self, state: &mut State, place: &Place) -> Done<Term> {
        match self.load_place(state, place)? {
            Sym::Sum(tag, _) => Ok(state.path.prune(&mut self.pool, tag)),
            Sym::Undefined => Ok(self.pool.constant(TAG_BITS, 0)),
            other => Err(Halt::Bug(format!("{other:?} has no variants"))),
        }
    }

    fn discriminant(&mut self, state: &mut State, place: &Place, ty: TypeId) -> Done<Sym> {
        let of = self.place_type(state, place)?;
        let width = self.scalar_type(ty)?.bits();
        let Ok(Type::Enum { variants, .. }) = self.program.ty(of) else {
            return Err(Halt::Bug(format!("{of} has no discriminant")));
        };
        let tag = self.tag(state, place)?;
        let mask = u128::MAX >> (128 - width);
        let mut value = self.pool.constant(width, 0);
        for (index, variant) in variants.iter().enumerate() {
            let number = self.pool.constant(TAG_BITS, index as u128);
            let here = self.pool.eq(tag, number);
            let bits = variant.discriminant as u128 & mask;
            let discriminant = self.pool.constant(width, bits);
            value = self.pool.ite(here, discriminant, value);
        }
        Ok(Sym::Scalar(value))
    }

    fn slice_rvalue(&mut self, state: &mut State, rvalue: &Rvalue) -> Done<Sym> {
        let width = u32::from(self.program.pointer_width);
        match rvalue {
            Rvalue::ArrayToSlice(array) => {
                let ty = self.operand_type(state, array)?;
                let Ok(Type::Ref(target)) = self.program.ty(ty) else {
                    return Err(Halt::Bug(format!("{ty} is no reference to an array")));
                };
                let len = self.array_length(*target)?;
                let len = self.pool.constant(width, len.into());
                let Sym::Refs(spots) = self.operand(state, array)? else {
                    return Ok(Sym::Undefined);
                };
                let first = self.pool.constant(width, 0);
                let parts = spots.iter().map(|(guard, array)| {
                    let mut array = array.clone();
                    let start = match array.path.last() {
                        Some(Move::Window(start, _)) => *start,
                        _ => first,
                    };
                    array.path.pop_if(|last| matches!(last, Move::Window(..)));
                    (*guard, Part { array, start, len })
                });
                Ok(Sym::Slices(Rc::new(parts.collect())))
            }
            Rvalue::Len(slice) => {
                let parts = self.parts(state, slice)?;
                let mut len = self.pool.constant(width, 0);
                for (at, (guard, part)) in parts.iter().enumerate() {
                    len = match at {
                        0 => part.len,
                        _ => self.pool.ite(*guard, part.len, len),
                    };
                }
                Ok(Sym::Scalar(len))
            }
            Rvalue::SlicePart(slice, start, len) => {
                let parts = self.parts(state, slice)?;
                let start = self.scalar_operand(state, start)?;
                let len = self.scalar_operand(state, len)?;
                let mut found = Vec::with_capacity(parts.len());
                for (guard, part) in parts.iter() {
                    let start = self.pool.add(part.start, start);
                    let array = part.array.clone();
                    found.push((*guard, Part { array, start, len }));
                }
                Ok(Sym::Slices(Rc::new(found)))
            }
            Rvalue::SliceToArray(slice, ty) => {
                let len = self.array_length(*ty)?;
                let parts = self.parts(state, slice)?;
                let windows = parts.iter().map(|(guard, part)| {
                    let mut spot = part.array.clone();
                    spot.path.push(Move::Window(part.start, len));
                    (*guard, spot)
                });
                Ok(Sym::Refs(Rc::new(windows.collect())))
            }
            Rvalue::StrAsBytes(operand) | Rvalue::BytesAsStr(operand) => {
                self.operand(state, operand)
            }
            other => Err(Halt::Bug(format!("{other:?} is no operation on slices"))),
        }
    }

    fn parts(&mut self, state: &mut State, slice: &Operand) -> Done<Rc<Vec<(Term, Part)>>> {
        match self.operand(state, slice)? {
            Sym::Slices(parts) => Ok(parts),
            _ => Ok(Rc::new(Vec::new())),
        }
    }

    fn array_length(&self, ty: TypeId) -> Done<u64> {
        match self.program.ty(ty) {
            Ok(Type::Array(_, len)) => Ok(*len),
            _ => Err(Halt::Bug(format!("{ty} is no array"))),
        }
    }
}
