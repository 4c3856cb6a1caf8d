//! Results of a check that were kept: what `--message-format json` has printed, read back and held against itself.

use serde::{Deserialize, Serialize};
use serde_json::{json, Value as Json};

use super::fingerprint;
use super::ledger::Verdict;
use super::shard::Shard;
use crate::diagnostic::{results as codes, Diagnostic};

/// What a run was about. Parts of one check agree in all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// The version of the tool.
    pub tool: String,
    /// Packages that were read.
    pub packages: Vec<String>,
    /// What `--monitor` and `--loop` said.
    pub monitor: Vec<String>,
    pub r#loop: Vec<String>,
    /// How many properties the whole check has, and a digest of their names.
    pub properties: usize,
    pub digest: String,
    /// A digest of all sources that were read.
    pub sources: String,
    /// The way from the root of the repository to the workspace.
    pub prefix: String,
}

impl Scope {
    /// Notes what the whole check asks about.
    pub fn set_population(&mut self, names: &[[String; 3]]) {
        self.properties = names.len();
        self.digest = digest(names);
    }

    /// The first key in which two differ, with both values.
    pub fn difference(&self, other: &Scope) -> Option<String> {
        let (own, other) = (json!(self), json!(other));
        let keys = own.as_object().into_iter().flatten();
        let mut different = keys.filter(|(key, value)| other[key.as_str()] != **value);
        different.next().map(|(key, value)| {
            let other = &other[key.as_str()];
            format!("`{key}` is {value} and {other}")
        })
    }
}

fn digest(names: &[[String; 3]]) -> String {
    let names: Vec<String> = names.iter().map(|it| it.join("\u{0}")).collect();
    fingerprint::of_all(names.iter().map(String::as_str).collect())
}

/// The `summary` object of `docs/json.md`.
#[derive(Clone, Debug, Deserialize)]
pub struct Summary {
    pub properties: usize,
    pub allowed: usize,
    pub exit_code: u8,
    pub run_exit_code: u8,
    pub settings: Vec<Json>,
    pub shard: Option<Shard>,
    pub scope: Option<Scope>,
}

/// The output of one run.
#[derive(Clone, Debug)]
pub struct Results {
    /// What the file is called.
    pub name: String,
    pub verdicts: Vec<Verdict>,
    /// All other messages but the summary.
    pub others: Vec<Json>,
    pub summary: Summary,
}

impl Results {
    /// Reads the lines of a file; they must be all of a run's.
    pub fn read(name: &str, text: &str) -> Result<Results, Diagnostic> {
        let mut messages = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let message: Result<Json, _> = serde_json::from_str(line);
            let message = message.map_err(|why| {
                unreadable(name, &format!("line {} is no JSON: {why}", number + 1))
            })?;
            messages.push(message);
        }
        let summary = messages.pop().filter(|it| it["reason"] == "summary");
        let summary = summary.ok_or_else(|| incomplete(name, "its last line is no summary"))?;
        let summary = Summary::deserialize(&summary)
            .map_err(|why| unreadable(name, &format!("its summary is not understood: {why}")))?;
        let mut verdicts = Vec::new();
        let (told, others): (Vec<Json>, Vec<Json>) = messages
            .into_iter()
            .partition(|it| it["reason"] == "verdict");
        for message in told {
            let verdict = Verdict::deserialize(&message)
                .map_err(|why| unreadable(name, &format!("{why} in {message}")))?;
            verdicts.push(verdict);
        }
        let results = Results {
            name: name.to_owned(),
            verdicts,
            others,
            summary,
        };
        results.is_whole()?;
        Ok(results)
    }

    fn is_whole(&self) -> Result<(), Diagnostic> {
        if others_have_summary(&self.others) {
            return Err(unreadable(
                &self.name,
                "it holds the results of several runs",
            ));
        }
        let (told, found) = (self.summary.properties, self.verdicts.len());
        match told == found {
            true => Ok(()),
            false => Err(incomplete(
                &self.name,
                &format!("its summary speaks of {told} properties, {found} are there"),
            )),
        }
    }

    /// What the run was about, if it came that far.
    pub fn scope(&self) -> Result<&Scope, Diagnostic> {
        self.summary.scope.as_ref().ok_or_else(|| {
            let code = self.summary.exit_code;
            let message = format!(
                "{} is of a run that ended before anything was checked, with exit code {code}",
                self.name
            );
            Diagnostic::global(codes::FAILED, message)
        })
    }

    pub fn shard(&self) -> Shard {
        self.summary.shard.unwrap_or(Shard::WHOLE)
    }

    /// Fails unless these verdicts are about exactly what the check has to ask.
    pub fn is_complete(&self) -> Result<(), Diagnostic> {
        let scope = self.scope()?;
        let names: Vec<[String; 3]> = self.verdicts.iter().map(Verdict::full_name).collect();
        match digest(&names) == scope.digest {
            true => Ok(()),
            false => Err(incomplete(
                &self.name,
                &format!(
                    "{} verdicts are there, and not one for each of the {} properties",
                    names.len(),
                    scope.properties
                ),
            )),
        }
    }
}

fn others_have_summary(messages: &[Json]) -> bool {
    messages.iter().any(|it| it["reason"] == "summary")
}

fn unreadable(name: &str, why: &str) -> Diagnostic {
    Diagnostic::global(codes::UNREADABLE, format!("{name}: {why}"))
}

fn incomplete(name: &str, why: &str) -> Diagnostic {
    Diagnostic::global(codes::INCOMPLETE, format!("{name} is incomplete: {why}"))
}

/// A file that cannot be opened.
pub fn not_opened(name: &str, why: &std::io::Error) -> Diagnostic {
    unreadable(name, &why.to_string())
}
