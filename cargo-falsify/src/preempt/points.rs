//! Where in a function handlers must be able to run.
//!
//! Going along a path, an access of what is shared makes it *stale*: a handler that runs now makes a difference to one
//! that ran before. At the next access, or at the next statement if there is no access any more, there must be a
//! point, after which it is fresh. A function of the user's may be entered stale, one of a library is
//! entered right after a point: calls of those count as accesses.

use std::collections::{BTreeMap, BTreeSet};

use super::shared::{is_undivided, Accesses};
use super::written::in_text;
use crate::ir::blueprint::Moment;
use crate::ir::{BlockId, Func, FuncId, Operand, Place, Program, Statement, Terminator, Value};
use crate::source::{SourceMap, Span};

/// The marks of moments, and what they stand for.
pub struct Marks<'a> {
    pub mark: FuncId,
    pub moments: &'a [Moment],
    pub is_own: &'a dyn Fn(Span) -> bool,
    pub sources: &'a SourceMap,
}

/// Of one function.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Before the statement of that index in that block, with the moment if it is one of the source.
    pub points: BTreeMap<(usize, usize), Point>,
    /// Statements that make several accesses, by block and index.
    pub crowded: Vec<(usize, usize)>,
    /// An access that takes several instructions.
    pub torn: Option<Span>,
}

#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub moment: Option<u32>,
    pub span: Span,
}

impl Point {
    /// Where a person sees it.
    pub fn shown(&self, marks: &Marks<'_>) -> Span {
        let moment = self.moment.map(|number| &marks.moments[number as usize]);
        moment.map_or(self.span, Moment::span)
    }
}

/// What a statement is here.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Mark(u32),
    Access,
    /// The call of a function that looks after itself and may leave things stale.
    Entry,
    Start,
    End,
    Other,
}

struct Planner<'a, 'p> {
    accesses: &'a Accesses<'p>,
    marks: &'a Marks<'a>,
    func: &'p Func,
    id: FuncId,
    /// Of each block, of each statement and of the terminator.
    kinds: Vec<Vec<Kind>>,
    /// Marks whose moment stands at one place of the source.
    clear: BTreeSet<u32>,
    plan: Plan,
}

pub fn plan<'p>(
    program: &'p Program,
    id: FuncId,
    accesses: &Accesses<'p>,
    marks: &Marks<'_>,
) -> Plan {
    let func = &program.funcs[id.0 as usize];
    let mut planner = Planner {
        accesses,
        marks,
        func,
        id,
        kinds: Vec::new(),
        clear: BTreeSet::new(),
        plan: Plan::default(),
    };
    planner.kinds = planner.all_kinds(program);
    planner.clear = planner.clear_marks();
    planner.look_for_wide();
    planner.choose_before_accesses();
    planner.cover_accesses();
    // A point that can be shown is the better one.
    for only_clear in [true, false] {
        planner.choose_at_ends(only_clear);
    }
    planner.plan
}

/// Whether a function looks after the points inside of it, however it is entered.
fn looks_after_itself(func: &Func, marks: &Marks<'_>) -> bool {
    (marks.is_own)(func.span) && !is_undivided(func)
}

impl<'p> Planner<'_, 'p> {
    fn all_kinds(&mut self, program: &'p Program) -> Vec<Vec<Kind>> {
        let mut all = Vec::new();
        for (at, block) in self.func.blocks.iter().enumerate() {
            let mut kinds = Vec::new();
            for (index, (statement, _)) in block.statements.iter().enumerate() {
                kinds.push(self.kind(program, statement));
                if self.accesses.count(self.id, statement) > 1 {
                    self.plan.crowded.push((at, index));
                }
            }
            let end = block.terminator.as_ref();
            let met = end.is_some_and(|end| self.accesses.is_met_at_end(self.id, end));
            kinds.push(if met { Kind::Access } else { Kind::Other });
            all.push(kinds);
        }
        all
    }

    fn kind(&self, program: &'p Program, statement: &Statement) -> Kind {
        match statement {
            Statement::TickStart => return Kind::Start,
            Statement::TickEnd => return Kind::End,
            Statement::Call { func, args, .. } if *func == self.marks.mark => {
                return match args.first() {
                    Some(Operand::Const(Value::Scalar(number), _)) => Kind::Mark(*number as u32),
                    _ => Kind::Other,
                };
            }
            _ => {}
        }
        if self.accesses.count(self.id, statement) > 0 {
            return Kind::Access;
        }
        let (Statement::Call { args, .. } | Statement::CallIndirect { args, .. }) = statement
        else {
            return Kind::Other;
        };
        let callees = self.accesses.called(statement);
        let met = |callee: &&FuncId| self.accesses.is_met_in(self.id, **callee, args);
        let met: Vec<&FuncId> = callees.iter().filter(met).collect();
        let careful =
            |callee: &&FuncId| looks_after_itself(&program.funcs[callee.0 as usize], self.marks);
        match met.is_empty() {
            true => Kind::Other,
            false if met.iter().all(careful) => Kind::Entry,
            false => Kind::Access,
        }
    }

    /// What an expansion makes may have the place of another statement of it.
    fn clear_marks(&self) -> BTreeSet<u32> {
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        for kind in self.kinds.iter().flatten() {
            if let Kind::Mark(number) = kind {
                *counts.entry(*number).or_default() += 1;
            }
        }
        let moments = self.marks.moments;
        let stands = |number: &u32| {
            let moment = moments.get(*number as usize);
            moment.is_some_and(|moment| in_text(moment, self.marks.sources).is_ok())
        };
        let once = counts.into_iter().filter(|(_, count)| *count == 1);
        once.map(|(number, _)| number).filter(stands).collect()
    }

    fn look_for_wide(&mut self) {
        let statements = self.func.blocks.iter().flat_map(|block| &block.statements);
        let mut wide = statements.filter(|(statement, _)| self.is_wide(statement));
        self.plan.torn = wide.next().map(|(_, span)| *span);
    }

    fn is_wide(&self, statement: &Statement) -> bool {
        let takes_long = |place: &Place, writes: bool| {
            self.accesses.is_met(self.id, place, writes) && self.accesses.is_wide(self.id, place)
        };
        let written = match statement {
            Statement::Assign(dest, _) | Statement::Input { dest, .. } => takes_long(dest, true),
            _ => false,
        };
        let mut read = crate::effects::operands(statement).into_iter();
        written
            || read
                .any(|operand| matches!(operand, Operand::Copy(place) if takes_long(place, false)))
    }

    fn span(&self, block: usize, at: usize) -> Span {
        let statements = &self.func.blocks[block].statements;
        let found = statements.get(at).or(statements.last());
        found.map_or(self.func.span, |(_, span)| *span)
    }

    fn add(&mut self, block: usize, at: usize, moment: Option<u32>) {
        let span = self.span(block, at);
        let moment = moment.filter(|number| self.clear.contains(number));
        self.plan.points.insert((block, at), Point { moment, span });
    }

    fn is_point(&self, block: usize, at: usize) -> bool {
        self.plan.points.contains_key(&(block, at))
    }

    fn successors(&self, block: usize) -> Vec<usize> {
        let index = |id: &BlockId| id.0 as usize;
        match &self.func.blocks[block].terminator {
            Some(Terminator::Goto(to)) => vec![index(to)],
            Some(Terminator::Switch {
                targets, otherwise, ..
            }) => targets
                .iter()
                .map(|(_, to)| index(to))
                .chain([index(otherwise)])
                .collect(),
            Some(Terminator::Return | Terminator::Panic(..) | Terminator::Unreachable) | None => {
                Vec::new()
            }
        }
    }

    /// Moments after which an access is the next thing that matters.
    fn choose_before_accesses(&mut self) {
        for block in 0..self.kinds.len() {
            for at in 0..self.kinds[block].len() {
                if let Kind::Mark(number) = self.kinds[block][at] {
                    if self.leads_to_access(block, at + 1, &mut BTreeSet::new()) {
                        self.add(block, at, Some(number));
                    }
                }
            }
        }
    }

    fn leads_to_access(&self, block: usize, from: usize, seen: &mut BTreeSet<usize>) -> bool {
        for kind in &self.kinds[block][from..] {
            match kind {
                Kind::Access => return true,
                Kind::Mark(_) | Kind::Entry | Kind::Start | Kind::End => return false,
                Kind::Other => {}
            }
        }
        let mut next = self.successors(block).into_iter();
        next.any(|next| seen.insert(next) && self.leads_to_access(next, 0, seen))
    }

    /// Points of their own for accesses that no moment of the source is next to.
    fn cover_accesses(&mut self) {
        let stale = self.stale_at_entries();
        for (block, stale) in stale.into_iter().enumerate() {
            let mut stale = stale;
            for at in 0..self.kinds[block].len() {
                if stale && self.kinds[block][at] == Kind::Access && !self.is_point(block, at) {
                    self.add(block, at, None);
                }
                stale = self.stale_after(block, at, stale);
            }
        }
    }

    fn stale_after(&self, block: usize, at: usize, before: bool) -> bool {
        match self.kinds[block][at] {
            Kind::Access | Kind::Entry | Kind::Start => true,
            Kind::Mark(_) | Kind::Other | Kind::End => before && !self.is_point(block, at),
        }
    }

    fn stale_at_entries(&self) -> Vec<bool> {
        let mut stale = vec![false; self.kinds.len()];
        let Some(first) = stale.first_mut() else {
            return stale;
        };
        *first = looks_after_itself(self.func, self.marks);
        let mut queue: Vec<usize> = (0..stale.len()).collect();
        while let Some(block) = queue.pop() {
            let places = 0..self.kinds[block].len();
            let leaves = places.fold(stale[block], |it, at| self.stale_after(block, at, it));
            for next in self.successors(block) {
                if leaves && !std::mem::replace(&mut stale[next], true) {
                    queue.push(next);
                }
            }
        }
        stale
    }

    /// After the last access there is one more point if the function goes on.
    fn choose_at_ends(&mut self, only_clear: bool) {
        let stale = self.stale_at_entries();
        let comes = self.points_that_come();
        for (block, stale) in stale.into_iter().enumerate() {
            let mut stale = stale;
            for at in 0..self.kinds[block].len() {
                if let Kind::Mark(number) = self.kinds[block][at] {
                    let is_clear = self.clear.contains(&number) || !only_clear;
                    let serves = stale && is_clear && self.is_statement(number);
                    if serves && !self.comes_after(block, at, &comes) {
                        self.add(block, at, Some(number));
                    }
                }
                stale = self.stale_after(block, at, stale);
            }
        }
    }

    fn is_statement(&self, number: u32) -> bool {
        matches!(self.marks.moments[number as usize], Moment::Before(_))
    }

    /// Whether every way from the start of a block to the end of the tick or function comes by a point.
    fn points_that_come(&self) -> Vec<bool> {
        let mut comes = vec![true; self.kinds.len()];
        loop {
            let after: Vec<bool> = (0..comes.len())
                .map(|block| self.comes_from(block, 0, &comes))
                .collect();
            if after == comes {
                return comes;
            }
            comes = after;
        }
    }

    fn comes_after(&self, block: usize, at: usize, comes: &[bool]) -> bool {
        self.comes_from(block, at + 1, comes)
    }

    fn comes_from(&self, block: usize, from: usize, comes: &[bool]) -> bool {
        for at in from..self.kinds[block].len() {
            // What looks after itself has a point on each of its ways.
            if self.is_point(block, at) || self.kinds[block][at] == Kind::Entry {
                return true;
            }
            if self.kinds[block][at] == Kind::End {
                return false;
            }
        }
        match self.func.blocks[block].terminator {
            Some(Terminator::Return) => false,
            _ => self.successors(block).into_iter().all(|next| comes[next]),
        }
    }
}
