//! Numbers at which a function may change its mind: those that it mentions, their neighbours, and the ends of types.

use std::collections::{BTreeSet, HashMap};

use super::reach::Reach;
use super::shape::Menu;
use crate::bv::Scalar;
use crate::effects::operands;
use crate::ir::{Func, FuncId, Operand, Program, Terminator, Type, TypeId, Value};

/// Constants that are noted; more than these come from tables.
const CONSTANTS: usize = 200;

/// What every integer type has next to nothing.
const SMALL: [i128; 4] = [-1, 0, 1, 2];
const CHARS: [char; 10] = [
    '\0',
    ' ',
    '0',
    'A',
    'a',
    '\x7f',
    '\u{80}',
    '\u{d7ff}',
    '\u{e000}',
    char::MAX,
];
const FLOATS: [f64; 9] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1e30,
];

/// The numbers of a function, by the type that they are wanted for.
pub struct Numbers(HashMap<Scalar, Vec<u128>>);

impl Numbers {
    pub fn of(program: &Program, function: FuncId) -> Numbers {
        let mut constants = Constants::default();
        let reach = Reach::of(program, function);
        for id in &reach.functions {
            constants.code(program, &program.funcs[id.0 as usize]);
        }
        for id in &reach.statics {
            let found = &program.statics[id.0 as usize];
            constants.value(program, found.ty, &found.init);
        }
        let scalars = program.types.iter().filter_map(Type::scalar);
        Numbers(scalars.map(|it| (it, constants.for_type(it))).collect())
    }

    /// In the order of their bits.
    pub fn of_type(&self, scalar: Scalar) -> &[u128] {
        self.0.get(&scalar).map_or(&[], Vec::as_slice)
    }
}

impl Menu for Numbers {
    fn count(&self, scalar: Scalar) -> Option<u128> {
        Some(self.of_type(scalar).len() as u128)
    }

    fn value(&self, scalar: Scalar, at: u128) -> u128 {
        self.of_type(scalar)[at as usize]
    }
}

/// All values of each type.
pub struct Every;

impl Menu for Every {
    fn count(&self, scalar: Scalar) -> Option<u128> {
        match scalar {
            Scalar::Bool | Scalar::Int { .. } => scalar.mask().checked_add(1),
            // They have gaps, and are too many.
            Scalar::Char | Scalar::Float { .. } => None,
        }
    }

    fn value(&self, _: Scalar, at: u128) -> u128 {
        at
    }
}

/// The constants that code mentions.
#[derive(Default)]
struct Constants {
    integers: BTreeSet<i128>,
    chars: BTreeSet<u128>,
    floats: BTreeSet<(u32, u128)>,
}

impl Constants {
    fn code(&mut self, program: &Program, func: &Func) {
        for block in &func.blocks {
            let statements = block.statements.iter();
            for operand in statements.flat_map(|(statement, _)| operands(statement)) {
                if let Operand::Const(value, ty) = operand {
                    self.value(program, *ty, value);
                }
            }
            if let Some(Terminator::Switch { on, targets, .. }) = &block.terminator {
                let ty = program.operand_type(func, on).ok();
                let scalar = ty.and_then(|ty| program.types[ty.0 as usize].scalar());
                for (bits, _) in targets {
                    scalar.into_iter().for_each(|it| self.note(it, *bits));
                }
            }
        }
    }

    fn value(&mut self, program: &Program, ty: TypeId, value: &Value) {
        match (&program.types[ty.0 as usize], value) {
            (Type::Array(element, _), Value::Aggregate(parts)) => {
                parts
                    .iter()
                    .for_each(|part| self.value(program, *element, part));
            }
            (Type::Tuple(types), Value::Aggregate(parts)) => {
                let parts = types.iter().zip(parts);
                parts.for_each(|(ty, part)| self.value(program, *ty, part));
            }
            (Type::Struct { fields, .. }, Value::Aggregate(parts)) => {
                let parts = fields.iter().zip(parts);
                parts.for_each(|(field, part)| self.value(program, field.1, part));
            }
            (found, Value::Scalar(bits)) => {
                found
                    .scalar()
                    .into_iter()
                    .for_each(|it| self.note(it, *bits));
            }
            _ => {}
        }
    }

    fn note(&mut self, scalar: Scalar, bits: u128) {
        if self.integers.len() + self.chars.len() + self.floats.len() >= CONSTANTS {
            return;
        }
        match scalar {
            Scalar::Bool => {}
            Scalar::Char => self.chars.extend([bits]),
            Scalar::Int { signed: true, .. } => {
                self.integers.extend([scalar.sign_extend(bits)]);
            }
            Scalar::Int { .. } => {
                self.integers.extend(i128::try_from(bits).ok());
            }
            Scalar::Float { bits: width } => self.floats.extend([(width.into(), bits)]),
        }
    }

    /// Values of a type, in the order of their bits.
    fn for_type(&self, scalar: Scalar) -> Vec<u128> {
        let found: BTreeSet<u128> = match scalar {
            Scalar::Bool => [0, 1].into(),
            Scalar::Char => self.for_char(),
            Scalar::Int { .. } => self.for_integer(scalar),
            Scalar::Float { bits } => self.for_float(bits.into()),
        };
        let mut fitting = found.into_iter().filter(|bits| scalar.contains(*bits));
        fitting.by_ref().collect()
    }

    fn for_integer(&self, scalar: Scalar) -> BTreeSet<u128> {
        let known = self.integers.iter().chain(&SMALL);
        let fits = |number: &&i128| {
            scalar.sign_extend(**number as u128) == **number
                || (!scalar.is_signed() && **number >= 0 && **number as u128 <= scalar.mask())
        };
        let known = known.filter(fits).map(|number| *number as u128);
        let known = known.chain([scalar.min(), scalar.max()]);
        let near = |bits: u128| [bits.wrapping_sub(1), bits, bits.wrapping_add(1)];
        known.flat_map(near).map(|bits| scalar.wrap(bits)).collect()
    }

    fn for_char(&self) -> BTreeSet<u128> {
        let codes = self
            .integers
            .iter()
            .filter_map(|it| u128::try_from(*it).ok());
        let near = |bits: u128| [bits.saturating_sub(1), bits, bits.saturating_add(1)];
        let known = self.chars.iter().copied().chain(codes);
        known
            .flat_map(near)
            .chain(CHARS.map(|it| it as u128))
            .collect()
    }

    fn for_float(&self, width: u32) -> BTreeSet<u128> {
        let near = |bits: u128| [bits.wrapping_sub(1), bits, bits.wrapping_add(1)];
        let own = self.floats.iter().filter(|it| it.0 == width);
        let own = own.flat_map(|it| near(it.1));
        let integers = self.integers.iter().map(|it| *it as f64);
        let others = FLOATS.into_iter().chain(integers).map(|it| match width {
            32 => (it as f32).to_bits().into(),
            _ => it.to_bits().into(),
        });
        own.chain(others).collect()
    }
}
