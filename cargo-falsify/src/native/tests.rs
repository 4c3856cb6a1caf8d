//! Operators against the table, at all widths; small programs against the interpreter.

use super::{Code, Functions, Options};
use crate::bv::{self, Scalar, BINARY, UNARY};
use crate::ir::interp::NoInputs;
use crate::ir::{
    Block, Func, FuncId, Local, LocalId, Operand, Place, Program, Root, Rvalue, Statement,
    Terminator, Type, TypeId, Value,
};
use crate::source::{FileId, Span, Symbol};

const SCALARS: [Scalar; 18] = [
    Scalar::unsigned(8),
    Scalar::signed(8),
    Scalar::unsigned(16),
    Scalar::signed(16),
    Scalar::unsigned(32),
    Scalar::signed(32),
    Scalar::unsigned(64),
    Scalar::signed(64),
    Scalar::unsigned(128),
    Scalar::signed(128),
    Scalar::unsigned(5),
    Scalar::signed(5),
    Scalar::unsigned(33),
    Scalar::signed(100),
    Scalar::Bool,
    Scalar::Char,
    Scalar::Float { bits: 32 },
    Scalar::Float { bits: 64 },
];

/// Functions that each do one operation.
struct Catalogue {
    program: Program,
    entries: Vec<Entry>,
}

/// From the bits of the operands to those of the result.
type Meaning = Box<dyn Fn(&[u128]) -> u128>;

/// One function with the meaning that the table gives it.
struct Entry {
    func: FuncId,
    name: String,
    operands: Vec<Scalar>,
    meaning: Meaning,
}

fn type_of(scalar: Scalar) -> Type {
    match scalar {
        Scalar::Bool => Type::Bool,
        Scalar::Char => Type::Char,
        Scalar::Int { signed, bits } => Type::Int { signed, bits },
        Scalar::Float { bits } => Type::Float { bits },
    }
}

impl Catalogue {
    fn new() -> Catalogue {
        Catalogue {
            program: Program::new(32),
            entries: Vec::new(),
        }
    }

    fn ty(&mut self, scalar: Scalar) -> TypeId {
        let wanted = type_of(scalar);
        let known = self.program.types.iter().position(|ty| *ty == wanted);
        let index = known.unwrap_or_else(|| {
            self.program.types.push(wanted);
            self.program.types.len() - 1
        });
        TypeId(index as u32)
    }

    /// A function of the scalars that computes one value.
    fn add(
        &mut self,
        name: String,
        operands: Vec<Scalar>,
        result: Scalar,
        value: Rvalue,
        meaning: impl Fn(&[u128]) -> u128 + 'static,
    ) {
        let span = Span::new(FileId(0), 0, 0);
        let types = operands.iter().chain([&result]);
        let types: Vec<TypeId> = types.map(|scalar| self.ty(*scalar)).collect();
        let locals = types.iter().map(|ty| Local {
            name: None,
            ty: *ty,
        });
        let ret = LocalId(operands.len() as u32);
        let func = FuncId(self.program.funcs.len() as u32);
        self.program.funcs.push(Func {
            name: Symbol::new(&name),
            locals: locals.collect(),
            params: ret.0,
            blocks: vec![Block {
                statements: vec![(Statement::Assign(place(ret), value), span)],
                terminator: Some(Terminator::Return),
            }],
            track_caller: false,
            span,
        });
        self.entries.push(Entry {
            func,
            name,
            operands,
            meaning: Box::new(meaning),
        });
    }
}

fn place(local: LocalId) -> Place {
    Place {
        root: Root::Local(local),
        path: Vec::new(),
    }
}

fn operand(index: u32) -> Operand {
    Operand::Copy(place(LocalId(index)))
}

/// Values where operators change their mind.
fn interesting(scalar: Scalar, seed: u64) -> Vec<u128> {
    let mut values: Vec<u128> = match scalar {
        Scalar::Bool => vec![0, 1],
        Scalar::Char => vec![0, 65, 0xd7ff, 0xe000, 0x10_ffff],
        Scalar::Float { bits: 32 } => floats32(),
        Scalar::Float { .. } => floats64(),
        Scalar::Int { .. } => {
            let near = |v: u128| [v.wrapping_sub(1), v, v.wrapping_add(1)];
            let bases = [
                0,
                3,
                7,
                31,
                64,
                100,
                scalar.min(),
                scalar.max(),
                scalar.max() / 2,
            ];
            bases
                .into_iter()
                .flat_map(near)
                .map(|v| scalar.wrap(v))
                .collect()
        }
    };
    let mut state = seed;
    for _ in 0..8 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let wide = u128::from(state).wrapping_mul(0x1_0000_0001_0000_0003_0000_0007);
        values.push(scalar.wrap(wide >> (state % 61)));
    }
    values.retain(|value| scalar.contains(*value));
    values.sort_unstable();
    values.dedup();
    values
}

fn floats32() -> Vec<u128> {
    let numbers = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        1.5,
        -2.5,
        127.5,
        128.0,
        255.9,
        -128.9,
        32768.0,
        65536.0,
        2147483648.0,
        -2147483904.0,
        4294967296.0,
        9.3e18,
        -9.3e18,
        1.9e19,
        1e38,
        f32::MIN_POSITIVE,
        f32::MAX,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        1e-40,
    ];
    let mut bits: Vec<u128> = numbers.iter().map(|x: &f32| x.to_bits().into()).collect();
    // NaNs with a sign and a payload.
    bits.extend([0xffc0_0000, 0x7f80_0001, 0xffbf_1234]);
    bits
}

fn floats64() -> Vec<u128> {
    let numbers = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        1.5,
        -2.5,
        127.5,
        128.0,
        255.9,
        -128.9,
        32768.0,
        65536.0,
        2147483647.5,
        -2147483648.9,
        4294967295.5,
        9.223372036854776e18,
        -9.3e18,
        1.8446744073709552e19,
        1e300,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1e-310,
        1e39,
    ];
    let mut bits: Vec<u128> = numbers.iter().map(|x: &f64| x.to_bits().into()).collect();
    bits.extend([
        0xfff8_0000_0000_0000,
        0x7ff0_0000_0000_0001,
        0xfff7_0000_0000_1234,
    ]);
    bits
}

/// All values of types of one byte.
fn all(scalar: Scalar) -> Option<Vec<u128>> {
    let small = scalar.is_int() && scalar.bits() <= 8;
    small.then(|| (0..1u128 << scalar.bits()).collect())
}

/// All pairs (or single values) of operands to try.
fn rows(operands: &[Scalar]) -> Vec<Vec<u128>> {
    let exhaustive = operands.iter().all(|scalar| all(*scalar).is_some());
    let values = |scalar: Scalar, seed| match exhaustive {
        true => all(scalar).unwrap_or_default(),
        false => interesting(scalar, seed),
    };
    match *operands {
        [a] => values(a, 1).into_iter().map(|x| vec![x]).collect(),
        [a, b] => {
            let right = values(b, 2);
            let pairs = values(a, 1).into_iter();
            pairs
                .flat_map(|x| right.iter().map(move |y| vec![x, *y]))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Compares every entry with its meaning.
fn check(catalogue: &Catalogue) {
    let funcs: Vec<FuncId> = catalogue.entries.iter().map(|entry| entry.func).collect();
    let code = Code::of_functions(&catalogue.program, &funcs, Options::default());
    let code = code.unwrap_or_else(|why| panic!("{why}"));
    let mut functions = Functions::new(&code);
    let mut wrong = Vec::new();
    for entry in &catalogue.entries {
        for row in rows(&entry.operands) {
            let args: Vec<Value> = row.iter().map(|x| Value::Scalar(*x)).collect();
            let found = functions.call(entry.func, &args, &mut NoInputs);
            let wanted = Value::Scalar((entry.meaning)(&row));
            if found != Ok(wanted.clone()) {
                wrong.push(format!(
                    "{}{row:x?} gives {found:x?}, not {wanted:x?}",
                    entry.name
                ));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unary_operators_are_those_of_the_table() {
    let mut catalogue = Catalogue::new();
    for row in UNARY {
        for scalar in SCALARS {
            if let Some(result) = row.op.result(scalar) {
                let value = Rvalue::Unary(row.op, operand(0));
                let meaning = move |x: &[u128]| row.op.eval(scalar, x[0]);
                let name = format!("{} {scalar}", row.name);
                catalogue.add(name, vec![scalar], result, value, meaning);
            }
        }
    }
    check(&catalogue);
}

fn binary_operators(left: Scalar) {
    let mut catalogue = Catalogue::new();
    for row in BINARY {
        for right in SCALARS {
            if let Some(result) = row.op.result(left, right) {
                let value = Rvalue::Binary(row.op, operand(0), operand(1));
                let meaning = move |x: &[u128]| row.op.eval(left, x[0], right, x[1]);
                let name = format!("{} {left} {right}", row.name);
                catalogue.add(name, vec![left, right], result, value, meaning);
            }
        }
    }
    check(&catalogue);
}

#[test]
fn binary_operators_are_those_of_the_table() {
    SCALARS.into_iter().for_each(binary_operators);
}

/// The code generator folds constants and divides by them in its own ways.
#[test]
fn operators_with_a_constant_are_those_of_the_table() {
    for left in SCALARS
        .into_iter()
        .filter(|s| ![5, 33, 100].contains(&s.bits()))
    {
        let mut catalogue = Catalogue::new();
        for row in BINARY
            .iter()
            .filter(|row| row.op.result(left, left).is_some())
        {
            for (number, constant) in interesting(left, 3).into_iter().enumerate() {
                let ty = catalogue.ty(left);
                let right = Operand::Const(Value::Scalar(constant), ty);
                let value = Rvalue::Binary(row.op, operand(0), right);
                let meaning = move |x: &[u128]| row.op.eval(left, x[0], left, constant);
                let result = row.op.result(left, left).unwrap_or(left);
                let name = format!("{} {left} by {constant:x} ({number})", row.name);
                catalogue.add(name, vec![left], result, value, meaning);
            }
        }
        check(&catalogue);
    }
}

#[test]
fn casts_are_those_of_the_table() {
    let mut catalogue = Catalogue::new();
    for from in SCALARS {
        for to in SCALARS {
            let ty = catalogue.ty(to);
            if bv::castable(from, to) {
                let meaning = move |x: &[u128]| bv::cast(from, to, x[0]);
                let value = Rvalue::Cast(operand(0), ty);
                catalogue.add(format!("{from} as {to}"), vec![from], to, value, meaning);
            }
            if bv::transmutable(from, to) && to != Scalar::Char {
                let meaning = move |x: &[u128]| bv::transmute(to, x[0]);
                let value = Rvalue::Transmute(operand(0), ty);
                catalogue.add(
                    format!("bits of {from} as {to}"),
                    vec![from],
                    to,
                    value,
                    meaning,
                );
            }
        }
    }
    check(&catalogue);
}
