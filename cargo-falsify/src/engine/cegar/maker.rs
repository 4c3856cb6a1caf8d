//! Where bodies that stand for functions come from.

use std::collections::BTreeMap;

use super::Variant;
use crate::bv::{BinOp, Scalar};
use crate::ir::interp::{Machine, NoInputs};
use crate::ir::{
    Block, BlockId, Func, FuncId, Local, LocalId, Operand, Place, Program, Root, Rvalue, Statement,
    Terminator, Type, TypeId, Value,
};
use crate::source::Symbol;

/// What a function answered once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Observation {
    pub arguments: Vec<Value>,
    pub result: Value,
}

/// A body that answers like a function, more or less.
#[derive(Clone, Debug)]
pub struct Summary {
    pub function: FuncId,
    /// With the parameters and the type of the function.
    pub body: Func,
    /// In Rust.
    pub text: String,
    /// Whether it is the same for all arguments.
    pub exact: bool,
}

/// Makes summaries.
pub trait Maker {
    /// A first summary; none if there is nothing simpler than the function.
    fn first(&self, function: FuncId) -> Option<Summary>;

    /// A summary that agrees with all that was learned before and with these observations.
    fn refined(&self, summary: &Summary, corrected: &[Observation]) -> Option<Summary>;

    /// A body that gives any value that the function may give.
    fn any(&self, function: FuncId) -> Option<Func>;
}

/// Summaries that are tables: observed points, and the most frequent result elsewhere.
pub struct Tables<'p> {
    program: &'p Program,
    variant: Variant,
    learned: std::cell::RefCell<BTreeMap<FuncId, Vec<Observation>>>,
}

impl<'p> Tables<'p> {
    pub fn new(program: &'p Program, variant: Variant) -> Tables<'p> {
        Tables {
            program,
            variant,
            learned: Default::default(),
        }
    }

    fn scalars(&self, function: FuncId) -> Option<(Vec<Scalar>, Scalar)> {
        let func = self.func(function);
        let scalar = |ty: TypeId| self.program.ty(ty).ok()?.scalar();
        let params: Option<Vec<Scalar>> = func.param_types().map(scalar).collect();
        Some((params?, scalar(func.local_type(func.ret()).ok()?)?))
    }

    fn func(&self, function: FuncId) -> &'p Func {
        &self.program.funcs[function.0 as usize]
    }

    fn samples(&self, function: FuncId) -> Option<Vec<Observation>> {
        let (params, _) = self.scalars(function)?;
        let mut constants = vec![0, 1, 2, u128::MAX];
        let func = self.func(function);
        for (statement, _) in func.blocks.iter().flat_map(|block| &block.statements) {
            for operand in crate::ir::interp::operands(statement) {
                if let Operand::Const(Value::Scalar(bits), _) = operand {
                    constants.extend([bits, bits.wrapping_add(1), bits.wrapping_sub(1)]);
                }
            }
        }
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut draw = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        let mut machine = Machine::new(self.program);
        let mut found = Vec::new();
        for _ in 0..400 {
            let arguments = params.iter().map(|scalar| {
                let bits = match draw(3) {
                    0 => u128::from(draw(100)),
                    _ => constants[draw(constants.len() as u64) as usize],
                };
                Value::Scalar(scalar.wrap(bits))
            });
            let arguments: Vec<Value> = arguments.collect();
            if let Ok(result) = machine.call(function, &arguments, &mut NoInputs) {
                found.push(Observation { arguments, result });
            }
        }
        (!found.is_empty()).then_some(found)
    }

    fn table(&self, function: FuncId, points: &[Observation], default: &Value) -> Option<Summary> {
        let func = self.func(function);
        let mut body = Func {
            blocks: Vec::new(),
            locals: func.locals[..=func.params as usize].to_vec(),
            ..func.clone()
        };
        let ret = body.local_type(body.ret()).ok()?;
        let bool_type = self.program.types.iter().position(|ty| *ty == Type::Bool)?;
        let bool_type = TypeId(bool_type as u32);
        let place = |local: LocalId| Place {
            root: Root::Local(local),
            path: Vec::new(),
        };
        let span = func.span;
        for point in points {
            let next = body.blocks.len() as u32 + 2 * point.arguments.len() as u32 + 1;
            let _ = next;
            let end = body.blocks.len() as u32 + point.arguments.len() as u32 + 1;
            for (at, argument) in point.arguments.iter().enumerate() {
                let ty = body.locals[at].ty;
                let test = LocalId(body.locals.len() as u32);
                body.locals.push(Local {
                    name: None,
                    ty: bool_type,
                });
                let compare = Rvalue::Binary(
                    BinOp::Eq,
                    Operand::Copy(place(LocalId(at as u32))),
                    Operand::Const(argument.clone(), ty),
                );
                let here = body.blocks.len() as u32;
                body.blocks.push(Block {
                    statements: vec![(Statement::Assign(place(test), compare), span)],
                    terminator: Some(Terminator::Switch {
                        on: Operand::Copy(place(test)),
                        targets: vec![(0, BlockId(end))],
                        otherwise: BlockId(here + 1),
                    }),
                });
            }
            body.blocks
                .push(answer(&place(body.ret()), &point.result, ret, span));
        }
        let to = place(body.ret());
        body.blocks.push(answer(&to, default, ret, span));
        let shown: Vec<String> = points.iter().map(|it| format!("{:?}", it)).collect();
        Some(Summary {
            function,
            body,
            text: format!("{} else {default:?}", shown.join(", ")),
            exact: false,
        })
    }

    fn default(&self, function: FuncId) -> Option<Value> {
        let mut counts: BTreeMap<u128, usize> = BTreeMap::new();
        for sample in self.samples(function)? {
            if let Value::Scalar(bits) = sample.result {
                *counts.entry(bits).or_default() += 1;
            }
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count)?;
        let (_, result) = self.scalars(function)?;
        let wrong = u128::from(self.variant.wrong);
        Some(Value::Scalar(result.wrap(most.0 ^ wrong)))
    }
}

fn answer(to: &Place, value: &Value, ty: TypeId, span: crate::source::Span) -> Block {
    let value = Rvalue::Use(Operand::Const(value.clone(), ty));
    Block {
        statements: vec![(Statement::Assign(to.clone(), value), span)],
        terminator: Some(Terminator::Return),
    }
}

impl Maker for Tables<'_> {
    fn first(&self, function: FuncId) -> Option<Summary> {
        self.table(function, &[], &self.default(function)?)
    }

    fn refined(&self, summary: &Summary, corrected: &[Observation]) -> Option<Summary> {
        let mut learned = self.learned.borrow_mut();
        let points = learned.entry(summary.function).or_default();
        points.extend(corrected.iter().cloned());
        self.table(summary.function, points, &self.default(summary.function)?)
    }

    fn any(&self, function: FuncId) -> Option<Func> {
        let (_, result) = self.scalars(function)?;
        let func = self.func(function);
        let bits = |it: Observation| match it.result {
            Value::Scalar(bits) => bits,
            _ => 0,
        };
        let results: Vec<u128> = self.samples(function)?.into_iter().map(bits).collect();
        let less = |a: &u128, b: &u128| match BinOp::Lt.eval(result, *a, result, *b) {
            1 => std::cmp::Ordering::Less,
            _ => std::cmp::Ordering::Greater,
        };
        let low = results.iter().copied().min_by(less)?;
        let high = results.iter().copied().max_by(less)?;
        let dest = Place {
            root: Root::Local(func.ret()),
            path: Vec::new(),
        };
        let input = Statement::Input {
            dest,
            source: Symbol::new(&format!("any value of {}", func.name)),
            range: Some((Value::Scalar(low), Value::Scalar(high))),
        };
        Some(Func {
            blocks: vec![Block {
                statements: vec![(input, func.span)],
                terminator: Some(Terminator::Return),
            }],
            locals: func.locals[..=func.params as usize].to_vec(),
            ..func.clone()
        })
    }
}
