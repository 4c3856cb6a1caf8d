//! What stands at a point: a function that lets handlers run, and the books that it keeps in statics.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::points::{Plan, Point};
use super::shared::is_section;
use super::written::in_text;
use super::{point_text, tick_of, unknown, Source};
use crate::bv::BinOp;
use crate::ir::blueprint::{decision, PointText, Preempting};
use crate::ir::{
    Block, BlockId, Func, FuncId, Local, LocalId, LoopForm, Operand, Place, Program, Root, Rvalue,
    Statement, Static, StaticId, Terminator, Type, TypeId, Value,
};
use crate::source::{FileId, Span, Symbol};

const U32: Type = Type::Int {
    signed: false,
    bits: 32,
};

/// A handler that preempts, and how often it has run since the last tick ended.
struct Served {
    func: FuncId,
    name: String,
    max: u32,
    runs: StaticId,
}

struct Service<'p> {
    program: &'p mut Program,
    unit: TypeId,
    bool: TypeId,
    u32: TypeId,
    /// For how many reasons interrupts are off.
    masked: StaticId,
    handlers: Vec<Served>,
}

/// Puts the points of the plans into the program, and what they need around them.
pub fn insert(
    program: &mut Program,
    plans: &BTreeMap<FuncId, Plan>,
    preempting: &[Vec<Preempting>],
    source: &Source<'_>,
) -> Vec<PointText> {
    let mut service = Service::new(program, preempting);
    let texts = service.points(plans, source);
    service.sections();
    for (index, handlers) in preempting.iter().enumerate() {
        if !handlers.is_empty() {
            service.open_tick(index);
            service.count_between(index, handlers);
        }
    }
    texts
}

fn nowhere() -> Span {
    Span::new(FileId(0), 0, 0)
}

impl<'p> Service<'p> {
    fn new(program: &'p mut Program, preempting: &[Vec<Preempting>]) -> Service<'p> {
        let unit = type_of(program, Type::Tuple(Vec::new()));
        let bool = type_of(program, Type::Bool);
        let u32 = type_of(program, U32);
        let masked = counter(program, u32, "interrupts off", 1);
        let mut handlers: Vec<Served> = Vec::new();
        let known: Vec<(FuncId, &Preempting)> = preempting
            .iter()
            .zip(&program.harnesses)
            .flat_map(|(handlers, of)| handlers.iter().map(|it| (of.handlers[it.handler].func, it)))
            .collect();
        for (func, it) in known {
            if handlers.iter().all(|served| served.func != func) {
                let runs = counter(program, u32, &format!("runs of {}", it.name), 0);
                handlers.push(Served {
                    func,
                    name: it.name.clone(),
                    max: it.max,
                    runs,
                });
            }
        }
        Service {
            program,
            unit,
            bool,
            u32,
            masked,
            handlers,
        }
    }

    fn number(&self, bits: u128) -> Operand {
        Operand::Const(Value::Scalar(bits), self.u32)
    }

    fn set(&self, of: StaticId, bits: u128) -> Statement {
        Statement::Assign(whole(of), Rvalue::Use(self.number(bits)))
    }

    fn change(&self, of: StaticId, op: BinOp) -> Statement {
        let left = Operand::Copy(whole(of));
        Statement::Assign(whole(of), Rvalue::Binary(op, left, self.number(1)))
    }

    // --- points

    fn points(&mut self, plans: &BTreeMap<FuncId, Plan>, source: &Source<'_>) -> Vec<PointText> {
        let mut texts: Vec<PointText> = Vec::new();
        let mut known: HashMap<(Option<u32>, Span), FuncId> = HashMap::new();
        for (func, plan) in plans {
            for (&(block, at), point) in plan.points.iter().rev() {
                // A moment is one point, whatever instances of a function it is in.
                let key = match point.moment {
                    Some(_) => (point.moment, nowhere()),
                    None => (None, point.span),
                };
                let server = *known.entry(key).or_insert_with(|| {
                    let text = self.text(point, source, &texts);
                    let server = self.server(&text.label, point.span);
                    texts.push(text);
                    server
                });
                self.put(*func, (block, at), (server, point.span), source.mark);
            }
        }
        texts
    }

    fn text(&self, point: &Point, source: &Source<'_>, others: &[PointText]) -> PointText {
        let moment = point.moment.map(|number| &source.moments[number as usize]);
        let mut text = point_text(moment, point.span, source.sources);
        text.moment = match moment {
            Some(moment) => in_text(moment, source.sources),
            None => unknown(point.span),
        };
        while others.iter().any(|other| other.label == text.label) {
            text.label.push('+');
        }
        text
    }

    /// In the place of a mark, or before another statement.
    fn put(
        &mut self,
        func: FuncId,
        (block, at): (usize, usize),
        (server, span): (FuncId, Span),
        mark: Option<FuncId>,
    ) {
        let unit = self.unit;
        let func = &mut self.program.funcs[func.0 as usize];
        let statements = &mut func.blocks[block].statements;
        if let Some((Statement::Call { func, args, .. }, _)) = statements.get_mut(at) {
            if Some(*func) == mark {
                (*func, *args) = (server, Vec::new());
                return;
            }
        }
        let dest = local_place(LocalId(func.locals.len() as u32));
        func.locals.push(Local {
            name: None,
            ty: unit,
        });
        let call = Statement::Call {
            dest,
            func: server,
            args: Vec::new(),
        };
        statements.insert(
            at,
            (
                call,
                Span {
                    hi: span.lo,
                    ..span
                },
            ),
        );
    }

    /// The function that is called at a point. Each round asks all handlers in their order, and ends with the first
    /// that runs.
    fn server(&mut self, label: &str, span: Span) -> FuncId {
        let span = Span {
            hi: span.lo,
            ..span
        };
        let rounds: u32 = self.handlers.iter().map(|it| it.max).sum();
        let steps = self.handlers.len() as u32;
        let mut blocks = vec![self.gate(&Operand::Copy(whole(self.masked)), 0, BlockId(2))];
        blocks.push(ending(self.unit, LocalId(0)));
        for round in 0..rounds {
            for (index, served) in self.handlers.iter().enumerate() {
                let first = 2 + 3 * (round * steps + index as u32);
                let after = first + 3;
                let is_last = index as u32 + 1 == steps;
                let no = if is_last { BlockId(1) } else { BlockId(after) };
                let next_round = 2 + 3 * (round + 1) * steps;
                let yes = match round + 1 == rounds {
                    true => BlockId(1),
                    false => BlockId(next_round),
                };
                blocks.extend(self.offer(served, label, (BlockId(first), yes, no)));
            }
        }
        let locals = [self.unit, self.bool, self.bool, self.unit];
        self.add(Func {
            name: Symbol::new(&format!("interrupts at {label}")),
            locals: locals.map(|ty| Local { name: None, ty }).to_vec(),
            params: 0,
            blocks: blocks
                .into_iter()
                .map(|(statements, terminator)| Block {
                    statements: statements.into_iter().map(|it| (it, span)).collect(),
                    terminator: Some(terminator),
                })
                .collect(),
            track_caller: false,
            span,
        })
    }

    /// Goes on if the bits are as expected, else to the end.
    fn gate(&self, on: &Operand, bits: u128, next: BlockId) -> (Vec<Statement>, Terminator) {
        let end = Terminator::Switch {
            on: on.clone(),
            targets: vec![(bits, next)],
            otherwise: BlockId(1),
        };
        (Vec::new(), end)
    }

    /// Three blocks: whether it may run, whether it does, its run.
    fn offer(
        &self,
        served: &Served,
        label: &str,
        (first, yes, no): (BlockId, BlockId, BlockId),
    ) -> [(Vec<Statement>, Terminator); 3] {
        let (may, does, unit) = (LocalId(1), LocalId(2), LocalId(3));
        let runs = Operand::Copy(whole(served.runs));
        let fewer = Rvalue::Binary(BinOp::Lt, runs, self.number(served.max.into()));
        let ask = Statement::Input {
            dest: local_place(does),
            source: decision(&served.name, label),
            range: None,
        };
        let run = Statement::Call {
            dest: local_place(unit),
            func: served.func,
            args: Vec::new(),
        };
        let branch = |on: LocalId, to: u32| Terminator::Switch {
            on: Operand::Copy(local_place(on)),
            targets: vec![(1, BlockId(to))],
            otherwise: no,
        };
        let run = vec![
            self.change(served.runs, BinOp::Add),
            self.change(self.masked, BinOp::Add),
            run,
            self.change(self.masked, BinOp::Sub),
        ];
        [
            (
                vec![Statement::Assign(local_place(may), fewer)],
                branch(may, first.0 + 1),
            ),
            (vec![ask], branch(does, first.0 + 2)),
            (run, Terminator::Goto(yes)),
        ]
    }

    fn add(&mut self, func: Func) -> FuncId {
        let id = FuncId(self.program.funcs.len() as u32);
        let taken: BTreeSet<Symbol> = self.program.funcs.iter().map(|it| it.name).collect();
        let mut name = func.name.to_string();
        while taken.contains(&Symbol::new(&name)) {
            name.push('\'');
        }
        let name = Symbol::new(&name);
        self.program.funcs.push(Func { name, ..func });
        id
    }

    // --- around ticks, sections and handlers

    /// Critical sections keep interrupts off.
    fn sections(&mut self) {
        for index in 0..self.program.funcs.len() {
            let func = &self.program.funcs[index];
            let (before, after) = match func.name.as_str() {
                "critical_section::acquire" => (vec![BinOp::Add], vec![]),
                "critical_section::release" => (vec![BinOp::Sub], vec![]),
                _ if is_section(func) => (vec![BinOp::Add], vec![BinOp::Sub]),
                _ => continue,
            };
            let changes = |ops: Vec<BinOp>| {
                let changes = ops.into_iter().map(|op| self.change(self.masked, op));
                changes.collect::<Vec<_>>()
            };
            let (before, after) = (changes(before), changes(after));
            around(&mut self.program.funcs[index], &before, &after);
        }
    }

    /// During a tick interrupts are on; then the runs of handlers count anew.
    fn open_tick(&mut self, harness: usize) {
        let of = &self.program.harnesses[harness];
        let own: Vec<FuncId> = of.handlers.iter().map(|it| it.func).collect();
        let foreign = self.handlers.iter().filter(|it| !own.contains(&it.func));
        let foreign = foreign.map(|it| self.set(it.runs, it.max.into()));
        let before: Vec<Statement> = foreign.chain([self.set(self.masked, 0)]).collect();
        let anew = self.handlers.iter().map(|it| self.set(it.runs, 0));
        let after: Vec<Statement> = [self.set(self.masked, 1)].into_iter().chain(anew).collect();
        let tick = tick_of(of);
        if matches!(of.form, LoopForm::Superloop { .. }) {
            return at_marks(&mut self.program.funcs[tick.0 as usize], &before, &after);
        }
        self.free_from_calls(tick);
        around(&mut self.program.funcs[tick.0 as usize], &before, &after);
    }

    /// What calls the tick as an ordinary function gets a copy of it.
    fn free_from_calls(&mut self, tick: FuncId) {
        let calls_it = |statement: &Statement| matches!(statement, Statement::Call { func, .. } if *func == tick);
        let blocks = self.program.funcs.iter().flat_map(|func| &func.blocks);
        let mut statements = blocks.flat_map(|block| &block.statements);
        if !statements.any(|(statement, _)| calls_it(statement)) {
            return;
        }
        let copy = self.program.funcs[tick.0 as usize].clone();
        let copy = self.add(copy);
        let blocks = self
            .program
            .funcs
            .iter_mut()
            .flat_map(|func| &mut func.blocks);
        for (statement, _) in blocks.flat_map(|block| &mut block.statements) {
            if let Statement::Call { func, .. } = statement {
                if *func == tick {
                    *func = copy;
                }
            }
        }
    }

    /// A run between two ticks is one of those that a handler has.
    fn count_between(&mut self, harness: usize, preempting: &[Preempting]) {
        for it in preempting {
            let handler = self.program.harnesses[harness].handlers[it.handler].clone();
            let Some(served) = self
                .handlers
                .iter()
                .find(|served| served.func == handler.func)
            else {
                continue;
            };
            let count = self.change(served.runs, BinOp::Add);
            let counted = self.counted(handler.func, count, handler.span);
            self.program.harnesses[harness].handlers[it.handler].func = counted;
        }
    }

    fn counted(&mut self, func: FuncId, count: Statement, span: Span) -> FuncId {
        let call = Statement::Call {
            dest: local_place(LocalId(0)),
            func,
            args: Vec::new(),
        };
        let name = format!("{} between ticks", self.program.funcs[func.0 as usize].name);
        let at = Span {
            hi: span.lo,
            ..span
        };
        self.add(Func {
            name: Symbol::new(&name),
            locals: vec![Local {
                name: None,
                ty: self.unit,
            }],
            params: 0,
            blocks: vec![Block {
                statements: vec![(count, at), (call, at)],
                terminator: Some(Terminator::Return),
            }],
            track_caller: false,
            span: at,
        })
    }
}

fn whole(of: StaticId) -> Place {
    Place {
        root: Root::Static(of),
        path: Vec::new(),
    }
}

fn local_place(local: LocalId) -> Place {
    Place {
        root: Root::Local(local),
        path: Vec::new(),
    }
}

fn ending(unit: TypeId, ret: LocalId) -> (Vec<Statement>, Terminator) {
    let nothing = Operand::Const(Value::Aggregate(Vec::new()), unit);
    let returned = Statement::Assign(local_place(ret), Rvalue::Use(nothing));
    (vec![returned], Terminator::Return)
}

/// The id of a type; equal types have equal ids.
fn type_of(program: &mut Program, ty: Type) -> TypeId {
    if let Some(at) = program.types.iter().position(|known| *known == ty) {
        return TypeId(at as u32);
    }
    program.types.push(ty);
    TypeId(program.types.len() as u32 - 1)
}

fn counter(program: &mut Program, ty: TypeId, name: &str, init: u128) -> StaticId {
    program.statics.push(Static {
        name: Symbol::new(name),
        ty,
        init: Value::Scalar(init),
        mutable: true,
        span: nowhere(),
    });
    StaticId(program.statics.len() as u32 - 1)
}

/// Statements at the start of a function and before it returns. The start may be come back to: what is put there
/// must then be the same again, which holds for sections and for ticks.
fn around(func: &mut Func, before: &[Statement], after: &[Statement]) {
    let span = Span {
        hi: func.span.lo,
        ..func.span
    };
    let placed = |all: &[Statement]| {
        let placed = all.iter().map(|it| (it.clone(), span));
        placed.collect::<Vec<_>>()
    };
    for block in &mut func.blocks {
        if block.terminator == Some(Terminator::Return) {
            block.statements.extend(placed(after));
        }
    }
    let first = func.blocks.first_mut();
    if let Some(first) = first {
        first.statements.splice(0..0, placed(before));
    }
}

/// Statements after the marks where iterations start and before those where they end.
fn at_marks(func: &mut Func, before: &[Statement], after: &[Statement]) {
    for block in &mut func.blocks {
        let mut placed = Vec::new();
        for (statement, span) in std::mem::take(&mut block.statements) {
            let at = Span {
                hi: span.lo,
                ..span
            };
            let around = |all: &[Statement]| {
                let around = all.iter().map(|it| (it.clone(), at));
                around.collect::<Vec<_>>()
            };
            if statement == Statement::TickEnd {
                placed.extend(around(after));
            }
            let starts = statement == Statement::TickStart;
            placed.push((statement, span));
            if starts {
                placed.extend(around(before));
            }
        }
        block.statements = placed;
    }
}
