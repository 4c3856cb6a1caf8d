//! `--baseline`: results held against those of an earlier run, and what that makes of the exit code.

use std::fs;
use std::path::Path;

use serde_json::{json, Value as Json};

use super::args::Against;
use super::{Exit, Terminal};
use crate::diagnostic::Diagnostic;
use crate::report::difference::{difference, is_baseline, Change, Difference, Kind, Run};
use crate::report::paint::Paint;
use crate::report::results::{not_opened, Results};

/// Results that a run has printed into a file.
pub fn read(path: &Path) -> Result<Results, Diagnostic> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|why| not_opened(&name, &why))?;
    Results::read(&name, &text)
}

/// What results are held against.
pub struct Baseline {
    results: Results,
    regressions_only: bool,
}

/// What came of it.
pub struct Compared {
    /// What verdicts and changes make of the exit code.
    pub exit: Exit,
    /// The entry of the `summary`.
    pub json: Json,
}

impl Baseline {
    /// None if none is asked for.
    pub fn open(arguments: &Against) -> Result<Option<Baseline>, Diagnostic> {
        let Some(path) = &arguments.baseline else {
            return Ok(None);
        };
        let results = read(path)?;
        is_baseline(&results)?;
        Ok(Some(Baseline {
            results,
            regressions_only: arguments.regressions_only,
        }))
    }

    /// Says what has changed; `verdicts` is what the run makes of the exit code without a baseline.
    pub fn compare(&self, run: &Run<'_>, verdicts: Exit, terminal: &Terminal) -> Compared {
        let found = difference(&self.results.verdicts, run);
        let changes = found.changes.iter();
        changes.for_each(|it| terminal.message(&it.json()));
        if terminal.is_for_people() {
            self.show(&found, terminal);
        }
        let exit = match self.regressions_only {
            true => regressions(&found, run),
            false => verdicts,
        };
        self.blame(&found, exit, terminal);
        Compared {
            exit,
            json: json!({
                "file": self.results.name,
                "regressions_only": self.regressions_only,
                "changes": found.changes.len(),
                "regressions": worse(&found).count(),
                "not_compared": found.not_compared,
            }),
        }
    }

    /// What has no verdict of its own must still be seen in a document that says that the check fails.
    fn blame(&self, found: &Difference, exit: Exit, terminal: &Terminal) {
        if exit == Exit::Done {
            return;
        }
        for change in worse(found).filter(|it| it.kind != Kind::Added) {
            terminal.fails(format_args!("{}: {}", change.kind.name(), title(change)));
        }
    }

    fn show(&self, found: &Difference, terminal: &Terminal) {
        let paint = Paint(terminal.stdout_colour());
        let name = &self.results.name;
        let count = match worse(found).count() {
            0 => paint.good("no regression"),
            1 => paint.bad("1 regression"),
            count => paint.bad(&format!("{count} regressions")),
        };
        let mut text = format!("\nCompared with {name}: {count}\n");
        for change in &found.changes {
            let mark = match change.exit_code {
                0 => "·".to_owned(),
                _ => paint.bad("✗"),
            };
            let kind = change.kind.name();
            text += &format!("  {mark} {kind:<19}  {}: {}\n", title(change), change.way());
        }
        if found.not_compared > 0 {
            let count = found.not_compared;
            text += &format!(
                "    {count} of its properties not compared: this run does not ask about them\n"
            );
        }
        terminal.write(text);
    }
}

fn title(change: &Change) -> String {
    let about = change.about();
    about.map_or_else(String::new, |it| {
        format!("{} {}", it.loop_name(), it.property)
    })
}

/// Changes that count.
fn worse(found: &Difference) -> impl Iterator<Item = &Change> {
    found.changes.iter().filter(|it| it.exit_code != 0)
}

/// That the tool is wrong counts, whatever it said before.
fn regressions(found: &Difference, run: &Run<'_>) -> Exit {
    let bugs = run.verdicts.iter().map(|it| it.exit_code);
    let bugs = bugs.filter(|it| *it == Exit::Bug.code());
    let codes = found.changes.iter().map(|it| it.exit_code).chain(bugs);
    let exits = codes.map(|code| Exit::of(code).unwrap_or(Exit::Bug));
    exits.fold(Exit::Done, Exit::worse)
}
