//! Writes a function of the IR with the parameters and the result of another.

use super::super::guard::Range;
use super::super::signature::{Kind, Leaf, Signature};
use super::Guarded;
use crate::bv::BinOp;
use crate::ir::{
    Block, BlockId, Func, FuncId, Local, LocalId, Operand, Place, Program, Root, Rvalue, Statement,
    Terminator, Type, TypeId, Value,
};

pub(super) type Written<T> = Result<T, String>;

/// The function under construction. Words are unsigned, whatever the types of the program say.
pub(super) struct Writer<'p> {
    program: &'p mut Program,
    func: Func,
    current: BlockId,
}

/// The first and last code that no character has.
const GAP: (u128, u128) = (0xd800, 0xdfff);

impl<'p> Writer<'p> {
    pub fn new(program: &'p mut Program, like: FuncId) -> Writer<'p> {
        let like = &program.funcs[like.0 as usize];
        let func = Func {
            name: like.name,
            locals: like.locals[..=like.params as usize].to_vec(),
            params: like.params,
            blocks: vec![Block::default()],
            track_caller: false,
            span: like.span,
        };
        Writer {
            program,
            func,
            current: BlockId(0),
        }
    }

    /// The function whose result these terms are.
    pub fn terms(mut self, signature: &Signature, terms: &[Guarded]) -> Written<Func> {
        let inputs = signature.inputs.iter().map(|leaf| self.read(leaf));
        let inputs: Vec<LocalId> = inputs.collect();
        let mut words = Vec::with_capacity(terms.len());
        for (leaf, guarded) in signature.outputs.iter().zip(terms) {
            let word = self.term(&inputs, &signature.input_sorts(), &guarded.term)?;
            words.push(self.forced(leaf, &guarded.range, word));
        }
        self.finished(&words)
    }

    /// The function that gives any result with scalars in these ranges.
    pub fn any(mut self, signature: &Signature, ranges: &[Range]) -> Written<Func> {
        let pairs = signature.outputs.iter().zip(ranges);
        let words: Vec<LocalId> = pairs.map(|(leaf, range)| self.drawn(leaf, range)).collect();
        self.finished(&words)
    }

    fn finished(mut self, words: &[LocalId]) -> Written<Func> {
        let ret = self.func.ret();
        let ty = self.func.locals[ret.0 as usize].ty;
        let result = self.assembled(ty, &mut words.iter().copied())?;
        self.statement(Statement::Assign(whole(ret), Rvalue::Use(copy(result))));
        self.end(Terminator::Return);
        Ok(self.func)
    }

    pub fn type_of(&mut self, ty: Type) -> TypeId {
        let types = &mut self.program.types;
        let at = types.iter().position(|it| *it == ty).unwrap_or_else(|| {
            types.push(ty);
            types.len() - 1
        });
        TypeId(at as u32)
    }

    pub fn int(&mut self, signed: bool, width: u32) -> TypeId {
        self.type_of(Type::Int {
            signed,
            bits: width as u16,
        })
    }

    fn statement(&mut self, statement: Statement) {
        let span = self.func.span;
        let block = &mut self.func.blocks[self.current.0 as usize];
        block.statements.push((statement, span));
    }

    fn end(&mut self, terminator: Terminator) {
        self.func.blocks[self.current.0 as usize].terminator = Some(terminator);
    }

    fn new_block(&mut self) -> BlockId {
        self.func.blocks.push(Block::default());
        BlockId(self.func.blocks.len() as u32 - 1)
    }

    fn local(&mut self, ty: TypeId) -> LocalId {
        self.func.locals.push(Local { name: None, ty });
        LocalId(self.func.locals.len() as u32 - 1)
    }

    /// A new local with the value.
    pub fn assign(&mut self, ty: TypeId, value: Rvalue) -> LocalId {
        let local = self.local(ty);
        self.statement(Statement::Assign(whole(local), value));
        local
    }

    pub fn constant(&mut self, width: u32, bits: u128) -> LocalId {
        let ty = self.int(false, width);
        self.assign(ty, Rvalue::Use(Operand::Const(Value::Scalar(bits), ty)))
    }

    pub fn truth(&mut self, value: bool) -> LocalId {
        let ty = self.type_of(Type::Bool);
        let value = Value::Scalar(value.into());
        self.assign(ty, Rvalue::Use(Operand::Const(value, ty)))
    }

    /// Of words of that width, read with or without a sign.
    pub fn compared(&mut self, op: BinOp, signed: Option<u32>, a: LocalId, b: LocalId) -> LocalId {
        let (a, b) = match signed {
            Some(width) => (self.cast(a, true, width), self.cast(b, true, width)),
            None => (a, b),
        };
        let ty = self.type_of(Type::Bool);
        self.assign(ty, Rvalue::Binary(op, copy(a), copy(b)))
    }

    pub fn binary(&mut self, op: BinOp, a: LocalId, b: LocalId) -> LocalId {
        let ty = self.func.locals[a.0 as usize].ty;
        self.assign(ty, Rvalue::Binary(op, copy(a), copy(b)))
    }

    pub fn cast(&mut self, a: LocalId, signed: bool, width: u32) -> LocalId {
        let ty = self.int(signed, width);
        self.assign(ty, Rvalue::Cast(copy(a), ty))
    }

    /// One of two words of the same type.
    pub fn choice(&mut self, condition: LocalId, then: LocalId, otherwise: LocalId) -> LocalId {
        let result = self.local(self.func.locals[then.0 as usize].ty);
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.end(Terminator::Switch {
            on: copy(condition),
            targets: vec![(0, no)],
            otherwise: yes,
        });
        for (block, value) in [(yes, then), (no, otherwise)] {
            self.current = block;
            self.statement(Statement::Assign(whole(result), Rvalue::Use(copy(value))));
            self.end(Terminator::Goto(after));
        }
        self.current = after;
        result
    }

    /// The word of an input.
    fn read(&mut self, leaf: &Leaf) -> LocalId {
        let place = leaf.place.clone();
        match leaf.kind {
            Kind::Enum(_) => {
                let ty = self.int(false, 32);
                self.assign(ty, Rvalue::VariantOf(place))
            }
            Kind::Bool => {
                let ty = self.type_of(Type::Bool);
                self.assign(ty, Rvalue::Use(Operand::Copy(place)))
            }
            Kind::Char | Kind::Int { .. } => {
                let ty = self.int(false, leaf.kind.sort().width());
                self.assign(ty, Rvalue::Cast(Operand::Copy(place), ty))
            }
        }
    }

    /// The word, or the nearest in the range if it is not there.
    fn forced(&mut self, leaf: &Leaf, range: &Range, word: LocalId) -> LocalId {
        if leaf.kind == Kind::Bool {
            return match range.first == range.last {
                true => self.truth(range.first == 1),
                false => word,
            };
        }
        let is_signed = leaf.kind.is_signed();
        let all = Range::any(range.width, is_signed);
        let order = is_signed.then_some(range.width);
        let ends = [
            (range.first, all.first, BinOp::Lt),
            (range.last, all.last, BinOp::Gt),
        ];
        let mut word = word;
        for (end, _, beyond) in ends.into_iter().filter(|(end, extreme, _)| end != extreme) {
            let end = self.constant(range.width, end);
            let is_beyond = self.compared(beyond, order, word, end);
            word = self.choice(is_beyond, end, word);
        }
        let word = self.with_remainder(range, word);
        self.without_gap(leaf, range.first, word)
    }

    /// The last number up to the word that the steps of the range come to.
    fn with_remainder(&mut self, range: &Range, word: LocalId) -> LocalId {
        if range.step <= 1 {
            return word;
        }
        let first = self.constant(range.width, range.first);
        let step = self.constant(range.width, range.step);
        let distance = self.binary(BinOp::Sub, word, first);
        let beyond = self.binary(BinOp::Rem, distance, step);
        self.binary(BinOp::Sub, word, beyond)
    }

    fn without_gap(&mut self, leaf: &Leaf, first: u128, word: LocalId) -> LocalId {
        if leaf.kind != Kind::Char {
            return word;
        }
        let nearest = if first < GAP.0 { GAP.0 - 1 } else { GAP.1 + 1 };
        let (low, high) = (self.constant(32, GAP.0), self.constant(32, GAP.1));
        let above = self.compared(BinOp::Ge, None, word, low);
        let below = self.compared(BinOp::Le, None, word, high);
        let inside = self.binary(BinOp::And, above, below);
        let nearest = self.constant(32, nearest);
        self.choice(inside, nearest, word)
    }

    /// Any word of the range: of one with steps, their number is drawn.
    fn drawn(&mut self, leaf: &Leaf, range: &Range) -> LocalId {
        let (first, last) = (range.first, range.last);
        match leaf.kind {
            Kind::Bool => {
                let ty = self.type_of(Type::Bool);
                self.input(ty, first, last)
            }
            Kind::Char => {
                let ty = self.type_of(Type::Char);
                let drawn = self.input(ty, character(first), character(last));
                self.cast(drawn, false, 32)
            }
            Kind::Int { .. } | Kind::Enum(_) if range.step <= 1 => {
                let ty = self.int(leaf.kind.is_signed(), range.width);
                let drawn = self.input(ty, first, last);
                self.cast(drawn, false, range.width)
            }
            Kind::Int { .. } | Kind::Enum(_) => {
                let ty = self.int(false, range.width);
                let steps = self.input(ty, 0, range.span() / range.step);
                let step = self.constant(range.width, range.step);
                let distance = self.binary(BinOp::Mul, steps, step);
                let first = self.constant(range.width, first);
                self.binary(BinOp::Add, first, distance)
            }
        }
    }

    /// A fresh value from outside, by the name of the function.
    fn input(&mut self, ty: TypeId, first: u128, last: u128) -> LocalId {
        let source = self.func.name;
        let local = self.local(ty);
        self.statement(Statement::Input {
            dest: whole(local),
            source,
            range: Some((Value::Scalar(first), Value::Scalar(last))),
        });
        local
    }

    /// A value of a type from its words in order.
    fn assembled(
        &mut self,
        ty: TypeId,
        words: &mut dyn Iterator<Item = LocalId>,
    ) -> Written<LocalId> {
        let parts = match self.program.ty(ty)?.clone() {
            Type::Tuple(fields) => fields,
            Type::Struct { fields, .. } => fields.iter().map(|it| it.1).collect(),
            Type::Array(element, len) => vec![element; len as usize],
            other => {
                let word = words.next().ok_or("a scalar is missing")?;
                return Ok(self.typed(ty, &other, word));
            }
        };
        let parts: Written<Vec<Operand>> = parts
            .into_iter()
            .map(|part| self.assembled(part, words).map(copy))
            .collect();
        Ok(self.assign(ty, Rvalue::Aggregate(ty, parts?)))
    }

    /// A scalar from its word.
    fn typed(&mut self, ty: TypeId, shape: &Type, word: LocalId) -> LocalId {
        match shape {
            Type::Enum { variants, .. } => self.variant(ty, variants.len() as u128, word),
            Type::Char => self.assign(ty, Rvalue::Transmute(copy(word), ty)),
            Type::Bool => word,
            _ => self.assign(ty, Rvalue::Cast(copy(word), ty)),
        }
    }

    fn variant(&mut self, ty: TypeId, count: u128, word: LocalId) -> LocalId {
        let result = self.local(ty);
        let blocks: Vec<BlockId> = (0..count).map(|_| self.new_block()).collect();
        let after = self.new_block();
        let mut targets: Vec<(u128, BlockId)> = (0..).zip(blocks.iter().copied()).collect();
        let otherwise = targets.pop().map_or(after, |last| last.1);
        self.end(Terminator::Switch {
            on: copy(word),
            targets,
            otherwise,
        });
        for (block, index) in blocks.into_iter().zip(0..) {
            self.current = block;
            let variant = Rvalue::Variant(ty, index, Vec::new());
            self.statement(Statement::Assign(whole(result), variant));
            self.end(Terminator::Goto(after));
        }
        self.current = after;
        result
    }
}

/// The nearest code that a character has.
fn character(code: u128) -> u128 {
    match code {
        code if (GAP.0..=GAP.1).contains(&code) => GAP.0 - 1,
        code => code.min(char::MAX.into()),
    }
}

pub(super) fn whole(local: LocalId) -> Place {
    Place {
        root: Root::Local(local),
        path: Vec::new(),
    }
}

pub(super) fn copy(local: LocalId) -> Operand {
    Operand::Copy(whole(local))
}
