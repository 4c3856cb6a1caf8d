//! `cargo falsify merge`: the results of all shards as those of one check.

use std::fs;
use std::path::Path;

use serde_json::{json, Value as Json};

use super::args::Merge;
use super::{Exit, Terminal};
use crate::diagnostic::Diagnostic;
use crate::report::ledger::Verdict;
use crate::report::merge::merge;
use crate::report::overview::tables;
use crate::report::paint::Paint;
use crate::report::results::{not_opened, Results};

pub fn run(arguments: &Merge, terminal: &Terminal) -> Exit {
    let read: Result<Vec<Results>, Diagnostic> =
        arguments.files.iter().map(|it| read(it)).collect();
    let exit = match read {
        Ok(parts) => merged(parts, terminal),
        Err(finding) => refuse(&finding, terminal),
    };
    terminal.close(exit)
}

/// Results that a run has printed into a file.
pub fn read(path: &Path) -> Result<Results, Diagnostic> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|why| not_opened(&name, &why))?;
    Results::read(&name, &text)
}

fn refuse(finding: &Diagnostic, terminal: &Terminal) -> Exit {
    terminal.finding(finding);
    Exit::Usage
}

fn merged(parts: Vec<Results>, terminal: &Terminal) -> Exit {
    // A code that no run ends with is none of a check's.
    let code = |code: u8| Exit::of(code).unwrap_or(Exit::Bug);
    let runs = parts.iter().map(|it| code(it.summary.run_exit_code));
    let run = runs.fold(Exit::Done, Exit::worse);
    let whole = match merge(parts) {
        Ok(whole) => whole,
        Err(finding) => return refuse(&finding, terminal),
    };
    let verdicts = whole.verdicts.iter().map(|it| code(it.exit_code));
    let exit = verdicts.fold(run, Exit::worse);
    tell(&whole, terminal);
    terminal.message(&summary(&whole, run, exit));
    exit
}

fn tell(whole: &Results, terminal: &Terminal) {
    let prefix = whole.summary.scope.as_ref().map(|it| it.prefix.clone());
    terminal.set_prefix(prefix.unwrap_or_default());
    whole.others.iter().for_each(|it| terminal.message(it));
    let verdicts = whole.verdicts.iter();
    verdicts.for_each(|it| terminal.message(&message(it)));
    if terminal.is_for_people() {
        let (paint, ledger) = (Paint(terminal.stdout_colour()), terminal.ledger());
        terminal.write(format_args!(
            "{}\n{}\n",
            tables(&ledger, paint),
            ledger.counts()
        ));
    }
}

fn message(verdict: &Verdict) -> Json {
    let mut message = json!(verdict);
    message["reason"] = json!("verdict");
    message
}

fn summary(whole: &Results, run: Exit, exit: Exit) -> Json {
    let count = |name: &str| {
        let alike = whole.verdicts.iter().filter(|it| it.verdict == name);
        alike.count()
    };
    let mut loops: Vec<String> = whole.verdicts.iter().map(Verdict::loop_name).collect();
    loops.dedup();
    let told = &whole.summary;
    json!({
        "reason": "summary",
        "loops": loops.len(),
        "properties": whole.verdicts.len(),
        "falsified": count("falsified"),
        "proved": count("proved"),
        "holds": count("holds"),
        "vacuous": count("vacuous"),
        "unknown": count("unknown"),
        "allowed": told.allowed,
        "exit_code": exit.code(),
        "run_exit_code": run.code(),
        "settings": told.settings,
        "shard": null,
        "scope": told.scope,
    })
}
