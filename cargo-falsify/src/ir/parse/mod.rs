//! Reads the text form of a program (see `print`).

mod lex;

use std::collections::HashMap;

use super::print::RESERVED;
use super::{
    Block, BlockId, Environment, Func, FuncId, Handler, Harness, Local, LocalId, LoopForm, Monitor,
    MonitorParam, Operand, PanicKind, Place, Program, Projection, Root, Rvalue, Statement, Static,
    StaticId, Step, Terminator, TickParam, Type, TypeId, Value, Variant,
};
use crate::bv::{BinOp, Scalar, UnOp};
use crate::source::{FileId, Span, Symbol};
use lex::{Number, Token};

/// Types and values may nest this deep.
const MAX_DEPTH: u32 = 100;

/// Reads a program; the error says where and why not.
pub fn parse(text: &str) -> Result<Program, String> {
    let mut parser = Parser::new(lex::tokens(text)?);
    match parser.program() {
        Ok(()) => Ok(parser.program),
        Err(error) => Err(format!("line {}: {error}", parser.line())),
    }
}

/// Reads values, with commas between them, that may name the program's functions.
pub fn parse_values(program: &Program, text: &str) -> Result<Vec<Value>, String> {
    let mut parser = Parser::new(lex::tokens(text)?);
    parser.program.pointer_width = program.pointer_width;
    let names = (0..).zip(&program.funcs);
    parser.funcs = names.map(|(id, func)| (func.name, FuncId(id))).collect();
    let mut values = Vec::new();
    while parser.peek().is_some() {
        values.push(parser.value()?);
        if parser.peek().is_some() {
            parser.expect(",")?;
        }
    }
    Ok(values)
}

type Parsed<T> = Result<T, String>;

struct Parser {
    tokens: Vec<(Token, u32)>,
    at: usize,
    depth: u32,
    program: Program,
    interned: HashMap<Type, TypeId>,
    nominal: HashMap<Symbol, TypeId>,
    funcs: HashMap<Symbol, FuncId>,
}

impl Parser {
    fn new(tokens: Vec<(Token, u32)>) -> Parser {
        Parser {
            tokens,
            at: 0,
            depth: 0,
            program: Program::new(32),
            interned: HashMap::new(),
            nominal: HashMap::new(),
            funcs: HashMap::new(),
        }
    }

    fn line(&self) -> u32 {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens.get(self.at.min(last)).map_or(1, |t| t.1)
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|t| &t.0)
    }

    fn next(&mut self) -> Parsed<Token> {
        let token = self.peek().cloned();
        self.at += 1;
        token.ok_or_else(|| "the text ends too early".into())
    }

    fn is(&self, punct: &str) -> bool {
        matches!(self.peek(), Some(Token::Punct(p)) if *p == punct)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(w)) if w == word)
    }

    /// Takes a punctuation if it is next.
    fn take(&mut self, punct: &str) -> bool {
        let found = self.is(punct);
        self.at += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, punct: &str) -> Parsed<()> {
        if self.take(punct) {
            return Ok(());
        }
        Err(format!("`{punct}` expected, found {:?}", self.peek()))
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) {
            return Ok(());
        }
        Err(format!("`{word}` expected, found {:?}", self.peek()))
    }

    fn word(&mut self) -> Parsed<String> {
        match self.next()? {
            Token::Word(word) => Ok(word),
            other => Err(format!("a word expected, found {other:?}")),
        }
    }

    fn name(&mut self) -> Parsed<Symbol> {
        match self.next()? {
            Token::Word(word) if RESERVED.contains(&word.as_str()) => {
                Err(format!("`{word}` is no name unless quoted"))
            }
            Token::Word(name) | Token::Quoted(name) => Ok(Symbol::new(&name)),
            other => Err(format!("a name expected, found {other:?}")),
        }
    }

    fn number<T: TryFrom<u128>>(&mut self) -> Parsed<T> {
        let found = match self.next()? {
            Token::Number(Number { suffix: None, text }) => Number { text, suffix: None }.integer(),
            other => return Err(format!("a number expected, found {other:?}")),
        };
        let fitting = found.and_then(|n| T::try_from(n).ok());
        fitting.ok_or_else(|| "the number is too large".into())
    }

    /// Items up to a closing punctuation, with commas between them.
    fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Parser) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.take(close) {
            items.push(item(self)?);
            if !self.take(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(items)
    }

    /// Runs a parser one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("nested too deeply".into());
        }
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// The number of an entity such as `v3`.
    fn entity(&self, prefix: char) -> Option<u32> {
        match self.peek() {
            Some(Token::Word(word)) => word.strip_prefix(prefix)?.parse().ok(),
            _ => None,
        }
    }

    fn expect_entity(&mut self, prefix: char) -> Parsed<u32> {
        let found = self.entity(prefix);
        self.at += 1;
        found.ok_or_else(|| format!("`{prefix}` and a number expected"))
    }

    // --- items

    fn program(&mut self) -> Parsed<()> {
        self.expect_word("program")?;
        self.program.pointer_width = self.number()?;
        self.declare()?;
        while self.peek().is_some() {
            match self.word()?.as_str() {
                "struct" => self.struct_type()?,
                "enum" => self.enum_type()?,
                "static" => self.static_item()?,
                "fn" => self.func()?,
                "harness" => self.harness()?,
                other => return Err(format!("what is `{other}`?")),
            }
        }
        Ok(())
    }

    /// Gives ids to all nominal types and functions, which may be used before they are defined.
    fn declare(&mut self) -> Parsed<()> {
        let mut depth = 0u32;
        for at in self.at..self.tokens.len() {
            match &self.tokens[at].0 {
                Token::Punct("{") => depth += 1,
                Token::Punct("}") => depth = depth.saturating_sub(1),
                Token::Word(word) if depth == 0 => self.declare_item(&word.clone(), at)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn declare_item(&mut self, word: &str, at: usize) -> Parsed<()> {
        let Some((Token::Word(name) | Token::Quoted(name), _)) = self.tokens.get(at + 1) else {
            return Ok(());
        };
        let name = Symbol::new(name);
        let opens = matches!(self.tokens.get(at + 2), Some((Token::Punct("("), _)));
        let known = match word {
            "struct" | "enum" => {
                let id = TypeId(self.program.types.len() as u32);
                self.program.types.push(Type::Never);
                self.nominal.insert(name, id).is_some()
            }
            "fn" if opens => {
                let id = FuncId(self.funcs.len() as u32);
                self.funcs.insert(name, id).is_some()
            }
            _ => false,
        };
        match known {
            true => Err(format!("{name} is declared twice")),
            false => Ok(()),
        }
    }

    fn struct_type(&mut self) -> Parsed<()> {
        let name = self.name()?;
        let fields = self.fields()?;
        self.define(name, Type::Struct { name, fields })
    }

    fn define(&mut self, name: Symbol, ty: Type) -> Parsed<()> {
        let id = self.nominal.get(&name).copied();
        let id = id.ok_or_else(|| format!("{name} is not declared"))?;
        self.program.types[id.0 as usize] = ty;
        Ok(())
    }

    fn fields(&mut self) -> Parsed<Vec<(Symbol, TypeId)>> {
        self.expect("{")?;
        self.list("}", |p| {
            let name = match p.peek() {
                Some(Token::Number(number)) => {
                    let name = Symbol::new(&number.text);
                    p.at += 1;
                    name
                }
                _ => p.name()?,
            };
            p.expect(":")?;
            Ok((name, p.ty()?))
        })
    }

    fn enum_type(&mut self) -> Parsed<()> {
        let name = self.name()?;
        self.expect(":")?;
        let repr = self.ty()?;
        self.expect("{")?;
        let variants = self.list("}", |p| {
            let name = p.name()?;
            p.expect("=")?;
            let discriminant = p.signed()?;
            let fields = if p.is("{") { p.fields()? } else { Vec::new() };
            Ok(Variant {
                name,
                discriminant,
                fields,
            })
        })?;
        self.define(
            name,
            Type::Enum {
                name,
                repr,
                variants,
            },
        )
    }

    fn signed(&mut self) -> Parsed<i128> {
        let negative = self.take("-");
        let magnitude: u128 = self.number()?;
        let bits = if negative {
            magnitude.wrapping_neg()
        } else {
            magnitude
        };
        Ok(bits as i128)
    }

    fn static_item(&mut self) -> Parsed<()> {
        let mutable = self.take_word("mut");
        let id = self.expect_entity('s')?;
        if id as usize != self.program.statics.len() {
            return Err(format!("static s{id} is out of order"));
        }
        let name = self.name()?;
        self.expect(":")?;
        let ty = self.ty()?;
        self.expect("=")?;
        let init = self.value()?;
        let span = self.span()?;
        self.program.statics.push(Static {
            name,
            ty,
            init,
            mutable,
            span,
        });
        Ok(())
    }

    /// `@file:lo-hi`, or nothing.
    fn span(&mut self) -> Parsed<Span> {
        if !self.take("@") {
            return Ok(Span::new(FileId(0), 0, 0));
        }
        let file = self.number()?;
        self.expect(":")?;
        let lo = self.number()?;
        self.expect("-")?;
        let hi = self.number()?;
        Ok(Span::new(FileId(file), lo, hi))
    }

    // --- types and values

    fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.interned.get(&ty) {
            return *id;
        }
        let id = TypeId(self.program.types.len() as u32);
        self.program.types.push(ty.clone());
        self.interned.insert(ty, id);
        id
    }

    fn ty(&mut self) -> Parsed<TypeId> {
        self.nested(Parser::type_inside)
    }

    fn type_inside(&mut self) -> Parsed<TypeId> {
        let ty = match self.next()? {
            Token::Punct("!") => Type::Never,
            Token::Punct("(") => Type::Tuple(self.list(")", Parser::ty)?),
            Token::Punct("[") => self.array()?,
            Token::Punct("&") => self.reference()?,
            Token::Word(word) if word == "fn" => {
                self.expect("(")?;
                let params = self.list(")", Parser::ty)?;
                self.expect("->")?;
                let ret = self.ty()?;
                Type::FnPtr { params, ret }
            }
            Token::Word(word) => match self.scalar_type(&word) {
                Some(scalar) => type_of(scalar),
                None => return self.nominal_type(&word),
            },
            Token::Quoted(name) => return self.nominal_type(&name),
            other => return Err(format!("a type expected, found {other:?}")),
        };
        Ok(self.intern(ty))
    }

    fn array(&mut self) -> Parsed<Type> {
        let element = self.ty()?;
        self.expect(";")?;
        let len = self.number()?;
        self.expect("]")?;
        Ok(Type::Array(element, len))
    }

    fn reference(&mut self) -> Parsed<Type> {
        if self.take_word("str") {
            return Ok(Type::Str);
        }
        if !self.take("[") {
            return Ok(Type::Ref(self.ty()?));
        }
        let element = self.ty()?;
        if self.take("]") {
            return Ok(Type::Slice(element));
        }
        self.expect(";")?;
        let len = self.number()?;
        self.expect("]")?;
        let array = self.intern(Type::Array(element, len));
        Ok(Type::Ref(array))
    }

    fn nominal_type(&self, name: &str) -> Parsed<TypeId> {
        let found = self.nominal.get(&Symbol::new(name)).copied();
        found.ok_or_else(|| format!("there is no type {name}"))
    }

    fn scalar_type(&self, word: &str) -> Option<Scalar> {
        let width = |digits: &str| {
            let bits: u16 = digits.parse().ok()?;
            (1..=128).contains(&bits).then_some(bits)
        };
        match word {
            "bool" => Some(Scalar::Bool),
            "char" => Some(Scalar::Char),
            "usize" => Some(Scalar::unsigned(self.program.pointer_width)),
            "isize" => Some(Scalar::signed(self.program.pointer_width)),
            "f32" => Some(Scalar::Float { bits: 32 }),
            "f64" => Some(Scalar::Float { bits: 64 }),
            _ => match word.strip_prefix('i') {
                Some(digits) => Some(Scalar::signed(width(digits)?)),
                None => Some(Scalar::unsigned(width(word.strip_prefix('u')?)?)),
            },
        }
    }

    fn value(&mut self) -> Parsed<Value> {
        self.nested(Parser::value_inside)
    }

    fn value_inside(&mut self) -> Parsed<Value> {
        if let Some((bits, _)) = self.scalar()? {
            return Ok(Value::Scalar(bits));
        }
        match self.next()? {
            Token::Word(word) if word == "undef" => Ok(Value::Undefined),
            Token::Word(word) if word == "bits" => Ok(Value::Scalar(self.number()?)),
            Token::Word(word) if word == "fn" => Ok(Value::Func(self.func_name()?)),
            Token::Punct("{") => Ok(Value::Aggregate(self.list("}", Parser::value)?)),
            Token::Punct("#") => {
                let variant = self.number()?;
                self.expect("{")?;
                Ok(Value::Variant(variant, self.list("}", Parser::value)?))
            }
            Token::Punct("&") if self.take("(") => {
                let pointee = self.value()?;
                self.expect(")")?;
                Ok(Value::Pointee(Box::new(pointee)))
            }
            Token::Punct("&") => self.static_reference(),
            other => Err(format!("a value expected, found {other:?}")),
        }
    }

    /// `&s0.1[2]`, or `&s0.1[2; 3]` for a run of elements.
    fn static_reference(&mut self) -> Parsed<Value> {
        let id = StaticId(self.expect_entity('s')?);
        let mut path = Vec::new();
        loop {
            if self.take(".") {
                path.push(Step::Field(self.number()?));
            } else if self.take("#") {
                let variant = self.number()?;
                self.expect(".")?;
                path.push(Step::VariantField(variant, self.number()?));
            } else if self.take("[") {
                let index = self.number()?;
                if self.take(";") {
                    let len = self.number()?;
                    self.expect("]")?;
                    return Ok(Value::Slice(id, path, index, len));
                }
                self.expect("]")?;
                path.push(Step::Element(index));
            } else {
                return Ok(Value::Ref(id, path));
            }
        }
    }

    /// A scalar with its type, if one is next.
    fn scalar(&mut self) -> Parsed<Option<(u128, Scalar)>> {
        let start = self.at;
        let negative = self.take("-");
        let found = match self.next()? {
            Token::Word(word) if word == "true" => (1, Scalar::Bool),
            Token::Word(word) if word == "false" => (0, Scalar::Bool),
            Token::Char(c) => (c.into(), Scalar::Char),
            Token::Number(number) => {
                let suffix = number.suffix.as_deref();
                let ty = suffix.and_then(|suffix| self.scalar_type(suffix));
                let ty = ty.ok_or("a number without its type")?;
                let bits = number.bits(negative, ty);
                (bits.ok_or_else(|| format!("no value of {ty}"))?, ty)
            }
            _ => {
                self.at = start;
                return Ok(None);
            }
        };
        Ok(Some(found))
    }

    fn func_name(&mut self) -> Parsed<FuncId> {
        let name = self.name()?;
        let found = self.funcs.get(&name).copied();
        found.ok_or_else(|| format!("there is no function {name}"))
    }

    // --- functions

    fn func(&mut self) -> Parsed<()> {
        let name = self.name()?;
        self.expect("(")?;
        let mut numbers = 0..;
        let mut locals = self.list(")", |p| p.local(numbers.next().unwrap_or(0)))?;
        let params = locals.len() as u32;
        if self.take("->") {
            locals.push(self.local(locals.len())?);
        }
        let track_caller = self.take_word("track_caller");
        let span = self.span()?;
        self.expect("{")?;
        while self.take_word("let") {
            locals.push(self.local(locals.len())?);
        }
        let mut blocks = Vec::new();
        while !self.take("}") {
            blocks.push(self.block(blocks.len())?);
        }
        self.program.funcs.push(Func {
            name,
            locals,
            params,
            blocks,
            track_caller,
            span,
        });
        Ok(())
    }

    fn local(&mut self, number: usize) -> Parsed<Local> {
        let found = self.expect_entity('v')?;
        if number != found as usize {
            return Err(format!("local v{found} is out of order"));
        }
        let name = if self.is(":") {
            None
        } else {
            Some(self.name()?)
        };
        self.expect(":")?;
        Ok(Local {
            name,
            ty: self.ty()?,
        })
    }

    fn at_block(&self) -> bool {
        let colon = matches!(self.tokens.get(self.at + 1), Some((Token::Punct(":"), _)));
        self.entity('b').is_some() && colon
    }

    fn block(&mut self, number: usize) -> Parsed<Block> {
        if self.expect_entity('b')? as usize != number {
            return Err(format!("block b{number} expected"));
        }
        self.expect(":")?;
        let mut block = Block::default();
        while !self.at_block() && !self.is("}") {
            if let Some(terminator) = self.terminator()? {
                block.terminator = Some(terminator);
                break;
            }
            let statement = self.statement()?;
            let span = self.span()?;
            block.statements.push((statement, span));
        }
        Ok(block)
    }

    fn terminator(&mut self) -> Parsed<Option<Terminator>> {
        let terminator = if self.take_word("goto") {
            Terminator::Goto(BlockId(self.expect_entity('b')?))
        } else if self.take_word("return") {
            Terminator::Return
        } else if self.take_word("unreachable") {
            Terminator::Unreachable
        } else if self.take_word("panic") {
            let kind = self.panic_kind()?;
            Terminator::Panic(kind, self.span()?)
        } else if self.take_word("switch") {
            self.switch()?
        } else {
            return Ok(None);
        };
        Ok(Some(terminator))
    }

    fn switch(&mut self) -> Parsed<Terminator> {
        let on = self.operand()?;
        self.expect("{")?;
        let mut targets = Vec::new();
        while !self.take_word("else") {
            let bits = self.number()?;
            self.expect("->")?;
            targets.push((bits, BlockId(self.expect_entity('b')?)));
            self.expect(",")?;
        }
        self.expect("->")?;
        let otherwise = BlockId(self.expect_entity('b')?);
        self.expect("}")?;
        Ok(Terminator::Switch {
            on,
            targets,
            otherwise,
        })
    }

    fn panic_kind(&mut self) -> Parsed<PanicKind> {
        let word = self.word()?;
        let found = PanicKind::ALL.into_iter().find(|kind| kind.name() == word);
        found.ok_or_else(|| format!("there is no kind of panic {word}"))
    }

    fn statement(&mut self) -> Parsed<Statement> {
        if self.entity('v').is_some() || self.entity('s').is_some() {
            let dest = self.place()?;
            self.expect("=")?;
            return self.assignment(dest);
        }
        match self.word()?.as_str() {
            "check" => {
                let cond = self.operand()?;
                self.expect("==")?;
                let expected = match self.scalar()? {
                    Some((bits, Scalar::Bool)) => bits == 1,
                    _ => return Err("`true` or `false` expected".into()),
                };
                self.expect_word("else")?;
                let kind = self.panic_kind()?;
                Ok(Statement::Check {
                    cond,
                    expected,
                    kind,
                })
            }
            "property" => {
                let name = self.name()?;
                let cond = self.operand()?;
                Ok(Statement::Property { name, cond })
            }
            "assume" => Ok(Statement::Assume(self.operand()?)),
            "cover" => Ok(Statement::Cover(self.operand()?)),
            "output" => {
                let event = self.name()?;
                let args = self.arguments()?;
                Ok(Statement::Output { event, args })
            }
            "tick_start" => Ok(Statement::TickStart),
            "tick_end" => Ok(Statement::TickEnd),
            other => Err(format!("there is no statement {other}")),
        }
    }

    fn arguments(&mut self) -> Parsed<Vec<Operand>> {
        self.expect("(")?;
        self.list(")", Parser::operand)
    }

    fn assignment(&mut self, dest: Place) -> Parsed<Statement> {
        if self.take_word("call") {
            let func = self.func_name()?;
            let args = self.arguments()?;
            return Ok(Statement::Call { dest, func, args });
        }
        if self.take_word("call_indirect") {
            let func = self.operand()?;
            let args = self.arguments()?;
            return Ok(Statement::CallIndirect { dest, func, args });
        }
        if self.take_word("input") {
            let source = self.name()?;
            let range = self.range()?;
            return Ok(Statement::Input {
                dest,
                source,
                range,
            });
        }
        Ok(Statement::Assign(dest, self.rvalue()?))
    }

    fn range(&mut self) -> Parsed<Option<(Value, Value)>> {
        if !self.take_word("in") {
            return Ok(None);
        }
        let low = self.value()?;
        self.expect("..=")?;
        Ok(Some((low, self.value()?)))
    }

    fn rvalue(&mut self) -> Parsed<Rvalue> {
        if self.take("&") {
            return Ok(Rvalue::Ref(self.place()?));
        }
        let word = match self.peek() {
            Some(Token::Word(word)) => word.clone(),
            _ => return Ok(Rvalue::Use(self.operand()?)),
        };
        self.at += 1;
        match word.as_str() {
            "cast" => {
                let (from, to) = self.operand_as_type()?;
                Ok(Rvalue::Cast(from, to))
            }
            "transmute" => {
                let (from, to) = self.operand_as_type()?;
                Ok(Rvalue::Transmute(from, to))
            }
            "slice_to_array" => {
                let (from, to) = self.operand_as_type()?;
                Ok(Rvalue::SliceToArray(from, to))
            }
            "aggregate" => {
                let ty = self.ty()?;
                self.expect("{")?;
                Ok(Rvalue::Aggregate(ty, self.list("}", Parser::operand)?))
            }
            "variant" => {
                let ty = self.ty()?;
                self.expect("#")?;
                let variant = self.number()?;
                self.expect("{")?;
                let fields = self.list("}", Parser::operand)?;
                Ok(Rvalue::Variant(ty, variant, fields))
            }
            "repeat" => {
                let of = self.operand()?;
                self.expect(";")?;
                Ok(Rvalue::Repeat(of, self.number()?))
            }
            "variant_of" => Ok(Rvalue::VariantOf(self.place()?)),
            "discriminant" => Ok(Rvalue::Discriminant(self.place()?)),
            "array_to_slice" => Ok(Rvalue::ArrayToSlice(self.operand()?)),
            "len" => Ok(Rvalue::Len(self.operand()?)),
            "slice_part" => {
                let of = self.operand()?;
                self.expect(",")?;
                let start = self.operand()?;
                self.expect(",")?;
                Ok(Rvalue::SlicePart(of, start, self.operand()?))
            }
            "str_as_bytes" => Ok(Rvalue::StrAsBytes(self.operand()?)),
            "bytes_as_str" => Ok(Rvalue::BytesAsStr(self.operand()?)),
            word => self.operator(word),
        }
    }

    fn operator(&mut self, word: &str) -> Parsed<Rvalue> {
        if let Some(op) = UnOp::by_name(word) {
            return Ok(Rvalue::Unary(op, self.operand()?));
        }
        if let Some(op) = BinOp::by_name(word) {
            let left = self.operand()?;
            self.expect(",")?;
            return Ok(Rvalue::Binary(op, left, self.operand()?));
        }
        self.at -= 1;
        Ok(Rvalue::Use(self.operand()?))
    }

    fn operand_as_type(&mut self) -> Parsed<(Operand, TypeId)> {
        let operand = self.operand()?;
        self.expect_word("as")?;
        Ok((operand, self.ty()?))
    }

    fn operand(&mut self) -> Parsed<Operand> {
        if self.take_word("const") {
            let ty = self.ty()?;
            return Ok(Operand::Const(self.value()?, ty));
        }
        if let Some((bits, scalar)) = self.scalar()? {
            let ty = self.intern(type_of(scalar));
            return Ok(Operand::Const(Value::Scalar(bits), ty));
        }
        Ok(Operand::Copy(self.place()?))
    }

    fn place(&mut self) -> Parsed<Place> {
        let root = match (self.entity('v'), self.entity('s')) {
            (Some(local), _) => Root::Local(LocalId(local)),
            (_, Some(id)) => Root::Static(StaticId(id)),
            _ => return Err(format!("a place expected, found {:?}", self.peek())),
        };
        self.at += 1;
        let mut path = Vec::new();
        while let Some(step) = self.projection()? {
            path.push(step);
        }
        Ok(Place { root, path })
    }

    fn projection(&mut self) -> Parsed<Option<Projection>> {
        if self.take("#") {
            let variant = self.number()?;
            self.expect(".")?;
            return Ok(Some(Projection::VariantField(variant, self.number()?)));
        }
        if self.take(".") {
            let step = match self.take("*") {
                true => Projection::Deref,
                false => Projection::Field(self.number()?),
            };
            return Ok(Some(step));
        }
        if !self.take("[") {
            return Ok(None);
        }
        let step = match self.entity('v') {
            Some(local) => {
                self.at += 1;
                Projection::Index(LocalId(local))
            }
            None if self.take("-") => Projection::ConstIndexFromEnd(self.number()?),
            None => Projection::ConstIndex(self.number()?),
        };
        self.expect("]")?;
        Ok(Some(step))
    }

    // --- harnesses

    fn harness(&mut self) -> Parsed<()> {
        let name = self.name()?;
        let package = self.name()?;
        let span = self.span()?;
        self.expect("{")?;
        let form = self.form()?;
        let mut harness = Harness {
            name,
            package,
            span,
            form,
            environment: None,
            monitors: Vec::new(),
            handlers: Vec::new(),
        };
        while !self.take("}") {
            match self.word()?.as_str() {
                "environment" => harness.environment = Some(self.environment()?),
                "monitor" => harness.monitors.push(self.monitor()?),
                "handler" => harness.handlers.push(self.handler()?),
                other => return Err(format!("what is `{other}`?")),
            }
        }
        self.program.harnesses.push(harness);
        Ok(())
    }

    fn form(&mut self) -> Parsed<LoopForm> {
        if self.take_word("superloop") {
            let run = self.func_name()?;
            return Ok(LoopForm::Superloop { run });
        }
        self.expect_word("step")?;
        let tick = self.func_name()?;
        self.expect("(")?;
        let params = self.list(")", Parser::tick_param)?;
        let init = match self.take_word("init") {
            true => Some(self.func_name()?),
            false => None,
        };
        Ok(LoopForm::Step { init, tick, params })
    }

    fn tick_param(&mut self) -> Parsed<TickParam> {
        match self.word()?.as_str() {
            "state" => Ok(TickParam::State),
            "handle" => Ok(TickParam::Handle(self.ty()?)),
            "input" => {
                let name = self.name()?;
                self.expect(":")?;
                let ty = self.ty()?;
                let range = self.range()?;
                Ok(TickParam::Input { name, ty, range })
            }
            other => Err(format!("there is no tick parameter {other}")),
        }
    }

    fn monitor_param(&mut self) -> Parsed<MonitorParam> {
        match self.word()?.as_str() {
            "state" => Ok(MonitorParam::State),
            "input" => Ok(MonitorParam::Input(self.name()?)),
            "out" => Ok(MonitorParam::Out),
            "local" => {
                let by_ref = self.take("&");
                let local = LocalId(self.expect_entity('v')?);
                Ok(MonitorParam::Local { local, by_ref })
            }
            "event" => Ok(MonitorParam::Event(self.name()?)),
            "memory" => Ok(MonitorParam::Memory {
                init: self.func_name()?,
            }),
            other => Err(format!("there is no parameter {other}")),
        }
    }

    fn bound_call(&mut self) -> Parsed<(FuncId, Vec<MonitorParam>)> {
        let func = self.func_name()?;
        self.expect("(")?;
        Ok((func, self.list(")", Parser::monitor_param)?))
    }

    fn environment(&mut self) -> Parsed<Environment> {
        let name = self.name()?;
        let (plant, params) = self.bound_call()?;
        let span = self.span()?;
        Ok(Environment {
            name,
            plant,
            params,
            span,
        })
    }

    fn monitor(&mut self) -> Parsed<Monitor> {
        let name = self.name()?;
        let (func, params) = self.bound_call()?;
        let text = match self.next()? {
            Token::Quoted(text) => text,
            other => return Err(format!("the requirement's text expected, found {other:?}")),
        };
        let span = self.span()?;
        Ok(Monitor {
            name,
            func,
            params,
            text,
            span,
        })
    }

    fn handler(&mut self) -> Parsed<Handler> {
        let name = self.name()?;
        let func = self.func_name()?;
        let max = self.number()?;
        let preempt = self.take_word("preempt");
        let span = self.span()?;
        Ok(Handler {
            name,
            func,
            max,
            preempt,
            span,
        })
    }
}

fn type_of(scalar: Scalar) -> Type {
    match scalar {
        Scalar::Bool => Type::Bool,
        Scalar::Char => Type::Char,
        Scalar::Int { signed, bits } => Type::Int { signed, bits },
        Scalar::Float { bits } => Type::Float { bits },
    }
}
