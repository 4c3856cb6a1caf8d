//! What the bytes of an input consist of, for those who draw inputs without making values of the IR.

use std::collections::BTreeSet;

use super::code::Code;
use super::convention::places;
use super::layout::{register, tag_register, Field};
use super::reach::operands;
use super::sites::Cause;
use super::values::{Encoder, Reader};
use crate::bv::Scalar;
use crate::ir::restricted::{restriction, Restriction};
use crate::ir::{Operand, Root, Terminator, Type, TypeId, Value};

/// Of an array, so many elements count as constants of the program.
const MOST_ELEMENTS: usize = 32;

/// A piece of an input.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// A scalar within inclusive bounds: one that comes when counting from the lower one to the upper one.
    Scalar {
        at: usize,
        size: usize,
        ty: Scalar,
        low: u128,
        high: u128,
    },
    /// The index of a variant, and what each variant that has values consists of.
    Variants {
        at: usize,
        size: usize,
        variants: Vec<(u32, Vec<Part>)>,
    },
}

impl Code<'_> {
    /// The pieces of an input site; none if it has no value at all, or none that comes from outside.
    pub fn parts(&self, site: usize) -> Option<Vec<Part>> {
        let site = &self.sites.inputs[site];
        let mut parts = Vec::new();
        match &site.range {
            Some((Value::Scalar(low), Value::Scalar(high))) => {
                let ty = self.program.ty(site.ty).ok()?.scalar()?;
                parts.push(scalar(0, ty, *low, *high));
            }
            _ => self.collect(0, site.ty, &mut parts)?,
        }
        Some(parts)
    }

    fn collect(&self, at: usize, ty: TypeId, parts: &mut Vec<Part>) -> Option<()> {
        let found = self.program.ty(ty).ok()?;
        if let Some(ty) = found.scalar() {
            let (low, high) = match ty {
                Scalar::Char => (0, char::MAX as u128),
                Scalar::Float { .. } => (0, ty.mask()),
                Scalar::Bool | Scalar::Int { .. } => (ty.min(), ty.max()),
            };
            parts.push(scalar(at, ty, low, high));
            return Some(());
        }
        let layout = self.layouts.get(ty).ok()?;
        match found {
            Type::Tuple(_) => self.fields(at, &layout.fields, parts),
            Type::Struct { name, .. } => {
                let first = parts.len();
                self.fields(at, &layout.fields, parts)?;
                if let Some(found) = restriction(name.as_str()) {
                    let part = parts.get_mut(first + found.field);
                    part.map(|part| restrict(part, found))?;
                }
                Some(())
            }
            Type::Array(element, len) => {
                let stride = self.layouts.size(*element).ok()? as usize;
                (0..*len as usize).try_for_each(|n| self.collect(at + n * stride, *element, parts))
            }
            Type::Enum { .. } => {
                parts.push(self.variants(at, &layout.variants)?);
                Some(())
            }
            _ => None,
        }
    }

    fn fields(&self, at: usize, fields: &[Field], parts: &mut Vec<Part>) -> Option<()> {
        let mut fields = fields.iter();
        fields.try_for_each(|field| self.collect(at + field.offset as usize, field.ty, parts))
    }

    fn variants(&self, at: usize, all: &[Vec<Field>]) -> Option<Part> {
        let mut variants = Vec::new();
        for (index, fields) in (0u32..).zip(all) {
            let mut parts = Vec::new();
            // A variant may have no value, such as `Err(Infallible)`.
            if self.fields(at, fields, &mut parts).is_some() {
                variants.push((index, parts));
            }
        }
        let size = tag_register(all.len()).bytes() as usize;
        (!variants.is_empty()).then_some(Part::Variants { at, size, variants })
    }

    /// The value that the bytes of an input stand for.
    pub fn input_value(&self, site: usize, bytes: &[u8]) -> Value {
        Reader::new(self.placed(), bytes).read(0, self.sites.inputs[site].ty)
    }

    /// The bytes of an input that stand for a value, if it is one of the site's.
    pub fn input_bytes(&self, site: usize, value: &Value) -> Option<Vec<u8>> {
        let site = &self.sites.inputs[site];
        let mut bytes = vec![0; site.size];
        let mut encoder = Encoder {
            placed: self.placed(),
            bytes: &mut bytes,
            room: None,
        };
        encoder.value(0, value, site.ty).ok()?;
        Some(bytes)
    }

    /// Whether a run can end because an assumption is false, or an input of the plant out of its range.
    pub fn may_refuse(&self) -> bool {
        let mut causes = self.sites.stops.iter().map(|site| site.cause);
        causes.any(|cause| matches!(cause, Cause::Assume | Cause::Range(_)))
    }

    /// Scalars that the code names, with their types, in order and without repetitions.
    pub fn constants(&self) -> Vec<(Scalar, u128)> {
        let mut found = BTreeSet::new();
        for func in self.plan.coverage.keys() {
            for block in &self.program.funcs[func.0 as usize].blocks {
                for (statement, _) in &block.statements {
                    places(statement, &mut |place, _| {
                        if let Root::Static(id) = place.root {
                            let item = self.program.static_of(id);
                            item.map(|item| self.scalars(&item.init, item.ty, &mut found))
                                .ok();
                        }
                    });
                    operands(statement, &mut |operand| {
                        if let Operand::Const(value, ty) = operand {
                            self.scalars(value, *ty, &mut found);
                        }
                    });
                }
                if let Some(Terminator::Switch { on, targets, .. }) = &block.terminator {
                    let ty = match on {
                        Operand::Const(_, ty) => Some(*ty),
                        Operand::Copy(place) => self.place_type(*func, place),
                    };
                    let ty = ty.map(|ty| ty.0);
                    found.extend(targets.iter().filter_map(|(bits, _)| Some((*bits, ty?))));
                }
            }
        }
        let typed = |(bits, ty): (u128, u32)| {
            let ty = self.program.ty(TypeId(ty)).ok()?.scalar()?;
            Some((ty, bits))
        };
        found.into_iter().filter_map(typed).collect()
    }

    /// The scalars that a value consists of, but not those of its references.
    fn scalars(&self, value: &Value, ty: TypeId, found: &mut BTreeSet<(u128, u32)>) {
        match (value, self.program.ty(ty)) {
            (Value::Scalar(bits), _) => {
                found.insert((*bits, ty.0));
            }
            (Value::Aggregate(parts), Ok(Type::Array(element, _))) => {
                let parts = parts.iter().take(MOST_ELEMENTS);
                parts.for_each(|part| self.scalars(part, *element, found));
            }
            (Value::Aggregate(parts), Ok(Type::Tuple(types))) => {
                let parts = parts.iter().zip(types);
                parts.for_each(|(part, ty)| self.scalars(part, *ty, found));
            }
            (Value::Aggregate(parts), Ok(Type::Struct { fields, .. })) => {
                let parts = parts.iter().zip(fields);
                parts.for_each(|(part, (_, ty))| self.scalars(part, *ty, found));
            }
            _ => {}
        }
    }

    fn place_type(&self, func: crate::ir::FuncId, place: &crate::ir::Place) -> Option<TypeId> {
        let func = self.program.func(func).ok()?;
        self.program.place_type(func, place).ok()
    }
}

fn scalar(at: usize, ty: Scalar, low: u128, high: u128) -> Part {
    let size = register(ty).bytes() as usize;
    Part::Scalar {
        at,
        size,
        ty,
        low,
        high,
    }
}

/// The bits count on over the largest number of a signed type.
fn restrict(part: &mut Part, restriction: Restriction) {
    if let Part::Scalar { ty, low, high, .. } = part {
        *low = restriction.first;
        *high = restriction.last.min(ty.mask());
    }
}
