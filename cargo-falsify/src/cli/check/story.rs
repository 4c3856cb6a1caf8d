//! A search by abstraction in words.

use std::collections::BTreeMap;

use crate::cli::check::outcome::counted;
use crate::engine::cegar::{Chapter, How};
use crate::evidence::Violation;
use crate::notation::short_name;
use crate::report::verdict::{moment, VerdictReport};
use crate::source::Symbol;

/// The newest summaries, as Rust, by the engine that works with them and the name of the function.
#[derive(Default)]
pub struct Summaries(BTreeMap<(&'static str, String), String>);

impl Summaries {
    /// Keeps what a chapter says about them.
    pub fn take_down(&mut self, engine: &'static str, chapter: &Chapter) {
        let key = |function: &Symbol| (engine, short_name(function.as_str()));
        match chapter {
            Chapter::Summary { function, text, .. } | Chapter::Refined { function, text, .. } => {
                self.0.insert(key(function), text.clone());
            }
            Chapter::Kept { function } => {
                self.0.remove(&key(function));
            }
            _ => {}
        }
    }

    /// Those of an engine, by the names of the functions.
    pub fn of(&self, engine: &str) -> Vec<(String, String)> {
        let own = self.0.iter().filter(|((of, _), _)| *of == engine);
        own.map(|((_, name), text)| (name.clone(), text.clone()))
            .collect()
    }
}

pub fn words(report: VerdictReport<'_>, chapter: &Chapter) -> String {
    let at = |violation: &Violation| {
        let property = report.label(violation.property);
        format!("{property} at {}", moment(violation.tick))
    };
    match chapter {
        Chapter::Call {
            function,
            span,
            how,
        } => {
            let name = short_name(function.as_str());
            let place = report.renderer.location(*span);
            format!("{name} at {place}: {}", answered(how))
        }
        Chapter::Summary {
            function,
            text,
            exact,
        } => format!(
            "{}{}",
            heading("summary of", function.as_str(), *exact),
            text
        ),
        Chapter::Alarm(alarm) => format!("alarm: {}", at(alarm)),
        Chapter::Confirmed(violation) => {
            format!(
                "confirmed: a run of the loop itself violates {}",
                at(violation)
            )
        }
        Chapter::Spurious { alarm, excluded } => {
            let why = match excluded {
                true => "no run of the loop itself takes this way",
                false => "a run of the loop itself with these inputs does not",
            };
            format!("spurious: {}: {why}", at(alarm))
        }
        Chapter::Refined {
            function,
            text,
            exact,
            corrected,
        } => {
            let learned = counted(corrected.len(), "answer");
            let shown = corrected[..corrected.len().min(SHOWN)].join("; ");
            let more = if corrected.len() > SHOWN { "; …" } else { "" };
            let head = heading("refined summary of", function.as_str(), *exact);
            format!("{learned} corrected: {shown}{more}\n{head}{text}")
        }
        Chapter::Proving { functions } => {
            let names = functions.iter().map(|it| short_name(it.as_str()));
            let names: Vec<String> = names.collect();
            format!(
                "proofs are looked for in the loop with the exact {} of {}",
                if names.len() == 1 {
                    "summary"
                } else {
                    "summaries"
                },
                names.join(", ")
            )
        }
        Chapter::Kept { function } => {
            let name = short_name(function.as_str());
            format!("{name} answers itself from now on")
        }
    }
}

/// Corrected answers that are shown.
const SHOWN: usize = 3;

fn heading(what: &str, function: &str, exact: bool) -> String {
    let exact = if exact { " (exact)" } else { "" };
    format!("{what} {}{exact}:\n", short_name(function))
}

fn answered(how: &How) -> String {
    match how {
        How::Deterministic => "deterministic, the function itself".into(),
        How::Kept => "the function itself, as nothing simpler stands for it".into(),
        How::Any(values) => format!("independent, any value ({values})"),
        How::Summary => "candidate, its summary".into(),
    }
}
