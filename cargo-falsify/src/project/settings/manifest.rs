//! `[package.metadata.falsify]` and `[workspace.metadata.falsify]`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use glob::Pattern;
use toml::de::{DeTable, DeValue};
use toml::Spanned;

use super::key::{by_name, quoted, Given, Takes, KEYS};
use super::level::{Level, LevelRule};
use super::nearest::nearest;
use super::{ExternKind, Settings};
use crate::diagnostic::{project as codes, Diagnostic};
use crate::source::{FileId, SourceMap, Span};

/// What a manifest says.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    settings: Settings,
    profiles: BTreeMap<String, Settings>,
}

impl Manifest {
    pub fn of_workspace(
        root: &Path,
        sources: &mut SourceMap,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Manifest {
        read(&root.join("Cargo.toml"), "workspace", sources, diagnostics)
    }

    pub fn of_package(
        manifest: &Path,
        sources: &mut SourceMap,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Manifest {
        read(manifest, "package", sources, diagnostics)
    }

    /// What it says under a profile: the profile's before what it says anyway.
    pub fn under(&self, profile: Option<&str>) -> Settings {
        match profile.and_then(|name| self.profiles.get(name)) {
            Some(own) => own.clone().or(&self.settings),
            None => self.settings.clone(),
        }
    }

    pub fn profiles(&self) -> impl Iterator<Item = &str> {
        self.profiles.keys().map(String::as_str)
    }
}

/// Fails unless some manifest has the profile: a misspelt one would check with other settings in silence.
pub fn is_known(profile: &str, manifests: &[&Manifest]) -> Result<(), Box<Diagnostic>> {
    let mut known: Vec<&str> = manifests.iter().flat_map(|it| it.profiles()).collect();
    known.sort_unstable();
    known.dedup();
    if known.contains(&profile) {
        return Ok(());
    }
    let found = Diagnostic::global(codes::PROFILE, format!("there is no profile `{profile}`"));
    let help = match (nearest(profile, known.iter().copied()), known.is_empty()) {
        (Some(meant), _) => format!("did you mean `{meant}`?"),
        (None, false) => format!("the profiles are {}", known.join(", ")),
        (None, true) => {
            format!("write its settings under `[package.metadata.falsify.profile.{profile}]`")
        }
    };
    Err(Box::new(found.help(help)))
}

/// Reads a manifest that cargo has accepted.
fn read(
    manifest: &Path,
    section: &str,
    sources: &mut SourceMap,
    diagnostics: &mut Vec<Diagnostic>,
) -> Manifest {
    let text = std::fs::read_to_string(manifest).unwrap_or_default();
    let Ok(table) = DeTable::parse(&text) else {
        return Manifest::default();
    };
    let Some(table) = falsify_table(table.get_ref(), section) else {
        return Manifest::default();
    };
    let mut reader = Reader {
        file: sources.add(manifest, text.clone()),
        is_package: section == "package",
        manifest: Manifest::default(),
        problems: Vec::new(),
    };
    reader.manifest.settings = reader.settings(table, true);
    diagnostics.extend(reader.problems);
    reader.manifest
}

fn falsify_table<'a, 'i>(
    table: &'a DeTable<'i>,
    section: &str,
) -> Option<&'a Spanned<DeValue<'i>>> {
    let metadata = table.get(section)?.get_ref().get("metadata")?;
    metadata.get_ref().get("falsify")
}

type Name<'i> = Spanned<Cow<'i, str>>;
type Value<'i> = Spanned<DeValue<'i>>;

/// Turns tables into settings.
struct Reader {
    file: FileId,
    is_package: bool,
    manifest: Manifest,
    problems: Vec<Diagnostic>,
}

impl Reader {
    /// A table of settings; only the outermost has profiles.
    fn settings(&mut self, table: &Value<'_>, is_outermost: bool) -> Settings {
        let mut settings = Settings::default();
        let Some(entries) = table.get_ref().as_table() else {
            self.wrong(table, "a table");
            return settings;
        };
        for (name, value) in entries {
            self.entry(&mut settings, name, value, is_outermost);
        }
        settings
    }

    fn entry(
        &mut self,
        settings: &mut Settings,
        name: &Name<'_>,
        value: &Value<'_>,
        is_outermost: bool,
    ) {
        let key = by_name(name.get_ref()).filter(|it| is_outermost || it.name != "profile");
        match key.map(|key| (key.name, key.takes)) {
            None => self.unknown(name, is_outermost),
            Some(("extern", takes)) => self.externs(settings, value, takes),
            Some(("levels", takes)) => self.levels(settings, value, takes),
            Some((_, Takes::Profiles)) => self.profiles(value),
            Some((key, takes)) => match takes.read(given(value)) {
                Ok(datum) => settings.set(key, datum),
                Err(expected) => self.wrong(value, &expected),
            },
        }
    }

    fn profiles(&mut self, value: &Value<'_>) {
        let Some(table) = value.get_ref().as_table() else {
            return self.wrong(value, &Takes::Profiles.expected());
        };
        for (name, value) in table {
            let settings = self.settings(value, false);
            let name = name.get_ref().to_string();
            self.manifest.profiles.insert(name, settings);
        }
    }

    fn externs(&mut self, settings: &mut Settings, value: &Value<'_>, takes: Takes) {
        for (path, kind) in self.table(value, takes) {
            let path = path.get_ref().to_string();
            let kind = ExternKind::of(kind);
            settings.externs.extend(kind.map(|kind| (path, kind)));
        }
    }

    fn levels(&mut self, settings: &mut Settings, value: &Value<'_>, takes: Takes) {
        let mut rules = Vec::new();
        for (name, level) in self.table(value, takes) {
            let pattern = match Pattern::new(name.get_ref()) {
                Ok(pattern) => pattern,
                Err(why) => {
                    self.problem(name.span(), format!("expected a pattern of names: {why}"));
                    continue;
                }
            };
            let at = self.is_package.then(|| self.span(name.span()));
            let level = Level::of(level);
            rules.extend(level.map(|level| LevelRule { pattern, level, at }));
        }
        settings.levels.add(rules);
    }

    /// The entries of a table whose values are out of few words.
    fn table<'a, 'i>(
        &mut self,
        value: &'a Value<'i>,
        takes: Takes,
    ) -> Vec<(&'a Name<'i>, &'a str)> {
        let (Some(table), Takes::Table(words)) = (value.get_ref().as_table(), takes) else {
            self.wrong(value, &takes.expected());
            return Vec::new();
        };
        let mut entries = Vec::new();
        for (name, value) in table {
            match value.get_ref().as_str().filter(|it| words.contains(it)) {
                Some(word) => entries.push((name, word)),
                None => self.wrong(value, &quoted(words)),
            }
        }
        entries
    }

    fn unknown(&mut self, name: &Name<'_>, is_outermost: bool) {
        let message = format!("unknown setting `{}`", name.get_ref());
        let found = Diagnostic::new(codes::SETTING, self.span(name.span()), message);
        let known = KEYS.iter().map(|key| key.name);
        let known: Vec<&str> = known
            .filter(|it| is_outermost || *it != "profile")
            .collect();
        let help = match nearest(name.get_ref(), known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the settings are {}", known.join(", ")),
        };
        self.problems.push(found.help(help));
    }

    fn wrong(&mut self, value: &Value<'_>, expected: &str) {
        self.problem(value.span(), format!("expected {expected}"));
    }

    fn problem(&mut self, at: Range<usize>, message: String) {
        let found = Diagnostic::new(codes::SETTING, self.span(at), message);
        self.problems.push(found);
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range.start as u32, range.end as u32)
    }
}

fn given<'a>(value: &'a Value<'_>) -> Given<'a> {
    let value = value.get_ref();
    let number = value
        .as_integer()
        .and_then(|it| u64::from_str_radix(it.as_str(), it.radix()).ok());
    match (number, value.as_str()) {
        (Some(number), _) => Given::Number(number),
        (None, Some(text)) => Given::Text(text),
        (None, None) => Given::Other,
    }
}
