//! Runs cases on both sides and reports where they differ.

use crate::batch::{self, Layout, Request};
use crate::case::Case;
use crate::outcome::Outcome;
use crate::random::Random;
use crate::tool::{self, Executor};
use crate::value::{inputs, joined, Value};
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// Argument lists per entry unless the caller says otherwise.
pub const INPUTS: usize = 50;
/// Far above what a batch takes; only a program that never ends reaches it.
const LIMIT: Duration = Duration::from_secs(120);

/// What comparing a set of cases showed.
#[derive(Debug, Default)]
pub struct Report {
    pub functions: usize,
    pub runs: usize,
    /// How many of the runs ended in a panic, on the compiled side.
    pub panics: usize,
    /// Cases that `rustc` does not compile: mistakes of the test.
    pub refused: Vec<(String, String)>,
    pub mismatches: Vec<Mismatch>,
}

/// An entry on which the tool differs from the compiled program.
#[derive(Clone, Debug)]
pub struct Mismatch {
    pub case: Case,
    pub entry: String,
    pub arguments: Vec<Value>,
    pub compiled: Outcome,
    pub tool: Outcome,
    /// How many of the entry's inputs differ.
    pub count: usize,
}

impl Report {
    pub fn is_clean(&self) -> bool {
        self.refused.is_empty() && self.mismatches.is_empty()
    }

    /// Adds another report to this one.
    pub fn absorb(&mut self, other: Report) {
        self.functions += other.functions;
        self.runs += other.runs;
        self.panics += other.panics;
        self.refused.extend(other.refused);
        self.mismatches.extend(other.mismatches);
    }
}

/// Compares every entry of a file of ordinary Rust: its `pub fn`s, on
/// [`INPUTS`] argument lists each (all of them where there are fewer).
///
/// This is the whole interface for a table of small functions:
/// `assert_clean(compare_file("library/option.rs"))`, with the path relative
/// to the `tests` directory.
pub fn compare_file(path: impl AsRef<Path>) -> Report {
    compare_file_on(path, INPUTS)
}

/// [`compare_file`] with a chosen number of inputs.
pub fn compare_file_on(path: impl AsRef<Path>, count: usize) -> Report {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let full = home.join(path.as_ref());
    // Inputs depend on the name, so it must not depend on the machine.
    let name = full
        .strip_prefix(home)
        .unwrap_or(&full)
        .display()
        .to_string();
    let case = std::fs::read_to_string(&full)
        .map_err(|error| format!("{name}: {error}"))
        .and_then(|source| Case::new(&name, &source));
    match case {
        Ok(case) if case.entries.is_empty() => refuse(&name, "no `pub fn` to run"),
        Ok(case) => compare(&[case], count, 0, tool::executor()),
        Err(why) => refuse(&name, &why),
    }
}

fn refuse(name: &str, why: &str) -> Report {
    Report {
        refused: vec![(name.to_string(), why.to_string())],
        ..Report::default()
    }
}

/// Fails the test with everything a reader needs unless the report is clean.
pub fn assert_clean(report: Report) {
    assert!(report.is_clean(), "{report}");
}

/// Compares `cases` as one batch on `count` inputs per entry.
pub fn compare(cases: &[Case], count: usize, seed: u64, tool: &dyn Executor) -> Report {
    let requests = requests(cases, count, seed);
    let answers = batch::run(cases, &requests, LIMIT);
    let layout = Layout::for_tool(cases);
    let mine = tool.run(cases, &layout, &requests);
    let mut report = Report {
        functions: cases.iter().map(|case| case.entries.len()).sum(),
        ..Report::default()
    };
    for (case, why) in &answers.refused {
        report
            .refused
            .push((cases[*case].name.clone(), why.clone()));
        report.functions -= cases[*case].entries.len();
    }
    for ((request, compiled), mine) in requests.iter().zip(answers.outcomes).zip(mine) {
        if let Some(compiled) = compiled {
            let offset = layout.offsets[request.case];
            let mine = mine.map(|outcome| outcome.moved_up(offset));
            report.judge(
                &cases[request.case],
                request,
                compiled.moved_up(offset),
                mine,
            );
        }
    }
    report
}

/// The runs to make: the inputs of an entry depend on its case's and its own
/// name, so that other entries may come and go.
pub fn requests(cases: &[Case], count: usize, seed: u64) -> Vec<Request> {
    let mut requests = Vec::new();
    for (case, text) in cases.iter().enumerate() {
        for (entry, function) in text.entries.iter().enumerate() {
            let mut random = Random::named(seed, &format!("{}::{}", text.name, function.name));
            let rows = inputs(&function.parameters, count, &mut random);
            requests.extend(rows.into_iter().map(|arguments| Request {
                case,
                entry,
                arguments,
            }));
        }
    }
    requests
}

impl Report {
    fn judge(&mut self, case: &Case, request: &Request, compiled: Outcome, mine: Option<Outcome>) {
        let entry = &case.entries[request.entry].name;
        self.runs += 1;
        self.panics += usize::from(matches!(compiled, Outcome::Panic(_)));
        let Some(mine) = mine.filter(|mine| !mine.agrees_with(&compiled)) else {
            return;
        };
        match self.mismatches.last_mut() {
            Some(known) if known.entry == *entry && known.case.name == case.name => {
                known.count += 1
            }
            _ => self.mismatches.push(Mismatch {
                case: case.clone(),
                entry: entry.clone(),
                arguments: request.arguments.clone(),
                compiled,
                tool: mine,
                count: 1,
            }),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} functions, {} runs ({} panics), {} cases refused by rustc, {} functions differ",
            self.functions,
            self.runs,
            self.panics,
            self.refused.len(),
            self.mismatches.len()
        )?;
        for (name, why) in &self.refused {
            writeln!(f, "-- {name} is not a valid case: {why}")?;
        }
        self.mismatches
            .iter()
            .try_for_each(|mismatch| write!(f, "{mismatch}"))
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "-- {}: {}({})",
            self.case.name,
            self.entry,
            joined(&self.arguments)
        )?;
        writeln!(f, "   compiled: {}", self.compiled)?;
        writeln!(f, "   tool:     {}", self.tool)?;
        writeln!(f, "   ({} inputs differ)", self.count)
    }
}
