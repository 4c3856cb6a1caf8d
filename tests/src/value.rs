//! Values that cross the border between a test and the code under test: their
//! shapes, their canonical text and how inputs are drawn.
//!
//! Canonical text, the one form both sides write and read:
//! integers in decimal, `true`/`false`, a char as its number, a float as the
//! hexadecimal bits (`nan` for every NaN), tuples and structs as `(a,b)`,
//! arrays as `[a,b]`, an enum as `variant_index(payload,…)`.

use crate::random::Random;
use std::collections::BTreeSet;
use std::fmt;

/// What kind of value a parameter takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Int {
        bits: u32,
        signed: bool,
    },
    Bool,
    Char,
    F32,
    F64,
    /// Tuples, structs and the unit.
    Tuple(Vec<Shape>),
    Array(Box<Shape>, usize),
    /// The payload of each variant, in order of declaration.
    Enum(Vec<Vec<Shape>>),
}

/// A value of some [`Shape`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// The two's complement bits, zero-extended from `bits`.
    Int {
        bits: u32,
        signed: bool,
        pattern: u128,
    },
    Bool(bool),
    Char(char),
    F32(u32),
    F64(u64),
    Tuple(Vec<Value>),
    Array(Vec<Value>),
    Enum {
        variant: usize,
        payload: Vec<Value>,
    },
}

/// More values than this are not listed: all pairs of bytes still are.
const MOST_VALUES: usize = 1 << 16;

impl Shape {
    /// The shape of a primitive type named in source, with `usize` as on the
    /// 64-bit host that runs the compiled side.
    pub fn primitive(name: &str) -> Option<Shape> {
        let int = |bits, signed| Some(Shape::Int { bits, signed });
        match name {
            "u8" => int(8, false),
            "u16" => int(16, false),
            "u32" => int(32, false),
            "u64" | "usize" => int(64, false),
            "u128" => int(128, false),
            "i8" => int(8, true),
            "i16" => int(16, true),
            "i32" => int(32, true),
            "i64" | "isize" => int(64, true),
            "i128" => int(128, true),
            "bool" => Some(Shape::Bool),
            "char" => Some(Shape::Char),
            "f32" => Some(Shape::F32),
            "f64" => Some(Shape::F64),
            _ => None,
        }
    }

    /// How many values there are, or `None` when they are too many to list.
    fn cardinality(&self) -> Option<usize> {
        let product = |shapes: &[Shape]| {
            shapes.iter().try_fold(1usize, |total, shape| {
                total
                    .checked_mul(shape.cardinality()?)
                    .filter(|n| *n <= MOST_VALUES)
            })
        };
        match self {
            Shape::Int { bits: 8, .. } => Some(256),
            Shape::Bool => Some(2),
            Shape::Int { .. } | Shape::Char | Shape::F32 | Shape::F64 => None,
            Shape::Tuple(fields) => product(fields),
            Shape::Array(element, length) => product(&vec![(**element).clone(); *length]),
            Shape::Enum(variants) => variants.iter().map(|fields| product(fields)).sum(),
        }
    }

    /// One value, biased towards the places where programs go wrong.
    pub fn sample(&self, random: &mut Random) -> Value {
        match self {
            Shape::Int { bits, signed } => sample_int(*bits, *signed, random),
            Shape::Bool => Value::Bool(random.chance(50)),
            Shape::Char => Value::Char(sample_char(random)),
            Shape::F32 => Value::F32(sample_f32(random)),
            Shape::F64 => Value::F64(sample_f64(random)),
            Shape::Tuple(fields) => Value::Tuple(sample_all(fields, random)),
            Shape::Array(element, length) => {
                Value::Array((0..*length).map(|_| element.sample(random)).collect())
            }
            Shape::Enum(variants) => {
                let variant = random.below(variants.len());
                Value::Enum {
                    variant,
                    payload: sample_all(&variants[variant], random),
                }
            }
        }
    }

    /// Every value, for a shape that has a [`cardinality`](Self::cardinality).
    fn all(&self) -> Vec<Value> {
        match self {
            Shape::Int { bits, signed } => (0..1u128 << bits)
                .map(|pattern| Value::Int {
                    bits: *bits,
                    signed: *signed,
                    pattern,
                })
                .collect(),
            Shape::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Shape::Char | Shape::F32 | Shape::F64 => Vec::new(),
            Shape::Tuple(fields) => rows(fields).into_iter().map(Value::Tuple).collect(),
            Shape::Array(element, length) => {
                let elements = vec![(**element).clone(); *length];
                rows(&elements).into_iter().map(Value::Array).collect()
            }
            Shape::Enum(variants) => (0..variants.len())
                .flat_map(|variant| {
                    rows(&variants[variant])
                        .into_iter()
                        .map(move |payload| Value::Enum { variant, payload })
                })
                .collect(),
        }
    }
}

/// Every combination of one value per shape.
fn rows(shapes: &[Shape]) -> Vec<Vec<Value>> {
    shapes.iter().fold(vec![Vec::new()], |rows, shape| {
        let column = shape.all();
        rows.iter()
            .flat_map(|row| {
                column
                    .iter()
                    .map(|cell| [row.as_slice(), std::slice::from_ref(cell)].concat())
            })
            .collect()
    })
}

fn sample_all(shapes: &[Shape], random: &mut Random) -> Vec<Value> {
    shapes.iter().map(|shape| shape.sample(random)).collect()
}

/// Argument lists for a function: all of them when there are at most `count`,
/// otherwise `count` different ones.
pub fn inputs(parameters: &[Shape], count: usize, random: &mut Random) -> Vec<Vec<Value>> {
    let whole = Shape::Tuple(parameters.to_vec());
    if whole.cardinality().is_some_and(|n| n <= count) {
        return rows(parameters);
    }
    let mut seen = BTreeSet::new();
    let mut drawn = Vec::new();
    for _ in 0..count * 8 {
        let row = sample_all(parameters, random);
        if seen.insert(row.clone()) {
            drawn.push(row);
        }
        if drawn.len() == count {
            break;
        }
    }
    drawn
}

fn mask(bits: u32) -> u128 {
    u128::MAX >> (128 - bits)
}

fn sample_int(bits: u32, signed: bool, random: &mut Random) -> Value {
    let top = 1u128 << (bits - 1);
    let raw = match random.below(10) {
        0..=2 => random.below(10) as u128,
        3 => (random.below(10) as u128).wrapping_neg(),
        4 => *random.pick(&[top, top - 1, top + 1, mask(bits), mask(bits) - 1]),
        5 => (1u128 << random.below(bits as usize)).wrapping_sub(random.below(2) as u128),
        6 => random.below(100) as u128,
        7 => random.wide() & mask(1 + random.below(bits as usize) as u32),
        8 => (random.wide() & mask(1 + random.below(bits as usize) as u32)).wrapping_neg(),
        _ => random.wide(),
    };
    Value::Int {
        bits,
        signed,
        pattern: raw & mask(bits),
    }
}

fn sample_char(random: &mut Random) -> char {
    const EDGES: [u32; 12] = [
        0, 9, 0x20, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x1_0000, 0x10_ffff,
    ];
    let number = match random.below(4) {
        0 => *random.pick(&EDGES),
        1 | 2 => random.between(0x20, 0x7e) as u32,
        _ => random.below(0x11_0000) as u32,
    };
    char::from_u32(number).unwrap_or('\u{fffd}')
}

const FLOAT_EDGES: [f64; 22] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    255.0,
    256.0,
    -129.0,
    32768.0,
    65535.5,
    2147483648.0,
    4294967296.0,
    1e19,
    -1e19,
    0.1,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

fn sample_f64(random: &mut Random) -> u64 {
    match random.below(8) {
        0..=2 => random.pick(&FLOAT_EDGES).to_bits(),
        3 | 4 => ((random.below(2001) as f64 - 1000.0) / 8.0).to_bits(),
        5 => ((random.below(2001) as f64 - 1000.0) / 10.0).to_bits(),
        6 => *random.pick(&[
            1,
            f64::MAX.to_bits(),
            f64::MIN.to_bits(),
            f64::MIN_POSITIVE.to_bits(),
        ]),
        _ => quiet_f64(random.bits()),
    }
}

fn sample_f32(random: &mut Random) -> u32 {
    match random.below(8) {
        0..=2 => (*random.pick(&FLOAT_EDGES) as f32).to_bits(),
        3 | 4 => ((random.below(2001) as f32 - 1000.0) / 8.0).to_bits(),
        5 => ((random.below(2001) as f32 - 1000.0) / 10.0).to_bits(),
        6 => *random.pick(&[
            1,
            f32::MAX.to_bits(),
            f32::MIN.to_bits(),
            f32::MIN_POSITIVE.to_bits(),
        ]),
        _ => quiet_f32(random.bits() as u32),
    }
}

/// Only the one NaN that both sides agree on.
fn quiet_f64(bits: u64) -> u64 {
    if f64::from_bits(bits).is_nan() {
        f64::NAN.to_bits()
    } else {
        bits
    }
}

fn quiet_f32(bits: u32) -> u32 {
    if f32::from_bits(bits).is_nan() {
        f32::NAN.to_bits()
    } else {
        bits
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int {
                bits,
                signed: true,
                pattern,
            } => {
                write!(f, "{}", sign_extend(*pattern, *bits))
            }
            Value::Int { pattern, .. } => write!(f, "{pattern}"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Char(value) => write!(f, "{}", *value as u32),
            Value::F32(bits) if f32::from_bits(*bits).is_nan() => f.write_str("nan"),
            Value::F32(bits) => write!(f, "{bits:08x}"),
            Value::F64(bits) if f64::from_bits(*bits).is_nan() => f.write_str("nan"),
            Value::F64(bits) => write!(f, "{bits:016x}"),
            Value::Tuple(fields) => write!(f, "({})", joined(fields)),
            Value::Array(elements) => write!(f, "[{}]", joined(elements)),
            Value::Enum { variant, payload } => write!(f, "{variant}({})", joined(payload)),
        }
    }
}

/// The values' canonical texts with commas between them.
pub fn joined(values: &[Value]) -> String {
    values
        .iter()
        .map(Value::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

fn sign_extend(pattern: u128, bits: u32) -> i128 {
    let shift = 128 - bits;
    ((pattern << shift) as i128) >> shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_domains_are_listed_whole() {
        let shapes = [Shape::Bool, Shape::Enum(vec![vec![], vec![Shape::Bool]])];
        let rows = inputs(&shapes, 50, &mut Random::new(1));
        let texts: BTreeSet<String> = rows.iter().map(|row| joined(row)).collect();
        assert_eq!(texts.len(), 6);
        assert!(texts.contains("true,1(false)"));
    }

    #[test]
    fn large_domains_give_the_requested_number() {
        let shapes = [Shape::Int {
            bits: 16,
            signed: true,
        }];
        assert_eq!(inputs(&shapes, 50, &mut Random::new(1)).len(), 50);
    }

    #[test]
    fn canonical_text_shows_signs_and_nan() {
        let minus_one = Value::Int {
            bits: 8,
            signed: true,
            pattern: 0xff,
        };
        let values = [
            minus_one,
            Value::F32(f32::NAN.to_bits()),
            Value::F32(0x3f80_0000),
        ];
        assert_eq!(joined(&values), "-1,nan,3f800000");
    }
}
