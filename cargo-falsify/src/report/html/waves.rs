//! The signals of a run for the script of the page: each as a list of its changes.

use serde_json::{json, Value as Json};

use crate::bv::Scalar;
use crate::ir::{Program, Value};
use crate::report::rerun::{Frame, Rerun, Subject};
use crate::report::signals::{signals, Detail, Group, Level, Signal};

/// Everything that is drawn about one run; `monitor` is the one that is violated, and comes before the others.
pub fn json(subject: Subject<'_>, rerun: &Rerun, failing: u64, monitor: Option<usize>) -> Json {
    let mut all = signals(subject, &rerun.frames, Detail::Fields);
    let is_other = |signal: &Signal| {
        let is_monitors = signal.group == Group::Monitors;
        is_monitors && !monitor.is_some_and(|it| signal.is_of_monitor(it))
    };
    all.sort_by_key(|signal| (signal.group, is_other(signal)));
    let drawn: Vec<Json> = all.iter().map(|it| wave(it, subject, rerun)).collect();
    json!({
        "ticks": rerun.frames.len().saturating_sub(1),
        "failing": failing,
        "signals": drawn,
    })
}

fn wave(signal: &Signal, subject: Subject<'_>, rerun: &Rerun) -> Json {
    let shape = Shape::of(signal, subject.program);
    let mut changes: Vec<(usize, String, Json)> = Vec::new();
    for (tick, frame) in rerun.frames.iter().enumerate() {
        let (text, height) = shape.point(signal, frame, subject);
        if changes.last().is_none_or(|(_, last, _)| *last != text) {
            changes.push((tick, text, height));
        }
    }
    json!({
        "name": signal.name(),
        "group": title(signal.group),
        "shape": shape.name(),
        "changes": changes,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// High or low.
    Bit,
    /// A line as high as the value.
    Number,
    /// Only words.
    Text,
}

impl Shape {
    fn of(signal: &Signal, program: &Program) -> Shape {
        let scalar = signal.ty.and_then(|ty| program.ty(ty).ok()?.scalar());
        match scalar {
            Some(Scalar::Bool) => Shape::Bit,
            Some(Scalar::Int { .. } | Scalar::Float { .. }) => Shape::Number,
            None if signal.is_truth() => Shape::Bit,
            Some(Scalar::Char) | None => Shape::Text,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Shape::Bit => "bit",
            Shape::Number => "number",
            Shape::Text => "text",
        }
    }

    /// What a signal is in a tick, in words and as a height; without a value the words are empty.
    fn point(self, signal: &Signal, frame: &Frame, subject: Subject<'_>) -> (String, Json) {
        let level = signal.level(frame);
        let text = match level {
            Level::Truth(truth) => if truth { "yes" } else { "no" }.to_owned(),
            Level::Value(_) | Level::Absent => signal.text(frame, subject),
        };
        let height = match (self, level) {
            (Shape::Bit, Level::Truth(truth)) => json!(u8::from(truth)),
            (Shape::Bit, Level::Value(Value::Scalar(bits))) => json!(u8::from(bits != 0)),
            // What is no number has no height; json! makes that null.
            (Shape::Number, Level::Value(_)) => json!(text.parse::<f64>().ok()),
            _ => Json::Null,
        };
        (text, height)
    }
}

fn title(group: Group) -> &'static str {
    match group {
        Group::Inputs => "Inputs",
        Group::State => "State",
        Group::Outputs => "Outputs",
        Group::Monitors => "Monitors",
    }
}
