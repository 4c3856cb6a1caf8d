//! Writes a function of the IR with the parameters and the result of another.

use super::signature::{Kind, Leaf};
use crate::bv::BinOp;
use crate::ir::{
    Block, BlockId, Func, FuncId, Local, LocalId, Operand, Place, Program, Root, Rvalue, Statement,
    Terminator, Type, TypeId, Value,
};
use crate::source::{Span, Symbol};
use crate::synth::Sort;

pub(super) type Written<T> = Result<T, String>;

/// The function under construction. Words are unsigned, whatever the types of the program say.
pub(super) struct Writer<'p> {
    program: &'p mut Program,
    func: Func,
    current: BlockId,
}

impl<'p> Writer<'p> {
    /// A function without parameters whose result is a tuple of words.
    pub fn new(program: &'p mut Program, name: Symbol, span: Span, result: &[Sort]) -> Writer<'p> {
        let func = Func {
            name,
            locals: Vec::new(),
            params: 0,
            blocks: vec![Block::default()],
            track_caller: false,
            span,
        };
        let mut writer = Writer {
            program,
            func,
            current: BlockId(0),
        };
        let words = result.iter().map(|sort| writer.word(*sort)).collect();
        let ty = writer.type_of(Type::Tuple(words));
        writer.local(ty);
        writer
    }

    fn word(&mut self, sort: Sort) -> TypeId {
        match sort {
            Sort::Bool => self.type_of(Type::Bool),
            Sort::Bits(width) => self.int(false, width.into()),
        }
    }

    pub fn program(&self) -> &Program {
        self.program
    }

    /// A function with the parameters and the result of another.
    pub fn like(program: &'p mut Program, like: FuncId) -> Writer<'p> {
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

    pub fn ret(&self) -> LocalId {
        self.func.ret()
    }

    pub fn type_of_local(&self, local: LocalId) -> TypeId {
        self.func.locals[local.0 as usize].ty
    }

    pub fn done(self) -> Func {
        self.func
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

    pub fn statement(&mut self, statement: Statement) {
        let span = self.func.span;
        let block = &mut self.func.blocks[self.current.0 as usize];
        block.statements.push((statement, span));
    }

    pub fn end(&mut self, terminator: Terminator) {
        self.func.blocks[self.current.0 as usize].terminator = Some(terminator);
    }

    fn new_block(&mut self) -> BlockId {
        self.func.blocks.push(Block::default());
        BlockId(self.func.blocks.len() as u32 - 1)
    }

    pub fn local(&mut self, ty: TypeId) -> LocalId {
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
    pub fn read(&mut self, leaf: &Leaf) -> LocalId {
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

    /// A fresh value from outside within bounds, by the name of the function.
    pub fn input_between(&mut self, ty: TypeId, first: u128, last: u128) -> LocalId {
        let source = self.func.name;
        let range = Some((Value::Scalar(first), Value::Scalar(last)));
        self.input(ty, source, range)
    }

    /// A fresh value from outside.
    pub fn input(&mut self, ty: TypeId, source: Symbol, range: Option<(Value, Value)>) -> LocalId {
        let local = self.local(ty);
        self.statement(Statement::Input {
            dest: whole(local),
            source,
            range,
        });
        local
    }

    /// A value of a type from its words in order.
    pub fn assembled(
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

pub(super) fn whole(local: LocalId) -> Place {
    Place {
        root: Root::Local(local),
        path: Vec::new(),
    }
}

pub(super) fn copy(local: LocalId) -> Operand {
    Operand::Copy(whole(local))
}
