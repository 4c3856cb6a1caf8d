//! Inputs: values that the world chooses, one variable for each scalar.

use std::rc::Rc;

use super::exec::{Done, Executor};
use super::model::Asked;
use super::state::{Position, State};
use super::value::{Sym, TAG_BITS};
use super::Halt;
use crate::bv::{BinOp, Scalar};
use crate::ir::restricted::{restriction, Restriction};
use crate::ir::{Program, Type, TypeId, Value};
use crate::source::Symbol;
use crate::term::{self, Term};

/// A place where a value is asked for.
#[derive(Clone)]
pub struct InputRecord {
    pub asked: Asked,
    /// Whether it is asked for in this step.
    pub when: Term,
    pub value: Sym,
}

impl Executor<'_> {
    /// A fresh value; where it is none of the type or range, the run is not considered.
    pub fn input(
        &mut self,
        state: &mut State,
        position: Position,
        source: Symbol,
        ty: TypeId,
        range: Option<&(Value, Value)>,
    ) -> Done<Sym> {
        if let Some(value) = self.given_input(source, ty)? {
            return Ok(value);
        }
        let (value, valid) = match self.known_inputs.get(&position) {
            Some(known) => known.clone(),
            None => {
                let made = match range {
                    Some((Value::Scalar(low), Value::Scalar(high))) => {
                        self.in_range(ty, *low, *high)?
                    }
                    _ => self.any(ty, source)?,
                };
                self.known_inputs.insert(position.clone(), made.clone());
                made
            }
        };
        let when = state.live(&mut self.pool);
        let asked = Asked::Value(source, ty);
        let record = InputRecord {
            asked,
            when,
            value: value.clone(),
        };
        self.inputs.insert(position, record);
        state.alive = self.pool.and(state.alive, valid);
        Ok(value)
    }

    /// A value from elsewhere has to be within inclusive bounds; else the run is not considered.
    pub fn require_range(
        &mut self,
        state: &mut State,
        value: &Sym,
        ty: TypeId,
        range: &(Value, Value),
    ) -> Done<()> {
        let scalar = self.program.ty(ty).map_err(Halt::Bug)?.scalar();
        let (Some(scalar), (Value::Scalar(low), Value::Scalar(high))) = (scalar, range) else {
            return Ok(());
        };
        let value = self.scalar(value, scalar.bits())?;
        let within = self.within(scalar, value, *low, *high)?;
        state.alive = self.pool.and(state.alive, within);
        Ok(())
    }

    fn within(&mut self, scalar: Scalar, value: Term, low: u128, high: u128) -> Done<Term> {
        let pool = &mut self.pool;
        let low = pool.constant(scalar.bits(), low);
        let high = pool.constant(scalar.bits(), high);
        let bug = |what: term::Unsupported| Halt::Bug(what.to_string());
        let above = term::binary(pool, BinOp::Ge, scalar, value, scalar, low).map_err(bug)?;
        let below = term::binary(pool, BinOp::Le, scalar, value, scalar, high).map_err(bug)?;
        Ok(pool.and(above, below))
    }

    /// A number below a bound that decides what the world does.
    pub fn choice(&mut self, state: &mut State, position: Position, below: u32) -> Term {
        let width = bits_for(u128::from(below) - 1);
        if let Some(given) = self.given_choice() {
            let value = self.pool.constant(width, given);
            self.note_choice(state, position, value);
            return value;
        }
        let (value, valid) = match self.known_inputs.get(&position) {
            Some(known) => known.clone(),
            None => {
                let var = self.pool.var(width);
                let bound = self.pool.constant(width, u128::from(below - 1));
                let valid = self.pool.ule(var, bound);
                self.known_inputs
                    .insert(position.clone(), (Sym::Scalar(var), valid));
                (Sym::Scalar(var), valid)
            }
        };
        let term = match value {
            Sym::Scalar(term) => term,
            _ => self.pool.constant(width, 0),
        };
        self.note_choice(state, position, term);
        state.alive = self.pool.and(state.alive, valid);
        term
    }

    fn note_choice(&mut self, state: &State, position: Position, value: Term) {
        let record = InputRecord {
            asked: Asked::Handler,
            when: state.live(&mut self.pool),
            value: Sym::Scalar(value),
        };
        self.inputs.insert(position, record);
    }

    /// A scalar within inclusive bounds. An integer has only as many bits as its range needs.
    fn in_range(&mut self, ty: TypeId, low: u128, high: u128) -> Done<(Sym, Term)> {
        let found = self.program.ty(ty).map_err(Halt::Bug)?;
        let scalar = found.scalar();
        let scalar = scalar.ok_or_else(|| Halt::Bug("a range of no scalar".into()))?;
        if scalar.is_float() {
            let var = self.pool.var(scalar.bits());
            return Ok((Sym::Scalar(var), self.within(scalar, var, low, high)?));
        }
        let width = scalar.bits();
        let span = scalar.wrap(high.wrapping_sub(low));
        let bits = bits_for(span).min(width);
        let var = self.pool.var(bits);
        let wide = self.pool.zext(var, width);
        let base = self.pool.constant(width, low);
        let value = self.pool.add(wide, base);
        let last = self.pool.constant(bits, span);
        let mut valid = self.pool.ule(var, last);
        if scalar == Scalar::Char {
            let code = self.char_valid(value);
            valid = self.pool.and(valid, code);
        }
        Ok((Sym::Scalar(value), valid))
    }

    /// Surrogates are no characters.
    fn char_valid(&mut self, code: Term) -> Term {
        let pool = &mut self.pool;
        let (last, first_gap, last_gap) = (
            pool.constant(32, char::MAX as u128),
            pool.constant(32, 0xd800),
            pool.constant(32, 0xdfff),
        );
        let in_range = pool.ule(code, last);
        let before = pool.ult(code, first_gap);
        let after = pool.ult(last_gap, code);
        let outside = pool.or(before, after);
        pool.and(in_range, outside)
    }

    /// Any value of a type, and when the chosen bits are one.
    pub fn any(&mut self, ty: TypeId, source: Symbol) -> Done<(Sym, Term)> {
        let program: &Program = self.program;
        let found = program.ty(ty).map_err(Halt::Bug)?;
        match found {
            Type::Char => {
                let var = self.pool.var(21);
                let code = self.pool.zext(var, 32);
                Ok((Sym::Scalar(code), self.char_valid(code)))
            }
            Type::Bool | Type::Int { .. } | Type::Float { .. } => {
                let width = found.scalar().map_or(1, Scalar::bits);
                let var = self.pool.var(width);
                Ok((Sym::Scalar(var), self.pool.bool(true)))
            }
            Type::Tuple(types) => self.any_product(types, source),
            Type::Array(element, len) => self.any_product(&vec![*element; *len as usize], source),
            Type::Struct { name, fields } => {
                let types: Vec<TypeId> = fields.iter().map(|field| field.1).collect();
                let (value, mut valid) = self.any_product(&types, source)?;
                if let Some(found) = restriction(name.as_str()) {
                    let inside = self.is_inside(found, &value);
                    valid = self.pool.and(valid, inside);
                }
                Ok((value, valid))
            }
            Type::Enum { variants, .. } => {
                let fields = variants
                    .iter()
                    .map(|v| v.fields.iter().map(|f| f.1).collect());
                let fields: Vec<Vec<TypeId>> = fields.collect();
                self.any_sum(&fields, source)
            }
            Type::Ref(_) | Type::Slice(_) | Type::Str | Type::FnPtr { .. } => {
                let what = format!("the input {source} is a reference");
                Err(Halt::Unsupported(
                    what,
                    crate::source::Span::new(crate::source::FileId(0), 0, 0),
                ))
            }
            Type::Never => Ok((Sym::Undefined, self.pool.bool(false))),
        }
    }

    fn is_inside(&mut self, restriction: Restriction, value: &Sym) -> Term {
        let part = match value {
            Sym::Product(parts) => parts.get(restriction.field),
            _ => None,
        };
        let Some(Sym::Scalar(term)) = part else {
            return self.pool.bool(true);
        };
        let width = self.pool.width(*term);
        let largest = u128::MAX >> (128 - width);
        let first = self.pool.constant(width, restriction.first);
        let last = self.pool.constant(width, restriction.last.min(largest));
        let (above, below) = (self.pool.ule(first, *term), self.pool.ule(*term, last));
        self.pool.and(above, below)
    }

    fn any_product(&mut self, types: &[TypeId], source: Symbol) -> Done<(Sym, Term)> {
        let mut valid = self.pool.bool(true);
        let mut parts = Vec::with_capacity(types.len());
        for ty in types {
            let (part, fine) = self.any(*ty, source)?;
            valid = self.pool.and(valid, fine);
            parts.push(part);
        }
        Ok((Sym::Product(Rc::new(parts)), valid))
    }

    /// The fields of a variant matter only if it is the one.
    fn any_sum(&mut self, variants: &[Vec<TypeId>], source: Symbol) -> Done<(Sym, Term)> {
        let Some(last) = variants.len().checked_sub(1) else {
            return Ok((Sym::Undefined, self.pool.bool(false)));
        };
        let tag = match last {
            0 => self.pool.constant(TAG_BITS, 0),
            _ => {
                let var = self.pool.var(bits_for(last as u128));
                self.pool.zext(var, TAG_BITS)
            }
        };
        let bound = self.pool.constant(TAG_BITS, last as u128);
        let mut valid = self.pool.ule(tag, bound);
        let mut payloads = Vec::with_capacity(variants.len());
        for (index, types) in variants.iter().enumerate() {
            let mut payload = Vec::with_capacity(types.len());
            let number = self.pool.constant(TAG_BITS, index as u128);
            let chosen = self.pool.eq(tag, number);
            for ty in types {
                let (part, fine) = self.any(*ty, source)?;
                let fine = self.pool.implies(chosen, fine);
                valid = self.pool.and(valid, fine);
                payload.push(part);
            }
            payloads.push(payload);
        }
        Ok((Sym::Sum(tag, Rc::new(payloads)), valid))
    }
}

/// How many bits a number needs, at least one.
pub(super) fn bits_for(number: u128) -> u32 {
    (128 - number.leading_zeros()).max(1)
}
