//! A search by abstraction in words.

use crate::cli::check::outcome::counted;
use crate::engine::cegar::{Chapter, How};
use crate::evidence::Violation;
use crate::ir::Program;
use crate::notation::{short_name, show};
use crate::report::verdict::{moment, VerdictReport};

pub fn words(report: VerdictReport<'_>, program: &Program, chapter: &Chapter) -> String {
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
            format!("{name} at {place}: {}", answered(program, how))
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
            let learned = counted(*corrected, "answer");
            let head = heading("refined summary of", function.as_str(), *exact);
            format!("{learned} corrected; {head}{text}")
        }
        Chapter::Kept { function } => {
            let name = short_name(function.as_str());
            format!("{name} answers itself from now on")
        }
    }
}

fn heading(what: &str, function: &str, exact: bool) -> String {
    let exact = if exact { " (exact)" } else { "" };
    format!("{what} {}{exact}:\n", short_name(function))
}

fn answered(program: &Program, how: &How) -> String {
    match how {
        How::Deterministic => "deterministic, the function itself".into(),
        How::Kept => "the function itself, as nothing simpler stands for it".into(),
        How::Any(None) => "independent, any value".into(),
        How::Any(Some((low, high, ty))) => {
            let show = |value| show(program, *ty, value);
            format!(
                "independent, any value from {} to {}",
                show(low),
                show(high)
            )
        }
        How::Summary => "candidate, its summary".into(),
    }
}
