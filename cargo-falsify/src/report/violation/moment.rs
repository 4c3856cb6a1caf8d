//! What the expressions of a function were worth at one time: from what was observed back to what is written.

use crate::ir::interp::{operands, written, Observation};
use crate::ir::{
    Func, FuncId, LocalId, Operand, Place, Program, Projection, Root, Rvalue, Statement, Type,
    TypeId, Value,
};
use crate::notation::{short_name, show};
use crate::source::{SourceMap, Span};
use crate::syntax::outline::{Expression, Form};

/// Characters of an expression or a value in a sentence.
const WIDEST: usize = 32;

/// One activation of a function in one tick.
pub struct Moment<'a> {
    program: &'a Program,
    func: &'a Func,
    sources: &'a SourceMap,
    /// Oldest first.
    seen: Vec<&'a Observation>,
}

impl<'a> Moment<'a> {
    /// The last activation that the observations show.
    pub fn last(
        program: &'a Program,
        sources: &'a SourceMap,
        func: FuncId,
        observations: &'a [Observation],
    ) -> Moment<'a> {
        let of_func = observations.iter().filter(|it| it.func == func);
        let depth = of_func.clone().next_back().map(|it| it.depth);
        Moment {
            program,
            func: &program.funcs[func.0 as usize],
            sources,
            seen: of_func.filter(|it| Some(it.depth) == depth).collect(),
        }
    }

    /// When an expression was last evaluated; later is greater.
    pub fn when(&self, expression: &Expression) -> Option<usize> {
        self.seen.iter().rposition(|it| is_of(it, expression))
    }

    /// The call that an expression is, with what it was called with.
    pub fn call(&self, expression: &Expression) -> Option<(&'a Observation, FuncId)> {
        let mut newest_first = self.seen.iter().rev();
        newest_first.find_map(|&seen| match seen.of(self.func) {
            Some(Statement::Call { func, .. }) if is_of(seen, expression) => Some((seen, *func)),
            _ => None,
        })
    }

    /// What a statement did here, by its identity.
    pub fn same(&self, other: &Observation) -> Option<&'a Observation> {
        let place = (other.block, other.statement);
        let mut newest_first = self.seen.iter().rev();
        newest_first
            .find(|it| (it.block, it.statement) == place)
            .copied()
    }

    pub fn value(&self, expression: &Expression) -> Option<(TypeId, &'a Value)> {
        self.computed(expression)
            .or_else(|| self.read(expression))
            .filter(|(_, value)| **value != Value::Undefined)
    }

    /// The result of the operation that the expression is.
    fn computed(&self, expression: &Expression) -> Option<(TypeId, &'a Value)> {
        let newest_first = self.seen.iter().rev();
        let mut own = newest_first.filter(|it| is_of(it, expression) && !self.guards(it));
        let result = own.next()?.result.as_ref()?;
        Some((result.0, &result.1))
    }

    /// Whether it only computes the condition of a panic.
    fn guards(&self, seen: &Observation) -> bool {
        let Some(Statement::Assign(dest, _)) = seen.of(self.func) else {
            return false;
        };
        let next = Observation {
            statement: seen.statement + 1,
            ..seen.clone()
        };
        match next.of(self.func) {
            Some(Statement::Check { cond, .. }) => *cond == Operand::Copy(dest.clone()),
            _ => false,
        }
    }

    /// The value that some operation read from the place that the expression is.
    fn read(&self, expression: &Expression) -> Option<(TypeId, &'a Value)> {
        let text = self.sources.text(expression.span);
        let wanted: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let wanted = wanted
            .trim_start_matches(['*', '&', '('])
            .trim_end_matches(')');
        let mut newest_first = self.seen.iter().rev();
        newest_first.find_map(|seen| {
            let statement = seen.of(self.func)?;
            let places = operands(statement);
            let at = places.iter().position(|operand| match operand {
                Operand::Copy(place) => self.place_text(place).is_some_and(|it| it == wanted),
                Operand::Const(..) => false,
            });
            let (ty, value) = seen.operands.get(at?)?;
            Some((*ty, value))
        })
    }

    /// A place of the user's as it would be written; dereferences are not.
    fn place_text(&self, place: &Place) -> Option<String> {
        let (mut text, mut ty) = match place.root {
            Root::Local(local) => {
                let found = &self.func.locals[local.0 as usize];
                (found.name?.to_string(), found.ty)
            }
            Root::Static(id) => {
                let found = &self.program.statics[id.0 as usize];
                (short_name(found.name.as_str()), found.ty)
            }
        };
        for step in &place.path {
            text += &self.step_text(ty, *step)?;
            ty = self.program.projected_type(self.func, ty, *step).ok()?;
        }
        Some(text)
    }

    fn step_text(&self, of: TypeId, step: Projection) -> Option<String> {
        match step {
            Projection::Deref => Some(String::new()),
            Projection::ConstIndex(at) => Some(format!("[{at}]")),
            Projection::Index(LocalId(index)) => {
                let name = self.func.locals[index as usize].name?;
                Some(format!("[{name}]"))
            }
            Projection::Field(field) => match self.program.ty(of).ok()? {
                Type::Struct { fields, .. } => Some(format!(".{}", fields.get(field as usize)?.0)),
                _ => Some(format!(".{field}")),
            },
            Projection::VariantField(..) | Projection::ConstIndexFromEnd(_) => None,
        }
    }

    /// What was assigned to places of the user's: where, which place, and its value. Oldest first.
    pub fn assigned(&self) -> Vec<(Span, String, String)> {
        let seen = self.seen.iter().filter(|it| !self.guards(it));
        seen.filter_map(|seen| {
            let place = self.place_text(written(seen.of(self.func)?)?)?;
            let (ty, value) = seen.result.as_ref()?;
            let is_known = *value != Value::Undefined;
            let value = is_known.then(|| self.shown(*ty, value)).flatten()?;
            (value != "()").then(|| (seen.span, place, cut(&value)))
        })
        .collect()
    }

    /// Whether a condition was true; none if it was not evaluated.
    pub fn truth(&self, condition: &Expression) -> Option<bool> {
        let all = || condition.parts.iter().map(|part| self.truth(part));
        match condition.form {
            Form::And if all().any(|it| it == Some(false)) => Some(false),
            Form::And => all().collect::<Option<Vec<_>>>().map(|_| true),
            Form::Or if all().any(|it| it == Some(true)) => Some(true),
            Form::Or => all().collect::<Option<Vec<_>>>().map(|_| false),
            Form::Not => self.truth(condition.parts.first()?).map(|it| !it),
            _ => match self.value(condition)? {
                (ty, Value::Scalar(bits)) if self.program.ty(ty) == Ok(&Type::Bool) => {
                    Some(*bits != 0)
                }
                _ => None,
            },
        }
    }

    /// What is worth knowing about the parts of a condition: `c.speed = 50, raw = 3`.
    pub fn operands(&self, condition: &Expression) -> Vec<String> {
        let mut known = Vec::new();
        for (index, part) in condition.parts.iter().enumerate() {
            self.add_operand(condition, index, part, &mut known);
        }
        if condition.form == Form::Place {
            let value = self.value(condition);
            known.extend(value.and_then(|it| self.equation(condition, it)));
        }
        known
    }

    fn add_operand(
        &self,
        whole: &Expression,
        index: usize,
        part: &Expression,
        known: &mut Vec<String>,
    ) {
        let worth = self.value(part).or_else(|| self.positional(whole, index));
        let equation = worth.and_then(|worth| self.equation(part, worth));
        known.extend(equation.filter(|it| !known.contains(it)));
        // A place stands for itself; what is computed is better understood with what it is computed from.
        if !matches!(part.form, Form::Literal | Form::Closure) {
            for (index, inner) in part.parts.iter().enumerate() {
                let indexes = part.form == Form::Place && index == 0;
                if !indexes {
                    self.add_operand(part, index, inner, known);
                }
            }
        }
    }

    /// An operand of an operator, by its position: constants have no place that could be looked up.
    fn positional(&self, whole: &Expression, index: usize) -> Option<(TypeId, &'a Value)> {
        if whole.parts.len() != 2 || !matches!(whole.form, Form::Binary | Form::ClaimCompare) {
            return None;
        }
        let newest_first = self.seen.iter().rev();
        let mut own = newest_first.filter(|it| is_of(it, whole));
        let computes = own.find(|it| {
            // A division's guard compares the divisor with zero.
            let zero_test = self.guards(it) && it.operands.iter().any(|o| o.1 == Value::Scalar(0));
            let is_binary = matches!(
                it.of(self.func),
                Some(Statement::Assign(_, Rvalue::Binary(..)))
            );
            is_binary && !zero_test
        });
        let (ty, value) = computes?.operands.get(index)?;
        Some((*ty, value))
    }

    /// `text = value`, unless that says nothing.
    fn equation(&self, part: &Expression, (ty, value): (TypeId, &Value)) -> Option<String> {
        if matches!(part.form, Form::Literal | Form::Closure) {
            return None;
        }
        let text = self.text(part);
        let text = text.trim_start_matches('&').trim_start_matches("mut ");
        let value = self.shown(ty, value)?;
        let value = value.trim_start_matches('&');
        let is_obvious = short_name(text) == value || text == value;
        (!is_obvious && value != "()").then(|| format!("{} = {}", without_parens(text), cut(value)))
    }

    /// A value; none if it is too much for a sentence.
    fn shown(&self, ty: TypeId, value: &Value) -> Option<String> {
        if let Value::Ref(id, path) = value {
            let behind = &self.program.statics[id.0 as usize];
            let is_constant = path.is_empty() && !behind.mutable;
            return is_constant.then(|| show(self.program, behind.ty, &behind.init));
        }
        let is_single = |value: &Value| matches!(value, Value::Scalar(_) | Value::Variant(..));
        let text = show(self.program, ty, value);
        let fits = text.chars().count() <= WIDEST;
        (fits || is_single(value)).then_some(text)
    }

    /// An expression as it is written, on one line.
    pub fn text(&self, expression: &Expression) -> String {
        let text = self.sources.text(expression.span);
        let words: Vec<&str> = text.split_whitespace().collect();
        cut(&words.join(" "))
    }
}

fn without_parens(text: &str) -> &str {
    let inside = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    inside.filter(|it| !it.contains(')')).unwrap_or(text)
}

fn is_of(seen: &Observation, expression: &Expression) -> bool {
    seen.span == expression.operation || seen.span == expression.span
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(WIDEST) {
        Some(_) => text.chars().take(WIDEST - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}
