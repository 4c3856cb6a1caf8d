//! The grammar of a function's summaries: its scalars, and the constants and operators that occur in it and in what it calls.

mod fragment;

use std::collections::BTreeSet;

use super::signature::{Kind, Signature};
use crate::bv::{BinOp, Scalar, UnOp};
use crate::effects::{operands, EffectsOf};
use crate::ir::{
    Func, FuncId, LocalId, Operand, Place, Program, Root, Rvalue, Statement, Terminator, Type,
    TypeId, Value,
};
use crate::synth::{Grammar, Nonterminal, Op, Production, Sort, Syntax, Term};

/// More constants of one type than this are not taken from the function: those of tables.
const CONSTANTS: usize = 80;

/// The grammar of one scalar of the result.
pub fn of(
    program: &Program,
    effects: &EffectsOf,
    function: FuncId,
    signature: &Signature,
    output: Kind,
) -> Grammar {
    let mut vocabulary = Vocabulary::new(program, signature, output);
    for func in effects.reached([function]) {
        vocabulary.read(&program.funcs[func.0 as usize]);
    }
    vocabulary.grammar(signature)
}

/// What words of one nonterminal are: numbers of a width, whatever their sign, or something that is not calculated with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Nature {
    Bool,
    Number(u16),
    Char,
    Enum(TypeId),
}

impl Nature {
    fn of(kind: Kind) -> Nature {
        match kind {
            Kind::Bool => Nature::Bool,
            Kind::Char => Nature::Char,
            Kind::Int { bits, .. } => Nature::Number(bits),
            Kind::Enum(ty) => Nature::Enum(ty),
        }
    }

    fn of_scalar(scalar: Scalar) -> Option<Nature> {
        match scalar {
            Scalar::Bool => Some(Nature::Bool),
            Scalar::Char => Some(Nature::Char),
            Scalar::Int { bits, .. } => Some(Nature::Number(bits)),
            Scalar::Float { .. } => None,
        }
    }

    fn sort(self) -> Sort {
        match self {
            Nature::Bool => Sort::Bool,
            Nature::Number(bits) => Sort::Bits(bits),
            Nature::Char | Nature::Enum(_) => Sort::Bits(32),
        }
    }
}

/// A production: what it means over its places, and what these are.
type Rule = (Nature, Term, Vec<Nature>);

struct Vocabulary<'p> {
    program: &'p Program,
    /// The first is that of the start.
    natures: Vec<Nature>,
    rules: Vec<Rule>,
    constants: Vec<(Nature, u128)>,
}

fn hole(at: usize) -> Term {
    Term::Hole(at)
}

fn apply(op: Op, operands: impl Into<Vec<Term>>) -> Term {
    Term::Apply(op, operands.into())
}

fn number(bits: u16, value: u128) -> Term {
    Term::Constant(Sort::Bits(bits), value)
}

impl<'p> Vocabulary<'p> {
    fn new(program: &'p Program, signature: &Signature, output: Kind) -> Vocabulary<'p> {
        let mut new = Vocabulary {
            program,
            natures: vec![Nature::of(output)],
            rules: Vec::new(),
            constants: Vec::new(),
        };
        new.note(Nature::Bool);
        for leaf in &signature.inputs {
            new.note(Nature::of(leaf.kind));
        }
        if let Kind::Int { bits, .. } = output {
            new.constant(Nature::Number(bits), 0);
            new.constant(Nature::Number(bits), 1);
        }
        new
    }

    fn note(&mut self, nature: Nature) {
        if !self.natures.contains(&nature) {
            self.natures.push(nature);
        }
    }

    fn constant(&mut self, nature: Nature, bits: u128) {
        self.note(nature);
        let same = self.constants.iter().filter(|it| it.0 == nature);
        if same.clone().count() < CONSTANTS && !same.clone().any(|it| it.1 == bits) {
            self.constants.push((nature, bits));
        }
    }

    fn rule(&mut self, result: Nature, body: Term, holes: &[Nature]) {
        let rule = (result, body, holes.to_vec());
        if !self.rules.contains(&rule) {
            self.note(result);
            holes.iter().for_each(|it| self.note(*it));
            self.rules.push(rule);
        }
    }

    /// Takes what a function does, but for what only its checks look at.
    fn read(&mut self, func: &Func) {
        let guards = looked_at_by_checks(func);
        for (statement, _) in func.blocks.iter().flat_map(|block| &block.statements) {
            match statement {
                Statement::Assign(dest, _) if is_among(dest, &guards) => continue,
                Statement::Assign(_, rvalue) => self.operation(func, rvalue),
                _ => {}
            }
            for operand in operands(statement) {
                if let Operand::Const(value, ty) = operand {
                    self.constants_in(value, *ty);
                }
            }
        }
        let terminators = func.blocks.iter().filter_map(|it| it.terminator.as_ref());
        terminators.for_each(|it| self.branch(func, it));
        for (result, body, holes) in fragment::of(self.program, func) {
            self.rule(result, body, &holes);
        }
    }

    fn scalar(&self, func: &Func, operand: &Operand) -> Option<Scalar> {
        let ty = self.program.operand_type(func, operand).ok()?;
        self.program.ty(ty).ok()?.scalar()
    }

    /// A branch on a number compares it with constants.
    fn branch(&mut self, func: &Func, terminator: &Terminator) {
        let Terminator::Switch { on, targets, .. } = terminator else {
            return;
        };
        let nature = self.scalar(func, on).and_then(Nature::of_scalar);
        if let Some(nature @ (Nature::Number(_) | Nature::Char)) = nature {
            targets
                .iter()
                .for_each(|(bits, _)| self.constant(nature, *bits));
            self.equality(nature);
        }
    }

    fn equality(&mut self, nature: Nature) {
        let equal = apply(Op::Eq, [hole(0), hole(1)]);
        self.rule(Nature::Bool, equal, &[nature, nature]);
    }

    fn constants_in(&mut self, value: &Value, ty: TypeId) {
        match (value, self.program.ty(ty)) {
            (Value::Scalar(bits), Ok(found)) => {
                let nature = found.scalar().and_then(Nature::of_scalar);
                if let Some(nature @ (Nature::Number(_) | Nature::Char)) = nature {
                    self.constant(nature, *bits);
                }
            }
            (Value::Aggregate(parts), Ok(Type::Array(element, _))) => {
                let element = *element;
                parts.iter().for_each(|it| self.constants_in(it, element));
            }
            (Value::Aggregate(parts), Ok(Type::Tuple(types))) => {
                let types = types.clone();
                parts
                    .iter()
                    .zip(types)
                    .for_each(|(it, ty)| self.constants_in(it, ty));
            }
            (Value::Ref(id, path), _) if path.is_empty() => self.constants_of(*id),
            (Value::Slice(id, path, ..), _) if path.is_empty() => self.constants_of(*id),
            _ => {}
        }
    }

    fn constants_of(&mut self, id: crate::ir::StaticId) {
        let program = self.program;
        if let Ok(item) = program.static_of(id) {
            self.constants_in(&item.init, item.ty);
        }
    }

    fn operation(&mut self, func: &Func, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Unary(op, a) => {
                if let Some(scalar) = self.scalar(func, a) {
                    self.unary(*op, scalar);
                }
            }
            Rvalue::Binary(op, a, b) => {
                if let (Some(left), Some(right)) = (self.scalar(func, a), self.scalar(func, b)) {
                    self.binary(*op, left, right, b);
                }
            }
            Rvalue::Cast(a, to) => {
                let to = self.program.ty(*to).ok().and_then(Type::scalar);
                if let (Some(from), Some(to)) = (self.scalar(func, a), to) {
                    self.cast(from, to);
                }
            }
            Rvalue::Discriminant(place) => {
                if let Ok(ty) = self.program.place_type(func, place) {
                    self.discriminant(ty);
                }
            }
            _ => {}
        }
    }

    fn unary(&mut self, op: UnOp, scalar: Scalar) {
        let Some(nature) = Nature::of_scalar(scalar) else {
            return;
        };
        let op = match op {
            UnOp::Not => Op::Not,
            UnOp::Neg => Op::Neg,
            _ => return,
        };
        self.rule(nature, apply(op, [hole(0)]), &[nature]);
    }

    fn binary(&mut self, op: BinOp, left: Scalar, right: Scalar, by: &Operand) {
        let Some(nature) = Nature::of_scalar(left) else {
            return;
        };
        let signed = left.is_signed();
        if let Some(op) = plain(op, signed) {
            let sides = [hole(0), hole(1)];
            let result = match op.result(&[nature.sort(), nature.sort()]) {
                Some(Sort::Bool) => Nature::Bool,
                _ => nature,
            };
            self.rule(result, apply(op, sides), &[nature, nature]);
            return;
        }
        let (Nature::Number(bits), Scalar::Int { bits: count, .. }) = (nature, right) else {
            return;
        };
        match op {
            BinOp::Shl => self.shift(Op::Shl, bits, count, by),
            BinOp::Shr if signed => self.shift(Op::Ashr, bits, count, by),
            BinOp::Shr => self.shift(Op::Lshr, bits, count, by),
            BinOp::RotateLeft | BinOp::RotateRight => self.rotation(op, bits, by),
            BinOp::AddSaturating => {
                self.rule(nature, saturating(Op::Add, bits, signed), &[nature, nature])
            }
            BinOp::SubSaturating => {
                self.rule(nature, saturating(Op::Sub, bits, signed), &[nature, nature])
            }
            _ => {}
        }
    }

    /// Shifts by constants keep these; the others move by a number of any width.
    fn shift(&mut self, op: Op, bits: u16, count: u16, by: &Operand) {
        let nature = Nature::Number(bits);
        match by {
            Operand::Const(Value::Scalar(by), _) if *by < u128::from(bits) => {
                let by = number(bits, *by);
                self.rule(nature, apply(op, [hole(0), by]), &[nature]);
            }
            _ => {
                let by = resized(hole(1), count, bits, false);
                let shifted = apply(op, [hole(0), by]);
                self.rule(nature, shifted, &[nature, Nature::Number(count)]);
            }
        }
    }

    fn rotation(&mut self, op: BinOp, bits: u16, by: &Operand) {
        let Operand::Const(Value::Scalar(by), _) = by else {
            return;
        };
        let width = u128::from(bits);
        let left = match op {
            BinOp::RotateLeft => by % width,
            _ => (width - by % width) % width,
        };
        let moved = |op, by| apply(op, [hole(0), number(bits, by)]);
        let rotated = apply(
            Op::Or,
            [moved(Op::Shl, left), moved(Op::Lshr, width - left)],
        );
        self.rule(Nature::Number(bits), rotated, &[Nature::Number(bits)]);
    }

    fn cast(&mut self, from: Scalar, to: Scalar) {
        let signed = from.is_signed();
        let (Some(from), Some(to)) = (Nature::of_scalar(from), Nature::of_scalar(to)) else {
            return;
        };
        let body = match (from, to) {
            (Nature::Bool, Nature::Number(bits)) => {
                apply(Op::Ite, [hole(0), number(bits, 1), number(bits, 0)])
            }
            (Nature::Number(8), Nature::Char) => resized(hole(0), 8, 32, false),
            (Nature::Char, Nature::Number(to)) => resized(hole(0), 32, to, false),
            (Nature::Number(from), Nature::Number(to)) if from != to => {
                resized(hole(0), from, to, signed)
            }
            _ => return,
        };
        self.rule(to, body, &[from]);
    }

    /// The number of a variant.
    fn discriminant(&mut self, ty: TypeId) {
        let program = self.program;
        let Ok(Type::Enum { variants, repr, .. }) = program.ty(ty) else {
            return;
        };
        let Some(Scalar::Int { bits, .. }) = program.ty(*repr).ok().and_then(Type::scalar) else {
            return;
        };
        if variants.iter().any(|it| !it.fields.is_empty()) {
            return;
        }
        let mut numbers = variants.iter().map(|it| it.discriminant);
        let body = match numbers.by_ref().eq(0..variants.len() as i128) {
            true => resized(hole(0), 32, bits, false),
            false => {
                let value =
                    |bits_of: i128| number(bits, bits_of as u128 & crate::term::mask(bits.into()));
                let last = variants.last().map_or(0, |it| it.discriminant);
                let others = variants.iter().enumerate().rev().skip(1);
                others.fold(value(last), |rest, (at, variant)| {
                    let is_it = apply(Op::Eq, [hole(0), number(32, at as u128)]);
                    apply(Op::Ite, [is_it, value(variant.discriminant), rest])
                })
            }
        };
        self.rule(Nature::Number(bits), body, &[Nature::Enum(ty)]);
    }

    fn grammar(mut self, signature: &Signature) -> Grammar {
        self.choices();
        let inputs: Vec<Sort> = signature.input_sorts();
        let mut nonterminals: Vec<Nonterminal> = self
            .natures
            .iter()
            .enumerate()
            .map(|(at, nature)| Nonterminal {
                name: format!("n{at}"),
                sort: nature.sort(),
                productions: Vec::new(),
                any_constant: false,
            })
            .collect();
        let place = |nature: Nature| {
            self.natures
                .iter()
                .position(|it| *it == nature)
                .unwrap_or(0)
        };
        for (at, leaf) in signature.inputs.iter().enumerate() {
            let own = &mut nonterminals[place(Nature::of(leaf.kind))];
            own.productions
                .push(Production::input(at, &format!("x{at}")));
        }
        for (nature, bits) in &self.constants {
            let own = &mut nonterminals[place(*nature)];
            own.productions
                .push(Production::constant(nature.sort(), *bits));
        }
        for (at, (result, body, holes)) in self.rules.iter().enumerate() {
            let own = &mut nonterminals[place(*result)];
            let mut words = vec![Syntax::word(format!("r{at}"))];
            words.extend((0..holes.len()).map(Syntax::Hole));
            own.productions.push(Production {
                body: body.clone(),
                holes: holes.iter().map(|it| place(*it)).collect(),
                syntax: Syntax::List(words),
            });
        }
        Grammar {
            inputs,
            nonterminals,
        }
    }

    /// If-then-else of everything, and what every enum has.
    fn choices(&mut self) {
        for nature in self.natures.clone() {
            if let Nature::Enum(ty) = nature {
                let count = match self.program.ty(ty) {
                    Ok(Type::Enum { variants, .. }) => variants.len(),
                    _ => 0,
                };
                (0..count).for_each(|at| self.constant(nature, at as u128));
                self.equality(nature);
            }
            if nature == Nature::Bool {
                self.constants.extend([(nature, 0), (nature, 1)]);
            }
            let choice = apply(Op::Ite, [hole(0), hole(1), hole(2)]);
            self.rule(nature, choice, &[Nature::Bool, nature, nature]);
        }
    }
}

/// The operator over two words of one sort that an operator of the table is.
fn plain(op: BinOp, signed: bool) -> Option<Op> {
    let by_sign = |with, without| Some(if signed { with } else { without });
    match op {
        BinOp::Add => Some(Op::Add),
        BinOp::Sub => Some(Op::Sub),
        BinOp::Mul => Some(Op::Mul),
        BinOp::And => Some(Op::And),
        BinOp::Or => Some(Op::Or),
        BinOp::Xor => Some(Op::Xor),
        BinOp::Eq => Some(Op::Eq),
        BinOp::Ne => Some(Op::Ne),
        BinOp::Div => by_sign(Op::Sdiv, Op::Udiv),
        BinOp::Rem => by_sign(Op::Srem, Op::Urem),
        BinOp::Lt => by_sign(Op::Slt, Op::Ult),
        BinOp::Le => by_sign(Op::Sle, Op::Ule),
        BinOp::Gt => by_sign(Op::Sgt, Op::Ugt),
        BinOp::Ge => by_sign(Op::Sge, Op::Uge),
        _ => None,
    }
}

/// A word of another width.
fn resized(word: Term, from: u16, to: u16, signed: bool) -> Term {
    match (from, to) {
        _ if from == to => word,
        _ if from > to => {
            let (high, low) = (to - 1, 0);
            apply(Op::Extract { high, low }, [word])
        }
        _ if signed => apply(Op::SignExtend(to - from), [word]),
        _ => apply(Op::ZeroExtend(to - from), [word]),
    }
}

/// A sum or difference that stays at the bound that it would pass.
fn saturating(op: Op, bits: u16, signed: bool) -> Term {
    let (a, b) = (hole(0), hole(1));
    let plain = apply(op, [a.clone(), b.clone()]);
    let scalar = Scalar::Int { signed, bits };
    let (least, most) = (number(bits, scalar.min()), number(bits, scalar.max()));
    if !signed {
        let (passed, bound) = match op {
            Op::Add => (apply(Op::Ult, [plain.clone(), a]), most),
            _ => (apply(Op::Ult, [a, b]), least),
        };
        return apply(Op::Ite, [passed, bound, plain]);
    }
    // The sign of the result is wrong: operands of one sign (or, of a difference, of two), and a result of the other.
    let zero = number(bits, 0);
    let differ = apply(Op::Xor, [a.clone(), b]);
    let differ = if op == Op::Add {
        apply(Op::Not, [differ])
    } else {
        differ
    };
    let turned = apply(Op::Xor, [a.clone(), plain.clone()]);
    let passed = apply(Op::Slt, [apply(Op::And, [differ, turned]), zero.clone()]);
    let bound = apply(Op::Ite, [apply(Op::Slt, [a, zero]), least, most]);
    apply(Op::Ite, [passed, bound, plain])
}

/// Locals that are conditions of checks.
fn looked_at_by_checks(func: &Func) -> BTreeSet<LocalId> {
    let statements = func.blocks.iter().flat_map(|block| &block.statements);
    let conditions = statements.filter_map(|(statement, _)| match statement {
        Statement::Check {
            cond: Operand::Copy(place),
            ..
        } => Some(place),
        _ => None,
    });
    let locals = conditions.filter_map(|place| match place.root {
        Root::Local(local) if place.path.is_empty() => Some(local),
        _ => None,
    });
    locals.collect()
}

fn is_among(place: &Place, locals: &BTreeSet<LocalId>) -> bool {
    matches!(place.root, Root::Local(local) if locals.contains(&local)) && place.path.is_empty()
}
