//! The program in which calls of aux functions are answered by something simpler.
//!
//! The class is one of a call, the body one of a function. So a body that stands for a function is added to the program as a
//! further function, and the calls of that class lead there; all others, and the function itself, stay as they are. Every statement
//! keeps its place.

use std::collections::{BTreeMap, BTreeSet};

use super::maker::{Maker, Summary};
use super::story::{Chapter, How};
use crate::bv::UnOp;
use crate::engine::Subject;
use crate::ir::{
    Func, FuncId, Operand, Place, Program, Root, Rvalue, Site, Statement, Terminator, Type, TypeId,
    Value,
};
use crate::source::Symbol;
use crate::summary::{Call, Class};

/// What answers which calls.
pub(super) struct Abstraction<'a> {
    subject: Subject<'a>,
    /// Of calls that are bound to what else happens.
    summaries: BTreeMap<FuncId, Summary>,
    /// Bodies that give any value, of calls that are not.
    any: BTreeMap<FuncId, Func>,
    calls: Vec<Call>,
    /// Whether summaries are to be wrong.
    wrong: bool,
}

impl<'a> Abstraction<'a> {
    pub fn new(subject: Subject<'a>, maker: &dyn Maker, wrong: bool) -> Abstraction<'a> {
        let mut made = Abstraction {
            subject,
            summaries: BTreeMap::new(),
            any: BTreeMap::new(),
            calls: subject.calls.to_vec(),
            wrong,
        };
        made.calls.retain(|call| is_direct(subject.program, call));
        for call in made.calls.clone() {
            let callee = call.callee;
            match call.class {
                Class::Deterministic => {}
                Class::Independent { .. } if !made.any.contains_key(&callee) => {
                    made.any
                        .extend(maker.any(callee).map(|body| (callee, body)));
                }
                Class::Candidate { .. } if !made.summaries.contains_key(&callee) => {
                    let first = maker.first(callee);
                    made.summaries.extend(first.map(|it| (callee, it)));
                }
                Class::Independent { .. } | Class::Candidate { .. } => {}
            }
        }
        made
    }

    pub fn subject(&self) -> Subject<'a> {
        self.subject
    }

    pub fn is_empty(&self) -> bool {
        self.sites().is_empty()
    }

    /// The calls that something else answers.
    pub fn sites(&self) -> BTreeSet<Site> {
        let calls = self.calls.iter().filter(|call| self.body(call).is_some());
        calls.map(|call| call.site).collect()
    }

    /// The calls that summaries answer, with the functions.
    pub fn summarised(&self) -> BTreeMap<Site, FuncId> {
        let is_summarised =
            |call: &&Call| self.summaries.contains_key(&call.callee) && is_candidate(call);
        let calls = self.calls.iter().filter(is_summarised);
        calls.map(|call| (call.site, call.callee)).collect()
    }

    /// Functions with calls that any value answers.
    pub fn answered_by_any(&self) -> Vec<FuncId> {
        self.any.keys().copied().collect()
    }

    pub fn summary(&self, function: FuncId) -> Option<&Summary> {
        self.summaries.get(&function)
    }

    pub fn learn(&mut self, summary: Summary) {
        self.summaries.insert(summary.function, summary);
    }

    /// From now on the function itself answers all of its calls.
    pub fn keep(&mut self, function: FuncId) {
        self.summaries.remove(&function);
        self.any.remove(&function);
    }

    /// What calls that any value answers ask the world for.
    pub fn drawn(&self) -> BTreeSet<Symbol> {
        let blocks = self.any.values().flat_map(|body| &body.blocks);
        let statements = blocks.flat_map(|block| &block.statements);
        let sources = statements.filter_map(|(statement, _)| match statement {
            Statement::Input { source, .. } => Some(*source),
            _ => None,
        });
        sources.collect()
    }

    pub fn functions(&self) -> BTreeSet<FuncId> {
        self.summaries
            .keys()
            .chain(self.any.keys())
            .copied()
            .collect()
    }

    fn body(&self, call: &Call) -> Option<&Func> {
        match call.class {
            Class::Deterministic => None,
            Class::Independent { .. } => self.any.get(&call.callee),
            Class::Candidate { .. } => self.summaries.get(&call.callee).map(|it| &it.body),
        }
    }

    pub fn program(&self) -> Program {
        let mut program = self.subject.program.clone();
        let mut added: BTreeMap<(FuncId, bool), FuncId> = BTreeMap::new();
        for call in &self.calls {
            let Some(body) = self.body(call) else {
                continue;
            };
            let to = *added
                .entry((call.callee, is_candidate(call)))
                .or_insert_with(|| self.add(&mut program, body, is_candidate(call)));
            lead(&mut program, call.site, to);
        }
        program
    }

    fn add(&self, program: &mut Program, body: &Func, is_summary: bool) -> FuncId {
        let kind = if is_summary { "summary" } else { "any" };
        let mut body = body.clone();
        body.name = Symbol::new(&format!("{} ({kind})", body.name));
        if self.wrong && is_summary {
            spoil(program, &mut body);
        }
        program.funcs.push(body);
        FuncId(program.funcs.len() as u32 - 1)
    }

    /// What is abstracted how.
    pub fn tell(&self, to: &mut dyn FnMut(Chapter)) {
        for call in &self.calls {
            let how = match (call.class, self.body(call)) {
                (Class::Deterministic, _) => How::Deterministic,
                (_, None) => How::Kept,
                (Class::Independent { .. }, Some(body)) => How::Any(range(body)),
                (Class::Candidate { .. }, Some(_)) => How::Summary,
            };
            let function = self.name(call.callee);
            let span = call.span;
            to(Chapter::Call {
                function,
                span,
                how,
            });
        }
        for summary in self.summaries.values() {
            to(Chapter::Summary {
                function: self.name(summary.function),
                text: summary.text.clone(),
                exact: summary.exact,
            });
        }
    }

    pub fn name(&self, function: FuncId) -> Symbol {
        self.subject.program.funcs[function.0 as usize].name
    }
}

fn is_candidate(call: &Call) -> bool {
    matches!(call.class, Class::Candidate { .. })
}

/// Whether the statement calls the function by its name.
fn is_direct(program: &Program, call: &Call) -> bool {
    let block = &program.funcs[call.site.func.0 as usize].blocks[call.site.block.0 as usize];
    let statement = block.statements.get(call.site.statement as usize);
    matches!(statement, Some((Statement::Call { func, .. }, _)) if *func == call.callee)
}

/// Makes a body answer the opposite, bit by bit.
fn spoil(program: &Program, body: &mut Func) {
    let ret = Place {
        root: Root::Local(body.ret()),
        path: Vec::new(),
    };
    let ty = body.local_type(body.ret()).and_then(|ty| program.ty(ty));
    if !matches!(ty, Ok(Type::Bool | Type::Int { .. })) {
        return;
    }
    let opposite = Rvalue::Unary(UnOp::Not, Operand::Copy(ret.clone()));
    let span = body.span;
    for block in &mut body.blocks {
        if block.terminator == Some(Terminator::Return) {
            let spoilt = Statement::Assign(ret.clone(), opposite.clone());
            block.statements.push((spoilt, span));
        }
    }
}

fn lead(program: &mut Program, site: Site, to: FuncId) {
    let block = &mut program.funcs[site.func.0 as usize].blocks[site.block.0 as usize];
    if let Some((Statement::Call { func, .. }, _)) =
        block.statements.get_mut(site.statement as usize)
    {
        *func = to;
    }
}

/// The bounds of the value that a body gives, if it has some.
fn range(body: &Func) -> Option<(Value, Value, TypeId)> {
    let ty = body.local_type(body.ret()).ok()?;
    let mut statements = body.blocks.iter().flat_map(|block| &block.statements);
    statements.find_map(|(statement, _)| match statement {
        Statement::Input {
            range: Some((low, high)),
            ..
        } => Some((low.clone(), high.clone(), ty)),
        _ => None,
    })
}
