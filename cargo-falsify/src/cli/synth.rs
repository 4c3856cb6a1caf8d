//! `cargo falsify synth`: a function from examples.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::thread;

use serde_json::json;

use super::args::Synth;
use super::{Exit, Terminal};
use crate::synth::sygus::{self, Problem};
use crate::synth::{synthesize, Budget, Candidate, Flaw, Stop};

/// The part of the time that the search has; the rest is for putting the answer together and checking it.
const SEARCH: f64 = 0.9;

pub fn run(arguments: &Synth, terminal: &Terminal) -> Exit {
    let problem = match read(&arguments.file) {
        Ok(problem) => problem,
        Err(message) => {
            terminal.error(message);
            return Exit::Usage;
        }
    };
    match synthesize(&problem.grammar, &problem.examples, &budget(arguments)) {
        Ok(candidate) => show(&problem, &candidate, terminal),
        Err(flaw) => {
            terminal.error(format_args!(
                "{}: {}",
                arguments.file.display(),
                describe(&flaw)
            ));
            Exit::Usage
        }
    }
}

fn read(file: &Path) -> Result<Problem, String> {
    let text = fs::read_to_string(file)
        .map_err(|failure| format!("{} cannot be read: {failure}", file.display()))?;
    sygus::read(&text).map_err(|fault| format!("{}:{fault}", file.display()))
}

fn budget(arguments: &Synth) -> Budget {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    Budget {
        time: arguments.timeout.mul_f64(SEARCH),
        memory: usize::try_from(arguments.memory).unwrap_or(usize::MAX),
        jobs: arguments.jobs.map_or(cores, |jobs| jobs as usize),
        memorise: !arguments.no_memorise,
        ..Budget::default()
    }
}

fn describe(flaw: &Flaw) -> String {
    match flaw {
        Flaw::Arity {
            nonterminal,
            production,
        } => format!(
            "production {} of `{nonterminal}` has too many nonterminals",
            production + 1
        ),
        Flaw::Sort {
            nonterminal,
            production,
        } => format!(
            "production {} of `{nonterminal}` is of another sort",
            production + 1
        ),
        Flaw::Empty => "no term can be derived from the first nonterminal".into(),
    }
}

fn show(problem: &Problem, candidate: &Candidate, terminal: &Terminal) -> Exit {
    let exit = judge(problem, candidate);
    match terminal.is_for_people() {
        true => terminal.result(match exit {
            Exit::Done => problem.definition(&candidate.text),
            Exit::Violated => "infeasible".into(),
            _ => "fail".into(),
        }),
        false => terminal.result(as_json(problem, candidate, exit)),
    }
    match exit {
        Exit::Done => terminal.status("Found", summary(candidate)),
        Exit::Bug => terminal.error("the term that was found does not meet the examples"),
        _ => terminal.error(format_args!(
            "no function found, {}; the best meets {} of {} examples",
            candidate.stopped.reason(),
            candidate.right,
            candidate.examples
        )),
    }
    exit
}

/// What is printed as a solution is read again from its text and evaluated first.
fn judge(problem: &Problem, candidate: &Candidate) -> Exit {
    match (candidate.stopped, candidate.is_solution()) {
        (Stop::Contradiction, _) => Exit::Violated,
        (_, false) => Exit::Short,
        (_, true) if problem.accepts(candidate).is_ok() => Exit::Done,
        (_, true) => Exit::Bug,
    }
}

fn summary(candidate: &Candidate) -> String {
    let made = match candidate.memorised {
        0 => String::new(),
        made => format!(", {made} parts made for single examples"),
    };
    format!(
        "a function for {} examples: {} productions, {} branches{made}",
        candidate.examples,
        candidate.size,
        candidate.term.branches()
    )
}

fn as_json(problem: &Problem, candidate: &Candidate, exit: Exit) -> String {
    let definition = (exit == Exit::Done).then(|| problem.definition(&candidate.text));
    json!({
        "reason": "synthesis",
        "name": problem.name,
        "definition": definition,
        "examples": candidate.examples,
        "right": candidate.right,
        "size": candidate.size,
        "branches": candidate.term.branches(),
        "memorised": candidate.memorised,
        "stopped": candidate.stopped.reason(),
    })
    .to_string()
}
