//! `cargo falsify record`: examples of what aux functions answer, from the crate's own tests or from a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::args::Record;
use super::session::{self, Session};
use super::{Exit, Terminal};
use crate::driver::Analysis;
use crate::evidence::record::{self, Fact, RecordError, Recording, What};
use crate::ir::blueprint::Blueprint;
use crate::ir::FuncId;
use crate::list::Helper;
use crate::project::{Package, Project};
use crate::source::{FileId, SourceMap, Span};
use crate::summary::example::{
    observable, Batch, Named, Observation, Origin, Remark, Settled, Store,
};

/// Remarks that are shown to a person; programs get all.
const SHOWN: usize = 20;

/// Examples of a function that are kept.
const KEPT: usize = 10_000;

pub fn run(arguments: &Record, terminal: &Terminal) -> Exit {
    let session = match session::read(&arguments.selection, terminal) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    let Some(project) = session.project.as_ref().filter(|_| !session.failed) else {
        return Exit::Usage;
    };
    let desks = desks(&session, project, terminal);
    if arguments.import.is_some() && desks.len() > 1 {
        terminal.error(
            "several packages have aux functions: say with `-p` which one the file is about",
        );
        return Exit::Usage;
    }
    let exits = desks.iter().map(|desk| match &arguments.import {
        Some(file) => desk.import(file),
        None => desk.record(&arguments.arguments),
    });
    let worst = exits.reduce(Exit::worse);
    worst.unwrap_or_else(|| {
        terminal.error("nothing was recorded: no function is marked `#[aux]`");
        terminal.say("  help: `cargo falsify list` names functions that would qualify");
        Exit::Nothing
    })
}

/// The packages with aux functions.
fn desks<'a>(session: &'a Session, project: &'a Project, terminal: &'a Terminal) -> Vec<Desk<'a>> {
    let desks = project.packages.iter().map(|package| {
        let of_package = session
            .analyses
            .iter()
            .filter(|it| it.package.0 == package.name);
        let analyses = of_package.filter(|it| !it.listing.aux.is_empty());
        Desk {
            session,
            project,
            package,
            analyses: analyses.collect(),
            terminal,
        }
    });
    desks.filter(|desk| !desk.analyses.is_empty()).collect()
}

/// A package and where its examples go.
struct Desk<'a> {
    session: &'a Session,
    project: &'a Project,
    package: &'a Package,
    analyses: Vec<&'a Analysis>,
    terminal: &'a Terminal,
}

/// What the tests told about one function.
#[derive(Default)]
struct Told {
    calls: u64,
    panicked: u64,
    unwritable: Option<String>,
}

impl Desk<'_> {
    fn record(&self, arguments: &[String]) -> Exit {
        let package = self.package;
        self.terminal.status(
            "Recording",
            format_args!("the tests of {} v{}", package.name, package.version),
        );
        let added: Vec<&Blueprint> = self.analyses.iter().map(|it| &it.recording).collect();
        let subject = record::Subject {
            project: self.project,
            package,
            added: &added,
            sources: self.session.sources(),
        };
        let tool = std::env::current_exe().map_err(RecordError::Io);
        let recording = match tool.and_then(|tool| record::record(&subject, &tool, arguments)) {
            Ok(recording) => recording,
            Err(RecordError::NotBuilt(words)) => {
                self.terminal
                    .error("the tests do not build for this machine");
                self.terminal.say(words.trim_end());
                return Exit::Usage;
            }
            Err(RecordError::Io(why)) => {
                self.terminal
                    .error(format_args!("the tests cannot be recorded: {why}"));
                return Exit::Usage;
            }
        };
        if let Some(words) = &recording.failed {
            self.terminal
                .warning("some tests fail; what they recorded before counts");
            self.terminal.detail(words.trim_end());
        }
        self.take(&recording)
    }

    fn take(&self, recording: &Recording) -> Exit {
        if recording.torn > 0 {
            let torn = recording.torn;
            self.terminal.warning(format_args!(
                "{torn} lines were torn: a test died while it wrote"
            ));
        }
        let mut kept = 0;
        for analysis in &self.analyses {
            let (known, elsewhere) = (known(analysis), self.elsewhere(analysis));
            let mut batch = Batch::new(&analysis.program, &known, &elsewhere);
            let told = self.facts(analysis, recording, &mut batch);
            kept += self.settle(analysis, &known, batch, &told);
        }
        self.tidy_up();
        self.end(
            kept,
            "no test calls an aux function whose arguments and result can be written down",
        )
    }

    /// Puts the calls of the functions of one crate into a batch.
    fn facts(
        &self,
        analysis: &Analysis,
        recording: &Recording,
        batch: &mut Batch<'_>,
    ) -> BTreeMap<FuncId, Told> {
        let mut told: BTreeMap<FuncId, Told> = BTreeMap::new();
        for fact in &recording.facts {
            let Some(helper) = called(analysis, self.session.sources(), fact) else {
                continue;
            };
            let [function] = helper.instances[..] else {
                continue;
            };
            let of_function = told.entry(function).or_default();
            match &fact.what {
                What::Counts { calls, panicked } => {
                    of_function.calls = of_function.calls.max(*calls);
                    of_function.panicked = of_function.panicked.max(*panicked);
                }
                What::Unwritable { unwritable } => {
                    of_function.unwritable = Some(unwritable.clone())
                }
                // Why that is so is said once for the function.
                What::Call { .. } if !batch.admits(function) => {}
                What::Call { arguments, result } => {
                    let origin = Origin {
                        file: format!("a recorded call of `{}`", helper.path),
                        line: 0,
                    };
                    if let Err(why) = batch.claim(origin.clone(), function, arguments, result) {
                        batch.refuse(origin, why);
                    }
                }
            }
        }
        told
    }

    fn import(&self, file: &Path) -> Exit {
        let bytes = match fs::read(file) {
            Ok(bytes) => bytes,
            Err(why) => {
                self.terminal
                    .error(format_args!("cannot read {}: {why}", file.display()));
                return Exit::Usage;
            }
        };
        let mut kept = 0;
        for analysis in &self.analyses {
            let (known, elsewhere) = (known(analysis), self.elsewhere(analysis));
            let mut batch = Batch::new(&analysis.program, &known, &elsewhere);
            batch.lines(&file.display().to_string(), &bytes);
            kept += self.settle(analysis, &known, batch, &BTreeMap::new());
        }
        self.tidy_up();
        self.end(kept, "no line of the file is an example of an aux function")
    }

    /// Adds the examples to those that are stored; how many are new or were there already and were seen again.
    fn settle(
        &self,
        analysis: &Analysis,
        known: &[Named],
        batch: Batch<'_>,
        told: &BTreeMap<FuncId, Told>,
    ) -> usize {
        let program = &analysis.program;
        let fresh = batch.settle();
        let (store, elsewhere) = (self.store(), self.elsewhere(analysis));
        let mut both = Batch::new(program, known, &elsewhere);
        let origin = Origin {
            file: "this recording".into(),
            line: 0,
        };
        store.read(&mut both);
        for (function, examples) in &fresh.examples {
            both.accept(&origin, *function, examples);
        }
        let all = both.settle();
        remark(&fresh.remarks, self.terminal);
        remark(&all.remarks, self.terminal);
        for named in known {
            self.say_of(analysis, named, &fresh, told.get(&named.function));
        }
        self.skipped(analysis, told);
        if let Err(why) = self.write(analysis, known, &store, &all) {
            self.terminal
                .error(format_args!("the examples cannot be written: {why}"));
            return 0;
        }
        fresh.examples.values().map(Vec::len).sum()
    }

    fn write(
        &self,
        analysis: &Analysis,
        known: &[Named],
        store: &Store,
        all: &Settled,
    ) -> std::io::Result<()> {
        for named in known {
            let examples: &[Observation] =
                all.examples.get(&named.function).map_or(&[], Vec::as_slice);
            if !examples.is_empty() {
                let kept = &examples[..examples.len().min(KEPT)];
                let path: PathBuf = store.write(&analysis.program, named, kept)?;
                self.terminal.detail(format_args!(
                    "{} examples in {}",
                    kept.len(),
                    path.display()
                ));
            }
        }
        Ok(())
    }

    fn store(&self) -> Store {
        Store::of(&self.project.artifacts, &self.package.name)
    }

    /// The paths of aux functions in the other crates of the package.
    fn elsewhere(&self, analysis: &Analysis) -> BTreeSet<String> {
        paths_in_others(self.analyses.iter().copied(), analysis)
    }

    /// Files of functions that are gone or have other types would only be complained about.
    fn tidy_up(&self) {
        let store = self.store();
        let mut current = BTreeSet::new();
        for analysis in &self.analyses {
            let known = known(analysis);
            current.extend(
                known
                    .iter()
                    .map(|named| store.file(&analysis.program, named)),
            );
        }
        if let Err(why) = store.keep_only(&current) {
            self.terminal
                .warning(format_args!("old examples cannot be removed: {why}"));
        }
    }

    fn say_of(&self, analysis: &Analysis, named: &Named, fresh: &Settled, told: Option<&Told>) {
        let kept = fresh.examples.get(&named.function).map_or(0, Vec::len);
        let (calls, panicked) = told.map_or((0, 0), |it| (it.calls, it.panicked));
        let path = &named.path;
        let crate_name = &analysis.package.0;
        self.terminal.message(&json!({
            "reason": "recorded",
            "package": crate_name,
            "function": path,
            "examples": kept,
            "calls": calls,
            "panicked": panicked,
        }));
        if kept > 0 {
            let panics = match panicked {
                0 => String::new(),
                some => format!(", {some} or more that panicked left out"),
            };
            let calls = match kept {
                1 => "1 call".to_owned(),
                many => format!("{many} different calls"),
            };
            let text = format!("{path}: {calls}{panics}");
            self.terminal.status("Recorded", text);
        }
    }

    /// Names the aux functions of which nothing can be recorded, and why.
    fn skipped(&self, analysis: &Analysis, told: &BTreeMap<FuncId, Told>) {
        for helper in &analysis.listing.aux {
            let Some(why) = self.obstacle(analysis, helper, told) else {
                continue;
            };
            let path = &helper.path;
            self.terminal.message(&json!({
                "reason": "not-recorded",
                "package": analysis.package.0,
                "function": path,
                "why": why,
            }));
            if self.terminal.is_for_people() {
                self.terminal
                    .warning(format_args!("calls of `{path}` are not recorded: {why}"));
            }
        }
    }

    fn obstacle(
        &self,
        analysis: &Analysis,
        helper: &Helper,
        told: &BTreeMap<FuncId, Told>,
    ) -> Option<String> {
        let [function] = helper.instances[..] else {
            return Some(
                "it is generic, and what its arguments are differs from call to call".into(),
            );
        };
        if let Err(why) = observable(&analysis.program, function) {
            return Some(why.to_string());
        }
        let text = self.session.sources().text(helper.span);
        let head = text.split('{').next().unwrap_or("");
        if head.split_whitespace().any(|word| word == "const") {
            return Some("it is a `const fn`, which can tell nothing".into());
        }
        let unwritable = told.get(&function)?.unwritable.as_ref()?;
        Some(format!(
            "values of type `{unwritable}` cannot be written down"
        ))
    }

    fn end(&self, kept: usize, why: &str) -> Exit {
        if kept > 0 {
            return Exit::Done;
        }
        self.terminal
            .error(format_args!("nothing was recorded: {why}"));
        self.terminal
            .say("  help: write a test that calls it, or `--import` what a device has recorded");
        Exit::Nothing
    }
}

/// The functions of which there can be examples.
fn known(analysis: &Analysis) -> Vec<Named> {
    let concrete = analysis
        .listing
        .aux
        .iter()
        .filter_map(|helper| match helper.instances[..] {
            [function] => Some(Named {
                path: helper.path.clone(),
                function,
            }),
            _ => None,
        });
    concrete.collect()
}

/// The aux function at the place of a fact: the innermost one around it.
fn called<'a>(analysis: &'a Analysis, sources: &SourceMap, fact: &Fact) -> Option<&'a Helper> {
    let (path, line, column) = &fact.at;
    let mut files = (0..sources.len()).map(FileId);
    let file = files.find(|it| sources.path(*it) == path)?;
    let text = sources.file(file);
    let is_around = |span: Span| {
        let ends = [span.lo, span.hi].map(|offset| text.line_column(offset));
        span.file == file && (ends[0]..=ends[1]).contains(&(*line, *column))
    };
    let around = analysis
        .listing
        .aux
        .iter()
        .filter(|helper| is_around(helper.span));
    around.min_by_key(|helper| helper.span.hi - helper.span.lo)
}

/// Names what is left out.
fn remark(remarks: &[Remark], terminal: &Terminal) {
    for remark in remarks {
        terminal.message(&json!({
            "reason": "example-skipped",
            "file": remark.origin.file,
            "line": remark.origin.line,
            "why": remark.why,
        }));
    }
    if !terminal.is_for_people() {
        return;
    }
    for Remark { origin, why } in remarks.iter().take(SHOWN) {
        terminal.warning(format_args!("{origin}: {why}"));
    }
    if let Some(more) = remarks.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        terminal.warning(format_args!(
            "{more} more examples are left out; `--message-format json` names all"
        ));
    }
}

/// The stored examples of a crate that stand up to it; others are named.
pub fn recorded(session: &Session, analysis: &Analysis, terminal: &Terminal) -> Settled {
    let Some(project) = &session.project else {
        return Settled::default();
    };
    let of_package = session
        .analyses
        .iter()
        .filter(|it| it.package == analysis.package);
    let elsewhere = paths_in_others(of_package, analysis);
    let store = Store::of(&project.artifacts, &analysis.package.0);
    let settled = store.load(&analysis.program, &known(analysis), &elsewhere);
    remark(&settled.remarks, terminal);
    settled
}

/// The paths of aux functions in other crates of a package.
fn paths_in_others<'a>(
    analyses: impl Iterator<Item = &'a Analysis>,
    own: &Analysis,
) -> BTreeSet<String> {
    let others = analyses.filter(|it| !std::ptr::eq(*it, own));
    others.flat_map(known).map(|named| named.path).collect()
}
