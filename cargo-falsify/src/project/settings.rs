//! `[package.metadata.falsify]` and `[workspace.metadata.falsify]`.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use toml::de::{DeTable, DeValue};
use toml::Spanned;

use crate::diagnostic::{project as codes, Diagnostic};
use crate::source::{FileId, SourceMap, Span};

/// What the settings say; `None`: nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// In ticks.
    pub bound: Option<u64>,
    /// For each loop.
    pub timeout: Option<Duration>,
    pub engine: Option<String>,
    pub solver: Option<String>,
    pub jobs: Option<u32>,
    pub panics: Option<Panics>,
    pub overflow: Option<Overflow>,
    /// 16, 32 or 64.
    pub pointer_width: Option<u32>,
    pub require: Option<Require>,
    /// Functions whose source is not analysed, by path.
    pub externs: BTreeMap<String, ExternKind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panics {
    Deny,
    Warn,
    Allow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    Panic,
    Wrap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Require {
    Proved,
    Bounded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternKind {
    Input,
    Output,
}

const KEYS: [&str; 10] = [
    "bound",
    "engine",
    "extern",
    "jobs",
    "overflow",
    "panics",
    "pointer-width",
    "require",
    "solver",
    "timeout",
];

impl Settings {
    /// These settings, and where they say nothing, those of the workspace.
    pub fn or(self, workspace: &Settings) -> Settings {
        let mut externs = workspace.externs.clone();
        externs.extend(self.externs);
        Settings {
            bound: self.bound.or(workspace.bound),
            timeout: self.timeout.or(workspace.timeout),
            engine: self.engine.or_else(|| workspace.engine.clone()),
            solver: self.solver.or_else(|| workspace.solver.clone()),
            jobs: self.jobs.or(workspace.jobs),
            panics: self.panics.or(workspace.panics),
            overflow: self.overflow.or(workspace.overflow),
            pointer_width: self.pointer_width.or(workspace.pointer_width),
            require: self.require.or(workspace.require),
            externs,
        }
    }
}

pub fn of_workspace(
    root: &Path,
    sources: &mut SourceMap,
    diagnostics: &mut Vec<Diagnostic>,
) -> Settings {
    read(&root.join("Cargo.toml"), "workspace", sources, diagnostics)
}

pub fn of_package(
    manifest: &Path,
    sources: &mut SourceMap,
    diagnostics: &mut Vec<Diagnostic>,
) -> Settings {
    read(manifest, "package", sources, diagnostics)
}

/// Reads a manifest that cargo has accepted.
fn read(
    manifest: &Path,
    section: &str,
    sources: &mut SourceMap,
    diagnostics: &mut Vec<Diagnostic>,
) -> Settings {
    let text = std::fs::read_to_string(manifest).unwrap_or_default();
    let mut reader = Reader {
        file: None,
        settings: Settings::default(),
        problems: Vec::new(),
    };
    if let Ok(table) = DeTable::parse(&text) {
        if let Some(section) = falsify_table(table.get_ref(), section) {
            reader.file = Some(sources.add(manifest, text.clone()));
            reader.read(section);
        }
    }
    diagnostics.extend(reader.problems);
    reader.settings
}

fn falsify_table<'a, 'i>(
    table: &'a DeTable<'i>,
    section: &str,
) -> Option<&'a Spanned<DeValue<'i>>> {
    let metadata = table.get(section)?.get_ref().get("metadata")?;
    metadata.get_ref().get("falsify")
}

/// Turns one table into settings.
struct Reader {
    file: Option<FileId>,
    settings: Settings,
    problems: Vec<Diagnostic>,
}

impl Reader {
    fn read(&mut self, section: &Spanned<DeValue<'_>>) {
        let Some(table) = section.get_ref().as_table() else {
            return self.wrong(section, "a table");
        };
        for (key, value) in table {
            self.entry(key, value);
        }
    }

    fn entry(&mut self, key: &Spanned<std::borrow::Cow<'_, str>>, value: &Spanned<DeValue<'_>>) {
        match key.get_ref().as_ref() {
            "bound" => self.settings.bound = self.integer(value, 1, u64::MAX >> 1),
            "timeout" => self.settings.timeout = self.duration(value),
            "engine" => self.settings.engine = self.string(value),
            "solver" => self.settings.solver = self.string(value),
            "jobs" => {
                let jobs = self.integer(value, 1, 1024);
                self.settings.jobs = jobs.and_then(|jobs| u32::try_from(jobs).ok());
            }
            "panics" => {
                let choices = [
                    ("deny", Panics::Deny),
                    ("warn", Panics::Warn),
                    ("allow", Panics::Allow),
                ];
                self.settings.panics = self.choice(value, &choices);
            }
            "overflow" => {
                let choices = [("panic", Overflow::Panic), ("wrap", Overflow::Wrap)];
                self.settings.overflow = self.choice(value, &choices);
            }
            "pointer-width" => self.settings.pointer_width = self.width(value),
            "require" => {
                let choices = [("proved", Require::Proved), ("bounded", Require::Bounded)];
                self.settings.require = self.choice(value, &choices);
            }
            "extern" => self.externs(value),
            unknown => self.unknown(unknown, key.span()),
        }
    }

    fn span(&self, range: std::ops::Range<usize>) -> Span {
        let file = self.file.unwrap_or(FileId(0));
        Span::new(file, range.start as u32, range.end as u32)
    }

    fn unknown(&mut self, key: &str, at: std::ops::Range<usize>) {
        let message = format!("unknown setting `{key}`");
        let found = Diagnostic::new(codes::SETTING, self.span(at), message);
        let help = match nearest(key, &KEYS) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("the settings are {}", KEYS.join(", ")),
        };
        self.problems.push(found.help(help));
    }

    fn wrong(&mut self, value: &Spanned<DeValue<'_>>, expected: &str) {
        let message = format!("expected {expected}");
        let span = self.span(value.span());
        self.problems
            .push(Diagnostic::new(codes::SETTING, span, message));
    }

    fn string(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_string);
        if text.is_none() {
            self.wrong(value, "a string");
        }
        text
    }

    fn integer(&mut self, value: &Spanned<DeValue<'_>>, least: u64, most: u64) -> Option<u64> {
        let number = integer(value).filter(|number| (least..=most).contains(number));
        if number.is_none() {
            let expected = match most {
                1024 => "a number from 1 to 1024".to_string(),
                _ => format!("a number of at least {least}"),
            };
            self.wrong(value, &expected);
        }
        number
    }

    /// Seconds, as a number or with a unit: `120`, `"90s"`, `"5min"`, `"1h"`.
    fn duration(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Duration> {
        let seconds = integer(value).map(Duration::from_secs);
        let duration = seconds.or_else(|| value.get_ref().as_str().and_then(parse_duration));
        if duration.is_none() {
            self.wrong(value, "a time in seconds, such as 120 or \"120s\"");
        }
        duration
    }

    fn width(&mut self, value: &Spanned<DeValue<'_>>) -> Option<u32> {
        let width = match integer(value) {
            Some(16) => Some(16),
            Some(32) => Some(32),
            Some(64) => Some(64),
            _ => None,
        };
        if width.is_none() {
            self.wrong(value, "16, 32 or 64");
        }
        width
    }

    fn choice<T: Copy>(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let text = value.get_ref().as_str();
        let chosen = choices.iter().find(|(name, _)| Some(*name) == text);
        if chosen.is_none() {
            let names: Vec<String> = choices
                .iter()
                .map(|(name, _)| format!("\"{name}\""))
                .collect();
            self.wrong(value, &names.join(" or "));
        }
        chosen.map(|(_, choice)| *choice)
    }

    fn externs(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(table) = value.get_ref().as_table() else {
            return self.wrong(value, "a table from paths to \"input\" or \"output\"");
        };
        let choices = [("input", ExternKind::Input), ("output", ExternKind::Output)];
        for (path, kind) in table {
            if let Some(kind) = self.choice(kind, &choices) {
                let path = path.get_ref().to_string();
                self.settings.externs.insert(path, kind);
            }
        }
    }
}

fn integer(value: &Spanned<DeValue<'_>>) -> Option<u64> {
    let number = value.get_ref().as_integer()?;
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// A time of whole seconds: `120`, `90s`, `5min`, `1h`.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: u64 = digits.trim().parse().ok()?;
    let seconds = match text[digits.len()..].trim() {
        "" | "s" => 1,
        "m" | "min" => 60,
        "h" => 3600,
        _ => return None,
    };
    number.checked_mul(seconds).map(Duration::from_secs)
}

/// The known word that differs least, if it differs little.
fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let distances = known.iter().map(|it| (distance(word, it), *it));
    let best = distances.min_by_key(|(distance, _)| *distance)?;
    (best.0 <= 2 || best.0 * 3 <= word.len()).then_some(best.1)
}

/// How many letters must be changed, added or removed.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, right) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(left != *right);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
