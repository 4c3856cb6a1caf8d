//! Which parts of a condition made it what it is.

use super::moment::Moment;
use super::operator::{History, Operator};
use crate::ir::interp::Observation;
use crate::ir::{Program, Type};
use crate::source::Span;
use crate::syntax::outline::{Condition, Expression, Form, Outline};

/// Operands named beside one condition.
const OPERANDS: usize = 4;

/// A place in the source and what to say there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    pub span: Span,
    pub text: String,
}

/// Explains conditions of one function at the last of some ticks.
pub struct Blame<'a> {
    pub program: &'a Program,
    pub outline: &'a Outline,
    /// The function at each tick, from the first one.
    pub moments: &'a [Moment<'a>],
    pub now: &'a Moment<'a>,
}

impl Blame<'_> {
    /// Why the function's value is `false`.
    pub fn result(&self) -> Vec<Mark> {
        let results = self.outline.results().into_iter();
        let evaluated = results.filter_map(|it| Some((self.now.when(it.value)?, it)));
        let Some((_, last)) = evaluated.max_by_key(|(when, _)| *when) else {
            return Vec::new();
        };
        let conditions = last.conditions.iter();
        let mut marks: Vec<Mark> = conditions.flat_map(|it| self.taken(it)).collect();
        marks.extend(self.condition(last.value, false));
        marks
    }

    /// Why a branch was taken.
    fn taken(&self, (deciding, how): &Condition<'_>) -> Vec<Mark> {
        match how {
            Some(truth) => self.condition(deciding, *truth),
            None => vec![Mark {
                span: deciding.span,
                text: self.now.operands(deciding).join(", "),
            }],
        }
    }

    /// Why a condition is true or false.
    pub fn condition(&self, condition: &Expression, truth: bool) -> Vec<Mark> {
        let parts = &condition.parts;
        match condition.form {
            // All parts together made it so, or one alone did.
            Form::And | Form::Or => {
                let together = truth == (condition.form == Form::And);
                let guilty = parts
                    .iter()
                    .filter(|part| self.now.truth(part) == Some(truth));
                let guilty = guilty.take(if together { usize::MAX } else { 1 });
                guilty.flat_map(|it| self.condition(it, truth)).collect()
            }
            Form::Not => parts
                .iter()
                .flat_map(|it| self.condition(it, !truth))
                .collect(),
            Form::Block { valued: true } => parts
                .last()
                .map_or_else(Vec::new, |it| self.condition(it, truth)),
            Form::Call => self.call(condition, truth),
            Form::Place => self.place(condition, truth),
            _ => vec![self.plain(condition, truth)],
        }
    }

    fn plain(&self, condition: &Expression, truth: bool) -> Mark {
        self.mark(condition, truth.to_string(), self.now)
    }

    /// A word about an expression, with the values behind it.
    fn mark(&self, expression: &Expression, word: String, at: &Moment<'_>) -> Mark {
        let mut operands = at.operands(expression);
        operands.truncate(OPERANDS);
        // A flag that is true needs no value beside it.
        let is_flag = expression.form == Form::Place && at.truth(expression).is_some();
        let text = match operands.is_empty() || is_flag {
            true => word,
            false => format!("{word} ({})", operands.join(", ")),
        };
        Mark {
            span: expression.span,
            text,
        }
    }

    /// A variable that was computed before stands for what it was computed from.
    fn place(&self, place: &Expression, truth: bool) -> Vec<Mark> {
        let name = crate::source::Symbol::new(&self.now.text(place));
        let behind = self.outline.binding(name);
        let behind = behind.filter(|it| self.now.truth(it) == Some(truth));
        let behind = behind.map_or_else(Vec::new, |it| self.condition(it, truth));
        [self.plain(place, truth)]
            .into_iter()
            .chain(behind)
            .collect()
    }

    fn call(&self, call: &Expression, truth: bool) -> Vec<Mark> {
        let Some((seen, func)) = self.now.call(call) else {
            return vec![self.plain(call, truth)];
        };
        let name = self.program.funcs[func.0 as usize].name;
        match Operator::of(name.as_str()) {
            Some(operator) => self.operator(call, &operator, seen, truth),
            None => vec![self.plain(call, truth)],
        }
    }

    fn operator(
        &self,
        call: &Expression,
        operator: &Operator,
        seen: &Observation,
        truth: bool,
    ) -> Vec<Mark> {
        let calls = self.moments.iter().map(|moment| moment.same(seen));
        let is_truth = |ty| self.program.ty(ty) == Ok(&Type::Bool);
        let history = History::new(calls, is_truth);
        let remarks = match truth {
            true => history.plainly(),
            false => history.explain(operator),
        };
        let marks = remarks.into_iter().filter_map(|remark| {
            let argument = call.parts.get(remark.argument + 1)?;
            let at = &self.moments[remark.tick as usize - 1];
            Some(self.mark(argument, remark.text, at))
        });
        let marks: Vec<Mark> = marks.collect();
        match marks.is_empty() {
            true => vec![self.plain(call, truth)],
            false => marks,
        }
    }
}
