//! Files about violations and proofs. They are a service: that one cannot be written is said, and changes no verdict.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{json, Value as Json};

use crate::cli::args::Emit;
use crate::cli::terminal::shown;
use crate::evidence::certificate::script;
use crate::evidence::{
    artifact, write_whole, Certified, Decision, Proof, Property, Trace, Verdict,
};
use crate::ir::blueprint::Blueprint;
use crate::notation::short_name;
use crate::report::rerun::{Rerun, Subject};
use crate::report::vcd;
use crate::report::verdict::VerdictReport;
use crate::source::Symbol;
use crate::system;

/// The files of one loop.
pub struct Artifacts {
    directory: PathBuf,
    emit: Vec<Emit>,
    /// The name of each property's files.
    stems: BTreeMap<String, String>,
}

/// Files of one violation that were written, by what they are.
#[derive(Default)]
pub struct Written {
    pub files: Vec<(Emit, PathBuf)>,
    /// Why one could not be written.
    pub failed: Option<String>,
}

impl Written {
    pub fn path(&self, wanted: Emit) -> Option<&Path> {
        let found = self.files.iter().find(|(kind, _)| *kind == wanted);
        found.map(|(_, path)| path.as_path())
    }
}

impl Artifacts {
    /// Below `root`, in a directory of the package and the loop.
    pub fn new(
        root: &Path,
        emit: &[Emit],
        report: VerdictReport<'_>,
        properties: &[Property],
    ) -> Artifacts {
        let package = file_name(report.harness.package.as_str());
        let name = file_name(report.harness.name.as_str());
        Artifacts {
            directory: root.join(package).join(name),
            emit: match emit {
                [] => vec![Emit::Test, Emit::Vcd, Emit::Json],
                chosen => chosen.to_vec(),
            },
            stems: stems(report, properties),
        }
    }

    fn file(&self, name: &str, kind: Emit) -> Option<PathBuf> {
        let ending = match kind {
            Emit::Test => "rs",
            Emit::Vcd => "vcd",
            Emit::Json => "json",
            Emit::Certificate => "smt2",
        };
        let stem = self.stems.get(name)?;
        Some(self.directory.join(format!("{stem}.{ending}")))
    }

    /// Files of an earlier run would speak of a violation or a proof that is no longer there.
    pub fn remove_stale(&self, decisions: &[Decision], report: VerdictReport<'_>) {
        for decision in decisions {
            let stale: &[Emit] = match decision.verdict {
                Verdict::Falsified(_) => &[Emit::Certificate],
                _ => &[Emit::Test, Emit::Vcd, Emit::Json, Emit::Certificate],
            };
            let name = key(report, decision.property);
            for &kind in stale {
                // Mostly there is none.
                let _ = self.file(&name, kind).map(fs::remove_file);
            }
        }
    }

    /// Writes what the proofs rest on, if that is asked for: a file for each argument.
    pub fn certify(
        &self,
        decisions: &[Decision],
        report: VerdictReport<'_>,
        subject: Subject<'_>,
    ) -> Vec<Certificate> {
        let groups = groups(decisions);
        if !self.emit.contains(&Emit::Certificate) || groups.is_empty() {
            return Vec::new();
        }
        let asked: Vec<Property> = decisions.iter().map(|it| it.property).collect();
        let groups = groups.into_iter();
        groups
            .filter_map(|(proof, certified, properties)| {
                let path = self.file(&key(report, *properties.first()?), Emit::Certificate)?;
                let names: Vec<String> = properties.iter().map(|it| report.property(*it)).collect();
                // What engines have found is about a system that is built in the same way.
                let program = certified.program.as_deref().unwrap_or(subject.program);
                let system = system::build(program, subject.harness, &asked).ok()?;
                let text = head(report, &names, &proof.through)
                    + &script(&system, &certified.properties, &certified.certificate);
                let written = write_whole(&path, text.as_bytes());
                let failed = written
                    .err()
                    .map(|why| format!("cannot write {}: {why}", shown(&path)));
                Some(Certificate {
                    path,
                    properties: names,
                    failed,
                })
            })
            .collect()
    }

    /// Writes what is asked for about a violation.
    pub fn write(
        &self,
        property: Property,
        report: VerdictReport<'_>,
        found: &Found<'_>,
    ) -> Written {
        let mut written = Written::default();
        let name = key(report, property);
        let kinds = self.emit.iter().filter(|it| **it != Emit::Certificate);
        for &kind in kinds {
            let Some(path) = self.file(&name, kind) else {
                continue;
            };
            let bytes = found.contents(kind, report);
            match bytes.and_then(|bytes| write_whole(&path, &bytes)) {
                Ok(()) => written.files.push((kind, path)),
                Err(why) => {
                    written.failed = Some(format!("cannot write {}: {why}", shown(&path)));
                }
            }
        }
        written
    }
}

/// A file about one argument and what it proves.
pub struct Certificate {
    pub path: PathBuf,
    pub properties: Vec<String>,
    /// Why it could not be written.
    pub failed: Option<String>,
}

impl Certificate {
    /// The `certificate` object: the schema is in `docs/json.md`.
    pub fn json(&self, report: VerdictReport<'_>) -> Json {
        json!({
            "reason": "certificate",
            "package": report.harness.package.as_str(),
            "loop": report.harness.name.as_str(),
            "properties": self.properties,
            "file": self.path.display().to_string(),
        })
    }
}

/// Arguments with what is proved by each.
fn groups(decisions: &[Decision]) -> Vec<(&Proof, &Certified, Vec<Property>)> {
    let mut groups: Vec<(&Proof, &Certified, Vec<Property>)> = Vec::new();
    for decision in decisions {
        let Verdict::Proved(proof) = &decision.verdict else {
            continue;
        };
        let Some(certified) = proof.certificate.as_deref() else {
            continue;
        };
        match groups.iter_mut().find(|(_, known, _)| *known == certified) {
            Some((_, _, members)) => members.push(decision.property),
            None => groups.push((proof, certified, vec![decision.property])),
        }
    }
    groups
}

/// What the file is.
fn head(report: VerdictReport<'_>, properties: &[String], through: &[Symbol]) -> String {
    let lines = properties.iter().map(|it| format!(";   {it}\n"));
    let through = through.iter().map(|it| {
        let name = short_name(it.as_str());
        format!("; Here a summary of {name} answers. That it answers as the function does is not asked in this file.\n")
    });
    format!(
        "; Why these hold in every run of {}:\n{}{}; A solver must answer every question with unsat.\n",
        report.loop_name(),
        lines.collect::<String>(),
        through.collect::<String>()
    )
}

/// A violation and what the files say about it.
pub struct Found<'a> {
    pub subject: Subject<'a>,
    pub blueprint: &'a Blueprint,
    pub trace: &'a Trace,
    pub rerun: &'a Rerun,
}

impl Found<'_> {
    pub fn contents(&self, kind: Emit, report: VerdictReport<'_>) -> io::Result<Vec<u8>> {
        let of = artifact::Of {
            program: self.subject.program,
            harness: self.subject.harness,
            sources: report.renderer.sources,
            root: report.renderer.root,
        };
        match kind {
            Emit::Vcd => vcd::file(self.subject, self.rerun),
            Emit::Json => Ok(artifact::text(of, self.trace).into_bytes()),
            Emit::Test => Ok(artifact::test(of, self.blueprint, self.trace).into_bytes()),
            Emit::Certificate => Ok(Vec::new()),
        }
    }
}

/// Distinguishes properties that have the same name.
fn key(report: VerdictReport<'_>, property: Property) -> String {
    let place = report.renderer.location(report.place(property));
    format!("{} {place}", report.property(property))
}

/// A file name for each property; only where two would be the same the place is part of it.
fn stems(report: VerdictReport<'_>, properties: &[Property]) -> BTreeMap<String, String> {
    let stem = |property: Property| file_name(&report.property(property));
    let mut stems = BTreeMap::new();
    for &property in properties {
        let alike = properties.iter().filter(|it| stem(**it) == stem(property));
        let key = key(report, property);
        let name = match alike.count() {
            1 => stem(property),
            _ => file_name(&key),
        };
        stems.insert(key, name);
    }
    stems
}

/// A name that every file system takes: `overflow at src/lib.rs:24:9` is `overflow-at-src-lib.rs-24-9`.
fn file_name(name: &str) -> String {
    let allowed = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    let name: String = name
        .replace("::", ".")
        .chars()
        .map(|c| if allowed(c) { c } else { '-' })
        .collect();
    let short: String = name.chars().take(120).collect();
    match short.trim_matches('.').is_empty() {
        true => format!("_{short}"),
        false => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_file_names() {
        let cases = [
            ("slows_down", "slows_down"),
            ("motor::slows_down", "motor.slows_down"),
            ("overflow at src/lib.rs:24:9", "overflow-at-src-lib.rs-24-9"),
            ("..", "_.."),
            ("../../etc", "..-..-etc"),
            ("Größe", "Größe"),
            ("", "_"),
        ];
        for (name, wanted) in cases {
            assert_eq!(file_name(name), wanted);
        }
    }
}
