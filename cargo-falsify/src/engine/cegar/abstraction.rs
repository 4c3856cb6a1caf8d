//! The program in which calls of aux functions are answered by something simpler.
//!
//! The class is one of a call, the body one of a function. So a body that stands for a function is added to the program as a
//! further function, and the calls of that class lead there; all others, and the function itself, stay as they are. Every statement
//! keeps its place.

use std::collections::{BTreeMap, BTreeSet};

use super::story::{Chapter, How};
use super::Variant;
use crate::bv::UnOp;
use crate::engine::Subject;
use crate::ir::{
    Func, FuncId, Operand, Place, Program, Root, Rvalue, Site, Statement, Terminator, Type,
};
use crate::source::Symbol;
use crate::summary::{replaced, Call, Calls, Class, Maker, Replacement, Stand};

/// What calls of an abstraction that any value answers ask the world for.
pub(super) fn drawn(original: &Program, abstracted: &Program) -> BTreeSet<Symbol> {
    let added = abstracted.funcs.iter().skip(original.funcs.len());
    let statements = added.flat_map(|body| body.blocks.iter().flat_map(|block| &block.statements));
    let sources = statements.filter_map(|(statement, _)| match statement {
        Statement::Input { source, .. } => Some(*source),
        _ => None,
    });
    sources.collect()
}

/// What answers which calls.
pub(super) struct Abstraction<'a> {
    subject: Subject<'a>,
    /// Of calls that are bound to what else happens.
    summaries: BTreeMap<FuncId, Stand>,
    /// Of calls that are not.
    any: BTreeMap<FuncId, Stand>,
    /// The last summary of each function for which one was asked, used or not.
    learnt: BTreeMap<FuncId, Option<Stand>>,
    calls: Vec<Call>,
    /// Whether summaries are to be wrong.
    wrong: bool,
    /// Whether wrong summaries are to be taken for exact.
    claimed: bool,
}

impl<'a> Abstraction<'a> {
    pub fn new(subject: Subject<'a>, maker: &dyn Maker, variant: Variant) -> Abstraction<'a> {
        let direct = subject
            .calls
            .iter()
            .filter(|it| is_direct(subject.program, it));
        let calls: Vec<Call> = direct.copied().collect();
        let callees = |wanted: fn(&Call) -> bool| -> BTreeSet<FuncId> {
            let calls = calls.iter().filter(|call| wanted(call));
            calls.map(|call| call.callee).collect()
        };
        let fits = |stand: &Stand| {
            let replacement = replacement(stand, Vec::new());
            replaced(subject.program, &[replacement]).is_ok()
        };
        let any = callees(|call| matches!(call.class, Class::Independent { .. }));
        let any = any.into_iter().filter_map(|it| maker.any(it)).filter(fits);
        let learnt = callees(is_candidate).into_iter();
        let learnt = learnt.map(|it| (it, maker.first(it).filter(fits)));
        let learnt: BTreeMap<FuncId, Option<Stand>> = learnt.collect();
        let first: Vec<Stand> = learnt.values().flatten().cloned().collect();
        let chosen = maker.chosen(subject.harness, &first.iter().collect::<Vec<&Stand>>());
        let chosen = chosen.into_iter().map(|at| first[at].clone());
        Abstraction {
            subject,
            summaries: chosen.map(|stand| (stand.function, stand)).collect(),
            any: any.map(|stand| (stand.function, stand)).collect(),
            learnt,
            calls,
            wrong: variant.wrong,
            claimed: variant.claimed,
        }
    }

    /// Whether a summary is exact that has been learnt so far.
    pub fn has_exact(&self) -> bool {
        let mut learnt = self.learnt.values().flatten();
        learnt.any(|stand| stand.exact || self.claimed)
    }

    /// Exact summaries for all calls that are not deterministic. Independent calls have them as well: any value makes no proof.
    pub fn exact(&mut self, maker: &dyn Maker) -> Vec<Replacement> {
        let calls = self.calls.iter();
        let calls = calls.filter(|call| call.class != Class::Deterministic);
        let mut sites: BTreeMap<FuncId, Vec<Site>> = BTreeMap::new();
        for call in calls {
            sites.entry(call.callee).or_default().push(call.site);
        }
        let mut exact = Vec::new();
        for (function, sites) in sites {
            let learnt = self.learnt.entry(function);
            let Some(stand) = learnt.or_insert_with(|| maker.first(function)) else {
                continue;
            };
            let own = replacement(stand, sites);
            match self.claimed {
                true => exact.push(own.claimed()),
                false if own.exact => exact.push(own),
                false => {}
            }
        }
        exact
    }

    pub fn subject(&self) -> Subject<'a> {
        self.subject
    }

    pub fn is_empty(&self) -> bool {
        self.sites().is_empty()
    }

    /// The calls that something else answers.
    pub fn sites(&self) -> BTreeSet<Site> {
        let calls = self.calls.iter().filter(|call| self.stand(call).is_some());
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

    pub fn summary(&self, function: FuncId) -> Option<&Stand> {
        self.summaries.get(&function)
    }

    pub fn learn(&mut self, summary: Stand) {
        self.learnt.insert(summary.function, Some(summary.clone()));
        self.summaries.insert(summary.function, summary);
    }

    /// From now on the function itself answers all of its calls.
    pub fn keep(&mut self, function: FuncId) {
        self.summaries.remove(&function);
        self.any.remove(&function);
    }

    pub fn functions(&self) -> BTreeSet<FuncId> {
        self.summaries
            .keys()
            .chain(self.any.keys())
            .copied()
            .collect()
    }

    fn stand(&self, call: &Call) -> Option<&Stand> {
        match call.class {
            Class::Deterministic => None,
            Class::Independent { .. } => self.any.get(&call.callee),
            Class::Candidate { .. } => self.summaries.get(&call.callee),
        }
    }

    pub fn program(&self) -> Program {
        let stands = self.summaries.values().map(|stand| (stand, true));
        let stands = stands.chain(self.any.values().map(|stand| (stand, false)));
        let replacements = stands.map(|(stand, is_summary)| {
            let own = |call: &&Call| call.callee == stand.function;
            let own = self.calls.iter().filter(own);
            let own = own.filter(|call| {
                call.class != Class::Deterministic && is_candidate(call) == is_summary
            });
            replacement(stand, own.map(|call| call.site).collect())
        });
        let replacements: Vec<Replacement> = replacements.collect();
        let original = self.subject.program;
        // Each of them has been tried.
        let mut program = replaced(original, &replacements).unwrap_or_else(|_| original.clone());
        if self.wrong {
            let first = original.funcs.len();
            for at in first..first + self.summaries.len() {
                let mut body = program.funcs[at].clone();
                spoil(&program, &mut body);
                program.funcs[at] = body;
            }
        }
        program
    }

    /// What is abstracted how.
    pub fn tell(&self, to: &mut dyn FnMut(Chapter)) {
        for call in &self.calls {
            let how = match (call.class, self.stand(call)) {
                (Class::Deterministic, _) => How::Deterministic,
                (_, None) => How::Kept,
                (Class::Independent { .. }, Some(stand)) => How::Any(stand.text.clone()),
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

fn replacement(stand: &Stand, sites: Vec<Site>) -> Replacement {
    Replacement {
        function: stand.function,
        calls: Calls::At(sites),
        body: stand.body.clone(),
        exact: stand.exact,
    }
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
