//! A violation for a person: the requirement, the source with the failing condition and its values, the run as a table.

mod blame;
pub mod listing;
mod moment;
mod operator;
mod timeline;

use super::paint::Paint;
use super::rerun::{panic_owner, Rerun, Subject};
use super::verdict::{moment as at_tick, VerdictReport};
use crate::bv::{BinOp, UnOp};
use crate::diagnostic::render::{Picture, Renderer};
use crate::evidence::{Falsified, Property};
use crate::ir::interp::{Observation, Panic};
use crate::ir::{FuncId, PanicKind, Rvalue, Statement};
use crate::notation::short_name;
use crate::source::Span;
use crate::syntax::outline::{Form, Outline};
use blame::{Blame, Mark};
use listing::Listing;
use moment::Moment;
use timeline::Timeline;

/// Draws violations of one loop.
pub struct ViolationReport<'a> {
    pub subject: Subject<'a>,
    pub renderer: &'a Renderer<'a>,
    /// The function with a span as it is written, if its source is at hand.
    pub outline: &'a dyn Fn(Span) -> Option<Outline>,
}

/// What there is to say about a violation.
#[derive(Debug)]
pub struct Account {
    pub heading: String,
    /// The requirement.
    pub message: String,
    pub notes: Vec<String>,
    pub listings: Vec<Listing>,
    /// The run in short.
    pub timeline: String,
}

impl ViolationReport<'_> {
    /// Everything about a violation but its artifacts.
    pub fn human(&self, found: &Falsified, rerun: &Rerun) -> String {
        let property = found.trace.violation.property;
        let picture = Picture {
            heading: self.heading(found),
            message: self.message(property, rerun),
            labels: self.labels(property, rerun),
        };
        let drawn = self.renderer.picture(&picture);
        let notes = self.notes(found, rerun).into_iter();
        format!(
            "{}\n{}{}",
            drawn.trim_end_matches('\n'),
            notes.map(|it| format!("  {it}\n")).collect::<String>(),
            self.timeline(found, rerun).draw(self.paint())
        )
    }

    /// The same in parts that are not drawn yet; `is_own` says whether a span lies in the user's crate.
    pub fn account(
        &self,
        found: &Falsified,
        rerun: &Rerun,
        is_own: &dyn Fn(Span) -> bool,
    ) -> Account {
        let property = found.trace.violation.property;
        let labels = self.labels(property, rerun);
        Account {
            heading: self.heading(found),
            message: self.message(property, rerun),
            notes: self.notes(found, rerun),
            listings: self.listings(&found.trace, &labels, is_own),
            timeline: self.timeline(found, rerun).draw(Paint(false)),
        }
    }

    fn paint(&self) -> Paint {
        Paint(self.renderer.colour)
    }

    fn verdicts(&self) -> VerdictReport<'_> {
        VerdictReport {
            harness: self.subject.harness,
            renderer: self.renderer,
        }
    }

    /// `cruise::tick: slows_down is violated at tick 11, the earliest possible`
    fn heading(&self, found: &Falsified) -> String {
        let violation = found.trace.violation;
        let name = match violation.property {
            Property::Panic { kind, .. } => format!("{} panic", kind.name()),
            other => format!("{} is violated", self.verdicts().label(other)),
        };
        // Nothing could be earlier than the first tick.
        let earliest = match found.earliest && violation.tick > 1 {
            true => ", the earliest possible",
            false => "",
        };
        let at = at_tick(violation.tick);
        format!("{}: {name} at {at}{earliest}", self.verdicts().loop_name())
    }

    fn message(&self, property: Property, rerun: &Rerun) -> String {
        match property {
            Property::Monitor(index) => {
                let monitor = &self.subject.harness.monitors[index];
                match monitor.text.is_empty() {
                    true => format!("`{}` says no", short_name(monitor.name.as_str())),
                    false => monitor.text.clone(),
                }
            }
            Property::Check { name, .. } => format!("check `{name}` does not hold"),
            Property::Panic { kind, .. } => self.panic_message(kind, rerun),
        }
    }

    /// At least the place itself is marked.
    fn labels(&self, property: Property, rerun: &Rerun) -> Vec<(Span, String)> {
        let marks = match property {
            Property::Monitor(index) => self.monitor_marks(index, rerun),
            Property::Check { span, .. } => self.check_marks(span, rerun),
            Property::Panic { span, .. } => self.panic_marks(span, rerun),
        };
        let mut marks: Vec<(Span, String)> =
            Vec::from_iter(marks.into_iter().map(|it| (it.span, it.text)));
        marks.dedup();
        if marks.is_empty() {
            marks.push((self.verdicts().place(property), String::new()));
        }
        marks
    }

    fn notes(&self, found: &Falsified, rerun: &Rerun) -> Vec<String> {
        let panic = match found.trace.violation.property {
            Property::Panic { .. } => rerun.panic(),
            // The run may have gone on to a panic that is none of this property's business.
            Property::Monitor(_) | Property::Check { .. } => None,
        };
        let calls = panic.map_or_else(Vec::new, |it| self.calls(it));
        calls.into_iter().chain(found.remark.clone()).collect()
    }

    /// The way to a panic, innermost first.
    fn calls(&self, panic: &Panic) -> Vec<String> {
        let name = |func: FuncId| {
            let func = &self.subject.program.funcs[func.0 as usize];
            short_name(func.name.as_str())
        };
        let outside = panic.calls.iter().filter(|call| call.span != panic.span);
        let line = |call: &crate::ir::interp::CallSite| {
            let place = self.renderer.location(call.span);
            format!("called by {} at {place}", name(call.caller))
        };
        outside.map(line).collect()
    }

    fn moment<'a>(&'a self, func: FuncId, observations: &'a [Observation]) -> Moment<'a> {
        Moment::last(
            self.subject.program,
            self.renderer.sources,
            func,
            observations,
        )
    }

    fn monitor_marks(&self, index: usize, rerun: &Rerun) -> Vec<Mark> {
        let monitor = &self.subject.harness.monitors[index];
        let ticks = rerun.frames.iter().skip(1);
        let moments: Vec<Moment<'_>> = ticks
            .map(|frame| self.moment(monitor.func, &frame.observations))
            .collect();
        let (Some(outline), Some(now)) = ((self.outline)(monitor.span), moments.last()) else {
            return Vec::new();
        };
        let blame = Blame {
            program: self.subject.program,
            outline: &outline,
            moments: &moments,
            now,
        };
        blame.result()
    }

    /// The activation in which the check was first false.
    fn check_marks(&self, span: Span, rerun: &Rerun) -> Vec<Mark> {
        let observations = rerun.frames.last().map(|it| it.observations.as_slice());
        let observations = observations.unwrap_or(&[]);
        let is_false = |it: &Observation| {
            let func = &self.subject.program.funcs[it.func.0 as usize];
            let is_check = matches!(it.of(func), Some(Statement::Property { .. }));
            it.span == span && is_check && it.operands[0].1 == crate::ir::Value::Scalar(0)
        };
        let Some(at) = observations.iter().position(is_false) else {
            return Vec::new();
        };
        let now = self.moment(observations[at].func, &observations[..=at]);
        self.claim_marks(span, observations[at].func, &now)
    }

    fn panic_marks(&self, span: Span, rerun: &Rerun) -> Vec<Mark> {
        let (Some(panic), Some(last)) = (rerun.panic(), rerun.frames.last()) else {
            return Vec::new();
        };
        let owner = panic_owner(self.subject.program, panic);
        let now = self.moment(owner, &last.observations);
        self.claim_marks(span, owner, &now)
    }

    /// What made the expression at a place fail: a condition, or the values that it was computed from.
    fn claim_marks(&self, span: Span, func: FuncId, now: &Moment<'_>) -> Vec<Mark> {
        let func = &self.subject.program.funcs[func.0 as usize];
        let Some(outline) = (self.outline)(func.span) else {
            return Vec::new();
        };
        let Some(claim) = outline.at(span) else {
            return Vec::new();
        };
        let blame = Blame {
            program: self.subject.program,
            outline: &outline,
            moments: &[],
            now,
        };
        match (claim.form, claim.parts.first()) {
            (Form::Claim, Some(condition)) => blame.condition(condition, false),
            _ => vec![Mark {
                span: claim.span,
                text: now.operands(claim).join(", "),
            }],
        }
    }

    /// In the words of the compiled program, as far as it has words of its own.
    fn panic_message(&self, kind: PanicKind, rerun: &Rerun) -> String {
        let text = match kind {
            PanicKind::Overflow => match self.overflowing(rerun) {
                Some(verb) => return format!("attempt to {verb} with overflow"),
                None => "arithmetic overflow",
            },
            PanicKind::Shift => "attempt to shift by as many bits as the value has or more",
            PanicKind::DivZero => "attempt to divide by zero",
            PanicKind::DivOverflow => "attempt to divide with overflow",
            PanicKind::Bounds => return self.bounds_message(rerun),
            PanicKind::Slice => "range out of bounds of the slice",
            PanicKind::Unwrap => "`unwrap` of a value that is not there",
            PanicKind::Expect => "`expect` of a value that is not there",
            PanicKind::Assert => "assertion failed",
            PanicKind::Panic => "explicit panic",
            PanicKind::Unreachable => "entered code that is marked as unreachable",
            PanicKind::Todo => "not yet implemented",
            PanicKind::Borrow => "already borrowed",
            PanicKind::Library => "a library function panics",
        };
        text.into()
    }

    /// The last operation that was begun.
    fn last_operation<'a>(&self, rerun: &'a Rerun) -> Option<(&'a Observation, &Statement)> {
        let observations = &rerun.frames.last()?.observations;
        let newest_first = observations.iter().rev();
        let mut assignments = newest_first.filter_map(|seen| {
            let func = &self.subject.program.funcs[seen.func.0 as usize];
            let statement = seen.of(func)?;
            matches!(statement, Statement::Assign(..)).then_some((seen, statement))
        });
        let (seen, statement) = assignments.next()?;
        (Some(seen.span) == rerun.panic().map(|it| it.span)).then_some((seen, statement))
    }

    fn overflowing(&self, rerun: &Rerun) -> Option<&'static str> {
        match self.last_operation(rerun)?.1 {
            Statement::Assign(_, Rvalue::Binary(BinOp::AddOverflows, ..)) => Some("add"),
            Statement::Assign(_, Rvalue::Binary(BinOp::SubOverflows, ..)) => Some("subtract"),
            Statement::Assign(_, Rvalue::Binary(BinOp::MulOverflows, ..)) => Some("multiply"),
            Statement::Assign(_, Rvalue::Unary(UnOp::NegOverflows, _)) => Some("negate"),
            _ => None,
        }
    }

    fn bounds_message(&self, rerun: &Rerun) -> String {
        let shown: Option<Vec<String>> = self.last_operation(rerun).map(|(seen, _)| {
            let operands = seen.operands.iter();
            let show =
                |(ty, value): &(_, _)| crate::notation::show(self.subject.program, *ty, value);
            operands.map(show).collect()
        });
        match shown.as_deref() {
            Some([index, length]) => {
                format!("index out of bounds: the length is {length} but the index is {index}")
            }
            _ => "index out of bounds".into(),
        }
    }

    fn timeline(&self, found: &Falsified, rerun: &Rerun) -> Timeline {
        let property = found.trace.violation.property;
        let monitor = match property {
            Property::Monitor(index) => Some(index),
            Property::Check { .. } | Property::Panic { .. } => None,
        };
        let functions = self.subject.watched(&found.trace).into_iter();
        let texts = functions.map(|func| self.function_text(func));
        let about: Vec<&str> = texts.collect();
        let width = self.renderer.width;
        Timeline::new(self.subject, rerun, &about.join(" "), monitor, width)
    }

    fn function_text(&self, func: FuncId) -> &str {
        let func = &self.subject.program.funcs[func.0 as usize];
        self.renderer.sources.text(func.span)
    }
}
