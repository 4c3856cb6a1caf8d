//! Looking at single operations: what they read and what came out, for reports.
//!
//! Only functions that are asked for are watched. Their code gets extra steps, so that nothing else becomes slower.

use crate::ir::{BlockId, Func, FuncId, Operand, Place, Rvalue, Statement, TypeId, Value};
use crate::source::Span;

/// A statement that was executed.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    pub func: FuncId,
    pub block: BlockId,
    /// Its index in the block.
    pub statement: usize,
    pub span: Span,
    /// How many calls it was nested in: statements of one activation have the same depth.
    pub depth: usize,
    /// What it read, in the order of [`operands`].
    pub operands: Vec<(TypeId, Value)>,
    /// What it wrote; none if it writes nothing or has not ended.
    pub result: Option<(TypeId, Value)>,
}

impl Observation {
    pub fn of<'a>(&self, func: &'a Func) -> Option<&'a Statement> {
        let block = func.blocks.get(self.block.0 as usize)?;
        block.statements.get(self.statement).map(|(it, _)| it)
    }
}

/// At least this many of the last observations of a tick are kept: a report shows how it ended.
const KEPT: usize = 1 << 16;

/// The observations of a tick.
#[derive(Default)]
pub(super) struct Log(Vec<Observation>);

impl Log {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn all(&self) -> &[Observation] {
        &self.0
    }

    pub fn push(&mut self, observation: Observation) {
        if self.0.len() >= 2 * KEPT {
            self.0.drain(..KEPT);
        }
        self.0.push(observation);
    }

    /// The result of a statement that was begun at this depth.
    pub fn finish(&mut self, site: &Site, depth: usize, result: (TypeId, Value)) {
        let begun = self.0.iter_mut().rev().find(|o| {
            o.depth == depth
                && (o.func, o.block, o.statement) == (site.func, site.block, site.statement)
        });
        if let Some(begun) = begun {
            begun.result = Some(result);
        }
    }
}

/// A statement whose operands or result lie in slots.
pub(super) struct Site {
    pub func: FuncId,
    pub block: BlockId,
    pub statement: usize,
    pub slots: Vec<(u32, TypeId)>,
}

/// What a statement reads; a place that it only looks into or refers to counts.
pub fn operands(statement: &Statement) -> Vec<Operand> {
    match statement {
        Statement::Assign(_, value) => read_by(value),
        Statement::Call { args, .. }
        | Statement::CallIndirect { args, .. }
        | Statement::Output { args, .. } => args.clone(),
        Statement::Check { cond, .. }
        | Statement::Property { cond, .. }
        | Statement::Assume(cond)
        | Statement::Cover(cond) => vec![cond.clone()],
        Statement::Input { .. } | Statement::TickStart | Statement::TickEnd => Vec::new(),
    }
}

fn read_by(value: &Rvalue) -> Vec<Operand> {
    match value {
        Rvalue::Use(a)
        | Rvalue::Unary(_, a)
        | Rvalue::Cast(a, _)
        | Rvalue::Transmute(a, _)
        | Rvalue::Repeat(a, _)
        | Rvalue::ArrayToSlice(a)
        | Rvalue::Len(a)
        | Rvalue::SliceToArray(a, _)
        | Rvalue::StrAsBytes(a)
        | Rvalue::BytesAsStr(a) => vec![a.clone()],
        Rvalue::Binary(_, a, b) => vec![a.clone(), b.clone()],
        Rvalue::SlicePart(a, start, len) => vec![a.clone(), start.clone(), len.clone()],
        Rvalue::Aggregate(_, fields) | Rvalue::Variant(_, _, fields) => fields.clone(),
        Rvalue::Ref(place) | Rvalue::VariantOf(place) | Rvalue::Discriminant(place) => {
            vec![Operand::Copy(place.clone())]
        }
    }
}

/// Where a statement writes.
pub fn written(statement: &Statement) -> Option<&Place> {
    match statement {
        Statement::Assign(dest, _)
        | Statement::Call { dest, .. }
        | Statement::CallIndirect { dest, .. }
        | Statement::Input { dest, .. } => Some(dest),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn observation(statement: usize, depth: usize) -> Observation {
        Observation {
            func: FuncId(0),
            block: BlockId(0),
            statement,
            span: Span::new(FileId(0), 0, 0),
            depth,
            operands: Vec::new(),
            result: None,
        }
    }

    #[test]
    fn the_end_of_a_long_tick_is_kept() {
        let mut log = Log::default();
        for statement in 0..5 * KEPT {
            log.push(observation(statement, 1));
        }
        assert!((KEPT..=2 * KEPT).contains(&log.all().len()));
        assert_eq!(log.all().last().map(|it| it.statement), Some(5 * KEPT - 1));
    }

    #[test]
    fn a_result_belongs_to_its_own_activation() {
        let mut log = Log::default();
        log.push(observation(0, 1));
        log.push(observation(0, 2));
        let site = Site {
            func: FuncId(0),
            block: BlockId(0),
            statement: 0,
            slots: Vec::new(),
        };
        log.finish(&site, 1, (TypeId(0), Value::Scalar(7)));
        let results: Vec<bool> = log.all().iter().map(|it| it.result.is_some()).collect();
        assert_eq!(results, [true, false]);
    }
}
