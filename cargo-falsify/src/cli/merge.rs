//! `cargo falsify merge`: the results of all shards as those of one check.

use serde_json::{json, Value as Json};

use super::args::Merge;
use super::baseline::{read, Baseline, Compared};
use super::{Exit, Terminal};
use crate::diagnostic::Diagnostic;
use crate::report::difference::Run;
use crate::report::ledger::Verdict;
use crate::report::merge::merge;
use crate::report::overview::tables;
use crate::report::paint::Paint;
use crate::report::results::Results;

pub fn run(arguments: &Merge, terminal: &Terminal) -> Exit {
    let exit = merged(arguments, terminal).unwrap_or_else(|finding| {
        terminal.finding(&finding);
        Exit::Usage
    });
    terminal.close(exit)
}

fn merged(arguments: &Merge, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    let baseline = Baseline::open(&arguments.against)?;
    let parts: Result<Vec<Results>, Diagnostic> =
        arguments.files.iter().map(|it| read(it)).collect();
    let parts = parts?;
    // A code that no run ends with is none of a check's.
    let code = |code: u8| Exit::of(code).unwrap_or(Exit::Bug);
    let runs = parts.iter().map(|it| code(it.summary.run_exit_code));
    let run = runs.fold(Exit::Done, Exit::worse);
    let whole = merge(parts)?;
    let verdicts = whole.verdicts.iter().map(|it| code(it.exit_code));
    let mut compared = Compared {
        exit: verdicts.fold(Exit::Done, Exit::worse),
        json: Json::Null,
    };
    tell(&whole, terminal);
    if let (Some(baseline), Ok(scope)) = (baseline, whole.scope()) {
        let now = Run {
            verdicts: &whole.verdicts,
            scope,
            is_part: false,
            settings: &whole.summary.settings,
        };
        compared = baseline.compare(&now, compared.exit, terminal);
    }
    let exit = run.worse(compared.exit);
    terminal.message(&summary(&whole, run, exit, compared.json));
    Ok(exit)
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

fn summary(whole: &Results, run: Exit, exit: Exit, baseline: Json) -> Json {
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
        "baseline": baseline,
    })
}
