//! Examples that outlive a run: a file of JSON lines for each function, below the artifacts of its package.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::{env, fs};

use super::batch::{line, Batch, Named, Origin, Settled};
use super::Observation;
use crate::evidence::write_whole;
use crate::ir::Program;

/// The examples of a package.
pub struct Store {
    directory: PathBuf,
}

impl Store {
    /// Below the directory of all artifacts.
    pub fn of(artifacts: &Path, package: &str) -> Store {
        Store {
            directory: artifacts.join(package).join("examples"),
        }
    }

    /// The examples of a crate that stand up to it.
    pub fn load(
        &self,
        program: &Program,
        known: &[Named],
        elsewhere: &BTreeSet<String>,
    ) -> Settled {
        let mut batch = Batch::new(program, known, elsewhere);
        self.read(&mut batch);
        batch.settle()
    }

    /// Puts what is there into a batch. A store that is not there is empty.
    pub fn read(&self, batch: &mut Batch<'_>) {
        for file in self.files() {
            let name = shown(&file);
            match fs::read(&file) {
                Ok(bytes) => batch.lines(&name, &bytes),
                Err(why) => {
                    let origin = Origin {
                        file: name,
                        line: 0,
                    };
                    batch.refuse(origin, format!("the file cannot be read: {why}"));
                }
            }
        }
    }

    fn files(&self) -> BTreeSet<PathBuf> {
        let entries = fs::read_dir(&self.directory).into_iter().flatten();
        let files = entries.flatten().map(|entry| entry.path());
        let is_ours = |file: &PathBuf| file.extension().is_some_and(|it| it == "jsonl");
        files.filter(is_ours).collect()
    }

    /// Replaces the examples of a function: the whole file or none of it.
    pub fn write(
        &self,
        program: &Program,
        named: &Named,
        examples: &[Observation],
    ) -> io::Result<PathBuf> {
        let path = self.file(program, named);
        let line = |example: &Observation| format!("{}\n", line(program, named, example));
        let lines: String = examples.iter().map(line).collect();
        write_whole(&path, lines.as_bytes())?;
        Ok(path)
    }

    /// Removes all other files than these.
    pub fn keep_only(&self, current: &BTreeSet<PathBuf>) -> io::Result<()> {
        let stale = self.files();
        stale.difference(current).try_for_each(fs::remove_file)
    }

    /// Where the examples of a function are, as its types are now.
    pub fn file(&self, program: &Program, named: &Named) -> PathBuf {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = named.path.replace("::", ".");
        let name: String = name
            .chars()
            .map(|c| if is_plain(c) || c == '.' { c } else { '_' })
            .collect();
        // Names may be long, and differ in what is no part of a file's name.
        let name: String = name.chars().take(100).collect();
        let fingerprint = named.fingerprint(program);
        self.directory.join(format!("{name}-{fingerprint}.jsonl"))
    }
}

/// Relative to where the person is, if it is below.
fn shown(path: &Path) -> String {
    let here = env::current_dir().unwrap_or_default();
    path.strip_prefix(here)
        .unwrap_or(path)
        .display()
        .to_string()
}
