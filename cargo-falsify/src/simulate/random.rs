//! Random inputs that depend on nothing but the seed, the tick and the attempt.

use std::collections::HashMap;

use crate::bv::Scalar;
use crate::ir::interp::InputRequest;
use crate::ir::restricted::{restriction, Restriction};
use crate::ir::{Handler, Program, Type, TypeId, Value};

/// One in this many integers is an end of its range, where programs go wrong.
const EXTREMES: u64 = 8;

pub struct Random {
    types: Vec<Type>,
    seed: u64,
    /// How often the inputs of a tick were refused.
    refused: HashMap<u64, u32>,
    state: u64,
}

impl Random {
    pub fn new(program: &Program, seed: u64) -> Random {
        Random {
            types: program.types.clone(),
            seed,
            refused: HashMap::new(),
            state: seed,
        }
    }

    /// The next inputs are those of a tick.
    pub fn begin(&mut self, tick: u64) {
        let attempt = u64::from(self.attempts(tick));
        self.state = self.seed ^ tick.rotate_left(32) ^ attempt.rotate_left(16);
        // Neighbouring seeds, ticks and attempts must not give neighbouring numbers.
        self.state = self.next();
    }

    /// How often the inputs of a tick were refused.
    pub fn attempts(&self, tick: u64) -> u32 {
        self.refused.get(&tick).copied().unwrap_or(0)
    }

    /// Takes other inputs for a tick from now on.
    pub fn draw_again(&mut self, tick: u64) {
        *self.refused.entry(tick).or_default() += 1;
    }

    /// The generator splitmix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn bits(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// A value of the type and range that are asked for.
    pub fn input(&mut self, request: &InputRequest<'_>) -> Option<Value> {
        match request.range {
            Some((Value::Scalar(low), Value::Scalar(high))) => {
                let ty = self.types[request.ty.0 as usize].scalar()?;
                Some(Value::Scalar(self.within(ty, *low, *high)))
            }
            _ => self.value(request.ty),
        }
    }

    /// Inclusive bounds.
    fn within(&mut self, ty: Scalar, low: u128, high: u128) -> u128 {
        match self.below(EXTREMES) {
            0 => low,
            1 => high,
            _ => self.between(ty, low, high),
        }
    }

    fn between(&mut self, ty: Scalar, low: u128, high: u128) -> u128 {
        match ty {
            Scalar::Float { bits: 32 } => {
                let (low, high) = (f32::from_bits(low as u32), f32::from_bits(high as u32));
                let drawn = self.float_between(low.into(), high.into()) as f32;
                drawn.clamp(low, high).to_bits().into()
            }
            Scalar::Float { .. } => {
                let (low, high) = (f64::from_bits(low as u64), f64::from_bits(high as u64));
                self.float_between(low, high)
                    .clamp(low, high)
                    .to_bits()
                    .into()
            }
            Scalar::Char => self.char_between(low, high),
            Scalar::Bool | Scalar::Int { .. } => {
                let count = ty.wrap(high.wrapping_sub(low));
                let offset = match count.checked_add(1) {
                    Some(count) => self.bits() % count,
                    None => self.bits(),
                };
                ty.wrap(low.wrapping_add(offset))
            }
        }
    }

    fn float_between(&mut self, low: f64, high: f64) -> f64 {
        let part = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        low * (1.0 - part) + high * part
    }

    /// The gap of the surrogates is never hit.
    fn char_between(&mut self, low: u128, high: u128) -> u128 {
        let drawn = low + self.bits() % (high - low + 1);
        match Scalar::Char.contains(drawn) {
            true => drawn,
            false => low,
        }
    }

    /// Any value of a type; none if it has none, or if values from outside cannot have it.
    fn value(&mut self, ty: TypeId) -> Option<Value> {
        let found = self.types[ty.0 as usize].clone();
        match found {
            Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. } => {
                Some(Value::Scalar(self.scalar(found.scalar()?)))
            }
            Type::Tuple(fields) => self.aggregate(&fields),
            Type::Array(element, length) => self.aggregate(&vec![element; length as usize]),
            Type::Struct { name, fields } => {
                let types: Vec<TypeId> = fields.iter().map(|&(_, ty)| ty).collect();
                let drawn = self.aggregate(&types)?;
                Some(match restriction(name.as_str()) {
                    Some(restriction) => moved_into(restriction, drawn),
                    None => drawn,
                })
            }
            Type::Enum { variants, .. } => {
                let first = self.below(variants.len() as u64) as usize;
                let order = (0..variants.len()).map(|i| (first + i) % variants.len());
                // A variant may have no value, such as `Err(Infallible)`.
                let mut possible = order.filter_map(|index| {
                    let parts = variants[index].fields.iter().map(|&(_, ty)| self.value(ty));
                    Some(Value::Variant(index as u32, parts.collect::<Option<_>>()?))
                });
                possible.next()
            }
            Type::Ref(_) | Type::Slice(_) | Type::Str | Type::FnPtr { .. } | Type::Never => None,
        }
    }

    fn aggregate(&mut self, types: &[TypeId]) -> Option<Value> {
        let parts = types.iter().map(|&ty| self.value(ty));
        Some(Value::Aggregate(parts.collect::<Option<_>>()?))
    }

    fn scalar(&mut self, ty: Scalar) -> u128 {
        match ty {
            Scalar::Char => self.within(ty, 0, char::MAX as u128),
            Scalar::Bool | Scalar::Int { .. } => self.within(ty, ty.min(), ty.max()),
            Scalar::Float { .. } => ty.wrap(self.bits()),
        }
    }

    /// Each handler runs now and then, up to as often as it may.
    pub fn handlers(&mut self, handlers: &[Handler]) -> Vec<usize> {
        let mut chosen = Vec::new();
        for (index, handler) in handlers.iter().enumerate() {
            let times = match self.below(2) {
                0 => 0,
                _ => self.below(u64::from(handler.max) + 1),
            };
            chosen.extend((0..times).map(|_| index));
        }
        for at in (1..chosen.len()).rev() {
            let other = self.below(at as u64 + 1) as usize;
            chosen.swap(at, other);
        }
        chosen
    }
}

/// A value whose restricted field is inside its bounds.
fn moved_into(restriction: Restriction, mut value: Value) -> Value {
    if let Value::Aggregate(parts) = &mut value {
        if let Some(Value::Scalar(bits)) = parts.get_mut(restriction.field) {
            if !restriction.contains(*bits) {
                let count = (restriction.last - restriction.first).saturating_add(1);
                *bits = restriction.first + *bits % count;
            }
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span, Symbol};

    fn program() -> Program {
        let mut program = Program::new(32);
        program.types = vec![
            Type::Int {
                signed: true,
                bits: 16,
            },
            Type::Float { bits: 32 },
            Type::Char,
            Type::Never,
        ];
        let variant = |name, fields| crate::ir::Variant {
            name: Symbol::new(name),
            discriminant: 0,
            fields,
        };
        let payload = |ty| vec![(Symbol::new("0"), TypeId(ty))];
        program.types.push(Type::Enum {
            name: Symbol::new("R"),
            repr: TypeId(0),
            variants: vec![variant("Ok", payload(0)), variant("Err", payload(3))],
        });
        program
    }

    fn draw(random: &mut Random, ty: u32, range: Option<&(Value, Value)>) -> Option<Value> {
        let span = Span::new(FileId(0), 0, 0);
        let source = Symbol::new("x");
        random.input(&InputRequest {
            source,
            ty: TypeId(ty),
            range,
            tick: 1,
            span,
        })
    }

    #[test]
    fn ranges_hold_and_their_ends_are_met() {
        let mut random = Random::new(&program(), 7);
        let range = (Value::Scalar(0xfffe), Value::Scalar(2));
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..500 {
            let Some(Value::Scalar(bits)) = draw(&mut random, 0, Some(&range)) else {
                panic!("a scalar")
            };
            seen.insert(Scalar::signed(16).sign_extend(bits));
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [-2, -1, 0, 1, 2]);
    }

    #[test]
    fn floats_stay_within_their_range() {
        let mut random = Random::new(&program(), 7);
        let bits = |f: f32| Value::Scalar(f.to_bits().into());
        for _ in 0..500 {
            let Some(Value::Scalar(drawn)) = draw(&mut random, 1, Some(&(bits(-0.5), bits(1.5))))
            else {
                panic!("a scalar")
            };
            assert!((-0.5..=1.5).contains(&f32::from_bits(drawn as u32)));
        }
    }

    #[test]
    fn a_variant_without_values_is_never_drawn() {
        let mut random = Random::new(&program(), 7);
        for _ in 0..50 {
            assert!(matches!(
                draw(&mut random, 4, None),
                Some(Value::Variant(0, _))
            ));
        }
        assert_eq!(draw(&mut random, 3, None), None);
    }

    #[test]
    fn a_tick_repeats_unless_its_inputs_were_refused() {
        let mut random = Random::new(&program(), 7);
        let at = |random: &mut Random| {
            random.begin(3);
            (0..4).map(|_| draw(random, 0, None)).collect::<Vec<_>>()
        };
        let first = at(&mut random);
        assert_eq!(first, at(&mut random));
        random.draw_again(3);
        assert_ne!(first, at(&mut random));
    }
}
